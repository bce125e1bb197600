"""Composition root of the page, and the browser's private files as a medium for its log.

The page's worker opens two handles; their calls are synchronous, and `flush` makes durable.

There files are in memory, and every change to them goes to a log in the browser's private file
system. There are no threads, and nothing comes after the app: it ends with the page.
"""

import errno
import importlib
import random
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.desk.archive import Archive
from companion.desk.ports import at_once
from companion.ui.start import in_page
from companion.words import LANGUAGES, words_in
from storage import files
from storage.mirror import Medium, Mirror
from storage.store import FolderStore


class Handle(Medium):
    """A `FileSystemSyncAccessHandle`."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def read(self) -> bytes:
        """All of it."""
        room = importlib.import_module("js").Uint8Array.new(self._handle.getSize())
        _told(lambda: self._handle.read(room, at=0))
        return bytes(room.to_bytes())

    def write(self, content: bytes, offset: int) -> None:
        """Put all of the content there.

        :raises OSError: when not all of it could be written
        """
        to_js = importlib.import_module("pyodide.ffi").to_js
        written = _told(lambda: self._handle.write(to_js(content), at=offset))
        if written != len(content):
            raise OSError(errno.ENOSPC, f"{written} of {len(content)} bytes were written")

    def truncate(self, size: int) -> None:
        """Leave the first `size` bytes."""
        _told(lambda: self._handle.truncate(size))

    def flush(self) -> None:
        """Return when it is durable."""
        _told(self._handle.flush)


def _told(call: Callable[[], Any]) -> Any:
    """What the browser answers; its refusals as the system's."""
    refusal = importlib.import_module("pyodide.ffi").JsException
    try:
        return call()
    except refusal as refused:
        full = "Quota" in str(refused)
        raise OSError(errno.ENOSPC if full else errno.EIO, str(refused)) from refused


DATA: Final = Path("/data/fantan")


def get_ready() -> None:
    """Do what every start needs and none changes, for the snapshot that is taken behind it."""
    for language in LANGUAGES:
        words_in(language)
    in_page.get_ready()
    with TemporaryDirectory() as folder:
        store = FolderStore(Path(folder))
        in_page.warm_up(Archive(store, date.today, at_once))
        store.close()


def main() -> None:
    """Open the store and let Flet begin. A snapshot holds the state of `random` as well.

    :raises OSError: when the browser gives no place to keep anything
    :raises StoreFailedError: when what is kept cannot be opened
    """
    random.seed()
    page = importlib.import_module("flet_js")
    first, second = page.handles
    files.mirror = Mirror(DATA, (Handle(first), Handle(second)))
    in_page.run(Archive(FolderStore(DATA), date.today, at_once), page)
