"""What a person could see when a finger went down, at a table that others change too.

A tap means the screen at its press, and is handled later: a phone may be busy drawing. Of two taps
on the same turn the later one must not become the turn of the next player.
"""

import time
from collections.abc import Callable
from math import inf
from typing import Final

from companion.ui.requests import tapped_at

QUICK_SECONDS: Final = 0.5
"""Seconds in which a person may not have seen yet that others have changed whose turn it is."""
_PATIENCE_SECONDS: Final = 10.0
"""Longest time between a press and its answer; an earlier press is by another machine's clock."""


class Frames:
    """The changes by others that a device has drawn lately.

    The clock counts seconds since the epoch, as the page does that stamps its taps.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._drawn: list[tuple[float, int]] = []
        self._turned_at = -inf

    def draw(self, before: int, *, turned: bool) -> None:
        """Record that a change by others is being drawn over the revision `before`.

        `turned` if it has changed whose turn it is.
        """
        now = self._clock()
        recent = [drawn for drawn in self._drawn if now - drawn[0] < _PATIENCE_SECONDS]
        self._drawn = [*recent, (now, before)]
        if turned:
            self._turned_at = now

    def revision_at_press(self, shown: int) -> int:
        """Return the revision that was on the screen at the press of the tap being answered."""
        pressed = self._pressed_at()
        return min([shown, *(before for at, before in self._drawn if at > pressed)])

    @property
    def is_too_soon(self) -> bool:
        """True if the turn has come to somebody else just before the tap being answered."""
        return self._pressed_at() - self._turned_at < QUICK_SECONDS

    @property
    def is_just_changed(self) -> bool:
        """True if others have taken a step, or one back, just before the tap being answered."""
        last = max((at for at, _ in self._drawn), default=-inf)
        return self._pressed_at() - last < QUICK_SECONDS

    def _pressed_at(self) -> float:
        now = self._clock()
        stamp = tapped_at.get()
        if stamp is None or now - stamp > _PATIENCE_SECONDS:
            return now
        return min(stamp, now)
