"""The server: its socket, its layers, and its end.

From outside to inside: headers, the door, the note of who is connected; then the websocket of the
page, or the files of the client.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import flet as ft
import uvicorn
from flet.pubsub.pubsub_hub import PubSubHub

from companion.ui.web.access_denied import words_for
from companion.ui.web.asgi import App, Receive, Scope, Send
from companion.ui.web.client_files import WEBSOCKET, client_files, completed
from companion.ui.web.connections import (
    BoundedWebSocketProtocol,
    Connections,
    Use,
    http_protocol,
    noted,
)
from companion.ui.web.door import Door
from companion.ui.web.frames import LONGEST_BYTES
from companion.ui.web.headers import policy, with_headers
from companion.ui.web.listening import Listening
from companion.ui.web.sessions import Sessions
from companion.ui.web.websocket import Hosted, PageConnection

_GRACE_SECONDS = 0.5
"""What is still being sent when the server ends may take so long."""
_UTMOST_SECONDS = 1
_NORMAL_CLOSE = 1000


@dataclass(frozen=True)
class Served:
    """What is served: the app, as Flet runs it, and the folder with the client's files."""

    main: Callable[[ft.Page], Awaitable[None]]
    before_main: Callable[[ft.Page], None]
    folder: Path


def serve(served: Served, listening: Listening, *, show: bool) -> None:
    """Serve the app until the process is told to end; `show` opens a browser."""
    asyncio.run(_serve(served, listening, show=show))
    # At its end Python collects garbage once more, which takes two thirds of the time to end.
    gc.freeze()


async def _serve(served: Served, listening: Listening, *, show: bool) -> None:
    connections, sessions = Connections(), Sessions()
    with ThreadPoolExecutor(thread_name_prefix="page") as executor:
        app = _app(served, listening, connections, sessions, executor)
        server = _Server(_config(app, connections), connections)
        with _told_to_end(server):
            sweeping = asyncio.create_task(_keep_sweeping(connections, sessions))
            if show:
                _open_browser(listening.address(listening.keys.for_one_visit()))
            await server.serve(sockets=[listening.bound])
            sweeping.cancel()


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
    inner = _Served(hosted, client_files(served.folder), connections)
    door = Door(inner, listening.port, listening.keys)
    return with_headers(noted(door, connections), policy(page, listening.port))


def _open_browser(url: str) -> None:
    """Beside the server, for a browser that runs in the terminal would keep it waiting."""
    threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


class _Served:
    """The app itself, for the requests that the door lets through."""

    def __init__(self, hosted: Hosted, files: App, connections: Connections) -> None:
        self._hosted = hosted
        self._files = files
        self._connections = connections

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the websocket of a page, or a file."""
        if scope["type"] != "websocket":
            await self._files(scope, receive, send)
        elif scope["path"] != WEBSOCKET:
            await receive()
            await send({"type": "websocket.close", "code": _NORMAL_CLOSE})
        else:
            page = PageConnection(
                self._hosted,
                words_for(scope),
                lambda: self._connections.hear(scope, Use.PAGE),
            )
            await page.serve(receive, send)
            self._connections.end(scope)


def _config(app: App, connections: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=http_protocol(connections),
        ws=BoundedWebSocketProtocol,
        ws_max_size=LONGEST_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_UTMOST_SECONDS,
    )


class _Server(uvicorn.Server):
    """Ends in time, whoever is connected."""

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config)
        self._connections = connections

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections, first politely."""
        loop = asyncio.get_running_loop()
        loop.call_later(_GRACE_SECONDS, self._connections.abort)
        await super().shutdown(sockets)


@contextmanager
def _told_to_end(server: uvicorn.Server) -> Generator[None]:
    """While it serves, the signals end it and no more. It raises them again when it has ended, for
    those who handled them before: that is the server itself, so that the app can close its store.
    """
    signals = [signal.SIGINT, signal.SIGTERM]
    if sys.platform == "win32":
        signals.append(signal.SIGBREAK)
    before = {one: signal.signal(one, server.handle_exit) for one in signals}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


async def _keep_sweeping(connections: Connections, sessions: Sessions) -> None:
    while True:
        await asyncio.sleep(1)
        connections.sweep()
        sessions.sweep()
