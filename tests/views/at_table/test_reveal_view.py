"""Cards left and hands to be entered: known cards, and missing answers."""

import pytest

from companion.core.cards import card, gather, spread
from companion.core.rounds.setup import Event, HandEntered, Waived
from companion.desk.table import Snapshot
from companion.views.at_table.reveal import (
    HandView,
    Known,
    RevealCard,
    RevealView,
    hand,
    reveal,
    showed_last,
)
from companion.words import ENGLISH
from tests.views.nights import ALL_TOLD, FEW_LEFT, holds, night, shows, then

IN_PLAY = """
deal Ann 3 Ben 24 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""


def view_of(played: Snapshot) -> RevealView:
    """Return the cards left of the night's first round."""
    return reveal(played, 1, ENGLISH)


def cards_of(view: RevealView | HandView) -> dict[str, RevealCard]:
    """Return the cards of the grid by their codes."""
    return {card.face.code: card for _, cards in view.suits for card in cards}


def hand_of(played: Snapshot, seat: int) -> HandView:
    """Return the form for the hand of the seat in the first round."""
    return hand(played, 1, seat, ENGLISH)


def test_all_cards_that_were_not_laid_are_there_by_suit() -> None:
    view = view_of(night(FEW_LEFT))
    assert [suit for suit, _ in view.suits] == ["spades", "hearts", "diamonds", "clubs"]
    assert len(cards_of(view)) == 47
    assert "7D" not in cards_of(view)
    assert view.unknown.bit_count() == 47


def test_nobody_is_known_to_hold_them_at_first() -> None:
    view = view_of(night(FEW_LEFT))
    assert {card.known for card in cards_of(view).values()} == {Known.NOTHING}
    assert cards_of(view)["KS"].says == "king of spades, holder unknown"
    assert view.asks
    assert not view.done
    assert view.subtitle == "Round 1 · 47 cards to name"


def test_players_say_how_many_of_theirs_are_to_be_named() -> None:
    seats = view_of(night(FEW_LEFT)).seats
    assert [(seat.player.name, seat.missing, seat.missing_says) for seat in seats] == [
        ("Ann", 46, "46 to name"),
        ("Cem", 1, "1 to name"),
    ]
    assert seats[1].says == "Cem, 1 card to name"


def test_a_card_that_was_seen_is_held_by_whose_it_is() -> None:
    view = view_of(then(night(FEW_LEFT), holds(0, "KS QS")))
    king = cards_of(view)["KS"]
    assert (king.known, king.says) == (Known.HELD, "king of spades, held by Ann")
    assert king.player
    assert king.player.name == "Ann"
    assert view.seats[0].missing == 44
    assert not view.deduced_says


def test_what_follows_is_marked_as_deduced() -> None:
    view = view_of(then(night(FEW_LEFT), shows(2, "KS")))
    assert cards_of(view)["KS"].known is Known.HELD
    assert cards_of(view)["QS"].known is Known.DEDUCED
    assert view.deduced_says
    assert view.unknown == 0
    assert view.done == "All cards left are known."
    assert view.subtitle == "Round 1"
    assert [seat.missing_says for seat in view.seats] == ["all", "all"]


@pytest.mark.parametrize("showing", [shows(2, "KS"), holds(0, "KS")], ids=["all", "some"])
def test_only_showing_cards_of_this_round_can_be_undone_here(showing: Event) -> None:
    played = night(FEW_LEFT, FEW_LEFT)
    assert not showed_last(played, 1)
    assert showed_last(then(played, showing), 1)
    assert not showed_last(then(played, showing), 2)
    assert not showed_last(then(then(night(ALL_TOLD), holds(1, "7C")), Waived(2)), 1)


def test_a_hand_asks_for_as_many_cards_as_were_dealt() -> None:
    view = hand_of(night(IN_PLAY), 0)
    assert view.asks == "Tap the 3 cards that Ann was dealt."
    assert (view.size, view.note, view.says) == (3, "3 cards", "Ann’s hand")
    assert len(cards_of(view)) == 52
    assert not view.entered


def test_a_hand_is_chosen_from_the_cards_of_the_pack() -> None:
    view = hand_of(night("Ann Ben Cem", rules="bicycle pack=32"), 0)
    assert len(cards_of(view)) == view.free.bit_count() == 32


def test_cards_laid_are_certain_in_one_hand_and_out_of_reach_in_the_others() -> None:
    ann, cem = (hand_of(night(IN_PLAY), seat) for seat in (0, 2))
    assert list(map(str, spread(ann.certain))) == ["7D"]
    assert cards_of(ann)["7D"].known is Known.HELD
    assert cards_of(cem)["7D"].known is Known.ELSEWHERE
    assert cards_of(cem)["7D"].says == "7 of diamonds, held by Ann"
    assert cards_of(ann)["KS"].known is Known.NOTHING
    assert ann.free == cem.free
    assert not ann.free & gather(map(card, ("7D", "6D")))


def test_a_hand_that_was_entered_is_known() -> None:
    entered = HandEntered(0, gather(map(card, ("7D", "8D", "9D"))))
    played = then(night(IN_PLAY), entered)
    ann, ben = (hand_of(played, seat) for seat in (0, 1))
    assert ann.entered == "Ann’s hand is known."
    assert ann.note == "known"
    assert cards_of(ann)["9D"].known is Known.HELD
    assert cards_of(ben)["9D"].known is Known.ELSEWHERE
