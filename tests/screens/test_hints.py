"""Hints in words."""

import pytest

from companion.core.cards import card, gather
from companion.core.hints import Hint, HintReason
from companion.desk.observation import OwnHand, Viewer, seen_by
from companion.desk.table import Snapshot
from companion.screens.hints import advice, own_hint
from companion.screens.own_hand import own_hand
from companion.words import ENGLISH, words_in
from tests.screens.nights import night


@pytest.mark.parametrize("reason", HintReason, ids=lambda reason: reason.value)
def test_every_reason_has_words(reason: HintReason) -> None:
    given = Hint((card("8D"), card("7S")), reason, (card("KD"),))
    for language in ("en", "de"):
        says = advice(given, words_in(language))
        assert "8♦" in says
        assert "{" not in says


def seen(player: str, cards: str, rules: str = "bicycle", *, covered: bool = False) -> Snapshot:
    """Return a table at which Ann is due and Ben has passed, as the owner of a hand sees it."""
    table = "deal Ann 3 Ben 4 Cem 45\ndealer Cem\n Ann Ben Cem\n1 7D -- 6D"
    public = night(f"rules {rules}\n{table}")
    hand = OwnHand.of(public, player, gather(map(card, cards.split())))
    return seen_by(public, Viewer(hand, covered))


OFFERS = {
    "two cards fit": (seen("Ann", "7D 8D 7S"), "8D 7S"),
    "one card fits": (seen("Ann", "7D 8D 2S"), "8D"),
    "none fits": (seen("Ann", "7D 3D 2S"), ""),
    "another player is due": (seen("Ben", "8D 7S 2S 3S"), ""),
    "the record contradicts the hand": (seen("Ann", "8D 7S 2S"), ""),
    "the table wants none": (seen("Ann", "7D 8D 7S", "bicycle hints=no"), ""),
}


@pytest.mark.parametrize(("snapshot", "expected"), OFFERS.values(), ids=OFFERS)
def test_a_hint_is_for_the_turn_of_the_hand(snapshot: Snapshot, expected: str) -> None:
    given_, own = own_hint(snapshot, ENGLISH), own_hand(snapshot, ENGLISH)
    choices = given_.choices if given_ else ()
    assert " ".join(str(laid) for laid, _ in choices) == expected
    assert own
    assert bool(own.hint) is bool(expected)
