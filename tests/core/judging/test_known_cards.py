"""Hands entered, cards seen and cards shown, each of which must fit the earlier facts."""

import pytest

from companion.core.cards import NO_CARDS, PACK, card, gather
from companion.core.objections import Why
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Event, HandEntered, Seen, Shown
from tests.core.tables import refusal, round_of

KNOWN = round_of("deal A 2 B 3 C 47\nholds B 8C 9C\nA B C\n1 7C -- 6C")
SEEN: dict[str, tuple[Why, Event, str]] = {
    "cards of nobody": (Why.NOT_AT_TABLE, Seen(3, PACK), "there is no seat 4"),
    "no card": (Why.NOTHING_SHOWN, Seen(0, NO_CARDS), "no card is shown"),
    "nothing new": (
        Why.SEEN_ALREADY,
        Seen(1, card("9C").bit),
        "B is already known to have held these cards",
    ),
    "more than a hand": (
        Why.WRONG_HAND_SIZE,
        Seen(1, gather((card("2H"), card("3H")))),
        "B was dealt 3 cards, not 4",
    ),
    "more than a hand, with what was laid": (
        Why.WRONG_HAND_SIZE,
        Seen(0, gather((card("2H"), card("3H")))),
        "A was dealt 2 cards, not 3",
    ),
    "what another laid": (Why.HELD_BY_OTHER, Seen(1, card("6C").bit), "6C is in the hand of C"),
    "what another was seen with": (
        Why.HELD_BY_OTHER,
        Seen(0, card("8C").bit),
        "8C is in the hand of B",
    ),
    "a hand without what was seen": (
        Why.NOT_IN_HAND,
        HandEntered(1, gather((card("8C"), card("2H"), card("3H")))),
        "9C is not in the hand of B",
    ),
    "a hand with what another was seen with": (
        Why.HELD_BY_OTHER,
        HandEntered(0, gather((card("7C"), card("8C")))),
        "8C is in the hand of B",
    ),
}


@pytest.mark.parametrize(("why", "event", "reason"), SEEN.values(), ids=SEEN)
def test_cards_are_seen_with_sense(why: Why, event: Event, reason: str) -> None:
    objection = KNOWN.objection(event)
    assert objection
    assert (objection.why, objection.english) == (why, reason)


FITTING: dict[str, Event] = {
    "a card that was laid": Seen(0, card("7C").bit),
    "a card more": Seen(1, gather((card("9C"), card("KH")))),
    "a hand with what was seen": HandEntered(1, gather((card("8C"), card("9C"), card("KH")))),
}


@pytest.mark.parametrize("event", FITTING.values(), ids=FITTING)
def test_and_taken_where_they_fit(event: Event) -> None:
    assert KNOWN.objection(event) is None


LAYING = {
    "a card that another was seen with": ("A B C\n1 8C . .", "8C is in the hand of B"),
    "a card that leaves no room for what was seen": (
        "A B C\n1 7C 7D 7H\n2 7S 6D .",
        "6D is not in the hand of B",
    ),
}


@pytest.mark.parametrize(("turns", "reason"), LAYING.values(), ids=LAYING)
def test_what_was_seen_binds_who_lays_it(turns: str, reason: str) -> None:
    sheet = f"round 1\nrules domino\ndeal A 3 B 3 C 46\nholds B 8C 9C\n{turns}"
    assert refusal(sheet).partition(": ")[2] == reason


OVER = round_of("deal A 1 B 2 C 49\nholds B 8C\nA B C\n1 7C . .")
AFTER = round_of("deal A 1 B 2 C 49\nA B C\n1 7C . .\nleft B 8C 9C")
LATE = {
    "shown cards without one that was seen": (
        OVER,
        Shown(1, gather((card("9C"), card("KC")))),
        Why.SEEN_IN_HAND,
        "8C was seen in the hand of B",
    ),
    "cards shown twice": (
        AFTER,
        Shown(1, gather((card("8C"), card("9C")))),
        Why.SEEN_ALREADY,
        "B is already known to have held these cards",
    ),
    "a hand without the cards shown": (
        AFTER,
        HandEntered(1, gather((card("8C"), card("KC")))),
        Why.NOT_IN_HAND,
        "9C is not in the hand of B",
    ),
    "a hand with cards that another showed": (
        AFTER,
        HandEntered(0, card("9C").bit),
        Why.NOT_IN_HAND,
        "7C is not in the hand of A",
    ),
    "cards seen that another showed": (
        AFTER,
        Seen(2, card("9C").bit),
        Why.HELD_BY_OTHER,
        "9C is in the hand of B",
    ),
    "cards seen besides those shown": (
        AFTER,
        Seen(1, card("KC").bit),
        Why.WRONG_HAND_SIZE,
        "B was dealt 2 cards, not 3",
    ),
    "shown cards that are not of the hand": (
        round_of("deal A 1 B 2 C 49\nhand B 8C 9C\nA B C\n1 7C . ."),
        Shown(1, gather((card("9C"), card("KC")))),
        Why.NOT_IN_HAND,
        "KC is not in the hand of B",
    ),
}


@pytest.mark.parametrize(("round_", "event", "why", "reason"), LATE.values(), ids=LATE)
def test_late_facts_fit_earlier_ones(round_: Round, event: Event, why: Why, reason: str) -> None:
    objection = round_.objection(event)
    assert objection
    assert (objection.why, objection.english) == (why, reason)
