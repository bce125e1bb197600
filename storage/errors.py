"""What the store can refuse or fail at: each error carries facts, the screens find the words."""

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

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(
            f"{path}: written by a newer version (schema {found}, known up to {known})"
        )
        self.path, self.found, self.known = path, found, known


class DamagedFileError(StorageError):
    """Bytes of the file were changed from outside, so that it cannot be used as it is."""

    def __init__(self, path: Path, detail: str = "damaged") -> None:
        super().__init__(f"{path}: {detail}")
        self.path, self.detail = path, detail


class UnknownSeriesError(StorageError):
    """No series of that number is stored."""

    trouble = Trouble.GONE

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no series {number}")
        self.number = number


class StoreLockedError(StorageError):
    """Another process is using this data folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder}: Fan Tan is open already: another process is using this data folder"
        )
        self.folder = folder


class LockLostError(StorageError):
    """Somebody took the lock's file away while we held it: another process may write by now."""

    trouble = Trouble.GONE

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: this file was taken away while Fan Tan is open; close it and open it again"
        )
        self.path = path


class NoLocksError(StorageError):
    """The file system cannot lock files, so nothing keeps two processes apart."""

    def __init__(self, folder: Path, cause: OSError) -> None:
        super().__init__(
            f"{folder}: files cannot be locked on this drive ({cause.strerror or cause}); "
            "choose a folder on another one with FANTAN_HOME"
        )
        self.folder, self.cause = folder, cause


_TROUBLES = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EACCES: Trouble.FORBIDDEN,
    errno.EPERM: Trouble.FORBIDDEN,
    errno.EROFS: Trouble.FORBIDDEN,
    errno.ENOENT: Trouble.GONE,
    errno.ENOTDIR: Trouble.GONE,
    errno.EISDIR: Trouble.OTHER,
    errno.ELOOP: Trouble.OTHER,
}


class FileFailedError(StorageError):
    """A file call failed; `cause` is the system's own error."""

    def __init__(self, path: Path, cause: OSError) -> None:
        self.path, self.cause = path, cause
        self.trouble = _TROUBLES.get(cause.errno or 0, Trouble.BROKEN)
        self.detail = f"{self.trouble.value} ({cause.strerror or cause})"
        super().__init__(f"{path}: {self.detail}")


class WriteFailedError(FileFailedError):
    """Nothing was recorded; the same action may be tried again when the cause is gone."""


class ReadFailedError(FileFailedError):
    """The file is there and could not be read; nothing was changed."""


@contextmanager
def writing(path: Path) -> Generator[None, None, None]:
    """Tell a failing file call as a write that failed.

    :raises WriteFailedError: when a file call inside fails
    """
    try:
        yield
    except OSError as cause:
        raise WriteFailedError(path, cause) from cause


@contextmanager
def reading(path: Path) -> Generator[None, None, None]:
    """Tell a failing file call as a read that failed.

    :raises ReadFailedError: when a file call inside fails
    """
    try:
        yield
    except OSError as cause:
        raise ReadFailedError(path, cause) from cause
