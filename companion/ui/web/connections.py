"""Connections, sessions and websockets of the server, with their limits.

A browser opens a handful of connections for each page. Another program on the machine may open as
many as the system allows, and stay silent. So a connection that is silent for too long is closed.
If there are too many, the least important is closed: first connections that wait for a request,
then requests, then websockets that have not registered, and last the page with the longest silence.

This module replaces Flet's own connections, which keep silent ones for ever, and keep the session
of a page that was cut off while it registered.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import Any, cast

import flet as ft
import h11
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.context import (
    _context_page,  # pyright: ignore[reportPrivateUsage] - there is no public name for it
    context,
)
from flet.messaging import protocol
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, MessageAction, RegisterClientResponseBody
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from companion.ui.client_events import SENT_TOO_MUCH
from companion.ui.requests import STAMP_BYTES, tapped_at
from companion.ui.web.door import App, Receive, Scope, Send
from companion.words import SOURCE, Words, words_in

_log = logging.getLogger(__name__)
MOST, MOST_PAGES = 200, 64
"""Connections, and pages among them, of a server that draws its pages itself."""
MOST_FRAGMENTS = 64
_GOODBYE_SECONDS = 1.0


class Use(IntEnum):
    """The use of a connection, the least important first."""

    WAITING = 0
    REQUEST = 1
    UNREGISTERED = 2
    PAGE = 3


_SILENT_SECONDS = {Use.WAITING: 10.0, Use.REQUEST: 120.0, Use.UNREGISTERED: 10.0}
"""Longest silence of a connection, by its use."""


@dataclass(eq=False)
class Open:
    """An open connection."""

    transport: asyncio.Transport
    heard_at: float
    use: Use = Use.WAITING


class Connections:
    """All open connections, by the addresses of their other ends, with limits of their numbers."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        most: int = MOST,
        most_pages: int = MOST_PAGES,
    ) -> None:
        self._clock, self._most, self._most_pages = clock, most, most_pages
        self._open: dict[object, Open] = {}

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> None:
        """Add a new connection, and close another if there are too many."""
        self._forget_closed()
        if len(self._open) >= self._most:
            self._make_room(list(self._open.values()))
        peer = tuple(transport.get_extra_info("peername")[:2])
        self._open[peer] = Open(transport, self._clock())

    def of(self, scope: Scope) -> Open | None:
        """Return the connection of a request, or None."""
        return self._open.get(tuple(scope.get("client") or ()))

    def hear(self, scope: Scope, use: Use) -> None:
        """Record the present use of a request's connection; of too many pages one is closed."""
        found = self.of(scope)
        if found is None:
            return
        if use is Use.PAGE and found.use is not Use.PAGE:
            pages = [other for other in self._open.values() if other.use is Use.PAGE]
            if len(pages) >= self._most_pages:
                self._make_room(pages)
        found.use, found.heard_at = use, self._clock()

    def end(self, scope: Scope) -> None:
        """Close the connection of a websocket after a moment for the other end's goodbye."""
        if found := self.of(scope):
            asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, found.transport.abort)

    def sweep(self) -> None:
        """Close the connections that were silent for too long."""
        self._forget_closed()
        for connection in self._open.values():
            silent_seconds = self._clock() - connection.heard_at
            if silent_seconds > _SILENT_SECONDS.get(connection.use, inf):
                connection.transport.abort()

    def abort(self) -> None:
        """Close all connections without sending the rest of their data."""
        for connection in self._open.values():
            connection.transport.abort()

    def _make_room(self, among: list[Open]) -> None:
        least = min(among, key=lambda connection: (connection.use, connection.heard_at))
        least.transport.abort()
        self._open = {peer: found for peer, found in self._open.items() if found is not least}

    def _forget_closed(self) -> None:
        self._open = {
            peer: found for peer, found in self._open.items() if not found.transport.is_closing()
        }


def noted(app: App, connections: Connections) -> App:
    """Return the app with its requests and their ends recorded in `connections`."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        is_request = scope["type"] == "http"
        connections.hear(scope, Use.REQUEST if is_request else Use.UNREGISTERED)
        try:
            await app(scope, receive, send)
        finally:
            if is_request:
                connections.hear(scope, Use.WAITING)

    return serve


def http_protocol(connections: Connections) -> type[asyncio.Protocol]:
    """Return Uvicorn's protocol for HTTP, with its connections added to `connections`."""

    class NotedH11Protocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            connections.add(transport)

        def send_400_response(self, msg: str) -> None:
            """Refuse a request that is no HTTP and close the connection.

            The app may be about to answer the head of the request, or have answered it already, and
            h11 raises on a second answer.
            """
            _log.warning("a request is refused: %s", msg)
            if self.cycle is not None:  # pyright: ignore[reportUnnecessaryComparison] - no request yet
                self.cycle.disconnected = True
            if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
                super().send_400_response(msg)
            else:
                self.transport.close()

    return NotedH11Protocol


class BoundedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol for websockets, with a limit for the fragments of a message.

    Empty fragments add nothing to the length of a message, and would be kept without end. Text that
    is none is reported in one line, where Uvicorn prints a traceback.
    """

    def handle_cont(self, event: Frame) -> Any:
        """Add a fragment to a message."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass on a message that is complete."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.logger.error("A message was no text, and its line was closed.")  # noqa: TRY400
                self.conn.send_close(_CLOSED_AS_NO_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


KEPT_SECONDS = 12 * 60 * 60
"""Time for a phone to sleep through the night and still find its page."""
MOST_ASLEEP = 32


class PageSession(Session):
    """A session that does not show the traceback of a fault to its page."""

    def error(self, message: str) -> None:  # noqa: ARG002 - the message holds the traceback
        """Show that the page must be loaded again. Flet has logged the fault already."""
        words = getattr(self.connection, "words", words_in(SOURCE))
        super().error(words.say("Something went wrong. Load the page again."))


class Sessions:
    """All sessions of the server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asleep: dict[str, tuple[Session, float]] = {}

    @property
    def asleep(self) -> int:
        """The number of sessions kept for pages that may come back."""
        return len(self._asleep)

    def wake(self, name: str | None) -> Session | None:
        """Remove a session from those asleep and return it, or None if there is none."""
        self.sweep()
        session, _since = self._asleep.pop(name or "", (None, 0.0))
        return session

    async def sleep(self, session: Session) -> None:
        """Keep the session of a page that is gone, and close the oldest if there are too many."""
        await session.disconnect(KEPT_SECONDS)
        self._asleep[session.id] = (session, self._clock())
        self.sweep()

    def sweep(self) -> None:
        """Close sessions that were asleep for too long, and the oldest if there are too many."""
        for name, (session, since) in list(self._asleep.items()):
            if self._clock() - since > KEPT_SECONDS or len(self._asleep) > MOST_ASLEEP:
                del self._asleep[name]
                session.close()


LONGEST_BYTES = 2**20
"""Limit for a message of a page, with room for a score sheet of thousands of rounds."""
MOST_UNSENT_BYTES = 8 * 2**20
"""Limit for data that a page has not taken yet; the largest screen is a hundredth of the limit."""

_CLOSED_NORMALLY, _CLOSED_AS_NO_TEXT, _CLOSED_AS_TOO_LONG = 1000, 1007, 1009
_PLAIN, _STAMPED = b"\0", b"\2"
_encode = cast("Any", protocol).configure_encode_object_for_msgpack(BaseControl)
_packed = cast("Callable[..., bytes]", cast("Any", msgpack).packb)
_unpacked = cast("Callable[..., tuple[int, dict[str, Any]]]", cast("Any", msgpack).unpackb)
_extension = cast("Any", protocol).decode_ext_from_msgpack


def read(frame: bytes) -> tuple[float | None, MessageAction, dict[str, Any]]:
    """Return the time of the page's last tap, and the action and the body of a frame's message.

    The time is in seconds by the clock of the page, None without a stamp.

    :raises ValueError: when the frame holds no message
    """
    stamp = None
    if frame[:1] == _STAMPED:
        stamp, frame = int.from_bytes(frame[1:STAMP_BYTES]) / 1_000_000, frame[STAMP_BYTES:]
    if frame[:1] != _PLAIN:
        raise ValueError("a frame of an unknown kind")
    action, body = _unpacked(frame[1:], ext_hook=_extension)
    return stamp, MessageAction(action), body


@dataclass(frozen=True)
class Hosted:
    """The app that the server shows, and the objects shared by all pages."""

    main: Callable[[ft.Page], Awaitable[None]]
    before_main: Callable[[ft.Page], None]
    sessions: Sessions
    hub: PubSubHub
    executor: ThreadPoolExecutor
    url: str


class PageConnection(Connection):
    """The connection of one page, from its first frame to its end.

    At the end a session asleep remains if the page had answered. `words` are those of the browser,
    and `on_message` is called with every message of the page.
    """

    def __init__(self, hosted: Hosted, words: Words, on_message: Callable[[], None]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.loop = asyncio.get_running_loop()
        self.executor = hosted.executor
        self.pubsubhub = hosted.hub
        self.page_url = hosted.url
        self.words = words
        self._hosted = hosted
        self._on_message = on_message
        self._session: Session | None = None
        self._started: asyncio.Task[None] | None = None
        self._answered = False
        self._unsent: asyncio.Queue[bytes] = asyncio.Queue()
        self._unsent_bytes = 0
        self._ended: asyncio.Future[None] = self.loop.create_future()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, receive: Receive, send: Send) -> None:
        """Accept the websocket, and pass messages on until either end closes."""
        await receive()
        await send({"type": "websocket.accept"})
        work = [asyncio.create_task(job) for job in (self._read(receive), self._write(send))]
        try:
            await self._ended
        finally:
            for task in work:
                task.cancel()
            await self._leave()
        with suppress(OSError):
            await send({"type": "websocket.close", "code": _CLOSED_NORMALLY})

    def _end(self) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    async def _read(self, receive: Receive) -> None:
        try:
            while (frame := await self._next(receive)) is not None:
                stamp, action, body = read(frame)
                tapped_at.set(stamp)  # the task that answers the frame copies this context
                self._take(action, body)
        except Exception:  # noqa: BLE001 - this is the page's outermost shell
            _log.exception("a message of a page failed")
        finally:
            self._end()

    async def _next(self, receive: Receive) -> bytes | None:
        """Return the next frame, or None when the page is gone.

        A frame that was too long has ended the connection on the way. The session records that, for
        a notice when the page comes back.
        """
        message = await receive()
        if message["type"] != "websocket.disconnect":
            return message.get("bytes") or b""
        if self._session and message.get("code") == _CLOSED_AS_TOO_LONG:
            self._session.store.set(SENT_TOO_MUCH, True)
        return None

    def _take(self, action: MessageAction, body: dict[str, Any]) -> None:
        """Handle a message of the page, of which the first registers."""
        self._on_message()
        session = self._session
        if session is None or action is MessageAction.REGISTER_CLIENT:
            self._register(**body)
            return
        self._answered = True
        if action is MessageAction.CONTROL_EVENT:
            self._run(session.dispatch_event(body["target"], body["name"], body["data"]))
        elif action is MessageAction.UPDATE_CONTROL_PROPS:
            session.apply_patch(body["id"], body["props"])
        elif body["control_id"] in session.index:
            session.handle_invoke_method_results(**body)

    def _register(self, session_id: str | None, page: dict[str, Any], **_named: object) -> None:
        """Attach the page to its session asleep, or to a new session."""
        known = self._hosted.sessions.wake(session_id)
        self._session = session = known or cast("Any", PageSession)(self)
        _enter(session)
        session.apply_page_patch(page)
        if known is None:
            self._hosted.before_main(session.page)
        # A reloaded page has lost all of its state.
        patch = session.page if known else cast("Any", session).get_page_patch()
        about = RegisterClientResponseBody(session_id=session.id, page_patch=patch, error="")
        self.send_message(Message(MessageAction.REGISTER_CLIENT, about))
        if known is None:
            self._started = self._run(self._start(session))
        else:
            self._answered = True
            session.attach_connection(self)
            self._run(session.dispatch_connect_event())

    async def _start(self, session: Session) -> None:
        """Run the app for a new page, as Flet does."""
        try:
            context.reset_auto_update()
            await self._hosted.main(session.page)
            await session.after_event(session.page)
        except Exception:  # noqa: BLE001 - the app may raise anything
            _log.exception("a page could not be shown")
            session.error("")

    def _run(self, job: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def send_message(self, message: Message) -> None:
        """Send a message of the session; the name is Flet's.

        After the end messages are packed all the same, because packing takes the snapshot for the
        next difference.
        """
        content = [message.action, message.body]
        frame = _PLAIN + _packed(content, default=_encode)
        self._unsent_bytes += len(frame)
        if self._unsent_bytes > MOST_UNSENT_BYTES:
            self._end()
        if not self._ended.done():
            self._unsent.put_nowait(frame)

    async def _write(self, send: Send) -> None:
        with suppress(OSError):
            while True:
                frame = await self._unsent.get()
                await send({"type": "websocket.send", "bytes": frame})
                self._unsent_bytes -= len(frame)
        self._end()

    async def _leave(self) -> None:
        """Let the session sleep, or close it if the page was gone before its first answer."""
        session = self._session
        if session is None or cast("Connection | None", session.connection) is not self:
            return
        if self._answered:
            await self._hosted.sessions.sleep(session)
            return
        session.close()  # ends the wait of the app for answers of the page
        if self._started is not None:
            self._started.add_done_callback(lambda _task: session.close())  # reaches the app now


def _enter(session: Session) -> None:
    """Make the session current for the running code; Flet has no public name for the variable."""
    cast("ContextVar[object]", _context_page).set(session.page)
