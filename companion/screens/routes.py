"""The screen of a route.

The route alone determines which screens lie upon one another: `/table/turns` is the turns upon the
table upon home. So the back button, a reloaded page and a bookmark all find the same stack.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.desk.scratch import SCRATCH

TABLE = "table"
REFEREE = "referee"
_OF_SERIES = frozenset({TABLE, "series"})
ONLY_READ = frozenset({"turns", "verdict"})
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


@dataclass(frozen=True)
class Screen:
    """The screen at a path. A number in a path belongs to the word before it: `/series/3`."""

    path: str = "/"

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", plain_path(self.path))

    @property
    def name(self) -> str:
        """The last word of the path, empty for home."""
        return self.words()[-1][0] if self.words() else ""

    @property
    def number(self) -> int | None:
        """The number after the last word, or None."""
        steps = self.words()
        return steps[-1][1] if steps else None

    @property
    def series(self) -> int | None:
        """The number of the series in the route, for the referee that of no series; or None."""
        if self.referee:
            return SCRATCH
        return next((number for word, number in self.words() if word in _OF_SERIES), None)

    @property
    def referee(self) -> Screen | None:
        """The screen of the referee in the stack, None if there is none."""
        return next((at for at in self.stack if at.name == REFEREE), None)

    @property
    def names_no_series(self) -> bool:
        """True if the table of the route is that of the series to resume."""
        return (TABLE, None) in self.words()

    @property
    def at_table(self) -> bool:
        """True if the screen is the table or opened on top of the table."""
        return any(word == TABLE for word, _ in self.words())

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
        for word, number in self.words():
            path += f"/{word}" if number is None else f"/{word}/{number}"
            stack.append(Screen(path))
        return tuple(stack)

    def words(self) -> list[tuple[str, int | None]]:
        """Return the words of the path, each with the number after it."""
        steps: list[tuple[str, int | None]] = []
        for part in self.path.split("/"):
            if part.isdecimal() and steps and steps[-1][1] is None:
                steps[-1] = (steps[-1][0], int(part))
            elif part:
                steps.append((part, None))
        return steps
