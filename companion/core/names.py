"""Names of people, series and files, and the handles of the score sheet's columns."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile
from typing import Final

RESERVED: Final = frozenset(
    [
        "fantan",
        "series",
        "date",
        "rules",
        "called",
        "round",
        "dealer",
        "deal",
        "hand",
        "holds",
        "left",
        "waive",
        "charge",
        "pay",
        "paid",
        "points",
        "void",
        "end",
        "settled",
        "planned",
        "worth",
        "pot",
    ]
)
_HANDLE: Final = re.compile(r"[^\W\d_][^\s#]*")
_WORTH: Final = re.compile(r"[0-9]{1,9}([.,][0-9]{1,9})?( [^ ]+)+")
_LONGEST_HANDLE: Final = 8
LONGEST: Final = 40
"""Characters of a name, or of a handle, as people see them."""
_MOST_CODE_POINTS: Final = 16
"""What one character as people see it may be made of, on the average of a text: a family of people
with hair and skin is eleven.
"""
_ZWJ: Final = "\u200d"
_JOINERS: Final = f"\u200c{_ZWJ}"
"""Scripts such as Persian and Devanagari need them inside of words, and many emoji."""
_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing at all."""
_MARKS: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
_SKINS: Final = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)
_TAGS: Final = range(0xE0020, 0xE0080)
_JAMO_MIDDLE_AND_END: Final = range(0x1160, 0x1200)
_CAPITALS: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԚԜӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "ABESIJKMHOPCTYXYQWIABEZHIKMNOPTYX",
)
_SMALLS: Final = str.maketrans(
    "аеорсухѕіјһԁԛԝүοντυραι",
    "aeopcyxsijhdqwyovtupai",
)
"""Letters of other scripts, and the Latin ones that look the same (Unicode, confusables)."""
_STROKES: Final = str.maketrans("Il1|0", "llllO")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody across rounds: the handle of the column, and the full name."""

    handle: str
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name) or self.handle)


@lru_cache(maxsize=256)
def tidy(name: str) -> str:
    """The name as it is kept: one line, single blanks, letters composed (NFC), nothing that cannot
    be seen but the joiners inside of words, and no `#`, which starts a comment.
    """
    if name.isascii() and name.isprintable() and "#" not in name:
        return " ".join(name.split())
    seen = unicodedata.normalize("NFC", "".join(map(_kept, name)))
    words = (word.strip(_JOINERS) for word in "".join(map(_kept, seen)).split())
    return " ".join(filter(None, words))


def _kept(letter: str) -> str:
    """The letter, a blank in its place, or nothing where it cannot be seen."""
    if letter in _JOINERS:
        return letter
    if letter in _FILLERS or unicodedata.category(letter) == "Cf":
        return ""
    return letter if letter.isprintable() and letter != "#" else " "


def seen_length(text: str) -> int:
    """How many characters people see: what Unicode calls extended grapheme clusters, by its plain
    rules. Each mark, skin, tag and vowel sign belongs to what stands before it, a joiner joins, and
    letters of flags go in pairs.
    """
    seen, before, half_a_flag = 0, "", False
    for letter in text:
        is_flag = ord(letter) in _FLAG_LETTERS
        if not before or not (_belongs(letter) or before == _ZWJ or (is_flag and half_a_flag)):
            seen += 1
            half_a_flag = is_flag
        elif is_flag:
            half_a_flag = False
        before = letter
    return seen


def _belongs(letter: str) -> bool:
    """Whether it is part of what stands before it."""
    code = ord(letter)
    if code in _SKINS or code in _TAGS or code in _JAMO_MIDDLE_AND_END:
        return True
    return unicodedata.category(letter) in _MARKS


def is_short(text: str, most: int = LONGEST) -> bool:
    """Whether people see no more characters than a name may have, or than `most`."""
    return len(text) <= most or (
        len(text) <= most * _MOST_CODE_POINTS and seen_length(text) <= most
    )


def numbered(name: str, number: int) -> str:
    """The name with a number behind it, shortened where it has to be."""
    cut = name
    while not is_short(f"{cut} {number}"):
        cut = cut[:-1].rstrip()
    return f"{cut} {number}"


def uncased(name: str) -> str:
    """Return the name as it is compared: without case, width, or the form its accents have."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def look_alike(name: str, other: str) -> bool:
    """Whether people could take two names for one: they differ in case, in width, or in letters of
    other scripts that look the same.
    """
    return any(look(tidy(name)) == look(tidy(other)) for look in (uncased, _folded, _drawn))


def _folded(name: str) -> str:
    """The name without case and width, Cyrillic and Greek letters as Latin ones."""
    return unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold().translate(_SMALLS)


def _drawn(name: str) -> str:
    """The same with case, and with what a plain typeface draws as one stroke, or as one ring."""
    wide = unicodedata.normalize("NFKC", name).translate(_CAPITALS).translate(_SMALLS)
    return wide.translate(_STROKES)


def is_handle(text: str) -> bool:
    """Whether a column may be headed so: no blanks, a letter first, no word of the sheet's own."""
    lettered = text[:1].isalpha() and text.isprintable() and is_short(text)
    return lettered and bool(_HANDLE.fullmatch(text)) and text not in RESERVED


def is_worth(text: str) -> bool:
    """Whether a line may say so what a chip is worth: a number, then a word: `0.05 €`."""
    return bool(_WORTH.fullmatch(text))


def handle_for(name: str, taken: Collection[str]) -> str:
    """Return a handle for a player of that name that cannot be mistaken for one of those taken."""
    known = {uncased(handle) for handle in taken}
    words = [_lettered(word) for word in tidy(name).split()]
    word = next((word for word in words if word), "Player")
    stem = word[:_LONGEST_HANDLE]
    candidates = (stem, *(f"{stem[:_LONGEST_HANDLE]}{number}" for number in range(2, 100)))
    return next(one for one in candidates if is_handle(one) and uncased(one) not in known)


def _lettered(word: str) -> str:
    """The word without what stands before its first letter."""
    letters = "".join(dropwhile(lambda letter: not letter.isalpha(), word))
    return "".join(one for one in letters if one.isalnum() or unicodedata.category(one) in "MnMc")


SHEET: Final = ".fantan"
"""What the name of a score sheet ends in."""
HTML: Final = ".html"
ZIP: Final = ".zip"
"""What the name of a backup ends in."""
_LONGEST_BYTES: Final = 120
"""With number and ending it is below 143, which is what encrypted folders take; 255 is usual."""
_NOT_IN_NAMES: Final = re.compile(r'[<>:"/\\|?*]')
"""What some file system takes in no name."""


def file_name(number: int, name: str, ending: str = SHEET) -> str:
    """A name that sorts by the number and that any file system takes. The number before it keeps
    it apart from the names that are Windows' own, such as CON.
    """
    plain = "".join(filter(str.isprintable, _NOT_IN_NAMES.sub("-", name)))
    cut = plain.encode()[:_LONGEST_BYTES].decode(errors="ignore").strip(" .")
    return f"{number:05d} {cut}".rstrip() + ending
