"""Each byte of a folder's files is changed from outside.

The app starts, tells what is lost, and keeps everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.core.events import CalledOff
from companion.desk.ports import Loss, Mended, Recorded, Step
from tests.faults.acts import begin, play
from tests.faults.operations import (
    CATALOGUE,
    EARLIER_ROUND,
    HEAD,
    LAST_ROUND,
    TWO_ROUNDS,
)
from tests.faults.sitting import FOLDER, Sitting, copied, do, start

FILES = (EARLIER_ROUND, LAST_ROUND, HEAD, CATALOGUE)
_NIGHT = (*TWO_ROUNDS, play, play, begin("pagat"), play)
_ROUNDS = {EARLIER_ROUND: 1, LAST_ROUND: 2}


@dataclass(frozen=True)
class Harm:
    """A file's new content, and where its first changed byte is."""

    name: str
    at: int
    content: bytes

    def is_cut(self, whole: bytes) -> bool:
        """Whether the end of the file is gone, and nothing else happened to it."""
        return whole.startswith(self.content.rstrip(b"\0"))

    def leaves(self, aside: bytes, whole: bytes) -> bool:
        """Whether that is kept of it: all of it, or its whole lines where the end is gone."""
        lines = self.content[: self.content.rfind(b"\n") + 1]
        return aside == self.content or (self.is_cut(whole) and aside == lines)


@dataclass(frozen=True)
class Tally:
    """How many harms were done, how many of them were told, and how many looked like a write that
    was cut off or changed nothing.
    """

    harms: int
    told: int
    quiet: int


def every_harm(content: bytes, step: int) -> Iterator[Harm]:
    """Every `step`-th byte flipped in one bit, made zero, left out, doubled, and the file cut
    before it; and every line doubled.
    """
    for at in range(0, len(content), step):
        start, byte, rest = content[:at], content[at], content[at + 1 :]
        yield Harm(f"bit {at % 8} flipped", at, start + bytes([byte ^ 1 << at % 8]) + rest)
        yield Harm("made zero", at, start + b"\0" + rest)
        yield Harm("left out", at, start + rest)
        yield Harm("doubled", at, start + bytes([byte, byte]) + rest)
        yield Harm("cut before it", at, start)
    end = 0
    for line in content.splitlines(keepends=True):
        end += len(line)
        yield Harm("line doubled before it", end, content[:end] + line + content[end:])


class _Seen(NamedTuple):
    """What a start found: of each series what stands before its rounds and its steps, the lines of
    the home screen, and whether it said that something is damaged, was cut off, or was mended.
    """

    heads: tuple[str, ...]
    steps: tuple[tuple[Step, ...], ...]
    listed: tuple[object, ...]
    told: bool
    cut_off: bool
    mended: bool


def harm_all(name: str, scratch: Path, step: int = 1) -> Tally:
    """Every harm to one file.

    :raises AssertionError: when one of them goes unseen, or costs more than it must
    """
    whole = scratch / "whole"
    sitting = Sitting(whole / FOLDER)
    do(sitting, (start, *_NIGHT))
    sitting.leave()
    content = (whole / FOLDER / name).read_bytes()
    before = _seen(copied(whole, scratch / "harmed"))
    harms = told = 0
    for harm in every_harm(content, step):
        root = copied(whole, scratch / "harmed")
        (root / FOLDER / name).write_bytes(harm.content)
        problem, was_told = _look(name, harm, content, before, root)
        assert not problem, f"{name}, byte {harm.at} {harm.name}: {problem}"
        harms += 1
        told += was_told
    return Tally(harms, told, harms - told)


def _seen(root: Path) -> _Seen:
    sitting = Sitting(root / FOLDER)
    start(sitting)
    heads: list[str] = []
    steps: list[tuple[Step, ...]] = []
    for number in sitting.numbers:
        sitting.desk.open(number)
        night = sitting.desk.state.night
        assert night
        series = night.series
        heads.append(f"{series.name} {series.date} {series.rules} {series.players}")
        steps.append(night.steps)
    cut_off = bool(sitting.folder.reports)
    listed, told = sitting.desk.state.entries, sitting.told_damage
    mended = any(isinstance(each, Loss | Mended) for each in sitting.desk.state.reports)
    sitting.leave()
    return _Seen(tuple(heads), tuple(steps), listed, told, cut_off, mended)


def _look(name: str, harm: Harm, content: bytes, before: _Seen, root: Path) -> tuple[str, bool]:
    """What is wrong with what is found now, if anything, and whether the harm was told."""
    after = _seen(root)
    aside = root / FOLDER / f"{name}.damaged"
    if after.mended and not (aside.exists() and harm.leaves(aside.read_bytes(), content)):
        return "not kept aside as it was", after.told
    if _seen(root)[:3] != after[:3] or (root / FOLDER / f"{name}.damaged-2").exists():
        return "the next start finds something else", after.told
    if after[:3] == before[:3]:
        return "", after.told
    if not (after.told or (harm.is_cut(content) and _may_be_quiet(name, harm, content, after))):
        return f"went unseen: {after}", after.told
    return _cost(name, harm, content, before, after), after.told


def _may_be_quiet(name: str, harm: Harm, content: bytes, after: _Seen) -> bool:
    """A file that was cut looks as if a write had not come to its end, or was never made."""
    at_a_line = harm.at == 0 or content[harm.at - 1 : harm.at] == b"\n"
    return after.cut_off or (at_a_line and name != EARLIER_ROUND)


def _cost(name: str, harm: Harm, content: bytes, before: _Seen, after: _Seen) -> str:
    """What is lost and should not be."""
    if len(after.steps) != len(before.steps) or after.steps[1:] != before.steps[1:]:
        return "another series changed"
    for number in {1, 2} - {_ROUNDS.get(name)}:
        if _of_round(after, number) != _of_round(before, number):
            return f"round {number} changed"
    if name in _ROUNDS:
        return _cost_in_round(_ROUNDS[name], harm, content, before, after)
    return ""


def _cost_in_round(number: int, harm: Harm, content: bytes, before: _Seen, after: _Seen) -> str:
    """Of the round that was hit, the beginning is kept, at least to where it was hit."""
    kept, whole = _events(after, number), _events(before, number)
    if kept and kept[-1].event == CalledOff():
        kept = kept[:-1]
    if kept != whole[: len(kept)]:
        return f"turns changed: {kept}"
    intact = content[: harm.at].rpartition(b"\n")[0].count(b'"events"')
    return "" if len(kept) >= intact else f"only {len(kept)} of {intact} turns were kept"


def _of_round(seen: _Seen, number: int) -> list[Step]:
    return [step for step in seen.steps[0] if step.number == number]


def _events(seen: _Seen, number: int) -> list[Recorded]:
    return [step for step in _of_round(seen, number) if isinstance(step, Recorded)]
