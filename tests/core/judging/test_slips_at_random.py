"""Slips in random rounds: each offer is right, none is missed, and the search is bounded."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from companion.core.cards import CARDS, spread
from companion.core.judge import judge
from companion.core.presets import preset
from companion.core.rounds.events import (
    MOST_TURNS,
    CalledOff,
    FineWaived,
    HandEntered,
    Passed,
    Seen,
    Shown,
)
from companion.core.rounds.repair import moves_of
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.slips import MOST_WORK, Change, Moves, SlipKind, search
from tests.core.judging.planted import changes_of, is_offered, plant, with_moves
from tests.strategies import HANDLES, Habits, Hands, deal, luck, play, rounds, setups, small_packs

MOST_A_CHANGE = 20 * MOST_TURNS
"""Generous bound of the turns that are walked to try one change."""


def _honest(round_: Round | None) -> bool:
    """Return whether the rules accept the round and the judge finds no false pass."""
    return round_ is not None and judge(round_).all_honest


def _every_change(round_: Round) -> Iterator[Change]:
    """Yield all possible changes, sensible or not."""
    moves, leader = moves_of(round_), round_.turns[0].seat
    for seat in range(len(round_.setup.players)):
        if seat != leader:
            yield Change(SlipKind.OTHER_LEADER, 1, None, seat)
    for place, move in enumerate(moves, 1):
        yield Change(SlipKind.PASS_FORGOTTEN, place, None, leader)
        kind = SlipKind.CARD_TOO_MANY if move else SlipKind.PASS_TOO_MANY
        yield Change(kind, place, move, leader)
        if place < len(moves):
            yield Change(SlipKind.SWAPPED, place, None, leader)
        for other in CARDS:
            yield Change(SlipKind.CARD_FORGOTTEN, place, other, leader)
            if move:
                yield Change(SlipKind.OTHER_CARD, place, other, leader)


def _explaining(round_: Round) -> set[Change]:
    moves = moves_of(round_)
    return {
        change
        for change in _every_change(round_)
        if _honest(with_moves(round_, change.leader, change.moves(moves)))
    }


@st.composite
def _doubtful(draw: st.DrawFn) -> Round:
    """Draw a round of few turns in which not all passes can be honest."""
    chance, turns = draw(luck()), draw(st.integers(1, 14))
    how = Habits(turns, draw(st.sampled_from((0, 10, 40))), draw(st.sampled_from((0, 0, 30))))
    if draw(st.booleans()):
        begun, hands = draw(small_packs())
    else:
        players = draw(st.integers(2, 5))
        begun = Round.begin(draw(setups(HANDLES[:players], 0)))
        hands = deal(chance, begun.setup.hand_sizes)
    round_ = play(chance, begun, hands, how)
    if draw(st.booleans()) and round_.turns:
        planted = plant(chance, round_, draw(st.sampled_from(SlipKind)))
        round_ = planted[0] if planted else round_
    round_ = _show_late(chance, round_, hands)
    assume(not judge(round_).all_honest)
    return round_


def _show_late(chance: Random, round_: Round, hands: Hands) -> Round:
    """Return the round after some players showed cards, as far as the rules accept them."""
    for seat, hand in enumerate(hands):
        some = chance.choice(spread(hand)).bit
        for knowing in (
            Seen(seat, some),
            HandEntered(seat, hand),
            Shown(seat, _left(round_, hand)),
        ):
            if chance.randrange(4) == 0 and not round_.objection(knowing):
                round_ = round_.after(knowing)
    return round_


def _left(round_: Round, hand: int) -> int:
    return hand & ~round_.layout.laid


@settings(max_examples=25, deadline=None)
@given(_doubtful())
def test_every_change_that_explains_is_offered_and_no_other(round_: Round) -> None:
    expected = _explaining(round_)
    event(f"some explain: {bool(expected)}")
    offered = {change for slip in search(round_).slips for change in changes_of(slip)}
    assert offered == expected


@settings(max_examples=40, deadline=None)
@given(rounds())
def test_every_offer_bears_out_at_each_of_its_places(round_: Round) -> None:
    for slip in search(round_).slips:
        entered = moves_of(round_)
        for change, seat in zip(changes_of(slip), slip.seats, strict=True):
            assert _honest(with_moves(round_, slip.leader, change.moves(entered)))
            assert seat in {round_.turns[change.place - 1].seat, slip.leader}


@st.composite
def _honest_rounds(draw: st.DrawFn) -> tuple[Round, Hands, Random]:
    """Draw an honest round without known cards, with its hands and a source of luck."""
    players = draw(st.integers(2, 8))
    dealer = draw(st.integers(0, players - 1))
    begun = Round.begin(draw(setups(HANDLES[:players], dealer)))
    chance = draw(luck())
    hands = deal(chance, begun.setup.hand_sizes)
    turns = draw(st.one_of(st.just(400), st.integers(1, 120)))
    return play(chance, begun, hands, Habits(turns)), hands, chance


@settings(max_examples=40, deadline=None)
@given(_honest_rounds(), st.sampled_from(SlipKind))
def test_a_planted_slip_is_offered(case: tuple[Round, Hands, Random], kind: SlipKind) -> None:
    round_, hands, chance = case
    planted = plant(chance, round_, kind)
    assume(planted is not None)
    assert planted is not None
    entered, change = planted
    known = _show_late(chance, entered, hands)
    undone = with_moves(known, change.leader, change.moves(moves_of(known)))
    shows = not judge(known).all_honest
    event(f"{kind.value} shows: {shows}, fits what is known: {undone is not None}")
    assert is_offered(change, search(known).slips) == (shows and undone is not None)


@settings(max_examples=30, deadline=None)
@given(_honest_rounds())
def test_honest_rounds_have_no_offer(case: tuple[Round, Hands, Random]) -> None:
    round_, hands, chance = case
    assert search(_show_late(chance, round_, hands)).slips == ()


@settings(max_examples=30, deadline=None)
@given(rounds())
def test_decisions_of_the_table_change_no_offer(round_: Round) -> None:
    assume(not round_.by_result)
    plain = replace(round_, decisions=replace(round_.decisions, called_off=False))
    for turn, taken in enumerate(round_.turns, 1):
        if isinstance(taken, Passed) and not plain.objection(FineWaived(turn)):
            plain = plain.after(FineWaived(turn))
    bare = with_moves(round_, round_.leader or 0, moves_of(round_))
    assert bare is not None
    assert search(plain).slips == search(bare).slips
    assert search(plain.after(CalledOff())).slips == ()


def test_few_changes_are_judged_at_length() -> None:
    chance, works = Random(8), list[int]()  # noqa: S311 - the same rounds each time
    begun = Round.begin(Setup.dealt(preset("bicycle"), HANDLES[:8], 0))
    while len(works) < 40:
        round_ = play(chance, begun, deal(chance, begun.setup.hand_sizes), Habits())
        planted = plant(chance, round_, chance.choice(list(SlipKind)))
        if planted and not judge(planted[0]).all_honest:
            works.append(search(planted[0]).work)
    assert sorted(works)[20] < 10_000
    assert max(works) < 30_000


HOSTILE = {
    "nothing but passes of two": (2, 999, "complete"),
    "nothing but passes of ten": (10, 999, "complete"),
    "as many of two as could be honest beside cards": (2, 106, "complete"),
    "as many of ten as could be honest beside cards": (10, 530, "given up"),
}


@pytest.mark.parametrize("case", HOSTILE.values(), ids=HOSTILE)
def test_the_search_in_rows_of_passes_is_bounded(case: tuple[int, int, str]) -> None:
    players, turns, expected = case
    begun = Round.begin(Setup.dealt(preset("bicycle"), HANDLES[:players], 0))
    passes: Moves = (None,) * turns
    round_ = with_moves(begun, 1, passes)
    assert round_ is not None
    done = search(round_)
    assert done.slips == ()
    assert done.false_passes
    assert ("complete" if done.work < MOST_WORK else "given up") == expected
    assert done.work <= MOST_WORK + MOST_A_CHANGE
