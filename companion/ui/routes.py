"""The screen of a route, and the viewport of a device.

The route alone determines which screens lie upon one another: `/table/turns` is the turns upon the
table upon home. So the back button, a reloaded page and a bookmark all find the same stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

import flet as ft

TABLE = "table"
_OF_SERIES = frozenset({TABLE, "series"})
KNOWN = frozenset(
    [
        *["new", "join", "referee", "import", "restore", "settings", "usual", "archived", "how"],
        *[TABLE, "over", "next", "deal", "pay", "turns", "verdict", "cards", "hand", "mine"],
        *["rules", "forgotten", "repair", "slip", "seats", "result", "date", "company"],
        *["series", "settle", "worth", "picture"],
        *["players", "player", "name", "same"],
    ]
)
"""All words in the routes of the app."""
ONLY_READ = frozenset({"turns", "forgotten", "verdict"})
"""Screens upon the table without a form."""


def table_path(number: int) -> str:
    """Return the route to the table of a series."""
    return f"/{TABLE}/{number}"


NOWHERE = "/nowhere"
"""The path for any route that is too long, too deep, or has too large a number."""
_LONGEST = 256
_MOST_WORDS = 12
_MOST_DIGITS = 9


def plain_path(route: str) -> str:
    """Return the path of a route in its plain form.

    The plain form has no query, single slashes between its words, and no zeros before its numbers.
    """
    path = re.split(r"[?#]", route[: _LONGEST + 1], maxsplit=1)[0]
    words = [word for word in path.split("/") if word]
    if len(path) > _LONGEST or len(words) > _MOST_WORDS:
        return NOWHERE
    numbers = [word for word in words if word.isdecimal()]
    if any(not word.isascii() or len(word.lstrip("0")) > _MOST_DIGITS for word in numbers):
        return NOWHERE
    return "/" + "/".join(str(int(word)) if word in numbers else word for word in words)


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen at a path. A number in a path belongs to the word before it: `/series/3`."""

    path: str = "/"

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", plain_path(self.path))

    @property
    def name(self) -> str:
        """The last word of the path, empty for home."""
        return self._steps()[-1][0] if self._steps() else ""

    @property
    def known(self) -> bool:
        """True if all words of the route belong to the app."""
        return all(word in KNOWN for word, _ in self._steps())

    @property
    def number(self) -> int | None:
        """The number after the last word, or None."""
        steps = self._steps()
        return steps[-1][1] if steps else None

    @property
    def series(self) -> int | None:
        """The number of the series in the route, or None."""
        return next((number for word, number in self._steps() if word in _OF_SERIES), None)

    @property
    def at_table(self) -> bool:
        """True if the screen is the table or opened on top of the table."""
        return any(word == TABLE for word, _ in self._steps())

    @property
    def of_people(self) -> bool:
        """True if the screen is about players over all evenings."""
        return self.path.startswith("/players")

    def of_series(self, number: int) -> Screen:
        """Return the screen with the series named in its route."""
        return Screen(self.path.replace(f"/{TABLE}", f"/{TABLE}/{number}", 1))

    @property
    def parent(self) -> Screen:
        """The screen below this one; home for home."""
        return self.stack[-2:][0]

    @property
    def stack(self) -> tuple[Screen, ...]:
        """All screens from home up to this one."""
        path = ""
        stack = [Screen("/")]
        for word, number in self._steps():
            path += f"/{word}" if number is None else f"/{word}/{number}"
            stack.append(Screen(path))
        return tuple(stack)

    def _steps(self) -> list[tuple[str, int | None]]:
        steps: list[tuple[str, int | None]] = []
        for part in self.path.split("/"):
            if part.isdecimal() and steps and steps[-1][1] is None:
                steps[-1] = (steps[-1][0], int(part))
            elif part:
                steps.append((part, None))
        return steps


_WIDE_FROM = 960
_LOW_BELOW = 560
_SHALLOW_BELOW = 300
_LARGE = 1.1
_TWO_COLUMNS_FROM = 760


class Shape(Enum):
    """The layout of a screen: an upright phone, a phone on its side, or a wide window."""

    TALL = "tall"
    SIDE = "side"
    WIDE = "wide"


@dataclass(frozen=True, slots=True)
class Viewport:
    """The size of the window in dp and the scale of text.

    The size excludes the parts that the device or its keyboard covers. `text_scale` is the factor
    by which the device enlarges text.
    """

    width: int = 390
    height: int = 844
    text_scale: float = 1.0

    def of(self, page: ft.Page) -> Viewport:
        """Return the current viewport of the page, at the same scale of text."""
        covered, keyboard = page.media.padding, page.media.view_insets
        width = (page.width or 390) - covered.left - covered.right
        height = (page.height or 844) - covered.top - covered.bottom - keyboard.bottom
        return replace(self, width=max(1, int(width)), height=max(1, int(height)))

    @property
    def large_text(self) -> bool:
        """True if text is so large that screens have to scroll."""
        return self.text_scale > _LARGE

    @property
    def shallow(self) -> bool:
        """True if only the body of a screen fits, for example above a keyboard."""
        return self.height < _SHALLOW_BELOW

    @property
    def two_columns(self) -> bool:
        """True if the panels of a paper screen stand in two columns, each as wide as a phone."""
        return self.width >= _TWO_COLUMNS_FROM and not self.large_text

    @property
    def shape(self) -> Shape:
        """The layout for this viewport.

        A wide window has room for thirteen cards beside the seats; a low and broad one is a phone
        on its side. With large text every screen is laid out as an upright phone.
        """
        if self.large_text:
            return Shape.TALL
        if self.width >= _WIDE_FROM and self.height >= _LOW_BELOW:
            return Shape.WIDE
        return Shape.SIDE if self.width > self.height and self.height < _LOW_BELOW else Shape.TALL
