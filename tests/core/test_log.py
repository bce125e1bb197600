"""Properties of every log: it is the sum of its steps, and the sheet is complete."""

import json

import pytest
from hypothesis import given, settings

from companion.core.books import ledger
from companion.core.cards import card
from companion.core.log import Log, Replay
from companion.core.names import Player
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.payments import hand_overs
from companion.core.presets import parse
from companion.core.rounds.setup import CalledOff, Paid, Passed, Played, Setup, Waived
from companion.core.series import Series
from companion.core.sheet import dumps, loads, read, report
from companion.core.standing import Standing, through
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Settled,
    Step,
)
from tests.strategies import logs


def _seen(log: Log) -> tuple[Series, Standing, Standing, tuple[str, ...]]:
    """Return all facts that a screen reads from a log."""
    series = log.series
    return series, series.before, series.standing, series.left


@settings(max_examples=60, deadline=None)
@given(logs())
def test_a_log_is_its_head_and_its_steps(log: Log) -> None:
    again = Log.of(log.head, log.steps)
    assert again == log
    assert _seen(again) == _seen(log)


@settings(max_examples=50, deadline=None)
@given(logs(most=3))
def test_taking_the_last_step_back_is_as_if_it_had_never_been_taken(log: Log) -> None:
    for _ in range(min(4, len(log.steps))):
        before, last = log.without_last(), log.steps[-1]
        fresh = Log.of(log.head, log.steps[:-1])
        assert before == fresh
        assert _seen(before) == _seen(fresh)
        again = before.after(last)
        assert again == log
        assert _seen(again) == _seen(log)
        assert again.without_last() == before
        assert _seen(again.without_last()) == _seen(before)
        replayed = Log.of(log.head, log.steps).without_last()
        assert replayed == before
        assert _seen(replayed) == _seen(before)
        log = before


@settings(max_examples=60, deadline=None)
@given(logs(most=2))
def test_a_step_is_taken_exactly_when_nothing_is_against_it(log: Log) -> None:
    for step in (
        Ended(),
        Ended(calls_off=True),
        Planned(parse("pagat")),
        Recorded(1, CalledOff()),
        Recorded(9, Passed(0)),
    ):
        replay = Replay(log)
        refusal = replay.take(step)
        assert log.objection(step) == refusal
        if refusal:
            assert replay.log() == log
            assert _seen(replay.log()) == _seen(log)
        else:
            assert _seen(replay.log()) == _seen(log.after(step))


@settings(max_examples=120, deadline=None)
@given(logs(most=3))
def test_the_sheet_of_a_log_tells_the_same_series(log: Log) -> None:
    written = dumps(log)
    reading = read(written)
    assert reading.faults == ()
    assert _seen(reading.log) == _seen(log)
    assert dumps(reading.log) == written
    assert json.dumps(report(reading.log, "")) == json.dumps(report(log, ""))


@settings(max_examples=40, deadline=None)
@given(logs())
def test_the_log_of_a_sheet_is_made_by_its_own_steps(log: Log) -> None:
    reread = loads(dumps(log))
    assert Log.of(reread.head, reread.steps) == reread
    assert _seen(Log.of(reread.head, reread.steps)) == _seen(reread)


@settings(max_examples=40, deadline=None)
@given(logs())
def test_the_order_in_which_facts_were_entered_changes_no_book(log: Log) -> None:
    # The sheet has its own order; what was entered late, let go or charged again stands there too.
    for ours, reread in zip(log.series.rounds, loads(dumps(log)).series.rounds, strict=True):
        assert ledger(reread) == ledger(ours)
        assert hand_overs(reread) == hand_overs(ours)


@settings(max_examples=60, deadline=None)
@given(logs())
def test_totals_carried_along_are_totals_added_up(log: Log) -> None:
    rounds = log.series.rounds
    assert log.series.before == through(rounds[:-1], log.series.latest_rules)


