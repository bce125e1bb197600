"""The series that somebody looks for: by their name, by who played, by the year."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from companion.core.standings.entry import Entry
from companion.forms.wanted import Wanted
from companion.views.speech import day_words
from companion.words import Words

FEW: Final = 8
"""So many series are seen at a glance; more of them can be searched."""
_MOST_PLAYERS: Final = 8
"""Whoever played most often can be chosen by a tap; others are found by their names."""
_WITHOUT_STROKES: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t"} | {"æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters that Unicode takes for one piece, and people for a letter with something added."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Something to choose by a tap: its words are also what is chosen."""

    words: str
    chosen: bool
    says: str


@dataclass(frozen=True, slots=True)
class FinderView:
    """The field to search with, the years and the players to choose from, and how many series are
    found; `nothing` says that there is none, and `all_says` shows all again, empty while there is
    one. `clear_says` empties the field, itself empty while the field is.
    """

    hint: str
    written: str
    years: tuple[ChoiceView, ...]
    players: tuple[ChoiceView, ...]
    found: str
    nothing: str
    clear_says: str
    all_says: str


def found(entries: Sequence[Entry], wanted: Wanted, words: Words) -> list[Entry]:
    """The series that are as wanted, in their order."""
    looked_for = _plain(wanted.words).split()
    return [
        entry
        for entry in entries
        if (not wanted.player or wanted.player in entry.everybody)
        and (not wanted.year or year_of(entry) == wanted.year)
        and (not looked_for or _has(entry, looked_for, words))
    ]


def finder(entries: Sequence[Entry], wanted: Wanted, count: int, words: Words) -> FinderView | None:
    """What one searches these series with, of which so many are found; None for a few."""
    if len(entries) <= FEW:
        return None
    looking = bool(wanted.words.strip() or wanted.player or wanted.year)
    told = words.count("{n} of {all} series", "{n} of {all} series", count, all=len(entries))
    return FinderView(
        hint=words.say("Search by name"),
        written=wanted.words,
        years=_years(entries, wanted, words),
        players=_players(entries, wanted, words),
        found=told if looking and count else "",
        nothing="" if count else words.say("No series is like that."),
        clear_says=words.say("Clear the search") if wanted.words else "",
        all_says="" if count else words.say("Show all"),
    )


def day_of(entry: Entry) -> str:
    """The date of a series, empty where it is none."""
    return entry.date if year_of(entry) else ""


def year_of(entry: Entry) -> str:
    """The year in which a series began, empty where its date is none."""
    try:
        return f"{date.fromisoformat(entry.date).year}"
    except ValueError:
        return ""


def _years(entries: Sequence[Entry], wanted: Wanted, words: Words) -> tuple[ChoiceView, ...]:
    """The years, the newest first; none where all are of the same one."""
    years = sorted({year_of(entry) for entry in entries} - {""}, reverse=True)
    if len(years) < 2:  # noqa: PLR2004 - nothing to choose from
        return ()
    return tuple(_choice(year, wanted.year, words) for year in years)


def _players(entries: Sequence[Entry], wanted: Wanted, words: Words) -> tuple[ChoiceView, ...]:
    """The players, who played most often first; one who was chosen is always among them."""
    often = Counter(name for entry in entries for name in dict.fromkeys(entry.everybody))
    named = sorted(often, key=lambda name: (-often[name], name))[:_MOST_PLAYERS]
    if wanted.player and wanted.player not in named:
        named = [wanted.player, *named]
    return tuple(_choice(name, wanted.player, words) for name in named)


def _choice(what: str, chosen: str, words: Words) -> ChoiceView:
    return ChoiceView(what, what == chosen, words.say("Only {what}", what=what))


def _has(entry: Entry, looked_for: Sequence[str], words: Words) -> bool:
    day = entry.date, day_words(entry.date, words)
    told = _plain(" ".join((entry.name, *entry.everybody, *day)))
    return all(word in told for word in looked_for)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return the text without case, width, accents and strokes: `zoe` finds `Zoë`."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_WITHOUT_STROKES)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
