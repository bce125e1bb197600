"""The browser's private file system as a place for the log of `storage.mirror`.

The page's worker opens two handles; their calls are synchronous, and `flush` makes durable.
"""

from __future__ import annotations

import errno
import importlib
from collections.abc import Callable
from typing import Any

from storage.mirror import Medium


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
