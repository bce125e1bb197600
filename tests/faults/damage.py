"""Damage of files from outside: bytes, lines and whole files.

The app starts, reports the loss and keeps the rest; the doctor reports the same and repairs it. One
damaged line costs at most one round.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.core.log import Log
from companion.core.presets import parse
from companion.core.steps import Planned
from companion.desk.ports import StoreFailedError
from storage.paths import CATALOGUE, CHOICES, where
from storage.store import FolderStore
from tests.choosing import choose
from tests.faults.found import IDS, Found, Tally, copied, found
from tests.faults.operations import SHEET, TO_FORTY, TWO_ROUNDS, next_deal
from tests.faults.process import FOLDER, Act, Process, begin, command, do, event, leave, start, undo

NIGHT: tuple[Act, ...] = (
    *(*TWO_ROUNDS, event("Ann --"), undo, event("waive 2", 1), event("void")),
    *(command(Planned(parse("pagat"))), command(next_deal), event("pay Cem Ann 4", 1)),
    *(begin(TO_FORTY), event("Ann 7C"), event("Zoë --")),
)
"""Two series: the first one has a finished round, one that was called off, one that is dealt, a
step taken back, and late corrections.
"""
OTHER = SHEET.replace("Friday", "Sunday")


@dataclass(frozen=True)
class Harm:
    """Damage to a folder, with the rounds of series 1 that may be lost, from `open_end` on all;
    None allows the loss of the whole series.
    """

    name: str
    does: Callable[[Path], object]
    costs: frozenset[int] | None = frozenset()
    open_end: int = 1000


def harmed_bytes(content: bytes, step: int) -> Iterator[tuple[str, int, bytes]]:
    """Yield damage to each `step`-th byte: a flipped bit, zero, removed, doubled, a cut before."""
    for at in range(0, len(content), step):
        start_, byte, rest = content[:at], content[at], content[at + 1 :]
        yield f"bit {at % 8} flipped", at, start_ + bytes([byte ^ 1 << at % 8]) + rest
        yield "made zero", at, start_ + b"\0" + rest
        yield "left out", at, start_ + rest
        yield "doubled", at, start_ + bytes([byte, byte]) + rest
        yield "cut before it", at, start_


def harmed_lines(content: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Yield damage to each line: removed, doubled, exchanged, and removed with the next line."""
    lines = content.splitlines(keepends=True)
    at = 0
    for place, line in enumerate(lines):
        before, after = lines[:place], lines[place + 1 :]
        yield "line dropped", at, b"".join(before + after)
        yield "line doubled", at, b"".join([*before, line, line, *after])
        yield "lines dropped", at, b"".join(before + after[1:])
        yield "lines exchanged", at, b"".join([*before, *after[:1], line, *after[1:]])
        at += len(line)


def rounds_of_lines(content: bytes) -> list[int]:
    """Return the round of each line of a series, 0 for no round."""
    rounds: list[int] = []
    for line in content.splitlines():
        doc = json.loads(line.split(b" ", 2)[2])
        steps = doc.get("steps", {})
        rounds += [one["round"] for one in steps.values()] or [0]
    return rounds


def byte_harms(content: bytes, step: int) -> Iterator[Harm]:
    """Yield all damage to the file of series 1 with this content."""
    rounds = rounds_of_lines(content)
    for kind, at, changed in (*harmed_bytes(content, step), *harmed_lines(content)):
        line = content[:at].count(b"\n")
        near = {*rounds[max(line - 1, 0) : line + 2]}  # a line break stands for two lines
        later = 1000 if "cut" not in kind else min(rounds[line:], default=1000)
        later = later if later or "cut" not in kind else 1
        yield Harm(f"byte {at} {kind}", writes(1, changed), frozenset(near), later)


def file_content_harms(name: str, content: bytes, step: int) -> Iterator[Harm]:
    """Yield all damage to the list or the choices, without a loss in any series."""
    for kind, at, changed in (*harmed_bytes(content, step), *harmed_lines(content)):
        yield Harm(f"{name}, byte {at} {kind}", _writes(name, changed))


def writes(number: int, content: bytes) -> Callable[[Path], object]:
    return _writes(where(number), content)


def _writes(name: str, content: bytes) -> Callable[[Path], object]:
    return lambda home: (home / name).write_bytes(content)


