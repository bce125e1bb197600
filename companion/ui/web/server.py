"""The server that draws the app for browsers of this machine: Flet's own, behind our door.

Whoever holds the key is trusted, and the sockets of everybody else are bounded by their number.
"""

import asyncio
import gc
import mimetypes
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from os import stat_result
from pathlib import Path, PurePath
from typing import Any, cast

import flet as ft
import flet_web.fastapi as flet_fastapi
import uvicorn
from flet.controls.types import RouteUrlStrategy
from flet.messaging.protocol import Message
from flet_web import patch_index_html
from flet_web.fastapi.flet_app import FletApp
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from companion.ui.requests import STAMP_BYTES, tapped_at
from companion.ui.web import door
from companion.ui.web.connections import (
    BoundedWebSocketProtocol,
    Connections,
    http_protocol,
)
from companion.ui.web.door import App, Door, Listening, Receive, Scope, Send, policy, with_headers

WEBSOCKET = "/ws"
_PAGE = "index.html"
_ROUTE_ENDINGS = {"", ".html"}

for _kind, _ending in (("text/javascript", ".mjs"), ("application/wasm", ".wasm")):
    mimetypes.add_type(_kind, _ending)  # unknown to some machines


class RoutedFiles(StaticFiles):
    """The files of the folder, and the page for all routes of the app."""

    def lookup_path(self, path: str) -> tuple[str, stat_result | None]:
        """Return the file at a path, or the page for a path that may be a route."""
        found, about = super().lookup_path(path)
        if found and not Path(found).is_dir():
            return found, about
        if PurePath(path).suffix.lower() not in _ROUTE_ENDINGS:
            return "", None
        return super().lookup_path(_PAGE)

    def file_response(self, *given: Any, **named: Any) -> Response:
        """Return the file.

        Browsers ask for the page each time, because it belongs to this start of the server.
        """
        response = super().file_response(*given, **named)
        if response.media_type == "text/html":
            response.headers["cache-control"] = "no-cache"
        return response


_UTMOST_SECONDS = 1
"""Time for open answers when the server ends."""
_IN_COMMON: Any = {
    "ws_per_message_deflate": False,
    "log_config": None,
    "log_level": "error",
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "timeout_graceful_shutdown": _UTMOST_SECONDS,
}
"""Settings of Uvicorn that the server of the app and the room share."""
_GRACE_SECONDS = 0.5
KEPT_SECONDS = 12 * 60 * 60
"""Time for a phone to sleep through the night and still find its page."""
_MOST_CONNECTIONS = 200
_STAMPED = b"\2"


@dataclass(frozen=True)
class Served:
    """The app, a function that Flet runs before it, and the folder of the client's files.

    `lay_letters` puts letters of another script there when the client asks for them.
    """

    main: Callable[[ft.Page], Awaitable[None]]
    before_main: Callable[[ft.Page], None]
    folder: Path
    lay_letters: Callable[[str], Awaitable[None]]


def serve(served: Served, listening: Listening, *, show: bool) -> None:
    """Serve the app until a signal ends the process; `show` opens a browser."""
    _drop_late_messages()
    config = uvicorn.Config(
        guarded(served, listening),
        ws="websockets-sansio",
        limit_concurrency=_MOST_CONNECTIONS,
        lifespan="on",
        **_IN_COMMON,
    )
    server = uvicorn.Server(config)
    if show:
        url = listening.address(listening.keys.for_one_visit())
        # A browser in the terminal would block the server.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    with _signals_handled(server):
        run(server.serve(sockets=[listening.bound]))
    # The last collection of garbage takes two thirds of the time that Python needs to end.
    gc.freeze()


