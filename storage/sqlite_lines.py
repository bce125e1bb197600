"""Lines of shared tables in SQLite, for a single room.

lock            locked while a room uses the folder
room.db         the table `line` of PostgreSQL, with the time of each line

The write-ahead log is synced before an append returns. Other processes may read the database
meanwhile.
"""

import asyncio
import re
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.desk.ports import LinesFailedError, OneThread, StoreFailedError, Stream
from storage import files
from storage.files import reading, writing
from storage.paths import StoreLock

DATABASE = "room.db"
_SET_UP = """\
pragma journal_mode = wal;
pragma synchronous = full;
pragma fullfsync = 1;
pragma checkpoint_fullfsync = 1;
create table if not exists line (
    series text not null,
    place integer not null check (place > 0),
    said blob not null,
    at real not null default ((julianday('now') - 2440587.5) * 86400),
    primary key (series, place)
) without rowid;
"""
# The shape of the statement of PostgreSQL: the primary key decides who is first at a place.
_APPEND = """\
insert into line (series, place, said) select ?1, ?2, ?3
where ?2 = 1 or exists (select 1 from line where series = ?1 and place = ?2 - 1)
on conflict do nothing"""
_COUNT = "select coalesce(max(place), 0) from line where series = ?"
_READ = """\
select place, said from line where series = ? and place > ? order by place limit 100"""
_STREAMS = """\
select series, max(place), min(at), max(at) from line group by series order by series"""
_DELETE = "delete from line where series = ?"
_LAST_PLACE = 2**31 - 1
_NAME = re.compile(r"[a-z0-9.-]{1,80}")
_Done = TypeVar("_Done")


class SqliteLines:
    """Implementation of `companion.desk.ports.Lines` in a folder."""

    def __init__(self, root: Path, *, only_reads: bool = False) -> None:
        """Prepare a folder, which `open` creates where it is missing.

        With `only_reads` another process may use the folder, and nothing is written.
        """
        self._root = root
        self._only_reads = only_reads
        self._lock = StoreLock(root)
        self._run = OneThread()
        self._database: sqlite3.Connection | None = None
        self._followers = defaultdict[str, set[asyncio.Event]](set)
        self._closed = False

    async def open(self) -> None:
        """Lock the folder, and create a missing database."""
        await self._do(self._acquire)

    async def append(self, stream: str, place: int, line: bytes) -> bool:
        """Append a line durably if `place` is the next place, and return whether it was."""
        if place > _LAST_PLACE:
            return False
        done = await self._do(lambda: self._ask(_APPEND, stream, place, line).rowcount == 1)
        if done:
            self._wake(stream)
        return done

    async def count(self, stream: str) -> int:
        """Return the number of lines, 0 for a stream that does not exist."""
        return await self._do(lambda: int(self._ask(_COUNT, stream).fetchone()[0]))

    async def follow(self, stream: str, after: int) -> AsyncIterator[tuple[int, bytes]]:
        """Yield each line after a place in order, first the present ones, then each new one."""
        grown = asyncio.Event()
        self._followers[stream].add(grown)
        try:
            while not self._closed:
                grown.clear()
                found = await self._do(partial(self._read, stream, after))
                for place, line in found:
                    after = place
                    yield place, line
                if not found:
                    await grown.wait()
        finally:
            self._followers[stream].discard(grown)
            if not self._followers[stream]:
                del self._followers[stream]

    async def streams(self) -> list[Stream]:
        """Return all streams, by name."""
        return await self._do(self._list)

    async def delete(self, stream: str) -> None:
        """Delete a stream with all its lines."""
        await self._do(partial(self._ask, _DELETE, stream))

    async def tell(self, text: str) -> None:
        """Do nothing: no other room can be on these lines."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Do nothing: no other room can be on these lines."""

    async def close(self) -> None:
        """Close the database after the last append, and end all followers."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._run.finish, self._release)
        for stream in self._followers:
            self._wake(stream)

    async def _do(self, work: Callable[[], _Done]) -> _Done:
        """Run work in the thread of the database."""
        if self._closed:
            raise LinesFailedError(f"{self._root}: closed")
        try:
            return await self._run(work)
        except StoreFailedError as failed:  # which names the file
            raise LinesFailedError(str(failed)) from failed
        except sqlite3.Error as failed:
            raise LinesFailedError(f"{self._root}: {failed}") from failed

    def _acquire(self) -> None:
        if self._only_reads:
            path = (self._root / DATABASE).absolute()
            with reading(path):
                there = path.exists()
            if not there:
                raise LinesFailedError(f"{self._root}: there are no shared tables")
            self._database = sqlite3.connect(_uri_to_read(path), uri=True)
            return
        with writing(self._root):
            files.make_folder(self._root)
        try:
            self._lock.acquire()
        except files.StoreLockedError as held:
            text = f"{self._root}: a room is running on this folder: stop it first"
            raise LinesFailedError(text) from held
        with writing(self._root):
            files.make_private(self._root / DATABASE)  # SQLite makes files that others can read
        database = sqlite3.connect(self._root / DATABASE, isolation_level=None)
        database.executescript(_SET_UP)
        self._database = database

    def _ask(self, query: str, stream: str, *values: object) -> sqlite3.Cursor:
        if not _NAME.fullmatch(stream):
            raise ValueError(f"{stream!r} cannot be the name of a stream")
        if not self._only_reads:  # another room could write where the lock was taken away
            self._lock.check()
        assert self._database
        return self._database.execute(query, (stream, *values))

    def _list(self) -> list[Stream]:
        assert self._database
        return [Stream(*row) for row in self._database.execute(_STREAMS)]

    def _read(self, stream: str, after: int) -> list[tuple[int, bytes]]:
        return self._ask(_READ, stream, min(after, _LAST_PLACE)).fetchall()

    def _wake(self, stream: str) -> None:
        for grown in self._followers.get(stream, ()):
            grown.set()

    def _release(self) -> None:
        if self._database:
            self._database.close()
        self._lock.close()


def _uri_to_read(path: Path) -> str:
    """Return how to open a database so that no byte of its folder changes.

    While a room has it open, or after one was killed, there is a write-ahead log, whose index is
    else written to. Without one, SQLite would create both.
    """
    behind = path.with_name(f"{path.name}-wal").exists()
    return f"{path.as_uri()}?mode=ro&{'readonly_shm' if behind else 'immutable'}=1"
