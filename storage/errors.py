"""What the store can refuse or fail at: each error says what a person can do something about."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from companion.desk.ports import StoreFailedError, Trouble


class StorageError(StoreFailedError):
    """Anything the store has to tell; what was acknowledged before it is still on disk."""


class NewerSchemaError(StorageError):
    """The file was written by a newer version of the companion: it may be read, not changed."""

    trouble = Trouble.NEWER


class DamagedFileError(StorageError):
    """Bytes of the file were changed from outside, so that it cannot be used as it is."""


class MissingSeriesError(StorageError):
    """No series of that number is stored."""

    trouble = Trouble.GONE


class StoreLockedError(StorageError):
    """Another process is using this data folder."""


class LockLostError(StorageError):
    """Somebody took the lock's file away while we held it: another process may write by now."""

    trouble = Trouble.GONE


class NoLocksError(StorageError):
    """The file system cannot lock files, so nothing keeps two processes apart."""


_TROUBLES = {
    **dict.fromkeys([errno.ENOSPC, errno.EDQUOT, errno.EFBIG], Trouble.FULL),
    **dict.fromkeys([errno.EACCES, errno.EPERM, errno.EROFS], Trouble.FORBIDDEN),
    **dict.fromkeys([errno.ENOENT, errno.ENOTDIR], Trouble.GONE),
    **dict.fromkeys([errno.EISDIR, errno.ELOOP], Trouble.OTHER),
}


class FileFailedError(StorageError):
    """A file call failed; `detail` says how."""

    def __init__(self, path: Path, cause: OSError) -> None:
        self.trouble = _TROUBLES.get(cause.errno or 0, Trouble.BROKEN)
        self.detail = f"{self.trouble.value} ({cause.strerror or cause})"
        super().__init__(f"{path}: {self.detail}")


class WriteFailedError(FileFailedError):
    """Nothing was recorded; the same action may be tried again when the cause is gone."""


class ReadFailedError(FileFailedError):
    """The file is there and could not be read; nothing was changed."""


@contextmanager
def writing(path: Path) -> Generator[None]:
    """Tell a failing file call as a write that failed.

    :raises WriteFailedError: when a file call inside fails
    """
    try:
        yield
    except OSError as cause:
        raise WriteFailedError(path, cause) from cause


@contextmanager
def reading(path: Path) -> Generator[None]:
    """Tell a failing file call as a read that failed.

    :raises ReadFailedError: when a file call inside fails
    """
    try:
        yield
    except OSError as cause:
        raise ReadFailedError(path, cause) from cause
