"""The composition root of the page, with the browser's private files and the room beside the page.

The game nights are in a journal in the browser's private file system. The page's worker opens two
handles for it, whose calls are synchronous and whose `flush` makes changes durable. There are no
threads, and the app ends with the page.

A snapshot of memory holds no object of the browser and no random number: both are made after it.
"""

import contextlib
import errno
import importlib
import random
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, cast

from companion.desk.archive import Archive
from companion.desk.ports import Room, Socket, StoreFailedError, Trouble, at_once
from companion.ui import in_page
from companion.ui.component import patch_flet
from companion.words import SOURCE, words_in
from storage.handles import Handle
from storage.page_store import PageStore

_Done = TypeVar("_Done")


class BrowserHandle(Handle):
    """A `FileSystemSyncAccessHandle`, the page's first or second, which it can open anew."""

    def __init__(self, page: Any, place: int) -> None:
        self._page = page
        self._place = place

    @property
    def _handle(self) -> Any:
        return self._page.handles[self._place]

    def read(self) -> bytes:
        """Return the whole content."""
        room = importlib.import_module("js").Uint8Array.new(self._handle.getSize())
        _answer(lambda: self._handle.read(room, at=0))
        return bytes(room.to_bytes())

    def write(self, content: bytes, offset: int) -> None:
        """Write the content at the offset.

        :raises OSError: when the content could not be written; `EBADF` if the browser gives no
            reason, as when it has lost hold of the file
        """
        to_js = importlib.import_module("pyodide.ffi").to_js
        written = _answer(lambda: self._handle.write(to_js(content), at=offset))
        if written != len(content):
            raise OSError(errno.EBADF, f"{written} of {len(content)} bytes were written")

    def truncate(self, size: int) -> None:
        """Keep the first `size` bytes only."""
        _answer(lambda: self._handle.truncate(size))

    def flush(self) -> None:
        """Make the content durable."""
        _answer(self._handle.flush)


def _answer(call: Callable[[], Any]) -> Any:
    """Return the answer of the browser; a refusal raises an OSError."""
    refusal = importlib.import_module("pyodide.ffi").JsException
    try:
        return call()
    except refusal as refused:
        full = "Quota" in str(refused)
        raise OSError(errno.ENOSPC if full else errno.EIO, str(refused)) from refused


class PageRoom(Room):
    """The room beside the page. The sockets are those of the page's worker."""

    def __init__(self, room: Any) -> None:
        self._room = room

    @property
    def address(self) -> str:
        """Address of the page."""
        return str(self._room.address)

    @property
    def keeps(self) -> bool:
        """True if this browser keeps files for the page."""
        return bool(self._room.keeps)

    @property
    def broken(self) -> str:
        """Name of the table that could not be opened at the last start, or nothing."""
        return str(self._room.broken)

    def mend(self) -> None:
        """Let the table be opened again that could not be."""
        self._room.mend()

    def connect(
        self, greet: Callable[[], str], hear: Callable[[str], None], lost: Callable[[], None]
    ) -> Socket:
        """Connect, and again after each loss, until the socket is closed."""
        lasting = importlib.import_module("pyodide.ffi").create_proxy
        return cast("Socket", self._room.connect(*map(lasting, (greet, hear, lost))))


class MemoryHandle(Handle):
    """A handle on memory."""

    def __init__(self) -> None:
        self._content = bytearray()

    def read(self) -> bytes:
        """Return the whole content."""
        return bytes(self._content)

    def write(self, content: bytes, offset: int) -> None:
        """Write the content at the offset, which is not behind the end."""
        self._content[offset : offset + len(content)] = content

    def truncate(self, size: int) -> None:
        """Keep the first `size` bytes only."""
        del self._content[size:]

    def flush(self) -> None:
        """Leave all as it is."""


def get_ready() -> None:
    """Do the work that every start needs, for the snapshot taken afterwards."""
    words_in(SOURCE)
    patch_flet()
    store = PageStore((MemoryHandle(), MemoryHandle()))
    in_page.warm_up(Archive(store, datetime.now, at_once))
    store.close()


class Patient:
    """A runner of the store's work, which runs it once more if the browser lost hold of a file.

    A failed write has changed nothing, so the work can be done again on handles opened anew.
    """

    def __init__(self, reopen: Callable[[], Awaitable[None]]) -> None:
        self._reopen = reopen

    async def __call__(self, work: Callable[[], _Done]) -> _Done:
        """Run the work immediately: there are no threads.

        :raises StoreFailedError: when the work fails, the second time if a file was not held
        """
        try:
            return work()
        except StoreFailedError as failed:
            if failed.trouble is not Trouble.UNHELD:
                raise
        with contextlib.suppress(Exception):  # the second failure says that it is lost
            await self._reopen()
        return work()


@cache
def open_archive() -> Archive:
    """Open the store on the handles of the page.

    :raises StoreFailedError: when the stored game nights cannot be opened
    """
    page: Any = importlib.import_module("flet_js")
    store = PageStore((BrowserHandle(page, 0), BrowserHandle(page, 1)))
    room = PageRoom(page.room) if page.room else None
    return Archive(store, datetime.now, Patient(page.reopen), room)


def main() -> None:
    """Open the store and start Flet.

    A snapshot holds the state of `random` as well, so the state is seeded here.

    :raises StoreFailedError: when the stored game nights cannot be opened
    """
    random.seed()
    in_page.run(open_archive(), importlib.import_module("flet_js"))


async def make_backup() -> Any:
    """Return a backup for a page that cannot show the app; None if no series can be read.

    :raises StoreFailedError: when the stored game nights cannot be opened
    """
    saved = await open_archive().backups.make()
    return importlib.import_module("pyodide.ffi").to_js(saved.content) if saved.count else None
