"""The rounds of a series as the open folder has them, each as far as it can be read.

A damaged round is rescued: its file is replaced by what makes sense of it. What a newer version
wrote, or what is not understood, is only looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tinydb.table import Document

from companion.desk.ports import Loss, Report, Trouble
from storage.errors import DamagedFileError, NewerSchemaError, ReadFailedError, writing
from storage.folder import DataFolder, is_foreign
from storage.places import round_file
from storage.recovery import Damage, keep_aside, tables_of
from storage.rescue import events_kept, without_gaps
from storage.rounds import TABLES, Placed, documents_of, read_round


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown of a round; `sealed` says why its series is not to be changed, `cut` that
    more is stored than is understood.
    """

    placed: Sequence[Placed] = ()
    sealed: Trouble | None = None
    cut: bool = False


class Pages:
    """The rounds of a data folder; what is lost in one is told in `reports`."""

    def __init__(self, folder: DataFolder, reports: list[Report]) -> None:
        self._folder, self._reports = folder, reports

    def all(self, number: int) -> dict[int, Page]:
        """Every round of a series that has a file."""
        rounds = self._folder.round_numbers(number)
        pages = {each: self._page(number, each, last=each == rounds[-1]) for each in rounds}
        played = [each for each, page in pages.items() if page.placed]
        if not any(page.sealed for page in pages.values()):
            pages |= {each: self._ended(number, each, pages[each]) for each in played[:-1]}
        return pages

    def _page(self, number: int, round_number: int, *, last: bool) -> Page:
        try:
            db = self._folder.round(number, round_number)
        except DamagedFileError as found:
            return self._rescued(number, round_number, found.damage, last=last)
        except (NewerSchemaError, ReadFailedError) as closed:
            return Page(sealed=closed.trouble, cut=True)
        newer = Trouble.NEWER if is_foreign(db) else None
        reading = read_round(round_number, db.storage.read() or {})
        if reading.fault:
            kept = without_gaps(reading.placed, last=last)
            return Page(kept, newer or Trouble.UNCLEAR, cut=True)
        return Page(reading.placed, newer)

    def _ended(self, number: int, round_number: int, page: Page) -> Page:
        """A round that another follows was over. One that is not has lost the end of its file, at
        the end of a line; it is called off.
        """
        kept = without_gaps(page.placed, last=False)
        if kept[:-1] != list(page.placed):
            return page
        place, step = kept[-1]
        table = TABLES[type(step)]
        document = documents_of(kept)[table][str(place)]
        path = round_file(self._folder.root, number, round_number)
        with writing(path):
            aside = keep_aside(path)
        events = self._folder.round(number, round_number).table(table)
        events.insert(Document(document, doc_id=place))
        count = events_kept(page.placed, kept)
        self._reports.append(Loss(number, round_number, count, called_off=True, aside=aside))
        return Page(kept)

    def _rescued(self, number: int, round_number: int, damage: Damage, *, last: bool) -> Page:
        reading = read_round(round_number, tables_of(damage.unbroken))
        kept = without_gaps(reading.placed, last=last)
        sealed = self._folder.seal(damage) or (Trouble.UNCLEAR if reading.unknown else None)
        aside = None if sealed else self._folder.restore(damage, documents_of(kept))
        called_off = not last and (not kept or kept[-1] not in reading.placed)
        count = events_kept(reading.placed, kept)
        self._reports.append(Loss(number, round_number, count, called_off, aside))
        return Page(kept, sealed, cut=sealed is not None)
