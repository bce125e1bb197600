"""Refusals in words: what the core objects to, said as a person at the table would say it."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.cards import Card
from companion.core.objections import Objection
from companion.desk.archive import Catalogue
from companion.desk.ports import Trouble
from companion.views.speech import short
from companion.words import Words


def refusal_words(objection: Objection, words: Words, name_of: Callable[[str], str]) -> str:
    """The objection as a sentence; `name_of` gives the name behind a handle."""
    return sentence(
        words.say(
            objection.why.value,
            player=_named(objection.player, name_of),
            other=_named(objection.other, name_of),
            card=_written(objection.card, words),
            other_card=_written(objection.other_card, words),
            number=objection.number,
            expected=objection.expected,
        )
    )


def trouble_words(trouble: Trouble, words: Words) -> str:
    """What is to be done when a tap could not be saved."""
    return f"{words.say('Nothing was recorded.')} {cause_words(trouble, words)}"


def cause_words(trouble: Trouble, words: Words) -> str:
    """What keeps something from being saved, and what can be done about it."""
    return {
        Trouble.FULL: words.say("The disk is full. Free some space, then tap again."),
        Trouble.FORBIDDEN: words.say(
            "This folder may not be written to. Allow it, then tap again."
        ),
        Trouble.GONE: words.say("The data folder is gone. Bring it back, then tap again."),
        Trouble.BROKEN: words.say("The disk reports an error. Tap again, or use another disk."),
        Trouble.NEWER: words.say(
            "This was written by a newer version: it can be looked at, not changed."
        ),
        Trouble.UNCLEAR: words.say(
            "Not everything in this series is understood: it can be looked at, not changed."
        ),
        Trouble.REMOVED: words.say(
            "This series was deleted. It can be put back on the home screen."
        ),
    }.get(trouble, words.say("The stored data cannot be used as it is."))


def deleted_elsewhere(name: str, words: Words) -> str:
    """That the series which a device looked at was deleted on another one."""
    return words.say(
        "“{name}” was deleted on another device. It can be put back here.",
        name=name or words.say("Fan Tan"),
    )


def no_series(number: int, catalogue: Catalogue, words: Words) -> str:
    """Why there is no series of that number to look at."""
    if any(entry.number == number for entry in catalogue.removed):
        return words.say("This series was deleted. It can be put back on the home screen.")
    return words.say("There is no such series.")


def sentence(phrase: str) -> str:
    """Return the phrase with a capital in front and one full stop behind."""
    return f"{phrase[:1].upper()}{phrase[1:].removesuffix('.')}." if phrase else ""


def _named(handle: str, name_of: Callable[[str], str]) -> str:
    return name_of(handle) if handle else ""


def _written(card: Card | None, words: Words) -> str:
    return short(card, words) if card else ""
