"""The state that the screens of a session watch: the device, and the table as shown on it."""

from dataclasses import dataclass, field

from companion.desk.archive import Archive, Catalogue
from companion.desk.people import NameChange, People, Statistics
from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.screens.board import SuitRow, board_rows
from companion.screens.kit import NOT_ITS_OWN, BrowserStorage
from companion.screens.routes import Screen
from companion.screens.table import turn_of
from companion.ui.component import observable
from companion.ui.routes import Viewport
from companion.words import SOURCE, Words


@dataclass(frozen=True)
class Message:
    """The words of a notice on this device; `explains` if they refuse and report nothing.

    `repair` is the path to the repair of what they tell of.
    """

    says: str = ""
    explains: bool = False
    repair: str = ""


NO_MESSAGE = Message()


@observable
@dataclass
class DeviceState:
    """The state of this device: its screen, viewport, preferences, language and notice.

    `deleted` is the series that was just deleted here. `storage` is the
    storage of the browser. `invitation` is that to a shared table, by which the app
    was opened.
    """

    screen: Screen = field(default_factory=Screen)
    viewport: Viewport = field(default_factory=Viewport)
    preferences: Preferences = field(default_factory=Preferences)
    language: str = SOURCE
    notice: Message = NO_MESSAGE
    deleted: int | None = None
    storage: BrowserStorage = NOT_ITS_OWN
    invitation: str = ""


@observable
@dataclass
class WatchedValues:
    """The values that screens are drawn from.

    They are the snapshot of the table, None without an open table; the catalogue; and the
    statistics of all players where they are shown.
    """

    snapshot: Snapshot | None = None
    catalogue: Catalogue = field(default_factory=lambda: Catalogue(()))
    statistics: Statistics = field(default_factory=Statistics)
    renamed: NameChange | None = None


@observable
@dataclass
class Pointer:
    """The open menu, and the fine that a person chose to see at the table.

    `fine` is the turn of the fine that was asked for last, at the revision `fine_asked_at`, or put
    aside since. `aside` is the newest fine at that time.
    """

    menu: str = ""
    fine: int = 0
    fine_open: bool = False
    fine_asked_at: int | None = None
    aside: tuple[int, int, int] | None = None

    def close(self) -> None:
        """Close the menu."""
        self.menu = ""


@dataclass(frozen=True)
class WatchedParts:
    """The values that the page watches.

    The layout of the table and the player who is due have values of their own, because they are
    drawn first.
    """

    page: WatchedValues = field(default_factory=WatchedValues)
    layout: WatchedValues = field(default_factory=WatchedValues)
    turn: WatchedValues = field(default_factory=WatchedValues)

    def first(self, now: Snapshot, words: Words) -> list[WatchedValues]:
        """Return the values that answer a tap: the layout, or else the player who is due.

        At a shared table it is both, because a turn also changes which cards this device can lay.
        """
        changed = [self.layout] if _rows(self.layout.snapshot, words) != _rows(now, words) else []
        both = now.company is not None or not changed
        if both and _due_says(self.turn.snapshot, words) != _due_says(now, words):
            changed.append(self.turn)
        return changed

    def take_over(self, now: Snapshot | None, archive: Archive, screen: Screen) -> None:
        """Show the current table and archive, and the players on their screens."""
        if screen.of_people:
            self.see(archive.people)
        self.layout.snapshot = self.turn.snapshot = self.page.snapshot = now
        self.page.catalogue = archive.catalogue

    def see(self, people: People) -> None:
        """Show the current players."""
        self.page.statistics = people.statistics
        self.page.renamed = people.renamed


def _rows(snapshot: Snapshot | None, words: Words) -> tuple[SuitRow, ...]:
    """Return the layout as drawn on the board."""
    return board_rows(snapshot, words) if snapshot else ()


def _due_says(snapshot: Snapshot | None, words: Words) -> str:
    """Return the words for the player who is due."""
    return turn_of(snapshot, words) if snapshot else ""
