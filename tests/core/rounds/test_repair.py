"""Corrected entries of rounds: the players follow from the order of the turns."""

from random import Random

from hypothesis import given, settings

from companion.core.cards import card
from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.payments import balances_of
from companion.core.presets import parse
from companion.core.rounds.events.cards import Seen
from companion.core.rounds.events.decisions import ChipsCorrection, FineWaived
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.position import Event
from companion.core.rounds.repair import Draft
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, Ended, Redealt, Repaired
from tests.cases import cases
from tests.core.tables import english, log_of, night, round_of
from tests.strategies import draft_of, logs, luck

ROUND = """
dealer C
A   B   C
1   7D  7C  8D
2   6D  5D  --
3   9D  .   .
waive 6
"""


def draft(text: str = ROUND) -> Draft:
    return Draft.of(1, round_of(text))


def turns_in(round_: Round) -> str:
    """Return the turns in order, each with its player: `A 7D  B --`."""
    names = round_.setup.players
    moves = (
        f"{names[turn.seat]} {turn.card if isinstance(turn, Played) else '--'}"
        for turn in round_.turns
    )
    return "  ".join(moves)


AS_IT_WAS = "A 7D  B 7C  C 8D  A 6D  B 5D  C --  A 9D"
CHANGES = {
    "nothing": (draft(), AS_IT_WAS, ""),
    "a pass that was forgotten moves what follows": (
        draft().inserted(3, None),
        "A 7D  B 7C  C --  A 8D  B 6D  C 5D  A --  B 9D",
        "",
    ),
    "a card forgotten": (draft().inserted(8, card("10D")), f"{AS_IT_WAS}  B 10D", ""),
    "a pass too many": (draft().deleted(6), "A 7D  B 7C  C 8D  A 6D  B 5D  C 9D", ""),
    "a card too many that others stand on": (
        draft().deleted(4),
        "A 7D  B 7C  C 8D",
        english(Why.NEIGHBOUR_MISSING, card=card("5D"), other_card=card("6D")),
    ),
    "another card": (
        draft().changed(2, card("6D")),
        "A 7D  B 6D  C 8D",
        english(Why.ALREADY_LAID, card=card("6D")),
    ),
    "a pass for a card": (draft().changed(2, None), "A 7D  B --  C 8D  A 6D  B 5D  C --  A 9D", ""),
    "others sit there": (
        draft().seated(Setup.dealt(parse("bicycle"), ("A", "C", "B"), 2)),
        "A 7D  C 7C  B 8D  A 6D  C 5D  B --  A 9D",
        "",
    ),
    "another dealer": (
        draft().seated(Setup.dealt(parse("bicycle"), ("A", "B", "C"), 0)),
        "B 7D  C 7C  A 8D  B 6D  C 5D  A --  B 9D",
        "",
    ),
}


@cases("changed, turns, misfit", CHANGES)
def test_valid_part_of_a_draft(changed: Draft, turns: str, misfit: str) -> None:
    fitting = changed.fitting
    assert turns_in(fitting.round) == turns
    assert (fitting.misfit.english if fitting.misfit else "") == misfit


WAIVED = {
    "a turn put in before it": (draft().inserted(3, None), {7}),
    "a turn put in behind it": (draft().inserted(7, None), {6}),
    "one turn less before it": (draft().deleted(2), {5}),
    "it is no pass any more": (draft().changed(6, card("8C")), set[int]()),
    "it is gone": (draft().deleted(6), set[int]()),
}


@cases("changed, turns", WAIVED)
def test_a_decision_stays_with_its_pass(changed: Draft, turns: set[int]) -> None:
    assert changed.fitting.round.decisions.waived == turns
    left_out = [(event, objection) for event, objection in changed.fitting.left_out]
    assert left_out == ([] if turns else [(FineWaived(6), None)])


KNOWN = f"""
dealer C
holds B 7C 5D
{ROUND.strip().partition(chr(10))[2]}
pay A B 3
"""


def test_knowledge_of_a_hand_stays_with_its_player() -> None:
    others = Setup.dealt(parse("bicycle"), ("C", "B", "A"), 0)
    changed = draft(KNOWN).seated(others)
    assert changed.fitting.round.knowledge.seen == (0, card("7C").bit | card("5D").bit, 0)
    assert changed.fitting.round.decisions.payments == (ChipsCorrection(2, 1, 3),)
    assert turns_in(changed.fitting.round).startswith("B 7D")  # the dealer's left leads
    assert changed.fitting.misfit == Objection(Why.HELD_BY_OTHER, other="B", card=card("7C"))


def test_a_replacement_inherits_the_knowledge_of_the_seat() -> None:
    changed = draft(KNOWN).seated(Setup.dealt(parse("bicycle"), ("A", "Dov", "C"), 2))
    assert changed.fitting.misfit is None
    assert changed.fitting.left_out == ()
    assert changed.fitting.round.knowledge.seen[1] == card("7C").bit | card("5D").bit


def test_lost_notes_about_an_absent_player_are_reported() -> None:
    changed = draft(KNOWN).seated(Setup.dealt(parse("bicycle"), ("A", "C"), 1))
    facts = [event for event, _ in changed.fitting.left_out]
    assert facts == [Seen(1, card("7C").bit | card("5D").bit), ChipsCorrection(0, 1, 3)]
    assert changed.fitting.round.decisions.waived == {6}


