"""The rounds of a series as the open folder has them, each as far as it can be read.

A damaged round is rescued: its file is replaced by what makes sense of it. What a newer version
wrote, or what is not understood, is only looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.events import CalledOff
from companion.ports import Loss, Recorded, Report, Trouble
from storage.errors import DamagedFileError, NewerSchemaError, ReadFailedError
from storage.folder import DataFolder, is_foreign
from storage.recovery import Damage, tables_of
from storage.rescue import without_gaps
from storage.rounds import Placed, documents_of, read_round


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
        return {each: self._page(number, each, last=each == rounds[-1]) for each in rounds}

    def _page(self, number: int, round_number: int, *, last: bool) -> Page:
        try:
            db = self._folder.round(number, round_number)
        except DamagedFileError as found:
            return self._rescued(number, round_number, found.damage, last=last)
        except (NewerSchemaError, ReadFailedError) as closed:
            return Page(sealed=closed.trouble, cut=True)
        newer = Trouble.NEWER if is_foreign(db) else None
        reading = read_round(round_number, db.storage.read() or {})
        if not reading.fault:
            return Page(reading.placed, newer)
        return Page(without_gaps(reading.placed, last=last), newer or Trouble.UNCLEAR, cut=True)

    def _rescued(self, number: int, round_number: int, damage: Damage, *, last: bool) -> Page:
        reading = read_round(round_number, tables_of(damage.unbroken))
        kept = without_gaps(reading.placed, last=last)
        events = [step.event for _, step in kept if isinstance(step, Recorded)]
        called_off = CalledOff() in events and len(kept) > len(reading.placed)
        sealed = self._folder.seal(damage) or (Trouble.UNCLEAR if reading.unknown else None)
        aside = None if sealed else self._folder.restore(damage, documents_of(kept))
        self._reports.append(Loss(number, round_number, len(events), called_off, aside))
        return Page(kept, sealed, cut=sealed is not None)
