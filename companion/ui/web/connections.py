"""The connections of the server, so few that none of them can use up what others need.

A browser opens a handful for each page. Anybody else on the machine may open as many as the system
lets them, and say nothing. So a connection that is silent for too long is closed. Where there are
too many, the one that matters least is closed: first those that wait for a request, then requests,
then websockets that have not registered, and last the page that has been silent the longest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from companion.ui.web.asgi import App, Receive, Scope, Send

_log = logging.getLogger(__name__)
MOST = 200
MOST_PAGES = 64
MOST_FRAGMENTS = 64
_GOODBYE_SECONDS = 1.0


class Use(IntEnum):
    """What a connection is used for; the first of these is closed first."""

    WAITING = 0
    REQUEST = 1
    UNREGISTERED = 2
    PAGE = 3


_SILENT_SECONDS = {Use.WAITING: 10.0, Use.REQUEST: 120.0, Use.UNREGISTERED: 10.0}
"""How long a connection may be used so without being heard of."""


@dataclass(eq=False)
class Open:
    """A connection that is open."""

    transport: asyncio.Transport
    clock: Callable[[], float]
    use: Use = Use.WAITING
    heard_at: float = field(init=False)

    def __post_init__(self) -> None:
        self.heard_at = self.clock()

    def hear(self, use: Use) -> None:
        """Note that it is used so, at this moment."""
        self.use, self.heard_at = use, self.clock()

    @property
    def silent(self) -> bool:
        """Whether nothing was heard of it for too long."""
        return self.clock() - self.heard_at > _SILENT_SECONDS.get(self.use, float("inf"))


class Connections:
    """All that are open, by the address of their other end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[object, Open] = {}

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> None:
        """Take in a new one; where there are too many, another is closed."""
        self._forget_closed()
        if len(self._open) >= MOST:
            self._make_room(list(self._open.values()))
        self._open[_peer(transport)] = Open(transport, self._clock)

    def of(self, scope: Scope) -> Open | None:
        """The one that a request came by."""
        return self._open.get(tuple(scope.get("client") or ()))

    def hear(self, scope: Scope, use: Use) -> None:
        """Note that the connection of a request is used so; of too many pages one is closed."""
        found = self.of(scope)
        if found is None:
            return
        if use is Use.PAGE and found.use is not Use.PAGE:
            pages = [other for other in self._open.values() if other.use is Use.PAGE]
            if len(pages) >= MOST_PAGES:
                self._make_room(pages)
        found.hear(use)

    def end(self, scope: Scope) -> None:
        """Close the one that a websocket had; its other end may still say goodbye."""
        if found := self.of(scope):
            asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, found.transport.abort)

    def sweep(self) -> None:
        """Close those that were silent for too long."""
        self._forget_closed()
        for connection in self._open.values():
            if connection.silent:
                connection.transport.abort()

    def abort(self) -> None:
        """Close all of them, whatever is still to be sent."""
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


def _peer(transport: asyncio.Transport) -> tuple[object, ...]:
    return tuple(transport.get_extra_info("peername")[:2])


def noted(app: App, connections: Connections) -> App:
    """The app, with its requests noted: when they came, and when they were answered."""

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
    """Uvicorn's protocol for HTTP, with its connections among those."""

    class NotedH11Protocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            connections.add(transport)

        def send_400_response(self, msg: str) -> None:
            """Refuse a request that is no HTTP and close the connection. The app may be about to
            answer the head of the request, or have answered it: h11 raises on a second answer.
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
    """Uvicorn's protocol for websockets, which takes a message in a few fragments only: empty ones
    add nothing to its length, and would be kept without end.
    """

    def handle_cont(self, event: Frame) -> Any:
        """Take one more fragment of a message."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)
