"""Taps and loads of the table and of the counter, by turns and in a changing order."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from playwright.sync_api import Browser

from benchmarks.counter import BUTTON_FROM_CORNER
from benchmarks.scout import Touch, Way
from benchmarks.timing import in_turns
from benchmarks.watch import Answer, Size, Watched, around, watched

WARMING = 20
_HALF_A_NUMBER = 60


@dataclass(frozen=True)
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
        touches, counted = _touches(ours, course.way), course.counted
        return in_turns(
            lambda: _tapped(ours, next(touches)), lambda: _tapped(theirs, counted), count, WARMING
        )


def loads(course: Course, count: int) -> list[tuple[float, float]]:
    """Return the times of loads of both, each by a page without a cache, after one waking load."""

    def load(url: str, touch: Touch) -> float:
        with watched(course.browser, course.size) as page:
            return page.first_frame(url, touch.shows)

    return in_turns(
        lambda: load(course.ours, course.way.touches[0]),
        lambda: load(course.theirs, course.counted),
        count,
        1,
    )


def _touches(table: Watched, way: Way) -> Iterator[Touch]:
    """Yield the round's first taps and then, for ever, all of them, each time from its start."""
    for touches in chain([way.touches[:WARMING]], repeat(way.touches)):
        yield from touches
        table.touch(way.undo, len(touches))


def _tapped(page: Watched, touch: Touch) -> Answer:
    return page.tap(touch.spot, touch.shows)
