"""Refusals in words: what the core objects to, said as a person at the table would say it."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.cards import Card
from companion.core.objections import Objection
from companion.views.speech import short
from companion.words import Words


def refusal_words(objection: Objection, words: Words, name_of: Callable[[str], str]) -> str:
    """The objection as a sentence; `name_of` gives the name behind a handle."""
    return sentence(
        words.say(
            objection.why.value,
            player=_named(objection.player, name_of),
            other=_named(objection.other, name_of),
            card=_written(objection.card),
            other_card=_written(objection.other_card),
            number=objection.number,
            expected=objection.expected,
        )
    )


def sentence(phrase: str) -> str:
    """The phrase with a capital in front and a full stop behind."""
    return f"{phrase[:1].upper()}{phrase[1:]}." if phrase else ""


def _named(handle: str, name_of: Callable[[str], str]) -> str:
    return name_of(handle) if handle else ""


def _written(card: Card | None) -> str:
    return short(card) if card else ""
