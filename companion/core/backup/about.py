"""What a backup says that no score sheet does, as a text of its own: a line a fact.

A line begins with its word. A further kind of fact is a further field, a line in `written`, and an
entry in `_READERS`; an app that does not know the word yet tells the line and leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from companion.core.errors import LineError, RulesError, SheetError
from companion.core.house_rules.presets import describe, parse
from companion.core.house_rules.rules import Rules
from companion.core.phrases import excerpt, phrase

FILE: Final = "backup.txt"
_FIRST: Final = "fantan-backup"
_VERSION: Final = 1
_MARGIN: Final = 9


@dataclass(frozen=True, slots=True)
class About:
    """What belongs to no single series: the rules that a new series begins with, None where the
    table never chose any.
    """

    usual: Rules | None = None


def written(about: About) -> str:
    """The text, the same for the same facts."""
    lines = [f"{_FIRST} {_VERSION}"]
    if about.usual is not None:
        lines.append(f"{'usual':<{_MARGIN}}{describe(about.usual)}")
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[About, tuple[str, ...]]:
    """What the text says, and the lines in it whose word is not known.

    :raises SheetError: naming the line that cannot be read
    """
    about, unknown = About(), list[str]()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        word, *rest = line.split() or [""]
        try:
            if number == 1:
                _check_version(word, rest)
            elif word in _READERS:
                about = _READERS[word](about, " ".join(rest))
            elif word and not word.startswith("#"):
                unknown.append(excerpt(line.strip()))
        except (LineError, RulesError) as fault:
            raise SheetError(number, str(fault)) from fault
    return about, tuple(unknown)


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


def _usual(about: About, rest: str) -> About:
    return replace(about, usual=parse(rest))


_READERS: Final[dict[str, Callable[[About, str], About]]] = {"usual": _usual}
