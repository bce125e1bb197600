"""What people do at the desk, in acts that are each saved wholly or not at all.

Every way of going wrong is tried on every operation here; a new operation is one more entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.events import CalledOff, Charged, Paid, Waived
from companion.desk.archive import DeskState
from storage.migrations import MIGRATIONS, Migrations
from tests.faults.acts import (
    begin,
    call_it_a_night,
    call_the_doctor,
    deal_next,
    deal_short,
    deal_to_one_more,
    pass_on,
    plan,
    play,
    prefer,
    record,
    repair_turns,
    take_again,
    take_in,
    talk,
    undo,
)
from tests.faults.sitting import (
    FOLDER,
    SEATED,
    Act,
    Found,
    Picture,
    Sitting,
    do,
    found,
    shown,
    start,
    take_up,
    turn_to,
)
from tests.storage.made_up import flip


@dataclass(frozen=True)
class Operation:
    """Acts on a folder that another process left after `before` and `harm`, by which one file may
    be `damaged`; a process is ready for them when it is `seated`.
    """

    name: str
    acts: tuple[Act, ...]
    before: tuple[Act, ...] = ()
    harm: Callable[[Path], None] | None = None
    damaged: str = ""
    seated: tuple[Act, ...] = SEATED
    migrations: Migrations = MIGRATIONS

    @property
    def begins(self) -> tuple[Act, ...]:
        """What is done before the acts, in the same process."""
        return () if self.acts[0] in (start, call_the_doctor) else self.seated

    def sitting(self, root: Path) -> Sitting:
        """A process over that folder."""
        return Sitting(root / FOLDER, self.migrations)

    def tells(self, root: Path, what: Found) -> bool:
        """Whether damage is told in this folder, or was and the damaged file is kept; and nothing
        is called damaged that is not.
        """
        kept = root / FOLDER / f"{self.damaged}.damaged"
        return what.damaged or kept.exists() if self.damaged else not what.damaged

    def prepare(self, root: Path) -> None:
        """The folder as it is before the operation; none, if nothing was done before."""
        root.mkdir()
        if self.before:
            sitting = Sitting(root / FOLDER)
            do(sitting, (start, *self.before))
            sitting.leave()
        if self.harm:
            self.harm(root / FOLDER)


@dataclass(frozen=True)
class States:
    """What may be on the disk before the first act and after each, and what is shown then."""

    disk: tuple[Picture, ...]
    screen: tuple[DeskState | None, ...]


def states(operation: Operation, copy: Callable[[], Path], root: Path) -> States:
    """What an operation does when nothing goes wrong in the folder `root`; `copy` copies it."""
    sitting = operation.sitting(root)
    disk = [found(copy(), operation.migrations).picture]
    do(sitting, operation.begins)
    screen = [shown(sitting.state)]
    for act in operation.acts:
        act(sitting)
        disk.append(found(copy(), operation.migrations).picture)
        screen.append(shown(sitting.state))
    sitting.leave()
    return States(tuple(disk), tuple(screen))


def flipped(name: str, at: int) -> Callable[[Path], None]:
    return lambda root: flip(root / name, at)


def shortened(name: str) -> Callable[[Path], None]:
    """The last write to a file did not wholly arrive."""

    def shorten(root: Path) -> None:
        content = (root / name).read_bytes()
        (root / name).write_bytes(content + content[-40:-1])

    return shorten


def cut_short(name: str) -> Callable[[Path], None]:
    """The last line of a file is gone."""

    def cut(root: Path) -> None:
        *lines, _ = (root / name).read_bytes().splitlines(keepends=True)
        (root / name).write_bytes(b"".join(lines))

    return cut


def without_catalogue(root: Path) -> None:
    for path in root.glob("catalogue.tdb*"):
        path.unlink()


def up_1_2(table: str, document: dict[str, Any]) -> dict[str, Any]:
    """As an example: names of series get a sign, and corrections a longer note."""
    if table in {"head", "entries"}:
        return {**document, "name": f"{document['name']} ♥"}
    if table == "events" and document["event"].startswith("pay"):
        return {**document, "event": f"{document['event']} (lifted)"}
    return document


SMALL, SHORT, TO_FIFTY = "bicycle target=0", (3, 3, 46), "bicycle target=50"
PAID = Paid(0, 2, 3, "für die Brezeln")
LONG = Paid(1, 0, 2, "Zoë lässt den König liegen. " * 60)
BEGUN: tuple[Act, ...] = (begin(SMALL), deal_short(*SHORT))
FIVE_TURNS: tuple[Act, ...] = (*BEGUN, play, pass_on, play, record(PAID), pass_on)
LAST_CARD_NEXT: tuple[Act, ...] = (*FIVE_TURNS, play, play, play, pass_on, pass_on)
ROUND_OVER: tuple[Act, ...] = (*LAST_CARD_NEXT, play)
TWO_ROUNDS: tuple[Act, ...] = (*ROUND_OVER, deal_next, deal_short(*SHORT), play)
TWO_SERIES: tuple[Act, ...] = (*LAST_CARD_NEXT, begin(SMALL), play)
NEARLY_OVER: tuple[Act, ...] = (begin(TO_FIFTY), deal_short(1, 1, 50))
LAST_ROUND, EARLIER_ROUND = "series/00001/r0002.tdb", "series/00001/r0001.tdb"
HEAD, CATALOGUE = "series/00001/series.tdb", "catalogue.tdb"
OPENED: tuple[Act, ...] = (*SEATED, play)
TREATED: tuple[Act, ...] = (call_the_doctor, *OPENED)

OPERATIONS = (
    Operation("first start", (start, begin(SMALL), play)),
    Operation("turns", (play, pass_on, play), FIVE_TURNS),
    Operation("a fine let go", (record(Waived(2)), record(Charged(2))), FIVE_TURNS),
    Operation("a long line", (record(LONG), play), FIVE_TURNS),
    Operation("undo", (undo, undo, take_again(record(PAID)), pass_on), FIVE_TURNS),
    Operation("last card", (play, deal_to_one_more, play), LAST_CARD_NEXT),
    Operation("last card of the series", (play, undo, play), NEARLY_OVER),
    Operation("round called off", (record(CalledOff()), deal_next), FIVE_TURNS),
    Operation(
        "undo over a deal",
        (undo, undo, take_again(play), take_again(deal_next), play),
        (*ROUND_OVER, deal_next),
    ),
    Operation("a new deal instead", (deal_short(1, 1, 50), play, deal_next), (begin(SMALL),)),
    Operation(
        "rules and end",
        (plan("pagat"), undo, plan("bicycle ante=3"), call_it_a_night, deal_next),
        ROUND_OVER,
    ),
    Operation("a decision in an earlier round", (record(Waived(2), 1), undo), TWO_ROUNDS),
    Operation("another series", (begin(SMALL), deal_short(*SHORT), play), FIVE_TURNS),
    Operation(
        "last card of an earlier series",
        (play, deal_next),
        TWO_SERIES,
        seated=(start, turn_to(0)),
    ),
    Operation("turning to another series", (turn_to(0), turn_to(1)), TWO_SERIES),
    Operation("usual rules", (prefer("pagat"), prefer("bicycle ante=3")), FIVE_TURNS),
    Operation("a score sheet", (take_in("called_off"), undo), FIVE_TURNS),
    Operation("compaction of the catalogue", (play, undo, play), (*LAST_CARD_NEXT, talk)),
    Operation("old turns repaired", (repair_turns, take_up, pass_on), FIVE_TURNS),
    Operation(
        "migration", (*SEATED, play, deal_next), LAST_CARD_NEXT, migrations=Migrations((up_1_2,))
    ),
    Operation("start after a kill", OPENED, TWO_ROUNDS, shortened(LAST_ROUND)),
    Operation("start without a catalogue", OPENED, TWO_SERIES, without_catalogue),
    Operation(
        "restoring a round in play", OPENED, TWO_ROUNDS, flipped(LAST_ROUND, -20), LAST_ROUND
    ),
    Operation("restoring a round", OPENED, TWO_ROUNDS, flipped(EARLIER_ROUND, -90), EARLIER_ROUND),
    Operation("calling off a round", OPENED, TWO_ROUNDS, cut_short(EARLIER_ROUND), EARLIER_ROUND),
    Operation("restoring a series", OPENED, TWO_ROUNDS, flipped(HEAD, 20), HEAD),
    Operation("doctor for a round", TREATED, TWO_ROUNDS, flipped(LAST_ROUND, -20), LAST_ROUND),
    Operation("doctor for a series", TREATED, TWO_ROUNDS, flipped(HEAD, 20), HEAD),
    Operation("doctor for the catalogue", TREATED, TWO_SERIES, flipped(CATALOGUE, 20), CATALOGUE),
    Operation("restoring the catalogue", OPENED, TWO_SERIES, flipped(CATALOGUE, -60), CATALOGUE),
)
