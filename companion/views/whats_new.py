"""What is new, for a device that showed an older version before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.phrases import phrase
from companion.words import Words

NEW: Final = {
    "0.1.0": phrase(
        "New: after a round a false pass is one tap from settling up, and a series that is over "
        "shows its winner first."
    ),
}
"""The versions, the oldest first, each with what it brought in a sentence or two. The last one is
the version that this is; old ones can be left out.
"""
VERSION: Final = next(reversed(NEW))


def whats_new(seen: str, words: Words, new: Mapping[str, str] = NEW) -> str:
    """What came after the version that was seen last; empty if nothing did. All of it did where
    that version cannot be read.
    """
    last = _numbers(seen)
    return " ".join(words.say(told) for version, told in new.items() if _numbers(version) > last)


def _numbers(version: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in version.split("."))
    except ValueError:
        return ()
