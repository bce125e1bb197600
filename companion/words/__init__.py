"""Words for people: one gettext catalogue per language, read through a `Words`.

The rest of the program asks a `Words` for every text that a person reads, so the language is a
value of each device and never a global.
"""

import gettext
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

CATALOGUES = Path(__file__).parent / "catalogues"
SOURCE = "en"
"""The language of the texts in the code."""

LANGUAGES = {
    SOURCE: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "ru": "Русский",
    "hi": "हिन्दी",
    "ja": "日本語",
}
"""The languages of the catalogues, each with its own name."""

MISSING = "X-Missing"
"""The header of a compiled catalogue with the number of texts that it does not translate."""

LETTERS_LIST = CATALOGUES.with_name("letters.json")
LETTERS: Mapping[str, str] = json.loads(LETTERS_LIST.read_text("utf-8"))
"""The file of the letters that a language needs beside our typefaces, among the assets. Each name
of a file is that of its content, for devices keep it for ever."""

_FROM_THE_RIGHT = {"R", "AL"}
_ISOLATE, _END_OF_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def number_words(number: int, *, signed: bool = False) -> str:
    """Return a number with a minus sign in place of a hyphen; with `signed` a plus shows too."""
    return (f"{number:+d}" if signed else str(number)).replace("-", "\N{MINUS SIGN}")


class Words:
    """The words of one language, in the code for English and in a catalogue for any other.

    With `spanish` the cards have the names of a Spanish pack.
    """

    def __init__(self, language: str = SOURCE, *, spanish: bool = False) -> None:
        self.language = language if language in LANGUAGES else SOURCE
        self.spanish = spanish
        self._catalogue = gettext.translation(
            "fantan", CATALOGUES, languages=[self.language], fallback=True
        )

    def say(self, text: str, /, **fields: object) -> str:
        """Return the text in this language, with its `{fields}` filled in."""
        return self._catalogue.gettext(text).format(**_isolated(fields))

    def count(self, singular: str, plural: str, n: int, /, **fields: object) -> str:
        """Return the plural form for n, whatever its sign; the text may contain `{n}`."""
        return self._catalogue.ngettext(singular, plural, abs(n)).format(
            n=number_words(n), **_isolated(fields)
        )

    def pair(self, what: str, says: str) -> str:
        """Return a text behind what it is about, e.g. `Undo: 7♥`."""
        return self.say("{what}: {says}", what=what, says=says)

    def join(self, parts: Iterable[str]) -> str:
        """Return the parts that are not empty with commas between them."""
        many, *others = [*filter(None, parts)] or [""]
        for one in others:
            many = self.say("{many}, {one}", many=many, one=one)
        return many

    def with_cards(self, *, spanish: bool) -> "Words":
        """Return the words of this language for a pack."""
        return self if spanish is self.spanish else words_in(self.language, spanish=spanish)


def isolate(text: str) -> str:
    """Return a text for a place in a sentence, isolated if it has letters from right to left.

    Else it would move the figures beside it to its other side. What is put together from isolated
    names stays as it is.
    """
    if _ISOLATE not in text and any(
        unicodedata.bidirectional(letter) in _FROM_THE_RIGHT for letter in text
    ):
        return f"{_ISOLATE}{text}{_END_OF_ISOLATE}"
    return text


def _isolated(fields: Mapping[str, object]) -> dict[str, object]:
    return {
        name: isolate(value) if isinstance(value, str) else value for name, value in fields.items()
    }


@cache
def is_offered(language: str) -> bool:
    """Return whether people can choose the language: whether its catalogue is complete."""
    if language == SOURCE:
        return True
    try:
        catalogue = gettext.translation("fantan", CATALOGUES, languages=[language])
    except FileNotFoundError:
        return False
    return catalogue.info().get(MISSING.lower()) == "0"


def offered() -> dict[str, str]:
    """Return the languages that people can choose, each with its own name."""
    return {language: name for language, name in LANGUAGES.items() if is_offered(language)}


def best(tags: Iterable[str]) -> str:
    """Return the first language in a device's list that the app offers, else English.

    A tag has the form of browsers, `de-AT`, or of systems, `de_DE.UTF-8`.
    """
    languages = (re.split(r"[-_.@]", tag, maxsplit=1)[0].lower() for tag in tags)
    known = (language for language in languages if language in LANGUAGES)
    return next(filter(is_offered, known), SOURCE)


@cache
def words_in(language: str, *, spanish: bool = False) -> Words:
    """Return the words of a language, the same object on every call."""
    return Words(language, spanish=spanish)


ENGLISH = words_in(SOURCE)
