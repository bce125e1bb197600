"""Hints and odds in words."""

import re

import pytest

from companion.core.cards import card, gather
from companion.core.hints import Candidate, Goal, Hint, HintReason
from companion.desk.observation import OwnHand, Viewer, seen_by
from companion.desk.table import Snapshot
from companion.screens.hints import advice, odds_seen, own_hint, worse
from companion.screens.own_hand import own_hand
from companion.words import ENGLISH, words_in
from tests.cases import cases
from tests.screens.documents import numbers
from tests.screens.nights import night


def given(reason: HintReason, cards: str = "") -> Hint:
    """Return a hint to lay the 8♦."""
    candidates = (Candidate(card("8D"), 0.0), Candidate(card("7S"), 2.4))
    return Hint(Goal.CHIPS, candidates, reason, tuple(map(card, cards.split())))


ADVICE = {
    "only card": (given(HintReason.ONLY_CARD), "8♦"),
    "one waits": (given(HintReason.OWN_WAIT, "QD"), "8♦ Q♦"),
    "two wait": (given(HintReason.OWN_WAIT, "10D KD"), "8♦ 10♦ K♦"),
    "one follows": (given(HintReason.OWN_NEXT, "9D"), "8♦ 9♦"),
    "two follow": (given(HintReason.OWN_NEXT, "9D 6D"), "8♦ 6♦ 9♦"),
    "the rank is named": (given(HintReason.MOST_OF_RANK, "8D 8S"), "8♦"),
    "a card is held back": (given(HintReason.HOLDS_BACK, "6S"), "8♦ 6♠ 6♠"),
    "against the rule of thumb": (given(HintReason.DEALS), "8♦"),
}


@cases("hint, cards", ADVICE)
def test_a_hint_names_the_cards_of_its_reason(hint: Hint, cards: str) -> None:
    says = advice(hint, words_in("en"))
    assert re.findall(r"\w+[♦♠♥♣]", says) == cards.split()
    assert len(says) > len(cards), "a card without a reason"


@pytest.mark.parametrize("reason", HintReason, ids=lambda reason: reason.value)
def test_every_reason_has_words(reason: HintReason) -> None:
    for language in ("en", "de"):
        says = advice(given(reason, "KD"), words_in(language))
        assert "8♦" in says
        assert "{" not in says


WORSE = {
    "chips": (Goal.CHIPS, 2.4, "about 2 chips less"),
    "less than one": (Goal.CHIPS, 0.4, "about 1 chip less"),
    "points": (Goal.POINTS, 3.0, "about 3 points more"),
    "too much for a number": (Goal.CHIPS, 17.0, "much worse"),
    "a tie": (Goal.CHIPS, 0.2, "about as good"),
    "not worked out": (Goal.PLACE, None, ""),
}


@cases("goal, less, expected", WORSE)
def test_others_say_how_much_worse_they_are(goal: Goal, less: float | None, expected: str) -> None:
    best, other = Candidate(card("8D"), 0.0), Candidate(card("7S"), less)
    hint = Hint(goal, (best, other), HintReason.ENDS_ROW)
    assert worse(hint, best, words_in("en")) == "best"
    assert worse(hint, other, words_in("en")) == expected


def seen(player: str, cards: str, rules: str = "bicycle", *, covered: bool = False) -> Snapshot:
    """Return a table at which Ann is due and Ben has passed, as the owner of a hand sees it."""
    table = "deal Ann 3 Ben 4 Cem 45\ndealer Cem\n Ann Ben Cem\n1 7D -- 6D"
    public = night(f"rules {rules}\n{table}")
    hand = OwnHand.of(public, player, gather(map(card, cards.split())))
    return seen_by(public, Viewer(hand, covered))


OFFERS = {
    "two cards fit": (seen("Ann", "7D 8D 7S"), "8D: best, 7S: much worse"),
    "one card fits": (seen("Ann", "7D 8D 2S"), "8D: best"),
    "none fits": (seen("Ann", "7D 3D 2S"), ""),
    "another player is due": (seen("Ben", "8D 7S 2S 3S"), ""),
    "the record contradicts the hand": (seen("Ann", "8D 7S 2S"), ""),
    "the table wants none": (seen("Ann", "7D 8D 7S", "bicycle hints=no"), ""),
}


@cases("snapshot, expected", OFFERS)
def test_a_hint_is_for_the_turn_of_the_hand(snapshot: Snapshot, expected: str) -> None:
    given_, own = own_hint(snapshot, ENGLISH), own_hand(snapshot, ENGLISH)
    choices = given_.choices if given_ else ()
    assert ", ".join(f"{card}: {less}" for card, _, less in choices) == expected
    assert own
    assert bool(own.hint) is bool(expected)


EYES = {
    "everybody": (seen("Ann", "7D 8D 7S", covered=True), [99, 100]),
    "a player who holds a card in question": (seen("Ann", "7D 8D 7S"), [99, 100]),
    "the player, who could not": (seen("Ben", "5C 2C 3C 4C"), []),
    "the player, who could": (seen("Ben", "7C 2C 3C 4C"), []),
}


@cases("snapshot, expected", EYES)
def test_the_odds_of_a_pass_are_those_of_the_viewer(
    snapshot: Snapshot, expected: list[int]
) -> None:
    says = odds_seen(snapshot, 1, 2, ENGLISH)
    assert says
    assert numbers(says) == expected


def test_the_own_hand_proves_a_pass_honest_or_false() -> None:
    proofs = {odds_seen(seen("Ben", f"{card} 2C 3C 4C"), 1, 2, ENGLISH) for card in ("5C", "7C")}
    assert len(proofs) == 2
