"""The store's work in the page, where the browser can lose hold of its files."""

import errno
from pathlib import Path

import pytest

from companion.desk.ports import StoreFailedError, Trouble
from companion.page import Patient
from storage.files import WriteFailedError


class Work:
    """Work that fails with these numbers of the system, one after another, and then is done."""

    def __init__(self, *fails: int) -> None:
        self.fails = [*fails]

    def __call__(self) -> str:
        """Fail, or return that it is done."""
        if self.fails:
            raise WriteFailedError(Path("fantan"), OSError(self.fails.pop(0), "no"))
        return "done"


class Files:
    """The page's files, which count how often they were opened anew."""

    def __init__(self) -> None:
        self.times = 0

    async def reopen(self) -> None:
        """Count once more."""
        self.times += 1


async def test_work_is_done_again_on_files_opened_anew() -> None:
    files = Files()
    assert await Patient(files.reopen)(Work(errno.EBADF)) == "done"
    assert files.times == 1


async def test_work_that_fails_again_says_that_the_file_is_lost() -> None:
    files = Files()
    with pytest.raises(StoreFailedError) as failed:
        await Patient(files.reopen)(Work(errno.EBADF, errno.EBADF, errno.EBADF))
    assert (failed.value.trouble, files.times) == (Trouble.UNHELD, 1)


async def test_work_is_not_done_again_for_another_reason() -> None:
    files = Files()
    with pytest.raises(StoreFailedError) as failed:
        await Patient(files.reopen)(Work(errno.ENOSPC))
    assert (failed.value.trouble, files.times) == (Trouble.FULL, 0)
