"""Players over all evenings: the table, a player, another name."""

from dataclasses import replace
from itertools import chain

import pytest

from companion.core.entries import Entry, entry_of
from companion.core.sheet import loads
from companion.core.statistics import Evening, Evenings, Tally, sittings
from companion.desk.people import NameChange, Statistics
from companion.screens import players as p
from companion.screens.kit import ScreenFacts, act
from companion.screens.player import PlayerForm
from companion.screens.routes import Screen
from tests.cases import cases
from tests.screens.documents import actions, rows, texts


def entry(number: int, name: str = "", date: str = "") -> Entry:
    return Entry(number, name, date, (), 1, 1, over=False, leaders=(), score=0, in_points=True)


def evenings(*answer: dict[str, Tally]) -> Evenings:
    """Return evenings with the tallies, one a month."""
    return Evenings.of(
        Evening(entry(n, f"Night {n}"), one, f"2026-0{n}-01") for n, one in enumerate(answer, 1)
    )


def tally(chips: int = 0, *, rounds: int = 1, wins: int = 0, **more: int) -> Tally:
    return Tally(series=1, rounds=rounds, wins=wins, chips=chips, **more)


def of(nights: Evenings | None) -> ScreenFacts:
    """Return the facts of the players' screens on these evenings."""
    return ScreenFacts(statistics=Statistics(nights))


def names(nights: Evenings) -> list[str]:
    return [str(row.title) for row in rows(p.PlayersForm().view(of(nights)))]


THREE = evenings(
    {
        "ann": tally(5, rounds=10, wins=2, cards_left=20),
        "Ben": tally(-9, rounds=20, wins=10, cards_left=10),
        "Cem": tally(4, rounds=0),
    }
)


def test_those_with_most_rounds_come_first_and_equals_by_name() -> None:
    assert names(THREE) == ["Ben", "ann", "Cem"]
    assert names(evenings({"Zoe": tally(), "Émile": tally(), "Eva": tally()})) == [
        "Émile",
        "Eva",
        "Zoe",
    ]


def test_unread_series_are_counted_even_if_nobody_has_played() -> None:
    view = p.PlayersForm().view(ScreenFacts(statistics=Statistics(evenings(), unread=2)))
    assert {"players-new-series"} <= actions(view).keys()
    assert "2" in texts(view)["unread"]


def test_unknown_player_in_the_route_is_shown_all_of_them() -> None:
    asked = [(THREE, "/players/player/1"), (THREE, "/players"), (None, "/players/player/1")]
    for nights, path in asked:
        here = replace(of(nights), route=Screen(path))
        assert p.of_player(here, PlayerForm).begin == p.PlayersForm()


NAMES: dict[str, tuple[str, bool]] = {
    "Ana María": ("2", True),
    "Anna": ("3", True),
    "Ben": ("Porch", False),
    "": ("", False),
    " Ana  ": ("", False),
}


@pytest.mark.parametrize("name", NAMES)
def test_effect_of_another_name_is_shown_before_the_tap(name: str) -> None:
    view = p.NameForm("Ana", name).view(SPELLED)
    (apply,) = view.footer
    named, possible = NAMES[name]
    assert named in texts(view).get("rename-follows", "")
    assert (apply.intent is not None) == possible


ROUND = "round 1\ndealer {2}\ndeal {0} 1 {1} 2 {2} 49\n{0} {1} {2}\n1 7C . .\n"


def of_logs(*tables: tuple[str, ...]) -> Evenings:
    """Return evenings, each with its name and its players."""
    sheets = [f"fantan 1\nseries {name}\n{ROUND.format(*who)}" for name, *who in tables]
    played = enumerate((loads(sheet).series for sheet in sheets), 1)
    known = (Evening.of(entry_of(number, one), sittings(one)) for number, one in played)
    return Evenings.of(chain.from_iterable(known))


SPELLED = of(
    of_logs(
        ("Porch", "Ana", "Ben", "Cem"),
        ("Cabin", "Anna", "Ben", "Cem"),
        ("Rain", "Ana", "Zoe", "Dee"),
    )
)


DONE = {
    "renamed": NameChange("Ana", "Anna", 2),
    "taken back": NameChange("Ana", "Anna", 1, taken_back=True),
}


@cases("done", DONE)
def test_last_change_of_a_name_can_be_taken_back(done: NameChange) -> None:
    view = p.PlayersForm().view(replace(SPELLED, renamed=done))
    assert "Anna" in texts(view)["renamed"]
    assert actions(view)["undo-rename"].intent == act(p.take_back, done)
