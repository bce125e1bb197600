"""Players over all evenings: the table, a player, another name."""

from dataclasses import replace
from itertools import chain

import pytest

from companion.core.forecast import Entry, entry_of
from companion.core.sheet import loads
from companion.core.statistics import Duel, Evening, Evenings, Record, Streak, Tally, sittings
from companion.desk.people import Renaming, Statistics
from companion.desk.ports import Trouble
from companion.screens import blocks as b
from companion.screens import players as p
from companion.screens.player import PlayerForm, player
from companion.screens.speech import Person
from companion.words import ENGLISH, words_in
from tests.views.documents import actions, bars, blocks, rows, texts

GERMAN = words_in("de")


def entry(number: int, name: str = "", date: str = "") -> Entry:
    return Entry(number, name, date, (), 1, 1, over=False, leaders=(), score=0, in_points=True)


def evenings(*answer: dict[str, Record]) -> Evenings:
    """Return evenings with the records, one a month."""
    return Evenings.of(
        Evening(entry(n, f"Night {n}"), one, f"2026-0{n}-01") for n, one in enumerate(answer, 1)
    )


def record(chips: int = 0, *, rounds: int = 1, wins: int = 0, **more: int) -> Record:
    tally = Tally(series=1, rounds=rounds, wins=wins, chips=chips, **more)
    return Record(tally, Streak(rounds, wins, wins, wins))


def view_of(statistics: Statistics, sorting: p.Sorting = p.Sorting()) -> b.Document:  # noqa: B008
    return p.players(p.PeopleNow(statistics), ENGLISH, sorting)


def names(nights: Evenings, sorting: p.Sorting) -> list[str]:
    return [str(row.title) for row in rows(view_of(Statistics(nights), sorting))]


def player_of(nights: Evenings, name: str = "Ann") -> b.Document:
    return player(p.PeopleNow(Statistics(nights)), ENGLISH, PlayerForm(name))


def says(view: b.Document) -> list[str]:
    """Return all texts."""
    return [block.says for block in blocks(view) if isinstance(block, b.Text)]


THREE = evenings(
    {
        "ann": record(5, rounds=10, wins=2, cards_left=20),
        "Ben": record(-9, rounds=20, wins=10, cards_left=10),
        "Cem": record(4, rounds=0),
    }
)
SORTED = {
    **dict.fromkeys((p.Order.NAME, p.Order.EVENINGS, p.Order.CHIPS), "ann Ben Cem"),
    **dict.fromkeys((p.Order.ROUNDS, p.Order.WON, p.Order.LEFT), "Ben ann Cem"),
}


@pytest.mark.parametrize("order", p.Order)
def test_the_best_come_first_and_who_has_not_played_last(order: p.Order) -> None:
    assert names(THREE, p.Sorting(order)) == SORTED[order].split()
    turned = names(THREE, p.Sorting(order, turned=True))
    assert turned[-1] == ("ann" if order is p.Order.NAME else "Cem")


def test_a_second_tap_turns_the_order_round_and_another_one_does_not() -> None:
    once = p.Sorting().after(p.Order.CHIPS)
    turned = p.Sorting(p.Order.CHIPS, turned=True)
    assert (once, once.after(p.Order.CHIPS)) == (p.Sorting(p.Order.CHIPS), turned)
    assert once.after(p.Order.CHIPS).after(p.Order.WON) == p.Sorting(p.Order.WON)


def test_a_row_says_all_its_figures_and_averages_only_of_rounds_that_were_played() -> None:
    shown = rows(p.players(p.PeopleNow(Statistics(THREE)), GERMAN, p.Sorting(p.Order.WON)))
    says = "Ben, 1 Abend, 20 Runden, 50 % gewonnen, 0,5 Karten übrig, -9 Jetons"
    assert (shown[0].value, shown[0].label) == ("50 %", says)
    assert (shown[2].value, shown[2].subtitle) == ("–", "0 Abende · 0 Runden")


def test_many_players_are_shown_when_they_are_asked_for() -> None:
    many = Statistics(evenings({f"P{n}": record(n) for n in range(60)}))
    few = view_of(many)
    more = actions(few)["all-players"]
    assert more.says == "Show all 60 players"
    assert isinstance(more.intent, b.Edit)
    unfolded = view_of(many, getattr(p.Sorting(), more.intent.step)())
    assert [len(rows(view)) for view in (few, unfolded)] == [40, 60]
    assert "all-players" not in actions(unfolded)


