"""Operations of players, in acts that are each saved completely or not at all.

Each fault is tried on each operation.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from storage.lines import Lift

from companion.core.log import Log
from companion.core.objections import Objection
from companion.core.presets import parse
from companion.core.rounds.setup import Setup
from companion.core.steps import Dealt, DebtPaid, Ended, Planned, Step
from companion.desk.commands import pass_turn, redeal, step_of
from storage.paths import CATALOGUE, where
from tests.faults.found import Found, Picture, found
from tests.faults.process import (
    FOLDER,
    Act,
    Process,
    Shown,
    TurnTo,
    archive,
    begin,
    call_the_doctor,
    command,
    do,
    event,
    forget,
    leave,
    prefer,
    put_back,
    remove,
    save_rules,
    start,
    take_up,
    undo,
)
from tests.storage.logs import drop_lines, flip_line

SEATED: tuple[Act, ...] = (start, take_up)


@dataclass(frozen=True)
class Operation:
    """Acts on a folder that another process left after `before` and `harm`, ready after `seated`.
    With `hurt_twice` a failing call also destroys the last copy of damaged content.
    """

    name: str
    acts: tuple[Act, ...]
    before: tuple[Act, ...] = ()
    harm: Callable[[Path], None] | None = None
    seated: tuple[Act, ...] = SEATED
    ups: tuple[Lift, ...] = ()
    hurt_twice: bool = False

    @property
    def begins(self) -> tuple[Act, ...]:
        """Preparation of the acts in the same process."""
        return () if self.acts[0] in (start, call_the_doctor) else self.seated

    def process(self, root: Path) -> Process:
        """Provide a process on a folder."""
        return Process(root / FOLDER)

    def seated_after(self, done: int) -> tuple[Act, ...]:
        """Return the preparation of a new process after a number of acts: start, and open the
        series.
        """
        opened = [act for act in self.acts[:done] if isinstance(act, TurnTo)]
        return (*self.seated, *opened[-1:])

    def is_reported_correctly(self, root: Path, what: Found) -> bool:
        """Return whether damage, and nothing else, is reported or its file kept aside."""
        if self.harm is None:
            return not what.reported
        of_cache = self.harm in {without_catalogue, damaged_catalogue}
        return of_cache or bool(what.reported) or any(root.rglob("*.damaged"))

    def in_its_schema(self) -> AbstractContextManager[object]:
        """Use the schema of an operation for a block."""
        return patch("storage.lines.UPS", self.ups)

    def prepare(self, root: Path) -> None:
        """Make the folder before an operation, in the first schema."""
        root.mkdir()
        if self.before:
            with patch("storage.lines.UPS", ()):
                do(Process(root / FOLDER), (start, *self.before, leave))
        if self.harm:
            self.harm(root / FOLDER)


@dataclass(frozen=True)
class States:
    """Possible states on disk and on screen, before the first act and after each."""

    disk: tuple[Picture, ...]
    screen: tuple[Shown, ...]


def states(operation: Operation, copy: Callable[[], Path], root: Path) -> States:
    """Run an operation in `root` without faults; return the states. `copy` copies the folder."""
    process = operation.process(root)
    disk = [found(copy(), doctor=False).picture]
    do(process, operation.begins)
    screen = [process.shown]
    for act in operation.acts:
        act(process)
        disk.append(found(copy(), doctor=False).picture)
        screen.append(process.shown)
    process.leave()
    return States(tuple(disk), tuple(screen))


def flipped(number: int, line: int) -> Callable[[Path], None]:
    return lambda root: flip_line(root / where(number), line)


def without_line(number: int, line: int) -> Callable[[Path], None]:
    return lambda root: drop_lines(root / where(number), line, line + 1)


def without_catalogue(root: Path) -> None:
    for path in root.glob(f"{CATALOGUE}*"):
        path.unlink()


def damaged_catalogue(root: Path) -> None:
    flip_line(root / CATALOGUE, 2)


def up_1_2(table: str, document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Convert corrections to an example schema with longer notes."""
    if table == "steps" and str(document.get("event", "")).startswith("pay"):
        return {**document, "event": f"{document['event']} (lifted)"}
    return document


def next_deal(log: Log) -> Step | Objection:
    return Dealt(log.series.next_setup())


def short_deal(log: Log) -> Step | Objection:
    """Replace the present deal by a deal of few cards."""
    before = log.round.setup
    return step_of(redeal(Setup(before.rules, before.players, before.dealer, (1, 1, 50))), log)


