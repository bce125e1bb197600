"""Start of the app in the browser alone, and the warm-up before its snapshot.

The snapshot holds modules with a late import, Flet's facts about each kind of control, and code
that ran often enough to be specialised. During the warm-up the clock stands still, and no code can
wait for events from outside.
"""

import asyncio
import contextvars
import importlib
from asyncio import events
from collections.abc import Awaitable, Callable
from typing import Any, cast

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import (
    _context_page,  # pyright: ignore[reportPrivateUsage] - there is no public name for it
)
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

from companion.core.cards import spread
from companion.desk import commands
from companion.desk.archive import USUAL_RULES, Archive
from companion.desk.table import Table
from companion.screens.kit import BrowserStorage
from companion.ui.device import Browser
from companion.ui.requests import tapped_at
from companion.ui.screens import main_for, without_screens

_TURNS = 12
_LONG_SECONDS = 2.0
_NAMES = ("Ann", "Ben", "Cem")
_PHONE = {"route": "/", "width": 390, "height": 844, "web": True, "platform": "android"}
_encode = cast("Any", protocol).configure_encode_object_for_msgpack(BaseControl)
_packed = cast("Callable[..., bytes]", cast("Any", msgpack).packb)

Main = Callable[[ft.Page], Awaitable[None]]


def play_through(archive: Archive, main: Main, before: Callable[[ft.Page], None]) -> None:
    """Show the first screen, begin a series, and play some turns of it at its table.

    The archive is empty and works without threads.
    """
    around = events._get_running_loop()  # noqa: SLF001 - asyncio documents both for loops
    events._set_running_loop(None)  # noqa: SLF001
    try:
        with asyncio.Runner(loop_factory=_Loop) as runner:
            runner.run(_played_through(archive, main, before), context=contextvars.copy_context())
    finally:
        events._set_running_loop(around)  # noqa: SLF001


async def _played_through(archive: Archive, main: Main, before: Callable[[ft.Page], None]) -> None:
    """Run the app as `flet.messaging.pyodide_connection` does for a client that registers."""
    client = SilentClient(asyncio.get_running_loop())
    page = client.session.page
    cast("contextvars.ContextVar[object]", _context_page).set(page)
    client.session.apply_page_patch(_PHONE)
    before(page)
    _packed(client.session.get_page_patch(), default=_encode)
    await main(page)
    await client.session.after_event(page)
    await _settle()
    table = await archive.start("", _NAMES, 0, USUAL_RULES)
    assert isinstance(table, Table)
    await _settle()
    client.session.apply_page_patch({"route": "/table"})
    number: int = cast("Any", page)._i  # noqa: SLF001 - the name is Flet's
    await client.session.dispatch_event(number, "route_change", {"route": "/table"})
    await _settle()
    await _play(table)
    client.session.close()
    await _settle()


async def _play(table: Table) -> None:
    for turn in range(_TURNS):
        snapshot = table.snapshot
        card = next(iter(spread(snapshot.round.playable)), None)
        command = commands.pass_turn if card is None or not turn % 3 else commands.play(card)
        await table.do(command, snapshot.revision)
        await _settle()
    await table.undo(table.snapshot.revision)
    await _settle()


async def _settle() -> None:
    """Let all due drawing happen, including pauses and animations."""
    await asyncio.sleep(_LONG_SECONDS)


class _Loop(asyncio.BaseEventLoop):
    """An event loop without events from outside, in which waiting takes no time."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self
        self._now = 0.0

    def time(self) -> float:
        return self._now

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise RuntimeError("nothing is left to wait for")
        self._now += timeout
        return []

    def _process_events(self, events: list[object]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


class SilentClient(Connection):
    """A client that packs every message as for the wire, and gives no real answers.

    :raises RuntimeError: when the app crashed
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = loop
        self.page_url = "http://127.0.0.1"
        self.pubsubhub = PubSubHub(loop)
        self.session = Session(self)

    def send_message(self, message: Message) -> None:
        """Pack a message of the session; the name is Flet's."""
        _packed([message.action, message.body], default=_encode)
        if message.action == MessageAction.SESSION_CRASHED:
            raise RuntimeError(message.body.message)
        if message.action == MessageAction.INVOKE_METHOD:
            call = message.body
            answer = self.session.handle_invoke_method_results
            self.loop.call_soon(answer, call.control_id, call.call_id, None, "nobody is here")


class StampedPacket:
    """A packet of the page with the time of its last tap.

    The time is in milliseconds, 0 before the first tap. Flet unpacks a packet in the task that
    starts the answer to it.
    """

    def __init__(self, packet: Any, at: float) -> None:
        self._packet = packet
        self._at = at

    def to_py(self) -> object:
        """Return the bytes, as a packet of JavaScript does; the name is Pyodide's."""
        tapped_at.set(self._at / 1000 if self._at else None)
        return self._packet.to_py()


def warm_up(archive: Archive) -> None:
    """Play through the beginning once, before the snapshot; the archive is empty."""
    play_through(archive, main_for(archive), without_screens)


def run(archive: Archive, page: Any) -> None:
    """Start Flet and return at once.

    `page` is the worker's side of the page, and is notified of the first screen.
    """
    browser = Browser(read_storage)
    page.heard = browser.heard
    page.refuse_file = browser.refuse_file
    browser.on_hand = page.handKept

    def invite() -> None:
        browser.invite(str(page.invitation))

    page.invited = invite
    invite()

    def receive(packet: Any, at: Any) -> None:
        page.send(StampedPacket(packet, at))

    page.receive = receive

    async def main(session: ft.Page) -> None:
        await main_for(archive, browser=browser)(session)
        await asyncio.sleep(0.05)
        page.shown()

    ft.run(main, before_main=without_screens)


def read_storage() -> BrowserStorage:
    """Return the state of the browser's storage, as reported by the page so far."""
    page = importlib.import_module("flet_js")
    return BrowserStorage(bool(page.kept), str(page.missing), cleared=bool(page.cleared))
