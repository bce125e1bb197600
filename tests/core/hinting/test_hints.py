"""Hints: lanes under all rules, reasons, and what a hint rests on."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from companion.core.cards import Card, card, gather, spread
from companion.core.hints import MOST_PLAYED_OUT, Hint, HintReason, hint, reaches_of, reason
from companion.core.presets import parse
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from tests.cases import cases
from tests.core.judging.brute_force import pack_of, takes
from tests.core.tables import layout_of, named
from tests.strategies import HANDLES, Habits, deal, luck, play, rules

REACHES = {
    "up to the king": ("bicycle", "7H 8H", "9H JH KH", "9H: waits 3 opens 1"),
    "aces high": ("pagat", "7H", "8H AH", "8H: waits 5 opens 5"),
    "down to the ace": ("bicycle", "7H", "6H AH", "6H: waits 4 opens 4"),
    "a starter has two sides": ("bicycle", "7C", "7H 5H 9H", "7H: waits 2 opens 2"),
    "another starter": ("ten-titans", "10C", "10H 6H", "10H: waits 3 opens 7"),
    "the first card named the starter": ("five-or-nine", "5C", "5H 9H", "5H: waits 3 opens 7"),
    "high first: one neighbour for both sides": (
        "fwend",
        "7H 8H 7C",
        "7S 6S 9S",
        "7S: waits 2 opens 1",
    ),
    "high first: its neighbour opens both": ("fwend", "7H 7C", "8C 5C", "8C: waits 1 opens 6"),
    "a short pack": ("bicycle pack=32 aces=high", "7H", "8H KH", "8H: waits 4 opens 4"),
}


@cases("rules, laid, hand, expected", REACHES)
def test_lanes_follow_from_the_rules(rules: str, laid: str, hand: str, expected: str) -> None:
    layout = layout_of(rules, laid)
    reaches = reaches_of(layout, gather(map(card, hand.split())))
    ((laid_card, reach),) = reaches.items()
    assert f"{laid_card}: waits {reach.waiting} opens {reach.opened}" == expected
    assert reach.worth == 2 * reach.waiting - reach.opened


REASONS = {
    "own cards come next": ("7H 7C", "6H 5H 4H 8C", "6H", "own next: 5H"),
    "nothing comes next": ("7S 8S 9S 10S JS QS 7C", "KS 8C", "KS", "ends row: "),
    "a card of others comes next": ("7S 8S 9S 10S JS 7C", "QS 8C", "QS", "opens least: "),
    "an own card waits": ("7H 7C", "6H 3H 8C", "6H", "own wait: 3H"),
    "more waits elsewhere": ("7H 7C", "6H 3H 8C KC", "6H", "opens least: "),
    "most waits here": ("7H 7C", "6H 3H 8C KC", "8C", "own wait: KC"),
    "as much waits elsewhere": ("7H 7C", "6H 3H 8C JC", "8C", "own wait: JC"),
    "opens fewest": ("7H 7C 8C", "6H 9C", "9C", "opens least: "),
    "opens as few as another": ("7H 7C 8C 7S 8S", "9C 9S 6H", "9C", "holds back: 6H"),
    "opens most, some wait": ("7H 7C", "6H 2H 8C JC KC", "6H", "own behind: 2H"),
    "opens most, none wait": ("7H 7C 8C", "6H 9C", "6H", "deals: "),
    "all alike": ("7H 7C", "6H 6C", "6H", "none better: "),
}


@cases("laid, hand, best, expected", REASONS)
def test_the_first_true_reason_counts(laid: str, hand: str, best: str, expected: str) -> None:
    layout = layout_of("bicycle", laid)
    found, cards = reason(layout, gather(map(card, hand.split())), card(best))
    assert f"{found.value}: {named(gather(cards))}" == expected


class Facts(NamedTuple):
    """What is true after a card was laid, found by laying cards out."""

    waiting: int
    opened: int
    own: set[Card]


def _reachable(rules: Rules, laid: list[Card], cards: Iterable[Card]) -> set[Card]:
    """Return the cards that can be laid in some order if no others are."""
    order, left = list(laid), set(cards)
    while fitting := takes(rules, order) & left:
        order += sorted(fitting)
        left -= fitting
    return set(order[len(laid) :])


def _facts(rules: Rules, laid: list[Card], hand: set[Card], option: Card) -> Facts:
    unlaid = set(pack_of(rules)).difference(laid)
    others, after = unlaid - hand, [*laid, option]
    behind = unlaid - {option} - _reachable(rules, laid, unlaid - {option})
    waiting = 0
    for other in others & behind:
        blocked = unlaid - {option} - _reachable(rules, after, unlaid - {option, other})
        waiting += len(blocked & hand)
    opened = _reachable(rules, after, others) - _reachable(rules, laid, others)
    return Facts(waiting, len(opened), behind & hand)


def _true_reasons(best: Card, facts: dict[Card, Facts]) -> Iterator[HintReason]:
    own, others = facts[best], [found for option, found in facts.items() if option != best]
    tests = {
        HintReason.ONLY_CARD: not others,
        HintReason.OWN_NEXT: not own.opened and bool(own.own),
        HintReason.ENDS_ROW: not own.opened and not own.own,
        HintReason.OWN_WAIT: own.waiting > 0 and all(own.waiting >= one.waiting for one in others),
        HintReason.OPENS_LEAST: all(own.opened < one.opened for one in others),
        HintReason.HOLDS_BACK: any(own.opened < one.opened for one in others),
        HintReason.OWN_BEHIND: own.waiting > 0,
        HintReason.NONE_BETTER: all(_worth(own) >= _worth(one) for one in others),
        HintReason.DEALS: any(_worth(own) < _worth(one) for one in others),
    }
    return (tested for tested, is_true in tests.items() if is_true)


def _worth(facts: Facts) -> int:
    return 2 * facts.waiting - facts.opened


@st.composite
def _asked(draw: st.DrawFn, players: int = 10) -> Round:
    """Draw a round in which the player who is due has entered a hand and can lay a card."""
    seats = draw(st.integers(2, players))
    begun = Round.begin(Setup.dealt(draw(rules()), HANDLES[:seats], seats - 1))
    chance = draw(luck())
    hands = deal(chance, begun.setup.hand_sizes)
    how = Habits(turns=draw(st.integers(0, 60)), false_passes=draw(st.sampled_from((0, 0, 10))))
    round_ = play(chance, begun, hands, how)
    seat = round_.due
    assume(seat is not None and hands[seat] & round_.playable)
    assert seat is not None
    return round_.after(HandEntered(seat, hands[seat]))


def _hint(round_: Round) -> Hint:
    assert round_.due is not None
    given = hint(round_, round_.due)
    assert given
    return given


@settings(max_examples=30)
@given(_asked())
def test_the_reason_is_the_first_that_is_true(round_: Round) -> None:
    assume(round_.layout.starter is not None)
    laid = [turn.card for turn in round_.turns if isinstance(turn, Played)]
    hand = set(spread(round_.held(round_.due or 0) or 0))
    house, given_ = round_.setup.rules, _hint(round_)
    facts = {one.card: _facts(house, laid, hand, one.card) for one in given_.candidates}
    event(given_.reason.value)
    assert given_.reason is next(_true_reasons(given_.candidates[0].card, facts))


@settings(max_examples=25)
@given(_asked(players=MOST_PLAYED_OUT))
def test_a_hint_rests_on_the_record_and_the_own_hand(round_: Round) -> None:
    again = Round.of(round_.setup, round_.events)
    assert _hint(again) == _hint(round_)
    seat = round_.due
    assert all(hand is None or one == seat for one, hand in enumerate(again.knowledge.hands))
    assert all(
        hint(again, other) is None for other in range(len(again.cards_left)) if other != seat
    )


FIRST_CARDS = {
    "the most frequent rank": ("domino", "3C 3D 3H 9C KC KD", "3C 3D 3H: most of rank"),
    "of two, the farther from the middle": ("domino", "6C 6D JC JD 9H", "JC JD: most of rank"),
    "a five or a nine": ("five-or-nine", "5C 9C 9D KC KD KH", "9C 9D: most of rank"),
    "the opening card": ("seven-of-diamonds", "7D 7C 7H", ": only card"),
}


@cases("rules, hand, expected", FIRST_CARDS)
def test_the_first_card_names_the_rank_one_has_most_of(
    rules: str, hand: str, expected: str
) -> None:
    cards = gather(map(card, hand.split()))
    sizes = (52 - 2 * cards.bit_count(), cards.bit_count(), cards.bit_count())
    begun = Round.begin(Setup(parse(rules), HANDLES[:3], 0, sizes)).after(HandEntered(1, cards))
    given_ = hint(begun, 1)
    assert given_
    assert f"{named(gather(given_.cards))}: {given_.reason.value}" == expected
