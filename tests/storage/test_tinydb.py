# ruff: noqa: D102 - a rule's name says what it does
"""Agreement of TinyDB on a journal with TinyDB in memory."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tinydb import TinyDB, where
from tinydb.storages import MemoryStorage
from tinydb.table import Document

from storage.files import DamagedFileError
from storage.journal import EventTable, JournalStorage
from storage.store import FolderStore
from tests.storage.logs import file_of, flip_line, lines_of, night, save, scratch

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
documents = st.fixed_dictionaries({"seat": st.integers(0, 3)}, optional={"more": values})
names = st.sampled_from(["rounds", "payments"])
seats = st.integers(0, 3)


class EventDB(TinyDB):
    """TinyDB on a journal with event tables."""

    table_class = EventTable

    def __init__(self, path: Path) -> None:
        super().__init__(path, storage=JournalStorage)


class JournalMachine(RuleBasedStateMachine):
    """Same operations on both databases."""

    def __init__(self) -> None:
        super().__init__()
        self.held = ExitStack()
        self.path = self.held.enter_context(scratch())
        self.memory = TinyDB(storage=MemoryStorage)
        self.journal = EventDB(self.path)
        self.largest = 0

    def both(self, name: str, method: str, *args: Any, **named: Any) -> None:
        ours, theirs = (
            getattr(db.table(name), method)(*args, **named) for db in (self.journal, self.memory)
        )
        assert ours == theirs

    @rule(name=names, document=documents)
    def insert(self, name: str, document: dict[str, Any]) -> None:
        self.both(name, "insert", document)

    @rule(name=names, document=documents)
    def insert_beyond_all(self, name: str, document: dict[str, Any]) -> None:
        self.largest += 100
        self.both(name, "insert", Document(document, self.largest))

    @rule(name=names, some=st.lists(documents, max_size=3))
    def insert_multiple(self, name: str, some: list[dict[str, Any]]) -> None:
        self.both(name, "insert_multiple", some)

    @rule(name=names, value=values, seat=seats)
    def update(self, name: str, value: object, seat: int) -> None:
        self.both(name, "update", {"more": value}, where("seat") == seat)

    @rule(name=names, seat=seats)
    def remove(self, name: str, seat: int) -> None:
        self.both(name, "remove", where("seat") == seat)

    @rule(name=names)
    def truncate(self, name: str) -> None:
        self.both(name, "truncate")

    @rule()
    def reopen(self) -> None:
        """Reopen both, because ids of removed documents are used again after a restart."""
        self.journal.close()
        self.journal = EventDB(self.path)
        kept = self.memory.storage
        self.memory = TinyDB(storage=lambda: kept)

    @invariant()
    def the_same_documents_in_the_same_order(self) -> None:
        ours, theirs = (db.storage.read() or {} for db in (self.journal, self.memory))
        assert {name: list(table.items()) for name, table in ours.items() if table} == {
            name: list(table.items()) for name, table in theirs.items() if table
        }

    def teardown(self) -> None:
        self.journal.close()
        self.held.close()


TestJournalIsTinyDB = JournalMachine.TestCase
TestJournalIsTinyDB.settings = settings(max_examples=50, stateful_step_count=25)


def test_a_series_can_be_asked_as_any_tinydb() -> None:
    history = night(rounds=2)
    with scratch() as root:
        save(root, history)
        with EventDB(file_of(root, 1)) as db:
            steps = db.table("steps")
            assert len(steps) == len(history)
            assert len(steps.search(where("dealt").exists())) == 2
            assert steps.all()[-1].doc_id == len(lines_of(file_of(root, 1))) - 1
        FolderStore(root).close()
        flip_line(file_of(root, 1), 4)
        with pytest.raises(DamagedFileError):
            TinyDB(file_of(root, 1), storage=JournalStorage)
