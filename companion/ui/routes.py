"""Which screen is shown, and how much room it has.

The route alone says which screens lie upon one another: `/table/turns` is the turns upon the
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
        *["new", "referee", "import", "restore", "settings", "usual", "archived", "how"],
        *[TABLE, "over", "next", "deal", "pay", "turns", "verdict", "cards", "hand", "rules"],
        *["repair", "slip", "seats", "series", "settle", "picture"],
        *["players", "player", "name", "same"],
    ]
)
"""All words of the app's own routes."""
ONLY_READ = frozenset({"turns", "verdict"})
"""What lies upon the table and holds nothing that was filled in."""


def table_path(number: int) -> str:
    """The route to the table of a series."""
    return f"/{TABLE}/{number}"


NOWHERE = "/nowhere"
"""The path of every route that cannot be ours: too long, too deep, or with too large a number."""
_LONGEST = 256
_MOST_WORDS = 12
_MOST_DIGITS = 9


def plain_path(route: str) -> str:
    """The path of a route as we write it: without what stands behind a question mark, with single
    slashes between its words, and no zeros before its numbers.
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
        """The last word of the path; home's is empty."""
        return self._steps()[-1][0] if self._steps() else ""

    @property
    def known(self) -> bool:
        """Whether the route is one of the app's own."""
        return all(word in KNOWN for word, _ in self._steps())

    @property
    def number(self) -> int | None:
        """The number after the last word, if there is one."""
        steps = self._steps()
        return steps[-1][1] if steps else None

    @property
    def series(self) -> int | None:
        """The number of the series that the route speaks of, if it names one."""
        return next((number for word, number in self._steps() if word in _OF_SERIES), None)

    @property
    def at_table(self) -> bool:
        """Whether the screen is the table, or lies upon it."""
        return any(word == TABLE for word, _ in self._steps())

    @property
    def of_people(self) -> bool:
        """Whether the screen is about players over all evenings."""
        return self.path.startswith("/players")

    def of_series(self, number: int) -> Screen:
        """The screen with the series named in its route."""
        return Screen(self.path.replace(f"/{TABLE}", f"/{TABLE}/{number}", 1))

    @property
    def parent(self) -> Screen:
        """The screen this one lies upon; home is its own."""
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
    """How a screen lays itself out: a phone upright, a phone on its side, or a wide window."""

    TALL = "tall"
    SIDE = "side"
    WIDE = "wide"


@dataclass(frozen=True, slots=True)
class Room:
    """The size of the window in dp, without the parts that the device or its keyboard covers, and
    the factor by which the device enlarges text.
    """

    width: int = 390
    height: int = 844
    text_scale: float = 1.0

    def of(self, page: ft.Page) -> Room:
        """Return the page's room at this moment, at the same scale of text."""
        covered, keyboard = page.media.padding, page.media.view_insets
        width = (page.width or 390) - covered.left - covered.right
        height = (page.height or 844) - covered.top - covered.bottom - keyboard.bottom
        return replace(self, width=max(1, int(width)), height=max(1, int(height)))

    @property
    def large_text(self) -> bool:
        """Whether text is so large that screens have to scroll."""
        return self.text_scale > _LARGE

    @property
    def shallow(self) -> bool:
        """Whether so little height is left, as above a keyboard, that nothing but the body fits."""
        return self.height < _SHALLOW_BELOW

    @property
    def two_columns(self) -> bool:
        """Whether the panels of a paper screen stand in two columns; each is a phone's width then,
        or more.
        """
        return self.width >= _TWO_COLUMNS_FROM and not self.large_text

    @property
    def shape(self) -> Shape:
        """Wide needs room for thirteen cards beside the seats; low and broad is on its side.
        Large text takes both away.
        """
        if self.large_text:
            return Shape.TALL
        if self.width >= _WIDE_FROM and self.height >= _LOW_BELOW:
            return Shape.WIDE
        return Shape.SIDE if self.width > self.height and self.height < _LOW_BELOW else Shape.TALL
