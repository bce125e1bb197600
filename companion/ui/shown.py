"""What a session's screens watch: what the device shows, and the table as it shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.judging.change import Change
from companion.desk.archive import Archive, Catalogue
from companion.desk.people import People, Statistics
from companion.desk.renaming import Renaming
from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.ui.hooks import observable
from companion.ui.routes.screens import Room, Screen
from companion.views.at_table.cards import as_they_came
from companion.views.backing_up import NOT_ITS_OWN, Keeping
from companion.views.of_series.payments import PaymentKey
from companion.words import SOURCE


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

    def first(self, now: Snapshot) -> Watched | None:
        """What answers a tap: the layout if a card came or went, else whose turn it is if that
        changed.
        """
        if _layout_of(self.layout.snapshot) != _layout_of(now):
            return self.layout
        return self.turn if _turn_of(self.turn.snapshot) != _turn_of(now) else None

    def take_over(self, now: Snapshot | None, archive: Archive, screen: Screen) -> None:
        """Show the table and the archive as they are now, and its players where they are seen."""
        if screen.of_people:
            self.see(archive.people)
        if _layout_of(self.layout.snapshot) != _layout_of(now):
            self.layout.snapshot = now
        if _turn_of(self.turn.snapshot) != _turn_of(now):
            self.turn.snapshot = now
        self.page.catalogue = archive.catalogue
        self.page.snapshot = now

    def see(self, people: People) -> None:
        """Show the players as they are now."""
        self.page.statistics, self.page.renamed = people.statistics, people.renamed


def _layout_of(snapshot: Snapshot | None) -> object:
    """What the layout on the screen is drawn from."""
    if snapshot is None:
        return None
    round_ = snapshot.round
    shown = (round_.layout, round_.playable, round_.over, as_they_came(round_))
    return snapshot.number, snapshot.round_number, *shown


def _turn_of(snapshot: Snapshot | None) -> object:
    """What the words on whose turn it is are made from."""
    if snapshot is None:
        return None
    round_ = snapshot.round
    players = snapshot.series.players
    return snapshot.number, snapshot.round_number, round_.due, round_.over, players
