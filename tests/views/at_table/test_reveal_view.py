"""Cards left and hands to be entered: known cards, and missing answers."""

import pytest

from companion.core.cards import card, gather, spread
from companion.core.rounds.events import Event, FineWaived, HandEntered
from companion.desk.table import Snapshot
from companion.screens.hand import (
    CardGroup,
    CardsLeft,
    HandView,
    Known,
    RevealCard,
    RevealForm,
    hand,
    reveal,
)
from companion.views import blocks as b
from companion.words import ENGLISH
from tests.views.nights import ALL_TOLD, FEW_LEFT, holds, night, shows, then

IN_PLAY = """
deal Ann 3 Ben 24 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""


def screen_of(played: Snapshot, number: int = 1) -> b.Document:
    """Return the cards left of a round of the night, by default the first."""
    return reveal(played, number, ENGLISH, RevealForm())


def grid_of(screen: b.Document) -> CardsLeft:
    """Return the grid of the cards left."""
    grid = next(block for block in screen.columns[0] if isinstance(block, b.Custom)).value
    assert isinstance(grid, CardsLeft)
    return grid


def options_of(screen: b.Document) -> list[tuple[str, str, str]]:
    """Return the name, the note and the label of each player who can get cards."""
    return [
        (option.person.name, option.note, option.label)
        for block in screen.columns[-1]
        if isinstance(block, b.PeopleChoice)
        for option in block.options
    ]


def cards_of(view: CardGroup | HandView) -> dict[str, RevealCard]:
    """Return the cards of the grid by their codes."""
    return {card.face.code: card for _, cards in view.suits for card in cards}


def hand_of(played: Snapshot, seat: int) -> HandView:
    """Return the form for the hand of the seat in the first round."""
    return hand(played, 1, seat, ENGLISH)


def test_all_cards_that_were_not_laid_are_there_by_suit() -> None:
    (group,) = grid_of(screen_of(night(FEW_LEFT))).groups
    assert [suit for suit, _ in group.suits] == ["spades", "hearts", "diamonds", "clubs"]
    assert len(cards_of(group)) == 47
    assert "7D" not in cards_of(group)


def test_players_say_how_many_of_theirs_are_to_be_named() -> None:
    assert options_of(screen_of(night(FEW_LEFT))) == [
        ("Ann", "46 to name", "Ann, 46 cards to name"),
        ("Cem", "1 to name", "Cem, 1 card to name"),
    ]


def test_a_card_that_was_seen_is_held_by_whose_it_is() -> None:
    screen = screen_of(then(night(FEW_LEFT), holds(0, "KS QS")))
    king = cards_of(grid_of(screen).groups[0])["KS"]
    assert (king.known, king.says) == (Known.HELD, "king of spades, held by Ann")
    assert king.player
    assert king.player.name == "Ann"
    assert options_of(screen)[0][1] == "44 to name"
    assert not grid_of(screen).deduced_says


def test_what_follows_is_marked_as_deduced() -> None:
    screen = screen_of(then(night(FEW_LEFT), shows(2, "KS")))
    (group,) = grid_of(screen).groups
    assert cards_of(group)["KS"].known is Known.HELD
    assert cards_of(group)["QS"].known is Known.DEDUCED
    assert grid_of(screen).deduced_says
    assert [action.id for action in screen.footer] == ["done"]
    assert screen.subtitle == "Round 1"


@pytest.mark.parametrize("showing", [shows(2, "KS"), holds(0, "KS")], ids=["all", "some"])
def test_only_showing_cards_of_this_round_can_be_undone_here(showing: Event) -> None:
    def can_undo(played: Snapshot, number: int) -> bool:
        (undo,) = screen_of(played, number).beside
        return undo.intent is not None

    played = night(FEW_LEFT, FEW_LEFT)
    shown = then(played, showing)
    assert not can_undo(played, 1)
    assert can_undo(shown, 1)
    assert not can_undo(shown, 2)
    waived = then(then(night(ALL_TOLD), holds(1, "7C")), FineWaived(2))
    assert not can_undo(waived, 1)


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
