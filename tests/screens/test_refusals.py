"""Refusals as sentences: cards as people write them, names in place of handles."""

import pytest

from companion.core.cards import card
from companion.core.objections import Objection, Why
from companion.screens.speech import refusal_words
from companion.words import ENGLISH
from tests.cases import cases

NAMES = {"Ben": "Benedikt", "Dee": "Dee von der Tann"}

SAID = {
    "a card without its neighbour": (
        Objection(Why.NEIGHBOUR_MISSING, card=card("9H"), other_card=card("8H")),
        "9♥ cannot be played: 8♥ is not on the table.",
    ),
    "out of turn": (
        Objection(Why.OUT_OF_TURN, player="Ben", other="Dee"),
        "It is Dee von der Tann’s turn, not Benedikt’s.",
    ),
    "too few players": (Objection(Why.TOO_FEW_PLAYERS), "At least two players are needed."),
    "numbers": (
        Objection(Why.WRONG_HAND_SIZE, player="Ben", number=12, expected=13),
        "Benedikt was dealt 13 cards, not 12.",
    ),
}


@cases("objection, said", SAID)
def test_a_refusal_is_a_sentence(objection: Objection, said: str) -> None:
    assert refusal_words(objection, ENGLISH, NAMES.__getitem__) == said


@pytest.mark.parametrize("why", Why)
def test_every_reason_can_be_said(why: Why) -> None:
    objection = Objection(why, "Ben", "Dee", card("7H"), card("8H"), 1, 2)
    said = refusal_words(objection, ENGLISH, NAMES.__getitem__)
    assert said[0] == said[0].upper()
    assert said[-1] == "."
    assert "{" not in said
