"""SQLite of a room: one user a folder, a full medium, and damage."""

import os
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from companion.desk.ports import LinesFailedError
from storage.sqlite_lines import DATABASE, SqliteLines
from tests.room.engines import opened

FILES = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")
posix = pytest.mark.skipif(os.name == "nt", reason="an open file cannot be removed there")


@pytest.fixture
async def lines(tmp_path: Path) -> AsyncGenerator[SqliteLines]:
    opening = SqliteLines(tmp_path)
    await opening.open()
    yield opening
    await opening.close()


async def read_all(root: Path, stream: str) -> list[bytes]:
    """Return the lines that the next room finds."""
    async with opened(lambda: SqliteLines(root)) as lines:
        found = list[bytes]()
        count = await lines.count(stream)
        if count:
            async for place, line in lines.follow(stream, 0):
                found.append(line)
                if place == count:
                    break
        return found


@posix
@pytest.mark.parametrize("before", [None, 0o644])
async def test_database_is_for_its_owner_alone(tmp_path: Path, before: int | None) -> None:
    path = tmp_path / DATABASE
    if before:
        path.touch(before)
        path.chmod(before)
    async with opened(lambda: SqliteLines(tmp_path)) as lines:
        assert await lines.append("a", 1, b"one")
        modes = {name: path.with_name(name).stat().st_mode & 0o777 for name in FILES}
    assert modes == dict.fromkeys(FILES, 0o600)


async def test_second_room_in_a_folder_is_refused(lines: SqliteLines, tmp_path: Path) -> None:
    other = SqliteLines(tmp_path)
    with pytest.raises(LinesFailedError, match="a room is running on this folder"):
        await other.open()
    await other.close()
    assert await lines.append("a", 1, b"one")


@posix
async def test_nothing_is_appended_after_the_lock_was_taken_away(
    lines: SqliteLines, tmp_path: Path
) -> None:
    await lines.append("a", 1, b"one")
    (tmp_path / "lock").unlink()
    async with opened(lambda: SqliteLines(tmp_path)) as other:
        assert await other.append("a", 2, b"two")
        with pytest.raises(LinesFailedError, match="taken away"):
            await lines.append("a", 3, b"third")
    await lines.close()
    assert await read_all(tmp_path, "a") == [b"one", b"two"]


@pytest.mark.skipif(os.name == "nt", reason="no limit of a file's size there")
async def test_full_medium_loses_no_receipt(tmp_path: Path) -> None:
    """A limit of the size of files stands for the end of the medium."""
    import resource  # noqa: PLC0415 - Windows has none

    lines, receipts = SqliteLines(tmp_path), list[bytes]()
    await lines.open()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    refused = False
    try:
        while not refused:
            line = b"%d " % len(receipts) * 400
            try:
                assert await lines.append("a", len(receipts) + 1, line)
                receipts.append(line)
            except LinesFailedError:
                refused = True
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(receipts) > 3
    place = await lines.count("a") + 1
    assert await lines.append("a", place, b"room again")
    await lines.close()
    found = await read_all(tmp_path, "a")
    assert found[: len(receipts)] == receipts
    assert found[-1] == b"room again"
    assert len(found) == place <= len(receipts) + 2


async def test_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"a letter to grandmother" * 99)
    lines = SqliteLines(tmp_path)
    with pytest.raises(LinesFailedError, match="not a database"):
        await lines.open()
    await lines.close()
    assert (tmp_path / DATABASE).read_bytes() == b"a letter to grandmother" * 99
