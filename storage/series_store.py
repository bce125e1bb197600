"""The series store of the app: series and their steps in the data folder, safe when it returns.

A round's file has its deal and its events, each under its place among the steps of the series, so
that the order of all steps is known again when several files are read. What the home screen lists
is noted in the catalogue; it is a cache that any series can be read without.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from tinydb.table import Document

from companion.core.series import Series
from companion.ports import Dealt, Ended, Entry, Planned, Recorded, Step, Stored
from storage import documents
from storage.folder import DataFolder

_HEAD, _ENTRIES = "head", "entries"
_TABLES = {Dealt: "deals", Recorded: "events", Planned: "plans", Ended: "ends"}


class FolderStore:
    """Implements `companion.ports.SeriesStore` over a data folder."""

    def __init__(self, folder: DataFolder) -> None:
        """The store of an open folder, which it closes in the end."""
        self._folder = folder
        self._players: dict[tuple[int, int], tuple[str, ...]] = {}

    def entries(self) -> tuple[Entry, ...]:
        """The noted entries, the newest series first."""
        noted = self._folder.catalogue().table(_ENTRIES)
        entries = (documents.read_entry(doc.doc_id, doc) for doc in noted)
        return tuple(sorted(entries, key=lambda each: -each.number))

    def unnoted(self) -> tuple[int, ...]:
        """Series that are stored, but of which nothing was noted: the process died in between."""
        noted = {entry.number for entry in self.entries()}
        missing = (each for each in self._folder.series_numbers() if each not in noted)
        return tuple(each for each in missing if self._is_begun(each))

    def load(self, number: int) -> Stored:
        """The series of that number."""
        (head,) = self._folder.series(number).table(_HEAD).all()
        rounds = self._folder.round_numbers(number)
        placed = sorted(
            (step for each in rounds for step in self._steps(number, each)),
            key=lambda step: step[0],
        )
        return Stored(documents.read_head(head), tuple(step for _, step in placed))

    def create(self, head: Series, first: Dealt) -> int:
        """A new series with its first round; gives its number."""
        number = (
            max(
                (*self._folder.series_numbers(), *(each.number for each in self.entries())),
                default=0,
            )
            + 1
        )
        heads = self._folder.series(number).table(_HEAD)
        heads.upsert(Document(documents.head_doc(head), doc_id=1))
        self.add(number, 1, first)
        return number

    def add(self, number: int, place: int, step: Step) -> None:
        """Saves a step under its place."""
        document = Document(self._document(number, step), doc_id=place)
        self._folder.round(number, step.number).table(_TABLES[type(step)]).insert(document)
        if isinstance(step, Dealt):
            self._players[number, step.number] = step.setup.players

    def drop(self, number: int, step: Step) -> None:
        """Takes back the last step."""
        self._folder.round(number, step.number).table(_TABLES[type(step)]).drop_last()

    def swap(self, number: int, place: int, deal: Dealt) -> None:
        """Puts another deal in the place of the last step, in one write."""
        deals = self._folder.round(number, deal.number).table(_TABLES[Dealt])
        deals.update(documents.deal_doc(deal), doc_ids=[place])
        self._players[number, deal.number] = deal.setup.players

    def note(self, entry: Entry) -> None:
        """Keeps what the home screen lists of a series."""
        noted = self._folder.catalogue().table(_ENTRIES)
        noted.upsert(Document(documents.entry_doc(entry), doc_id=entry.number))

    def close(self) -> None:
        """Lets go of all files."""
        self._folder.close()

    def _document(self, number: int, step: Step) -> dict[str, Any]:
        match step:
            case Dealt():
                return documents.deal_doc(step)
            case Planned():
                return documents.plan_doc(step)
            case Ended():
                return {}
            case Recorded():
                if (number, step.number) not in self._players:
                    self.load(number)
                return documents.event_doc(step, self._players[number, step.number])
            case _:
                assert_never(step)

    def _is_begun(self, number: int) -> bool:
        """Whether the first round was dealt; before that nothing was ever shown of a series."""
        rounds = self._folder.round_numbers(number)
        return 1 in rounds and len(self._folder.round(number, 1).table(_TABLES[Dealt])) > 0

    def _steps(self, number: int, round_number: int) -> Iterator[tuple[int, Step]]:
        tables = self._folder.round(number, round_number)
        for dealt in tables.table(_TABLES[Dealt]):
            deal = documents.read_deal(round_number, dealt)
            players = self._players[number, round_number] = deal.setup.players
            yield dealt.doc_id, deal
            for doc in tables.table(_TABLES[Recorded]):
                yield doc.doc_id, documents.read_recorded(doc, round_number, players)
            for doc in tables.table(_TABLES[Planned]):
                yield doc.doc_id, documents.read_plan(round_number, doc)
            for doc in tables.table(_TABLES[Ended]):
                yield doc.doc_id, Ended(round_number)