PROGRESS = {
    "adding up": (Statistics(None, 40, 200), "Adding up … 40 of 200", 0.2),
    "not begun": (Statistics(None), "Adding up …", 0),
    "renaming": (Statistics(THREE, 1, 4, renaming=True), "Renaming … 1 of 4", 0.25),
}


@pytest.mark.parametrize(("statistics", "says", "share"), PROGRESS.values(), ids=PROGRESS)
def test_the_progress_is_shown(statistics: Statistics, says: str, share: float) -> None:
    assert b.Progress(says, share, "adding-up") in blocks(view_of(statistics))
    assert not any(isinstance(one, b.Progress) for one in blocks(player_of(THREE, "Ben")))


def test_series_that_cannot_be_read_are_counted_even_if_nobody_has_played() -> None:
    view = view_of(Statistics(evenings(), unread=2))
    assert "players-new-series" in actions(view)
    assert texts(view)["unread"] == "2 series cannot be read and are not counted here."


def test_how_often_the_lead_at_half_way_was_enough_is_shown() -> None:
    nights = evenings({"Ann": record(led=2, led_won=1), "Ben": record(led=1)})
    said = texts(view_of(Statistics(nights)))["half-way"]
    assert said == "The leader at half-way won 1 of 3 series."
    assert "half-way" not in texts(view_of(Statistics(THREE)))


def test_an_identifier_has_no_blanks_and_a_number_is_that_of_the_name() -> None:
    nights = evenings({"Ana María Pérez": record()})
    row, number = rows(view_of(Statistics(nights)))[0], p.number_of("Ana María Pérez")
    assert row.id == "player-Ana-María-Pérez"
    assert row.intent == b.Go(f"/players/player/{number}")
    assert number < 1_000_000_000
    assert p.named(nights, number) == "Ana María Pérez"
    assert p.named(nights, 7) is p.named(nights, None) is None


FIGURES = {
    "2.9": p.average(29, 10, ENGLISH),
    "2,9": p.average(29, 10, GERMAN),
    "-0.5": p.average(-5, 10, ENGLISH),
    "0.0": p.average(-1, 100, ENGLISH),
    "–": p.average(0, 0, ENGLISH),
    "0.03": p.average(3, 118, ENGLISH, 2),
    "31 %": p.percent(31, 100),
}


@pytest.mark.parametrize(("right", "figure"), FIGURES.items())
def test_a_figure_is_written_as_people_read_it(right: str, figure: str) -> None:
    assert figure == right


def test_players_without_a_round_are_shown_as_such() -> None:
    view = player_of(evenings({"Ann": record(rounds=0)}))
    assert says(view) == ["No round has been played to the end yet."]
    assert rows(view, "In figures") == []
    assert [row.subtitle for row in rows(view, "Evenings")] == ["1 January 2026"]


def test_only_evenings_with_a_finished_round_are_counted() -> None:
    nights = evenings({"Ann": record()}, {"Ann": record(rounds=0)})
    assert player_of(nights).subtitle == "1 evening · 1 round · since Jan 2026"
    assert view_of(Statistics(nights)).subtitle == "1 player · 1 evening"


def test_of_many_evenings_the_last_are_shown() -> None:
    nights = Evenings.of(Evening(entry(n), {"Ann": record()}, "") for n in range(1, 21))
    view = player_of(nights)
    assert [row.id for row in rows(view, "Evenings")] == [f"evening-{n}" for n in range(20, 8, -1)]
    assert actions(view)["all-evenings"].intent == b.Edit("unfold")
    unfolded = player(p.PeopleNow(Statistics(nights)), ENGLISH, PlayerForm("Ann").unfold())
    assert len(rows(unfolded, "Evenings")) == 20
    assert "all-evenings" not in actions(unfolded)


AHEAD = {
    "in chips": (Duel(10, 1, 3, 0), "Ahead means more chips in the round."),
    "in both": (Duel(10, 1, 3, 4), "where no points are counted or known."),
}


@pytest.mark.parametrize(("duel", "rests"), AHEAD.values(), ids=AHEAD)
def test_who_was_ahead_is_shown_with_what_it_is_by(duel: Duel, rests: str) -> None:
    view = player_of(evenings({"Ann": Record(Tally(1), duels={"Ben": duel}), "Ben": record()}))
    assert [(bar.value, bar.share) for bar in bars(view)] == [("25 %", 0.25)]
    assert says(view)[-1].endswith(rests)


