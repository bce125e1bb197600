"""Failing file calls: reported, without partial changes, and repeatable."""

import errno
import os
import shutil
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.core.forecast import entry_of
from companion.core.presets import parse
from companion.core.rounds.setup import Paid
from companion.core.steps import Recorded
from companion.desk.ports import Problem, StoreFailedError, Trouble
from storage.files import WriteFailedError
from storage.paths import BALLAST_BYTES
from storage.store import FolderStore
from tests.choosing import choose
from tests.storage.logs import bytes_in, file_of, flip_line, keep, lines_of, night, save, scratch
from tests.storage.system import Disk, every, only, since, system

HISTORY = night(rounds=2)
LAST = HISTORY[-1]
PAGAT = parse("pagat")


def kept(root: Path) -> tuple[object, ...]:
    """Return the logs that the next process finds, and check the list."""
    with closing(FolderStore(root)) as store:
        logs = [store.load(entry.number).log for entry in store.entries()]
        entries = tuple(entry_of(k, log.series) for k, log in enumerate(reversed(logs), 1))
        assert store.entries() == tuple(reversed(entries))
        assert {finding.problem for finding in store.findings()} <= {Problem.UNFINISHED}
        return tuple(reversed(logs))


def add_last(store: FolderStore) -> None:
    store.save(1, LAST.log)


def take_last_back(store: FolderStore) -> None:
    store.save(1, HISTORY[-3].log)


def create_another(store: FolderStore) -> None:
    store.create(LAST.log)


def prefer(store: FolderStore) -> None:
    choose(store, usual=PAGAT)


@pytest.mark.parametrize("way", [only, since], ids=["one call", "all calls from one on"])
def test_a_start_that_fails_anywhere_leaves_the_usual_rules(way: Callable[[int], object]) -> None:
    at, failed = 0, 1
    while failed:
        at += 1
        with scratch() as root:
            save(root, HISTORY)
            for changed in ({"usual": PAGAT}, {"archived": frozenset({1})}):
                with closing(FolderStore(root)) as store:
                    choose(store, **changed)
            (root / "choices").unlink()
            with system(way(at)) as calls:  # type: ignore[arg-type]
                with suppress(StoreFailedError):
                    FolderStore(root).close()
                failed = calls.failed
            with closing(FolderStore(root)) as store:
                assert store.choices.usual == parse("pagat")
    assert at > 10


