"""Rounds by their result alone (R19)."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from companion.core.books import cards_left, ledger, points
from companion.core.judge import judge
from companion.core.log import Log
from companion.core.rounds.events.cards import Shown
from companion.core.rounds.events.decisions import ChipsCorrection, FineTicked
from companion.core.rounds.events.results import Result
from companion.core.rounds.round import Round
from companion.core.rules import Points
from companion.core.series import Series, totals_of
from companion.core.steps import Dealt, Recorded
from tests.core.tables import round_of, series_of
from tests.strategies import habits, result_of, rounds

WITH_TURNS = "deal A 3 B 3 C 46\nA B C\n1 7C -- 6C\n2 8C 7S 8S\n3 6S . .\nleft B 2H 3H\n"
RESULT = Result((0, 2, 44), (0, 1, 0))
TO_THE_END = habits().map(lambda how: replace(how, turns=400, false_passes=0))
"""Honest rounds that are played out, lest most of those drawn are filtered out."""


def _moved(round_: Round) -> Counter[tuple[object, int, int]]:
    """Return the chips of all transfers by reason and accounts."""
    moved = Counter[tuple[object, int, int]]()
    for transfer in ledger(round_).transfers:
        moved[transfer.reason, transfer.source, transfer.target] += transfer.chips
    return moved


@settings(max_examples=50)
@given(rounds(how=TO_THE_END))
def test_r19_a_result_counts_like_the_same_round_with_turns(round_: Round) -> None:
    assume(round_.played_out and round_.turns and not round_.setup.rules.play_on)
    assume(not (round_.void or judge(round_).illegal))
    result = round_.after(result_of(round_))
    assert (result.turns, result.by_result, result.over) == ((), True, True)
    assert (result.winner, cards_left(result)) == (round_.winner, cards_left(round_))
    assert _moved(result) == _moved(round_)
    assert replace(ledger(result), transfers=()) == replace(ledger(round_), transfers=())
    for seat, shown in enumerate(round_.knowledge.shown):
        result = result.after(Shown(seat, shown)) if shown else result
    if round_.setup.rules.points in {Points.CARD, Points.NONE}:
        assert points(result) == points(round_)
        assert totals_of([result]) == totals_of([round_])
    known = zip(points(result), points(round_), strict=True)
    assert all(own in {None, counted} for own, counted in known)


@settings(max_examples=30)
@given(rounds(how=TO_THE_END))
def test_r19_a_result_is_the_same_before_and_after_the_turns(round_: Round) -> None:
    assume(round_.played_out and round_.turns and not round_.setup.rules.play_on)
    assume(not round_.void)
    late = round_.after(result_of(round_))
    facts = [event for event in late.events if not isinstance(event, Result)]
    early = Round.of(round_.setup, [*facts, result_of(round_)])
    assert late == early
    assert Round.of(late.setup, late.events) == late


def test_an_undo_brings_the_turns_back() -> None:
    played = round_of(WITH_TURNS)
    log = Log.of(Series(), [Dealt(played.setup), *(Recorded(1, one) for one in played.events)])
    by_result = log.after(Recorded(1, RESULT))
    assert by_result.series.rounds[0].turns == ()
    assert by_result.without_last() == log
    assert by_result.without_last().series == log.series


def test_what_is_no_turn_stays_but_ticks_and_cards_shown() -> None:
    played = round_of(f"{WITH_TURNS}paid 2\npay A B 3\nowed C A 4\npoints B 2")
    result = played.after(RESULT)
    assert (result.decisions.paid, any(result.knowledge.shown)) == ((), False)
    facts = [fact for fact in played.decided if not isinstance(fact, FineTicked)]
    assert list(result.decided) == facts
    again = result.after(Result((1, 0, 44), (5, 0, 0)))
    assert (again.winner, again.passes) == (1, (5, 0, 0))


def test_points_by_pips_are_open_until_the_cards_left_are_shown() -> None:
    sheet = (
        "rules bicycle points=pips\nround 1\ndeal A 3 B 3 C 46\nA B C\nresult A 0 0 B 2 1 C 44 0"
    )
    assert series_of(sheet).standing.open == {"B", "C"}
    shown = series_of(f"{sheet}\nleft B KH 3H")
    assert shown.standing.open == {"C"}
    assert shown.standing.points["B"] == 13


COUNTED = {"bicycle points=card": (-5, 3), "kartendomino": (0, 0)}


@pytest.mark.parametrize(("rules", "counted"), COUNTED.items(), ids=COUNTED)
def test_points_of_a_round_count_where_the_rules_count_them(
    rules: str, counted: tuple[int, int]
) -> None:
    series = series_of(f"rules {rules}\nround 1\nA B\nscored A A -5 B 3")
    assert points(series.rounds[0]) == counted
    assert tuple(series.standing.points.values()) == counted


def test_a_result_called_off_counts_nothing() -> None:
    off = round_of("A B\nresult A 0 0 B 2 1\nvoid")
    assert (ledger(off).chips, points(off)) == ((0, 0), (0, 0))
    assert ledger(off.after(ChipsCorrection(0, 1, 3))).chips == (-3, 3)
    assert totals_of([off]).played == 0
