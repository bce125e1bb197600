"""Short names and marks: the shortest parts by which people are told apart."""

from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import tidy, uncased
from companion.core.sheet import loads
from companion.screens.short_names import letters_of, marks, short_names
from tests.cases import cases
from tests.places import RECORDS
from tests.ui.screen_states import PEOPLE

WIDE, TILE, NARROW = 40, 7, 4
"""Letters for which there is room."""

GRACES = ("Grace Hall", "Grace Kim")
GRANDMAS = ("Grandma Ruth", "Grandma Rosa", "Tom")
SCRIPTS = ("花子", "अनिल", "민준", "Ольга")
CASES = {
    "whole names, where there is room": (GRACES, WIDE, GRACES),
    "two Graces": (GRACES, TILE, ("Hall", "Kim")),
    "Grace, and another Grace": (("Grace", "Grace Hall"), TILE, ("Grace", "Hall")),
    "two Grandmas": (GRANDMAS, TILE, ("Ruth", "Rosa", "Tom")),
    "one Grandma": (("Grandma Ruth", "Tom"), TILE, ("Grandma", "Tom")),
    "a Grandma beside her name": (("Grandma Jo", "Grandma Al", "Jo"), 9, ("Grandma …", "Al", "Jo")),
    "a number is no name": (("Grace", "Grace 2"), TILE, ("Grace", "Grace 2")),
    "the same name": (("Grace", "grace"), TILE, ("Grace", "grace 2")),
    "cut at the end": (("Alexandrina", "Bartholomew"), TILE, ("Alexan…", "Bartho…")),
    "cut in the middle": (("Annabelle", "Annabella"), TILE, ("Annab…e", "Annab…a")),
    "one is the beginning": (("Christopher", "Christoph"), TILE, ("Chri…er", "Chris…h")),
    "names in any script": (SCRIPTS, TILE, SCRIPTS),
    "letters with their marks": (("अनिलकुमार", "अनिरुद्ध"), NARROW, ("अनिल…", "अनिरु…")),
    "no room at all": (("Ann", "Ben", "Abe"), 0, ("A", "B", "A2")),
}


def fitting(most: int, *names: str) -> tuple[str, ...]:
    return short_names(names, lambda name: len(letters_of(name)) <= most)


@cases("names, most, short", CASES)
def test_short_names(names: tuple[str, ...], most: int, short: tuple[str, ...]) -> None:
    assert fitting(most, *names) == short


MARKED = {
    "one letter": (("Lena", "Tom", "mia"), ("L", "T", "M")),
    "two Grandmas": (GRANDMAS, ("Ru", "Ro", "T")),
    "two Graces": (GRACES, ("H", "K")),
    "a number": (("Grace", "Grace 2"), ("G", "G2")),
    "one is the beginning": (("Ann", "Anna", "Anne"), ("A", "Aa", "Ae")),
    "any script": (SCRIPTS, tuple(name[0] for name in SCRIPTS)),
    "letters with the same capital": (
        ("\N{LATIN SMALL LETTER DOTLESS I}ş\N{LATIN SMALL LETTER DOTLESS I}l", "ida"),
        ("Iş", "Id"),
    ),
    "a letter whose capital is two": (("sson", "ß"), ("S", "SS")),
    "one letter in two forms": (("\N{LATIN SMALL LETTER DOTLESS I}", "i"), ("I", "I2")),
    "ten players": (PEOPLE, tuple("MBTSCAFJEG")),
}


@cases("names, marked", MARKED)
def test_marks(names: tuple[str, ...], marked: tuple[str, ...]) -> None:
    assert marks(names) == marked


RECORDED = {
    player.name
    for path in RECORDS.glob("*.fantan")
    for player in loads(path.read_text("utf-8")).series.players
}
NAMES = st.lists(
    st.sampled_from(sorted({*RECORDED, *PEOPLE, *GRACES, *GRANDMAS, *SCRIPTS}))
    | st.text("abGréñ 2花", min_size=1, max_size=9).map(tidy).filter(bool),
    min_size=1,
    max_size=10,
)


@given(NAMES, st.integers(NARROW, WIDE))
def test_no_two_people_look_the_same(names: list[str], most: int) -> None:
    short = fitting(most, *names)
    assert len(set(map(uncased, short))) == len(names)
    assert len(set(map(uncased, marks(tuple(names))))) == len(names)
    assert all(len(letters_of(name)) <= most for name in short)


@given(st.lists(st.text(max_size=9), max_size=12))
def test_marks_of_any_names_differ(names: list[str]) -> None:
    marked = marks(tuple(names))
    assert len(marked) == len(names)
    assert len({uncased(mark) for mark in marked}) == len(names)
    assert all(marked)


@given(
    st.lists(
        st.sampled_from(
            "iI\N{LATIN SMALL LETTER DOTLESS I}İsSß\N{LATIN SMALL LETTER LONG S} .2ǆaA"
        ),
        max_size=12,
    ),
    st.sampled_from(["", "s", "\N{LATIN SMALL LETTER DOTLESS I}"]),
)
def test_marks_of_names_of_few_letters_differ(letters: list[str], ending: str) -> None:
    names = tuple(letter + ending for letter in letters)
    assert len({uncased(mark) for mark in marks(names)}) == len(names)
