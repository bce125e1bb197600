"""Lines of shared tables in journals, for a single process.

lock            locked while the folder is in use
STREAM.tdb      all lines of a stream, one document each; the id in the header is the name of the
                stream, so a file under another name is refused
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar
from weakref import WeakValueDictionary

from companion.desk.ports import LinesFailedError, OneThread, StoreFailedError
from storage import files
from storage.files import DamagedFileError, NewerSchemaError, ReadFailedError, writing
from storage.journal import JournalStorage
from storage.lines import Header, Scan, scan
from storage.paths import StoreLock, opening

_TABLE, _LINE = "lines", "line"
_NAME = re.compile(r"[a-z0-9.-]{1,80}")
_Done = TypeVar("_Done")


class _Stream:
    """Stream with all lines in memory; everything but `grown` belongs to the writing thread."""

    def __init__(self, path: Path) -> None:
        found = _read(path)
        self.lines = _lines_in(path, found)
        self.grown = asyncio.Event()
        self.journal = JournalStorage(path, found._replace(changes=()))
        if found.content:
            self.journal.make_durable()

    def append(self, line: bytes) -> None:
        """Append a line durably; a failure changes nothing."""
        document = {_LINE: line.decode("utf-8", "surrogateescape")}
        self.journal.insert(_TABLE, len(self.lines) + 1, document)
        self.lines.append(line)

    def wake(self) -> None:
        """Wake all followers."""
        self.grown.set()
        self.grown = asyncio.Event()


class JournalLines:
    """Implementation of `companion.desk.ports.Lines` in a folder."""

    def __init__(self, root: Path, most_open: int = 128, most_bytes: int = 64 * 2**20) -> None:
        """Prepare a folder; `most_open` limits the open files, and `most_bytes` their lengths.

        Streams beyond the limits that nobody follows are read again when they are needed.
        """
        self._root, self._most_open, self._most_bytes = root, most_open, most_bytes
        self._lock, self._run, self._closed = StoreLock(root), OneThread(), False
        self._known = WeakValueDictionary[str, _Stream]()
        self._recent = OrderedDict[str, _Stream]()

    async def open(self) -> None:
        """Create and lock the folder."""
        self._loop = asyncio.get_running_loop()
        await self._do(self._acquire)

    async def append(self, stream: str, place: int, line: bytes) -> bool:
        """Append a line durably if `place` is the next place, and return whether it was."""
        return await self._do(lambda: self._append(stream, place, line))

    async def count(self, stream: str) -> int:
        """Return the number of lines, 0 for a stream that does not exist."""
        return await self._do(lambda: self._count(stream))

    async def follow(self, stream: str, after: int) -> AsyncIterator[tuple[int, bytes]]:
        """Yield each line after a place in order, first the present ones, then each new one."""
        followed = await self._do(lambda: self._stream(stream))
        while not self._closed:
            grown = followed.grown
            while after < len(followed.lines):
                after += 1
                yield after, followed.lines[after - 1]
            await grown.wait()

    async def close(self) -> None:
        """Close all files after the last append, and end all followers."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._run.finish, self._release)
        for stream in self._known.values():
            stream.wake()

    async def _do(self, work: Callable[[], _Done]) -> _Done:
        """Run work in the writing thread."""
        if self._closed:
            raise LinesFailedError(f"{self._root}: closed")
        try:
            return await self._run(work)
        except StoreFailedError as failed:
            raise LinesFailedError(str(failed)) from failed

    def _acquire(self) -> None:
        with opening(self._root, "--folder or FANTAN_HOME"):
            with writing(self._root):
                files.make_folder(self._root)
            self._lock.acquire()

    def _append(self, name: str, place: int, line: bytes) -> bool:
        stream = self._stream(name)
        if place != len(stream.lines) + 1:
            return False
        stream.append(line)
        self._loop.call_soon_threadsafe(stream.wake)
        return True

    def _count(self, name: str) -> int:
        exists = name in self._known or files.exists(self._root / f"{name}.tdb")
        return len(self._stream(name).lines) if exists else 0

    def _stream(self, name: str) -> _Stream:
        """Return a stream, and close the file of another one that was not used for long.

        Streams without a file in use live as long as somebody follows them.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} cannot be the name of a stream")
        self._lock.check()
        stream = self._known.get(name) or _Stream(self._root / f"{name}.tdb")
        self._known[name] = self._recent[name] = stream
        self._recent.move_to_end(name)
        while len(self._recent) > 1 and self._has_too_many_open:
            _, oldest = self._recent.popitem(last=False)
            oldest.journal.close(abandon=self._lock.lost)
        return stream

    @property
    def _has_too_many_open(self) -> bool:
        length = sum(stream.journal.length for stream in self._recent.values())
        return len(self._recent) > self._most_open or length > self._most_bytes

    def _release(self) -> None:
        for stream in self._recent.values():
            stream.journal.close(abandon=self._lock.lost)
        self._lock.close()


def _read(path: Path) -> Scan:
    """Read the file of a stream, which may be missing.

    :raises StorageError: when the file cannot be used
    """
    content, cause = files.try_to_read(path)
    if cause:
        raise ReadFailedError(path, cause) from cause
    if content is None:
        return Scan(Header.of_new_file(0, path.stem))
    found = scan(content)
    if found.newer:
        raise NewerSchemaError(f"{path}: written by a newer version")
    if found.damaged or not found.header or found.header.id != path.stem:
        raise DamagedFileError(f"{path}: damaged, or the file of another stream")
    return found


def _lines_in(path: Path, found: Scan) -> list[bytes]:
    """Return the lines of a stream; bytes that are no text were kept as surrogates."""
    documents = found.tables.get(_TABLE, {})
    try:
        texts = [documents[str(place)][_LINE] for place in range(1, len(documents) + 1)]
        return [text.encode("utf-8", "surrogateescape") for text in texts]
    except (AttributeError, KeyError, TypeError, UnicodeEncodeError) as cause:
        raise DamagedFileError(f"{path}: a line is missing or no text") from cause
