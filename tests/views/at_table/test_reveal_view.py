"""Cards left and hands to be entered: known cards, and missing answers."""

import pytest

from companion.core.cards import spread
from companion.core.rounds.setup import Event, HandEntered, Waived
from companion.desk.table import Snapshot
from companion.views.at_table import reveal
from companion.words import ENGLISH
from tests.views.nights import ALL_TOLD, FEW_LEFT, IN_PLAY, cards_of, holds, night, shows, then

DEALT = f"deal Ann 3 Ben 24 Cem 25{IN_PLAY}"


def view_of(played: Snapshot) -> reveal.RevealView:
    """Return the cards left of the night's first round."""
    return reveal.reveal(played, 1, ENGLISH)


def grid(view: reveal.RevealView | reveal.HandView) -> dict[str, reveal.RevealCard]:
    """Return the cards of the grid by their codes."""
    return {card.face.code: card for _, cards in view.suits for card in cards}


def test_all_cards_that_were_not_laid_are_there_by_suit_and_nobody_holds_them_at_first() -> None:
    view = view_of(night(FEW_LEFT))
    assert [suit for suit, _ in view.suits] == ["spades", "hearts", "diamonds", "clubs"]
    assert "7D" not in grid(view)
    assert len(grid(view)) == view.unknown.bit_count() == 47
    assert {card.known for card in grid(view).values()} == {reveal.Known.NOTHING}
    assert grid(view)["KS"].says == "king of spades, holder unknown"
    assert (bool(view.asks), view.done) == (True, "")
    assert view.subtitle == "Round 1 · 47 cards to name"
    says = [(seat.missing, seat.missing_says, seat.says) for seat in view.seats]
    assert says == [
        (46, "46 to name", "Ann, 46 cards to name"),
        (1, "1 to name", "Cem, 1 card to name"),
    ]


def test_a_card_that_was_seen_is_held_by_whose_it_is() -> None:
    view = view_of(then(night(FEW_LEFT), holds(0, "KS QS")))
    king = grid(view)["KS"]
    assert (king.known, king.says) == (reveal.Known.HELD, "king of spades, held by Ann")
    assert king.player
    assert king.player.name == "Ann"
    assert (view.seats[0].missing, view.deduced_says) == (44, "")


def test_what_follows_is_marked_as_deduced() -> None:
    view = view_of(then(night(FEW_LEFT), shows(2, "KS")))
    assert (grid(view)["KS"].known, grid(view)["QS"].known) == (
        reveal.Known.HELD,
        reveal.Known.DEDUCED,
    )
    assert view.deduced_says
    assert (view.unknown, view.done) == (0, "All cards left are known.")
    assert view.subtitle == "Round 1"
    assert [seat.missing_says for seat in view.seats] == ["all", "all"]


@pytest.mark.parametrize("showing", [shows(2, "KS"), holds(0, "KS")], ids=["all", "some"])
def test_only_showing_cards_of_this_round_can_be_undone_here(showing: Event) -> None:
    played = night(FEW_LEFT, FEW_LEFT)
    assert not reveal.showed_last(played, 1)
    assert reveal.showed_last(then(played, showing), 1)
    assert not reveal.showed_last(then(played, showing), 2)
    assert not reveal.showed_last(then(then(night(ALL_TOLD), holds(1, "7C")), Waived(2)), 1)


def test_cards_laid_are_certain_in_one_hand_and_out_of_reach_in_the_others() -> None:
    ann, cem = (reveal.hand(night(DEALT), 1, seat, ENGLISH) for seat in (0, 2))
    assert (ann.size, ann.note, ann.says) == (3, "3 cards", "Ann’s hand")
    assert (ann.asks, ann.entered) == ("Tap the 3 cards that Ann was dealt.", "")
    assert list(map(str, spread(ann.certain))) == ["7D"]
    assert (len(grid(ann)), grid(ann)["7D"].known) == (52, reveal.Known.HELD)
    elsewhere = grid(cem)["7D"]
    assert (elsewhere.known, elsewhere.says) == (
        reveal.Known.ELSEWHERE,
        "7 of diamonds, held by Ann",
    )
    assert grid(ann)["KS"].known is reveal.Known.NOTHING
    assert ann.free == cem.free
    assert not ann.free & cards_of("7D 6D")


def test_a_hand_is_chosen_from_the_cards_of_the_pack() -> None:
    view = reveal.hand(night("Ann Ben Cem", rules="bicycle pack=32"), 1, 0, ENGLISH)
    assert len(grid(view)) == view.free.bit_count() == 32


def test_a_hand_that_was_entered_is_known() -> None:
    played = then(night(DEALT), HandEntered(0, cards_of("7D 8D 9D")))
    ann, ben = (reveal.hand(played, 1, seat, ENGLISH) for seat in (0, 1))
    assert (ann.entered, ann.note) == ("Ann’s hand is known.", "known")
    assert (grid(ann)["9D"].known, grid(ben)["9D"].known) == (
        reveal.Known.HELD,
        reveal.Known.ELSEWHERE,
    )
