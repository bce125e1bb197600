"""Totals over rounds, the end of a series and its winners (R10)."""

from itertools import accumulate

import pytest
from hypothesis import given, settings

from companion.core.books import ledger, points
from companion.core.cards import card
from companion.core.log import Log
from companion.core.objections import Objection, Why
from companion.core.presets import parse
from companion.core.rounds.events.cards import Shown
from companion.core.rounds.reading import read_event
from companion.core.rounds.setup import Setup
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, Ended, Planned, Recorded
from tests.cases import cases
from tests.core.tables import english, log_of, night, refusal, series_of
from tests.strategies import logs

LIMITS = {
    "the last round": (("A B 20 C 31", "A B 20 C 31"), True, ("A",)),
    "one before": (("A B 20 C 31",), False, ()),
    "equal lowest totals share the win": (("A B 20 C 31", "B A 20 C 31"), True, ("A", "B")),
    "all of them": (("A B 51", "B A 51"), True, ("A", "B")),
    "in the order in which they first sat down": (("B A 51", "A B 51"), True, ("B", "A")),
}


@cases("rounds, over, winners", LIMITS)
def test_r10_rounds_end(rounds: tuple[str, ...], winners: tuple[str, ...], *, over: bool) -> None:
    standing = series_of(night(*rounds, rules="bicycle target=0 rounds=2")).standing
    assert (standing.limit, standing.over, standing.winners) == (2, over, winners)


def test_r10_then_a_further_round_is_refused_unless_their_number_is_raised() -> None:
    sheet = night("A B 20 C 31", "B A 20 C 31", rules="bicycle target=0 rounds=2")
    assert refusal(f"{sheet}round 3\nA B C\n").endswith(english(Why.SERIES_IS_OVER))
    more = log_of(f"{sheet}round 3\nrules bicycle target=0 rounds=3\nA B C\n")
    assert more.series.standing.over is False


def test_r10_a_round_that_was_called_off_counts_for_no_limit() -> None:
    sheet = night("A B 20 C 31", rules="bicycle target=0 rounds=2")
    series = series_of(f"{sheet}round 2\nA B C\nvoid\n")
    assert (series.standing.played, series.standing.over) == (1, False)


def test_r10_with_a_limit_and_no_points_the_most_chips_win() -> None:
    standing = series_of(night("A B 20 C 31", rules="parlour rounds=1")).standing
    assert standing.winners == ("A",)


def test_r10_the_target_may_come_before_the_last_round() -> None:
    standing = series_of(night("A B 1 C 50", rules="bicycle target=50 rounds=7")).standing
    assert (standing.over, standing.winners) == (True, ("A",))


def test_a_tie_at_the_target_goes_on_and_is_reported() -> None:
    series = series_of(night("A B 1 C 50", "B A 1 C 50", rules="bicycle target=100"))
    assert (series.standing.over, series.standing.tied) == (False, ("A", "B"))


ENDS = {
    "one is lowest": (("A B 20 C 31",), ("A",)),
    "two share it": (("A B 20 C 31", "B A 20 C 31"), ("A", "B")),
    "a tie at the target is shared then": (("A B 1 C 50", "B A 1 C 50"), ("A", "B")),
    "only those seated": (("A B 20 C 31", "B C 51"), ("B",)),
}


@cases("rounds, winners", ENDS)
def test_a_series_ended_is_over(rounds: tuple[str, ...], winners: tuple[str, ...]) -> None:
    log = log_of(night(*rounds)).after(Ended())
    assert (log.series.standing.over, log.series.standing.winners) == (True, winners)


def test_ended_with_points_open_it_is_over_and_nobody_has_won_yet() -> None:
    log = log_of(f"{night('A B 1 C 50', rules='bicycle points=pips')}end\n")
    assert (log.series.standing.over, log.series.standing.winners) == (True, ())
    shown = log.after(Recorded(1, Shown(1, card("2C").bit)))
    assert shown.series.standing.winners == ("A",)


def test_a_target_lowered_below_a_total_ends_the_series() -> None:
    log = log_of(night("A B 20 C 31")).after(Planned(parse("bicycle target=30")))
    assert log.series.standing.winners == ("A",)
    assert log.objection(Dealt(log.series.next_setup())) == Objection(Why.SERIES_IS_OVER)


