"""The link between one device and the desk: what the device shows, and where its taps go.

The desk is a plain model that all sessions share. Each session has a `Link` of its own: its `Shown`
says what the device shows, and its `Pulse` beats with every change of the desk, wherever that was
made, for the screen on top to draw itself again; at the table, one for what answers the tap beats
first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, TypeVarTuple

import flet as ft

from companion.core.layout import Layout
from companion.core.objections import Objection, Why
from companion.desk.archive import Desk
from companion.desk.ports import StoreFailedError
from companion.preferences import Lows, Motion, Preferences
from companion.ui import taps
from companion.ui.device import Device
from companion.ui.screens import Screen
from companion.ui.shown import Pulse, Shown
from companion.ui.theme import dress
from companion.views.refusals import trouble_words
from companion.words import Words, words_in

_log = logging.getLogger(__name__)
_Args = TypeVarTuple("_Args")
_DESK_THREAD = ThreadPoolExecutor(1, thread_name_prefix="desk")
"""One thread for the desk of all sessions: disk work leaves the event loop, taps keep order."""

TABLE, ROUND_OVER = "/table", "/table/over"

FRAMES_SECONDS = 3 / 60
"""Three frames of a device: one is under way when a change comes, the next one is drawn, and in a
large window the third one shows it.
"""

OnKey = Callable[[str], Awaitable[None]]
"""Takes a key by its name, `Arrow Left` or `P`."""

Reason = Callable[[Objection, Words], str]
"""Says a refusal in words for people."""


async def _stay() -> None:
    """There is nothing to take the focus off."""


@dataclass(eq=False)
class Link:
    """One session's hold on the desk."""

    page: ft.Page
    desk: Desk
    device: Device
    reason: Reason
    shown: Shown = field(default_factory=Shown)
    pulse: Pulse = field(default_factory=Pulse)
    laid: Pulse = field(default_factory=Pulse)
    """The layout's own pulse, which beats first if a card came or went."""
    due: Pulse = field(default_factory=Pulse)
    """The pulse of whose turn it is, which beats first if that changed and no card did."""
    layout: Layout | None = None
    """The layout as it was drawn last."""
    seen: int = 0
    """The number of the turn that the table screen shows as due."""
    night: int | None = None
    """The number of the series that this device shows."""
    on_key: OnKey | None = None
    """What the table screen does with a key, while it shows."""
    rest: Callable[[], Awaitable[None]] = field(default=_stay)
    """Takes the keyboard's focus off whatever has it."""

    @property
    def words(self) -> Words:
        """The words of the language that this device shows."""
        return words_in(self.shown.preferences.language or self.shown.language)

    @property
    def moves(self) -> bool:
        """Whether cards and chips move on this device."""
        motion = self.shown.preferences.motion
        return motion is Motion.ON or (motion is Motion.SYSTEM and not self.device.calm)

    def tap(
        self, act: Callable[[*_Args], Awaitable[object]], *args: *_Args
    ) -> Callable[[], Coroutine[Any, Any, None]]:
        """A handler that does `act` and, should that raise, shows a notice and nothing worse."""

        async def tapped() -> None:
            try:
                await act(*args)
            except Exception as problem:  # noqa: BLE001 - this is the session's outermost shell
                _log.exception("a tap failed")
                self.shown.notice = self.words.say(
                    "Something went wrong: {problem}", problem=problem
                )

        return tapped

    async def ask(self, act: Callable[[], Objection | None]) -> bool:
        """Do something with the series that this device shows; whether the desk agreed.

        If another device has put another series on the desk meanwhile, nothing is done.
        """
        shown = self.night

        def meant() -> Objection | None:
            night = self.desk.state.night
            return act() if night and night.number == shown else Objection(Why.OTHER_SERIES)

        return await self.lay(meant)

    async def lay(self, act: Callable[[], Objection | None]) -> bool:
        """Do something that does not belong to the series that shows, away from the event loop;
        whether the desk agreed.
        """
        try:
            refusal = await asyncio.get_running_loop().run_in_executor(_DESK_THREAD, act)
        except StoreFailedError as failed:
            _log.warning("not saved: %s", failed)
            self.shown.notice = trouble_words(failed.trouble, self.words)
            return False
        self.shown.notice = "" if refusal is None else self.reason(refusal, self.words)
        if refusal is None:
            self.page.pubsub.send_others("changed")
            self.page.run_task(self.device.tick)
            await self.redraw()
        return refusal is None

    async def visit(self, screen: Screen) -> None:
        """Put the series on the desk that a route speaks of, if it is another one that is known."""
        state = self.desk.state
        wanted = next((each.number for each in screen.stack if each.name == "series"), None)
        at_table = any(each.name == "table" for each in screen.stack)
        if wanted is None and at_table and state.night is None:
            wanted = next((each.number for each in state.entries if not each.over), None)
        known = wanted in {each.number for each in state.entries}
        if wanted and known and (state.night is None or state.night.number != wanted):
            await self.lay(lambda: self.desk.open(wanted))

    async def redraw(self) -> None:
        """Draw again from the desk; the end of a round opens its screen, undoing it closes it."""
        over, path = taps.round_over(self.desk), self.shown.screen.path
        if over and path == TABLE:
            await self.go(ROUND_OVER)
        elif not over and path == ROUND_OVER:
            await self.go(TABLE)
        else:
            await self.beat()

    async def beat(self) -> None:
        """Draw again what shows. At the table what answers a tap comes first, a card that came or
        went or else whose turn it is, and the device has the time to show it before all the rest
        follows.
        """
        first = self._first
        if first:
            first.beat += 1
            await asyncio.sleep(FRAMES_SECONDS)
        self.pulse.beat += 1

    @property
    def _first(self) -> Pulse | None:
        """The pulse of what changed at the table, if that shows there."""
        night, before = self.desk.state.night, self.layout
        if not (night and before and self.shown.screen.path == TABLE):
            return None
        if night.round.layout != before:
            return self.laid
        return self.due if night.round.next_turn != self.seen else None

    async def play(self, code: str, turn: int) -> None:
        """Lay the card as the given turn."""
        await self.ask(lambda: taps.play(self.desk, code, turn))

    async def play_seen(self, code: str) -> None:
        """Lay the card as the turn that this device sees as due at the moment of the tap."""
        await self.play(code, self.seen)

    async def pass_turn(self, turn: int) -> None:
        """Pass as the given turn."""
        await self.ask(lambda: taps.pass_turn(self.desk, turn))

    async def lead(self, handle: str, turn: int) -> None:
        """Answer who holds the opening card, which lays it."""
        await self.ask(lambda: taps.lead(self.desk, handle, turn))

    async def call_off(self) -> None:
        """Void the round, as this device sees it; undo takes that back."""
        turn = self.seen
        await self.ask(lambda: taps.call_off(self.desk, turn))

    async def undo(self) -> None:
        """Take back the last step."""
        await self.ask(self.desk.undo)

    async def redo(self) -> None:
        """Take the step again that was taken back last."""
        await self.ask(self.desk.redo)

    async def prefer(self, preferences: Preferences) -> None:
        """Show everything on this device like that, now and the next time."""
        before = self._dress
        self.shown.preferences = preferences
        if before != self._dress:
            self.dress()
            self.page.update()
        await self.device.keep(preferences)

    def dress(self) -> None:
        """Give the page this device's theme and language."""
        dress(self.page, self.shown.preferences, moves=self.moves, language=self.words.language)

    @property
    def _dress(self) -> tuple[object, ...]:
        """What the theme and the client's own words are made from."""
        now = self.shown.preferences
        return now.look, now.four_colours, self.moves, self.words.language

    async def flip(self) -> None:
        """Show the layout to somebody who sits opposite."""
        now = self.shown.preferences
        await self.prefer(replace(now, turned=not now.turned))

    async def mirror(self, lows: Lows) -> None:
        """Show the picture with the low cards on that side."""
        await self.prefer(replace(self.shown.preferences, lows=lows))

    async def across(self) -> None:
        """Lay the suits as columns, or as rows again."""
        now = self.shown.preferences
        await self.prefer(replace(now, columns=not now.columns))

    async def hush(self) -> None:
        """Put the notice away."""
        self.shown.notice = ""

    async def go(self, path: str) -> None:
        """Open the screen at the path, as a step that the back button takes back."""
        self.shown.notice = ""
        self.shown.screen = Screen(path)
        await self.page.push_route(path)

    async def back(self) -> None:
        """Return to the screen that this one was opened from."""
        await self.go(self.shown.screen.parent.path)
