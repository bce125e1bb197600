# ruff: noqa: D102 - a rule's name says what it does
"""Whatever is done to TinyDB on a journal is what TinyDB does in memory, also after a restart."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tinydb import TinyDB, where
from tinydb.storages import MemoryStorage
from tinydb.table import Document

from storage.event_table import EventDB
from storage.journal import JournalStorage
from tests.faults.sitting import scratch
from tests.storage.made_up import journal

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
documents = st.fixed_dictionaries({"seat": st.integers(0, 3)}, optional={"more": values})
names = st.sampled_from(["rounds", "payments"])
seats = st.integers(0, 3)
ids = st.lists(st.integers(1, 9), max_size=3)


class JournalMachine(RuleBasedStateMachine):
    """The same operations on both; the journal is small enough to be compacted often."""

    def __init__(self) -> None:
        super().__init__()
        self.held = ExitStack()
        self.folder = self.held.enter_context(scratch())
        self.memory = TinyDB(storage=MemoryStorage)
        self.journal = self.open()

    def open(self) -> TinyDB:
        path = self.folder / "series.tdb"
        return TinyDB(path, storage=JournalStorage, long_lived=True, compact_over_bytes=400)

    def both(self, name: str, method: str, *args: Any, **named: Any) -> None:
        ours, theirs = (
            getattr(db.table(name), method)(*args, **named) for db in (self.journal, self.memory)
        )
        assert ours == theirs

    @rule(name=names, document=documents)
    def insert(self, name: str, document: dict[str, Any]) -> None:
        self.both(name, "insert", document)

    @rule(name=names, some=st.lists(documents, max_size=3))
    def insert_multiple(self, name: str, some: list[dict[str, Any]]) -> None:
        self.both(name, "insert_multiple", some)

    @rule(name=names, document=documents, doc_id=st.integers(1, 9))
    def upsert(self, name: str, document: dict[str, Any], doc_id: int) -> None:
        self.both(name, "upsert", Document(document, doc_id))

    @rule(name=names, value=values, seat=seats)
    def update(self, name: str, value: object, seat: int) -> None:
        self.both(name, "update", {"more": value}, where("seat") == seat)

    @rule(name=names, doc_ids=ids)
    def update_by_id(self, name: str, doc_ids: list[int]) -> None:
        self.both(name, "update", lambda document: document.pop("more", None), doc_ids=doc_ids)

    @rule(name=names, seat=seats)
    def remove(self, name: str, seat: int) -> None:
        self.both(name, "remove", where("seat") == seat)

    @rule(name=names)
    def truncate(self, name: str) -> None:
        self.both(name, "truncate")

    @rule(name=names)
    def drop_table(self, name: str) -> None:
        for db in (self.journal, self.memory):
            db.drop_table(name)

    @rule()
    def drop_tables(self) -> None:
        for db in (self.journal, self.memory):
            db.drop_tables()

    @rule()
    def compact(self) -> None:
        journal(self.journal).compact()

    @rule()
    def reopen(self) -> None:
        """Ids of removed documents are used again after a restart, so both forget theirs."""
        self.journal.close()
        self.journal = self.open()
        kept = self.memory.storage
        self.memory = TinyDB(storage=lambda: kept)

    @invariant()
    def the_same_documents_in_the_same_order(self) -> None:
        ours, theirs = (db.storage.read() or {} for db in (self.journal, self.memory))
        assert {name: list(table.items()) for name, table in ours.items()} == {
            name: list(table.items()) for name, table in theirs.items()
        }

    def teardown(self) -> None:
        self.journal.close()
        self.held.close()


class EventMachine(RuleBasedStateMachine):
    """An event table against a list."""

    def __init__(self) -> None:
        super().__init__()
        self.held = ExitStack()
        self.folder = self.held.enter_context(scratch())
        self.expected: list[dict[str, Any]] = []
        self.db = self.open()

    def open(self) -> EventDB:
        return EventDB(self.folder / "r0001.tdb")

    @rule(document=documents)
    def insert(self, document: dict[str, Any]) -> None:
        self.expected.append(document)
        assert self.db.table("events").insert(document) == len(self.expected)

    @rule()
    def drop_last(self) -> None:
        dropped = self.db.table("events").drop_last()
        assert dropped == (self.expected.pop() if self.expected else None)

    @rule(some=st.lists(documents, max_size=4))
    def replace_all(self, some: list[dict[str, Any]]) -> None:
        self.db.table("events").replace_all(some)
        self.expected = list(some)

    @rule()
    def reopen(self) -> None:
        self.db.close()
        self.db = self.open()

    @invariant()
    def the_same_events(self) -> None:
        found = self.db.table("events").all()
        assert [(event.doc_id, event) for event in found] == list(enumerate(self.expected, 1))

    def teardown(self) -> None:
        self.db.close()
        self.held.close()


TestJournalIsTinyDB = JournalMachine.TestCase
TestJournalIsTinyDB.settings = settings(max_examples=100, stateful_step_count=30)
TestEventsAreAList = EventMachine.TestCase
TestEventsAreAList.settings = settings(max_examples=60, stateful_step_count=30)
