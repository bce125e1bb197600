"""Referee of the tests: the chips of a round by its true hands, without the books of the app."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.core.cards import Card, Rank, at, spread
from companion.core.presets import parse
from companion.core.rounds.events import (
    Event,
    FineTicked,
    FineWaived,
    HandEntered,
    Passed,
    Played,
    Seen,
    Shown,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from tests.strategies import Habits, Hands, deal, left_of, play, some_of

_RULES = (
    "bicycle",
    "parlour",
    "kartendomino",
    "bicycle false_pass_to=winner",
    "bicycle seven_fine_per=seven seven_fine=2",
    "encyclopedia false_pass_fine=4 seven_fine=3 ante=2",
)


@dataclass(frozen=True)
class Night:
    """Round with the true hands, and the facts that tell all of them."""

    round: Round
    hands: Hands
    facts: tuple[Event, ...]


def play_round(chance: Random) -> Night:
    """Return a round that was played out, with false passes, ticks and waivers of the table."""
    players = tuple("ABCDEFG"[: chance.randint(2, 7)])
    rules = parse(chance.choice(_RULES))
    setup = Setup.dealt(rules, players, chance.randrange(len(players)))
    hands = deal(chance, setup.hand_sizes)
    round_ = play(chance, Round.begin(setup), hands, Habits(turns=0, entered=10, seen=20))
    while not round_.played_out:
        round_ = play(chance, round_, hands, Habits(turns=1, false_passes=20))
        turn = chance.randint(1, len(round_.turns))
        if isinstance(round_.turns[turn - 1], Passed) and chance.randrange(2):
            ruled = chance.choice((FineTicked(turn), FineTicked(turn), FineWaived(turn)))
            round_ = round_ if round_.objection(ruled) else round_.after(ruled)
    return Night(round_, hands, tuple(_all_facts(chance, round_, hands)))


def _all_facts(chance: Random, round_: Round, hands: Hands) -> list[Event]:
    """Return facts that tell all hands, each in one of the ways in which a table learns them."""
    facts: list[Event] = []
    for seat, hand in enumerate(hands):
        left = left_of(round_, seat, hand)
        if left and chance.randrange(2):
            facts.append(Shown(seat, left))
        elif chance.randrange(2):
            facts.append(HandEntered(seat, hand))
        else:
            facts += [Seen(seat, some_of(chance, hand)), Seen(seat, hand)]
    chance.shuffle(facts)
    return facts


def with_facts(round_: Round, facts: tuple[Event, ...]) -> Round:
    """Return the round with the facts that are news to it."""
    for fact in facts:
        if not round_.objection(fact):
            round_ = round_.after(fact)
    return round_


def has_several_sevens(night: Night) -> bool:
    """Return whether a pass held several sevens back, of which the first to be seen is fined."""
    return any(len(sevens) > 1 for _, sevens in _false_passes(night))


def balances(night: Night) -> dict[int, int]:
    """Return the chips of each seat once all is paid."""
    round_, rules = night.round, night.round.setup.rules
    net, pot = Counter[int](), 0
    longest, winner = max(round_.setup.hand_sizes), round_.out[0]
    for seat, size in enumerate(round_.setup.hand_sizes):
        stake = rules.ante + rules.short_ante * (size < longest)
        net[seat] -= stake
        pot += stake
    for event in round_.turns:
        if isinstance(event, Passed):
            net[event.seat] -= rules.pass_fee
            pot += rules.pass_fee
    for turn, sevens in _false_passes(night):
        seat = round_.turns[turn - 1].seat
        if turn in round_.decisions.waived:
            continue
        net[seat] -= rules.false_pass_fine
        pot += rules.false_pass_fine
        for seven in sevens:
            for rank in (Rank.SIX, Rank.EIGHT):
                neighbour = at(seven.suit, rank)
                holder = next(s for s, hand in enumerate(night.hands) if hand & neighbour.bit)
                net[seat] -= rules.seven_fine
                net[holder] += rules.seven_fine
    net[winner] += pot
    for seat, left in enumerate(round_.cards_left):
        net[seat] -= rules.card_fee * left
        net[winner] += rules.card_fee * left
    return {seat: net[seat] for seat in range(len(night.hands))}


def _false_passes(night: Night) -> Iterator[tuple[int, list[Card]]]:
    """Yield the turn of each false pass, and the sevens held back in it."""
    held = list(night.hands)
    pairs = zip(night.round.turns, night.round.met, strict=True)
    for number, (turn, playable) in enumerate(pairs, 1):
        could = spread(held[turn.seat] & playable)
        if isinstance(turn, Played):
            held[turn.seat] &= ~turn.card.bit
        elif could:
            yield number, [card for card in could if card.rank is Rank.SEVEN]
