"""Random rounds with decisions of the table, and the facts that tell all hands."""

from dataclasses import dataclass
from random import Random

from companion.core.presets import parse
from companion.core.rounds.events import (
    Event,
    FineTicked,
    FineWaived,
    HandEntered,
    Passed,
    Seen,
    Shown,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from tests.strategies import Habits, Hands, deal, left_of, play, ruled, some_of

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
            decision = chance.choice((FineTicked(turn), FineTicked(turn), FineWaived(turn)))
            round_ = ruled(round_, decision)
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
