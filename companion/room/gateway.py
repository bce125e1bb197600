"""The room's gateway: one websocket a phone, in text frames of JSON.

The first frame of a phone is its greeting. Then the room sends the lines that the phone lacks, and
each new one; the phone says lines with the places that they are meant for.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Coroutine,
    Mapping,
    MutableMapping,
)
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from secrets import token_bytes
from time import monotonic
from traceback import extract_tb
from typing import Any, cast

from companion.core.outside import OutsideError, read_json
from companion.desk.ports import FORMAT, HOST, Lines, LinesFailedError
from companion.room.hub import Hub, RefusedError, Request, encoded, framed
from companion.room.keys import Codes, Fact
from companion.room.limits import Clock, Limits, Tries
from companion.room.metrics import Metrics
from companion.room.protocol import CLOSED, GREETINGS, LATER, REFUSED, REQUESTS, kind_of
from companion.room.tables import NoTableError, delete_table

_log = logging.getLogger(__name__)
_SECOND = 1.0
_MINUTE = 60.0
_HOUR = 3600.0
_GOODBYE_SECONDS = 1.0
_LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost"})

_Scope = MutableMapping[str, Any]
_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]


def values(scope: _Scope, header: bytes) -> list[str]:
    """Return all values of a header of a request."""
    return [value.decode("latin-1") for name, value in scope["headers"] if name == header]


@dataclass(frozen=True)
class Admission:
    """The admission of a phone to a table; `known` is the number of lines that it has."""

    hub: Hub
    member: int
    token: str
    known: int = 0

    @property
    def secret(self) -> str:
        """The secret of the present invitation."""
        return self.hub.members.secret


class Gateway:
    """The room as an ASGI app for websockets, on lines that are open.

    `origins` are those of the pages that may connect, and `page` is the address at which all phones
    find the page. `key` signs invitations and codes; rooms on the same lines have the same. With
    `behind_proxy` the address of a phone is the last one that the proxy adds. With
    `operated_here` pages on this computer have the rights of the host at each table.
    """

    def __init__(  # noqa: PLR0913 - what a room stands on, and its bounds
        self,
        lines: Lines,
        origins: frozenset[str],
        *,
        key: bytes,
        page: str = "",
        limits: Limits | None = None,
        behind_proxy: bool = False,
        operated_here: bool = False,
        clock: Clock = time.time,
        random: Callable[[int], bytes] = token_bytes,
    ) -> None:
        self.limits = limits = limits or Limits()
        self.codes = Codes(lines, key, limits.code_seconds, clock, random)
        self.codes_shown = Tries(limits.codes, _HOUR, clock)
        self.metrics = Metrics()
        self.clock = clock
        self.random = random
        self.page = page
        self._lines = lines
        self._origins = origins
        self._hosts = frozenset(origin.partition("://")[2] for origin in origins)
        self._behind_proxy = behind_proxy
        self._operated_here = operated_here
        self._key = key
        self._name = random(8).hex()
        self._healthy = True
        lines.listen(self._hear_room)
        self._hubs: dict[str, Hub] = {}
        self._tasks = set[asyncio.Task[None]]()
        self._sockets = Counter[str]()
        self._opened = Tries(limits.tables, _HOUR, clock)
        self._typed = Tries(limits.code_tries, _MINUTE, clock)
        self._failed = Tries(limits.failures, _SECOND, clock)

    @property
    def tables(self) -> int:
        """Tables in memory."""
        return len(self._hubs)

    @property
    def phones(self) -> int:
        """Phones that have been admitted and are connected."""
        return sum(len(hub.phones) for hub in self._hubs.values())

    async def is_healthy(self) -> bool:
        """Return whether the engine of the lines answers, and log when that changes."""
        healthy = True
        reason = ""
        try:
            async with asyncio.timeout(self.limits.engine_seconds):
                await self._lines.count("key")
        except (LinesFailedError, TimeoutError) as failed:
            healthy = False
            reason = str(failed) or "no answer"
        if healthy != self._healthy:
            self._healthy = healthy
            if healthy:
                _log.warning("shared tables can be reached again")
            else:
                _log.error("shared tables cannot be reached: %s", reason)
        return healthy

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        """Serve a phone until either end closes."""
        await receive()
        origins = values(scope, b"origin")
        if len(origins) != 1 or origins[0].lower() not in self._origins:
            await send({"type": "websocket.close", "code": REFUSED})
            return
        address = self.address(scope)
        await send({"type": "websocket.accept"})
        async with self._counted(address) as within_limits:
            phone = _Phone(self, receive, send)
            await phone.serve(address if within_limits else None)

    def is_named(self, scope: _Scope) -> bool:
        """Return whether a request names this server, as no page of another site can.

        A proxy on this machine may name it by the loopback.
        """
        hosts = values(scope, b"host")
        if len(hosts) != 1:
            return False
        host = hosts[0].lower()
        return host in self._hosts or (
            self._behind_proxy and host.partition(":")[0] in _LOOPBACK_NAMES
        )

    def address(self, scope: _Scope) -> str:
        """Return the address of a phone, for IPv6 that of its network."""
        found = str((scope.get("client") or ("",))[0])
        if self._behind_proxy:
            named = values(scope, b"x-forwarded-for")
            found = named[-1].rpartition(",")[2].strip() if named else found
        try:
            address = ip_address(found)
        except ValueError:
            return ""
        if isinstance(address, IPv6Address):
            return str(address.ipv4_mapped or address.exploded[:19])
        return str(address)

    def operates(self, address: str | None) -> bool:
        """Return whether a phone at an address is on the computer of the room."""
        return self._operated_here and bool(address) and ip_address(address or "").is_loopback

    @asynccontextmanager
    async def _counted(self, address: str) -> AsyncGenerator[bool]:
        """Count a socket within the context, and yield whether it is not one too many."""
        of_address, overall = self.limits.sockets
        within_limits = self._sockets[address] < of_address and self._sockets.total() < overall
        self._sockets[address] += 1
        try:
            yield within_limits
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    async def enter(self, greeting: Mapping[str, Any], address: str) -> Admission:
        """Return the admission for a greeting.

        :raises RefusedError: when the greeting is refused
        :raises LinesFailedError: when the engine fails
        """
        # Strangers do not lock out members of the same network whose table is in memory.
        if not self._failed.allows(address) and str(greeting.get("table")) not in self._hubs:
            raise RefusedError("many")
        try:
            return await self._enter(greeting, address)
        except RefusedError:
            # Beyond its own limit an address takes none of the limit for all.
            self._failed.take(address)
            raise

    async def _enter(self, greeting: Mapping[str, Any], address: str) -> Admission:
        if greeting.get("format") != FORMAT:
            raise RefusedError("format")
        match kind_of(greeting, GREETINGS):
            case "open":
                table, secret, first = (greeting[key] for key in ("open", "secret", "first"))
                return await self._open(table, secret, (first[0], first[1]), address)
            case "join":
                hub = await self._known(greeting["join"])
                return await self._join(hub, greeting["secret"], greeting.get("token"))
            case "code":
                return await self._join_by_code(greeting["code"], address, greeting.get("token"))
            case "back":
                hub = await self._known(greeting["table"])
                return self._back(hub, greeting["token"], greeting["have"])
            case _:
                raise RefusedError("format")

    async def _open(
        self, table: str, secret: str, first: tuple[str, str], address: str
    ) -> Admission:
        line = Request(1, *first)
        encoded(HOST, line, longest=self.limits.line)
        known = await self._lines.count(f"{table}.door")
        if not known and not self._opened.take(address):
            raise RefusedError("tables")
        hub = await self._hub(table)
        await hub.open_door(secret)
        admitted = await self._join(hub, secret, None, first[0])
        if admitted.member == HOST and not hub.place:
            if await hub.say(HOST, line):
                raise LinesFailedError(f"{table} has no first line")
            await hub.reach(1)
        return admitted

    async def _join(
        self, hub: Hub, secret: str, token: str | None, first: str | None = None
    ) -> Admission:
        """Admit a phone, with the token that it made so that it can join again, or a new one."""
        token = token or self.random(16).hex()
        return Admission(hub, await hub.join(secret, token, first), token)

    async def _join_by_code(self, code: str, address: str, token: str | None) -> Admission:
        if not self._typed.take(address):
            raise RefusedError("many")
        found = await self.codes.find(code)
        if found is None:
            raise RefusedError("code")
        hub = await self._known(found["table"])
        if hub.members.closed or not self.codes.fits(found, hub.members.secret):
            raise RefusedError("code")
        return await self._join(hub, hub.members.secret, token)

    def _back(self, hub: Hub, token: str, have: int) -> Admission:
        member = hub.members.owner(token)
        if member is None:
            raise RefusedError("token")
        if member in hub.members.removed:
            raise RefusedError("removed")
        return Admission(hub, member, token, have)

    async def _known(self, table: str) -> Hub:
        """Return the hub of a table that exists."""
        if table not in self._hubs and not await self._lines.count(f"{table}.door"):
            raise RefusedError("table")
        return await self._hub(table)

    async def _hub(self, table: str) -> Hub:
        hub = self._hubs.get(table)
        if hub is None:
            hub = self._hubs[table] = Hub(table, self._lines, self._key, self.limits)
            hub.moved = self._tell_presence
            self._tell(framed(room=self._name, table=table))  # the others answer who is there
        self.rest(hub)
        await hub.open()
        return hub

    # --- Presence at other rooms ---

    async def beat(self) -> None:
        """Tell the other rooms again and again who is at this one, until cancelled.

        Each time the engine is tried, so that the log tells of an outage while nobody plays.
        """
        while True:
            await asyncio.sleep(self.limits.beat_seconds)
            for hub in list(self._hubs.values()):
                if hub.phones:
                    self._tell_presence(hub)
                hub.show_presence_soon()
            await self.is_healthy()

    def _tell_presence(self, hub: Hub) -> None:
        self._tell(framed(room=self._name, table=hub.table, here=sorted(hub.presence.local)))

    def _tell(self, text: str) -> None:
        self._begin(self._lines.tell(text))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the background, which may fail with the engine."""

        async def guarded() -> None:
            # The next heartbeat, or the host, says it again.
            with suppress(LinesFailedError, NoTableError):
                await work

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hear_room(self, text: str) -> None:
        """Take in what another room tells about a table that is in memory."""
        heard = read_json(text, self.limits.frame)
        hub = self._hubs.get(heard["table"])
        if hub is None or heard["room"] == self._name:
            return
        if "here" in heard:
            hub.presence.hear(heard["room"], heard["here"])
            hub.show_presence_soon()
        elif hub.phones:
            self._tell_presence(hub)

    def delete_soon(self, hub: Hub) -> None:
        """Delete a table that its host has closed, once its phones have heard so."""

        def delete() -> None:
            hub.close()
            self._hubs.pop(hub.table, None)
            self._begin(delete_table(self._lines, hub.table))

        hub.end_later(2 * self.limits.absent_seconds, delete)

    def rest(self, hub: Hub) -> None:
        """Drop the table from memory after some time, unless there are phones at it then."""
        if hub.resting:
            hub.resting.cancel()
        seconds = self.limits.idle_seconds
        hub.resting = asyncio.get_running_loop().call_later(seconds, self._drop, hub)

    def _drop(self, hub: Hub) -> None:
        if not hub.phones and self._hubs.get(hub.table) is hub:
            hub.close()
            del self._hubs[hub.table]


