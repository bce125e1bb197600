"""Names of people and the handles that stand for them over a column of the score sheet."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import dropwhile
from typing import Final

RESERVED: Final = frozenset(
    [
        "fantan",
        "series",
        "date",
        "rules",
        "called",
        "round",
        "dealer",
        "deal",
        "hand",
        "holds",
        "left",
        "waive",
        "charge",
        "pay",
        "paid",
        "points",
        "void",
        "end",
        "settled",
        "planned",
        "worth",
        "pot",
    ]
)
_HANDLE: Final = re.compile(r"[^\W\d_][^\s#]*")
_WORTH: Final = re.compile(r"[0-9]{1,9}([.,][0-9]{1,9})?( [^ ]+)+")
_LONGEST_HANDLE: Final = 8


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody across rounds: the handle of the column, and the full name."""

    handle: str
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name) or self.handle)


def tidy(name: str) -> str:
    """The name as it is kept: one line, single blanks, no `#`, which starts a comment."""
    if name.isprintable() and "#" not in name:
        return " ".join(name.split())
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.replace("#", " ").split())


def is_handle(text: str) -> bool:
    """Whether a column may be headed so: no blanks, a letter first, no word of the sheet's own."""
    lettered = text[:1].isalpha() and text.isprintable()
    return lettered and bool(_HANDLE.fullmatch(text)) and text not in RESERVED


def is_worth(text: str) -> bool:
    """Whether a line may say so what a chip is worth: a number, then a word: `0.05 €`."""
    return bool(_WORTH.fullmatch(text))


def handle_for(name: str, taken: Collection[str]) -> str:
    """A handle for a player of that name, other than those taken."""
    words = [_lettered(word) for word in tidy(name).split()]
    word = next((word for word in words if word), "Player")
    stem = word[:_LONGEST_HANDLE]
    candidates = (stem, *(f"{stem[:_LONGEST_HANDLE]}{number}" for number in range(2, 100)))
    return next(one for one in candidates if is_handle(one) and one not in taken)


def _lettered(word: str) -> str:
    """The word without what stands before its first letter."""
    letters = "".join(dropwhile(lambda letter: not letter.isalpha(), word))
    return "".join(letter for letter in letters if letter.isalnum())
