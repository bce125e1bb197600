"""How an option of the house rules is declared, and how its values are written and read: one small
codec a kind of value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from companion.core.cards import RANK_TEXTS, Card, Rank, card, spell_rank
from companion.core.phrases import phrase

MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Codec:
    """`read` raises `ValueError`; `wanted` says what it takes; `choices` are all words, if few."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    wanted: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """What an option of the house rules declares about itself."""

    name: str
    default: Any
    title: str
    says: str
    source: str
    rule: str
    unit: str
    codec: Codec


def option(  # noqa: PLR0913 - a declaration names all it says
    default: Any, codec: Codec, *, title: str, says: str, rule: str, source: str, unit: str = ""
) -> Any:
    """A field of `Rules` with its words, the rule it belongs to, its source and its unit."""
    told = {"codec": codec, "title": title, "says": says, "rule": rule}
    return field(default=default, metadata={**told, "source": source, "unit": unit})


def choice(kind: type[Enum]) -> Codec:
    """One of the members of an enumeration, by its value."""
    words = tuple(str(member.value) for member in kind)
    return Codec(
        lambda text: kind(text.lower()), lambda value: value.value, " or ".join(words), words
    )


def starter(special: type[Enum]) -> Codec:
    """A rank, or one of the special starters."""
    words = tuple(str(member.value) for member in special)

    def read(text: str) -> Any:
        return special(text.lower()) if text.lower() in words else spell_rank(text)

    def write(value: Rank | Enum) -> str:
        return value.text if isinstance(value, Rank) else str(value.value)

    return Codec(read, write, f"a rank, {' or '.join(words)}", (*RANK_TEXTS, *words))


def _read_number(text: str) -> int:
    if not (
        text.isascii() and text.isdigit() and len(text) <= len(str(MOST)) and int(text) <= MOST
    ):
        raise ValueError(text)
    return int(text)


def _read_card_or_left(text: str) -> Card | None:
    return None if text.lower() == "left" else card(text)


def _write_card_or_left(value: Card | None) -> str:
    return "left" if value is None else value.text


def _read_yes_no(text: str) -> bool:
    if text.lower() not in {"yes", "no"}:
        raise ValueError(text)
    return text.lower() == "yes"


def _write_yes_no(value: bool) -> str:  # noqa: FBT001 - the value itself is what is written
    return "yes" if value else "no"


YES_NO = Codec(_read_yes_no, _write_yes_no, phrase("yes or no"), ("no", "yes"))
CHIPS = Codec(_read_number, str, phrase("a number of chips"))
POINTS = Codec(_read_number, str, phrase("a number of points"))
ROUNDS = Codec(_read_number, str, phrase("a number of rounds"))
CARD_OR_LEFT = Codec(_read_card_or_left, _write_card_or_left, phrase("left or a card"))
