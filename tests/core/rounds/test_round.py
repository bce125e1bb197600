"""Properties of every round: undo, chips, cards, and playable cards."""

from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings

from companion.core.books import cards_left, ledger, points
from companion.core.cards import CARDS, NO_CARDS, Pack, gather
from companion.core.rounds.events.decisions import FineCharged, FineWaived, PointsCorrection
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.reading import read_event
from companion.core.rounds.round import Round
from tests.strategies import rounds


def _history(round_: Round) -> Iterator[Round]:
    """Yield the round before its first fact and after each."""
    state = Round.begin(round_.setup)
    yield state
    for event in round_.events:
        state = state.after(event)
        yield state


@settings(max_examples=20)
@given(rounds())
def test_undo_is_replay_without_the_last_event(round_: Round) -> None:
    events = list(round_.events)
    for number, state in enumerate(_history(round_)):
        assert list(state.events) == events[:number]


@settings(max_examples=20)
@given(rounds())
def test_a_fine_let_go_and_charged_again_leaves_no_trace(round_: Round) -> None:
    assume(not round_.void)
    for turn, event in enumerate(round_.turns, 1):
        decided = round_.decisions.waived.union(tick.turn for tick in round_.decisions.paid)
        if isinstance(event, Passed) and turn not in decided:
            again = round_.after(FineWaived(turn)).after(FineCharged(turn))
            assert again == round_
            assert ledger(again) == ledger(round_)


@settings(max_examples=20)
@given(rounds())
def test_balances_are_sums_over_transfers_of_at_least_one_chip(round_: Round) -> None:
    for state in _history(round_):
        books = ledger(state)
        balances = [0] * (len(round_.setup.players) + 1)
        for transfer in books.transfers:
            assert transfer.chips >= 1
            assert transfer.source != transfer.target
            balances[transfer.source] -= transfer.chips
            balances[transfer.target] += transfer.chips
        assert balances == [*books.chips, books.pot]
        assert not (state.over and books.pot)


@settings(max_examples=20)
@given(rounds())
def test_the_cards_add_up_to_the_pack_after_every_fact(round_: Round) -> None:
    for state in _history(round_):
        laid = [state.played_by(seat) for seat in range(len(state.setup.players))]
        counted = state.layout.laid.bit_count() + sum(state.cards_left)
        assert state.by_result or counted == state.setup.rules.pack.size
        assert sum(laid) == state.layout.laid
        assert state.layout.playable & state.layout.laid == NO_CARDS
        assert state.over or state.playable


@settings(max_examples=20)
@given(rounds())
def test_exactly_the_playable_cards_are_accepted(round_: Round) -> None:
    for state in _history(round_):
        for seat in range(len(state.setup.players)):
            accepted = gather(card for card in CARDS if not state.objection(Played(seat, card)))
            assert accepted == _acceptable(state, seat)
            may_pass = state.objection(Passed(seat)) is None
            assert may_pass == (_has_the_turn(state, seat) and not _is_opening(state))


def _has_the_turn(state: Round, seat: int) -> bool:
    return not state.over and state.due in {seat, None}


def _is_opening(state: Round) -> bool:
    return bool(state.setup.rules.opening) and not state.turns


def _acceptable(state: Round, seat: int) -> int:
    """Return the cards that the rules accept from this seat by the known hands."""
    if not _has_the_turn(state, seat):
        return NO_CARDS
    known = state.knowledge
    elsewhere = NO_CARDS
    for other in range(len(known.hands)):
        elsewhere |= known.held(other) if other != seat else NO_CARDS
    hand, seen = known.hands[seat], known.seen[seat] & ~state.layout.laid
    if hand is None and seen.bit_count() == state.cards_left[seat]:
        hand = seen
    return state.playable & ~elsewhere & (Pack.FULL.cards if hand is None else hand)


@settings(max_examples=20)
@given(rounds())
def test_cards_left_and_points_are_known_from_the_first_out(round_: Round) -> None:
    left = cards_left(round_)
    assert (left is None) == (round_.winner is None)
    if left is not None:
        assert left[round_.out[0]] == 0
        winner = round_.out[0]
        decided = round_.decisions
        made = [
            change
            for change in (decided.after_void if round_.void else decided.points)
            if isinstance(change, PointsCorrection)
        ]
        assert points(round_)[winner] == sum(one.points for one in made if one.seat == winner)


@pytest.mark.parametrize("line", ["A -- B", "A -- B 7H", "A -- E --", "A 7H B --"])
def test_only_passes_are_recorded_together(line: str) -> None:
    with pytest.raises(ValueError, match=r"A: expected a card or --|E does not sit"):
        read_event(line, "ABCD")
