"""Players over all evenings: the table, a player, another name."""

from dataclasses import replace

import pytest

from companion.core.forecast import Entry, entry_of
from companion.core.log import Log
from companion.core.sheet import loads
from companion.core.statistics import Duel, Evening, Evenings, Record, Streak, Tally, summary
from companion.desk.people import Renaming, Statistics
from companion.desk.ports import Trouble
from companion.views import blocks as b
from companion.views.of_series.series import Chart
from companion.views.player import PlayerForm, player
from companion.views.players import (
    MergeForm,
    NameForm,
    Order,
    PeopleNow,
    Sorting,
    another_name,
    hundredths,
    named,
    number_of,
    percent,
    players,
    same_player,
    tenths,
)
from companion.views.speech import Person
from companion.words import ENGLISH, Words, words_in
from tests.views.documents import actions, bars, blocks, custom, rows, texts

GERMAN = words_in("de")


def entry(number: int, name: str = "", date: str = "") -> Entry:
    return Entry(number, name, date, (), 1, 1, over=False, leaders=(), score=0, in_points=True)


def evenings(*answer: dict[str, Record]) -> Evenings:
    """Return evenings with the records, one a month."""
    return Evenings.of(
        Evening(entry(n, f"Night {n}", f"2026-0{n}-01"), one) for n, one in enumerate(answer, 1)
    )


def record(chips: int = 0, *, rounds: int = 1, wins: int = 0, **more: int) -> Record:
    tally = Tally(series=1, rounds=rounds, wins=wins, chips=chips, **more)
    return Record(tally, Streak(rounds, wins, wins, wins))


def table(nights: Evenings, sorting: Sorting, words: Words = ENGLISH) -> list[b.Row]:
    return rows(players(PeopleNow(Statistics(nights)), words, sorting))


def view_of(nights: Evenings, sorting: Sorting = Sorting()) -> list[str]:  # noqa: B008 - frozen
    return [str(row.title) for row in table(nights, sorting)]


def player_of(nights: Evenings, name: str = "Ann") -> b.Document:
    return player(PeopleNow(Statistics(nights)), ENGLISH, PlayerForm(name))


THREE = evenings(
    {
        "ann": record(5, rounds=10, wins=2, cards_left=20),
        "Ben": record(-9, rounds=20, wins=10, cards_left=10),
        "Cem": record(4, rounds=0),
    }
)
SORTED = {
    Order.NAME: ["ann", "Ben", "Cem"],
    Order.EVENINGS: ["ann", "Ben", "Cem"],
    Order.ROUNDS: ["Ben", "ann", "Cem"],
    Order.WON: ["Ben", "ann", "Cem"],
    Order.LEFT: ["Ben", "ann", "Cem"],
    Order.CHIPS: ["ann", "Ben", "Cem"],
}


@pytest.mark.parametrize("order", Order)
def test_the_best_come_first_and_who_has_not_played_last(order: Order) -> None:
    assert view_of(THREE, Sorting(order)) == SORTED[order]
    turned = view_of(THREE, Sorting(order, turned=True))
    if order is Order.NAME:
        assert turned == ["Cem", "Ben", "ann"]
    else:
        assert turned[-1] == "Cem"


def test_a_second_tap_turns_the_order_round_and_another_one_does_not() -> None:
    once = Sorting().after(Order.CHIPS)
    assert (once, once.after(Order.CHIPS)) == (Sorting(Order.CHIPS), Sorting(Order.CHIPS, True))
    assert once.after(Order.CHIPS).after(Order.WON) == Sorting(Order.WON)


def test_a_row_says_all_its_figures() -> None:
    row = table(THREE, Sorting(Order.WON))[0]
    assert (row.title, row.value, row.subtitle) == ("Ben", "50 %", "1 evening · 20 rounds")
    assert row.label == "Ben, 1 evening, 20 rounds, 50 % won, 0.5 cards left, -9 chips"
    german = table(THREE, Sorting(Order.WON), GERMAN)[0]
    assert german.label == "Ben, 1 Abend, 20 Runden, 50 % gewonnen, 0,5 Karten übrig, -9 Jetons"


def test_who_has_not_played_a_round_has_no_averages() -> None:
    row = table(THREE, Sorting(Order.LEFT))[2]
    assert (row.value, row.subtitle) == ("–", "1 evening · 0 rounds · – won")


