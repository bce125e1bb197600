"""Rooms in the process of the test, on any lines."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette

from companion.commands.host import Opened, serving
from companion.desk.ports import Lines
from companion.room.gateway import Gateway
from companion.room.limits import Limits
from companion.ui.web.connections import Connections
from companion.ui.web.door import bound
from companion.ui.web.server import BoundedServer
from tests.room.phone import Phone, opening

KEY = b"the key of the rooms of all tests"


@dataclass(frozen=True, slots=True)
class Room:
    """A running room with the address of its websocket, and phones that stop with it."""

    url: str
    gateway: Gateway
    phones: list[Phone] = field(default_factory=list[Phone])

    def phone(self, greeting: dict[str, Any], address: str = "") -> Phone:
        """Return a phone that greets the room."""
        self.phones.append(phone := Phone(self.url, greeting, address=address))
        return phone

    async def open(self, greeting: dict[str, Any] | None = None) -> Phone:
        """Return a phone that has opened a table."""
        return await self.phone(greeting or opening()).ready()

    async def join(self, other: Phone) -> Phone:
        """Return a phone that has joined the table of another one by its link."""
        return await self.phone(other.invitation).ready()

    async def refusal(self, greeting: dict[str, Any]) -> str:
        """Return the reason with which a greeting is refused."""
        phone = self.phone(greeting)
        try:
            return await phone.refusal()
        finally:
            await phone.stop()


@asynccontextmanager
async def room(lines: Lines, limits: Limits | None = None, **given: Any) -> AsyncGenerator[Room]:
    """Serve a room on lines that are open, within the context."""
    listening = bound(0)
    port = listening.getsockname()[1]
    at = Opened(("127.0.0.1",), (f"http://127.0.0.1:{port}",), "the test")
    origins = frozenset(at.origins)
    gateway = Gateway(lines, origins, key=KEY, page=at.url, limits=limits, **given)
    connections = Connections(most=1000, most_pages=1000)
    app = serving(gateway, Starlette(), connections, "")
    server = BoundedServer(app, connections, longest_message=2 * gateway.limits.frame)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    beating = asyncio.create_task(gateway.beat())
    while not server.started:  # noqa: ASYNC110 - the server has no event
        await asyncio.sleep(0.01)
    served = Room(f"ws://127.0.0.1:{port}/room", gateway)
    try:
        yield served
    finally:
        for phone in served.phones:
            await phone.stop()
        server.should_exit = True
        beating.cancel()
        await running
