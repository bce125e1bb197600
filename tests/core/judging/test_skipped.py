"""Passes before a player's turn: when they are doubtful, and the turns that may be forgotten."""

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from companion.core.judge import judge
from companion.core.rounds.repair import Draft
from companion.core.rounds.round import Round
from companion.core.slips import FORGOTTEN, Skipped, Slip, SlipKind
from tests.core.tables import round_of, rows
from tests.strategies import HANDLES, Habits, deal, luck, play, setups

OTHER_SEVENS = "other card 1 7C, other card 1 7D, other card 1 7S"
CASES = {
    "nothing is known": ("", "C", "", ""),
    "the player is due": ("holds B 8H", "B", "", ""),
    "one could play": ("holds B 8H", "C", "2", f"card forgotten 2 8H, {OTHER_SEVENS}"),
    "the second could play": ("holds C 6H", "A", "3", f"card forgotten 3 6H, {OTHER_SEVENS}"),
    "each could play": ("holds B 8H\nholds C 6H", "A", "2 3", OTHER_SEVENS),
    "one could play several cards": (
        "deal A 4 B 4 C 44\nhand B 7C 7D 7S 2H",
        "C",
        "2",
        "card forgotten 2 7C, card forgotten 2 7D, card forgotten 2 7S",
    ),
}


def _written(slip: Slip) -> str:
    return f"{slip.kind.value} {slip.first} {slip.card or ''}".strip()


@pytest.mark.parametrize(("known", "player", "false", "offers"), CASES.values(), ids=CASES)
def test_turns_that_may_be_forgotten(known: str, player: str, false: str, offers: str) -> None:
    skipped = Skipped.before(round_of(f"{known}\nA B C\n{rows('7H')}"), "ABC".index(player))
    assert " ".join(str(ruling.turn) for ruling in skipped.false) == false
    assert skipped.doubted == bool(false)
    assert ", ".join(map(_written, skipped.slips if false else ())) == offers


@st.composite
def _in_play(draw: st.DrawFn) -> Round:
    """Draw a round of few turns with some known cards, in which somebody is due."""
    chance, how = draw(luck()), Habits(draw(st.integers(1, 14)), 40, 20)
    begun = Round.begin(draw(setups(HANDLES[: draw(st.integers(2, 5))], 0)))
    played = play(chance, begun, deal(chance, begun.setup.hand_sizes), how)
    assume(played.due is not None)
    return played


@settings(max_examples=60, deadline=None)
@given(_in_play())
def test_after_each_slip_the_player_is_due_and_no_new_pass_is_false(round_: Round) -> None:
    for seat in range(len(round_.setup.players)):
        skipped = Skipped.before(round_, seat)
        event(f"{skipped.doubted and len(skipped.slips[:3])} slips")
        for slip in skipped.slips[:3] if skipped.doubted else ():
            fitting = _repaired(round_, skipped, slip).fitting
            assert fitting.misfit is None
            assert fitting.round.due == seat
            assert len(judge(fitting.round).illegal) <= len(judge(round_).illegal)


def _repaired(round_: Round, skipped: Skipped, slip: Slip) -> Draft:
    draft = Draft.of(1, round_)
    for _ in range(skipped.passes_beside(slip)):
        draft = draft.inserted(len(draft.turns) + 1, None)
    if slip.kind in FORGOTTEN:
        return draft.inserted(slip.first, slip.card)
    if slip.kind is SlipKind.SWAPPED:
        return draft.swapped(slip.first)
    return draft.changed(slip.first, slip.card)