def test_many_players_are_shown_when_they_are_asked_for() -> None:
    many = PeopleNow(Statistics(evenings({f"P{n}": record(n) for n in range(60)})))
    few = players(many, ENGLISH, Sorting())
    more = actions(few)["all-players"]
    assert more.says == "Show all 60 players"
    assert isinstance(more.intent, b.Edit)
    unfolded = getattr(Sorting(), more.intent.step)()
    shown = [rows(view) for view in (few, players(many, ENGLISH, unfolded))]
    assert list(map(len, shown)) == [40, 60]
    assert "all-players" not in actions(players(many, ENGLISH, unfolded))


PROGRESS = {
    "adding up": (Statistics(None, 40, 200), "Adding up … 40 of 200", 0.2),
    "not begun": (Statistics(None), "Adding up …", 0),
    "renaming": (Statistics(THREE, 1, 4, renaming=True), "Renaming … 1 of 4", 0.25),
}


@pytest.mark.parametrize(("statistics", "says", "share"), PROGRESS.values(), ids=PROGRESS)
def test_the_progress_of_adding_up_is_shown_until_there_is_an_answer(
    statistics: Statistics, says: str, share: float
) -> None:
    view = players(PeopleNow(statistics), ENGLISH, Sorting())
    assert b.Progress(says, share, "adding-up") in blocks(view)
    assert not any(isinstance(one, b.Progress) for one in blocks(player_of(THREE, "Ben")))


def test_series_that_cannot_be_read_are_counted_even_if_nobody_has_played() -> None:
    view = players(PeopleNow(Statistics(evenings(), unread=2)), ENGLISH, Sorting())
    assert "players-new-series" in actions(view)
    assert texts(view)["unread"] == "2 series cannot be read and are not counted here."


def test_how_often_the_lead_at_half_way_was_enough_is_shown() -> None:
    nights = evenings({"Ann": record(led=2, led_won=1), "Ben": record(led=1)})
    shown, none = (
        texts(players(PeopleNow(Statistics(one)), ENGLISH, Sorting())) for one in (nights, THREE)
    )
    assert shown["half-way"] == "The leader at half-way won 1 of 3 series."
    assert "half-way" not in none


def test_an_identifier_has_no_blanks_and_a_number_is_that_of_the_name() -> None:
    nights = evenings({"Ana María Pérez": record()})
    row, number = table(nights, Sorting())[0], number_of("Ana María Pérez")
    assert row.id == "player-Ana-María-Pérez"
    assert row.intent == b.Go(f"/players/player/{number}")
    assert number < 1_000_000_000
    assert named(nights, number) == "Ana María Pérez"
    assert named(nights, 7) is named(nights, None) is None


FIGURES = {
    "2.9": tenths(29, 10, ENGLISH),
    "2,9": tenths(29, 10, GERMAN),
    "-0.5": tenths(-5, 10, ENGLISH),
    "0.0": tenths(-1, 100, ENGLISH),
    "–": tenths(0, 0, ENGLISH),
    "0.03": hundredths(3, 118, ENGLISH),
    "31 %": percent(31, 100),
}


@pytest.mark.parametrize(("right", "figure"), FIGURES.items())
def test_a_figure_is_written_as_people_read_it(right: str, figure: str) -> None:
    assert figure == right


def test_a_player_is_shown_with_what_the_figures_rest_on() -> None:
    played = evenings(
        {
            "Ann": record(
                5, rounds=10, wins=3, passes=41, points=30, scored=8, openers=9, held_back=2
            )
        },
        {"Ann": record(-7, rounds=2, finished=1, won=1, led=1, led_won=1)},
        {"Ben": record()},
    )
    view = player_of(played)
    assert view.subtitle == "2 evenings · 12 rounds · since Jan 2026"
    (tiles,) = (block for block in blocks(view) if isinstance(block, b.Figures))
    assert [figure.value for figure in tiles.figures] == [
        b.Text("25 %", "figure-won"),
        b.Text("0.0", "figure-left"),
        b.Text("3.4", "figure-passes"),
        b.Text("0", "figure-false"),
        b.Text("-2", "figure-chips"),
        b.Text("1", "figure-series"),
    ]
    assert [
        chart.curves[0].totals for chart in custom(view, "chart") if isinstance(chart, Chart)
    ] == [(0, 5, -2)]
    rests = {row.id: (row.value, row.subtitle) for row in rows(view, "In figures")}
    assert rests["figure-points"] == ("3.8", "in 8 rounds")
    assert rests["figure-held-back"][0] == "2"
    assert rests["figure-streak"] == ("3", "the longest run")
    assert rests["figure-half-way"] == ("1", "of 1 series with a winner; 1 of them won")
    nights = [row for row in rows(view) if row.id.startswith("night-")]
    assert [(night.title, night.value, night.id) for night in nights] == [
        ("Best evening", "+5", "night-1"),
        ("Worst evening", "-7", "night-2"),
    ]
    shown = rows(view, "Evenings")
    assert [row.intent for row in shown] == [b.Go("/series/2"), b.Go("/series/1")]
    assert shown[0].subtitle == "1 February 2026 · won 0 of 2 rounds · won the series"


