"""JSON documents in the words of the score sheet: their shapes, and the values that steps share.

A document of the wrong shape raises a `ValueError` such as `points: expected int, got 'three'`, a
document of an unknown kind an `UnknownKindError`.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from reprlib import Repr
from typing import Any, Final, cast, get_type_hints

from companion.core.names import Player
from companion.core.objections import RulesError
from companion.core.presets import parse
from companion.core.rounds.events import KINDS as EVENT_KINDS
from companion.core.rounds.events import Event, read_event
from companion.core.rules import Rules

Doc = Mapping[str, Any]
Players = tuple[str, ...]
Shape = Mapping[str, Any]
"""Type of the value, or a list of a type, for each key of a document."""

_DEFAULTS: Final[Mapping[str, Any]] = {"day": "", "last": ""}
"""Values of keys that a document may lack."""
_JSON_OF: Mapping[Any, Any] = {tuple[str, ...]: [str], Mapping[str, int]: dict}
_LARGEST = 999_999_999

_short = Repr()
shortened = _short.repr
_short.maxother = _short.maxstring = _short.maxlong = 40


class UnknownKindError(ValueError):
    """A document has content that only another version knows."""


def values(doc: Any, shape: Shape) -> list[Any]:
    """Return the values of a document in the order of the shape, with lists as tuples.

    :raises ValueError: when the document does not have the shape
    """
    content: Doc = doc
    if not isinstance(content, dict):
        raise ValueError(f"expected a document, got {_short.repr(doc)}")  # noqa: TRY004 - bad input
    return [checked(key, content.get(key, _DEFAULTS.get(key)), kind) for key, kind in shape.items()]


def checked(key: str, value: Any, kind: Any) -> Any:
    """Return a value of a document, with lists as tuples.

    :raises ValueError: when the value is not of the kind
    """
    if type(value) is kind:
        if kind is int and not -_LARGEST <= value <= _LARGEST:
            raise ValueError(f"{key}: {_short.repr(value)} is out of range")
        return value
    if isinstance(kind, dict):
        return values(value, cast("Shape", kind))
    if isinstance(kind, list):
        return tuple(checked(key, item, kind[0]) for item in checked(key, value, list))
    raise ValueError(f"{key}: expected {kind.__name__}, got {_short.repr(value)}")


def shape_of(kind: type) -> Shape:
    """Return the shape of a document with the fields of a dataclass."""
    return {name: _JSON_OF.get(hint, hint) for name, hint in get_type_hints(kind).items()}


def filled(shape: Shape, *content: Any) -> Doc:
    """Return the document of a shape with these values."""
    return dict(zip(shape, content, strict=True))


@lru_cache(maxsize=256)
def rules_in(words: str) -> Rules:
    """Parse house rules in the words of the score sheet.

    :raises UnknownKindError: when this version does not know the rules
    """
    try:
        return parse(words)
    except RulesError as fault:
        raise UnknownKindError(f"rules: {_short.repr(str(fault))}") from fault


def called_doc(players: Iterable[Player]) -> Doc:
    """Return the names of players by handle."""
    return {player.handle: player.name for player in players}


def read_called(called: Doc) -> tuple[Player, ...]:
    """Read players from their names by handle."""
    return tuple(Player(handle, checked(handle, name, str)) for handle, name in called.items())


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
