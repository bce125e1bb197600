"""Words for people: one gettext catalogue per language, spoken through a `Words`.

The rest of the program asks a `Words` for every text that a person reads, so a language is a
value that each device carries and never a global.
"""

import gettext
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

CATALOGUES: Final = Path(__file__).parent / "catalogues"
SOURCE: Final = "en"
"""The language that the texts in the code are written in."""

LANGUAGES: Final = {SOURCE: "English", "de": "Deutsch"}
"""The languages that the app speaks, each by its own name."""


class Words:
    """One language's words. English is the text in the code itself; others are catalogues."""

    def __init__(self, language: str = SOURCE) -> None:
        """The words of a language, or English where there is no catalogue of it."""
        self.language = best([language])
        self._catalogue = gettext.translation(
            "fantan", CATALOGUES, languages=[self.language], fallback=True
        )

    def say(self, text: str, /, **fields: object) -> str:
        """The text in this language, with its `{fields}` filled in."""
        return self._catalogue.gettext(text).format(**fields)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The plural form for n, whatever its sign; the text may name it as `{n}`."""
        return self._catalogue.ngettext(one, many, abs(n)).format(n=n, **fields)


def best(tags: Iterable[str]) -> str:
    """The first of the languages that a device asks for which the app speaks, else English.

    A tag is written as browsers write it, `de-AT`, or as systems do, `de_DE.UTF-8`.
    """
    asked = (re.split(r"[-_.@]", tag, maxsplit=1)[0].lower() for tag in tags)
    return next((language for language in asked if language in LANGUAGES), SOURCE)


@cache
def words_in(language: str) -> Words:
    """The words of a language, the same for everybody who speaks it."""
    return Words(language)


ENGLISH = words_in(SOURCE)
