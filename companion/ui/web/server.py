"""The server for browsers: its layers, its files, and its end.

The layers from outside to inside are the headers, the record of connections and the door; then the
websocket of the page, or the files of the client.
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
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module, resources
from os import stat_result
from pathlib import Path, PurePath
from typing import Any

import flet as ft
import uvicorn
from flet.controls.types import RouteUrlStrategy, WebRenderer
from flet.pubsub.pubsub_hub import PubSubHub
from flet_web import patch_font_manifest_json, patch_index_html
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from companion.ui.requests import STAMP_BYTES
from companion.ui.web.connections import (
    LONGEST_BYTES,
    BoundedWebSocketProtocol,
    Connections,
    Hosted,
    PageConnection,
    Sessions,
    Use,
    http_protocol,
    noted,
)
from companion.ui.web.door import (
    App,
    Door,
    Listening,
    Receive,
    Scope,
    Send,
    policy,
    with_headers,
    words_for,
)

WEBSOCKET = "/ws"
_PAGE = "index.html"
_ROUTE_ENDINGS = {"", ".html"}

for _kind, _ending in (("text/javascript", ".mjs"), ("application/wasm", ".wasm")):
    mimetypes.add_type(_kind, _ending)  # unknown to some machines


def completed(folder: Path) -> str:
    """Complete the page of the client in the folder for this server, and return the page.

    The page gets the addresses of this server, and the font manifest a font for all other scripts.
    """
    patch_index_html(
        index_path=str(folder / _PAGE),
        base_href="",
        websocket_endpoint_path=WEBSOCKET,
        web_renderer=WebRenderer.AUTO,
        route_url_strategy=RouteUrlStrategy.PATH,
        no_cdn=True,
    )
    patch_font_manifest_json(str(folder / "assets" / "FontManifest.json"))
    return (folder / _PAGE).read_text(encoding="utf-8")


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


class _ClientFiles(RoutedFiles):
    """The files of the folder, and else those of Flet's client."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self.all_directories.append(str(resources.files("flet_web") / "web"))


_GRACE_SECONDS = 0.5
"""Time for open answers when the server ends."""
_UTMOST_SECONDS = 1
_NORMAL_CLOSE = 1000


@dataclass(frozen=True)
class Served:
    """The app, a function that Flet runs before it, and the folder of the client's files."""

    main: Callable[[ft.Page], Awaitable[None]]
    before_main: Callable[[ft.Page], None]
    folder: Path


def serve(served: Served, listening: Listening, *, show: bool) -> None:
    """Serve the app until a signal ends the process; `show` opens a browser."""
    run(_serve(served, listening, show=show))
    # The last collection of garbage takes two thirds of the time that Python needs to end.
    gc.freeze()


def run(serving: Coroutine[Any, Any, None]) -> None:
    """Serve on uvloop where it is installed, and else on the loop of the standard library."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    with suppress(ImportError):
        factory = import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serving)


async def _serve(served: Served, listening: Listening, *, show: bool) -> None:
    connections, sessions = Connections(), Sessions()
    with ThreadPoolExecutor(thread_name_prefix="page") as executor:
        app = _app(served, listening, connections, sessions, executor)
        longest = LONGEST_BYTES + STAMP_BYTES
        server = BoundedServer(app, connections, longest_message=longest)
        if show:
            url = listening.address(listening.keys.for_one_visit())
            # A browser in the terminal would block the server.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        await server.serve_until_signal([listening.bound], sessions)


def _app(
    served: Served,
    listening: Listening,
    connections: Connections,
    sessions: Sessions,
    executor: ThreadPoolExecutor,
) -> App:
    page = completed(served.folder)
    hub = PubSubHub(asyncio.get_running_loop(), executor)
    hosted = Hosted(served.main, served.before_main, sessions, hub, executor, listening.url)
    files = Starlette(routes=[Mount("/", _ClientFiles(served.folder))])
    door = Door(_behind_door(hosted, files, connections), listening.port, listening.keys)
    sockets = (f"ws://{name}:{listening.port}" for name in ("127.0.0.1", "localhost"))
    return with_headers(noted(door, connections), policy(page, sockets))


def _behind_door(hosted: Hosted, files: App, connections: Connections) -> App:
    """Return the app that serves the websockets of pages, and files."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await files(scope, receive, send)
        elif scope["path"] != WEBSOCKET:
            await receive()
            await send({"type": "websocket.close", "code": _NORMAL_CLOSE})
        else:
            heard = partial(connections.hear, scope, Use.PAGE)
            try:
                await PageConnection(hosted, words_for(scope), heard).serve(receive, send)
            finally:
                connections.end(scope)

    return serve


class BoundedServer(uvicorn.Server):
    """A server that ends in time, even with open connections."""

    def __init__(self, app: App, connections: Connections, *, longest_message: int) -> None:
        config = uvicorn.Config(
            app,
            http=http_protocol(connections),
            ws=BoundedWebSocketProtocol,
            ws_max_size=longest_message,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=_UTMOST_SECONDS,
        )
        super().__init__(config)
        self._connections = connections

    async def serve_until_signal(self, sockets: list[socket.socket], *swept: Sessions) -> None:
        """Serve until a signal ends the server, and sweep its connections meanwhile."""
        with _signals_handled(self):
            sweeping = asyncio.create_task(_keep_sweeping(self._connections, *swept))
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


async def _keep_sweeping(*swept: Connections | Sessions) -> None:
    while True:
        await asyncio.sleep(1)
        for connections in swept:
            connections.sweep()
