"""What the store can refuse or fail at: each error says what a person can do something about."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from companion.desk.ports import StoreFailedError, Trouble

_TROUBLES = {
    **dict.fromkeys([errno.ENOSPC, errno.EDQUOT, errno.EFBIG], Trouble.FULL),
    **dict.fromkeys([errno.EACCES, errno.EPERM, errno.EROFS], Trouble.FORBIDDEN),
    **dict.fromkeys([errno.ENOENT, errno.ENOTDIR], Trouble.GONE),
    **dict.fromkeys([errno.EISDIR, errno.ELOOP, errno.EEXIST], Trouble.OTHER),
}


class StorageError(StoreFailedError):
    """Anything the store has to tell; what was acknowledged before it is still on disk."""


class NewerSchemaError(StorageError):
    """The file was written by a newer version of the companion: it may be read, not changed."""

    trouble = Trouble.NEWER


class DamagedFileError(StorageError):
    """Bytes of the file were changed from outside, so that it cannot be used as it is."""


class StoreLockedError(StorageError):
    """Another process is using this data folder."""

    trouble = Trouble.IN_USE


class LockLostError(StorageError):
    """Somebody took the lock's file away while we held it: another process may write by now."""

    trouble = Trouble.GONE


class NoLocksError(StorageError):
    """The file system cannot lock files, so nothing keeps two processes apart."""

    trouble = Trouble.UNLOCKABLE


class FileFailedError(StorageError):
    """A file call failed; `reason` says how."""

    def __init__(self, path: Path, cause: OSError) -> None:
        self.trouble = _TROUBLES.get(cause.errno or 0, Trouble.BROKEN)
        self.reason = cause.strerror or str(cause)
        super().__init__(f"{path}: {self.trouble.value} ({self.reason})")

    @classmethod
    @contextmanager
    def telling(cls, path: Path) -> Generator[None]:
        """Tells a file call inside that fails as this error."""
        try:
            yield
        except OSError as cause:
            raise cls(path, cause) from cause


class WriteFailedError(FileFailedError):
    """Nothing was recorded; the same action may be tried again when the cause is gone."""


class ReadFailedError(FileFailedError):
    """The file is not there or could not be read; nothing was changed."""


writing, reading = WriteFailedError.telling, ReadFailedError.telling
