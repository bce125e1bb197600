"""The series store of the app: series and their steps in the data folder, safe when it returns.

A round's file has its deal and its events, see `storage.rounds`. What the home screen lists is
noted in the catalogue; it is a cache that any series can be read without.
"""

# pyright: reportUnknownMemberType=false
# TinyDB leaves the types of its documents open.

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tinydb import TinyDB
from tinydb.table import Document

from companion.core.rules import Rules
from companion.core.series import Series
from companion.desk.ports import (
    Dealt,
    Entry,
    Freed,
    Loss,
    Missing,
    Report,
    Sealed,
    Step,
    Stored,
    StoreFailedError,
    Trouble,
)
from storage import documents, places
from storage.ballast import Ballast
from storage.documents import ENTRIES, HEADS
from storage.errors import (
    EmptySeriesError,
    ReadFailedError,
    UnknownSeriesError,
    WriteFailedError,
)
from storage.folder import DataFolder, is_foreign
from storage.pages import Pages
from storage.recovery import backup_path
from storage.rescue import head_from, in_order, with_stand_ins
from storage.rounds import TABLES, Placed, Tables, document_of, documents_of
from storage.tidings import mended

_SETTINGS = "settings"
_USUAL_RULES = 1
"""The settings' document that has the rules of a new series."""
_Done = TypeVar("_Done")


