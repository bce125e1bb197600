"""Players over all evenings: the table, a player, another name."""

from dataclasses import replace
from itertools import chain

import pytest

from companion.core.entries import Entry, entry_of
from companion.core.sheet import loads
from companion.core.statistics import Evening, Evenings, Tally, sittings
from companion.desk.archive import Catalogue
from companion.desk.people import NameChange, Statistics
from companion.desk.ports import Trouble
from companion.screens import blocks as b
from companion.screens import players as p
from companion.screens.kit import ScreenFacts, act, edit
from companion.screens.player import PlayerForm
from companion.screens.routes import Screen
from companion.screens.speech import Person
from companion.words import ENGLISH, words_in
from tests.screens.documents import actions, rows, texts

GERMAN = words_in("de")


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


def player_of(nights: Evenings, name: str = "Ann") -> b.Document:
    return PlayerForm(name).view(of(nights))


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


def test_many_players_are_shown_after_a_tap() -> None:
    many = of(evenings({f"P{n}": tally(n) for n in range(60)}))
    few, unfolded = p.PlayersForm().view(many), p.PlayersForm().unfold().view(many)
    assert actions(few)["all-players"].intent == edit(p.PlayersForm.unfold)
    assert [len(rows(view)) for view in (few, unfolded)] == [40, 60]
    assert "all-players" not in actions(unfolded)


def test_adding_up_is_said_until_the_figures_are_there() -> None:
    adding = p.PlayersForm().view(ScreenFacts(statistics=Statistics()))
    assert "adding-up" in texts(adding)
    assert "adding-up" not in texts(player_of(THREE, "Ben"))


def test_unread_series_are_counted_even_if_nobody_has_played() -> None:
    view = p.PlayersForm().view(ScreenFacts(statistics=Statistics(evenings(), unread=2)))
    assert {"players-new-series"} <= actions(view).keys()
    assert "2" in texts(view)["unread"]


def test_identifier_has_no_blanks_and_a_number_stands_for_a_name() -> None:
    nights = evenings({"Ana María Pérez": tally()})
    row, number = rows(p.PlayersForm().view(of(nights)))[0], p.number_of("Ana María Pérez")
    assert row.id == "player-Ana-María-Pérez"
    assert row.intent == b.Go(f"/players/player/{number}")
    assert number < 1_000_000_000
    assert p.named(nights, number) == "Ana María Pérez"
    assert p.named(nights, 7) is p.named(nights, None) is None


FIGURES = {
    "2.9": p.average(29, 10, ENGLISH),
    "2,9": p.average(29, 10, GERMAN),
    "–": p.average(0, 0, ENGLISH),
    "31 %": p.percent(31, 100),
}


@pytest.mark.parametrize(("right", "figure"), FIGURES.items())
def test_figure_is_written_as_people_read_it(right: str, figure: str) -> None:
    assert figure == right


def test_last_of_many_evenings_are_shown() -> None:
    nights = Evenings.of(Evening(entry(n), {"Ann": tally()}, "") for n in range(1, 21))
    view, unfolded = player_of(nights), PlayerForm("Ann").unfold().view(of(nights))
    assert [row.id for row in rows(view, "Evenings")] == [f"evening-{n}" for n in range(20, 8, -1)]
    assert actions(view)["all-evenings"].intent == edit(PlayerForm.unfold)
    assert len(rows(unfolded, "Evenings")) == 20
    assert "all-evenings" not in actions(unfolded)


def test_unknown_player_in_the_route_is_shown_all_of_them() -> None:
    asked = [(THREE, "/players/player/1"), (THREE, "/players"), (None, "/players/player/1")]
    for nights, path in asked:
        here = replace(of(nights), route=Screen(path))
        assert p.of_player(here, PlayerForm).begin == p.PlayersForm()


def test_known_player_in_the_route_is_shown() -> None:
    here = replace(of(THREE), route=Screen(p.player_path("Ben")))
    assert p.of_player(here, PlayerForm).begin == PlayerForm("Ben")


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


def test_players_have_the_colours_of_the_archive() -> None:
    colours = {"ana": 7, "anna": 3, "ben": 5, "cem": 1}
    here = replace(SPELLED, catalogue=Catalogue((), colours=colours))
    shown = [
        *(row.leading for row in rows(p.PlayersForm().view(here))),
    ]
    tints = {(who.name, who.tint) for who in shown if isinstance(who, Person)}
    assert {("Ana", 7), ("Anna", 3), ("Ben", 5), ("Cem", 1)} <= tints


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


DONE = {
    "renamed": NameChange("Ana", "Anna", 2),
    "taken back": NameChange("Ana", "Anna", 1, taken_back=True),
}


@pytest.mark.parametrize("done", DONE.values(), ids=DONE)
def test_last_change_of_a_name_can_be_taken_back(done: NameChange) -> None:
    view = p.PlayersForm().view(replace(SPELLED, renamed=done))
    assert "Anna" in texts(view)["renamed"]
    assert actions(view)["undo-rename"].intent == act(p.take_back, done)


def test_full_disk_is_told_beside_the_change_of_a_name() -> None:
    done = NameChange("Ana", "Anna", trouble=Trouble.FULL)
    full, stored = (
        texts(p.PlayersForm().view(replace(SPELLED, renamed=change)))["renamed"]
        for change in (done, replace(done, trouble=None))
    )
    assert full != stored
