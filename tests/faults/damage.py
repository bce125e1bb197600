"""Damage of a series from outside: a cut at every byte, and a flip of every byte.

Everything before the first bad line is shown, never a state that was not; the loss is told, also by
the doctor and after the series was opened, and the damaged file is kept.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.desk.ports import Problem, StoreFailedError
from storage.doctor import check
from tests.faults.found import Tally
from tests.places import store_in
from tests.storage.logs import Moment, file_of, flipped, keep, night

HISTORY = night(3, 2)


def prepare(root: Path) -> bytes:
    """Save a series, and return the content of its file."""
    with store_in(root) as store:
        keep(store, HISTORY)
        log = HISTORY[-1].log
        store.save(1, log.without_last())
        store.save(1, log)
    return file_of(root, 1).read_bytes()


def cuts(content: bytes, step: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield the content cut at every byte."""
    for size in range(0, len(content), step):
        yield f"cut to {size} bytes", content[:size]


def flips(content: bytes, step: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield the content with each byte changed in two ways."""
    for at in range(0, len(content), step):
        for bits in (1 << at % 8, 0xFF):
            yield f"byte {at} changed by {bits}", flipped(content, at, bits)


def harm_all(root: Path, harms: Iterator[tuple[str, bytes]], tally: Tally) -> Tally:
    """Try each harm of the series in a folder."""
    saved = {path: path.read_bytes() for path in root.iterdir() if path.is_file()}
    content = file_of(root, 1).read_bytes()
    states = [*HISTORY, Moment(HISTORY[-1].log.without_last(), None), HISTORY[-1]]
    for name, harmed in harms:
        for path in (*root.iterdir(), *(root / "series").iterdir()):
            if path.is_file():
                path.unlink()
        for path, kept in saved.items():
            path.write_bytes(kept)
        file_of(root, 1).write_bytes(harmed)
        problem = _problem(root, harmed, content, states)
        tally.add(f"{name}: {problem}" if problem else "", reported=True)
    return tally


def _problem(  # noqa: PLR0911 - each promise
    root: Path, harmed: bytes, content: bytes, states: list[Moment]
) -> str:
    if not check(root).wrong:
        return "the doctor says nothing"
    if file_of(root, 1).read_bytes() != harmed:
        return "the doctor changed the file"
    with store_in(root) as store:
        try:
            stored = store.load(1)
        except StoreFailedError:
            return "" if file_of(root, 1).read_bytes() == harmed else "the file was changed"
        found = store.findings()
    if stored.log.steps and all(stored.log != moment.log for moment in states):
        return "a state that never was"
    if stored.log == states[-1].log and stored.revision != len(states) and not found:
        return "silent"
    told = {finding.problem for finding in found}
    if not told & {Problem.SERIES_CUT, Problem.SERIES_DAMAGED, Problem.SERIES_UNREADABLE}:
        return f"told is {told}"
    asides = [path.read_bytes() for path in root.rglob("*.damaged")]
    if Problem.SERIES_DAMAGED in told and harmed not in asides:
        return "the damaged file is gone"
    if content.startswith(harmed) and asides:
        return "a short file is no damaged one"
    return "" if check(root).wrong else "the doctor says nothing any more"
