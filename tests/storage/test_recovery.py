"""Damaged files: what is told of them, what a backup adds, and how they are replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.errors import DamagedFileError, NewerSchemaError, WriteFailedError
from storage.event_table import EventDB
from storage.journal_lines import Header, write_line
from storage.migrations import Migrations
from storage.recovery import Damage, backup_path, examine, restore
from tests.faults.faulty_os import Fault, FaultyOs, standing_in
from tests.storage.made_up import event, flip, journal, tables, up_1_2


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "series.tdb"


def write(path: Path, turns: range, *, compact: bool = False) -> None:
    with EventDB(path, long_lived=True) as db:
        for turn in turns:
            db.table("events").insert(event(turn))
        if compact:
            journal(db).compact()


def spoil(path: Path, *lines: int) -> None:
    """Change one byte in each of the lines, counted from 0, the header."""
    whole = path.read_bytes().splitlines(keepends=True)
    for number in lines:
        flip(path, sum(map(len, whole[:number])) + 20)


def damage(path: Path) -> Damage:
    found = examine(path)
    assert isinstance(found, Damage)
    return found


def test_opening_a_damaged_file_tells_and_touches_nothing(path: Path) -> None:
    write(path, range(1, 8))
    spoil(path, 2, 5, 6)
    before = path.read_bytes()
    with pytest.raises(DamagedFileError) as told:
        EventDB(path)
    assert str(told.value) == f"{path}: damaged; 4 records intact, lost: 2, 5-6"
    assert told.value.damage.tables == {"events": {n: event(int(n)) for n in "1347"}}
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "words"),
    [(0, "7 records intact, none lost"), (7, "6 records intact, lost: the end")],
    ids=["header", "last line"],
)
def test_what_is_said_of_the_ends(path: Path, line: int, words: str) -> None:
    write(path, range(1, 8))
    spoil(path, line)
    assert str(damage(path)) == f"{path}: damaged; {words}"


def test_an_older_backup_fills_the_gaps(path: Path) -> None:
    write(path, range(1, 4))
    write(path, range(4, 8))
    spoil(path, 0, 2, 5)
    found = damage(path)
    assert found.from_backup
    assert found.missing == (range(5, 6),)
    assert list(found.tables["events"]) == ["1", "2", "3", "4", "6", "7"]


def test_the_former_generation_fills_in_for_the_first_records(path: Path) -> None:
    with EventDB(path, long_lived=True) as db:
        for turn in range(1, 7):
            db.table("events").insert(event(turn))
            if turn == 5:
                journal(db).compact()
    spoil(path, 1, 3)
    found = damage(path)
    assert found.from_backup
    assert found.tables["events"] == {str(turn): event(turn) for turn in range(1, 7)}


def test_a_former_generation_that_is_not_whole_is_left_alone(path: Path) -> None:
    write(path, range(1, 5))
    with EventDB(path, long_lived=True) as db:
        db.table("events").drop_last()
        with standing_in(FaultyOs(Fault(at=3))), pytest.raises(WriteFailedError):
            db.table("events").insert(event(9))
        db.table("events").drop_last()
    spoil(path, 1)
    found = damage(path)
    assert not found.from_backup
    assert list(found.tables["events"]) == ["2"]


def test_a_backup_of_something_else_is_left_alone(path: Path) -> None:
    write(path, range(1, 6), compact=True)
    other = Header(schema=1, generation=7).line() + write_line(7, 1, '{"s":{"events":{"9":{}}}}')
    backup_path(path).write_bytes(other)
    spoil(path, 1)
    found = damage(path)
    assert not found.from_backup
    assert list(found.tables["events"]) == ["2", "3", "4", "5"]


def test_a_file_that_vanished_is_found_in_its_backup(path: Path) -> None:
    write(path, range(1, 4))
    write(path, range(4, 8))
    path.unlink()
    found = damage(path)
    assert found.open_end
    assert list(found.tables["events"]) == ["1", "2", "3"]
    assert restore(found) is None
    with EventDB(path) as db:
        assert len(db.table("events")) == 3


def test_a_record_that_is_no_record_is_told(path: Path) -> None:
    lines = [write_line(1, 1, '{"s":{"events":{"1":{}}}}'), write_line(1, 2, '["not a record"]')]
    path.write_bytes(Header(schema=1, generation=1).line() + b"".join(lines))
    assert damage(path).missing == (range(2, 3),)


def test_a_restored_file_is_sound_and_the_damaged_one_is_kept(path: Path) -> None:
    write(path, range(1, 8))
    spoil(path, 3)
    bad = path.read_bytes()
    aside = restore(damage(path))
    assert aside
    assert aside == path.with_name("series.tdb.damaged")
    assert aside.read_bytes() == bad
    with EventDB(path) as db:
        assert db.table("events").insert(event(8)) == 8
        assert len(db.table("events")) == 7


def test_a_part_may_be_restored(path: Path) -> None:
    write(path, range(1, 8))
    spoil(path, 3)
    found = damage(path)
    start = {number: found.tables["events"][number] for number in ("1", "2")}
    restore(found, {"events": start})
    with EventDB(path) as db:
        assert tables(db) == {"events": start}
        assert db.table("events").insert(event(3)) == 3


def test_what_was_left_out_does_not_come_back_from_the_backup(path: Path) -> None:
    write(path, range(1, 8))
    write(path, range(8, 9))
    spoil(path, 8)
    found = damage(path)
    assert found.sequence == 7
    restore(found, {"events": {number: found.tables["events"][number] for number in "12"}})
    spoil(path, 1)
    assert list(damage(path).tables["events"]) == ["2"]


def test_each_damaged_file_is_kept_once(path: Path) -> None:
    write(path, range(1, 4))
    for _ in range(2):
        spoil(path, 2)
        first = damage(path)
        kept = [restore(first), restore(first)]
        assert kept[0] != kept[1], "the second one kept the sound file"
    names = sorted(entry.name for entry in path.parent.glob("*.damaged*"))
    assert names == [f"series.tdb.damaged{number}" for number in ("", "-2", "-3", "-4")]


def test_the_same_bytes_are_not_kept_twice(path: Path) -> None:
    write(path, range(1, 4))
    spoil(path, 2)
    bad = path.read_bytes()
    found = damage(path)
    restore(found)
    path.write_bytes(bad)
    restore(found)
    assert len(list(path.parent.glob("*.damaged*"))) == 1


def test_a_damaged_file_of_a_newer_version_is_not_ours_to_mend(path: Path) -> None:
    newer = Migrations((up_1_2,))
    with EventDB(path, migrations=newer) as db:
        db.table("events").insert_multiple([event(1)])
        db.table("events").insert_multiple([event(2)])
    spoil(path, 1)
    with pytest.raises(NewerSchemaError):
        restore(damage(path))


def test_a_newer_format_is_refused(path: Path) -> None:
    path.write_bytes(Header(schema=1, generation=1, format=2).line())
    with pytest.raises(NewerSchemaError):
        EventDB(path)