SETUP = Setup.dealt(parse("bicycle"), ("A", "B", "C"), 2)
HEAD = Series("Friday", players=(Player("A", "Ana"),))
BEGUN = Log.of(HEAD, [Dealt(SETUP)])
OVER = BEGUN.after(Recorded(1, CalledOff()))
OTHERS = Setup.dealt(parse("bicycle"), ("A", "B", "D"), 0)
REFUSED: dict[str, tuple[Log, Step, Objection]] = {
    "a fact before the first round": (
        Log.begin(HEAD),
        Recorded(1, Passed(0)),
        Objection(Why.NO_ROUND, number=1),
    ),
    "a fact of a round to come": (BEGUN, Recorded(2, Passed(0)), Objection(Why.NO_ROUND, number=2)),
    "a fact of round 0": (BEGUN, Recorded(0, Passed(0)), Objection(Why.NO_ROUND, number=0)),
    "a fact against the rules of play": (
        BEGUN,
        Recorded(1, Passed(1)),
        Objection(Why.OUT_OF_TURN, player="B", other="A"),
    ),
    "a deal in play": (BEGUN, Dealt(OTHERS), Objection(Why.ROUND_IN_PLAY)),
    "a deal for one": (
        OVER,
        Dealt(Setup.dealt(parse("bicycle"), ("A",), 0)),
        Objection(Why.TOO_FEW_PLAYERS),
    ),
    "a redeal of nothing": (Log.begin(HEAD), Redealt(SETUP), Objection(Why.NO_ROUND, number=1)),
    "a redeal after a turn": (
        BEGUN.after(Recorded(1, Passed(0))),
        Redealt(SETUP),
        Objection(Why.ROUND_HAS_BEGUN),
    ),
    "a redeal after a correction": (
        BEGUN.after(Recorded(1, Paid(0, 1, 3))),
        Redealt(SETUP),
        Objection(Why.ROUND_HAS_BEGUN),
    ),
    "a redeal of a round called off": (OVER, Redealt(SETUP), Objection(Why.ROUND_HAS_BEGUN)),
    "a redeal for one": (
        BEGUN,
        Redealt(Setup.dealt(parse("bicycle"), ("A",), 0)),
        Objection(Why.TOO_FEW_PLAYERS),
    ),
    "plans before the first round": (
        Log.begin(HEAD),
        Planned(parse("pagat")),
        Objection(Why.NO_ROUND, number=1),
    ),
    "an end before the first round": (Log.begin(HEAD), Ended(), Objection(Why.NO_ROUND, number=1)),
    "an end in play": (BEGUN, Ended(), Objection(Why.ROUND_IN_PLAY)),
    "an end that calls off a round that is over": (
        OVER,
        Ended(calls_off=True),
        Objection(Why.ROUND_IS_OVER),
    ),
    "a second end": (OVER.after(Ended()), Ended(), Objection(Why.ENDED_ALREADY)),
    "chips of a stranger": (OVER, Settled("X", "A", 3), Objection(Why.NOT_IN_SERIES, player="X")),
    "chips to a stranger": (OVER, Settled("A", "X", 3), Objection(Why.NOT_IN_SERIES, player="X")),
    "chips to oneself": (OVER, Settled("A", "A", 3), Objection(Why.SAME_ACCOUNT)),
    "no chips": (OVER, Settled("A", "B", 0), Objection(Why.NO_CHIPS)),
    "no name": (OVER, Renamed(" \t"), Objection(Why.NO_NAME)),
    "a name that is too long": (
        OVER,
        Renamed("x" * 41),
        Objection(Why.NAME_TOO_LONG, expected=40),
    ),
    "a name before the first round": (
        Log.begin(HEAD),
        PlayerRenamed("A", "Ann"),
        Objection(Why.NO_ROUND, number=1),
    ),
    "a name for a stranger": (
        OVER,
        PlayerRenamed("X", "Xaver"),
        Objection(Why.NOT_IN_SERIES, player="X"),
    ),
    "no name for a player": (OVER, PlayerRenamed("A", " \t"), Objection(Why.NAMELESS)),
    "a long name for a player": (
        OVER,
        PlayerRenamed("A", "x" * 41),
        Objection(Why.NAME_TOO_LONG, expected=40),
    ),
    "more chips than a sheet can say": (
        OVER,
        Settled("A", "B", 1_000_000_000),
        Objection(Why.TOO_MANY_CHIPS, expected=999_999_999),
    ),
}


@pytest.mark.parametrize(("log", "step", "expected"), REFUSED.values(), ids=REFUSED)
def test_a_step_that_cannot_follow_is_refused_with_the_reason(
    log: Log, step: Step, expected: Objection
) -> None:
    assert log.objection(step) == expected
    with pytest.raises(IllegalEventError) as refused:
        log.after(step)
    assert refused.value.objection == expected
    with pytest.raises(IllegalEventError):
        Log.of(log.head, (*log.steps, step))


def test_an_empty_log_has_no_step_to_take_back() -> None:
    with pytest.raises(LookupError):
        Log.begin(HEAD).without_last()


def test_the_end_is_forgotten_with_the_next_deal_and_so_are_the_plans() -> None:
    log = OVER.after(Ended()).after(Planned(parse("pagat"))).after(Settled("A", "B", 3))
    dealt = log.after(Dealt(OTHERS))
    assert (log.series.ended, log.series.planned) == (True, parse("pagat"))
    assert (dealt.series.ended, dealt.series.planned) == (False, None)
    assert dealt.series.settled == (Settled("A", "B", 3),)
    assert dealt.without_last().series == log.series


def test_plans_made_in_play_outlast_a_redeal() -> None:
    log = BEGUN.after(Planned(parse("pagat"))).after(Redealt(OTHERS))
    assert log.series.planned == parse("pagat")


