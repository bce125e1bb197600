"""English phrases of the core, and words that somebody wrote as a message shows them.

The core never speaks to people: it carries phrases as data, and whoever shows them translates. The
message catalogues find them by their mark.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 40
"""Characters of a word in a message."""


def phrase(english: str) -> str:
    """The text itself; the extractor of messages looks for this call."""
    return english


def excerpt(text: str) -> str:
    r"""The text in at most forty characters; control characters, escapes and marks that turn the
    direction of writing are written as `\x1b`.
    """
    if len(text) <= LONGEST and text.isprintable():
        return text
    shown = ""
    for character in text[: LONGEST + 1]:
        written = character if character.isprintable() else escaped(character)
        if len(shown) + len(written) > LONGEST:
            return f"{shown[: LONGEST - 1]}…"
        shown += written
    return shown


def escaped(character: str) -> str:
    r"""The character as `\x1b` or `\u202e`."""
    return character.encode("unicode_escape").decode("ascii")
