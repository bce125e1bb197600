"""Errors of the store."""

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
    """Base class of all errors of the store; acknowledged changes remain on disk."""


class NewerSchemaError(StorageError):
    """A newer version of the companion wrote the file, which is therefore read-only."""

    trouble = Trouble.NEWER


class DamagedFileError(StorageError):
    """Another program changed the file, which cannot be used without a repair."""


class StoreLockedError(StorageError):
    """Another process uses the data folder."""

    trouble = Trouble.IN_USE


class LockLostError(StorageError):
    """The lock file was removed while locked, so that another process may write."""

    trouble = Trouble.GONE


class NoLocksError(StorageError):
    """The file system cannot lock files."""

    trouble = Trouble.UNLOCKABLE


class FileFailedError(StorageError):
    """A file call failed, with the text of the system in `reason`."""

    def __init__(self, path: Path, cause: OSError) -> None:
        self.trouble = _TROUBLES.get(cause.errno or 0, Trouble.BROKEN)
        self.reason = cause.strerror or str(cause)
        super().__init__(f"{path}: {self.trouble.value} ({self.reason})")

    @classmethod
    @contextmanager
    def converting(cls, path: Path) -> Generator[None]:
        """Raise this error instead of an `OSError` of the block."""
        try:
            yield
        except OSError as cause:
            raise cls(path, cause) from cause


class WriteFailedError(FileFailedError):
    """A write failed without any change; another attempt may succeed."""


class ReadFailedError(FileFailedError):
    """A file is missing or cannot be read."""


writing, reading = WriteFailedError.converting, ReadFailedError.converting
