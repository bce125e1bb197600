"""Players over all evenings in words: the table, a player, another name."""

import pytest

from companion.core.forecast import Entry, entry_of
from companion.core.log import Log
from companion.core.sheet import loads
from companion.core.statistics import Duel, Evening, Evenings, Record, Streak, Tally, summary
from companion.desk.people import Renaming, Statistics
from companion.desk.ports import Trouble
from companion.views.player import player_view
from companion.views.players import (
    Order,
    Sorting,
    hundredths,
    named,
    number_of,
    others,
    percent,
    players_view,
    proposal_view,
    renamed_view,
    tenths,
)
from companion.words import ENGLISH, words_in

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


def view_of(nights: Evenings, sorting: Sorting = Sorting()) -> list[str]:  # noqa: B008 - frozen
    return [row.name for row in players_view(Statistics(nights), {}, ENGLISH, sorting).rows]


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
    row = players_view(Statistics(THREE), {}, ENGLISH, Sorting(Order.WON)).rows[0]
    assert (row.name, row.figure, row.beneath) == ("Ben", "50 %", "1 evening · 20 rounds")
    assert row.figure_says == "50 % won"
    assert row.figures == ("1", "20", "50 %", "0.5", "-9")
    assert row.says == "Ben, 1 evening, 20 rounds, 50 % won, 0.5 cards left, -9 chips"
    german = players_view(Statistics(THREE), {}, GERMAN, Sorting(Order.WON)).rows[0]
    assert german.says == "Ben, 1 Abend, 20 Runden, 50 % gewonnen, 0,5 Karten übrig, -9 Jetons"


def test_who_has_not_played_a_round_has_no_averages() -> None:
    row = players_view(Statistics(THREE), {}, ENGLISH, Sorting(Order.NAME)).rows[2]
    assert row.figures == ("1", "0", "–", "–", "+4")


def test_many_players_are_shown_when_they_are_asked_for() -> None:
    many = evenings({f"P{n}": record(n) for n in range(60)})
    view = players_view(Statistics(many), {}, ENGLISH, Sorting())
    assert (len(view.rows), view.more) == (40, "Show all 60 players")
    assert players_view(Statistics(many), {}, ENGLISH, Sorting(), most=60).more == ""


def test_the_progress_of_adding_up_is_shown_until_there_is_an_answer() -> None:
    view = players_view(Statistics(None, 40, 200), {}, ENGLISH, Sorting())
    assert view.progress
    assert (view.progress.says, view.progress.share) == ("Adding up … 40 of 200", 0.2)
    assert players_view(Statistics(THREE), {}, ENGLISH, Sorting()).progress is None
    again = players_view(Statistics(THREE, 1, 4, renaming=True), {}, ENGLISH, Sorting())
    assert again.progress
    assert (again.progress.says, len(again.rows)) == ("Renaming … 1 of 4", 3)
    shown = players_view(Statistics(evenings(), unread=2), {}, ENGLISH, Sorting())
    assert shown.empty
    assert shown.unread == "2 series cannot be read and are not counted here."


def test_how_often_the_lead_at_half_way_was_enough_is_shown() -> None:
    nights = evenings({"Ann": record(led=2, led_won=1), "Ben": record(led=1)})
    said = players_view(Statistics(nights), {}, ENGLISH, Sorting()).half_way
    assert said == "The leader at half-way won 1 of 3 series."
    assert players_view(Statistics(THREE), {}, ENGLISH, Sorting()).half_way == ""


def test_an_identifier_has_no_blanks_and_a_number_is_that_of_the_name() -> None:
    nights = evenings({"Ana María Pérez": record()})
    row = players_view(Statistics(nights), {}, ENGLISH, Sorting()).rows[0]
    assert row.identifier == "player-Ana-María-Pérez"
    assert row.number == number_of("Ana María Pérez") < 1_000_000_000
    assert named(nights, row.number) == "Ana María Pérez"
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
    told = evenings(
        {
            "Ann": record(
                5, rounds=10, wins=3, passes=41, points=30, scored=8, openers=9, held_back=2
            )
        },
        {"Ann": record(-7, rounds=2, finished=1, won=1, led=1, led_won=1)},
        {"Ben": record()},
    )
    view = player_view(told, "Ann", {}, ENGLISH)
    assert view.subtitle == "2 evenings · 12 rounds · since Jan 2026"
    assert [(tile.name, tile.value) for tile in view.tiles] == [
        ("won", "25 %"),
        ("left", "0.0"),
        ("passes", "3.4"),
        ("false", "0"),
        ("chips", "-2"),
        ("series", "1"),
    ]
    assert view.rests == "12 rounds were played to the end. 1 series has a winner."
    assert view.totals == (0, 5, -2)
    figures = {figure.name: (figure.value, figure.rests) for figure in view.figures}
    assert figures["points"] == ("3.8", "in 8 rounds")
    assert figures["held-back"][0] == "2"
    assert figures["held-back"][1].startswith("of 9 known to be held")
    assert figures["streak"] == ("3", "the longest run")
    assert figures["half-way"] == ("1", "of 1 series with a winner; 1 of them won")
    assert [(night.name, night.chips, night.number) for night in view.nights] == [
        ("Best evening", "+5", 1),
        ("Worst evening", "-7", 2),
    ]
    assert [line.number for line in view.evenings] == [2, 1]
    assert view.evenings[0].beneath == "1 February 2026 · won 0 of 2 rounds · won the series"


