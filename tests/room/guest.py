"""A client from docs/hosting.md alone, which imports nothing of the app.

It joins, follows the lines, says documents until they have a place, and comes back.
"""

import asyncio
import json
import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

Document = dict[str, Any]


class Guest:
    """A phone at a table; `lines` are (member, id, documents) of all places."""

    def __init__(self, page: str, greeting: dict[str, Any]) -> None:
        parts = urlsplit(page)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._room = f"{self._origin.replace('http', 'ws', 1)}/room"
        self._greeting: dict[str, Any] = {"format": 1, **greeting}
        self.page = page
        self.welcome: dict[str, Any] = {}
        self.lines: list[tuple[int, str, list[Document]]] = []
        self.quicker = 0
        self._answered = dict[str, str]()
        self._heard = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._running = asyncio.create_task(self._run())

    @staticmethod
    def opens(page: str, sheet: str) -> "Guest":
        """Open a table with a score sheet."""
        first = [secrets.token_hex(8), json.dumps([{"sheet": sheet}])]
        names = {"open": secrets.token_hex(16), "secret": secrets.token_hex(16)}
        return Guest(page, {**names, "first": first})

    @staticmethod
    def joins(link: str) -> "Guest":
        """Join the table of a link."""
        page, _, invitation = link.partition("join#")
        table, secret = invitation.split(".")
        return Guest(page, {"join": table, "secret": secret, "token": secrets.token_hex(16)})

    @property
    def link(self) -> str:
        """The link for others."""
        return f"{self.page}join#{self.welcome['table']}.{self.welcome['secret']}"

    async def until_line(self, place: int) -> None:
        """Wait until there are so many lines."""
        async with asyncio.timeout(10):
            while len(self.lines) < place:
                await self._heard.wait()

    async def say(self, *documents: Document) -> int:
        """Say documents until the room has put them in a place, and return the place."""
        name = secrets.token_hex(8)
        while True:
            places = [place for place, line in enumerate(self.lines, 1) if line[1] == name]
            if places:
                return places[0]
            self._answered.pop(name, None)
            text = json.dumps(documents)
            frame = json.dumps({"say": [len(self.lines) + 1, name, text]})
            if self._socket:
                with suppress(ConnectionClosed):
                    await self._socket.send(frame)
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    while name not in self._answered:
                        await self._heard.wait()

    async def lose(self) -> None:
        """Lose the connection; the guest comes back."""
        if self._socket:
            self._socket.transport.abort()

    async def leave(self) -> None:
        """Close the connection for good."""
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running

    async def _run(self) -> None:
        while True:
            with suppress(OSError, ConnectionClosed):
                async with connect(self._room, origin=Origin(self._origin), proxy=None) as socket:
                    await socket.send(json.dumps(self._greeting))
                    async for frame in socket:
                        self._hear(json.loads(frame))
                        self._socket = socket
            await asyncio.sleep(0.1)

    def _hear(self, frame: dict[str, Any]) -> None:
        if "welcome" in frame:
            self.welcome = frame["welcome"]
        for place, member, name, text, *_ in frame.get("lines", ()):
            if place == len(self.lines) + 1:
                self.lines.append((member, name, json.loads(text)))
            self._answered[name] = "taken"
        if "quicker" in frame:
            self.quicker += 1
            self._answered[frame["quicker"]] = "quicker"
        if "refused" in frame:
            raise AssertionError(frame["refused"])
        if self.welcome:
            back = {key: self.welcome[key] for key in ("table", "token")}
            self._greeting = {"format": 1, **back, "have": len(self.lines)}
        self._heard.set()
        self._heard = asyncio.Event()
