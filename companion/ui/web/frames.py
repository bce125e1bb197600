"""What a client says: frames of MessagePack, bounded before anything is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, TypeVar, cast

import msgpack
from flet.messaging import protocol
from flet.messaging.protocol import MessageAction

from companion.ui.web.plain_values import inside

LONGEST_BYTES = 2**20
MOST_ITEMS = 20_000
DEEPEST = 24

_Items = TypeVar("_Items", bound=list[Any])
_unpack = cast("Callable[..., object]", cast("Any", msgpack).unpackb)
_extension = cast("Any", protocol).decode_ext_from_msgpack
_TEXT, _MAYBE_TEXT = (str,), (str, NoneType)
_ANY: tuple[type, ...] = ()
_BODIES: Mapping[MessageAction, Mapping[str, tuple[type, ...]]] = {
    MessageAction.REGISTER_CLIENT: {"session_id": _MAYBE_TEXT, "page_name": _TEXT, "page": (dict,)},
    MessageAction.CONTROL_EVENT: {"target": (int,), "name": _TEXT, "data": _ANY},
    MessageAction.UPDATE_CONTROL_PROPS: {"id": (int,), "props": (dict,)},
    MessageAction.INVOKE_METHOD: {
        "control_id": (int,),
        "call_id": _TEXT,
        "result": _ANY,
        "error": _MAYBE_TEXT,
    },
}
"""What each message must hold, and of which type; any where none is named."""


class BadFrameError(ValueError):
    """The frame is not one of those that a client sends; its words are for the log."""


def read(frame: bytes) -> tuple[MessageAction, dict[str, Any]]:
    """The message in a frame: what is to be done, and with what.

    :raises BadFrameError: when it is too long, too deep, holds too much, or is no message
    """
    if len(frame) > LONGEST_BYTES:
        raise BadFrameError("too long")
    if frame[:1] != b"\0":
        raise BadFrameError("of an unknown kind")
    content = _unpacked(frame[1:])
    parts = inside(content)
    if isinstance(content, dict) or len(parts) != 2:  # noqa: PLR2004 - action and body
        raise BadFrameError("no message")
    number, body = parts
    action = next((action for action in _BODIES if action.value == number), None)
    if action is None:
        raise BadFrameError("an unknown message")
    return action, _checked(body, _BODIES[action])


def _checked(body: object, wanted: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise BadFrameError("a message without a body")
    parts = cast("dict[str, Any]", body)
    if set(parts) != set(wanted):
        raise BadFrameError("a message of another shape")
    if any(types and type(parts[name]) not in types for name, types in wanted.items()):
        raise BadFrameError("a message of other types")
    return parts


def _unpacked(packed: bytes) -> object:
    """The content; the unpacker stops at the first list or map with which there are too many."""
    count = 0

    def counted(items: _Items) -> _Items:
        nonlocal count
        count += 1 + len(items)
        if count > MOST_ITEMS:
            raise BadFrameError("too many items")
        return items

    def as_dict(pairs: list[tuple[object, object]]) -> dict[object, object]:
        return dict(counted(pairs))

    try:
        content = _unpack(
            packed,
            ext_hook=_extension,
            list_hook=counted,
            object_pairs_hook=as_dict,
            max_array_len=MOST_ITEMS,
            max_map_len=MOST_ITEMS,
        )
    except BadFrameError:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException):
        raise BadFrameError("no MessagePack") from None
    if _is_deep(content):
        raise BadFrameError("too deep")
    return content


def _is_deep(content: object) -> bool:
    """Whether lists and maps stand in one another further than in any message of a client."""
    row = [content]
    for _ in range(DEEPEST):
        row = [item for holder in row for item in inside(holder)]
        if not row:
            return False
    return True