def test_players_without_a_round_are_shown_as_such() -> None:
    view = player_view(evenings({"Ann": record(rounds=0)}), "Ann", {}, ENGLISH)
    assert (view.rests, view.figures) == ("No round has been played to the end yet.", ())
    assert [line.beneath for line in view.evenings] == ["1 January 2026"]


def test_of_many_evenings_the_last_are_shown() -> None:
    nights = Evenings.of(Evening(entry(n), {"Ann": record()}) for n in range(1, 21))
    view = player_view(nights, "Ann", {}, ENGLISH)
    assert ([line.number for line in view.evenings], view.more) == (
        [*range(20, 8, -1)],
        "Show all 20 evenings",
    )
    assert len(player_view(nights, "Ann", {}, ENGLISH, unfolded=True).evenings) == 20


AHEAD = {
    "in points": (Duel(10, 6, 2, 10), "75 %", "Ahead means fewer points in the round."),
    "in chips": (Duel(10, 1, 3, 0), "25 %", "Ahead means more chips in the round."),
    "in both": (Duel(10, 1, 3, 4), "25 %", "or more chips where no points are counted or known."),
    "never": (Duel(3, 0, 0, 3), "–", "Ahead means fewer points in the round."),
}


@pytest.mark.parametrize(("duel", "value", "says"), AHEAD.values(), ids=AHEAD)
def test_who_was_ahead_is_shown_with_what_it_is_by(duel: Duel, value: str, says: str) -> None:
    nights = evenings({"Ann": Record(Tally(1), duels={"Ben": duel}), "Ben": record()})
    view = player_view(nights, "Ann", {}, ENGLISH)
    assert [one.value for one in view.against] == [value]
    assert view.against_rests.endswith(says)
    said = (
        f"Ben: ahead in {duel.ahead} and behind in {duel.behind} of {duel.rounds} rounds together"
    )
    assert view.against[0].says == said


def test_one_round_together_is_shown_as_one() -> None:
    nights = evenings({"Ann": Record(Tally(1), duels={"Ben": Duel(1, 1, 0, 1)}), "Ben": record()})
    said = player_view(nights, "Ann", {}, ENGLISH).against[0].says
    assert said == "Ben: ahead in 1 and behind in 0 of 1 round together"


def test_an_evening_without_a_date_or_a_round_is_shown_without_gaps() -> None:
    nights = Evenings.of([Evening(entry(1), {"Ann": record(rounds=0)})])
    line = player_view(nights, "Ann", {}, ENGLISH).evenings[0]
    assert (line.beneath, line.says) == ("", "Fan Tan, 0 chips")


def test_players_have_the_colours_of_the_archive() -> None:
    colours = {"ann": 7, "anna": 3, "ben": 5, "cem": 1}
    rows = players_view(Statistics(THREE), colours, ENGLISH, Sorting()).rows
    assert {row.name: row.tint for row in rows} == {"ann": 7, "Ben": 5, "Cem": 1}
    assert player_view(THREE, "ann", colours, ENGLISH).tint == 7
    assert [other.tint for other in others(SPELLED, "Ana", colours, ENGLISH)] == [3]


def test_a_player_who_is_none_of_these_is_shown_over_all_of_them() -> None:
    missing = [
        players_view(statistics, {}, ENGLISH, Sorting(), wanted=wanted).missing
        for statistics, wanted in [
            (Statistics(THREE), 1),
            (Statistics(THREE), None),
            (Statistics(None), 1),
            (Statistics(evenings()), 1),
        ]
    ]
    assert missing == ["There is no such player. These are all who ever played.", "", "", ""]


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
    view = proposal_view(SPELLED, "Ana", name, ENGLISH)
    assert (view.says, view.possible, bool(view.asks)) == (says, possible, asks)


def test_who_may_be_the_same_person_has_never_sat_beside_them() -> None:
    assert [other.name for other in others(SPELLED, "Ana", {}, ENGLISH)] == ["Anna"]
    assert [other.name for other in others(SPELLED, "Dee", {}, ENGLISH)] == ["Ben", "Cem", "Anna"]


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
    view = renamed_view(renamed, ENGLISH)
    assert view
    assert (view.says, view.again) == (says, again)
    assert renamed_view(None, ENGLISH) is None
