"""The frames that a room takes from phones; docs/hosting.md has all of the protocol.

A frame is an object of JSON in one text message of a websocket. Its shape is written as the frame
itself with words in place of values; a key with `?` may be missing.
"""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, cast

_MOST = 10**9
_MOST_AWAY = 20
_HEX = re.compile(r"[0-9a-f]{32}")


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < _MOST


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()  # noqa: PLR2004


def _are_members(value: object) -> bool:
    if not isinstance(value, list):
        return False
    members = cast("list[object]", value)
    return len(members) <= _MOST_AWAY and all(map(_is_number, members))


class Word(Enum):
    """A word in a shape, in place of a value."""

    HEX = "32 hex digits"
    ID = "1 to 64 printable characters"
    TEXT = "a text"
    CODE = "at most 40 characters"
    PLACE = "a number from 1 on"
    COUNT = "a number from 0 on"
    NUMBER = "a number"
    MEMBERS = "a list of at most 20 numbers"
    BOOLEAN = "true or false"
    TRUE = "true"


_FITS: Mapping[Word, Callable[[object], bool]] = {
    Word.HEX: _is_hex,
    Word.ID: _is_id,
    Word.TEXT: lambda value: isinstance(value, str),
    Word.CODE: lambda value: isinstance(value, str) and len(value) <= 40,  # noqa: PLR2004
    Word.PLACE: lambda value: _is_number(value) and cast("int", value) > 0,
    Word.COUNT: lambda value: _is_number(value) and cast("int", value) >= 0,
    Word.NUMBER: _is_number,
    Word.MEMBERS: _are_members,
    Word.BOOLEAN: lambda value: isinstance(value, bool),
    Word.TRUE: lambda value: value is True,
}


W = Word
Shapes = Mapping[str, Mapping[str, Any]]
"""Shapes of frames by their kinds."""
GREETINGS: Shapes = {
    "open": {"format": 1, "open": W.HEX, "secret": W.HEX, "first": [W.ID, W.TEXT]},
    "join": {"format": 1, "join": W.HEX, "secret": W.HEX, "token?": W.HEX},
    "code": {"format": 1, "code": W.CODE, "token?": W.HEX},
    "back": {"format": 1, "table": W.HEX, "token": W.HEX, "have": W.COUNT},
}
"""Shapes of the first frames of a phone, by kind."""

REQUESTS: Shapes = {
    "say": {"say": [W.PLACE, W.ID, W.TEXT], "away?": W.MEMBERS, "host?": W.NUMBER},
    "code": {"code": W.BOOLEAN},
    "remove": {"remove": W.NUMBER},
    "close": {"close": W.TRUE},
    "delete": {"delete": W.TRUE},
    "ping": {"ping": W.NUMBER},
}
"""Shapes of the further frames of a phone."""

CLOSED = 1000
"""Code with which a websocket is closed that the phone has left."""
REFUSED = 1008
"""Code behind a last frame with the reason."""
LATER = 1013
"""Code for a phone that may come back."""


def kind_of(frame: Mapping[str, Any], kinds: Shapes) -> str | None:
    """Return the kind of a frame of a phone, or None if its shape fits no kind."""
    return next((name for name, shape in kinds.items() if _fits(shape, frame)), None)


def _fits(shape: Any, value: Any) -> bool:
    if isinstance(shape, Word):
        return _FITS[shape](value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and _has_keys(
            cast("dict[str, Any]", shape), cast("dict[str, Any]", value)
        )
    if isinstance(shape, list):
        parts = cast("list[object]", shape)
        values = cast("list[object]", value) if isinstance(value, list) else []
        return len(values) == len(parts) and all(map(_fits, parts, values))
    return type(value) is type(shape) and bool(value == shape)


def _has_keys(shape: dict[str, Any], value: dict[str, Any]) -> bool:
    by_key = {key.rstrip("?"): part for key, part in shape.items()}
    wanted = {key for key in shape if not key.endswith("?")}
    if not wanted <= value.keys() <= by_key.keys():
        return False
    return all(_fits(by_key[key], part) for key, part in value.items())
