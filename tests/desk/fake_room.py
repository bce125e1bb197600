# ruff: noqa: D102 - the methods are those of a room and of a socket
"""Room in the process of the test, with phones that lose their connections."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.desk.rights import HOST_AWAY_SECONDS


@dataclass
class Kept:
    """Table in the room: its secret, its lines, and the member of each token."""

    secret: str
    lines: list[list[Any]] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)
    removed: set[int] = field(default_factory=set)
    closed: bool = False


class FakeRoom:
    """Room whose engine fails as often as `failures` says, after or before it took the line.

    Frames of the `ignored` kinds are lost on their way. Whoever has no phone at a table counts as
    away for `seconds`. The `operators` are members on the computer of the room.
    """

    def __init__(self, chance: Random) -> None:
        self.chance, self.failures, self.mute = chance, 0, False
        self.ignored = set[str]()
        self.tables: dict[str, Kept] = {}
        self.codes: dict[str, str] = {}
        self.wires: list[Wire] = []
        self.seconds = 0
        self.operators = set[int]()

    def hear(self, wire: "Wire", frame: str) -> None:
        content = json.loads(frame)
        if self.mute or self.ignored & content.keys():
            return
        if not wire.table:
            self._greet(wire, content)
        elif "say" in content:
            place, line, text = content["say"]
            admitted = self._admitted(wire, content)
            if admitted is None:
                wire.tell({"denied": line})
            else:
                self._say(wire, place, [line, text, *([admitted] if admitted else [])])
        elif "code" in content:
            self.codes = {"ABCD2345": wire.table} if content["code"] else {}
            wire.tell({"code": "ABCD2345"} if content["code"] else {})
        elif wire.member not in {self._host(wire.table), *self.operators}:
            wire.refuse("host")
        elif "remove" in content:
            self._remove(wire.table, content["remove"])
        elif "close" in content:
            self.tables[wire.table].closed = True
        elif "delete" in content:
            del self.tables[wire.table]

    def _greet(self, wire: "Wire", content: dict[str, Any]) -> None:
        name = self.codes.get(content.get("code", "")) or next(
            (content[key] for key in ("open", "join", "table") if key in content), ""
        )
        if "open" in content and name not in self.tables:
            self.tables[name] = Kept(content["secret"], [[1, *content["first"]]])
        kept = self.tables.get(name)
        if kept is None:
            wire.refuse("code" if "code" in content else "table")
            return
        token = content.get("token") or f"{self.chance.getrandbits(128):032x}"
        if token not in kept.tokens:
            if "table" in content:
                wire.refuse("token")
                return
            if "code" not in content and content["secret"] != kept.secret:
                wire.refuse("secret")
                return
            kept.tokens[token] = len(kept.tokens) + 1
        member, have = kept.tokens[token], content.get("have", 0)
        if member in kept.removed:
            wire.refuse("removed")
            return
        wire.table, wire.member = name, member
        counted = {"member": member, "token": token, "lines": len(kept.lines)}
        if member in self.operators:
            counted["operator"] = True
        wire.tell({"welcome": {"table": name, "secret": kept.secret, **counted}})
        self._here(name)
        numbered = list(enumerate(kept.lines, 1))[have:]
        wire.tell({"lines": [[place, *line] for place, line in numbered]})
        if kept.closed:
            wire.refuse("closed")

    def _remove(self, name: str, member: int) -> None:
        kept = self.tables[name]
        kept.removed.add(member)
        kept.secret = f"{self.chance.getrandbits(128):032x}"
        for wire in self.wires:
            if wire.table == name:
                wire.refuse("removed") if wire.member == member else wire.tell(
                    {"secret": kept.secret}
                )

    def away(self, table: str) -> dict[int, int]:
        """Return for how long the members without a phone have been away."""
        here = {wire.member for wire in self.wires if wire.table == table}
        kept = self.tables.get(table, Kept(""))
        joined = set(kept.tokens.values()) - kept.removed
        return dict.fromkeys(sorted(joined - here), self.seconds)

    def _admitted(self, wire: "Wire", content: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the line of a frame is admitted with, None for a line that is denied."""
        away = self.away(wire.table)
        asked = content.get("away", [])
        admitted: dict[str, Any] = {}
        if not all(away.get(member) for member in asked):
            return None
        if wire.member in self.operators:
            admitted["operator"] = True
        if asked:
            admitted["away"] = {str(member): away[member] for member in asked}
        if "host" in content:
            host = self._host(wire.table)
            passes_on = wire.member in {host, *self.operators}
            if not passes_on and away.get(host, 0) < HOST_AWAY_SECONDS:
                return None
            admitted["host"] = content["host"]
        return admitted

    def _host(self, table: str) -> int:
        admitted = [line[3] for line in self.tables[table].lines if line[3:]]
        return next((int(each["host"]) for each in reversed(admitted) if "host" in each), 1)

    def _say(self, wire: "Wire", place: int, said: list[Any]) -> None:
        lines = self.tables[wire.table].lines
        line = said[0]
        fails = self.failures > 0
        self.failures -= fails
        known = next((n for n, content in enumerate(lines, 1) if content[1] == line), 0)
        if known:
            wire.tell({"lines": [[known, *lines[known - 1]]]})
        elif fails and self.chance.random() < 0.5:
            wire.tell({"failed": line})
        elif place != len(lines) + 1:
            wire.tell({"quicker": line, "at": len(lines)})
        else:
            if fails:
                wire.tell({"failed": line})
            self.put(wire.table, [wire.member, *said])

    def put(self, table: str, line: list[Any]) -> None:
        """Put a line in the next place."""
        lines = self.tables[table].lines
        lines.append(line)
        for wire in self.wires:
            if wire.table == table:
                wire.tell({"lines": [[len(lines), *line]]})

    def _here(self, table: str) -> None:
        at_table = [wire for wire in self.wires if wire.table == table]
        away = {str(member): seconds for member, seconds in self.away(table).items()}
        for wire in at_table:
            wire.tell({"here": sorted({other.member for other in at_table}), "away": away})

    def pass_time(self, seconds: int) -> None:
        """Let so many seconds pass, and tell everybody who is away."""
        self.seconds += seconds
        for table in self.tables:
            self._here(table)

    def forget(self, wire: "Wire") -> None:
        self.wires.remove(wire)
        if wire.table:
            self._here(wire.table)


