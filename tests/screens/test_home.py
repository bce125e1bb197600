"""The home screen: the series in play, the others, and the search for one of them."""

from dataclasses import replace
from datetime import date

import pytest

from companion.core.entries import Entry
from companion.desk.archive import Catalogue
from companion.desk.ports import Finding, Problem
from companion.screens import blocks as b
from companion.screens.findings import finding_words
from companion.screens.home import PAGE, HomeForm
from companion.screens.kit import ScreenFacts
from companion.words import ENGLISH, words_in
from tests.cases import cases
from tests.screens.documents import actions, blocks, heroes, rows, texts
from tests.screens.nights import EVENING

FOUR = ("Ann", "Ben", "Cem", "Dee")
OVER = replace(EVENING, name="New Year’s Eve", date="2025-12-31", players=FOUR)
IN_PLAY = replace(OVER, number=2, name="Friday night", dealt=3, rounds=2, over=False)


def here(
    *entries: Entry, removed: tuple[Entry, ...] = (), deleted: int | None = None
) -> ScreenFacts:
    """Return the facts of home with these series, the newest first."""
    ordered = tuple(sorted(entries, key=lambda entry: -entry.number))
    catalogue = Catalogue(ordered, removed=removed)
    return ScreenFacts(catalogue=catalogue, today=date(2025, 12, 31), deleted=deleted)


def resumed(screen: b.Document) -> b.Intent | None:
    """Return the meaning of the button in the headline."""
    (hero,) = heroes(screen)
    return hero.action.intent if hero.action else None


def numbers(screen: b.Document) -> list[int]:
    """Return the numbers of the listed series."""
    return [int(row.id.rpartition("-")[2]) for row in rows(screen)]


def test_those_in_play_come_first_then_the_newest_by_date() -> None:
    days = {1: "2025-03-01", 2: "2023-05-05", 3: "", 4: "2025-12-24", 5: ""}
    over = [replace(OVER, number=number, date=day) for number, day in days.items()]
    in_play = [replace(IN_PLAY, number=number, date="2020-01-01") for number in (7, 8)]
    view = HomeForm().view(here(*over, *in_play))
    assert (resumed(view), numbers(view)) == (b.Go("/table/8"), [7, 4, 1, 2, 5, 3])
    assert {row.intent for row in rows(view)} == {
        b.Go("/table/7"),
        *(b.Go(f"/series/{number}") for number in days),
    }


NIGHT_AT = {"en": "31 December 2025", "de": "31. Dezember 2025"}


@pytest.mark.parametrize(("language", "name"), NIGHT_AT.items(), ids=NIGHT_AT)
def test_a_series_without_a_name_is_called_by_its_date_in_the_language(
    language: str, name: str
) -> None:
    unnamed = replace(here(replace(OVER, name="")), words=words_in(language))
    (row,) = rows(HomeForm().view(unnamed))
    assert row.title == name
    assert name not in f"{row.subtitle} {row.note}"


def test_series_of_shared_tables_are_told_apart() -> None:
    at = here(OVER, IN_PLAY, replace(OVER, number=3))
    apart = replace(at, catalogue=replace(at.catalogue, shared=frozenset({2, 3})))
    plain, marked = (HomeForm().view(facts) for facts in (at, apart))
    assert [hero.subtitle for hero in heroes(plain)] != [hero.subtitle for hero in heroes(marked)]
    pairs = zip(rows(plain), rows(marked), strict=True)
    assert [now.id for was, now in pairs if was != now] == ["home-series-3"]
    copied = replace(at.catalogue, shared=frozenset({2}), taken_in=frozenset({3}))
    pairs = zip(rows(marked), rows(HomeForm().view(replace(at, catalogue=copied))), strict=True)
    assert [now.id for was, now in pairs if was != now] == ["home-series-3"]


def test_table_is_joined_only_with_a_room() -> None:
    facts = here(OVER)
    shown = [
        "join-table" in actions(HomeForm().view(replace(facts, room_keeps=keeps)))
        for keeps in (None, False, True)
    ]
    assert shown == [False, True, True]


@pytest.mark.parametrize("problem", Problem)
def test_problem_of_the_store_is_reported(problem: Problem) -> None:
    found = Finding(problem, "series/00002.tdb", series=2, count=2, detail="closed to us")
    facts = here(IN_PLAY)
    catalogue = replace(facts.catalogue, findings=(found,))
    shown = texts(HomeForm().view(replace(facts, catalogue=catalogue)))
    assert shown["finding-1"] == finding_words(found, catalogue, ENGLISH)


PLAYED = (
    ("Silvester", "2025-12-31", ("Zoë", "Ben")),
    ("New Year’s Eve", "2024-12-31", ("Cem", "Ann", "Zoë")),
    ("Cabin, day 2", "2025-07-02", ("Dee", "Ann", "Łukasz")),
)
MANY = (
    *(replace(EVENING, number=12 - count) for count in range(9)),
    *(
        replace(EVENING, number=3 - place, name=name, date=day, players=players)
        for place, (name, day, players) in enumerate(PLAYED)
    ),
)


@pytest.mark.parametrize(("count", "searched"), [(0, False), (8, False), (9, True)])
def test_more_than_a_few_can_be_searched(count: int, *, searched: bool) -> None:
    view = HomeForm().view(here(*MANY[:count]))
    fields = [block for block in blocks(view) if isinstance(block, b.Field)]
    assert [field.edit for field in fields] == [HomeForm.look_for] * searched
    assert len(rows(view)) == count


WANTED = {
    "a name": ("cabin", [1]),
    "part of a name": ("year", [2]),
    "without the accent": ("zoe", [3, 2]),
    "without the stroke": ("lukasz", [1]),
    "a day in digits": ("2025-12-31", [3]),
    "decomposed": ("Zoe\u0308", [3, 2]),
    "two words in any order": (" ann  zoe ", [2]),
    "a month": ("december", [3, 2]),
    "a year": ("2024", [2]),
    "nobody": ("yusuf", []),
}


@cases("written, expected", WANTED)
def test_search_finds(written: str, expected: list[int]) -> None:
    view = HomeForm().look_for(written).view(here(*MANY))
    assert numbers(view) == expected
    assert ("home-found" in texts(view)) is (not expected)


def test_long_list_is_shown_bit_by_bit() -> None:
    facts = here(*(replace(EVENING, number=500 - place) for place in range(2 * PAGE + 3)))
    form, shown = HomeForm(), list[tuple[int, bool]]()
    for _ in range(3):
        view = form.view(facts)
        shown.append((len(rows(view)), "home-more" in actions(view)))
        form = form.list_more()
    assert shown == [(25, True), (50, True), (53, False)]
    assert form.look_for("ann").most == PAGE