# Pips are open until cards are shown: B has 50 cards left, C the last one.
OPEN = "dealer C\ndeal A 1 B 50 C 1\nA B C\n1 7D . .\n"
TWO_OPEN = f"round 1\n{OPEN}round 2\n{OPEN}"
TO_TEN = f"rules bicycle points=pips target=10\n{TWO_OPEN}"
TO_FOUR_HUNDRED = TO_TEN.replace("target=10", "target=400")
WON_TWICE = night("A B 20 C 31", "A B 20 C 31")
TIED = night("A B 1 C 50", "B A 1 C 50", "A B 20 C 31", rules="bicycle target=100")
FOUR = night("A B 1 C 25 D 25", "B A 1 C 49 D 1", "A B 51", rules="bicycle target=40")
LOWERED = night("A B 20 C 31", "target=40: A B 20 C 31")
EARLIER = {
    "cards shown": (TO_TEN, "left C 7C"),
    "a hand entered": (TO_TEN, "hand C 7C"),
    "the last open of two": (f"{TO_FOUR_HUNDRED}left C 7C\nround 3\nA B C\n", "left C 7C"),
    "a round called off, and with it a tie": (FOUR, "void"),
    "points that reach the target": (WON_TWICE, "points C 69"),
    "points that reach a target that was lowered for the next round": (LOWERED, "points C 9"),
    "points that break a tie": (TIED, "points A 1"),
}


@cases("sheet, words", EARLIER)
def test_what_would_have_ended_the_series_earlier_is_refused(sheet: str, words: str) -> None:
    step = Recorded(1, read_event(words, "ABCD"))
    assert log_of(sheet).objection(step) == Objection(Why.ENDS_EARLIER)


RAISED_SINCE = night("A B 20 C 31", "target=200: A B 20 C 31")
OF_TWO_ROUNDS = night("A B 20 C 31", "A B 20 C 31", rules="bicycle rounds=2")
LATE = {
    "points below the target": (WON_TWICE, "points C 68"),
    "points that reach the target that was raised since": (RAISED_SINCE, "points C 69"),
    "chips": (WON_TWICE, "pay A B 500"),
    "a round called off, of a number of rounds": (OF_TWO_ROUNDS, "void"),
}


@cases("sheet, words", LATE)
def test_what_would_not_have_is_taken_late(sheet: str, words: str) -> None:
    after = log_of(sheet).after(Recorded(1, read_event(words, "ABCD")))
    assert Log.of(after.head, after.steps).series.standing == after.series.standing
    assert loads(dumps(after)).series == after.series


@settings(max_examples=30)
@given(logs())
def test_totals_are_sums_of_the_rounds_and_points_on_joining(log: Log) -> None:
    chips: dict[str, int] = {}
    for round_ in log.series.rounds:
        for handle, net in zip(round_.setup.players, ledger(round_).chips, strict=True):
            chips[handle] = chips.get(handle, 0) + net
    assert log.series.standing.chips == chips
    pot = ledger(log.round).pot if log.series.rounds else 0
    assert sum(chips.values()) + pot == 0


@settings(max_examples=30)
@given(logs(most=1))
def test_in_the_first_round_totals_of_points_are_its_points(log: Log) -> None:
    if log.series.rounds:
        known = {
            handle: counted or 0
            for handle, counted in zip(log.round.setup.players, points(log.round), strict=True)
        }
        assert log.series.standing.points == known


@settings(max_examples=50)
@given(logs())
def test_last_date_is_that_of_the_last_round(log: Log) -> None:
    series = log.series
    assert series.last_date == (series.dates or (series.date,))[-1]


@settings(max_examples=50)
@given(logs())
def test_rounds_called_off_are_counted(log: Log) -> None:
    off = [totals.off for totals in log.series.standings]
    assert off == list(accumulate(round_.void for round_ in log.series.rounds))


@settings(max_examples=50)
@given(logs())
def test_a_series_is_over_exactly_when_no_further_round_can_be_dealt(log: Log) -> None:
    if log.series.rounds and log.round.over:
        refused = log.objection(Dealt(log.series.next_setup())) == Objection(Why.SERIES_IS_OVER)
        assert log.series.standing.over == (refused or log.series.ended)


NIGHT = """
    series  Friday
    called  B  Ben the Elder
    round 1
    A B C
    void
    round 2
    rules parlour
    A B D
    """


def test_players_stand_in_order_of_appearance_with_their_names() -> None:
    series = series_of(NIGHT)
    assert [player.handle for player in series.players] == ["A", "B", "C", "D"]
    assert [series.name_of(handle) for handle in "ABX"] == ["A", "Ben the Elder", "X"]


def test_the_next_round_has_the_rules_and_players_of_the_last_and_the_next_dealer() -> None:
    series = series_of(f"{NIGHT}void")
    assert series.next_setup() == Setup.dealt(parse("parlour"), ("A", "B", "D"), 1)


def test_or_the_rules_that_the_table_planned() -> None:
    series = series_of(f"{NIGHT}void\nplanned pagat")
    assert series.next_setup().rules == parse("pagat")


def test_no_round_follows_none() -> None:
    with pytest.raises(LookupError):
        Series().next_setup()


def test_a_series_without_rounds_stands_at_nothing() -> None:
    standing = Series(rules=parse("bicycle target=30 rounds=4")).standing
    assert (standing.chips, standing.target, standing.limit, standing.over) == ({}, 30, 4, False)
