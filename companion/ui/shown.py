"""What a session's screens watch: what the device shows, and when the desk has changed."""

from __future__ import annotations

from dataclasses import dataclass, field

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
class Pulse:
    """Beats with changes of the desk; what watches it is drawn again."""

    beat: int = 0
