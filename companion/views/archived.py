"""The series that home does not list: those that were archived, and those that were deleted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from companion.desk.archive import Catalogue
from companion.views.home import SeriesLine, series_line
from companion.words import Words


@dataclass(frozen=True, slots=True)
class ArchivedView:
    """All that the screen shows, the newest series first; `nothing` says that there are none."""

    archived: tuple[SeriesLine, ...]
    archived_says: str
    removed: tuple[SeriesLine, ...]
    removed_says: str
    nothing: str


def archived_view(catalogue: Catalogue, today: date, words: Words) -> ArchivedView:
    """What was archived and what was deleted."""
    archived = [entry for entry in catalogue.entries if entry.number in catalogue.archived]
    any_ = archived or catalogue.removed
    return ArchivedView(
        archived=tuple(series_line(entry, today, words) for entry in archived),
        archived_says=words.say(
            "They are not listed on the home screen, but still count in the statistics."
        ),
        removed=tuple(series_line(entry, today, words) for entry in catalogue.removed),
        removed_says=words.say("They stay here until you delete them for good."),
        nothing="" if any_ else words.say("No series is archived or deleted."),
    )
