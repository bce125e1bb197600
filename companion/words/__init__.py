"""Words for people: one gettext catalogue per language, read through a `Words`.

The rest of the program asks a `Words` for every text that a person reads, so the language is a
value of each device and never a global.
"""

import gettext
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

CATALOGUES: Final = Path(__file__).parent / "catalogues"
SOURCE: Final = "en"
"""The language of the texts in the code."""

LANGUAGES: Final = {SOURCE: "English", "de": "Deutsch"}
"""The languages of the app, each with its own name."""


def number_words(number: int, *, signed: bool = False) -> str:
    """Return a number with a minus sign in place of a hyphen; with `signed` a plus shows too."""
    return (f"{number:+d}" if signed else str(number)).replace("-", "\N{MINUS SIGN}")


class Words:
    """The words of one language, in the code for English and in a catalogue for any other.

    With `spanish` the cards have the names of a Spanish pack.
    """

    def __init__(self, language: str = SOURCE, *, spanish: bool = False) -> None:
        self.language = best([language])
        self.spanish = spanish
        self._catalogue = gettext.translation(
            "fantan", CATALOGUES, languages=[self.language], fallback=True
        )

    def say(self, text: str, /, **fields: object) -> str:
        """Return the text in this language, with its `{fields}` filled in."""
        return self._catalogue.gettext(text).format(**fields)

    def count(self, singular: str, plural: str, n: int, /, **fields: object) -> str:
        """Return the plural form for n, whatever its sign; the text may contain `{n}`."""
        return self._catalogue.ngettext(singular, plural, abs(n)).format(
            n=number_words(n), **fields
        )

    def with_cards(self, *, spanish: bool) -> "Words":
        """Return the words of this language for a pack."""
        return self if spanish is self.spanish else words_in(self.language, spanish=spanish)


def best(tags: Iterable[str]) -> str:
    """Return the first language in a device's list that the app has, else English.

    A tag has the form of browsers, `de-AT`, or of systems, `de_DE.UTF-8`.
    """
    languages = (re.split(r"[-_.@]", tag, maxsplit=1)[0].lower() for tag in tags)
    return next((language for language in languages if language in LANGUAGES), SOURCE)


@cache
def words_in(language: str, *, spanish: bool = False) -> Words:
    """Return the words of a language, the same object on every call."""
    return Words(language, spanish=spanish)


ENGLISH = words_in(SOURCE)