def test_a_failed_sync_leads_to_a_complete_new_file(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        keep(store, HISTORY[:-1])
        inode = file_of(tmp_path, 1).stat().st_ino
        with system(every("fsync", "fdatasync")), pytest.raises(WriteFailedError, match="medium"):
            add_last(store)
        assert store.load(1).log == HISTORY[-2].log
        add_last(store)
        assert file_of(tmp_path, 1).stat().st_ino != inode
    assert kept(tmp_path) == (LAST.log,)


def test_a_failed_cut_is_repeated_before_the_next_write(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        keep(store, HISTORY[:-1])
        with system(every("write", "ftruncate")), pytest.raises(WriteFailedError):
            add_last(store)
        add_last(store)
        assert len(lines_of(file_of(tmp_path, 1))) == len(HISTORY) + 3
    assert kept(tmp_path) == (LAST.log,)


def test_nothing_is_left_of_a_long_line_that_failed(tmp_path: Path) -> None:
    log = HISTORY[-2].log
    long = Recorded(1, Paid(0, 1, 2, "Zoë lässt den König liegen. " * 60))
    with closing(FolderStore(tmp_path)) as store:
        keep(store, HISTORY[:-1])
        with system(every("write", "ftruncate")), pytest.raises(WriteFailedError):
            store.save(1, log.after(long))
        add_last(store)
        left = shutil.copytree(tmp_path, tmp_path / "left")
    assert kept(left) == (LAST.log,)


def test_a_catalogue_that_cannot_be_written_costs_nobody_a_step(tmp_path: Path) -> None:
    save(tmp_path, HISTORY[:1])
    (tmp_path / "catalogue.tdb").unlink()
    (tmp_path / "catalogue.tdb").mkdir()
    with closing(FolderStore(tmp_path)) as store:
        for moment in HISTORY[1:]:
            store.save(1, moment.log)
            assert store.entries() == (entry_of(1, moment.log.series),)
        prefer(store)
        assert store.findings() == ()
    (tmp_path / "catalogue.tdb").rmdir()
    assert kept(tmp_path) == (LAST.log,)


def test_a_vanished_series_is_not_created_again(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        keep(store, HISTORY[:1])
        store.load(1)
    with closing(FolderStore(tmp_path)) as store:
        store.load(1)
        file_of(tmp_path, 1).unlink()
        with pytest.raises(WriteFailedError) as failure:
            store.save(1, HISTORY[1].log)
        assert failure.value.trouble is Trouble.GONE
        assert store.load(1).log == HISTORY[0].log


@pytest.mark.parametrize("code", [errno.EACCES, errno.EIO, errno.ELOOP], ids=errno.errorcode.get)
@pytest.mark.parametrize("name", ["stat", "listdir", "mkdir", "fsync", "open"])
def test_a_folder_that_cannot_be_used_is_reported(name: str, code: int, tmp_path: Path) -> None:
    save(tmp_path / "data", HISTORY)
    before = bytes_in(tmp_path / "data")
    for root in (tmp_path / "data", tmp_path / "new"):
        with system(every(name, code=code)), suppress(StoreFailedError):
            FolderStore(root).close()
    assert bytes_in(tmp_path / "data") == before
    assert kept(tmp_path / "data") == (LAST.log,)


@pytest.mark.parametrize("name", ["mkdir", "open"])
def test_a_folder_without_permission_can_be_exchanged(name: str, tmp_path: Path) -> None:
    with system(every(name, code=errno.EACCES)), pytest.raises(StoreFailedError) as failure:
        FolderStore(tmp_path / "data")
    assert failure.value.trouble is Trouble.FORBIDDEN
    assert "FANTAN_HOME" in str(failure.value)


@pytest.mark.parametrize("below", ["", "below"], ids=["itself", "a folder in it"])
def test_a_data_folder_that_is_a_file(below: str, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a letter")
    with pytest.raises(StoreFailedError) as failure:
        FolderStore(tmp_path / "data" / below)
    assert failure.value.trouble is Trouble.GONE
    assert "FANTAN_HOME" in str(failure.value)
    assert (tmp_path / "data").read_text() == "a letter"


def test_a_drive_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The root is its own parent, which could cause an endless search."""
    monkeypatch.setattr(os.path, "isdir", lambda _path: False)
    with pytest.raises(StoreFailedError) as failure:
        FolderStore(Path("/nights/fantan"))
    assert failure.value.trouble is Trouble.GONE


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk(tmp_path)
    monkeypatch.setattr("storage.files.write_at", disk.write_at)
    return disk


def test_a_night_goes_on_when_the_disk_is_full(disk: Disk, tmp_path: Path) -> None:
    history = night(rounds=5)
    with closing(FolderStore(tmp_path)) as store:
        number = store.create(history[0].log)
        assert (tmp_path / "ballast").stat().st_size == BALLAST_BYTES
        disk.room = disk.used()
        for moment in history[1:]:
            store.save(number, moment.log)
        assert [finding.problem for finding in store.findings()] == [Problem.RESERVE_FREED]
        assert not (tmp_path / "ballast").exists()
        assert store.entries() == (entry_of(1, history[-1].log.series),)
    disk.room = 1 << 30
    assert kept(tmp_path) == (history[-1].log,)
    assert (tmp_path / "ballast").exists()


def test_when_the_reserve_is_used_up_too_nothing_is_recorded(disk: Disk, tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        keep(store, HISTORY[:-1])
        disk.room = 0
        for act in (add_last, take_last_back, create_another, prefer) * 2:
            with pytest.raises(StoreFailedError) as failure:
                act(store)
            assert failure.value.trouble is Trouble.FULL
            assert store.load(1).log == HISTORY[-2].log
        disk.room = 1 << 30
        add_last(store)
    assert kept(tmp_path) == (LAST.log,)


def test_home_is_right_at_once_on_a_full_disk(disk: Disk, tmp_path: Path) -> None:
    """After a kill the catalogue is outdated, and cannot be updated on a full disk."""
    save(tmp_path, HISTORY[:2])
    behind = (tmp_path / "catalogue.tdb").read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        log = store.load(1).log
        for moment in HISTORY[len(log.steps) :]:
            store.save(1, moment.log)
    (tmp_path / "catalogue.tdb").write_bytes(behind)
    (tmp_path / "ballast").unlink()
    disk.room = 0
    with closing(FolderStore(tmp_path)) as store:
        assert store.entries() == (entry_of(1, LAST.log.series),)


def test_a_damaged_series_can_be_looked_at_on_a_full_disk(disk: Disk, tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    flip_line(file_of(tmp_path, 1), 5)
    before = bytes_in(tmp_path / "series")
    (tmp_path / "ballast").unlink()
    disk.room = 0
    with closing(FolderStore(tmp_path)) as store:
        stored = store.load(1)
        assert stored.sealed is Trouble.FULL
        assert Problem.ROUND_DAMAGED in {finding.problem for finding in store.findings()}
        assert bytes_in(tmp_path / "series") == before
        disk.room = 1 << 30
        assert store.load(1).sealed is None
        assert store.load(1).log == stored.log


def test_a_disk_without_room_for_a_reserve_does_without(disk: Disk, tmp_path: Path) -> None:
    disk.room = 100_000
    save(tmp_path, HISTORY)
    assert not (tmp_path / "ballast").exists()
    assert kept(tmp_path) == (LAST.log,)


def test_another_failure_does_not_cost_the_reserve(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        keep(store, HISTORY[:-1])
        with system(every("write")), pytest.raises(WriteFailedError, match="medium"):
            add_last(store)
        assert (tmp_path / "ballast").exists()
