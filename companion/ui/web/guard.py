"""Bounds on everything a client sends: frames, properties and the values of events.

A client sets properties of controls by name and sends events with values. Flet accepts any
property, with a value of any type. Here a property passes only if it is in the table below and a
person can give it the value.
"""

import dataclasses
import math
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgpack
from flet import TextField
from flet.controls.base_control import BaseControl
from flet.controls.box import FilterQuality
from flet.controls.control_event import ControlEvent, get_event_field_type
from flet.messaging import protocol
from flet.messaging.protocol import MessageAction

from companion.core.names import is_short
from companion.ui.requests import STAMP_BYTES

LONGEST_BYTES = 2**20
MOST_ITEMS = 20_000
DEEPEST = 24
_STAMPED = b"\2"

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
"""Parts of each message, with their types; without a type, any value."""


class BadFrameError(ValueError):
    """A frame that no proper client sends. The message is for the log."""


def split_stamp(frame: bytes) -> tuple[float | None, bytes]:
    """Return the time of the page's last tap before the frame, and the frame itself.

    The time is in seconds by the clock of the page, None without a stamp.

    :raises BadFrameError: when the stamp is cut off
    """
    if frame[:1] != _STAMPED:
        return None, frame
    if len(frame) < STAMP_BYTES:
        raise BadFrameError("a stamp cut off")
    return int.from_bytes(frame[1:STAMP_BYTES]) / 1_000_000, frame[STAMP_BYTES:]


def read(frame: bytes) -> tuple[MessageAction, dict[str, Any]]:
    """Return the action and the body of the message in a frame.

    :raises BadFrameError: when the frame is too long, too deep, holds too much, or is no message
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
    """Return the content, or raise as soon as its lists and maps have too many items."""
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
    """Return whether lists and maps are nested deeper than in any message of a client."""
    row = [content]
    for _ in range(DEEPEST):
        row = [item for holder in row for item in inside(holder)]
        if not row:
            return False
    return True


Check = Callable[[object], bool]

LONGEST_TEXT = 500_000
"""Characters of a pasted score sheet with thousands of rounds."""
LONGEST_ROUTE = 256
_LARGEST = 1_000_000


def inside(value: object) -> list[object]:
    """Return the items of a list or the values of a map, or nothing."""
    if isinstance(value, dict):
        return [*cast("dict[object, object]", value).values()]
    return cast("list[object]", value) if isinstance(value, list) else []


def flag(value: object) -> bool:
    """Return whether the value is a boolean."""
    return isinstance(value, bool)


def number(value: object) -> bool:
    """Return whether the value is a number in the range of lengths on a screen."""
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    return numeric and math.isfinite(cast("float", value)) and abs(cast("float", value)) <= _LARGEST


def length(value: object) -> bool:
    """Return whether the value is a length on a screen, or None."""
    return value is None or (number(value) and cast("float", value) >= 0)


def text(value: object, longest: int | None = None) -> bool:
    """Return whether the value is a text that a person can write, or None.

    `longest` limits the number of characters as seen.
    """
    if value is None:
        return True
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        return False
    return longest is None or longest < 0 or is_short(value, longest)


def route(value: object) -> bool:
    """Return whether the value can be the part of an address after the server."""
    return isinstance(value, str) and len(value) <= LONGEST_ROUTE


def _parts(checks: Mapping[object, Check], *required: str) -> Check:
    """Return a check for maps with some of these parts, and all those required."""

    def are_right(value: object) -> bool:
        if not isinstance(value, Mapping):
            return False
        parts = cast("Mapping[object, object]", value)
        right = all(name in checks and checks[name](part) for name, part in parts.items())
        return right and all(name in parts for name in required)

    return are_right


def _place(value: object) -> bool:
    return type(value) is int and abs(value) <= LONGEST_TEXT


def _side(value: object) -> bool:
    return value is not None and length(value)


def _one_of(*choices: object) -> Check:
    return lambda value: isinstance(value, str | bool | None) and value in choices


_selection = _parts(
    {
        "base_offset": _place,
        "extent_offset": _place,
        "affinity": _one_of("upstream", "downstream", None),
        "directional": _one_of(True, False, None),
    },
    "base_offset",
    "extent_offset",
)
_SIDES = ("top", "right", "bottom", "left")
_padding = _parts(dict.fromkeys(_SIDES, _side), *_SIDES)
_media = _parts(
    {
        "padding": _padding,
        "view_padding": _padding,
        "view_insets": _padding,
        "device_pixel_ratio": _side,
        "orientation": _one_of("portrait", "landscape"),
        "always_use_24_hour_format": flag,
    }
)
_of_page: dict[str, Check] = {
    **dict.fromkeys(("pwa", "web", "debug", "wasm", "test", "multi_view", "pyodide"), flag),
    "route": route,
    "width": length,
    "height": length,
    "media": _media,
    "window": lambda value: value == {},
    "platform": _one_of("ios", "android", "android_tv", "macos", "windows", "linux"),
    "platform_brightness": _one_of("light", "dark"),
}
"""Checks for the facts about a device, sent at registration and when the device is turned."""


_COMMON_FIELDS = frozenset({"name", "data", "control"})
_MOST_ITEMS = 2_000


def suits_event(control: BaseControl, name: str, data: object) -> bool:
    """Return whether the control has the event, and the data has the type of its values."""
    found, promised = _promised(cast("Any", type(control)), f"on_{name}")
    if not found or not _is_plain(data):
        return False
    if promised is None:
        return True
    if isinstance(data, dict):
        named = set(cast("dict[str, object]", data))
        return not _COMMON_FIELDS & named and _fits(cast("object", data), promised)
    return data is None and _fits({}, promised)


@cache
def _promised(kind: type[BaseControl], name: str) -> tuple[bool, Any]:
    """Return whether a kind of control has the event, and the type of its values, or None."""
    if not hasattr(kind, name) and name not in getattr(kind, "__dataclass_fields__", {}):
        return False, None
    # Flet finds the type by the class of the control.
    control = object.__new__(kind)
    try:
        promised = cast("Any", get_event_field_type)(control, name)
    except RuntimeError:
        return False, None  # a property whose name begins like that of an event
    if promised is None:
        return False, None
    origin = get_origin(promised) or promised
    plain = origin is ControlEvent or not dataclasses.is_dataclass(origin)
    return True, None if plain or not set(_fields(origin)) else origin


@cache
def _fields(kind: type) -> Mapping[str, tuple[Any, bool]]:
    """Return the type of each field, and whether it is required, by the client's names."""
    # Flet's module of offsets imports this type only for type checkers.
    names = {"FilterQuality": FilterQuality, **vars(sys.modules[kind.__module__])}
    hints = get_type_hints(kind, globalns=names)
    return {
        field.metadata.get("data_field", field.name): (
            hints[field.name],
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
        )
        for field in dataclasses.fields(kind)
        if field.init and field.name not in _COMMON_FIELDS
    }


