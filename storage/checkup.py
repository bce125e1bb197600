"""One series looked over: what is wrong with its files, and what they should say instead.

Nothing is changed here. What the app would show of the series is worked out in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from companion.core.entry import entry_of
from companion.core.series import Series
from companion.core.steps import replayed
from companion.desk.ports import Entry, Recorded, Step, Stored
from storage import documents, places
from storage.documents import HEADS, UnknownKindError
from storage.findings import Finding, What
from storage.looking import Looked, look
from storage.migrations import Migrations
from storage.recovery import Damage
from storage.rescue import events_kept, head_from, in_order, with_stand_ins, without_gaps
from storage.rounds import Placed, Reading, read_round


@dataclass
class Checkup:
    """A series under a number, as the catalogue lists it, and its files."""

    root: Path
    number: int
    listed: Entry | None
    migrations: Migrations
    head: Looked
    rounds: dict[int, Looked]
    rewritten: dict[int, Sequence[Placed]] = field(default_factory=dict[int, Sequence[Placed]])
    findings: list[Finding] = field(default_factory=list[Finding])
    sealed: bool = False
    renewed: Series | None = None
    entry: Entry | None = None
    lost: bool = False

    @property
    def folder(self) -> Path:
        """Where the files of the series are."""
        return places.series_folder(self.root, self.number)

    def round_path(self, number: int) -> Path:
        """Where a round of the series is, or should be."""
        return places.round_file(self.root, self.number, number)

    def tell(self, path: Path, what: What, **facts: object) -> None:
        """Note what was found."""
        self.findings.append(Finding(path.relative_to(self.root).as_posix(), what, facts))

    @cached_property
    def wrong(self) -> bool:
        """Whether anything wants repair."""
        return any(each.wrong for each in self.findings)


def check_series(root: Path, number: int, listed: Entry | None, migrations: Migrations) -> Checkup:
    """Look the series over."""
    head = look(root, places.head_file(root, number), migrations)
    rounds = {
        each: look(root, places.round_file(root, number, each), migrations)
        for each in places.round_numbers(root, number)
    }
    checkup = Checkup(root, number, listed, migrations, head, rounds)
    for looked in (head, *rounds.values()):
        checkup.findings += looked.told
    _check(checkup)
    return checkup


def _check(checkup: Checkup) -> None:
    readings = {each: read_round(each, looked.tables) for each, looked in checkup.rounds.items()}
    checkup.sealed = any(each.sealed for each in (checkup.head, *checkup.rounds.values()))
    kept = {each: _kept(checkup, each, reading) for each, reading in readings.items()}
    stands = with_stand_ins(kept)
    steps = _steps(stands)
    if not _begun(checkup, steps):
        checkup.tell(checkup.folder, What.NOT_BEGUN)
        return
    for number in (each for each in stands if not kept.get(each)):
        _check_stand_in(checkup, number, stands[number])
    head = _check_head(checkup, steps)
    series = _check_rules(checkup, head, stands)
    if not series.rounds:
        checkup.lost = not checkup.sealed
        checkup.tell(checkup.folder, What.NOTHING_LEFT)
    elif not checkup.sealed:
        checkup.entry = entry_of(checkup.number, series)


def _kept(checkup: Checkup, number: int, reading: Reading) -> Sequence[Placed]:
    """What makes sense of a round; tells of what does not, and has it rewritten."""
    looked, last = checkup.rounds[number], number == max(checkup.rounds)
    if reading.unknown:
        checkup.sealed = True
        if not looked.sealed:
            checkup.tell(looked.path, What.UNKNOWN_KIND, fault=reading.fault)
    if not reading.fault and not looked.damaged:
        return reading.placed
    kept = without_gaps(reading.placed, last=last)
    words = kept_words(reading.placed, kept)
    if looked.damaged and looked.state:
        facts = damage_facts(looked.state)
        checkup.tell(looked.path, What.ROUND_DAMAGED, **facts, kept=words)
    elif not reading.unknown and not looked.sealed:
        checkup.tell(looked.path, What.NOT_ITS_SHAPE, fault=reading.fault, kept=words)
    checkup.rewritten[number] = kept
    return kept


def damage_facts(damage: Damage) -> dict[str, object]:
    """How much of a damaged file is intact."""
    return {"intact": intact_words(damage), "lost": damage.losses}


def intact_words(damage: Damage) -> str:
    """How many records are intact."""
    return "1 record is intact" if damage.records == 1 else f"{damage.records} records are intact"


def kept_words(stored: Sequence[Placed], kept: Sequence[Placed]) -> str:
    """How much of what is stored of a round stays."""
    if not kept:
        return "nothing of the round can be saved"
    events = events_kept(stored, kept)
    entries = "1 entry" if events == 1 else f"{events} entries"
    return f"its deal and {entries} can be saved"


def _steps(rounds: dict[int, Sequence[Placed]]) -> tuple[Step, ...]:
    return tuple(step for _, step in in_order(rounds))


def _begun(checkup: Checkup, steps: tuple[Step, ...]) -> bool:
    """Whether the series was ever shown to anybody: its head is written last."""
    played = any(isinstance(step, Recorded) for step in steps)
    head = checkup.head
    return any((checkup.sealed, checkup.listed, played, head.damaged, HEADS in head.everything))


def _check_stand_in(checkup: Checkup, number: int, stand: Sequence[Placed]) -> None:
    """A round of which nothing is left stands there called off."""
    looked = checkup.rounds.get(number)
    if looked is None:
        checkup.tell(checkup.round_path(number), What.ROUND_MISSING)
    elif number not in checkup.rewritten and not looked.sealed:
        checkup.tell(looked.path, What.ROUND_EMPTY)
    checkup.rewritten[number] = stand


def _check_head(checkup: Checkup, steps: tuple[Step, ...]) -> Series:
    """What stands before the rounds, told anew from what else is known where it is lost."""
    head = checkup.head
    if head.damaged and head.state:
        checkup.tell(head.path, What.DAMAGED, **damage_facts(head.state))
    doc = next(iter(head.everything.get(HEADS, {}).values()), None)
    made = head_from(checkup.listed, steps)
    if doc is None:
        if not head.sealed and not head.damaged:
            checkup.tell(head.path, What.HEAD_MISSING)
        checkup.renewed = made
        return made
    try:
        return documents.read_head(doc)
    except ValueError as fault:
        _tell_head(checkup, fault)
    checkup.renewed = made
    return made


def _tell_head(checkup: Checkup, fault: ValueError) -> None:
    if checkup.head.sealed:
        return
    if isinstance(fault, UnknownKindError):
        checkup.sealed = True
        checkup.tell(checkup.head.path, What.UNKNOWN_KIND, fault=fault)
    else:
        checkup.tell(checkup.head.path, What.HEAD_NOT_ITS_SHAPE, fault=fault)


def _check_rules(checkup: Checkup, head: Series, stands: dict[int, Sequence[Placed]]) -> Series:
    """The series as far as the rules accept it, with the rounds cut that they do not.

    Where that is not enough, as when a file was exchanged for another, all steps that make sense
    together are placed anew.
    """
    replay = replayed(Stored(head, _steps(stands)))
    for number, fault in replay.unclear.items():
        cut = without_gaps(stands[number], last=number == max(stands))
        if number not in checkup.rewritten and not checkup.sealed:
            path, words = checkup.round_path(number), kept_words(stands[number], cut)
            checkup.tell(path, What.REFUSED, fault=fault, kept=words)
        checkup.rewritten[number] = stands[number] = cut
    again = replayed(Stored(head, _steps(stands))) if replay.unclear else replay
    if again.unclear:
        empty: dict[int, Sequence[Placed]] = dict.fromkeys(checkup.rounds, ())
        checkup.rewritten = empty | _placed_anew(again.steps)
    return again.series


def _placed_anew(steps: Iterable[Step]) -> dict[int, Sequence[Placed]]:
    rounds: dict[int, list[Placed]] = {}
    for place, step in enumerate(steps, 1):
        rounds.setdefault(step.number, []).append((place, step))
    return {**rounds}
