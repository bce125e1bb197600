"""Random logs, step by step with undo, and helpers to store and damage them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from companion.core.cards import spread
from companion.core.log import Log
from companion.core.presets import parse, preset
from companion.core.rounds.events.decisions import CalledOff, ChipsCorrection
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.setup import POT, Setup
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded, Step
from storage.journal import line_of
from storage.store import FolderStore
from tests.places import bytes_in, store_in
from tests.strategies import Evening, Habits

HANDLES = ("Ana", "Ben", "Çem", "Ðov", "Eve", "Fay")
RULES = tuple(map(parse, ("bicycle target=0", "pagat-pool", "kartendomino play_on=yes")))
HEAD = Series("Friday ♥ night", "2026-11-20", replace(preset("bicycle"), target=0), worth="1 nut")


@dataclass(frozen=True)
class Moment:
    """Log, and the step that led to the log, None for an undo."""

    log: Log
    step: Step | None


class _Diary(Evening):
    """Table at play that keeps each moment, also of steps taken back."""

    def __init__(self, chance: Random, undo: int) -> None:
        """Seat the table; `undo` is the share of steps after which some are taken back."""
        super().__init__(chance, HEAD, Habits(12, false_passes=20), RULES)
        self.undo, self.moments = undo, list[Moment]()

    def write(self, step: Step) -> bool:
        """Record the step, sometimes with undo and redo; return whether the step was accepted."""
        if self.log.objection(step):
            return False
        self._keep(step)
        if self.chance.randrange(100) < self.undo:
            taken = self.log.steps[-self.chance.randint(1, 6) :]
            for _ in taken:
                self._keep(None)
            for again in taken:
                self._keep(again)
        return True

    def _keep(self, step: Step | None) -> None:
        self.log = self.log.after(step) if step else self.log.without_last()
        self.moments.append(Moment(self.log, step))


def moments(chance: Random, count: int, *, undo: int = 8) -> list[Moment]:
    """Play a random evening of `count` lines, with a percentage of undo."""
    diary = _Diary(chance, undo)
    while len(diary.moments) < count:
        if not diary.round(tuple(chance.sample(HANDLES, chance.choice((2, 3, 4))))):
            diary.write(Recorded(diary.log.round_number, CalledOff()))
    return diary.moments[:count]


def night(seed: int = 1, rounds: int = 4) -> list[Moment]:
    """Build a random series of rounds without undo."""
    chance, log, history = Random(seed), Log.begin(HEAD), list[Moment]()  # noqa: S311 - no secret
    for number in range(1, rounds + 1):
        for step in _round(chance, log, number):
            log = log.after(step)
            history.append(Moment(log, step))
    return history


def _round(chance: Random, before: Log, number: int) -> Iterator[Step]:
    """Yield the events of a short round, with the decisions of the table."""
    setup = _setup(chance, before)
    yield Dealt(setup)
    log = before.after(Dealt(setup))
    while not log.round.over:
        step = Recorded(number, _turn(chance, log))
        if log.objection(step) is None:
            log = log.after(step)
            yield step
    yield Recorded(number, ChipsCorrection(0, POT, number))
    if number > 1:
        yield Recorded(number - 1, ChipsCorrection(1, 0, 2, "for the nuts"))


def _setup(chance: Random, log: Log) -> Setup:
    """Deal few cards to most players, for a short round."""
    count = chance.choice((2, 3, 4))
    handles = tuple(chance.sample(HANDLES, count))
    sizes = [chance.choice((1, 2, 3)) for _ in range(count - 1)]
    rules = log.series.planned or log.series.latest_rules
    return Setup(rules, handles, chance.randrange(count), (*sizes, 52 - sum(sizes)))


def _turn(chance: Random, log: Log) -> Played | Passed:
    round_ = log.round
    seat = 0 if round_.due is None else round_.due
    cards = spread(round_.playable)
    return Played(seat, chance.choice(cards)) if cards and chance.randrange(5) else Passed(seat)


def save(root: Path, *series: Sequence[Moment]) -> None:
    """Save series line by line."""
    with store_in(root) as store:
        for history in series:
            keep(store, history)


def keep(store: FolderStore, history: Sequence[Moment]) -> int:
    """Save a series line by line, and return the number."""
    first, *rest = history
    number = store.create(first.log)
    for moment in rest:
        store.save(number, moment.log)
    return number


def file_of(root: Path, number: int) -> Path:
    return root / "series" / f"{number:05d}.tdb"


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().rstrip(b"\0").splitlines(keepends=True)


def flipped(content: bytes, at: int, bit: int = 1) -> bytes:
    """Flip bits of one byte."""
    changed = bytearray(content)
    changed[at] ^= bit
    return bytes(changed)


def flip_line(path: Path, line: int) -> None:
    """Damage the middle of a line, counted from the header as 0."""
    lines = lines_of(path)
    lines[line] = flipped(lines[line], len(lines[line]) // 2)
    path.write_bytes(b"".join(lines))


def add_line(path: Path, change: object) -> None:
    """Append a line with a correct checksum."""
    lines = lines_of(path)
    path.write_bytes(b"".join([*lines, line_of(change, len(lines))]))


def read_content(root: Path) -> dict[str, tuple[bytes, int]]:
    """Read the content and the time of each file but the lock."""
    times = {name: (root / name).stat().st_mtime_ns for name in bytes_in(root)}
    return {name: (content, times[name]) for name, content in bytes_in(root).items()}


NIGHTS = [night(1, 3), night(2, 2), night(3, 1)]