class FolderStore:
    """Implements `companion.ports.SeriesStore` over a data folder."""

    def __init__(self, folder: DataFolder) -> None:
        """The store of an open folder, which it closes in the end."""
        self._folder = folder
        self._players: dict[tuple[int, int], tuple[str, ...]] = {}
        self._places: dict[int, int] = {}
        self._reports: list[Report] = []
        self._pages = Pages(folder, self._reports)
        self._ballast = Ballast(folder.root)
        self._ballast.lay()
        catalogue = places.catalogue_file(folder.root)
        there = catalogue.exists() or backup_path(catalogue).exists()
        if not there and folder.series_numbers():
            self._reports.append(Missing())

    def reports(self) -> tuple[Report, ...]:
        """What was found wrong so far, and what was done about it."""
        sealed = [Sealed(None, Trouble.NEWER)] if is_foreign(self._folder.catalogue()) else []
        return (*sealed, *mended(self._folder), *dict.fromkeys(self._reports))

    def entries(self) -> tuple[Entry, ...]:
        """The noted entries, the newest series first; one that cannot be read is left out."""
        entries = read_entries(_tables(self._folder.catalogue()))
        return tuple(sorted(entries, key=lambda each: -each.number))

    def unnoted(self) -> tuple[int, ...]:
        """Series that are stored, but of which nothing was noted: the process died in between. Of
        those in play the one that was written to last may be behind too.
        """
        noted = {entry.number: entry for entry in self.entries()}
        missing = (each for each in self._folder.series_numbers() if each not in noted)
        in_play = [number for number, entry in noted.items() if not entry.over]
        last = sorted(in_play, key=self._folder.written_at)[-1:]
        return (*(each for each in missing if self._has_begun(each)), *last)

    def load(self, number: int) -> Stored:
        """The series of that number, as far as it can be read; `reports` tell what cannot.

        :raises UnknownSeriesError: when there is none
        :raises EmptySeriesError: when there is nothing in it to be shown
        """
        if number not in self._folder.series_numbers():
            raise UnknownSeriesError(number)
        return self._with_room(lambda: self._load(number))

    def create(self, head: Series, steps: Sequence[Step]) -> int:
        """A new series; it is there once its head is written, which comes last."""
        return self._with_room(lambda: self._create(head, steps))

    def add(self, number: int, step: Step) -> None:
        """Saves a step after the others."""
        self._with_room(lambda: self._add(number, step))

    def drop(self, number: int, step: Step) -> None:
        """Takes back the last step."""
        table = self._folder.round(number, step.number).table(TABLES[type(step)])
        self._with_room(table.drop_last)

    def swap(self, number: int, deal: Dealt) -> None:
        """Puts another deal in the place of the last step, in one write."""
        deals = self._folder.round(number, deal.number).table(TABLES[Dealt])
        self._with_room(lambda: deals.update(documents.deal_doc(deal)))
        self._players[number, deal.number] = deal.setup.players

    def note(self, entry: Entry) -> None:
        """Keeps what the home screen lists of a series."""
        self._write_down(ENTRIES, entry.number, documents.entry_doc(entry))

    def usual_rules(self) -> Rules | None:
        """The house rules that a new series begins with, if the table chose any."""
        kept = _tables(self._folder.catalogue()).get(_SETTINGS, {}).get(str(_USUAL_RULES))
        with contextlib.suppress(ValueError):
            return documents.read_rules(kept)
        return None

    def keep_usual_rules(self, rules: Rules) -> None:
        """Keeps what a new series begins with."""
        self._write_down(_SETTINGS, _USUAL_RULES, documents.rules_doc(rules))

    def close(self) -> None:
        """Lets go of all files."""
        self._folder.close()

    def _with_room(self, act: Callable[[], _Done]) -> _Done:
        """Do it; on a full disk once more, with the reserve given up."""
        try:
            return act()
        except WriteFailedError as failed:
            if failed.trouble is not Trouble.FULL or not self._ballast.give_up():
                raise
            self._reports.append(Freed())
            return act()

    def _create(self, head: Series, steps: Sequence[Step]) -> int:
        noted = (each.number for each in self.entries())
        number = max((*self._folder.series_numbers(), *noted), default=0) + 1
        for round_number in dict.fromkeys(step.number for step in steps):
            placed = [(k, step) for k, step in enumerate(steps, 1) if step.number == round_number]
            tables = self._folder.round(number, round_number)
            for name, docs in documents_of(placed).items():
                written = [Document(doc, doc_id=int(place)) for place, doc in docs.items()]
                tables.table(name).insert_multiple(written)
        self._write_head(number, head)
        self._settle(number, list(enumerate(steps, 1)))
        return number

    def _add(self, number: int, step: Step) -> None:
        place = self._places[number] + 1
        if isinstance(step, Dealt):
            self._players[number, step.number] = step.setup.players
        document = document_of(step, self._players[number, step.number])
        table = self._folder.round(number, step.number).table(TABLES[type(step)])
        table.insert(Document(document, doc_id=place))
        self._places[number] = place

    def _load(self, number: int) -> Stored:
        pages = self._pages.all(number)
        rounds = with_stand_ins({each: page.placed for each, page in pages.items()})
        if not rounds:
            raise EmptySeriesError(number)
        told = {(each.series, each.number) for each in self._reports if isinstance(each, Loss)}
        there = {
            each
            for each, page in pages.items()
            if page.placed or page.sealed or (number, each) in told
        }
        self._reports += [Missing(number, each) for each in rounds if each not in there]
        entry = self._listed(number)
        gone = range(max(pages) + 1, entry.rounds + 1 if entry else 0)
        self._reports += [Missing(number, each, last=True) for each in gone]
        placed = in_order(rounds)
        steps = tuple(step for _, step in placed)
        head, closed = self._head(number, entry, steps)
        sealed = {closed, *(page.sealed for page in pages.values())} - {None}
        self._settle(number, placed)
        return Stored(
            head,
            steps,
            Trouble.NEWER if Trouble.NEWER in sealed else next(iter(sealed), None),
            tuple(each for each, page in pages.items() if page.cut),
        )

    def _settle(self, number: int, placed: Sequence[Placed]) -> None:
        """Remember where the next step goes, and who sits in which round."""
        self._places[number] = max(place for place, _ in placed)
        for _, step in placed:
            if isinstance(step, Dealt):
                self._players[number, step.number] = step.setup.players

    def _has_begun(self, number: int) -> bool:
        """Whether the head of a series was written; one that is damaged or closed to us was."""
        try:
            head = self._folder.series(number)
        except StoreFailedError:
            return True
        known = places.head_file(self._folder.root, number) in self._folder.kept_aside
        return known or is_foreign(head) or bool(_tables(head).get(HEADS))

    def _listed(self, number: int) -> Entry | None:
        """What was noted of a series."""
        return next((each for each in self.entries() if each.number == number), None)

    def _head(
        self, number: int, entry: Entry | None, steps: Sequence[Step]
    ) -> tuple[Series, Trouble | None]:
        """What stands before the rounds, made anew where it is lost; why it is sealed, if so."""
        try:
            db = self._folder.series(number)
        except ReadFailedError as closed:
            return head_from(entry, steps), closed.trouble
        closed_by = Trouble.NEWER if is_foreign(db) else None
        for doc in _tables(db).get(HEADS, {}).values():
            with contextlib.suppress(ValueError):
                return documents.read_head(doc), closed_by
            return head_from(entry, steps), closed_by or Trouble.UNCLEAR
        if closed_by is None:
            self._renew_head(number, head_from(entry, steps))
        return head_from(entry, steps), closed_by

    def _renew_head(self, number: int, head: Series) -> None:
        """Tell that it was lost, and write it if that is possible now."""
        if places.head_file(self._folder.root, number) not in self._folder.kept_aside:
            self._reports.append(Missing(number))
        with contextlib.suppress(StoreFailedError):
            self._write_head(number, head)

    def _write_down(self, table: str, number: int, doc: dict[str, Any]) -> None:
        """Put a document into the catalogue, whatever else another version keeps there."""
        storage = self._folder.catalogue().storage
        tables = storage.read() or {}
        documents_of_table = tables.setdefault(table, {})
        before = documents_of_table.get(str(number))
        documents_of_table[str(number)] = before | doc if isinstance(before, dict) else doc
        storage.write(tables)

    def _write_head(self, number: int, head: Series) -> None:
        heads = self._folder.series(number).table(HEADS)
        heads.upsert(Document(documents.head_doc(head), doc_id=1))


def read_entries(tables: Tables) -> list[Entry]:
    """The entries that can be read in the catalogue's documents."""
    entries: list[Entry] = []
    for key, doc in tables.get(ENTRIES, {}).items():
        with contextlib.suppress(ValueError):
            entries.append(documents.read_entry(int(key), doc))
    return entries


def _tables(db: TinyDB) -> Tables:
    return db.storage.read() or {}
