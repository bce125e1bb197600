"""Declaration of an option of the house rules, and one codec for each kind of value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from companion.core.cards import RANK_TEXTS, Card, Rank, card, spell_rank
from companion.core.phrases import phrase

MOST = 1_000_000
_Member = TypeVar("_Member", bound=Enum)


class Topic(Enum):
    """Subject of an option: decides its chapter in *How to play* and its group among the rules."""

    TURN = "turn"
    CHIPS = "chips"
    FALSE_PASS = "false pass"
    FINISH = "finish"
    POINTS = "points"
    JOINING = "joining"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Codec:
    """Reader and writer of one kind of value.

    `read` raises `ValueError`, `wanted` describes the values it accepts, `choices` are all of them
    in the words of the sheet where they are few, and `phrases` gives the words for people where
    those differ.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    wanted: str
    choices: tuple[str, ...] = ()
    phrases: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Option:
    """Declaration of one option of the house rules."""

    name: str
    default: Any
    topic: Topic
    title: str
    says: str
    rule: str
    source: str
    unit: str
    codec: Codec


def option(  # noqa: PLR0913 - a declaration names all it says
    default: Any,
    codec: Codec,
    topic: Topic,
    *,
    title: str,
    says: str,
    rule: str,
    source: str,
    unit: str = "",
) -> Any:
    """Declare a field of `Rules` with its codec, topic, words, rule number, source and unit."""
    words = {"title": title, "says": says, "rule": rule, "source": source, "unit": unit}
    return field(default=default, metadata={"codec": codec, "topic": topic, **words})


def choice(phrases: Mapping[_Member, str]) -> Codec:
    """Build the codec of an enumeration, given the words for people of each member."""
    kind = type(next(iter(phrases)))
    words = {str(member.value): phrase for member, phrase in phrases.items()}
    return Codec(
        lambda text: kind(text.lower()),
        lambda value: value.value,
        " or ".join(words),
        tuple(words),
        words,
    )


def starter(phrases: Mapping[_Member, str]) -> Codec:
    """Build the codec of a rank or a special starter, given the words of the special ones."""
    special = type(next(iter(phrases)))
    words = {str(member.value): phrase for member, phrase in phrases.items()}

    def read(text: str) -> Any:
        return special(text.lower()) if text.lower() in words else spell_rank(text)

    def write(value: Rank | Enum) -> str:
        return value.text if isinstance(value, Rank) else str(value.value)

    return Codec(read, write, f"a rank, {' or '.join(words)}", (*RANK_TEXTS, *words), words)


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


YES_NO = Codec(
    _read_yes_no,
    _write_yes_no,
    phrase("yes or no"),
    ("no", "yes"),
    {"no": phrase("no"), "yes": phrase("yes")},
)
CHIPS = Codec(_read_number, str, phrase("a number of chips"))
POINTS = Codec(_read_number, str, phrase("a number of points"))
ROUNDS = Codec(_read_number, str, phrase("a number of rounds"))
CARD_OR_LEFT = Codec(
    _read_card_or_left,
    _write_card_or_left,
    phrase("left or a card"),
    phrases={"left": phrase("left of the dealer"), "card": phrase("a named card")},
)
