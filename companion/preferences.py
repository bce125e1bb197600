"""Preferences of a device: language, looks, and the orientation of the layout.

The device stores them as one text. A part that cannot be read has its usual value, so that an older
or a newer app on the same device does no harm.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from operator import attrgetter
from typing import Any, cast

from companion.core.outside import OutsideError, read_json

_LONGEST = 100_000


class Look(Enum):
    """Light, dark, or as the device is."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Lows(Enum):
    """Side of the low cards: the side given by the source of the house rules (R16), or one side."""

    AS_RULED = "as ruled"
    RIGHT = "right"
    LEFT = "left"


class Motion(Enum):
    """Motion of cards and chips: as set on the device, always, or never."""

    SYSTEM = "system"
    ON = "on"
    OFF = "off"


@dataclass(frozen=True)
class Preferences:
    """One device's choices; no language means the device's own.

    `columns` lays the suits as columns, `turned` shows the layout to somebody who sits opposite,
    `as_laid` lays the suits in the order in which they were begun. A private hand with
    `hand_covered` shows only while somebody holds it; `hints` are offered for it. With `chime` the
    device sounds when its player is due. `played` is the series that was played here last, or 0.
    """

    language: str = ""
    look: Look = Look.SYSTEM
    four_colours: bool = True
    lows: Lows = Lows.AS_RULED
    columns: bool = False
    turned: bool = False
    as_laid: bool = False
    hand_covered: bool = False
    hints: bool = False
    chime: bool = False
    motion: Motion = Motion.SYSTEM
    played: int = 0

    def dark(self, *, device: bool) -> bool:
        """Return whether the app is dark, on a device that is set to dark if `device`."""
        return device if self.look is Look.SYSTEM else self.look is Look.DARK

    def moves(self, *, calm: bool) -> bool:
        """Return whether cards and chips move, on a device set to no motion if `calm`."""
        return self.motion is Motion.ON or (self.motion is Motion.SYSTEM and not calm)

    def turned_over(self) -> Preferences:
        """Return preferences with the layout as seen from the opposite side."""
        return replace(self, turned=not self.turned)

    def across(self) -> Preferences:
        """Return preferences with the suits as columns, or as rows again."""
        return replace(self, columns=not self.columns)

    def reordered(self) -> Preferences:
        """Return preferences with the suits as they are opened, or in their own order again."""
        return replace(self, as_laid=not self.as_laid)

    def low_right(self, *, ruled: bool) -> bool:
        """Return whether the low cards lie on the right; `ruled` is the side of the rules (R16)."""
        return ruled if self.lows is Lows.AS_RULED else self.lows is Lows.RIGHT

    def written(self) -> str:
        """Return the text that a device stores."""
        return json.dumps(asdict(self), default=attrgetter("value"))

    @staticmethod
    def read(text: object) -> Preferences:
        """Return the preferences of a saved text, with the usual ones for what cannot be read."""
        saved = _parsed(text)
        usual = Preferences()
        return Preferences(
            **{
                option.name: _like(saved.get(option.name), getattr(usual, option.name))
                for option in fields(usual)
            }
        )


def _parsed(text: object) -> dict[str, object]:
    try:
        saved: object = read_json(text, _LONGEST) if isinstance(text, str) else None
    except OutsideError:
        return {}
    return cast("dict[str, object]", saved) if isinstance(saved, dict) else {}


def _like(saved: object, usual: Any) -> Any:
    """Return the saved value if it is of the kind of the usual value, else the usual value."""
    if isinstance(usual, Enum):
        return next((option for option in type(usual) if option.value == saved), usual)
    return saved if type(saved) is type(usual) else usual
