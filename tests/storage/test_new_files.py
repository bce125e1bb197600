"""When a journal is written anew, backed up or cut off, and what that may cost: nothing."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest
from tinydb import TinyDB
from tinydb.table import Document

from storage.errors import WriteFailedError
from storage.event_table import EventDB
from storage.journal import JournalStorage
from storage.recovery import backup_path
from tests.faults.faulty_os import Fault, FaultyOs, How, standing_in
from tests.storage.made_up import event, journal, tables, texts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "series.tdb"


def test_numbers_run_on_when_the_file_is_written_anew(path: Path) -> None:
    with EventDB(path, long_lived=True) as db:
        db.table("events").insert_multiple([event(1), event(2)])
        journal(db).compact()
        db.table("events").insert(event(3))
        assert journal(db).sequence == 4
    assert [text.split(" ")[0] for text in texts(path)] == ["1", "2", "3", "4"]
    assert texts(path)[0] == '1 {"format": 1, "schema": 1, "generation": 2, "records": 2}'


def test_long_lived_files_are_compacted_and_keep_the_former_one(path: Path) -> None:
    with TinyDB(path, storage=JournalStorage, long_lived=True, compact_over_bytes=500) as db:
        for chips in range(40):
            db.table("payments").upsert(Document({"chips": chips}, 1))
    assert path.stat().st_size < 600
    assert backup_path(path).read_bytes().count(b"\n") > 8
    with TinyDB(path, storage=JournalStorage, long_lived=True) as db:
        assert tables(db) == {"payments": {"1": {"chips": 39}}}


def test_a_compaction_that_fails_costs_nothing(path: Path) -> None:
    full = FaultyOs(Fault(at=4, how=How.FAILS_ON, code=errno.ENOSPC))
    with TinyDB(path, storage=JournalStorage, long_lived=True, compact_over_bytes=200) as db:
        payments = db.table("payments")
        payments.upsert(Document({"chips": 1}, 1))
        with standing_in(full):
            payments.upsert(Document({"note": "long " * 40}, 1))
        assert full.reached
        with standing_in(calm := FaultyOs(Fault())):
            payments.upsert(Document({"chips": 3}, 1))
        assert calm.calls == ["lseek", "write", "fdatasync"]
    with TinyDB(path, storage=JournalStorage) as db:
        assert tables(db) == {"payments": {"1": {"chips": 3, "note": "long " * 40}}}


def test_short_lived_files_are_never_written_anew(path: Path) -> None:
    with TinyDB(path, storage=JournalStorage, compact_over_bytes=100) as db:
        for chips in range(40):
            db.table("payments").upsert(Document({"chips": chips}, 1))
    assert texts(path)[-1] == '41 {"s":{"payments":{"1":{"chips":39}}}}'
    assert not backup_path(path).exists()


def test_the_first_change_of_a_session_leaves_a_backup(path: Path) -> None:
    for chips in (1, 2):
        with TinyDB(path, storage=JournalStorage, long_lived=True) as db:
            db.table("payments").insert({"chips": chips})
            db.table("payments").insert({"chips": chips})
    assert texts(backup_path(path)) == texts(path)[:3]


def test_a_backup_that_cannot_be_made_keeps_nobody_from_recording(path: Path) -> None:
    TinyDB(path, storage=JournalStorage, long_lived=True).close()
    with TinyDB(path, storage=JournalStorage, long_lived=True) as db:
        full = FaultyOs(Fault(at=5, code=errno.ENOSPC))
        with standing_in(full):
            db.table("payments").insert({"chips": 1})
        assert full.reached
        assert tables(db) == {"payments": {"1": {"chips": 1}}}
    assert not backup_path(path).exists()


def test_a_file_that_vanished_does_not_take_its_backup_with_it(path: Path) -> None:
    for chips in (1, 2):
        with TinyDB(path, storage=JournalStorage, long_lived=True) as db:
            db.table("payments").insert({"chips": chips})
    kept = backup_path(path).read_bytes()
    with TinyDB(path, storage=JournalStorage, long_lived=True) as db:
        path.unlink()
        with pytest.raises(WriteFailedError, match="missing"):
            db.table("payments").insert({"chips": 3})
    assert backup_path(path).read_bytes() == kept


def test_reading_leaves_no_backup(path: Path) -> None:
    for _ in range(2):
        with TinyDB(path, storage=JournalStorage, long_lived=True) as db:
            assert db.all() == []
    assert not backup_path(path).exists()


def test_a_failed_sync_leads_to_a_complete_new_file(path: Path) -> None:
    with EventDB(path) as db:
        db.table("events").insert(event(1))
        db.table("events").insert(event(2))
        broken = FaultyOs(Fault(at=3))
        with standing_in(broken), pytest.raises(WriteFailedError, match="Input/output error"):
            db.table("events").insert(event(3))
        assert broken.calls[2] == "fdatasync"
        assert len(db.table("events")) == 2
        db.table("events").insert(event(4))
    assert '"generation": 2' in texts(path)[0]
    with EventDB(path) as db:
        assert tables(db) == {"events": {"1": event(1), "2": event(2), "3": event(4)}}


def test_an_unfinished_write_is_cut_off_when_the_file_is_opened(path: Path) -> None:
    with EventDB(path) as db:
        db.table("events").insert(event(1))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[-40:-1])
    with EventDB(path) as db:
        assert path.read_bytes() == whole
        assert journal(db).cut_off_bytes == 39


def test_what_could_not_be_cut_off_is_cut_off_before_the_next(path: Path) -> None:
    class Dying(FaultyOs):
        """Half of the write arrives, and nothing works after that."""

        def _go_wrong(self, name: str, real: Any, *args: Any) -> None:
            if name == "write":
                real(args[0], args[1][:300])
            super()._go_wrong(name, real, *args)

    with EventDB(path) as db:
        with standing_in(Dying(Fault(at=3, how=How.FAILS_ON))), pytest.raises(WriteFailedError):
            db.table("events").insert({"note": "long " * 100})
        assert path.stat().st_size > 300
        db.table("events").insert(event(1))
        assert len(texts(path)) == 2


def test_what_cannot_be_trusted_is_no_backup(path: Path) -> None:
    with EventDB(path, long_lived=True) as db:
        db.table("events").insert(event(1))
        with standing_in(FaultyOs(Fault(at=3))), pytest.raises(WriteFailedError):
            db.table("events").insert(event(2))
        journal(db).compact()
    assert not backup_path(path).exists()
    assert '"generation": 2' in texts(path)[0]