def test_players_have_the_colours_of_the_archive() -> None:
    now = p.PeopleNow(Statistics(SPELLED), None, {"ana": 7, "anna": 3, "ben": 5, "cem": 1})
    shown = [
        *(row.leading for row in rows(p.players(now, ENGLISH, p.Sorting()))),
        *(row.leading for row in rows(p.same_player(now, ENGLISH, p.MergeForm("Ana")))),
        *(bar.person for bar in bars(player(now, ENGLISH, PlayerForm("Ana")))),
    ]
    tints = {(who.name, who.tint) for who in shown if isinstance(who, Person)}
    assert {("Ana", 7), ("Anna", 3), ("Ben", 5), ("Cem", 1)} <= tints


def test_a_player_who_is_none_of_these_is_shown_over_all_of_them() -> None:
    asked = [(THREE, 1), (THREE, None), (None, 1), (evenings(), 1)]
    views = [
        p.players(p.PeopleNow(Statistics(now)), ENGLISH, p.Sorting(), wanted=n) for now, n in asked
    ]
    assert ["no-such-player" in texts(view) for view in views] == [True, False, False, False]


ROUND = "round 1\ndealer {2}\ndeal {0} 1 {1} 2 {2} 49\n{0} {1} {2}\n1 7C . .\n"


def of_logs(*tables: tuple[str, ...]) -> Evenings:
    """Return evenings, each with its name and its players."""
    sheets = [f"fantan 1\nseries {name}\n{ROUND.format(*who)}" for name, *who in tables]
    played = enumerate((loads(sheet).series for sheet in sheets), 1)
    known = (Evening.of(entry_of(number, one), sittings(one)) for number, one in played)
    return Evenings.of(chain.from_iterable(known))


SPELLED = of_logs(
    ("Porch", "Ana", "Ben", "Cem"), ("Cabin", "Anna", "Ben", "Cem"), ("Rain", "Ana", "Zoe", "Dee")
)
SPELLING = p.PeopleNow(Statistics(SPELLED))


TWO = "Ana and Ben sat together in “Porch”: they are two people."
NAMES: dict[str, tuple[str, bool, str]] = {
    "Ana María": ("Ana becomes Ana María on 2 evenings.", True, "Rename"),
    "Anna": ("Ana and Anna become one player: 3 evenings.", True, "Merge them"),
    "Ben": (TWO, False, "Rename"),
    "": ("A player needs a name.", False, "Rename"),
    " Ana  ": ("", False, "Rename"),
}


@pytest.mark.parametrize("name", NAMES)
def test_what_another_name_would_do_is_said(name: str) -> None:
    view = p.another_name(SPELLING, ENGLISH, p.NameForm("Ana", name))
    (act,) = view.footer
    shown = (texts(view).get("rename-follows", ""), act.intent is not None, act.says)
    assert shown == NAMES[name]


def test_no_name_changes_while_work_is_under_way() -> None:
    busy = p.PeopleNow(replace(SPELLING.statistics, done=1, of=2))
    renaming = p.another_name(busy, ENGLISH, p.NameForm("Ana", "Zoë"))
    merging = p.same_player(busy, ENGLISH, p.MergeForm("Ana", "Anna"))
    assert renaming.footer[-1].intent is merging.footer[-1].intent is None


def test_who_may_be_the_same_person_has_never_sat_beside_them() -> None:
    for name, others in {"Ana": ["Anna"], "Dee": ["Ben", "Cem", "Anna"]}.items():
        view = p.same_player(SPELLING, ENGLISH, p.MergeForm(name))
        assert [row.title for row in rows(view)] == others


REST = "The rest is still to be done."
FULL = "The disk is full. Free some space, then tap again."
GONE = "The data folder is gone. Bring it back, then tap again."
FAILED = (entry(2, "Cabin"), entry(3))
DONE = {
    "Ana is Anna now on 2 evenings.": (Renaming("Ana", "Anna", 2), False),
    "Ana is Anna now on 1 evening. This could not be changed: “Cabin” and “Fan Tan”.": (
        Renaming("Ana", "Anna", 1, FAILED),
        False,
    ),
    f"Ana is Anna now on 1 evening. {REST} {FULL}": (
        Renaming("Ana", "Anna", 1, trouble=Trouble.FULL),
        True,
    ),
    f"Anna is Ana again on 1 evening. {REST} {GONE}": (
        Renaming("Ana", "Anna", 1, trouble=Trouble.GONE, taken_back=True),
        False,
    ),
}


@pytest.mark.parametrize("says", DONE)
def test_what_was_done_is_shown(says: str) -> None:
    renamed, again = DONE[says]
    view = p.players(p.PeopleNow(Statistics(THREE), renamed), ENGLISH, p.Sorting())
    assert texts(view)["renamed"] == says
    assert ("rename-again" in actions(view)) is again
