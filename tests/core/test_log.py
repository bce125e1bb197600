"""Properties of every log: it is the sum of its steps, and the sheet is complete."""

import json

import pytest
from hypothesis import given, settings

from companion.core.cards import card
from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import IllegalEventError, Objection, SheetError, Why
from companion.core.presets import parse
from companion.core.rounds.events.decisions import CalledOff, ChipsCorrection
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.setup import Setup
from companion.core.series import Series, Standing, Totals, totals_of
from companion.core.sheet import dumps, loads, read, report
from companion.core.steps import (
    Dealt,
    Ended,
    HandedOver,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Step,
    Valued,
)
from tests.cases import cases
from tests.core.tables import english
from tests.strategies import logs


def _seen(log: Log) -> tuple[Series, Totals, Standing, tuple[str, ...]]:
    """Return all facts that a screen reads from a log."""
    series = log.series
    return series, series.before, series.standing, series.left


@settings(max_examples=30)
@given(logs())
def test_a_log_is_its_head_and_its_steps(log: Log) -> None:
    again = Log.of(log.head, log.steps)
    assert again == log
    assert _seen(again) == _seen(log)


@settings(max_examples=25)
@given(logs(most=3))
def test_taking_the_last_step_back_is_as_if_it_had_never_been_taken(log: Log) -> None:
    for _ in range(min(4, len(log.steps))):
        before, last = log.without_last(), log.steps[-1]
        assert _seen(before) == _seen(Log.of(log.head, log.steps[:-1]))
        again = before.after(last)
        assert again == log
        assert _seen(again) == _seen(log)
        log = before


@settings(max_examples=60)
@given(logs(most=3))
def test_the_sheet_of_a_log_makes_the_same_series(log: Log) -> None:
    written = dumps(log)
    reading = read(written)
    assert reading.faults == ()
    assert _seen(reading.log) == _seen(log)
    assert dumps(reading.log) == written
    assert json.dumps(report(reading.log, "")) == json.dumps(report(log, ""))


@settings(max_examples=30)
@given(logs())
def test_totals_carried_along_are_totals_added_up(log: Log) -> None:
    rounds = log.series.rounds
    assert log.series.before == totals_of(rounds[:-1])


SETUP = Setup.dealt(parse("bicycle"), ("A", "B", "C"), 2)
HEAD = Series("Friday", players=(Player("A", "Ana"),))
BEGUN = Log.of(HEAD, [Dealt(SETUP)])
OVER = BEGUN.after(Recorded(1, CalledOff()))
OTHERS = Setup.dealt(parse("bicycle"), ("A", "B", "D"), 0)
EMPTY, PASSED = Log.begin(HEAD), Recorded(1, Passed(0))
NO_WORTH = english(Why.NO_WORTH)
HAS_BEGUN = english(Why.ROUND_HAS_BEGUN)
REFUSED: dict[str, tuple[Log, Step, str]] = {
    "a fact before the first round": (EMPTY, PASSED, english(Why.NO_ROUND, number=1)),
    "a fact of a round to come": (BEGUN, Recorded(2, Passed(0)), english(Why.NO_ROUND, number=2)),
    "a fact of round 0": (BEGUN, Recorded(0, Passed(0)), english(Why.NO_ROUND, number=0)),
    "a fact against the rules of play": (
        BEGUN,
        Recorded(1, Passed(1)),
        english(Why.OUT_OF_TURN, other="A", player="B"),
    ),
    "a deal in play": (BEGUN, Dealt(OTHERS), english(Why.ROUND_IN_PLAY)),
    "a redeal of nothing": (EMPTY, Redealt(SETUP), english(Why.NO_ROUND, number=1)),
    "a redeal after a turn": (BEGUN.after(PASSED), Redealt(SETUP), HAS_BEGUN),
    "a redeal after payment": (
        BEGUN.after(Recorded(1, ChipsCorrection(0, 1, 3))),
        Redealt(SETUP),
        HAS_BEGUN,
    ),
    "a redeal of a round called off": (OVER, Redealt(SETUP), HAS_BEGUN),
    "plans before the first round": (
        EMPTY,
        Planned(parse("pagat")),
        english(Why.NO_ROUND, number=1),
    ),
    "an end before the first round": (EMPTY, Ended(), english(Why.NO_ROUND, number=1)),
    "an end in play": (BEGUN, Ended(), english(Why.ROUND_IN_PLAY)),
    "an end that calls off what is over": (OVER, Ended(calls_off=True), english(Why.ROUND_IS_OVER)),
    "a second end": (OVER.after(Ended()), Ended(), english(Why.SERIES_IS_OVER)),
    "chips of no name": (OVER, HandedOver("1", "A", 3), english(Why.NOT_IN_SERIES, player="1")),
    "chips to oneself": (OVER, HandedOver("A", "A", 3), english(Why.SAME_ACCOUNT)),
    "no chips": (OVER, HandedOver("A", "B", 0), english(Why.TOO_LITTLE)),
    "a worth without a number": (OVER, Valued("a nut"), NO_WORTH),
    "a worth that is too long": (OVER, Valued(f"1 {'x' * 40}"), NO_WORTH),
    "no name": (OVER, Renamed(" \t"), english(Why.NO_NAME)),
    "a name that is too long": (OVER, Renamed("x" * 41), english(Why.NAME_TOO_LONG, expected=40)),
    "a name before the first round": (
        EMPTY,
        PlayerRenamed("A", "Ann"),
        english(Why.NO_ROUND, number=1),
    ),
    "a name for a stranger": (
        OVER,
        PlayerRenamed("X", "Xaver"),
        english(Why.NOT_IN_SERIES, player="X"),
    ),
    "no name for a player": (OVER, PlayerRenamed("A", " \t"), english(Why.NO_NAME)),
    "a long player name": (
        OVER,
        PlayerRenamed("A", "x" * 41),
        english(Why.NAME_TOO_LONG, expected=40),
    ),
    "more chips than a sheet can say": (
        OVER,
        HandedOver("A", "B", 1_000_000_000),
        english(Why.TOO_MUCH, expected=999999999),
    ),
}


