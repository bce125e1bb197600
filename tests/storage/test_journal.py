"""The journal as a TinyDB storage: what is on disk after a write, and what a reader gets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tinydb import TinyDB
from tinydb.table import Document

from storage.errors import NewerSchemaError, WriteFailedError
from storage.event_table import EventDB
from storage.journal import JournalStorage
from storage.migrations import Migrations
from storage.recovery import examine
from tests.faults.faulty_os import Fault, FaultyOs, standing_in
from tests.storage.made_up import event, journal, tables, texts, up_1_2


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "r0001.tdb"


HEADER = '0 {"format": 1, "schema": 1, "generation": 1, "records": 0}'


def test_a_tap_is_one_line(path: Path) -> None:
    with EventDB(path) as db:
        db.table("events").insert({"seat": 2, "played": "7H"})
        db.table("events").insert({"seat": 0, "note": "Zoë passt\n"})
    assert texts(path) == [
        HEADER,
        '1 {"s":{"events":{"1":{"seat":2,"played":"7H"}}}}',
        '2 {"s":{"events":{"2":{"seat":0,"note":"Zoë passt\\n"}}}}',
    ]


def test_room_is_kept_for_more_taps_while_the_file_is_open(path: Path) -> None:
    left = path.with_name("left behind")
    with EventDB(path) as db:
        for turn in range(1, 4):
            db.table("events").insert(event(turn))
            assert path.stat().st_size > 16_000
        shutil.copy(path, left)
    assert path.read_bytes() == left.read_bytes().rstrip(b"\0")
    with EventDB(left) as db:
        assert left.read_bytes() == path.read_bytes()
        assert journal(db).cut_off_bytes == 0
        assert len(db.table("events")) == 3


def test_undo_is_one_line_and_leaves_its_number_to_the_next(path: Path) -> None:
    with EventDB(path) as db:
        events = db.table("events")
        events.insert(event(1))
        events.insert(event(2))
        assert events.drop_last() == event(2)
        assert events.insert(event(3)) == 2
    assert texts(path)[3] == '3 {"r":{"events":["2"]}}'
    with EventDB(path) as db:
        assert tables(db) == {"events": {"1": event(1), "2": event(3)}}


def test_undo_of_nothing_writes_nothing(path: Path) -> None:
    with EventDB(path) as db:
        assert db.table("events").drop_last() is None
    assert texts(path) == [HEADER]


def test_a_repaired_list_is_one_line(path: Path) -> None:
    with EventDB(path) as db:
        events = db.table("events")
        events.insert_multiple(event(turn) for turn in range(1, 6))
        events.replace_all([event(1), event(7)])
        assert events.insert(event(8)) == 3
    assert texts(path)[2].startswith('2 {"s":{"events":{"1":{')
    with EventDB(path) as db:
        assert [*db.table("events")] == [event(1), event(7), event(8)]


def test_a_tap_that_arrives_twice_is_refused(path: Path) -> None:
    with EventDB(path) as db:
        events = db.table("events")
        events.insert(Document(event(1), 1))
        with pytest.raises(ValueError, match="ID 1 already exists"):
            events.insert(Document(event(1), 1))
        assert len(events) == 1


def test_a_record_names_only_what_changed(path: Path) -> None:
    with TinyDB(path, storage=JournalStorage) as db:
        rounds = db.table("rounds")
        rounds.insert_multiple([{"winner": 1}, {"winner": 2}, {"winner": 3}])
        db.table("payments").insert({"chips": 5})
        rounds.update({"winner": 0}, doc_ids=[2])
        rounds.remove(doc_ids=[1])
        rounds.update({"winner": 0}, doc_ids=[2])
        db.table("players", persist_empty=True)
        db.drop_table("payments")
    assert texts(path)[3:] == [
        '3 {"s":{"rounds":{"2":{"winner":0}}}}',
        '4 {"r":{"rounds":["1"]}}',
        '5 {"n":["players"]}',
        '6 {"x":["payments"]}',
    ]


@pytest.mark.parametrize(
    "bad", [{"chips": float("nan")}, {"card": object()}], ids=["nan", "object"]
)
def test_what_json_cannot_say_touches_nothing(path: Path, bad: dict[str, object]) -> None:
    with EventDB(path) as db:
        events = db.table("events")
        events.insert(event(1))
        with pytest.raises((ValueError, TypeError)):
            events.insert(bad)
        assert events.insert(event(2)) == 2
    assert len(texts(path)) == 3


def test_half_a_surrogate_survives(path: Path) -> None:
    with EventDB(path) as db:
        db.table("events").insert({"note": "\ud83d"})
    with EventDB(path) as db:
        assert db.table("events").all() == [{"note": "\ud83d"}]


def test_what_is_read_can_be_changed_without_harm(path: Path) -> None:
    with EventDB(path) as db:
        events = db.table("events")
        events.insert({"cards": ["7H"]})
        events.all()[0]["cards"].append("8H")
        assert events.all() == [{"cards": ["7H"]}]


def test_writing_a_byte_at_a_time_is_writing(path: Path) -> None:
    class Slow(FaultyOs):
        def _call(self, name: str, real: object, *args: object) -> object:
            shortened = (args[0], args[1][:1]) if name == "write" else args  # type: ignore[index]
            return super()._call(name, real, *shortened)  # type: ignore[arg-type]

    slow = Slow(Fault())
    with standing_in(slow), EventDB(path) as db:
        db.table("events").insert(event(1))
    assert slow.calls.count("write") > 100
    with EventDB(path) as db:
        assert db.table("events").all() == [event(1)]


def test_a_closed_journal_takes_nothing_more(path: Path) -> None:
    db = EventDB(path)
    db.close()
    with pytest.raises(ValueError, match="was closed"):
        db.table("events").insert(event(1))
    assert texts(path) == [HEADER]


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(WriteFailedError, match="file or folder is missing"):
        EventDB(tmp_path / "nowhere" / "r0001.tdb")


def test_older_documents_are_read_as_todays_and_new_ones_say_so(path: Path) -> None:
    with EventDB(path) as db:
        db.table("events").insert(event(1))
    before = texts(path)
    with EventDB(path, migrations=Migrations((up_1_2,))) as db:
        db.table("events").insert({"seat": 4})
    assert texts(path)[:2] == before
    assert texts(path)[2] == '2 {"s":{"events":{"2":{"seat":4}}},"v":2}'
    with EventDB(path, migrations=Migrations((up_1_2,))) as db:
        first, second = db.table("events").all()
        assert first == {**event(1), "seat": 2, "lifted": "events"}
        assert second == {"seat": 4}


@pytest.mark.parametrize("since_the_header", [True, False], ids=["header", "record"])
def test_a_newer_schema_is_for_reading(path: Path, *, since_the_header: bool) -> None:
    newer = Migrations((up_1_2,))
    EventDB(path, migrations=newer if since_the_header else Migrations()).close()
    with EventDB(path, migrations=newer) as db:
        db.table("events").insert({"seat": 4})
    before = path.read_bytes()
    with EventDB(path) as db:
        assert journal(db).read_only
        assert db.table("events").all() == [{"seat": 4}]
        with pytest.raises(NewerSchemaError, match="schema 2, known up to 1"):
            db.table("events").insert(event(2))
        with pytest.raises(NewerSchemaError):
            journal(db).compact()
    assert path.read_bytes() == before


def test_examining_changes_nothing(path: Path) -> None:
    with EventDB(path) as db:
        db.table("events").insert(event(1))
    cut_off = path.read_bytes()[:-5]
    path.write_bytes(cut_off)
    found = examine(path)
    assert found is not None
    assert found.documents == {}
    assert path.read_bytes() == cut_off
    assert examine(path.with_name("other.tdb")) is None
