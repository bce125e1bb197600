"""The series store of the app: series and their steps in the data folder, safe when it returns.

A round's file has its deal and its events, each under its place among the steps of the series, so
that the order of all steps is known again when several files are read. What the home screen lists
is noted in the catalogue; it is a cache that any series can be read without.
"""

# pyright: reportUnknownMemberType=false
# TinyDB leaves the types of its documents open.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from tinydb.table import Document

from companion.core.events import CalledOff
from companion.core.series import Series
from companion.ports import Dealt, Ended, Entry, Loss, Planned, Recorded, Step, Stored
from storage import documents
from storage.errors import DamagedFileError, UnknownSeriesError
from storage.folder import DataFolder
from storage.recovery import Damage
from storage.rescue import Placed, with_stand_ins, without_gaps

Tables = Mapping[str, Mapping[str, Any]]

_HEAD, _ENTRIES = "head", "entries"
_TABLES = {Dealt: "deals", Recorded: "events", Planned: "plans", Ended: "ends"}


class FolderStore:
    """Implements `companion.ports.SeriesStore` over a data folder."""

    def __init__(self, folder: DataFolder) -> None:
        """The store of an open folder, which it closes in the end."""
        self._folder = folder
        self._players: dict[tuple[int, int], tuple[str, ...]] = {}
        self._places: dict[int, int] = {}
        self._losses: list[Loss] = []

    def losses(self) -> tuple[Loss, ...]:
        """The rounds that were found damaged."""
        return tuple(self._losses)

    def entries(self) -> tuple[Entry, ...]:
        """The noted entries, the newest series first."""
        noted = self._folder.catalogue().table(_ENTRIES)
        entries = (documents.read_entry(doc.doc_id, doc) for doc in noted)
        return tuple(sorted(entries, key=lambda each: -each.number))

    def unnoted(self) -> tuple[int, ...]:
        """Series that are stored, but of which nothing was noted: the process died in between."""
        noted = {entry.number for entry in self.entries()}
        missing = (each for each in self._folder.series_numbers() if each not in noted)
        return tuple(each for each in missing if len(self._folder.series(each).table(_HEAD)) > 0)

    def load(self, number: int) -> Stored:
        """The series of that number; of damaged rounds what can be kept, and `losses` tell.

        :raises UnknownSeriesError: when there is none
        """
        if number not in self._folder.series_numbers():
            raise UnknownSeriesError(number)
        rounds = self._folder.round_numbers(number)
        placed = with_stand_ins([self._steps(number, each) for each in rounds])
        self._places[number] = placed[-1][0] if placed else 0
        head = next(iter(self._folder.series(number).table(_HEAD)), None)
        told = documents.read_head(head) if head else Series()
        return Stored(told, tuple(step for _, step in placed))

    def create(self, head: Series, steps: Sequence[Step]) -> int:
        """A new series; it is there once its head is written, which comes last."""
        noted = (each.number for each in self.entries())
        number = max((*self._folder.series_numbers(), *noted), default=0) + 1
        for round_number in dict.fromkeys(step.number for step in steps):
            of_round = ((k, step) for k, step in enumerate(steps, 1) if step.number == round_number)
            tables = self._folder.round(number, round_number)
            for name, docs in self._tables(number, of_round).items():
                written = [Document(doc, doc_id=int(place)) for place, doc in docs.items()]
                tables.table(name).insert_multiple(written)
        heads = self._folder.series(number).table(_HEAD)
        heads.upsert(Document(documents.head_doc(head), doc_id=1))
        self._places[number] = len(steps)
        return number

    def add(self, number: int, step: Step) -> None:
        """Saves a step after the others."""
        place = self._places[number] + 1
        document = Document(self._document(number, step), doc_id=place)
        self._folder.round(number, step.number).table(_TABLES[type(step)]).insert(document)
        self._places[number] = place

    def drop(self, number: int, step: Step) -> None:
        """Takes back the last step."""
        self._folder.round(number, step.number).table(_TABLES[type(step)]).drop_last()

    def swap(self, number: int, deal: Dealt) -> None:
        """Puts another deal in the place of the last step, in one write."""
        deals = self._folder.round(number, deal.number).table(_TABLES[Dealt])
        deals.update(documents.deal_doc(deal))
        self._players[number, deal.number] = deal.setup.players

    def note(self, entry: Entry) -> None:
        """Keeps what the home screen lists of a series."""
        noted = self._folder.catalogue().table(_ENTRIES)
        noted.upsert(Document(documents.entry_doc(entry), doc_id=entry.number))

    def close(self) -> None:
        """Lets go of all files."""
        self._folder.close()

    def _tables(self, number: int, placed: Iterable[Placed]) -> dict[str, dict[str, Any]]:
        """The documents of steps, by table and place."""
        tables: dict[str, dict[str, Any]] = {}
        for place, step in placed:
            table = tables.setdefault(_TABLES[type(step)], {})
            table[str(place)] = self._document(number, step)
        return tables

    def _document(self, number: int, step: Step) -> dict[str, Any]:
        match step:
            case Dealt():
                self._players[number, step.number] = step.setup.players
                return documents.deal_doc(step)
            case Planned():
                return documents.plan_doc(step)
            case Ended():
                return {}
            case Recorded():
                return documents.event_doc(step, self._players[number, step.number])
            case _:
                assert_never(step)

    def _steps(self, number: int, round_number: int) -> list[Placed]:
        try:
            tables = self._folder.round(number, round_number)
        except DamagedFileError as found:
            return self._rescued(number, round_number, found.damage)
        return self._read(number, round_number, tables.storage.read() or {})

    def _rescued(self, number: int, round_number: int, damage: Damage) -> list[Placed]:
        last = round_number == self._folder.round_numbers(number)[-1]
        intact = self._read(number, round_number, damage.tables)
        kept = without_gaps(intact, last=last)
        aside = self._folder.restore(damage, self._tables(number, kept))
        events = [step.event for _, step in kept if isinstance(step, Recorded)]
        called_off = CalledOff() in events and len(kept) > len(intact)
        self._losses.append(Loss(number, round_number, len(events), called_off, aside))
        return kept

    def _read(self, number: int, round_number: int, tables: Tables) -> list[Placed]:
        """The steps of a round, from its documents by table and place."""
        placed: list[Placed] = []
        for place, doc in tables.get(_TABLES[Dealt], {}).items():
            deal = documents.read_deal(round_number, doc)
            self._players[number, round_number] = deal.setup.players
            placed.append((int(place), deal))
        if not placed:
            return []
        players = self._players[number, round_number]
        for place, doc in tables.get(_TABLES[Recorded], {}).items():
            placed.append((int(place), documents.read_recorded(doc, round_number, players)))
        for place, doc in tables.get(_TABLES[Planned], {}).items():
            placed.append((int(place), documents.read_plan(round_number, doc)))
        ends = tables.get(_TABLES[Ended], {})
        return [*placed, *((int(place), Ended(round_number)) for place in ends)]
