"""JSON documents in the words of the score sheet: the values that steps share.

A document of the wrong shape raises a `ValueError` such as `points: expected int, got 'three'`, a
document of an unknown kind an `UnknownKindError`.
"""

from collections.abc import Mapping
from functools import lru_cache
from reprlib import Repr
from typing import Any

from companion.core.objections import RulesError
from companion.core.presets import parse
from companion.core.rounds.position import Event
from companion.core.rounds.reading import KINDS as EVENT_KINDS
from companion.core.rounds.reading import read_event
from companion.core.rules import Rules

Doc = Mapping[str, Any]
Players = tuple[str, ...]

_LARGEST = 999_999_999

_short = Repr()
shortened = _short.repr
_short.maxother = _short.maxstring = _short.maxlong = 40


class UnknownKindError(ValueError):
    """A document has content that only another version knows."""


def checked(key: str, value: Any, kind: Any) -> Any:
    """Return a value of a document.

    :raises ValueError: when the value is not of the kind
    """
    if type(value) is kind:
        if kind is int and not -_LARGEST <= value <= _LARGEST:
            raise ValueError(f"{key}: {_short.repr(value)} is out of range")
        return value
    raise ValueError(f"{key}: expected {kind.__name__}, got {_short.repr(value)}")


@lru_cache(maxsize=256)
def rules_in(words: str) -> Rules:
    """Parse house rules in the words of the score sheet.

    :raises UnknownKindError: when this version does not know the rules
    """
    try:
        return parse(words)
    except RulesError as fault:
        raise UnknownKindError(f"rules: {_short.repr(str(fault))}") from fault


@lru_cache(maxsize=4096)
def event_in(words: str, players: Players) -> Event:
    """Read an event of a round with these players.

    :raises UnknownKindError: when this version does not know the kind
    :raises ValueError: when the words do not fit
    """
    if not players:
        raise ValueError("there is no deal before it")
    first = next(iter(words.split()), "")
    if first and first not in EVENT_KINDS and first not in players:
        raise UnknownKindError(f"event: {_short.repr(words)}")
    return read_event(words, players)