SHEET = """\
fantan 1
series ♣ Friday
rules bicycle target=0
called Zoë Zoë Núñez
round 1
dealer Cem
deal Ann 2 Zoë 2 Cem 48
Ann Zoë Cem
"""
TO_FORTY = SHEET.replace("target=0", "target=40").replace("Friday", "Saturday")
LONG = f"pay Ann Cem 2 {'Zoë lässt den König liegen. ' * 60}".rstrip()
BEGUN: tuple[Act, ...] = (begin(SHEET),)
FOUR: tuple[Act, ...] = (
    *BEGUN,
    event("Ann 7C"),
    event("Zoë --"),
    event("pay Zoë Cem 3 für die Brezeln"),
    event("Cem 7D"),
)
OVER: tuple[Act, ...] = (*FOUR, event("Ann 8C"))
TWO_ROUNDS: tuple[Act, ...] = (*OVER, command(next_deal), event("Zoë 7S"), event("Cem 7H"))
TWO_SERIES: tuple[Act, ...] = (*FOUR, begin(TO_FORTY), event("Ann 7C"))
NEARLY_OVER: tuple[Act, ...] = (*TWO_SERIES, event("Zoë --"), event("Cem --"))
OPENED: tuple[Act, ...] = (*SEATED, command(pass_turn), leave)
TREATED: tuple[Act, ...] = (call_the_doctor, *OPENED)
BOTH: tuple[Act, ...] = (start, TurnTo(1), event("Ann 8C"), TurnTo(2), event("Zoë 7D"), leave)

OPERATIONS = (
    Operation("first start", (start, begin(SHEET), event("Ann 7C"), leave)),
    Operation("turns", (event("Ann --"), event("Zoë 6C"), leave), FOUR),
    Operation("a fine let go", (event("waive 2"), event("charge 2"), leave), FOUR),
    Operation("a long line", (event(LONG), event("Ann --"), leave), FOUR),
    Operation("undo", (undo, undo, event("waive 2"), undo, leave), FOUR),
    Operation("round end", (event("Ann 8C"), command(next_deal), event("Zoë 7S"), leave), FOUR),
    Operation("round end taken back", (event("Ann 8C"), undo, event("Ann 8C"), leave), FOUR),
    Operation("round called off", (event("void"), command(next_deal), leave), FOUR),
    Operation("redeal", (command(short_deal), undo, command(short_deal), event("Ann 7C")), BEGUN),
    Operation(
        "undo over a deal", (undo, undo, event("Ann --"), leave), (*OVER, command(next_deal))
    ),
    Operation(
        "late correction", (event("waive 2", 1), event("pay Cem Ann 4", 1), undo, leave), TWO_ROUNDS
    ),
    Operation(
        "rules and end",
        (
            command(Planned(parse("pagat"))),
            undo,
            command(Ended()),
            command(DebtPaid("Ann", "Cem", 3)),
            leave,
        ),
        OVER,
    ),
    Operation("end of a series", (event("Ann 8C"), undo, event("Ann 8C"), leave), NEARLY_OVER),
    Operation("another series", (begin(TO_FORTY), event("Ann 7C"), leave), FOUR),
    Operation("two series", BOTH, TWO_SERIES),
    Operation("usual rules", (prefer("pagat"), prefer("bicycle ante=3"), leave), FOUR),
    Operation(
        "saved rules", (save_rules(Pub="pagat"), save_rules(Inn="pagat"), save_rules(), leave), FOUR
    ),
    Operation("archive", (archive(2), archive(1), archive(2, archived=False), leave), TWO_SERIES),
    Operation(
        "delete and put back",
        (event("Zoë 7D"), remove(2), put_back(2), TurnTo(2), event("Cem 7S"), leave),
        TWO_SERIES,
    ),
    Operation(
        "delete for good", (event("Zoë 7D"), remove(2), forget(2), begin(SHEET), leave), TWO_SERIES
    ),
    Operation(
        "start after deleting", (start, put_back(2), TurnTo(2), leave), (*TWO_SERIES, remove(2))
    ),
    Operation("start with usual rules", OPENED, (*FOUR, prefer("pagat"))),
    Operation("close", (event("Ann --"), leave), FOUR),
    Operation("migration", OPENED, FOUR, ups=(up_1_2,)),
    Operation("start without a catalogue", BOTH, TWO_SERIES, without_catalogue),
    Operation("start with a damaged catalogue", BOTH, TWO_SERIES, damaged_catalogue),
    Operation("start with a damaged round", OPENED, TWO_ROUNDS, flipped(1, -2)),
    Operation("start with a damaged head", OPENED, FOUR, flipped(1, 2), hurt_twice=True),
    Operation("start with a damaged header", OPENED, FOUR, flipped(1, 0)),
    Operation("doctor for a round", TREATED, TWO_ROUNDS, without_line(1, 5)),
    Operation("doctor for the catalogue", (call_the_doctor, *BOTH), TWO_SERIES, damaged_catalogue),
)
