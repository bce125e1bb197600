"""Journals of streams: locks, damage, failing calls and the number of open files."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest

from companion.desk.ports import LinesFailedError
from storage.journal import JournalStorage
from storage.room_lines import JournalLines
from tests.storage.system import every, only, system

posix = pytest.mark.skipif(os.name == "nt", reason="an open file cannot be removed there")


@pytest.fixture
async def lines(tmp_path: Path) -> AsyncGenerator[JournalLines]:
    opening = JournalLines(tmp_path, most_open=2)
    await opening.open()
    yield opening
    await opening.close()


async def kept(root: Path, stream: str) -> list[bytes]:
    """Return the lines that the next process finds; its own line ends the reading."""
    lines, found = JournalLines(root), list[bytes]()
    await lines.open()
    while not await lines.append(stream, len(found) + 1, b"end"):
        async for _, line in lines.follow(stream, len(found)):
            found.append(line)
            break
    await lines.close()
    return found


async def test_a_folder_has_one_user(lines: JournalLines, tmp_path: Path) -> None:
    other = JournalLines(tmp_path)
    with pytest.raises(LinesFailedError, match="another process is using this data folder"):
        await other.open()
    await other.close()
    assert await lines.append("a", 1, b"one")


@posix
async def test_nothing_is_appended_after_the_lock_was_taken_away(
    lines: JournalLines, tmp_path: Path
) -> None:
    await lines.append("a", 1, b"one")
    (tmp_path / "lock").unlink()
    other = JournalLines(tmp_path)
    await other.open()
    assert await other.append("a", 2, b"two")
    with pytest.raises(LinesFailedError, match="taken away"):
        await lines.append("a", 2, b"second")
    with pytest.raises(LinesFailedError, match="taken away"):
        await anext(aiter(lines.follow("b", 0)))
    await lines.close()
    await other.close()
    assert await kept(tmp_path, "a") == [b"one", b"two"]


@pytest.mark.parametrize("name", ["", "A", "../a", "a/b", "a" * 81, "a\n"])
async def test_other_names_are_refused(lines: JournalLines, name: str) -> None:
    with pytest.raises(ValueError, match="name of a stream"):
        await lines.append(name, 1, b"one")


@pytest.mark.parametrize(
    "fails",
    [every("write"), every("fsync", "fdatasync"), every("write", "ftruncate"), every("open")],
    ids=["write", "sync", "write and cut", "open"],
)
async def test_a_failed_line_is_neither_lost_nor_doubled_when_it_is_tried_again(
    lines: JournalLines, tmp_path: Path, fails: Callable[[str, int], int | None]
) -> None:
    for place in range(1, 4):
        await lines.append("a", place, b"%d" % place)
    await lines.append("b", 1, b"one")
    await lines.append("c", 1, b"closes the file of a")
    with system(fails):
        for _ in range(2):
            with pytest.raises(LinesFailedError, match="medium"):
                await lines.append("a", 4, b"4")
    assert await lines.append("a", 4, b"4")
    assert not await lines.append("a", 4, b"4")
    await lines.close()
    assert await kept(tmp_path, "a") == [b"1", b"2", b"3", b"4"]


async def test_each_single_call_may_fail(tmp_path: Path) -> None:
    at, failed, place = 0, 1, 1
    while failed:
        at += 1
        lines = JournalLines(tmp_path, most_open=1)
        await lines.open()
        with system(only(at)) as calls:
            for stream in (f"new{at}", "a"):
                for _ in range(2):
                    try:
                        await lines.append(stream, place if stream == "a" else 1, b"%d" % at)
                    except LinesFailedError:
                        continue
            failed = calls.failed
        await lines.close()
        assert await kept(tmp_path, f"new{at}") == [b"%d" % at]
        place += 1
    found = await kept(tmp_path, "a")
    assert found == [b"%d" % (number + 1) for number in range(at)]


async def test_no_line_is_shown_before_it_is_durable(tmp_path: Path) -> None:
    """A process that was killed may have left lines that are not on the medium yet."""
    lines = JournalLines(tmp_path)
    await lines.open()
    await lines.append("a", 1, b"one")
    await lines.close()
    lines = JournalLines(tmp_path)
    await lines.open()
    with (
        system(every("fsync", "fdatasync")),
        pytest.raises(LinesFailedError, match="medium"),
    ):
        await anext(aiter(lines.follow("a", 0)))
    assert await anext(aiter(lines.follow("a", 0))) == (1, b"one")
    await lines.close()


def cut_line(content: bytes) -> bytes:
    lines = content.rstrip(b"\0").splitlines(keepends=True)
    return b"".join([*lines[:3], *lines[4:]])


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "byte": lambda content: content.replace(b'"two"', b'"tow"'),
    "line": cut_line,
    "emptied": lambda _: b"",
    "of another stream": lambda content: content,
}


@pytest.mark.parametrize("harm", DAMAGE)
async def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, harm: str) -> None:
    lines = JournalLines(tmp_path)
    await lines.open()
    for place, line in enumerate((b"one", b"two", b"three"), 1):
        await lines.append("a", place, line)
        await lines.append("b", place, line)
    await lines.close()
    path = tmp_path / ("c.tdb" if harm == "of another stream" else "a.tdb")
    path.write_bytes(damaged := DAMAGE[harm]((tmp_path / "a.tdb").read_bytes()))
    lines = JournalLines(tmp_path)
    await lines.open()
    with pytest.raises(LinesFailedError, match=f"{path.name}: damaged"):
        await lines.append(path.stem, 4, b"four")
    with pytest.raises(LinesFailedError, match=f"{path.name}: damaged"):
        await anext(aiter(lines.follow(path.stem, 0)))
    assert await lines.append("b", 4, b"four")
    await lines.close()
    assert path.read_bytes() == damaged


async def test_a_line_of_another_kind_is_refused(lines: JournalLines, tmp_path: Path) -> None:
    await lines.append("a", 1, b"one")
    await lines.close()
    journal = JournalStorage(tmp_path / "a.tdb")
    journal.insert("lines", 3, {"line": "three"})
    journal.close()
    lines = JournalLines(tmp_path)
    await lines.open()
    with pytest.raises(LinesFailedError, match="a line is missing"):
        await lines.append("a", 2, b"two")
    await lines.close()


def open_files() -> list[Path]:
    links = Path("/proc/self/fd").iterdir()
    return [link.readlink() for link in links if link.is_symlink()]


@pytest.mark.skipif(sys.platform != "linux", reason="needs the list of open files")
@pytest.mark.parametrize("limits", [{"most_open": 2}, {"most_bytes": 100}], ids=str)
async def test_few_files_are_open_however_many_streams_are_followed(
    limits: dict[str, int], tmp_path: Path
) -> None:
    lines = JournalLines(tmp_path, **limits)
    await lines.open()
    streams = [f"s{number}" for number in range(9)]
    found = {stream: list[bytes]() for stream in streams}

    async def follow(stream: str) -> None:
        async for _, line in lines.follow(stream, 0):
            found[stream].append(line)

    following = [asyncio.create_task(follow(stream)) for stream in streams]
    for place in range(1, 6):
        for stream in streams:
            assert await lines.append(stream, place, b"%d" % place)
    assert len([path for path in open_files() if path.parent == tmp_path]) <= 3  # with the lock
    await lines.close()
    await asyncio.wait(following)
    assert found == {stream: [b"1", b"2", b"3", b"4", b"5"] for stream in streams}