def test_another_player_leads_where_a_card_opens() -> None:
    changed = draft("rules seven-of-diamonds\ndealer A\nA B C\n1 . 7D 7C\n").led_by(2)
    assert turns_in(changed.fitting.round) == "C 7D  A 7C"


PLAYED = log_of(night("A B 20 C 31", "B A 20 C 31"))
FIRST = PLAYED.series.rounds[0]
SETUP = FIRST.setup
WON = (Played(0, card("7C")),)
REFUSED = {
    "a round that is not there": (PLAYED, Repaired(3, SETUP, ()), english(Why.NO_ROUND, number=3)),
    "no round at all": (PLAYED, Repaired(0, SETUP, ()), english(Why.NO_ROUND, number=0)),
    "no such deal": (
        PLAYED,
        Repaired(1, Setup.dealt(SETUP.rules, ("A",), 0), ()),
        english(Why.TOO_FEW_PLAYERS),
    ),
    "facts that do not fit": (
        PLAYED,
        Repaired(1, SETUP, (Passed(1),)),
        english(Why.OUT_OF_TURN, other="A", player="B"),
    ),
    "without its end": (PLAYED, Repaired(1, SETUP, (Passed(0),)), english(Why.ROUND_IN_PLAY)),
    "the last round of a night that was ended": (
        PLAYED.after(Ended()),
        Repaired(2, SETUP, (Passed(0),)),
        english(Why.ROUND_IN_PLAY),
    ),
}


@cases("log, step, problem", REFUSED)
def test_a_repair_that_cannot_be(log: Log, step: Repaired, problem: str) -> None:
    refusal = log.objection(step)
    assert (refusal.english if refusal else "") == problem


def test_a_round_after_which_no_other_would_have_been_dealt_cannot_be_made() -> None:
    log = log_of(night("target=50: A B 20 C 31", "target=50: B A 20 C 31"))
    setup = Setup(parse("bicycle target=50"), ("A", "B", "C"), 2, (1, 1, 50))
    assert log.objection(Repaired(1, setup, WON)) == Objection(Why.ENDS_EARLIER)
    higher = Setup(parse("bicycle target=51"), ("A", "B", "C"), 2, (1, 1, 50))
    later = log_of(night("target=51: A B 20 C 31", "target=51: B A 20 C 31"))
    assert later.objection(Repaired(1, higher, WON)) is None


def test_a_player_who_is_repaired_away_gets_the_chips_back() -> None:
    log = log_of(night("A B 20 C 31", "A B 20 C 31"))
    others = Setup(SETUP.rules, ("A", "B"), 1, (1, 51))
    for number in (2, 1):
        log = log.after(Repaired(number, others, (Played(0, card("7C")),)))
    assert "C" not in log.series.standing.chips
    assert balances_of(log.series.open)["C"] == 33  # 31 cards and two antes
    assert loads(dumps(log)).series.open == log.series.open


def test_nobody_joins_with_a_longer_name_than_a_sheet_takes() -> None:
    setup = Setup(SETUP.rules, ("A", "B", "D"), 2, SETUP.hand_sizes)
    joined = (Player("D", "D" * 41),)
    too_long = Objection(Why.NAME_TOO_LONG, expected=40)
    assert PLAYED.objection(Repaired(1, setup, tuple(FIRST.events), joined)) == too_long
    assert PLAYED.objection(Dealt(setup, joined)) == too_long
    assert PLAYED.after(Dealt(setup)).objection(Redealt(setup, joined)) == too_long


def test_turns_take_the_place_of_a_result() -> None:
    by_result = draft("A B C\nresult A 0 0 B 2 1 C 3 1\npay A B 3\n")
    assert by_result.fitting == (by_result.recorded, None, ())
    fitting = by_result.inserted(1, card("7D")).fitting
    assert turns_in(fitting.round) == "A 7D"
    assert [left.event for left in fitting.left_out] == [Result((0, 2, 3), (0, 1, 1))]


@settings(max_examples=40, deadline=None)
@given(logs(most=3), luck())
def test_a_repair_is_as_if_the_round_had_been_entered_so(log: Log, chance: Random) -> None:
    done = 0
    for number, round_ in enumerate(log.series.rounds, 1):
        step = draft_of(chance, number, round_).step
        if log.objection(step):
            continue
        repaired = log.after(step)
        now = repaired.series.rounds[number - 1]
        as_entered = Round.of(step.setup, step.events)
        assert now == as_entered
        afresh = loads(dumps(repaired))
        assert not any(isinstance(other, Repaired) for other in afresh.steps)
        assert afresh.series == repaired.series
        assert afresh.series.standing == repaired.series.standing
        assert repaired.without_last() == log
        assert repaired.without_last().series == log.series
        log, done = repaired, done + 1


@settings(max_examples=50, deadline=None)
@given(logs(most=1), luck())
def test_no_fact_of_a_round_is_lost_without_a_word(log: Log, chance: Random) -> None:
    for number, round_ in enumerate(log.series.rounds, 1):
        changed = draft_of(chance, number, round_)
        fitting = changed.fitting
        facts = [event for event in round_.events if not _is_turn(event)]
        kept = [event for event in fitting.round.events if not _is_turn(event)]
        assert len(facts) == len(kept) + len(fitting.left_out)
        assert (len(fitting.round.turns) == len(changed.turns)) is not bool(fitting.misfit)


def _is_turn(event: Event) -> bool:
    return isinstance(event, Played | Passed)
