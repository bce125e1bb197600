"""What a session's screens watch: what the device shows, and the table as it shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.ui.hooks import observable
from companion.ui.screens import Room, Screen
from companion.words import SOURCE


@observable
@dataclass
class Shown:
    """What this device shows: which screen, how large, as its person prefers, in which language of
    its own, and any notice.
    """

    screen: Screen = field(default_factory=Screen)
    room: Room = field(default_factory=Room)
    preferences: Preferences = field(default_factory=Preferences)
    language: str = SOURCE
    notice: str = ""


@observable
@dataclass
class Watched:
    """The snapshot of the table that what watches it is drawn from, None where no table is open,
    and what there is in the archive.
    """

    snapshot: Snapshot | None = None
    catalogue: Catalogue = field(default_factory=lambda: Catalogue(()))


@observable
@dataclass
class Pointer:
    """The card that the keyboard points at, by its code, at which revision it was asked whether to
    pass all the same, and which menu of the table is open; none where empty.
    """

    card: str = ""
    asked_at: int | None = None
    menu: str = ""
