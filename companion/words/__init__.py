"""Words for people: one gettext catalogue per language, spoken through a `Words`.

The rest of the program asks a `Words` for every text that a person reads, so a language is a
value that each device carries and never a global.
"""

from __future__ import annotations

import gettext
from pathlib import Path

_CATALOGUES = Path(__file__).parent / "catalogues"


class Words:
    """One language's words. English is the text in the code itself; others are catalogues."""

    def __init__(self, language: str = "en") -> None:
        """The words of a language, or English where there is no catalogue of it."""
        self._catalogue = gettext.translation(
            "fantan", _CATALOGUES, languages=[language], fallback=True
        )

    def say(self, text: str, /, **fields: object) -> str:
        """The text in this language, with its `{fields}` filled in."""
        return self._catalogue.gettext(text).format(**fields)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The plural form for n, which the text may name as `{n}`."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **fields)


ENGLISH = Words("en")
