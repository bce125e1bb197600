"""Guesses at what a misspelt word was meant to be."""

from collections.abc import Collection
from difflib import get_close_matches
from functools import lru_cache

LATIN_CAPITALS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԚԜӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "ABESIJKMHOPCTYXYQWIABEZHIKMNOPTYX",
)
LATIN_SMALLS = str.maketrans(
    "аеорсухѕіјһԁԛԝүοντυραι",
    "aeopcyxsijhdqwyovtupai",
)
"""Letters of other scripts and the Latin letters that look the same (Unicode, confusables)."""
_ALIKE = 0.75
"""Share of common letters from which a word is taken for another; a name is not."""
_LONGEST = 40
"""Longest word for which a guess is made, in characters."""


def closest(word: str, known: Collection[str]) -> str:
    """Return the known word that is most like this one, or an empty string."""
    return _closest(word.lower(), tuple(known)) if len(word) <= _LONGEST else ""


@lru_cache(maxsize=256)
def _closest(word: str, known: tuple[str, ...]) -> str:
    by_case = {one.lower(): one for one in known}
    near = get_close_matches(word, by_case, n=1, cutoff=_ALIKE)
    return by_case[near[0]] if near else ""
