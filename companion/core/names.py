"""Names of people, series and files, handles of score sheet columns, and colours of people."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import dropwhile, product

RESERVED = frozenset(
    {
        *("fantan", "series", "date", "rules", "called", "round", "dealer", "deal", "hand"),
        *("holds", "left", "waive", "charge", "pay", "paid", "points", "void", "end"),
        *("handed", "open", "later", "planned", "worth", "pot"),
    }
)
"""Words of the score sheet, which are not allowed as handles."""
_HANDLE = re.compile(r"[^\W\d_][^\s#]*")
_ID = re.compile(r"[0-9A-Za-z_-]{8,32}")
_WORTH = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?( [^ ]+)+")
_TYPED_WORTH = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,9}))? ?([^0-9., /:].*)")
_TYPED_SIGN = re.compile(r"([$£¥€]) ?([0-9.,]+)")
_LONGEST_HANDLE = 8
LONGEST = 40
"""Longest name or handle, in visible characters."""
_MOST_CODE_POINTS = 16
"""Average code points per visible character of a name; the emoji of a family has eleven."""
_JOINERS = "\u200c\u200d"
"""Joiners, which scripts such as Persian and Devanagari need inside words, as do many emoji."""
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible letters and marks."""
_MARKS = frozenset({"Mn", "Mc", "Me", "Cf"})
_SKINS = range(0x1F3FB, 0x1F400)


@dataclass(frozen=True)
class Player:
    """Player across rounds: the handle that heads the column, and the full name."""

    handle: str
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name) or self.handle)


@lru_cache(maxsize=256)
def tidy(name: str) -> str:
    """Normalize a name: one line, single blanks, composed letters (NFC).

    Removes invisible characters, except joiners inside words, and `#`, which starts a comment.
    """
    if name.isascii() and name.isprintable() and "#" not in name:
        return " ".join(name.split())
    composed = unicodedata.normalize("NFC", "".join(map(_visible, name)))
    words = (word.strip(_JOINERS) for word in "".join(map(_visible, composed)).split())
    return " ".join(filter(None, words))


def _visible(letter: str) -> str:
    """Return the letter, a blank in place of a control character, or an empty string."""
    if letter in _JOINERS:
        return letter
    if letter in _FILLERS or unicodedata.category(letter) == "Cf":
        return ""
    return letter if letter.isprintable() and letter != "#" else " "


def seen_length(text: str) -> int:
    """Return the number of characters of a text, without marks, joiners and skin tones."""
    return sum(not is_bound(letter) for letter in text)


def is_bound(letter: str) -> bool:
    """Return whether a character is a mark, joiner or skin tone, a part of the one before."""
    return unicodedata.category(letter) in _MARKS or ord(letter) in _SKINS


def is_short(text: str, most: int = LONGEST) -> bool:
    """Return whether the text has at most `most` visible characters."""
    return len(text) <= most or (
        len(text) <= most * _MOST_CODE_POINTS and seen_length(text) <= most
    )


def numbered(name: str, number: int) -> str:
    """Append a number to the name, shortening the name where needed."""
    return with_ending(name, str(number))


def with_ending(name: str, ending: str) -> str:
    """Append words to the name, shortening the name where needed."""
    cut = name
    while not is_short(f"{cut} {ending}"):
        cut = cut[:-1].rstrip()
    return f"{cut} {ending}".strip()