class Phone:
    """Way to the room of one device, which may be out of reach."""

    address, keeps = "https://room.test/", True

    def __init__(self, room: FakeRoom) -> None:
        self.room, self.reaches = room, True
        self.broken = ""
        self.sockets: list[PhoneSocket] = []

    def connect(
        self, greet: Callable[[], str], hear: Callable[[str], None], lost: Callable[[], None]
    ) -> "PhoneSocket":
        socket = PhoneSocket(self, greet, hear, lost)
        self.sockets.append(socket)
        return socket

    def mend(self) -> None:
        self.broken = ""

    def out_of_reach(self) -> None:
        """Lose all connections, and find no other."""
        self.reaches = False
        self.drop()

    def drop(self) -> None:
        """Lose all connections."""
        for socket in self.sockets:
            if socket.wire:
                socket.wire.dropped.set()


class Wire:
    """One connection: frames on their way up and down, in order."""

    def __init__(self) -> None:
        self.table, self.member = "", 0
        self.up, self.down = asyncio.Queue[str](), asyncio.Queue[str]()
        self.dropped = asyncio.Event()

    def tell(self, content: dict[str, Any]) -> None:
        self.down.put_nowait(json.dumps(content))

    def refuse(self, reason: str) -> None:
        self.tell({"refused": reason})


class PhoneSocket:
    """Socket that connects again until it is closed."""

    def __init__(
        self,
        phone: Phone,
        greet: Callable[[], str],
        hear: Callable[[str], None],
        lost: Callable[[], None],
    ) -> None:
        self.phone, self.greet, self.hear, self.lost = phone, greet, hear, lost
        self.wire: Wire | None = None
        self.closed = False
        self.task = asyncio.get_running_loop().create_task(self._run())

    def send(self, frame: str) -> bool:
        if self.wire:
            self.wire.up.put_nowait(frame)
        return self.wire is not None

    def close(self) -> None:
        self.closed = True
        if self.wire:
            self.wire.dropped.set()

    async def _run(self) -> None:
        while not self.closed:
            if self.phone.reaches:
                await self._serve(self.phone.room)
            await asyncio.sleep(0.002)

    async def _serve(self, room: FakeRoom) -> None:
        wire = self.wire = Wire()
        room.wires.append(wire)
        wire.up.put_nowait(self.greet())
        pumps = [
            asyncio.create_task(self._pump(wire.up, lambda frame: room.hear(wire, frame))),
            asyncio.create_task(self._pump(wire.down, self.hear)),
        ]
        await wire.dropped.wait()
        self.wire = None
        for pump in pumps:
            pump.cancel()
        with suppress(asyncio.QueueEmpty):
            while room.chance.random() < 0.7:  # what was under way may arrive all the same
                room.hear(wire, wire.up.get_nowait())
        room.forget(wire)
        if not self.closed:
            self.lost()

    async def _pump(self, queue: "asyncio.Queue[str]", take: Callable[[str], None]) -> None:
        while True:
            frame = await queue.get()
            for _ in range(self.phone.room.chance.randrange(4)):
                await asyncio.sleep(0)
            take(frame)
