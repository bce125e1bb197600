"""Rounds with changed turns: the players of the turns, and the facts that stay."""

import pytest

from companion.core.cards import card
from companion.core.rounds.repair import moves_of
from tests.core.judging.planted import with_moves
from tests.core.tables import round_of

LED = {
    "another dealer, whose deal gives other players one card more": (
        "dealer C", 1, "dealer A, sizes 17 18 17"
    ),
    "another dealer, but hands of the recorded sizes": (
        "dealer C\ndeal A 4 B 4 C 44", 1, "dealer A, sizes 4 4 44"
    ),
    "the same player": ("dealer C", 0, "dealer C, sizes 18 17 17"),
    "whoever holds the card that leads, wherever the dealer sits": (
        "rules pagat opening=7C\ndealer C", 1, "dealer C, sizes 18 17 17"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LED.values(), ids=LED)
def test_leader_by_another_order_of_the_turns(case: tuple[str, int, str]) -> None:
    sheet, leader, expected = case
    led = with_moves(round_of(f"{sheet}\nA B C"), leader, (card("7C"), None, None))
    assert led is not None
    sizes = " ".join(str(size) for size in led.setup.hand_sizes)
    assert f"dealer {'ABC'[led.setup.dealer]}, sizes {sizes}" == expected
    assert [turn.seat for turn in led.turns] == [leader, leader + 1, (leader + 2) % 3]


def test_changed_turns_keep_known_cards_and_drop_decisions() -> None:
    entered = round_of(
        """
        dealer C
        deal A 1 B 3 C 48
        hand B 8C KS QS
           A   B   C
        1  7C  .   .
        left B 8C KS QS
        pay A B 3
        """
    )
    changed = with_moves(entered, 0, (card("7C"),))
    assert changed is not None
    assert changed == with_moves(entered, 0, moves_of(entered))
    assert changed.knowledge == entered.knowledge
    assert list(changed.decisions.events) == []
    assert with_moves(entered, 0, (None, card("7C"), card("8C"))) is None


def test_a_player_who_cannot_hold_the_opening_card_does_not_lead() -> None:
    entered = round_of("rules pagat opening=7C\nholds B 7C\nA B C")
    assert with_moves(entered, 0, (card("7C"),)) is None
    assert with_moves(entered, 1, (card("7C"),)) is not None
