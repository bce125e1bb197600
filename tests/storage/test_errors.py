"""What a failing file call is told as."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.desk.ports import Trouble
from storage.errors import ReadFailedError, WriteFailedError, reading, writing

PATH = Path("night.tdb")


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        (errno.ENOSPC, Trouble.FULL),
        (errno.EFBIG, Trouble.FULL),
        (errno.EACCES, Trouble.FORBIDDEN),
        (errno.EROFS, Trouble.FORBIDDEN),
        (errno.ENOENT, Trouble.GONE),
        (errno.EIO, Trouble.BROKEN),
        (errno.EMFILE, Trouble.BROKEN),
    ],
    ids=errno.errorcode.get,
)
def test_trouble(code: int, trouble: Trouble) -> None:
    with pytest.raises(WriteFailedError) as told, writing(PATH):
        raise OSError(code, os.strerror(code))
    assert told.value.trouble is trouble
    assert str(told.value) == f"night.tdb: {trouble.value} ({os.strerror(code)})"


def test_a_read_that_fails_is_no_write() -> None:
    with pytest.raises(ReadFailedError, match="medium reports an error"), reading(PATH):
        raise OSError(errno.EIO, os.strerror(errno.EIO))
