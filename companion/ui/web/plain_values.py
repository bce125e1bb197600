"""Which values a person can bring about: plain ones, of a size that makes sense."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import cast

from companion.ui.web.graphemes import count

Check = Callable[[object], bool]

LONGEST_TEXT = 500_000
"""A score sheet of thousands of rounds, pasted."""
LONGEST_ROUTE = 256
_MOST_CODE_POINTS = 16
"""What one character as people see it may be made of, on the average of a text: a family of people
with hair and skin is eleven.
"""
_LARGEST = 1_000_000
_MOST_CHOICES = 100
_LONGEST_WORD = 64
_SIDES = ("top", "right", "bottom", "left")
_ENDS = ("base_offset", "extent_offset")


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
    if value is None or not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return value is None
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        return False
    if longest is None or longest < 0 or len(value) <= longest:
        return True
    return len(value) <= longest * _MOST_CODE_POINTS and count(value) <= longest


def word(value: object) -> bool:
    """One of the words by which the client names what a device is set to."""
    return isinstance(value, str) and len(value) <= _LONGEST_WORD


def texts(value: object) -> bool:
    """A choice among a few."""
    return isinstance(value, list) and len(value) <= _MOST_CHOICES and all(map(word, value))


def route(value: object) -> bool:
    """What may stand behind the address of the server."""
    return isinstance(value, str) and len(value) <= LONGEST_ROUTE


def selection(value: object) -> bool:
    """What is selected in a field, or where the cursor stands."""
    if value is None:
        return True
    if not isinstance(value, Mapping):
        return False
    whole = all(type(value.get(end)) is int and abs(value[end]) <= LONGEST_TEXT for end in _ENDS)
    rest = (about for name, about in value.items() if name not in _ENDS)
    return whole and len(value) <= len(_ENDS) + 2 and all(flag(one) or word(one) for one in rest)


def _padding(value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and set(value) == set(_SIDES)
        and all(value[side] is not None and length(value[side]) for side in _SIDES)
    )


def _one_of(*names: str) -> Check:
    return lambda value: value in names


def _media(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        name in _MEDIA and _MEDIA[name](about) for name, about in value.items()
    )


_MEDIA: Mapping[object, Check] = {
    "padding": _padding,
    "view_padding": _padding,
    "view_insets": _padding,
    "device_pixel_ratio": lambda value: value is not None and length(value),
    "orientation": _one_of("portrait", "landscape"),
    "always_use_24_hour_format": flag,
}


def of_page() -> dict[str, Check]:
    """What a client says of its device when it registers, and when the device is turned."""
    flags = ("pwa", "web", "debug", "wasm", "test", "multi_view", "pyodide")
    return {name: flag for name in flags} | {
        "route": route,
        "width": length,
        "height": length,
        "media": _media,
        "platform": _one_of("ios", "android", "android_tv", "macos", "windows", "linux"),
        "platform_brightness": _one_of("light", "dark"),
    }