@cases("log, step, expected", REFUSED)
def test_a_step_that_cannot_follow_is_refused(log: Log, step: Step, expected: str) -> None:
    with pytest.raises(IllegalEventError) as refused:
        log.after(step)
    assert refused.value.objection == log.objection(step)
    assert refused.value.objection.english == expected
    with pytest.raises(IllegalEventError):
        Log.of(log.head, (*log.steps, step))


def test_a_redeal_gives_back_the_name_that_the_deal_had_changed() -> None:
    log = OVER.after(Dealt(OTHERS, (Player("A", "Anna"), Player("D", "Dora"))))
    assert (log.series.name_of("A"), log.series.name_of("D")) == ("Anna", "Dora")
    again = log.after(Redealt(OTHERS))
    assert (again.series.name_of("A"), again.series.name_of("D")) == ("Ana", "D")
    assert Log.of(again.head, again.steps).series == again.series


def test_a_redeal_after_a_late_correction_keeps_it() -> None:
    log = (
        _won()
        .after(Dealt(OTHERS))
        .after(Recorded(1, ChipsCorrection(0, 1, 3)))
        .after(Redealt(SETUP))
    )
    fresh = Log.of(log.head, log.steps)
    assert _seen(fresh) == _seen(log)
    assert log.series.before.chips["A"] == _won().series.standing.chips["A"] - 3


def _won() -> Log:
    """Return a round that A won with the first card."""
    setup = Setup(parse("bicycle"), ("A", "B", "C"), 2, (1, 1, 50))
    return Log.of(HEAD, [Dealt(setup), Recorded(1, Played(0, card("7C")))])


def test_the_last_name_of_a_series_counts() -> None:
    log = OVER.after(Renamed("  Game\tnight ")).after(Dealt(OTHERS)).after(Renamed("Porch"))
    assert [log.without_last().series.name, log.series.name] == ["Game night", "Porch"]
    assert log.head.name == "Friday"
    assert log.without_last().without_last().series.name == "Game night"
    assert loads(dumps(log)).series.name == "Porch"


WORTHS = {"0,05 €": "0.05 €", "0.05€": "0.05 €", "€0.05": "0.05 €", "1 sweet": "1 sweet", "": ""}


@pytest.mark.parametrize(("typed", "worth"), WORTHS.items())
def test_the_sheet_writes_the_last_worth_with_a_point(typed: str, worth: str) -> None:
    log = BEGUN.after(Valued("3 nuts")).after(Valued(typed))
    assert (log.series.worth, log.without_last().series.worth) == (worth, "3 nuts")
    assert loads(dumps(log)).series.worth == worth


@pytest.mark.parametrize("typed", ["1/3 €", "1:3 €"])
def test_a_fraction_is_no_worth(typed: str) -> None:
    assert BEGUN.objection(Valued(typed)) == Objection(Why.NO_WORTH)
    written = dumps(BEGUN.after(Valued("0.05 €")))
    with pytest.raises(SheetError):
        loads(written.replace("0.05 €", typed))


def test_a_sheet_may_write_a_decimal_comma() -> None:
    written = dumps(BEGUN.after(Valued("0.05 €")))
    assert dumps(loads(written.replace("0.05", "0,05"))) == written


def test_an_end_in_play_calls_the_round_off_and_is_taken_back_as_one() -> None:
    ended = BEGUN.after(Ended(calls_off=True))
    assert ended.series.ended
    off = BEGUN.after(Recorded(1, CalledOff())).series
    assert ended.series == off.changed(ended=True)
    assert ended.series.open == off.open
    assert dumps(ended) == dumps(loads(dumps(ended)))
    assert ended.without_last() == BEGUN
    assert ended.without_last().after(Ended(calls_off=True)) == ended
