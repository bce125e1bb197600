"""Lines of shared tables in PostgreSQL, for any number of processes.

The primary key decides who is first at a place. A notification wakes the followers, who then read
from where they are; a notification that is lost costs time only.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias
from urllib.parse import urlsplit

from companion.desk.ports import LinesFailedError, Stream

try:
    import asyncpg
    from asyncpg.connect_utils import SessionAttribute
except ModuleNotFoundError as missing:
    lacking = "PostgreSQL needs the package asyncpg: pip install 'fantan[postgres]'"
    raise ModuleNotFoundError(lacking, name=missing.name) from missing

_TABLE = """\
do $$ begin
    perform pg_advisory_xact_lock(hashtext('fantan'));
    if to_regclass('line') is null then
        create table line (
            series text not null,
            place int not null check (place > 0),
            said bytea not null,
            primary key (series, place)
        );
    end if;
    if not exists (select from pg_attribute where attrelid = 'line'::regclass and attname = 'at')
    then
        alter table line add column at timestamptz not null default now();
    end if;
end $$"""
_APPEND = """\
with appended as (
    insert into line (series, place, said) select $1, $2, $3 where $2 = 1
    or exists (select from line where series = $1 and place = $2 - 1)
    on conflict do nothing returning place
) select pg_notify('fantan', $1) from appended"""
_READ = """\
select place, said from line where series = $1 and place > $2 order by place limit 100"""
_COUNT = "select coalesce(max(place), 0) as place from line where series = $1"
_STREAMS = """\
select series, max(place), extract(epoch from min(at))::float8, extract(epoch from max(at))::float8
from line group by series order by series"""
_DELETE = "delete from line where series = $1"
_CHANNEL = "fantan_told"
"""Channel of what rooms tell one another; each message has at most 8,000 bytes."""
_READ_AT_ONCE = 100
_LAST_PLACE = 2**31 - 1
_FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_CONNECTIONS = 8
_CONNECT_SECONDS = 2
_ANSWER_SECONDS = 5
_PAUSE_SECONDS = 0.2
_HEARTBEAT_SECONDS = 1

_Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


class PostgresLines:
    """Implementation of `companion.desk.ports.Lines` in a database."""

    def __init__(self, dsn: str, *, only_reads: bool = False) -> None:
        """Take the address of one server, or of several of which a single one can be written to.

        With `only_reads` a missing table is not created.

        :raises LinesFailedError: when the address is malformed
        """
        self._servers = _servers(dsn)
        self._only_reads = only_reads
        self._idle: list[_Connection] = []
        self._free = asyncio.Semaphore(_CONNECTIONS)
        self._followers = defaultdict[str, set[asyncio.Event]](set)
        self._listening: asyncio.Task[None] | None = None
        self._closed = False
        self._heard: Callable[[str], None] = lambda _text: None

    async def open(self) -> None:
        """Create a missing table, and listen."""
        if not self._only_reads:
            await self._ask(_TABLE)
        self._listening = asyncio.create_task(self._listen())

    async def append(self, stream: str, place: int, line: bytes) -> bool:
        """Append a line durably if `place` is the next place, and return whether it was."""
        return place <= _LAST_PLACE and bool(await self._ask(_APPEND, stream, place, line))

    async def count(self, stream: str) -> int:
        """Return the number of lines, 0 for a stream that does not exist."""
        return (await self._ask(_COUNT, stream))[0]["place"]  # type: ignore[no-any-return]

    async def follow(self, stream: str, after: int) -> AsyncIterator[tuple[int, bytes]]:
        """Yield each line after a place in order, first the present ones, then each new one.

        While no server answers, go on trying.
        """
        grown = asyncio.Event()
        after = min(after, _LAST_PLACE)
        self._followers[stream].add(grown)
        try:
            while not self._closed:
                grown.clear()
                try:
                    records = await self._ask(_READ, stream, after)
                except LinesFailedError:
                    await asyncio.sleep(_PAUSE_SECONDS)
                    continue
                for record in records:
                    after = record["place"]
                    yield after, record["said"]
                if len(records) < _READ_AT_ONCE:
                    await grown.wait()
        finally:
            self._followers[stream].discard(grown)
            if not self._followers[stream]:
                del self._followers[stream]

    async def streams(self) -> list[Stream]:
        """Return all streams, by name."""
        return [Stream(*record) for record in await self._ask(_STREAMS)]

    async def delete(self, stream: str) -> None:
        """Delete a stream with all its lines."""
        await self._ask(_DELETE, stream)

    async def tell(self, text: str) -> None:
        """Tell the rooms on this database something that nobody keeps."""
        await self._ask("select pg_notify($1, $2)", _CHANNEL, text)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard` on the event loop with what rooms tell, also this one."""
        self._heard = heard

    async def close(self) -> None:
        """Close all connections, and end all followers."""
        self._closed = True
        if self._listening:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        self._terminate_idle()
        for stream in self._followers:
            self._wake(stream)

    async def _ask(self, query: str, *values: object) -> list[asyncpg.Record]:
        """Return the records of a query.

        A connection is ended rather than a query cancelled: a cancelled query that waits for the
        standby would be committed without it.
        """
        try:
            async with asyncio.timeout(_ANSWER_SECONDS), self._free:
                connection = self._idle.pop() if self._idle else await self._connect()
                try:
                    records = await connection.fetch(query, *values)
                except BaseException:
                    connection.terminate()
                    raise
                if self._closed:
                    connection.terminate()
                else:
                    self._idle.append(connection)
                return records
        except _FAILURES as failed:
            self._terminate_idle()
            reason = str(failed) or type(failed).__name__
            raise LinesFailedError(f"PostgreSQL: {reason}") from failed

    async def _connect(self) -> _Connection:
        """Connect to the server that can be written to, the last such one first."""
        if self._closed:
            raise ConnectionError("closed")
        failures: list[str] = []
        for server in tuple(self._servers):
            try:
                connection: _Connection = await asyncpg.connect(
                    server,
                    timeout=_CONNECT_SECONDS,
                    target_session_attrs=SessionAttribute.read_write,
                )
            except _FAILURES as failed:
                address = urlsplit(server).netloc.rpartition("@")[2] or "this machine"
                failures.append(f"{address}: {str(failed) or type(failed).__name__}")
            else:
                self._servers.remove(server)
                self._servers.insert(0, server)
                return connection
        raise ConnectionError("; ".join(failures))

    async def _listen(self) -> None:
        """Wake followers at each notification, with a new connection whenever one is lost."""
        while True:
            with contextlib.suppress(*_FAILURES):
                async with asyncio.timeout(_ANSWER_SECONDS):
                    connection = await self._connect()
                try:
                    await self._hear(connection)
                finally:
                    connection.terminate()
                    self._terminate_idle()
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _hear(self, connection: _Connection) -> None:
        """Wake followers until the server does not answer any more."""
        async with asyncio.timeout(_ANSWER_SECONDS):
            await connection.add_listener("fantan", self._wake_at)
            await connection.add_listener(_CHANNEL, self._take_notice)
        for stream in self._followers:
            self._wake(stream)
        while True:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await connection.fetch("select")
            await asyncio.sleep(_HEARTBEAT_SECONDS)

    def _take_notice(self, *notification: object) -> None:
        self._heard(str(notification[-1]))

    def _wake_at(self, *notification: object) -> None:
        self._wake(str(notification[-1]))

    def _wake(self, stream: str) -> None:
        for grown in self._followers.get(stream, ()):
            grown.set()

    def _terminate_idle(self) -> None:
        """End the idle connections, which lead to the server that failed."""
        while self._idle:
            self._idle.pop().terminate()


def _servers(dsn: str) -> list[str]:
    """Return an address for each server, so that a silent one costs no time of the others.

    :raises LinesFailedError: when the address is malformed; the message has no part of it
    """
    try:
        parts = urlsplit(dsn)
        user, at, hosts = parts.netloc.rpartition("@")
        servers = [parts._replace(netloc=f"{user}{at}{host}") for host in hosts.split(",")]
        [server.port for server in servers]  # a ValueError where a password is not escaped
    except ValueError:
        problem = "the address cannot be read: write / as %2F in a password, and so on"
        raise LinesFailedError(f"PostgreSQL: {problem}") from None
    return [dsn] if len(servers) == 1 else [server.geturl() for server in servers]