def run(serving: Coroutine[Any, Any, None]) -> None:
    """Serve on uvloop where it is installed, and else on the loop of the standard library."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    with suppress(ImportError):
        factory = import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serving)


def guarded(served: Served, listening: Listening) -> App:
    """Return Flet's web app behind the door, with our headers."""
    client = flet_fastapi.app(
        served.main,
        served.before_main,
        assets_dir=str(served.folder),
        route_url_strategy=RouteUrlStrategy.PATH,
        no_cdn=True,
        session_timeout_seconds=KEPT_SECONDS,
    )
    sockets = (f"ws://{name}:{listening.port}" for name in ("127.0.0.1", "localhost"))
    page = _complete_page(served.folder)
    app = cast("App", client)
    inside = with_headers(
        Door(_with_letters(_without_stamps(app), served), listening.port, listening.keys),
        policy(page, sockets),
    )

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        await (app if scope["type"] == "lifespan" else inside)(scope, receive, send)

    return serve


def _complete_page(folder: Path) -> str:
    """Return the page as Flet completes it, whose inline scripts the policy has to name."""
    page = folder / _PAGE
    patch_index_html(
        index_path=str(page),
        base_href="",
        websocket_endpoint_path=WEBSOCKET,
        route_url_strategy=RouteUrlStrategy.PATH,
        no_cdn=True,
    )
    return page.read_text(encoding="utf-8")


def _with_letters(app: App, served: Served) -> App:
    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        _, found, path = str(scope.get("path", "")).partition("/assets/fonts/")
        if found:
            await served.lay_letters(path)
        await app(scope, receive, send)

    return serve


def _without_stamps(app: App) -> App:
    """Return the app with the time of the page's last tap taken off each packet.

    Flet handles a packet in the task that reads it, or in one that copies its context.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        async def receive_packet() -> door.Message:
            message = await receive()
            packet = message.get("bytes") or b""
            stamped = packet[:1] == _STAMPED
            tapped_at.set(int.from_bytes(packet[1:STAMP_BYTES]) / 1_000_000 if stamped else None)
            return {**message, "bytes": packet[STAMP_BYTES:]} if stamped else message

        async def send_if_there(message: door.Message) -> None:
            # Otherwise Flet would take the session of a page that is gone for connected.
            with suppress(OSError):
                await send(message)

        if scope["type"] == "websocket":
            # Flet waits for ever for a page that never registers, until the end of the server.
            with suppress(asyncio.CancelledError):
                await app(scope, receive_packet, send_if_there)
        else:
            await app(scope, receive, send)

    return serve


def _drop_late_messages() -> None:
    """Let Flet drop messages to a page that is just gone.

    Otherwise they raise, which ends all drawing of that session, also once its page is back.
    """
    connection = cast("Any", FletApp)
    send = connection.send_message

    def send_message(app: object, message: Message) -> None:
        try:
            send(app, message)
        except AttributeError:
            if getattr(app, "_FletApp__send_queue", None) is not None:
                raise

    connection.send_message = send_message


class BoundedServer(uvicorn.Server):
    """A server that ends in time, even with open connections."""

    def __init__(self, app: App, connections: Connections, *, longest_message: int) -> None:
        config = uvicorn.Config(
            app,
            http=http_protocol(connections),
            ws=BoundedWebSocketProtocol,
            ws_max_size=longest_message,
            lifespan="off",
            **_IN_COMMON,
        )
        super().__init__(config)
        self._connections = connections

    async def serve_until_signal(self, sockets: list[socket.socket]) -> None:
        """Serve until a signal ends the server, and sweep its connections meanwhile."""
        with _signals_handled(self):
            sweeping = asyncio.create_task(_keep_sweeping(self._connections))
            await self.serve(sockets=sockets)
            sweeping.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections, politely at first."""
        loop = asyncio.get_running_loop()
        loop.call_later(_GRACE_SECONDS, self._connections.abort)
        await super().shutdown(sockets)


@contextmanager
def _signals_handled(server: uvicorn.Server) -> Generator[None]:
    """Let signals end the server only, within the context.

    At its end Uvicorn raises the signals again for their former handlers. Here these are the
    server's own, so the app can still close its store.
    """
    signals = [signal.SIGINT, signal.SIGTERM]
    if sys.platform == "win32":
        signals.append(signal.SIGBREAK)
    before = {number: signal.signal(number, server.handle_exit) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _keep_sweeping(connections: Connections) -> None:
    while True:
        await asyncio.sleep(1)
        connections.sweep()
