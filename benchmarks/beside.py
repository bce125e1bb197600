"""Taps and loads of the table and of the counter, by turns and in a changing order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import TypeVar

from playwright.sync_api import Browser

from benchmarks.bare import BUTTON_FROM_CORNER
from benchmarks.scout import Touch, Way
from benchmarks.watch import Answer, Size, Watched, around, watched

WARMING = 20
_HALF_A_NUMBER = 60
_Measured = TypeVar("_Measured")


@dataclass(frozen=True, slots=True)
class Course:
    """One browser, the addresses of table and counter, their size, and the taps."""

    browser: Browser
    ours: str
    theirs: str
    size: Size
    way: Way

    @property
    def counted(self) -> Touch:
        """The counter's button, and its number in the middle."""
        width, height = self.size
        button = (width - BUTTON_FROM_CORNER, height - BUTTON_FROM_CORNER)
        return Touch(button, around((width / 2, height / 2), _HALF_A_NUMBER))


def taps(course: Course, count: int) -> list[tuple[Answer, Answer]]:
    """Return the times of taps on both, from the first of the round, after some warming ones."""
    size = course.size
    with watched(course.browser, size) as ours, watched(course.browser, size) as theirs:
        ours.open(course.ours)
        theirs.open(course.theirs)
        touches = islice(_touches(ours, course.way), WARMING + count)
        both = [_tapped(ours, theirs, touch, course.counted, n) for n, touch in enumerate(touches)]
    return both[WARMING:]


def loads(course: Course, count: int) -> list[tuple[float, float]]:
    """Return the times of loads of both, each by a page without a cache, after one waking load."""
    both = [_loaded(course, number) for number in range(1 + count)]
    return both[1:]


def _touches(table: Watched, way: Way) -> Iterator[Touch]:
    """Yield the round's first taps and then, for ever, all of them, each time from its start."""
    for touches in chain([way.touches[:WARMING]], repeat(way.touches)):
        yield from touches
        table.touch(way.undo, len(touches))


def _tapped(
    ours: Watched, theirs: Watched, touch: Touch, counted: Touch, number: int
) -> tuple[Answer, Answer]:
    return _in_turns(
        lambda: ours.tap(touch.spot, touch.shows),
        lambda: theirs.tap(counted.spot, counted.shows),
        number,
    )


def _loaded(course: Course, number: int) -> tuple[float, float]:
    def load(url: str, touch: Touch) -> float:
        with watched(course.browser, course.size) as page:
            return page.first_frame(url, touch.shows)

    return _in_turns(
        lambda: load(course.ours, course.way.touches[0]),
        lambda: load(course.theirs, course.counted),
        number,
    )


def _in_turns(
    ours: Callable[[], _Measured], theirs: Callable[[], _Measured], number: int
) -> tuple[_Measured, _Measured]:
    if number % 2:
        other = theirs()
        return ours(), other
    return ours(), theirs()