def test_a_redeal_takes_the_place_of_the_last_deal() -> None:
    log = OVER.after(Dealt(OTHERS, (Player("D", "Dora"),)))
    again = log.after(Redealt(SETUP, (Player("C", "Carl"),)))
    assert [round_.setup for round_ in again.series.rounds] == [SETUP, SETUP]
    assert [(one.handle, one.name) for one in again.series.players] == [
        ("A", "Ana"),
        ("B", "B"),
        ("C", "Carl"),
    ]
    assert again.without_last() == log
    assert again.without_last().series == log.series


def test_a_redeal_gives_back_the_name_that_the_deal_had_changed() -> None:
    log = OVER.after(Dealt(OTHERS, (Player("A", "Anna"), Player("D", "Dora"))))
    assert (log.series.name_of("A"), log.series.name_of("D")) == ("Anna", "Dora")
    again = log.after(Redealt(OTHERS))
    assert (again.series.name_of("A"), again.series.name_of("D")) == ("Ana", "D")
    assert Log.of(again.head, again.steps).series == again.series


def test_a_redeal_after_a_late_correction_keeps_it() -> None:
    log = _won().after(Dealt(OTHERS)).after(Recorded(1, Paid(0, 1, 3))).after(Redealt(SETUP))
    fresh = Log.of(log.head, log.steps)
    assert _seen(fresh) == _seen(log)
    assert log.series.before.chips["A"] == _won().series.standing.chips["A"] - 3


def _won() -> Log:
    """Return a round that A won with the first card."""
    setup = Setup(parse("bicycle"), ("A", "B", "C"), 2, (1, 1, 50))
    return Log.of(HEAD, [Dealt(setup), Recorded(1, Played(0, card("7C")))])


def test_a_log_replayed_at_once_can_be_taken_back_beyond_late_facts() -> None:
    steps = (*_won().steps, Settled("B", "A", 2), Dealt(OTHERS), Settled("C", "A", 3))
    late = (Recorded(1, Paid(0, 1, 3)), Recorded(2, Passed(1)))
    log = Log.of(HEAD, (*steps, *late))
    for taken in range(len(late), -2, -1):
        fresh = Log.of(HEAD, (*steps, *late)[: len(steps) + taken])
        assert _seen(log) == _seen(fresh)
        log = log.without_last()


def test_a_deal_that_was_refused_leaves_no_trace_in_a_replay() -> None:
    replay = Replay(BEGUN)
    passed = Recorded(1, Passed(0))
    assert replay.take(Dealt(OTHERS)) == Objection(Why.ROUND_IN_PLAY)
    for step in (passed, Recorded(1, CalledOff()), Dealt(OTHERS)):
        assert replay.take(step) is None
    assert _seen(replay.log()) == _seen(Log.of(HEAD, replay.log().steps))
    assert replay.log().series.before.chips == {"A": 0, "B": 0, "C": 0}


def test_the_rules_are_asked_once_for_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    real = Replay.objection

    def counted(replay: Replay, step: Step) -> Objection | None:
        asked.append(step)
        return real(replay, step)

    monkeypatch.setattr(Replay, "objection", counted)
    step = Recorded(1, Passed(0))
    BEGUN.after(step)
    assert asked == [step]


def test_the_round_in_play_is_the_last_one() -> None:
    log = OVER.after(Dealt(OTHERS))
    assert (log.round_number, log.round.setup) == (2, OTHERS)
    with pytest.raises(LookupError):
        _ = Log.begin(HEAD).round


def test_facts_of_an_earlier_round_change_it_alone() -> None:
    log = OVER.after(Dealt(OTHERS)).after(Recorded(2, Passed(1)))
    log = log.after(Recorded(2, Waived(1)))
    assert log.objection(Recorded(1, Paid(0, 1, 3))) == Objection(Why.ROUND_IS_VOID)
    later = _won().after(Dealt(OTHERS)).after(Recorded(1, Paid(0, 1, 3)))
    assert later.series.rounds[0].decisions.payments == (Paid(0, 1, 3),)
    assert later.series.rounds[1].untouched


def test_a_series_is_called_what_it_was_called_last() -> None:
    log = OVER.after(Renamed("  Game\tnight ")).after(Dealt(OTHERS)).after(Renamed("Porch"))
    assert [log.without_last().series.name, log.series.name] == ["Game night", "Porch"]
    assert log.head.name == "Friday"
    assert log.without_last().without_last().series.name == "Game night"
    assert loads(dumps(log)).series.name == "Porch"


def test_an_end_in_play_calls_the_round_off_and_is_taken_back_as_one() -> None:
    ended = BEGUN.after(Ended(calls_off=True))
    assert ended.series.ended
    assert ended.series == BEGUN.after(Recorded(1, CalledOff())).after(Ended()).series
    assert dumps(ended) == dumps(loads(dumps(ended)))
    assert ended.without_last() == BEGUN
    assert ended.without_last().after(Ended(calls_off=True)) == ended
