"""What a device asks of its table: each request carries what its person saw.

Requests of one device are made one after the other. Whoever taps faster than the screen follows
means the position after their own taps, so those count as seen; what another device did meanwhile
does not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from companion.core.objections import Objection
from companion.desk.commands import Command
from companion.desk.table import Table

_Done = TypeVar("_Done")
BOUNCE_SECONDS: Final = 0.35
"""A tap on the same place as the last one within so many seconds is a finger that bounced."""

Ask = Callable[[int], Awaitable[Objection | None]]
"""Asks a table for something, given the revision that was seen."""


class Requests:
    """The requests of one device, by the revision that its screen showed."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """The clock gives seconds from any start."""
        self._clock = clock
        self._one_by_one = asyncio.Lock()
        self._own: dict[int, int] = {}
        self._table: Table | None = None
        self._place, self._at = "", 0.0

    @property
    def under_way(self) -> bool:
        """Whether a request was made and not answered yet."""
        return self._one_by_one.locked()

    def bounced(self, place: str) -> bool:
        """Whether a tap on that place is the last tap once more; notes the tap if not."""
        now = self._clock()
        again = bool(place) and place == self._place and now - self._at < BOUNCE_SECONDS
        if not again:
            self._place, self._at = place, now
        return again

    async def do(self, table: Table, command: Command, shown: int) -> Objection | None:
        """Take the step that the command means."""
        return await self._ask(table, lambda seen: table.do(command, seen), shown)

    async def undo(self, table: Table, shown: int) -> Objection | None:
        """Take back the last step."""
        return await self._ask(table, table.undo, shown)

    async def redo(self, table: Table, shown: int) -> Objection | None:
        """Take the step again that was taken back last."""
        return await self._ask(table, table.redo, shown)

    def asked(self, table: Table, shown: int) -> bool:
        """Whether something was asked for already by what the screen shows."""
        return self.under_way or self._followed(table, shown) != shown

    async def alone(self, act: Callable[[], Awaitable[_Done]]) -> _Done | None:
        """Do what is meant once; None while another request is under way, and nothing is done."""
        if self.under_way:
            return None
        async with self._one_by_one:
            return await act()

    async def _ask(self, table: Table, ask: Ask, shown: int) -> Objection | None:
        async with self._one_by_one:
            seen = self._followed(table, shown)
            refusal = await ask(seen)
            if refusal is None:
                self._own[seen] = seen + 1
        return refusal

    def _followed(self, table: Table, shown: int) -> int:
        """The revision after what was shown and this device's own requests since then."""
        if table is not self._table:
            self._table, self._own = table, {}
        self._own = {before: after for before, after in self._own.items() if before >= shown}
        while shown in self._own:
            shown = self._own[shown]
        return shown