class _Phone:
    """One socket, from its greeting to its end."""

    def __init__(self, gateway: Gateway, receive: _Receive, send: _Send) -> None:
        self.member = 0
        self._gateway = gateway
        self._limits = gateway.limits
        self._receive = receive
        self._send = send
        self._unsent = asyncio.Queue[str]()
        self._unsent_bytes = 0
        self._ended: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._tasks = list[asyncio.Task[None]]()
        self._admitted: Admission | None = None
        self._operates = False
        self._code = ""
        self._next_code: asyncio.TimerHandle | None = None
        self._credit = float(self._limits.burst)
        self._credited_at = monotonic()

    def push(self, frame: str) -> None:
        """Send a frame in order; a phone that takes too little is cut off."""
        self._unsent_bytes += len(frame)
        limits = self._limits
        if self._unsent.qsize() >= limits.unsent_frames or self._unsent_bytes > limits.unsent_bytes:
            self._finish(LATER)
        else:
            self._unsent.put_nowait(frame)

    def end(self, reason: str) -> None:
        """Close the socket with a refusal."""
        self._finish(REFUSED, reason)

    def renew(self) -> None:
        """Send the new join secret, and a new code if one is shown."""
        if self._admitted:
            self.push(framed(secret=self._admitted.secret))
            if self._code:
                self._replace_code(self._admitted)

    def _finish(self, code: int, reason: str = "") -> None:
        if not self._ended.done():
            self._ended.set_result((code, reason))

    async def serve(self, address: str | None) -> None:
        """Let the phone in, and pass frames on until either end closes.

        Without an address the phone is one too many.
        """
        self._operates = self._gateway.operates(address)
        self._run(self._stay(address))
        try:
            code, reason = await self._ended
        finally:
            for task in self._tasks:
                task.cancel()
            if self._admitted:
                self._admitted.hub.leave(self)
                self._gateway.rest(self._admitted.hub)
        if reason:
            self._gateway.metrics.refusals[reason] += 1
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(_GOODBYE_SECONDS):
                if reason:
                    await self._send_text(framed(refused=reason))
                await self._send({"type": "websocket.close", "code": code})
        with suppress(LinesFailedError):
            await self._show_code(None, shown=False)

    def _run(self, job: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(self._guarded(job)))

    async def _guarded(self, job: Coroutine[Any, Any, None]) -> None:
        """Do the job; its failure ends the socket."""
        try:
            await job
        except RefusedError as refused:
            self.end(str(refused))
        except (LinesFailedError, TimeoutError):
            self._finish(LATER)
        except (OSError, EOFError):
            self._finish(CLOSED)
        except Exception as fault:  # noqa: BLE001 - this is the phone's outermost shell
            # Strangers send what they like, and must not fill the log with tracebacks.
            *_, place = extract_tb(fault.__traceback__)
            _log.error("a phone failed: %r in %s:%s", fault, place.filename, place.lineno)
            self._finish(LATER)

    async def _stay(self, address: str | None) -> None:
        if address is None:
            raise RefusedError("many")
        async with asyncio.timeout(self._limits.greeting_seconds):
            admitted = await self._gateway.enter(await self._next(), address)
        self.member = admitted.member
        self._admitted = admitted
        # From here on nothing is missed: later lines come through the hub.
        total = admitted.hub.place
        if not admitted.hub.members.closed:
            admitted.hub.arrive(self)
        self._run(self._write(admitted, total))
        while True:
            await self._hear(await self._next(), admitted)

    async def _send_text(self, frame: str) -> None:
        await self._send({"type": "websocket.send", "text": frame})

    async def _write(self, admitted: Admission, total: int) -> None:
        hub = admitted.hub
        about = {"secret": admitted.secret, "member": admitted.member}
        welcome = {
            "table": hub.table,
            **about,
            "token": admitted.token,
            "lines": total,
            "page": self._gateway.page,
            **({"operator": True} if self._operates else {}),
        }
        await self._send_text(framed(welcome=welcome))
        await self._send_text(hub.presence_frame())
        async for frame in hub.frames(admitted.known, total):
            await self._send_text(frame)
        if hub.members.closed:
            raise RefusedError("closed")
        while True:
            frame = await self._unsent.get()
            await self._send_text(frame)
            self._unsent_bytes -= len(frame)

    async def _next(self) -> Mapping[str, Any]:
        """Return the next frame.

        :raises RefusedError: when it is malformed or too long
        :raises EOFError: when the phone is gone
        :raises TimeoutError: when the phone was silent for too long
        """
        async with asyncio.timeout(self._limits.phone_seconds):
            message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise EOFError
        text = message.get("text")
        if text is None:
            raise RefusedError("format")
        if len(text) > self._limits.frame or len(text.encode()) > self._limits.frame:
            raise RefusedError("long")
        await self._keep_pace()
        try:
            content = read_json(text, self._limits.frame)
        except OutsideError:
            raise RefusedError("format") from None
        if not isinstance(content, dict):
            raise RefusedError("format")
        return cast("dict[str, Any]", content)

    async def _keep_pace(self) -> None:
        """Wait if the phone sends faster than it may."""
        rate = self._limits.frames_a_second
        now = monotonic()
        credit = self._credit + rate * (now - self._credited_at)
        self._credit = min(self._limits.burst, credit) - 1
        self._credited_at = now
        if self._credit < 0:
            await asyncio.sleep(-self._credit / rate)

    async def _hear(self, frame: Mapping[str, Any], admitted: Admission) -> None:
        """Handle a frame of the phone.

        :raises RefusedError: when the frame is malformed or not allowed
        """
        match kind_of(frame, REQUESTS):
            case "say":
                place, name, text = frame["say"]
                request = Request(
                    place, name, text, tuple(frame.get("away", ())), frame.get("host")
                )
                began = monotonic()
                if answer := await admitted.hub.say(self.member, request, operator=self._operates):
                    self.push(answer)
                else:
                    self._gateway.metrics.count_append(monotonic() - began)
            case "code":
                await self._show_code(admitted, shown=frame["code"])
            case "remove":
                await self._remove(admitted, frame["remove"])
            case "close":
                await self._as_host(admitted.hub, lambda: {"closed": True})
            case "delete":
                await self._as_host(admitted.hub, lambda: {"closed": True})
                self._gateway.delete_soon(admitted.hub)
            case "ping":
                self.push(framed(pong=frame["ping"]))
            case _:
                raise RefusedError("format")

    async def _remove(self, admitted: Admission, member: int) -> None:
        """Remove a member who is not removed yet, which makes the invitation another one."""
        hub = admitted.hub
        if member == hub.host:
            raise RefusedError("host")

        def make() -> Fact | None:
            joined = member in hub.members.tokens.keys() - hub.members.removed
            return {"removed": member} if joined else None

        await self._as_host(hub, make)

    async def _as_host(self, hub: Hub, make: Callable[[], Fact | None]) -> None:
        if self.member != hub.host and not self._operates:
            raise RefusedError("host")
        await hub.record(lambda: None if hub.members.closed else make())

    async def _show_code(self, admitted: Admission | None, *, shown: bool) -> None:
        """Void the code of the phone, and if `shown` show a new one, none after too many."""
        codes = self._gateway.codes
        if self._next_code:
            self._next_code.cancel()
        if self._code:
            code = self._code
            self._code = ""
            await codes.void(code)
        if admitted and shown:
            table = admitted.hub.table
            loop = asyncio.get_running_loop()
            if self._gateway.codes_shown.take(table):
                self._code = codes.new()  # known before it is good, so that it can be voided
                await codes.show(self._code, table, admitted.secret)
            self.push(framed(code=self._code))
            seconds = self._limits.code_seconds
            self._next_code = loop.call_later(seconds, self._replace_code, admitted)

    def _replace_code(self, admitted: Admission) -> None:
        self._run(self._show_code(admitted, shown=True))
