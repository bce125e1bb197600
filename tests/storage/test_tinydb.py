"""TinyDB on the storages, by its public methods alone."""

from functools import partial
from pathlib import Path

import pytest
from tinydb import TinyDB, where
from tinydb.table import Document

from companion.core.step_words import write_steps
from storage.files import DamagedFileError, NewerSchemaError, ReadFailedError
from storage.journal import JournalStorage, WholeStorage, line_of, scan
from tests.cases import cases
from tests.places import store_in
from tests.storage.logs import NIGHTS, file_of, save
from tests.work import steps_of_python

HEADER = {"id": "0123456789abcdef", "number": 1}


def reopened(path: Path) -> dict[str, dict[int, dict[str, object]]]:
    """Return all documents that another process finds."""
    with TinyDB(path, storage=JournalStorage) as db:
        return {name: {doc.doc_id: dict(doc) for doc in db.table(name)} for name in db.tables()}


@pytest.mark.parametrize("storage", [JournalStorage, WholeStorage])
def test_public_methods_are_durable(
    storage: type[JournalStorage] | type[WholeStorage], tmp_path: Path
) -> None:
    path = tmp_path / "a.tdb"
    options = {"header": HEADER} if storage is JournalStorage else {}
    with TinyDB(path, storage=storage, **options) as db:
        one, two = db.table("one"), db.table("two")
        assert one.insert_multiple([{"a": 1}, {"a": 2}, {"a": 3}]) == [1, 2, 3]
        two.insert(Document({"says": "♥"}, doc_id=7))
        one.update({"b": True}, where("a") > 1)
        one.remove(doc_ids=[1])
        assert [doc["a"] for doc in one.search(where("b") == True)] == [2, 3]  # noqa: E712
        one.upsert({"a": 9}, where("a") == 9)
        db.drop_table("two")
        db.table("three").insert({"x": 1})
        db.table("three").truncate()
    with TinyDB(path, storage=storage) as db:
        found = {doc.doc_id: dict(doc) for doc in db.table("one")}
        assert found == {2: {"a": 2, "b": True}, 3: {"a": 3, "b": True}, 4: {"a": 9}}
        assert not len(db.table("two"))
        assert not len(db.table("three"))


def test_one_write_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tdb"
    with TinyDB(path, storage=JournalStorage, header=HEADER) as db:
        db.table("one").insert_multiple([{"a": number} for number in range(5)])
        db.table("one").insert({"a": 5})
        db.table("one").update({"a": 5}, doc_ids=[6])  # no change
    found = scan(path.read_bytes())
    assert [len(change["one"]) for change in found.changes] == [5, 1]


def test_a_write_is_no_more_work_with_many_tables(tmp_path: Path) -> None:
    work: list[int] = []
    for tables in (2, 200):
        path = tmp_path / f"{tables}.tdb"
        with TinyDB(path, storage=JournalStorage, header=HEADER) as db:
            for number in range(tables):
                db.table(f"round {number}").insert({"says": "Ana 7D"})
            last = db.table("round 0")
            work.append(steps_of_python(partial(last.insert, {"says": "Ben --"})))
    assert work[0] == work[1]


def test_changed_document_of_the_caller_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.tdb"
    with TinyDB(path, storage=JournalStorage, header=HEADER) as db:
        db.table("one").insert({"a": 1})
        for doc in db.table("one"):
            doc["a"] = 2
        tables = db.storage.read()
        assert tables
        tables["one"]["1"]["a"] = 3
        tables["two"] = {}
        assert db.table("one").all() == [{"a": 1}]
    assert reopened(path) == {"one": {1: {"a": 1}}}


def test_stock_tinydb_reads_a_series(tmp_path: Path) -> None:
    save(tmp_path, *NIGHTS)
    log = NIGHTS[0][-1].log
    with TinyDB(file_of(tmp_path, 1), storage=JournalStorage) as db:
        rounds = [name for name in db.tables() if name.startswith("round ")]
        assert len(rounds) == len(log.series.rounds)
        said = sorted((doc.doc_id, doc["says"]) for name in rounds for doc in db.table(name))
        assert [words for _, words in said] == [words for _, words in write_steps(log.steps)]
        deals = db.table("round 2").search(where("says").matches("deal\n"))
        assert len(deals) == 1
    with (
        TinyDB(tmp_path / "catalogue.tdb", storage=WholeStorage) as db,
        store_in(tmp_path, read_only=True) as store,
    ):
        docs = db.table("series").all()
        assert {doc["number"] for doc in docs} == {entry.number for entry in store.entries()}


@cases(
    "content, error",
    {
        "empty": (b"", DamagedFileError),
        "no journal": (b"something else\n", DamagedFileError),
        "newer": (line_of({"fantan": 3}, 0), NewerSchemaError),
        "damaged": (line_of({"fantan": 2}, 0) + b"00000000 {}\n" * 2, DamagedFileError),
        "missing": (None, ReadFailedError),
    },
)
def test_unfit_file_is_refused_and_left_alone(
    content: bytes | None, error: type[Exception], tmp_path: Path
) -> None:
    path = tmp_path / "a.tdb"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error):
        TinyDB(path, storage=JournalStorage)
    assert (path.read_bytes() if path.exists() else None) == content