def test_players_without_a_round_are_shown_as_such() -> None:
    view = player_of(evenings({"Ann": record(rounds=0)}))
    says = [block.says for block in blocks(view) if isinstance(block, b.Text)]
    assert says == ["No round has been played to the end yet."]
    assert rows(view, "In figures") == []
    assert [row.subtitle for row in rows(view, "Evenings")] == ["1 January 2026"]


def test_of_many_evenings_the_last_are_shown() -> None:
    nights = Evenings.of(Evening(entry(n), {"Ann": record()}) for n in range(1, 21))
    view = player_of(nights)
    assert [row.id for row in rows(view, "Evenings")] == [f"evening-{n}" for n in range(20, 8, -1)]
    assert actions(view)["all-evenings"].intent == b.Edit("unfold")
    unfolded = player(PeopleNow(Statistics(nights)), ENGLISH, PlayerForm("Ann").unfold())
    assert len(rows(unfolded, "Evenings")) == 20
    assert "all-evenings" not in actions(unfolded)


AHEAD = {
    "in points": (Duel(10, 6, 2, 10), "75 %", 0.75, "Ahead means fewer points in the round."),
    "in chips": (Duel(10, 1, 3, 0), "25 %", 0.25, "Ahead means more chips in the round."),
    "in both": (
        Duel(10, 1, 3, 4),
        "25 %",
        0.25,
        "or more chips where no points are counted or known.",
    ),
    "never": (Duel(3, 0, 0, 3), "–", 0, "Ahead means fewer points in the round."),
    "once": (Duel(1, 1, 0, 1), "100 %", 1, "Ahead means fewer points in the round."),
}


@pytest.mark.parametrize(("duel", "value", "share", "rests"), AHEAD.values(), ids=AHEAD)
def test_who_was_ahead_is_shown_with_what_it_is_by(
    duel: Duel, value: str, share: float, rests: str
) -> None:
    view = player_of(evenings({"Ann": Record(Tally(1), duels={"Ben": duel}), "Ben": record()}))
    (bar,) = bars(view)
    assert (bar.value, bar.share) == (value, share)
    says = [block.says for block in blocks(view) if isinstance(block, b.Text)]
    assert says[-1].endswith(rests)
    rounds = "1 round" if duel.rounds == 1 else f"{duel.rounds} rounds"
    ahead = f"Ben: ahead in {duel.ahead} and behind in {duel.behind} of {rounds} together"
    assert bar.label == ahead


def test_an_evening_without_a_date_or_a_round_is_shown_without_gaps() -> None:
    nights = Evenings.of([Evening(entry(1), {"Ann": record(rounds=0)})])
    (row,) = rows(player_of(nights), "Evenings")
    assert (row.subtitle, row.label) == ("", "Fan Tan, 0 chips")


def test_players_have_the_colours_of_the_archive() -> None:
    now = PeopleNow(Statistics(SPELLED), None, {"ana": 7, "anna": 3, "ben": 5, "cem": 1})
    shown = [
        *(row.leading for row in rows(players(now, ENGLISH, Sorting()))),
        *(row.leading for row in rows(same_player(now, ENGLISH, MergeForm("Ana")))),
        *(bar.person for bar in bars(player(now, ENGLISH, PlayerForm("Ana")))),
    ]
    tints = {(who.name, who.tint) for who in shown if isinstance(who, Person)}
    assert {("Ana", 7), ("Anna", 3), ("Ben", 5), ("Cem", 1)} <= tints


