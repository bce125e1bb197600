"""The argument of each verdict, compared with one that is worked out from extreme deals.

A pass is illegal if even the deal that gives its player the fewest playable cards gives one, and
legal if the deal that gives the most gives none. Nothing here is taken from the judge.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from companion.core.cards import Card, spread
from companion.core.presets import PRESETS, preset
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import Aces, FinePer, Laid, Rules
from companion.screens.blocks import Document, Go, Style, Text
from companion.screens.explanation import explanation
from companion.screens.kit import ScreenFacts
from companion.screens.routes import Screen
from companion.screens.verdict import verdict
from companion.words import ENGLISH
from tests.core.judging.brute_force import answers, count_deals, pack_of, takes
from tests.screens.documents import heroes, rows
from tests.screens.nights import played
from tests.strategies import HANDLES, Habits, deal, play

COVERED = [name for name in PRESETS if not preset(name).passes and preset(name).laid is Laid.NONE]
"""The presets without hands laid out and starters laid first, which `tests/core/family` plays."""
ROUNDS = 4
"""Rounds of each preset in a run of the suite; two hundred were checked once."""
RULES = {"illegal": "rule-R8", "legal": "rule-R3", "open": "rule-R0", "free": "rule-R22"}
_FEW_DEALS = 300


@dataclass
class Facts:
    """Cards with their holders, and the room for others."""

    round_: Round

    def __post_init__(self) -> None:
        setup = self.round_.setup
        self.unknown, self.room = pack_of(setup.rules), list(setup.hand_sizes)
        self.holders: dict[Card, int] = {}
        for seat, cards in self._came_up():
            new = self.unknown.intersection(cards)
            self.holders.update(dict.fromkeys(new, seat))
            self.unknown -= new
            self.room[seat] -= len(new)

    def _came_up(self) -> Iterator[tuple[int, Sequence[Card]]]:
        known = self.round_.knowledge
        for seat, cards in enumerate(zip(known.hands, known.seen, known.shown, strict=True)):
            yield from ((seat, spread(some or 0)) for some in cards)
        yield from ((one.seat, (one.card,)) for one in self.round_.turns if isinstance(one, Played))

    def dealt(self, wanted: frozenset[Card], seats: Sequence[int]) -> int:
        """Return how many of the cards are left when these hands took as many as they can."""
        left = sorted(wanted & self.unknown)
        for seat in seats:
            left = left[self.room[seat] :]
        return len(left)


@dataclass
class Pass:
    """Pass at a turn, with the cards that could be played, and its verdict by extreme deals."""

    facts: Facts
    turn: int
    seat: int
    playable: frozenset[Card]

    def __post_init__(self) -> None:
        hidden = self.playable & self.facts.unknown
        others = [seat for seat in range(len(self.facts.room)) if seat != self.seat]
        least = self.facts.dealt(hidden, others)
        own = [card for card in self.playable if self.facts.holders.get(card) == self.seat]
        most = len(hidden) - self.facts.dealt(hidden, [self.seat])
        self.verdict = "illegal" if own or least else "open" if most else "legal"
        if self.facts.round_.setup.rules.free_pass:
            self.verdict = "free"


def passes(round_: Round) -> Iterator[Pass]:
    """Yield the passes of a round."""
    facts, laid, rules = Facts(round_), list[Card](), round_.setup.rules
    for turn, event in enumerate(round_.turns, 1):
        if isinstance(event, Passed):
            yield Pass(facts, turn, event.seat, takes(rules, laid))
        elif isinstance(event, Played):
            laid.append(event.card)


def random_round(name: str, seed: int) -> Round:
    """Return a round of a preset, of which the table may have changed an option."""
    chance = Random(f"{name} {seed}")  # noqa: S311 - the same rounds every time
    rules = preset(name)
    option = chance.choice(("", "", "aces", "false_pass_fine", "ante"))
    if option == "aces":
        rules = replace(rules, aces=Aces.LOW if rules.aces is Aces.HIGH else Aces.HIGH)
    elif option:
        rules = replace(rules, **{option: rules[option] + 2})
    rules = replace(rules, seven_fine_per=chance.choice(list(FinePer)))
    players = chance.randint(2, 6)
    setup = Setup.dealt(rules, HANDLES[:players], chance.randrange(players))
    if chance.randrange(3) == 0:  # a misdeal, in which most cards lie in a single hand
        few = [chance.randint(1, 4) for _ in HANDLES[1:players]]
        setup = replace(setup, hand_sizes=(rules.pack.size - sum(few), *few))
    how = Habits(
        turns=chance.choice((400, 400, 30)),
        false_passes=chance.choice((0, 5, 30)),
        entered=chance.choice((0, 30, 70)),
        seen=chance.choice((0, 30)),
        shown=chance.choice((0, 50, 100)),
    )
    return play(chance, Round.begin(setup), deal(chance, setup.hand_sizes), how)


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("name", COVERED)
def test_each_verdict_is_argued_by_its_rule(name: str, seed: int) -> None:
    round_ = random_round(name, seed)
    brute = answers(round_) if count_deals(round_) <= _FEW_DEALS else None
    night = played(round_)
    for one in passes(round_):
        view = verdict(ScreenFacts(ENGLISH, Screen(f"/table/1/verdict/{one.turn}"), night))
        assert brute is None or one.verdict in {"free", brute.verdicts[one.turn]}
        assert heroes(view)[0].mark == Text(one.verdict, f"verdict-{one.turn}")
        see_the_rule(view, one)


@cache
def _explained(rules: Rules, number: int) -> tuple[Text, ...]:
    texts = (text for panel in explanation(rules, ENGLISH, number) for text in panel.blocks)
    return tuple(text for text in texts if isinstance(text, Text))


def see_the_rule(view: Document, one: Pass) -> None:
    """Expect the rule in the words of *How to play*, and what the table changed in it."""
    rules = one.facts.round_.setup.rules
    link = next(row for row in rows(view) if row.id == "rule-link")
    assert isinstance(link.intent, Go)
    explained = _explained(rules, int(link.intent.path.rpartition("/")[2]))
    marked = {text.id for text in explained if text.style is Style.MARKED}
    assert marked == {RULES[one.verdict]}
    decides, seven, _ = str(link.title).partition(" Whoever passes falsely")
    assert any(decides in text.says for text in explained)
    assert not seven or any(str(link.title).endswith(text.says) for text in explained)
