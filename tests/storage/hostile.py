"""Journals of any size with right checksums that try to make reading dear, and an ordinary one to
hold them against.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Final

from storage.diagnosis import written
from storage.lines import Header, encode, write_line

from companion.core.sheet import loads
from tests.core.sheet.hostile import ordinary as ordinary_sheet

_HEADER: Final = Header("b" * 16, 1, 1)
_TIMES: Final = 3
"""Approximate ratio of a journal to the score sheet of the same series."""

_Lines = Iterable[tuple[int, str]]


def ordinary(size: int) -> bytes:
    """Build an ordinary journal of about `size` bytes."""
    return written(_HEADER, loads(ordinary_sheet(size // _TIMES)))


_BEGINNING: Final = [
    json.loads(line[9:].partition(b" ")[2]) for line in ordinary(0).splitlines()[2:5]
]
_HEAD: Final = encode(_BEGINNING[0])
_DEAL: Final = encode(_BEGINNING[1])
_DEALT: Final = next(iter(_BEGINNING[1]["steps"].values()))["dealt"]


def _step(number: int, place: int, **said: object) -> str:
    return encode({"steps": {"9": {"round": number, "count": place, **said}}})


def _steps_back() -> Iterator[tuple[int, str]]:
    """Yield lines behind a gap, half of them turns, half of them undo."""
    yield from [(2, _HEAD), (3, _step(1, 1, dealt=_DEALT)), (5, _step(0, 2, planned="pagat"))]
    for turn in count():
        yield 6 + 2 * turn, _step(1, 2 + turn, event="Ana --")
        yield 7 + 2 * turn, _step(0, 4 + turn, undo=True)


def _many_documents(size: int) -> Iterator[tuple[int, str]]:
    yield 2, _HEAD
    yield 3, encode({"steps": {str(key): {"round": key} for key in range(size // 20)}})


MANY_LINES: Final[dict[str, Callable[[int], _Lines]]] = {
    "far deals": lambda _: ((10 * k + 3, _step(500 * k + 1, 1, dealt=_DEALT)) for k in count()),
    "steps back behind a gap": lambda _: _steps_back(),
    "steps back of nothing": lambda _: ((k, _step(9, k, undo=True)) for k in count(3)),
    "numbers far apart": lambda _: ((40_000 * k, _DEAL) for k in count(1)),
    "deals without an end": lambda _: ((2 * k + 3, _step(1, k + 1, dealt=_DEALT)) for k in count()),
    "one line of many documents": _many_documents,
    "lost to the end of numbers": lambda _: [(999_999_999, _DEAL)],
    "a head at the end of numbers": lambda _: [(999_999_999, _HEAD)],
}


def hostile(name: str, size: int) -> bytes:
    """Build a journal of about `size` bytes with one kind of hostile content."""
    parts, length = [_HEADER.lines()], 0
    for place, text in MANY_LINES[name](size):
        if length >= size or place > 999_999_999:
            break
        parts.append(write_line(_HEADER.seed, place, text))
        length += len(parts[-1])
    return b"".join(parts)