def test_a_player_who_is_none_of_these_is_shown_over_all_of_them() -> None:
    missing = [
        "no-such-player" in texts(players(PeopleNow(now), ENGLISH, Sorting(), wanted=wanted))
        for now, wanted in [
            (Statistics(THREE), 1),
            (Statistics(THREE), None),
            (Statistics(None), 1),
            (Statistics(evenings()), 1),
        ]
    ]
    assert missing == [True, False, False, False]


ROUND = "round 1\ndealer {2}\ndeal {0} 1 {1} 2 {2} 49\n{0} {1} {2}\n1 7C . .\n"


def night(name: str, *players: str) -> Log:
    return loads(f"fantan 1\nseries {name}\n{ROUND.format(*players)}")


def of_logs(*source: Log) -> Evenings:
    return Evenings.of(
        Evening(entry_of(number, log.series), summary(log.series))
        for number, log in enumerate(source, 1)
    )


SPELLED = of_logs(
    night("Porch", "Ana", "Ben", "Cem"),
    night("Cabin", "Anna", "Ben", "Cem"),
    night("Rain", "Ana", "Zoe", "Dee"),
)


SPELLING = PeopleNow(Statistics(SPELLED))


@pytest.mark.parametrize(
    ("name", "says", "possible", "asks"),
    [
        ("Ana María", "Ana becomes Ana María on 2 evenings.", True, False),
        ("Anna", "Ana and Anna become one player: 3 evenings.", True, True),
        ("Ben", "Ana and Ben sat together in “Porch”: they are two people.", False, False),
        ("", "A player needs a name.", False, False),
        ("Ana", "", False, False),
        (" Ana  ", "", False, False),
    ],
)
def test_what_another_name_would_do_is_said(
    name: str, says: str, *, possible: bool, asks: bool
) -> None:
    view = another_name(SPELLING, ENGLISH, NameForm("Ana", name))
    assert texts(view).get("rename-follows", "") == says
    (act,) = view.footer
    assert (act.intent is not None, act.says == "Merge them") == (possible, asks)


def test_no_name_changes_while_work_is_under_way() -> None:
    busy = PeopleNow(replace(SPELLING.statistics, done=1, of=2))
    footers = (
        another_name(busy, ENGLISH, NameForm("Ana", "Zoë")).footer,
        same_player(busy, ENGLISH, MergeForm("Ana", "Anna")).footer,
    )
    assert [footer[-1].intent for footer in footers] == [None, None]


def test_who_may_be_the_same_person_has_never_sat_beside_them() -> None:
    shown = {
        name: [row.title for row in rows(same_player(SPELLING, ENGLISH, MergeForm(name)))]
        for name in ("Ana", "Dee")
    }
    assert shown == {"Ana": ["Anna"], "Dee": ["Ben", "Cem", "Anna"]}


CABIN = entry(2, "Cabin")
DONE = {
    "done": (Renaming("Ana", "Anna", 2), "Ana is Anna now on 2 evenings.", ""),
    "once": (Renaming("Ana", "Anna", 1), "Ana is Anna now on 1 evening.", ""),
    "refused": (
        Renaming("Ana", "Anna", 1, (CABIN, entry(3))),
        "Ana is Anna now on 1 evening. This could not be changed: “Cabin” and “Fan Tan”.",
        "",
    ),
    "cut off": (
        Renaming("Ana", "Anna", 1, trouble=Trouble.FULL),
        (
            "Ana is Anna now on 1 evening. The rest is still to be done. "
            "The disk is full. Free some space, then tap again."
        ),
        "Go on",
    ),
    "taken back in part": (
        Renaming("Ana", "Anna", 1, trouble=Trouble.GONE, taken_back=True),
        (
            "Anna is Ana again on 1 evening. The rest is still to be done. "
            "The data folder is gone. Bring it back, then tap again."
        ),
        "",
    ),
}


@pytest.mark.parametrize(("renamed", "says", "again"), DONE.values(), ids=DONE)
def test_what_was_done_is_shown(renamed: Renaming, says: str, again: str) -> None:
    view = players(PeopleNow(Statistics(THREE), renamed), ENGLISH, Sorting())
    assert texts(view)["renamed"] == says
    assert [action.says for name, action in actions(view).items() if name == "rename-again"] == [
        *filter(None, [again])
    ]