@lru_cache(maxsize=4096)
def uncased(name: str) -> str:
    """Return the form in which names are compared: names that look the same have the same.

    Case, width, the form of accents, dots, blanks and the form of quotes and hyphens do not count.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    plain = " ".join(folded.translate(_PUNCTUATION).split())
    return plain or folded


_PUNCTUATION = {
    ord("."): None,
    **dict.fromkeys(map(ord, "\u00b4`\u02bc\u2018\u2019\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-"),
}


@lru_cache(maxsize=4096)
def in_order(name: str) -> tuple[object, ...]:
    """Return the key by which people sort names: letters with accents beside their letter, numbers
    by value, case and accents only between names that are equal otherwise.
    """
    parts = _NUMBERS.split(_plain(name))
    by_value = tuple(
        part if place % 2 == 0 else int(part[:_MOST_DIGITS]) for place, part in enumerate(parts)
    )
    return by_value, uncased(name), name


def finds(word: str, text: str) -> bool:
    """Return whether a word of a search is part of the text: `mueller` and `muller` find `Müller`,
    and `Müller` finds both.
    """
    return any(part in whole for part in _spellings(word) for whole in _spellings(text))


@lru_cache(maxsize=4096)
def _spellings(text: str) -> tuple[str, ...]:
    """Return the text in plain letters, with an accent left out or written as a second letter."""
    composed = unicodedata.normalize("NFKC", text.casefold())
    return tuple(dict.fromkeys((_plain(composed), _plain(composed.translate(_TWO_LETTERS)))))


def _plain(text: str) -> str:
    """Return the text without case, width, accents and strokes."""
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_STROKED)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


_NUMBERS = re.compile(r"([0-9]+)")
_MOST_DIGITS = 100
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_STROKED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i"}
    | {"æ": "ae", "œ": "oe", "þ": "th"}
)
"""Plain letters for accented letters that Unicode does not take apart."""


def is_handle(text: str) -> bool:
    """Return whether the text can head a column.

    A handle is short, begins with a letter, has no blanks and is not a word of the score sheet.
    """
    lettered = text[:1].isalpha() and text.isprintable() and is_short(text)
    return lettered and bool(_HANDLE.fullmatch(text)) and text not in RESERVED


def is_id(text: str) -> bool:
    """Return whether the text can be the id of a series."""
    return bool(_ID.fullmatch(text))


def is_worth(text: str) -> bool:
    """Return whether the text is a value of a chip, a number and a unit such as `0.05 €`."""
    return bool(_WORTH.fullmatch(text))


def worth_as_written(typed: str) -> str:
    """Return the value of a chip as the score sheet writes it: `0.05 €` for `0,05€` or `€0.05`.

    Any other text is returned tidied.
    """
    text = _TYPED_SIGN.sub(r"\2 \1", tidy(typed))
    found = _TYPED_WORTH.fullmatch(text)
    if found is None:
        return text
    whole, decimals, unit = found.groups()
    return f"{whole}.{decimals} {unit}" if decimals else f"{whole} {unit}"


def handle_for(name: str, taken: Collection[str]) -> str:
    """Return a handle for a player of this name, different from all `taken` handles."""
    known = {uncased(handle) for handle in taken}
    words = [_lettered(word) for word in tidy(name).split()]
    stem = next((word for word in words if word), "Player")[:_LONGEST_HANDLE]
    candidates = (stem, *(f"{stem}{number}" for number in range(2, 100)))
    return next(word for word in candidates if is_handle(word) and uncased(word) not in known)


def _lettered(word: str) -> str:
    """Return the letters, digits and marks of the word, from its first letter on."""
    letters = "".join(dropwhile(lambda letter: not letter.isalpha(), word))
    return "".join(
        letter for letter in letters if letter.isalnum() or unicodedata.category(letter) in "MnMc"
    )


SHEET = ".fantan"
CSV = ".csv"
ZIP = ".zip"
_LONGEST_BYTES = 120
"""Longest name, in bytes; with number and ending below the 143 that encrypted folders allow."""
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*]')
"""Characters that some file systems reject."""


def file_name(number: int, name: str, ending: str = SHEET) -> str:
    """Return a file name that sorts by the number and that every file system accepts.

    The number in front also avoids the reserved names of Windows, such as CON.
    """
    plain = "".join(filter(str.isprintable, _NOT_IN_NAMES.sub("-", name)))
    cut = plain.encode()[:_LONGEST_BYTES].decode(errors="ignore").strip(" .")
    return f"{number:05d} {cut}".rstrip() + ending


COLOURS = 10
"""Number of colours, equal to the largest number of players at a table."""
Colours = Mapping[str, int]
"""Colour of each name, in the form in which names are compared."""


def with_colours(colours: Colours, names: Iterable[str]) -> Colours:
    """Return the colours with one for each name of a series; no earlier colour changes.

    A new name gets a colour that nobody in the series has, and of those the colour that the fewest
    others have. A hash decides between equals, so that the order of the names does not matter.
    """
    there = set(map(uncased, names))
    new = there.difference(colours)
    if not new:
        return colours
    given = dict(colours)
    here = Counter(given[name] for name in there - new)
    in_all = Counter(given.values())
    while new:
        _, _, _, name, colour = min(
            (here[colour], in_all[colour], _rank(name, colour), name, colour)
            for name, colour in product(new, range(COLOURS))
        )
        given[name] = colour
        here[colour] += 1
        in_all[colour] += 1
        new.remove(name)
    return given


def with_people(people: tuple[str, ...], names: Iterable[str]) -> tuple[str, ...]:
    """Return the people, in the form in which names are compared, and after them the new ones."""
    known = set(people)
    new = [name for name in dict.fromkeys(map(uncased, names)) if name not in known]
    return (*people, *new) if new else people


def colour_of(colours: Colours, name: str) -> int:
    """Return the colour of a name, or the colour that a new name would get."""
    known = uncased(name)
    return colours[known] if known in colours else with_colours(colours, [name])[known]


def renamed(colours: Colours, old: str, new: str) -> Colours:
    """Return the colours after a change of a name, which keeps the colour unless `new` has one."""
    return {uncased(new): colour_of(colours, old), **colours}


def _rank(name: str, colour: int) -> bytes:
    """Return a hash of name and colour, equal in every run unlike `hash`."""
    return blake2b(f"{colour} {name}".encode("utf-8", "surrogatepass"), digest_size=4).digest()
