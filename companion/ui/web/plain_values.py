"""Which values a person can bring about: plain ones, of a size that makes sense."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import cast

from companion.core.names import is_short

Check = Callable[[object], bool]

LONGEST_TEXT = 500_000
"""A score sheet of thousands of rounds, pasted."""
LONGEST_ROUTE = 256
_LARGEST = 1_000_000
_MOST_CHOICES = 100
_LONGEST_WORD = 64
_LONGEST_LABEL = 1_000
_SIDES = ("top", "right", "bottom", "left")


def inside(value: object) -> list[object]:
    """What stands in a list or a map; nothing in anything else."""
    if isinstance(value, dict):
        return [*cast("dict[object, object]", value).values()]
    return cast("list[object]", value) if isinstance(value, list) else []


def flag(value: object) -> bool:
    """Yes or no."""
    return isinstance(value, bool)


def flag_or_none(value: object) -> bool:
    """Yes, no or undecided."""
    return value is None or isinstance(value, bool)


def number(value: object) -> bool:
    """A number that a length on a screen may have, either way."""
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    return numeric and math.isfinite(cast("float", value)) and abs(cast("float", value)) <= _LARGEST


def length(value: object) -> bool:
    """The length of something on a screen, or none."""
    return value is None or (number(value) and cast("float", value) >= 0)


def index(value: object) -> bool:
    """A place among a few."""
    return type(value) is int and 0 <= value < _MOST_CHOICES


def text(value: object, longest: int | None = None) -> bool:
    """A text that can be written, of so many characters at most as people see them."""
    if value is None:
        return True
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        return False
    return longest is None or longest < 0 or is_short(value, longest)


def label(value: object) -> bool:
    """What is written on one of several choices, or none."""
    return text(value, _LONGEST_LABEL)


def word(value: object) -> bool:
    """One of the words by which the client names what a device is set to."""
    return isinstance(value, str) and len(value) <= _LONGEST_WORD


def texts(value: object) -> bool:
    """A choice among a few."""
    if not isinstance(value, list):
        return False
    chosen = cast("list[object]", value)
    return len(chosen) <= _MOST_CHOICES and all(map(word, chosen))


def route(value: object) -> bool:
    """What may stand behind the address of the server."""
    return isinstance(value, str) and len(value) <= LONGEST_ROUTE


def selection(value: object) -> bool:
    """What is selected in a field, or where the cursor stands."""
    if value is None:
        return True
    if not isinstance(value, Mapping):
        return False
    ends = cast("Mapping[object, object]", value)
    return set(ends) <= set(_SELECTION) and all(
        check(ends.get(name)) for name, check in _SELECTION.items()
    )


def _place(value: object) -> bool:
    return type(value) is int and abs(value) <= LONGEST_TEXT


def _affinity(value: object) -> bool:
    return value is None or (isinstance(value, str) and value in {"upstream", "downstream"})


_SELECTION: Mapping[object, Check] = {
    "base_offset": _place,
    "extent_offset": _place,
    "affinity": _affinity,
    "directional": flag_or_none,
}


def _padding(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    sides = cast("Mapping[object, object]", value)
    return set(sides) == set(_SIDES) and all(map(_positive, sides.values()))


def _positive(value: object) -> bool:
    return value is not None and length(value)


def _one_of(*names: str) -> Check:
    return lambda value: isinstance(value, str) and value in names


def _media(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    parts = cast("Mapping[object, object]", value)
    return all(name in _MEDIA and _MEDIA[name](about) for name, about in parts.items())


def _nothing(value: object) -> bool:
    """A page in a browser tells nothing of a window."""
    return value == {}


_MEDIA: Mapping[object, Check] = {
    "padding": _padding,
    "view_padding": _padding,
    "view_insets": _padding,
    "device_pixel_ratio": _positive,
    "orientation": _one_of("portrait", "landscape"),
    "always_use_24_hour_format": flag,
}


def of_page() -> dict[str, Check]:
    """What a client says of its device when it registers, and when the device is turned."""
    flags = ("pwa", "web", "debug", "wasm", "test", "multi_view", "pyodide")
    checks: dict[str, Check] = dict.fromkeys(flags, flag)
    return checks | {
        "route": route,
        "width": length,
        "height": length,
        "media": _media,
        "window": _nothing,
        "platform": _one_of("ios", "android", "android_tv", "macos", "windows", "linux"),
        "platform_brightness": _one_of("light", "dark"),
    }
