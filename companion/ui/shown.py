"""What a session's screens watch: what the device shows, and the table as it shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.slips import Change
from companion.desk.archive import Archive, Catalogue
from companion.desk.people import People, Renaming, Statistics
from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.ui.component import observable
from companion.ui.routes import Room, Screen
from companion.views.at_table.cards import SuitRow, suit_rows
from companion.views.at_table.table import turn_of
from companion.views.backups import NOT_ITS_OWN, Keeping
from companion.views.of_series.settling import PaymentKey
from companion.words import SOURCE, Words


@observable
@dataclass
class DeviceState:
    """What this device shows: which screen, in which room, by which preferences, in which language
    of its own, with which notice. `deleted` is the series that was deleted or archived here just
    now. `denied` are the changes of turns of which somebody said here that they were no slips, and
    `handed_over` the payments that were ticked off here, which changes no sum: each with its series
    and round. `keeping` is what the browser keeps; what is new is told `since` that version, None
    where nothing is.
    """

    screen: Screen = field(default_factory=Screen)
    room: Room = field(default_factory=Room)
    preferences: Preferences = field(default_factory=Preferences)
    language: str = SOURCE
    notice: str = ""
    deleted: int | None = None
    denied: frozenset[tuple[int, int, Change]] = frozenset()
    handed_over: frozenset[tuple[int, int, PaymentKey]] = frozenset()
    keeping: Keeping = NOT_ITS_OWN
    since: str | None = None


@observable
@dataclass
class Watched:
    """What screens are drawn from: the snapshot of the table, None where no table is open, the
    catalogue, and what is known of the players over all evenings where they are shown.
    """

    snapshot: Snapshot | None = None
    catalogue: Catalogue = field(default_factory=lambda: Catalogue(()))
    statistics: Statistics = field(default_factory=Statistics)
    renamed: Renaming | None = None


@observable
@dataclass
class Pointer:
    """The card that the keyboard points at, by its code, at which revision it was asked whether to
    pass all the same, and which menu of the table is open; none where empty.
    """

    card: str = ""
    asked_at: int | None = None
    menu: str = ""

    def close(self) -> None:
        """Close the menu and take back the question."""
        self.asked_at, self.menu = None, ""


@dataclass(frozen=True, slots=True)
class Watching:
    """What the page watches; the table screen's layout, and whose turn it is, watch a value of
    their own, because they are drawn first.
    """

    page: Watched = field(default_factory=Watched)
    layout: Watched = field(default_factory=Watched)
    turn: Watched = field(default_factory=Watched)

    def first(self, now: Snapshot, words: Words) -> Watched | None:
        """Return what answers a tap: the layout if it looks different, else whose turn it is if
        the words for that changed.
        """
        if _rows(self.layout.snapshot, words) != _rows(now, words):
            return self.layout
        return self.turn if _due_says(self.turn.snapshot, words) != _due_says(now, words) else None

    def take_over(self, now: Snapshot | None, archive: Archive, screen: Screen) -> None:
        """Show the table and the archive as they are now, and its players where they are seen."""
        if screen.of_people:
            self.see(archive.people)
        self.layout.snapshot = self.turn.snapshot = self.page.snapshot = now
        self.page.catalogue = archive.catalogue

    def see(self, people: People) -> None:
        """Show the players as they are now."""
        self.page.statistics, self.page.renamed = people.statistics, people.renamed


def _rows(snapshot: Snapshot | None, words: Words) -> tuple[SuitRow, ...]:
    """Return the layout as the board draws it."""
    return suit_rows(snapshot.round, words, snapshot.series.name_of) if snapshot else ()


def _due_says(snapshot: Snapshot | None, words: Words) -> str:
    """Return whose turn it is, in words."""
    return turn_of(snapshot, words) if snapshot else ""