def _fits(value: object, kind: Any) -> bool:
    """Return whether the value has the type, in the form that a client sends."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in {Union, UnionType}:
        return any(_fits(value, member) for member in inner)
    if origin in {Any, object} or isinstance(origin, TypeVar):
        return True
    if origin in {list, dict}:
        items = inside(value) if inner else []
        return isinstance(value, origin) and all(_fits(item, inner[-1]) for item in items)
    if dataclasses.is_dataclass(origin):
        parts = cast("dict[str, object]", value)
        return isinstance(value, dict) and all(
            _fits(parts[name], hint) if name in parts else not required
            for name, (hint, required) in _fields(cast("type", origin)).items()
        )
    return _is_of(value, origin)


def _is_of(value: object, kind: Any) -> bool:
    if kind in {None, NoneType}:
        return value is None
    if not isinstance(kind, type):
        return False
    if issubclass(kind, Enum):
        return not isinstance(value, dict | list) and value in {member.value for member in kind}
    if kind is float:
        return number(value)
    return type(value) is kind


def _is_plain(data: object) -> bool:
    """Return whether the data has no text, number or list beyond the size that a device sends."""
    left, seen = [data], 0
    while left:
        value, seen = left.pop(), seen + 1
        if seen > _MOST_ITEMS:
            return False
        left.extend(inside(value))
        too_long = isinstance(value, str) and len(value) > LONGEST_TEXT
        if too_long or (isinstance(value, int | float) and not (flag(value) or number(value))):
            return False
    return True


_SETTABLE: Mapping[str, Mapping[str, Check]] = {
    "TextField": {"selection": lambda value: value is None or _selection(value)},
    "AlertDialog": {"open": flag},
    "Page": _of_page,
}
"""Properties that a person can set, of the kinds of controls in the app; a field has its text too.
"""
_SERVER_EVENTS = frozenset({"connect", "disconnect", "close", "error", "login", "logout"})
_GESTURES = frozenset({"click", "tap", "long_press", "change", "submit"})
"""Events that a person cannot cause at a disabled control."""
_LONGEST_NAME = 64


def allowed(control: BaseControl, properties: Mapping[Any, object]) -> dict[str, Any]:
    """Return the properties that a person can set on the control."""
    return {
        name: value
        for name, value in properties.items()
        if isinstance(name, str) and may_set(control, name, value)
    }


def may_set(control: BaseControl, name: str, value: object) -> bool:
    """Return whether a person can give the property of the control this value."""
    if _is_written(control, name):
        return text(value, cast("int | None", getattr(control, "max_length", None)))
    check = _SETTABLE.get(type(control).__name__, {}).get(name)
    return check is not None and check(value)


def may_happen(control: BaseControl, name: str, data: object) -> bool:
    """Return whether a person or a change of the device can cause the event."""
    if not name.isidentifier() or len(name) > _LONGEST_NAME or name in _SERVER_EVENTS:
        return False
    if name in _GESTURES and getattr(control, "disabled", False):
        return False
    if name in {"change", "submit"} and _is_written(control, "value"):
        # A value comes with the event as well as in a message of its own.
        return data is None or may_set(control, "value", data)
    if name == "route_change" and not all(map(route, inside(data))):
        return False
    return suits_event(control, name, data)


def _is_written(control: BaseControl, name: str) -> bool:
    """Return whether the property is the text of a field."""
    return name == "value" and isinstance(control, TextField)
