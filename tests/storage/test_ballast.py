"""Room in reserve: on a full disk it is given up once, told, and made again when there is room."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.events import Passed
from companion.core.presets import preset
from companion.desk.archive import Desk
from companion.desk.ports import Freed, Trouble
from storage import files
from storage.ballast import BALLAST_BYTES
from storage.errors import WriteFailedError
from storage.folder import DataFolder
from storage.series_store import FolderStore
from tests.storage.nights import desk_on, opened, today


class Disk:
    """A disk on which files of that many bytes in all find room; zeros in reserve do not."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.room = 1 << 30
        self._write: Callable[..., None] = files.write_at

    def write_at(self, descriptor: int, content: bytes, offset: int) -> None:
        """Write, or say that the disk is full."""
        if self.used() + len(content) > self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._write(descriptor, content, offset)

    def used(self) -> int:
        """How many bytes all files have."""
        return sum(path.stat().st_size for path in self.root.rglob("*") if path.is_file())


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk(tmp_path)
    monkeypatch.setattr(files, "write_at", disk.write_at)
    return disk


def begun(store: FolderStore) -> Desk:
    desk = Desk(store, today)
    desk.start("Friday night", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
    return desk


def turns(desk: Desk) -> int:
    assert desk.state.night
    return len(desk.state.night.round.turns)


def test_a_night_goes_on_when_the_disk_is_full(disk: Disk, tmp_path: Path) -> None:
    with closing(FolderStore(DataFolder(tmp_path))) as store:
        desk = begun(store)
        assert (tmp_path / "ballast").stat().st_size == BALLAST_BYTES
        disk.room = disk.used()
        for turn in range(90):
            assert desk.record(Passed(turn % 3)) is None
        assert turns(desk) == 90
        assert desk.state.reports == (Freed(),)
        assert not (tmp_path / "ballast").exists()
    disk.room = 1 << 30
    with desk_on(tmp_path) as reopened:
        assert len(opened(reopened, 1).round.turns) == 90
        assert reopened.state.reports == ()
        assert (tmp_path / "ballast").exists()


def test_when_that_is_used_up_too_it_is_told_and_nothing_is_recorded(
    disk: Disk, tmp_path: Path
) -> None:
    with closing(FolderStore(DataFolder(tmp_path))) as store:
        desk = begun(store)
        disk.room = 0
        for _ in range(2):
            with pytest.raises(WriteFailedError) as told:
                desk.record(Passed(0))
            assert told.value.trouble is Trouble.FULL
            assert turns(desk) == 0
        disk.room = 1 << 30
        assert desk.record(Passed(0)) is None
    with desk_on(tmp_path) as reopened:
        assert len(opened(reopened, 1).round.turns) == 1


def test_a_disk_without_room_for_it_does_without(disk: Disk, tmp_path: Path) -> None:
    disk.room = 100_000
    with closing(FolderStore(DataFolder(tmp_path))) as store:
        begun(store)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["catalogue.tdb", "lock", "series"]


def test_another_failure_does_not_cost_the_reserve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with closing(FolderStore(DataFolder(tmp_path))) as store:
        desk = begun(store)
        with monkeypatch.context() as patched:
            patched.setattr(files, "write_at", broken)
            with pytest.raises(WriteFailedError, match="medium"):
                desk.record(Passed(0))
        assert (tmp_path / "ballast").exists()
        assert desk.record(Passed(0)) is None
