"""The protocol between phones and rooms, as tables of frames; docs/hosting.md has the same tables.

A frame is an object of JSON in one text message of a websocket. Its shape is written as the frame
itself with words in place of values; a key with `?` may be missing.
"""

import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple, cast

_MOST = 10**9
_MOST_AWAY = 20
_HEX: Final = re.compile(r"[0-9a-f]{32}")


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
    SECONDS = "an object of numbers by member"
    ADMITTED = "an object of what the room admitted, see below"
    HANDLE = "the handle of a player"
    STEP = "an object of a step, see below"

    def fits(self, value: object) -> bool:
        """Return whether a value of a phone can stand for the word."""
        return _FITS[self](value)


_FITS: Final[Mapping[Word, Callable[[object], bool]]] = {
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


class Frame(NamedTuple):
    """A kind of frame: its shape by keys, and what it means."""

    shape: Mapping[str, Any]
    means: str


W = Word
GREETINGS: Final[Mapping[str, Frame]] = {
    "open": Frame(
        {"format": 1, "open": W.HEX, "secret": W.HEX, "first": [W.ID, W.TEXT]},
        "opens a table of this name with its first line; repeated, it opens no other",
    ),
    "join": Frame(
        {"format": 1, "join": W.HEX, "secret": W.HEX, "token?": W.HEX},
        "joins the table of an invitation, with a new random token of the phone",
    ),
    "code": Frame(
        {"format": 1, "code": W.CODE, "token?": W.HEX}, "joins the table that shows the code"
    ),
    "back": Frame(
        {"format": 1, "table": W.HEX, "token": W.HEX, "have": W.COUNT},
        "comes back, with the number of lines that the phone has",
    ),
}
"""First frames of a phone."""

REQUESTS: Final[Mapping[str, Frame]] = {
    "say": Frame(
        {"say": [W.PLACE, W.ID, W.TEXT], "away?": W.MEMBERS, "host?": W.NUMBER},
        "a line for a place, with a new random id; `away` are members in whose place it is said, "
        "`host` is the host from this line on",
    ),
    "code": Frame({"code": W.BOOLEAN}, "shows a code for typing, or voids it"),
    "remove": Frame({"remove": W.NUMBER}, "removes a member, by the host alone"),
    "close": Frame({"close": W.TRUE}, "closes the table, by the host alone"),
    "delete": Frame({"delete": W.TRUE}, "closes the table and deletes it, by the host alone"),
    "ping": Frame({"ping": W.NUMBER}, "asks for a `pong`; a silent phone is closed after 30 s"),
}
"""Further frames of a phone."""

ANSWERS: Final[Mapping[str, Frame]] = {
    "welcome": Frame(
        {
            "welcome": {
                "table": W.HEX,
                "secret": W.HEX,
                "member": W.PLACE,
                "token": W.HEX,
                "lines": W.COUNT,
                "page": W.TEXT,
                "operator?": W.TRUE,
            }
        },
        "the phone is a member; so many lines are there, and those it lacks follow. An operator, "
        "on the computer of the room, has the rights of the host",
    ),
    "here": Frame(
        {"here": W.MEMBERS, "away": W.SECONDS},
        "the members who are here, and for how many seconds others have been away",
    ),
    "lines": Frame(
        {"lines": [[W.PLACE, W.NUMBER, W.ID, W.TEXT, W.ADMITTED], "…"]},
        "lines in order: place, member, id, text; what the room admitted may be missing. "
        "An own id is the receipt of that line",
    ),
    "quicker": Frame(
        {"quicker": W.ID, "at": W.COUNT},
        "the place is not the next one, be it taken or too far; so many lines are there now",
    ),
    "denied": Frame({"denied": W.ID}, "not taken: a phone is not away, or the host is here"),
    "failed": Frame({"failed": W.ID}, "nobody knows: look for the id, else say it again"),
    "secret": Frame({"secret": W.HEX}, "the new secret of the invitation"),
    "code": Frame({"code": W.TEXT}, "the code that is shown now, empty after too many"),
    "pong": Frame({"pong": W.NUMBER}, "the answer to a `ping`"),
    "refused": Frame({"refused": W.TEXT}, "the last frame before the room closes: a reason below"),
}
"""Frames of the room. A phone ignores frames of another kind."""

REASONS: Final[Mapping[str, str]] = {
    "format": "a frame or its format is unknown",
    "long": "a frame, a line or a table is too long",
    "many": "too many tries or sockets of this address",
    "secret": "the invitation is not, or no longer, good",
    "token": "there is no such member",
    "table": "there is no such table",
    "tables": "too many new tables of this address",
    "code": "no table shows this code",
    "full": "too many members",
    "host": "only the host may do that",
    "removed": "the host has removed this member",
    "closed": "the host has closed the table",
}
"""Reasons of a refusal."""

CLOSED: Final = 1000
REFUSED: Final = 1008
LATER: Final = 1013
CODES: Final[Mapping[int, str]] = {
    CLOSED: "the phone has gone",
    REFUSED: "refused, by a last frame with the reason; before any frame, for another `Host` or "
    "`Origin`, the answer is 403 in place of a websocket",
    1009: "a frame of more than 128 KB",
    LATER: "come back: the phone was silent or took too little, or the database fails",
}
"""Codes with which the room closes a websocket."""

ADMITTED: Final[Mapping[str, Frame]] = {
    "away": Frame(
        {"away": W.SECONDS}, "for how long the members in whose place it was said had been away"
    ),
    "host": Frame({"host": W.NUMBER}, "the host from this line on"),
    "operator": Frame({"operator": W.TRUE}, "said on the computer of the room"),
}
"""Keys of what the room admitted for a line, each of which may be missing."""

DOCUMENTS: Final[Mapping[str, Frame]] = {
    "sheet": Frame(
        {"sheet": W.TEXT, "again?": W.TRUE},
        "alone in the first line: the score sheet so far; `again` if the room had lost the table",
    ),
    "step": Frame({"round": W.COUNT, "says": W.TEXT}, "a step, see below"),
    "resumed": Frame(
        {"resumed": [W.STEP, "…"]},
        "steps that the room had lost, which need no right; only directly behind a first line with "
        "`again` and other such lines",
    ),
    "seat": Frame(
        {"seat": W.HANDLE}, "the member takes a seat and leaves another; a phone with none looks on"
    ),
    "free": Frame({"free": W.HANDLE}, "a seat is free"),
    "claim": Frame(
        {"claim": W.HANDLE}, "a member without a seat asks for that of a phone that is away"
    ),
    "agreed": Frame({"agreed": W.HANDLE}, "a seated member gives it to the one who asked last"),
    "host": Frame({"host": W.TRUE}, "in a line whose frame has `host`"),
    "recording": Frame({"recording": W.TEXT}, "who enters turns: `own` or `all`"),
    "removed": Frame(
        {"removed": W.NUMBER}, "a member is removed, and the seat free; then say `remove`"
    ),
    "closed": Frame({"closed": W.TRUE}, "the table is closed; then say `close`, or `delete`"),
}
"""Kinds of documents in the text of a line."""


def kind_of(frame: Mapping[str, Any], kinds: Mapping[str, Frame]) -> str | None:
    """Return the kind of a frame of a phone, or None if its shape fits no kind."""
    return next((name for name, kind in kinds.items() if _fits(kind.shape, frame)), None)


def _fits(shape: Any, value: Any) -> bool:
    if isinstance(shape, Word):
        return shape.fits(value)
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


def shape_text(shape: Any) -> str:
    """Return a shape as the documents write it."""
    if isinstance(shape, Word):
        return shape.name
    if isinstance(shape, dict):
        parts = [
            f"{json.dumps(key.rstrip('?'))}{'?' if key.endswith('?') else ''}: {shape_text(part)}"
            for key, part in cast("dict[str, Any]", shape).items()
        ]
        return f"{{{', '.join(parts)}}}"
    if isinstance(shape, list):
        return f"[{', '.join(map(shape_text, cast('list[object]', shape)))}]"
    return str(shape)
