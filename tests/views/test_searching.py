"""The search for a series by its name, a player or a year."""

from dataclasses import replace
from datetime import date

import pytest

from companion.core.forecast import Entry
from companion.desk.archive import Catalogue
from companion.forms.entries import PAGE, Wanted
from companion.views import blocks as b
from companion.views.home import home
from companion.words import ENGLISH
from tests.views.documents import actions, blocks, rows, texts
from tests.views.nights import EVENING

TODAY = date(2026, 11, 20)
TOLD = (
    ("Silvester", "2025-12-31", ("Zoë", "Ben")),
    ("New Year’s Eve", "2024-12-31", ("Cem", "Ann", "Zoë")),
    ("Cabin, day 2", "2025-07-02", ("Dee", "Ann", "Łukasz")),
)
MANY = (
    *(replace(EVENING, number=12 - count) for count in range(9)),
    *(
        replace(EVENING, number=3 - place, name=name, date=day, players=players)
        for place, (name, day, players) in enumerate(TOLD)
    ),
)


def seen(wanted: Wanted, entries: tuple[Entry, ...] = MANY) -> b.Document:
    """Return home with the series."""
    return home(Catalogue(entries), ENGLISH, TODAY, wanted)


@pytest.mark.parametrize(("count", "searched"), [(0, False), (8, False), (9, True)])
def test_more_than_a_few_can_be_searched(count: int, *, searched: bool) -> None:
    view = seen(Wanted(), MANY[:count])
    assert any(isinstance(block, b.Field) for block in blocks(view)) is searched
    assert len(rows(view)) == count


WANTED: dict[str, tuple[Wanted, list[int]]] = {
    "a name": (Wanted("cabin"), [1]),
    "part of a name": (Wanted("year"), [2]),
    "without the accent": (Wanted("zoe"), [3, 2]),
    "without the stroke": (Wanted("lukasz"), [1]),
    "a day in digits": (Wanted("2025-12-31"), [3]),
    "decomposed": (Wanted("Zoe\u0308"), [3, 2]),
    "two words in any order": (Wanted(" ann  zoe "), [2]),
    "a month": (Wanted("december"), [3, 2]),
    "a year in words": (Wanted("2024"), [2]),
    "a player that was chosen": (Wanted(player="Zoë"), [3, 2]),
    "a year that was chosen": (Wanted(year="2025"), [3, 1]),
    "both": (Wanted(player="Ann", year="2025"), [1]),
    "both and words": (Wanted("day", "Ann", "2025"), [1]),
}


def answers(screen: b.Document) -> list[b.Action]:
    """Return the years and players that can be chosen."""
    (choice,) = (block for block in blocks(screen) if isinstance(block, b.Choice))
    return list(choice.answers)


@pytest.mark.parametrize(("wanted", "expected"), WANTED.values(), ids=WANTED)
def test_what_is_looked_for_is_found(wanted: Wanted, expected: list[int]) -> None:
    view = seen(wanted)
    assert [row.id for row in rows(view)] == [f"home-series-{number}" for number in expected]
    assert texts(view)["home-found"] == f"{len(expected)} of 12 series"


def test_years_and_players_are_offered() -> None:
    offered = answers(seen(Wanted(player="Zoë")))
    assert [answer.says for answer in offered] == [
        *("2026", "2025", "2024"),
        *("Ann", "Ben", "Zoë", "Cem", "Dee", "Łukasz"),
    ]
    (chosen,) = (answer.intent for answer in offered if answer.chosen)
    assert chosen == b.Edit("with_player", ("Zoë",))


def test_a_series_is_of_the_year_of_its_last_evening() -> None:
    entries = (replace(EVENING, number=13, last="2027-01-01"), *MANY)
    view = seen(Wanted(year="2027"), entries)
    assert answers(view)[0].says == "2027"
    assert [row.id for row in rows(view)] == ["home-series-13"]


def test_one_year_is_no_choice_and_a_rare_player_who_was_chosen_stays() -> None:
    players = [(f"Player {place // 2}",) for place in range(48)]
    often = [replace(EVENING, number=50 - n, players=who) for n, who in enumerate(players)]
    rare = replace(EVENING, players=("Zoë",))
    offered = answers(seen(Wanted(player="Zoë"), (*often, rare)))
    assert offered[0].says == "Zoë"
    assert [answer.id for answer in offered] == [f"home-player-{place}" for place in range(1, 10)]


def test_a_long_list_is_shown_bit_by_bit() -> None:
    entries = tuple(replace(EVENING, number=500 - place) for place in range(2 * PAGE + 3))
    wanted, shown = Wanted(), list[tuple[int, str]]()
    for _ in range(3):
        view = seen(wanted, entries)
        more = actions(view).get("home-more")
        shown.append((len(rows(view)), more.says if more else ""))
        wanted = wanted.with_more()
    assert shown == [(25, "Show 25 more"), (50, "Show 3 more"), (53, "")]


def test_another_search_begins_at_the_top_and_a_second_tap_takes_a_choice_back() -> None:
    wanted = Wanted().with_more()
    assert wanted.called("ann").most == PAGE
    assert wanted.in_year("2025") == Wanted(year="2025")
    assert wanted.in_year("2025").in_year("2025") == Wanted()
    assert wanted.with_player("Ann").with_player("Ann") == Wanted()
