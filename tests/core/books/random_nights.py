"""Random rounds with decisions of the table, and the facts that tell all hands."""

from dataclasses import dataclass
from random import Random

from companion.core.presets import PRESETS, parse
from companion.core.rounds.events.cards import HandEntered, Seen, Shown
from companion.core.rounds.events.decisions import FineTicked, FineWaived
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.position import Event
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from tests.strategies import Habits, Hands, deal, left_of, play, ruled, some_of

_RULES = (
    *PRESETS,
    "bicycle false_pass_to=winner",
    "bicycle seven_fine_per=seven seven_fine=2",
    "encyclopedia false_pass_fine=4 seven_fine=3 ante=2",
    "kartendomino-ranking ante=2 pass_fee=1",
    "bicycle chips=app",
    "shichinarabe ante=1 pass_fee=2 card_fee=1",
    "shichinarabe-strict ante=1 card_fee=1 passes=1 false_pass_fine=2",
    "shichinarabe-strict laid=none opening=left passes=2 pass_fee=1 card_fee=2 play_on=no",
    "stalemate ante=1 pass_fee=1 card_fee=1",
    "fwend ante=1 card_fee=1 seven_fine=2 chips=app",
)
"""Every rule set by its name, and those without chips with some."""


def any_rules(chance: Random) -> Rules:
    """Return any of these house rules."""
    return parse(chance.choice(_RULES))


@dataclass(frozen=True)
class Night:
    """Round with the true hands, and the facts that tell all of them."""

    round: Round
    hands: Hands
    facts: tuple[Event, ...]


def play_round(chance: Random) -> Night:
    """Return a round that was played out, with false passes, ticks and waivers of the table."""
    players = tuple("ABCDEFG"[: chance.randint(2, 7)])
    rules = any_rules(chance)
    setup = Setup.dealt(rules, players, chance.randrange(len(players)))
    hands = deal(chance, setup.hand_sizes)
    round_ = play(chance, Round.begin(setup), hands, Habits(turns=0, entered=10, seen=20))
    while not round_.played_out:
        round_ = play(chance, round_, hands, Habits(turns=1, false_passes=20))
        turn = chance.randint(1, len(round_.turns) or 1)
        if Passed in map(type, round_.turns[turn - 1 : turn]) and chance.randrange(2):
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
