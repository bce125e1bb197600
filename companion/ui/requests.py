"""Requests of a device to its table, each with the revision that its person saw.

Requests of one device are made one after the other. A person who taps faster than the screen
follows means the position after these taps, so the device's own requests count as seen. Requests of
other devices do not.

A tap means the screen at its press, and is handled later: a phone may be busy drawing. Of two taps
on the same turn the later one must not become the turn of the next player.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import TypeVar

from companion.core.objections import Objection, Why
from companion.desk.commands import Command
from companion.desk.table import Table

_Done = TypeVar("_Done")
BOUNCE_SECONDS = 0.35
"""Seconds within which a second tap on the same place is a finger that bounced."""
_LATEST = 2
_FLUSH = 0.25
"""Limits for a bounce on a busy machine, in multiples of `BOUNCE_SECONDS`.

They are the time since the first tap, and the time since its answer, which does not count during
the answer.
"""
WAITING_SECONDS = 1.0
"""Seconds after which a person takes a request without an answer for a tap that was lost."""
STAMP_BYTES = 9
"""Length of the prefix of a stamped frame: a byte, and the time in microseconds."""
tapped_at: ContextVar[float | None] = ContextVar("tapped_at", default=None)
"""Time of the tap that is being answered, None for a client that does not stamp its taps.

The time is in seconds by the clock of the page, and therefore free of network delays.
"""

Ask = Callable[[int], Awaitable[Objection | None]]
"""A request to a table, given the revision that the person saw."""


QUICK_SECONDS = 0.5
"""Seconds in which a person may not have seen yet that others have changed whose turn it is."""
_PATIENCE_SECONDS = 10.0
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


class Requests:
    """The requests of one device, by the revision on its screen.

    A tap may have bounced, be late or too soon, or follow one that is stuck: all of that is decided
    here. The clock counts seconds from an arbitrary start. `reached` is the last revision that the
    device has seen or made; a later one is by others.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, frames: Frames | None = None
    ) -> None:
        self.frames = frames or Frames()
        self._clock = clock
        self._one_by_one = asyncio.Lock()
        self._own: dict[int, int] = {}
        self._table: Table | None = None
        self.reached = 0
        self._place: str = ""
        self._at: float = 0.0
        self._stamp: float | None = None
        self._answered: float = 0.0
        self._turned: bool = False
        self._answering: bool = False
        self._tapped: int = 0
        self._asked: float = 0.0
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def under_way(self) -> bool:
        """True if a request is still unanswered."""
        return self._one_by_one.locked()

    @property
    def stuck(self) -> bool:
        """True if a request has been unanswered for so long that a further tap may repeat it."""
        return self.under_way and self._clock() - self._asked > WAITING_SECONDS

    def bounced(self, place: str, *, once: bool = False) -> bool:
        """Return whether a tap on a place repeats the last tap, and record the tap if not.

        With `once` every further tap on the place is a repetition while the request is under way.
        Two taps that a page has stamped are compared by its clock, others by their arrival.
        """
        now = self._clock()
        stamp = tapped_at.get()
        same = place == self._place
        if stamp is None or self._stamp is None:
            soon = self._arrived_soon(now)
        else:
            soon = 0 <= stamp - self._stamp < BOUNCE_SECONDS
        bounces = soon and (same or self._turned)
        again = bool(place) and (bounces or (once and same and self.under_way))
        if not again:
            self._place = place
            self._at = now
            self._turned = False
            self._answering = False
            self._stamp = stamp
        return again

    def _arrived_soon(self, now: float) -> bool:
        """Return whether a tap that arrives now may repeat the last tap.

        A busy machine handles the second tap of a bouncing finger late: during its answer to the
        first tap, or just after.
        """
        since = now - self._at
        waited = 0.0 if self._answering else now - self._answered
        late = since < _LATEST * BOUNCE_SECONDS and waited < _FLUSH * BOUNCE_SECONDS
        return since < BOUNCE_SECONDS or late

    @contextmanager
    def answering(self, place: str) -> Generator[None]:
        """Mark a recorded tap on a place as being answered, until the end of the context."""
        self._answering = True
        self._tapped += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._tapped -= 1
            if not self._tapped:
                self._idle.set()
            if place == self._place:
                self._answered = self._clock()
                self._answering = False

    async def answered(self) -> None:
        """Wait until no tap is being answered."""
        await self._idle.wait()

    def turned(self) -> None:
        """Record that another screen replaced the one below the last tap."""
        self._turned = True

    async def do(self, table: Table, command: Command, shown: int) -> Objection | None:
        """Take the step of the command.

        Just after others have changed whose turn it is, the tap was meant for the turn before.
        """
        if self.frames.is_too_soon:
            return Objection(Why.QUICKER)
        return await self._ask(table, lambda seen: table.do(command, seen), shown)

    async def once(self, table: Table, command: Command, shown: int) -> Objection | None:
        """Take the step at the revision shown only, not after another request of this device."""
        shown = self.frames.revision_at_press(shown)
        return await self._ask(table, lambda _: table.do(command, shown), shown)

    async def undo(self, table: Table, shown: int, *, only_shown: bool = False) -> Objection | None:
        """Take back the last step; with `only_shown`, no step that this device has taken since.

        Just after others have changed which step that is, the tap asks whether it is meant.
        """
        if self.frames.is_just_changed:
            return Objection(Why.JUST_CHANGED)
        shown = self.frames.revision_at_press(shown)
        return await self._ask(table, lambda seen: table.undo(shown if only_shown else seen), shown)

    async def redo(self, table: Table, shown: int) -> Objection | None:
        """Repeat the step that was taken back last."""
        return await self._ask(table, table.redo, shown)

    async def alone(self, act: Callable[[], Awaitable[_Done]]) -> _Done | None:
        """Run `act`, or return None while another request is under way."""
        if self.under_way:
            return None
        async with self._one_by_one:
            return await act()

    async def _ask(self, table: Table, ask: Ask, shown: int) -> Objection | None:
        async with self._one_by_one:
            self._asked = self._clock()
            shown = self.frames.revision_at_press(shown)
            seen = self.reached = self._followed(table, shown)
            refusal = await ask(seen)
            if refusal is None:
                self._own[seen] = self.reached = seen + 1
        return refusal

    def _followed(self, table: Table, shown: int) -> int:
        """Return the revision shown, advanced by this device's own requests since then."""
        if table is not self._table:
            self._table = table
            self._own = {}
        self._own = {before: after for before, after in self._own.items() if before >= shown}
        while shown in self._own:
            shown = self._own[shown]
        return shown