def harm_all(harms: Iterator[Harm], folder: Path) -> Tally:
    """Apply each damage to a copy of the folder."""
    tally, before = Tally(), found(copied(folder / "whole", folder / "harmed"), doctor=False)
    for harm in harms:
        root = copied(folder / "whole", folder / "harmed")
        harm.does(root / FOLDER)
        try:
            problem, reported = _outcome(harm, before, root)
        except StoreFailedError as error:
            problem, reported = f"the app does not start: {error}", True
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what the harm led to
            problem, reported = f"{error!r}", False
        tally.add(problem and f"{harm.name}: {problem}", reported=reported)
    return tally


def _outcome(harm: Harm, before: Found, root: Path) -> tuple[str, bool]:
    """Return the errors after a damage, and whether the damage was reported."""
    after = found(root)
    reported = bool(after.reported)
    if after.broken:
        return after.broken[0], reported
    if after.picture != before.picture and not reported:
        return "went unseen", reported
    again = found(copied(root, root.with_name("again")), doctor=False)
    if again.picture != after.picture:
        return "the next start finds something else", reported
    return _cost(harm, dict(before.picture[0]), dict(after.picture[0])), reported


def _cost(harm: Harm, before: dict[int, Log], after: dict[int, Log]) -> str:
    """Return the losses that are not allowed."""
    if after.get(2) != before[2]:
        return "" if harm.costs is None else "another series changed"
    if harm.costs is None:
        return ""
    if 1 not in after:
        return "" if harm.open_end <= 1 else "the series is lost"
    old, new = before[1].series.rounds, after[1].series.rounds
    for number, (one, two) in enumerate(zip(old, new, strict=False), 1):
        if number in harm.costs or number >= harm.open_end:
            continue
        if one != two:
            return f"round {number} changed"
    kept_all = len(old) == len(new) or len(old) in harm.costs or harm.open_end <= len(old)
    return "" if kept_all else f"{len(new)} rounds of {len(old)} are left"


def prepare(folder: Path) -> bytes:
    """Make a folder with a night and choices, and return the content of series 1."""
    IDS.begin(0)
    do(Process(folder / "whole" / FOLDER), (start, *NIGHT, leave))
    with closing(FolderStore(folder / "whole" / FOLDER)) as store:
        choose(store, usual=parse("pagat"), archived=frozenset({2}))
    return (folder / "whole" / FOLDER / where(1)).read_bytes()


def file_harms(content: bytes, older: bytes) -> Iterator[Harm]:
    """Yield damage to whole files: exchanged, copied, restored, missing or replaced."""
    one, two, three = where(1), where(2), where(3)

    def exchange(home: Path) -> None:
        (home / one).rename(home / "x")
        (home / two).rename(home / one)
        (home / "x").rename(home / two)

    def replaced(make: Callable[[Path], object]) -> Callable[[Path], object]:
        def replace(home: Path) -> None:
            (home / one).unlink()
            make(home)

        return replace

    yield Harm("exchanged", exchange, None)
    yield Harm("copied over another", lambda home: shutil.copy(home / two, home / one), None)
    yield Harm("copied beside", lambda home: shutil.copy(home / one, home / three))
    yield Harm("renamed", lambda home: (home / one).rename(home / three), None)
    yield Harm("an older copy put back", writes(1, older), frozenset({1, 2, 3}), 1)
    yield Harm("missing", lambda home: (home / one).unlink(), None)
    yield Harm("empty", writes(1, b""), None)
    yield Harm("zeros", writes(1, bytes(len(content))), None)
    yield Harm("another kind of file", writes(1, b"\x89PNG\r\n\x1a\n" * 40), None)
    yield Harm("a folder", replaced(lambda home: (home / one).mkdir()), None)
    yield Harm(
        "a link to another", replaced(lambda home: (home / one).symlink_to(home / two)), None
    )
    yield Harm("a link to nowhere", replaced(lambda home: (home / one).symlink_to("/none")), None)
    yield Harm("a hard link", replaced(lambda home: (home / one).hardlink_to(home / two)), None)
    yield Harm("catalogue missing", lambda home: (home / CATALOGUE).unlink())
    yield Harm("catalogue empty", _writes(CATALOGUE, b""))
    yield Harm("a series in its place", lambda home: shutil.copy(home / one, home / CATALOGUE))
    yield Harm("choices missing", lambda home: (home / CHOICES).unlink())
    yield Harm("choices empty", _writes(CHOICES, b""))
    yield Harm("a series instead of choices", lambda home: shutil.copy(home / one, home / CHOICES))
    yield Harm("a folder of strangers", lambda home: (home / "series" / "notes").mkdir())
    yield Harm("the lock's file gone", lambda home: (home / "lock").unlink())
