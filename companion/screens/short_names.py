"""Short names and marks of people that differ, for places too narrow for whole names."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, count

from companion.core.names import is_bound, uncased

_CUT = "…"
_JOINS = "\u200d"
_NOBODY = "?"
"""In place of an empty name."""

Fits = Callable[[str], bool]
"""Tells whether there is room for a text."""


def short_names(names: Sequence[str], fits: Fits) -> tuple[str, ...]:
    """Return the whole names if there is room for each, else the shortest parts that differ.

    A part is the first word that nobody else has, such as `Ruth` of `Grandma Ruth`. What is still
    too long is cut at its end, or in the middle if two would look the same.
    """
    distinct = len(set(map(uncased, names))) == len(names)
    if distinct and all(map(fits, names)):
        return tuple(names)
    parts = list(map(letters_of, _words_that_differ(names)))
    found: list[str] = []
    taken = set[str]()
    for place, part in enumerate(parts):
        whole = "".join(part)
        others = [other for at, other in enumerate(parts) if at != place]
        ways = (whole,) if fits(whole) else _cuts(part, others)
        fitting = filter(fits, ways)
        least = chain(part[:1], (f"{part[0]}{number}" for number in count(2)))
        found.append(next(way for way in chain(fitting, least) if uncased(way) not in taken))
        taken.add(uncased(found[-1]))
    return tuple(found)


@lru_cache(maxsize=64)
def marks(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a mark for each name, no two of which look the same.

    A mark is the first letter as a capital, two letters where people share the first, and a letter
    with a number where two letters do not tell them apart.
    """
    parts = [letters_of(part) for part in _words_that_differ(names)]
    beginnings = Counter(chain.from_iterable(map(_beginnings, parts)))
    alike = Counter[str]()
    taken = set[str]()
    found: list[str] = []
    for part in parts:
        first = _folded(part[0])
        alike[first] += 1
        shared = sum(beginnings[beginning] > 1 for beginning in _beginnings(part))
        # A lone first letter may be the second one of somebody else: the capital of `ß` is `SS`.
        ways = chain(
            () if beginnings[first] > 1 else (part[0].upper(),),
            _two_letters(part, shared, alike[first]),
        )
        found.append(next(way for way in ways if uncased(way) not in taken))
        taken.add(uncased(found[-1]))
    return tuple(found)


def _folded(letter: str) -> str:
    """Return the form in which marks are compared: two letters may have the same capital."""
    return uncased(letter.upper())


def _beginnings(part: Sequence[str]) -> Iterator[str]:
    """Yield the beginnings of a part, in the form in which marks are compared."""
    return accumulate(map(_folded, part))


def _two_letters(part: Sequence[str], shared: int, place: int) -> Iterator[str]:
    """Yield marks for somebody whose first letters others have, the most telling one first.

    `place` is that among those with the same first letter. The numbers never end.
    """
    first = part[0].upper()
    yield from (first + letter for letter in part[shared:] if not letter.isspace())
    yield first
    yield from (first + letter for letter in part[1:] if not letter.isspace())
    yield from (f"{first}{number}" for number in count(max(2, place)))


def letters_of(text: str) -> list[str]:
    """Return the visible letters of a text, each with the marks that belong to it."""
    letters: list[str] = []
    for letter in text:
        if letters and (is_bound(letter) or letters[-1].endswith(_JOINS)):
            letters[-1] += letter
        else:
            letters.append(letter)
    return letters


def _words_that_differ(names: Sequence[str]) -> list[str]:
    """Return for each name its first word that no other name has, else the whole name."""
    words = [name.split() for name in names]
    having = Counter(word for spoken in words for word in {uncased(word) for word in spoken})
    parts = [
        next(
            (word for word in spoken if word[0].isalpha() and having[uncased(word)] == 1),
            name or _NOBODY,
        )
        for name, spoken in zip(names, words, strict=True)
    ]
    known = Counter[str]()
    for place, part in enumerate(parts):
        known[uncased(part)] += 1
        if known[uncased(part)] > 1:
            parts[place] = f"{part} {known[uncased(part)]}"
    return parts


def _differs_at(part: Sequence[str], others: Sequence[Sequence[str]]) -> int:
    """Return the first place at which the letters tell the part from all others."""
    return max((_alike(part, other) for other in others), default=0)


def _alike(part: Sequence[str], other: Sequence[str]) -> int:
    """Return how many letters the two have in common at their beginnings."""
    pairs = zip(part, other, strict=False)
    alike = (uncased(mine) == uncased(theirs) for mine, theirs in pairs)
    return next((place for place, same in enumerate(alike) if not same), min(len(part), len(other)))


def _cuts(part: Sequence[str], others: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield shorter forms of a part that differs from the others, the longest first.

    A beginning that reaches the letter that differs is cut at the end, a shorter one before it.
    """
    differs = min(_differs_at(part, others), len(part) - 1)
    heads = ["".join(part[:length]) for length in range(len(part))]
    yield from (f"{head}{_CUT}" for head in reversed(heads[differs + 1 :]))
    for length in range(len(part) - differs, 0, -1):
        end = differs + length
        tail = "".join(part[differs:end]) + (_CUT if end < len(part) else "")
        yield from (f"{head}{_CUT}{tail}" for head in reversed(heads[1:differs]))
    yield from (f"{head}{_CUT}" for head in reversed(heads[1 : differs + 1]))
