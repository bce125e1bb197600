"""Connections of the room and of the page, with limits of their numbers.

Anybody may open connections there, and stay silent. So a connection that is silent for too long is
closed. If there are too many, the least important is closed: first connections that wait for a
request, then requests, then websockets without a greeting, and last the one with the longest
silence.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from companion.ui.web.door import App, Receive, Scope, Send

_log = logging.getLogger(__name__)
MOST = 200
MOST_PAGES = 64
"""Connections, and phones among them, of a server without limits of its own."""
MOST_FRAGMENTS = 64
_GOODBYE_SECONDS = 1.0
_CLOSED_AS_NO_TEXT = 1007


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
        self._clock = clock
        self._most = most
        self._most_pages = most_pages
        self._open: dict[object, Open] = {}
        self._pages = 0

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> None:
        """Add a new connection, and close another if there are too many."""
        if len(self._open) >= self._most:
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
            if self._pages >= self._most_pages:
                self._forget_closed()
            if self._pages >= self._most_pages:
                pages = [other for other in self._open.values() if other.use is Use.PAGE]
                self._make_room(pages)
        self._pages += (use is Use.PAGE) - (found.use is Use.PAGE)
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
        self._forget_closed()

    def _forget_closed(self) -> None:
        self._open = {
            peer: found for peer, found in self._open.items() if not found.transport.is_closing()
        }
        self._pages = sum(found.use is Use.PAGE for found in self._open.values())


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
