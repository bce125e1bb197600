"""A phone at a room, in Python: the lines it has, and lines of its own until their receipt."""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

_PAUSE_SECONDS = 0.1
_ANSWER_SECONDS = 5.0


class QuickerError(Exception):
    """The place of a line is taken by the line of somebody else."""


class LostError(Exception):
    """The connection or the engine failed; nobody knows whether the line was appended."""


class RefusedError(Exception):
    """The room refused the phone, with this reason."""


def opening(text: str = "sheet", table: str = "", secret: str = "") -> dict[str, Any]:
    """Return the greeting that opens a table with a first line."""
    table, secret = table or secrets.token_hex(16), secret or secrets.token_hex(16)
    return {"open": table, "secret": secret, "first": [secrets.token_hex(8), text]}


class Phone:
    """A phone at rooms of one engine; it connects again, to the next room, until it is stopped.

    `lines` are (member, id, text). `on_line` hears every new line with its place. `address` is the
    one that a proxy names.
    """

    def __init__(
        self,
        rooms: str | Sequence[str],
        greeting: dict[str, Any],
        on_line: Callable[["Phone", int], None] = lambda _phone, _place: None,
        address: str = "",
    ) -> None:
        self.rooms = [rooms] if isinstance(rooms, str) else list(rooms)
        self.greeting, self.on_line = {"format": 1, **greeting}, on_line
        self._headers = {"x-forwarded-for": address}
        self.welcome: dict[str, Any] = {}
        self.lines: list[tuple[int, str, str]] = []
        self.admitted: dict[int, dict[str, Any]] = {}
        """What the room admitted for the line at a place."""
        self.here: list[int] = []
        self.refused = ""
        self.heard = asyncio.Event()
        self.up = asyncio.Event()
        self.line: ClientConnection | None = None
        self._waiting: dict[str, asyncio.Future[int]] = {}
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._running = asyncio.create_task(self._run())

    @property
    def member(self) -> int:
        """The number of the member."""
        return int(self.welcome["member"])

    @property
    def table(self) -> str:
        """The name of the table."""
        return str(self.welcome["table"])

    @property
    def invitation(self) -> dict[str, Any]:
        """The greeting of a phone that was sent the link."""
        return {"join": self.table, "secret": self.welcome["secret"]}

    @property
    def again(self) -> dict[str, Any]:
        """The greeting of the same member on a phone without lines."""
        return {"table": self.table, "token": self.welcome["token"], "have": 0}

    async def ready(self) -> "Phone":
        """Wait for all lines that the welcome counts, and return the phone.

        :raises RefusedError: when the room refuses the phone
        """
        await self.until(lambda: self.welcome and len(self.lines) >= self.welcome["lines"])
        return self

    async def until(self, holds: Callable[[], object], within: float = 10) -> None:
        """Wait until something holds.

        :raises RefusedError: when the room refuses the phone
        """
        async with asyncio.timeout(within):
            while not holds():
                if self.refused:
                    raise RefusedError(self.refused)
                await self.heard.wait()

    async def until_here(self, *members: int) -> None:
        """Wait until these members are here."""
        await self.until(lambda: self.here == [*members])

    async def until_line(self, place: int) -> None:
        """Wait until the phone has the line at a place."""
        await self.until(lambda: len(self.lines) >= place)

    async def refusal(self) -> str:
        """Wait for the reason with which the room refuses the phone."""
        with suppress(RefusedError):
            await self.until(lambda: False)
        return self.refused

    async def send(self, **frame: Any) -> None:
        """Send a frame."""
        if self.line is None:
            raise LostError
        try:
            await self.line.send(json.dumps(frame, ensure_ascii=False))
        except websockets.ConnectionClosed:
            raise LostError from None

    async def ask(self, **frame: Any) -> dict[str, Any]:
        """Send a frame that is answered by one, such as of a code, and return the answer."""
        await self.send(**frame)
        return await self.answer()

    async def show_code(self) -> str:
        """Show a code, and return it."""
        return str((await self.ask(code=True))["code"])

    async def answer(self) -> dict[str, Any]:
        """Return the next frame of another kind than lines, presence, and the secret."""
        async with asyncio.timeout(_ANSWER_SECONDS):
            return await self._answers.get()

    async def say(self, text: str, place: int | None = None, name: str = "") -> int:
        """Say a line behind all known ones, or at a place, and return its place.

        :raises QuickerError: when the place is taken
        :raises LostError: when nobody knows
        """
        name = name or secrets.token_hex(8)
        waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[name] = waiting
        try:
            await self.send(say=[len(self.lines) + 1 if place is None else place, name, text])
        except LostError:
            waiting.cancel()
            raise
        return await waiting

    async def say_surely(self, text: str, place: int) -> int:
        """Say a line again with the same id until it is known to be there or not.

        :raises QuickerError: when the place is taken
        """
        name = secrets.token_hex(8)
        while True:
            await self.up.wait()
            if found := self.place_of(name):
                return found
            try:
                async with asyncio.timeout(_ANSWER_SECONDS):
                    return await self.say(text, place, name)
            except (LostError, TimeoutError):
                await asyncio.sleep(_PAUSE_SECONDS / 2)
            except QuickerError:
                await self.until_line(place)
                if not self.place_of(name):
                    raise

    def place_of(self, name: str) -> int | None:
        """Return the place of the line with an id."""
        names = (place for place, line in enumerate(self.lines, 1) if line[1] == name)
        return next(names, None)

    async def drop(self) -> None:
        """Lose the connection once."""
        if self.line:
            self.line.transport.abort()
            await self.until(lambda: self.line is None)

    async def stop(self) -> None:
        """Close the connection for good."""
        self._running.cancel()
        if self.line:
            await self.line.close()
        with suppress(asyncio.CancelledError):
            await self._running

    async def _run(self) -> None:
        for tries in count():
            room = self.rooms[tries % len(self.rooms)]
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                await self._connect(room)
            self.line = None
            self.up.clear()
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(LostError())
            self._waiting.clear()
            self._tell()
            if self.refused:
                return
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _connect(self, room: str) -> None:
        origin = Origin(room.replace("ws", "http", 1).removesuffix("/room"))
        async with connect(
            room,
            origin=origin,
            additional_headers=self._headers,
            max_size=2**20,
            compression=None,
            open_timeout=5,
            proxy=None,
        ) as line:
            await line.send(json.dumps(self._greeting()))
            self.line = line
            async for frame in line:
                self._hear(json.loads(frame))

    def _greeting(self) -> dict[str, Any]:
        if not self.welcome:
            return self.greeting
        return {"format": 1, **self.again, "have": len(self.lines)}

    def _tell(self) -> None:
        self.heard.set()
        self.heard = asyncio.Event()

    def _hear(self, frame: dict[str, Any]) -> None:
        match frame:
            case {"welcome": dict(welcome)}:
                self.welcome = welcome
            case {"lines": list(lines)}:
                for place, member, name, text, *admitted in lines:
                    self.admitted[place] = admitted[0] if admitted else {}
                    self._add(place, (member, name, text))
            case {"secret": str(secret)}:
                self.welcome["secret"] = secret
            case {"here": list(here)}:
                self.here = here
            case {"refused": str(reason)}:
                self.refused = reason
            case {"quicker": str(name)}:
                self._answer(name, QuickerError())
            case {"failed": str(name)}:
                self._answer(name, LostError())
            case _:
                self._answers.put_nowait(frame)
        if self.welcome and len(self.lines) >= self.welcome["lines"]:
            self.up.set()
        self._tell()

    def _add(self, place: int, line: tuple[int, str, str]) -> None:
        """Add a line, which must be the next one or the same as before."""
        assert 0 < place <= len(self.lines) + 1, f"a gap before {place}"
        if place <= len(self.lines):
            assert self.lines[place - 1] == line, f"two lines at {place}"
        else:
            self.lines.append(line)
            self.on_line(self, place)
        self._answer(line[1], place)

    def _answer(self, name: str, answer: int | Exception) -> None:
        waiting = self._waiting.pop(name, None)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, int):
            waiting.set_result(answer)
        else:
            waiting.set_exception(answer)
