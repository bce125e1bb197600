"""What a backup says that no score sheet does, as a text of its own: a line a fact.

A line begins with its word. A further kind of fact is a further field, a line in `written`, and an
entry in `_READERS`; an app that does not know the word yet tells the line and leaves it out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.core.errors import LineError, RulesError, SheetError
from companion.core.house_rules.presets import describe, parse
from companion.core.house_rules.rules import Rules
from companion.core.names import is_short, tidy
from companion.core.phrases import excerpt, phrase

FILE: Final = "backup.txt"
_FIRST: Final = "fantan-backup"
_VERSION: Final = 1
_MARGIN: Final = 9
_NAMED: Final = " : "
"""Stands between rules and their name; no rules hold it."""
_MOST_DIGITS: Final = 9
_ID: Final = re.compile(r"[0-9a-f]{8,32}")
MOST_SAVED: Final = 200
"""House rules under a name; far more than any table has."""


@dataclass(frozen=True, slots=True)
class About:
    """The rules that a new series begins with, None where the table never chose any; rules that
    were saved under a name; which series were archived, and by which id each is known where it was
    played, by the numbers of their files.
    """

    usual: Rules | None = None
    saved: tuple[tuple[str, Rules], ...] = ()
    archived: frozenset[int] = frozenset()
    ids: Mapping[int, str] = field(default_factory=dict[int, str])


def is_id(text: str) -> bool:
    """Whether a series can be known by it."""
    return _ID.fullmatch(text) is not None


def written(about: About) -> str:
    """The text, the same for the same facts."""
    lines = [f"{_FIRST} {_VERSION}"]
    if about.usual is not None:
        lines.append(_line("usual", describe(about.usual)))
    lines += [_line("saved", f"{describe(rules)}{_NAMED}{name}") for name, rules in about.saved]
    lines += [_line("archived", str(number)) for number in sorted(about.archived)]
    lines += [_line("id", f"{number} {about.ids[number]}") for number in sorted(about.ids)]
    return "\n".join(lines) + "\n"


def _line(word: str, rest: str) -> str:
    return f"{word:<{_MARGIN}}{rest}"


def read(text: str) -> tuple[About, tuple[str, ...]]:
    """What the text says, and the lines in it whose word is not known.

    :raises SheetError: naming the line that cannot be read
    """
    told, unknown = _Told(), list[str]()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        word, *rest = line.split() or [""]
        try:
            if number == 1:
                _check_version(word, rest)
            elif word in _READERS:
                _READERS[word](told, " ".join(rest))
            elif word and not word.startswith("#"):
                unknown.append(excerpt(line.strip()))
        except (LineError, RulesError) as fault:
            raise SheetError(number, str(fault)) from fault
    about = About(told.usual, tuple(told.saved), frozenset(told.archived), told.ids)
    return about, tuple(unknown)


@dataclass
class _Told:
    """What was read so far; it grows with each line, so that many lines cost no more each."""

    usual: Rules | None = None
    saved: list[tuple[str, Rules]] = field(default_factory=list[tuple[str, Rules]])
    archived: set[int] = field(default_factory=set[int])
    ids: dict[int, str] = field(default_factory=dict[int, str])


def _check_version(word: str, rest: list[str]) -> None:
    if word != _FIRST or len(rest) != 1:
        raise LineError(phrase("{file} begins with {first} {version}"), **_BEGINNING)
    if rest[0] != str(_VERSION):
        raise LineError(
            phrase("version {version} is not known here, only {known}"),
            version=rest[0],
            known=_VERSION,
        )


_BEGINNING: Final = {"file": FILE, "first": _FIRST, "version": _VERSION}


def _usual(told: _Told, rest: str) -> None:
    told.usual = parse(rest)


def _saved(told: _Told, rest: str) -> None:
    rules, named, name = rest.partition(_NAMED)
    if not named or tidy(name) != name or not name or not is_short(name):
        raise LineError(phrase("{word} takes house rules, a colon and a name"), word="saved")
    if len(told.saved) == MOST_SAVED:
        raise LineError(phrase("there are more than {count} saved house rules"), count=MOST_SAVED)
    told.saved.append((name, parse(rules)))


def _archived(told: _Told, rest: str) -> None:
    if not _is_number(rest):
        raise LineError(phrase("{word} takes the number of a file"), word="archived")
    told.archived.add(int(rest))


def _id(told: _Told, rest: str) -> None:
    number, _, text = rest.partition(" ")
    if not _is_number(number) or not is_id(text):
        raise LineError(phrase("{word} takes the number of a file and an id"), word="id")
    told.ids[int(number)] = text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


_READERS: Final[dict[str, Callable[[_Told, str], None]]] = {
    "usual": _usual,
    "saved": _saved,
    "archived": _archived,
    "id": _id,
}
