"""The argument of each verdict, compared with one that is worked out from extreme deals.

A pass is illegal if even the deal that gives its player the fewest playable cards gives one, and
legal if the deal that gives the most gives none. Nothing here is taken from the judge.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.core.cards import Card, Rank, at, spread
from companion.core.presets import PRESETS, preset
from companion.core.rounds.events import Passed, Played
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import Aces, FinePer, Laid, Rules
from companion.screens.blocks import Document, Go, Style, Text
from companion.screens.explanation import explanation
from companion.screens.kit import Here
from companion.screens.routes import Screen
from companion.screens.speech import short
from companion.screens.verdict import verdict
from companion.words import ENGLISH, Words
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


class Recorder(Words):
    """English that records each text that it says with the fields in it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str, Mapping[str, Any]]] = []

    def say(self, text: str, /, **fields: object) -> str:
        """Return and record the text."""
        self.said.append((super().say(text, **fields), fields))
        return self.said[-1][0]

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return and record the plural form."""
        self.said.append((super().count(one, many, n, **fields), {"n": n, **fields}))
        return self.said[-1][0]

    def fields_in(self, text: str, *wanted: str) -> list[Mapping[str, Any]]:
        """Return the fields of the sentences in the text that have all the wanted ones."""
        found = {says: fields for says, fields in self.said if says in text}
        return [fields for fields in found.values() if {*wanted} <= fields.keys()]


@dataclass
class Facts:
    """Cards with their holders and the moments at which they came up, and the room for others.

    Once a single hand has room, all other cards are in it, and nothing more comes up.
    """

    round_: Round

    def __post_init__(self) -> None:
        setup = self.round_.setup
        self.unknown, self.room = pack_of(setup.rules), list(setup.hand_sizes)
        self.holders: dict[Card, tuple[int, int]] = {}
        self.moment_of_others, self.only = 0, None
        for seat, cards, moment in self._came_up():
            new = self.unknown.intersection(cards)
            if not new or self.only is not None:
                continue
            self.holders.update(dict.fromkeys(new, (seat, moment)))
            self.unknown, self.moment_of_others = self.unknown - new, moment
            self.room[seat] -= len(new)
            roomy = [other for other, room in enumerate(self.room) if room]
            self.only = roomy[0] if len(roomy) == 1 else None

    def _came_up(self) -> Iterator[tuple[int, Sequence[Card], int]]:
        known, end = self.round_.knowledge, len(self.round_.turns) + 1
        yield from ((seat, spread(hand or 0), 0) for seat, hand in enumerate(known.hands))
        yield from ((seat, spread(seen), 0) for seat, seen in enumerate(known.seen))
        for turn, event in enumerate(self.round_.turns, 1):
            if isinstance(event, Played):
                yield event.seat, (event.card,), turn
        yield from ((seat, spread(shown), end) for seat, shown in enumerate(known.shown))

    def moment(self, card: Card) -> int:
        """Return the moment at which the card came up, perhaps because no other hand had room."""
        return self.holders.get(card, (0, self.moment_of_others))[1]

    def holds(self, seat: int, card: Card) -> bool:
        """Return whether the player certainly held the card."""
        return self.holders.get(card, (self.only, 0))[0] == seat

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
        self.hidden, self.least = hidden, self.facts.dealt(hidden, others)
        self.elsewhere = sum(self.facts.room[seat] for seat in others)
        self.own = [
            card
            for card in sorted(self.playable)
            if self.facts.holders.get(card, (-1,))[0] == self.seat
        ]
        most = len(hidden) - self.facts.dealt(hidden, [self.seat])
        self.verdict = "illegal" if self.own or self.least else "open" if most else "legal"
        if self.facts.round_.setup.rules.free_pass:
            self.verdict = "free"

    def counts(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Return the numbers of the argument, if counting is a part of it."""
        facts, name, n = self.facts, names[self.seat], len(self.hidden)
        if self.verdict == "open" or not n:
            return []
        if facts.only is not None:
            if self.verdict == "illegal" and facts.only != self.seat:
                return []
            return [{"n": len(facts.unknown), "name": names[facts.only], "cards": self.hidden}]
        if self.verdict == "legal":
            return [{"n": facts.round_.setup.hand_sizes[self.seat], "name": name}]
        if self.own:
            return []
        return [
            {"n": n, "cards": self.hidden},
            {"n": facts.room[self.seat], "name": name},
            {"room": self.elsewhere, "n": n, "name": name, "least": self.least},
        ]

    def sevens(self, starter: Rank | None) -> list[Card]:
        """Return the cards held back that open a suit, as they came to light."""
        held = [card for card in self.playable if self.facts.holds(self.seat, card)]
        opening = [card for card in held if card.rank is starter]
        return sorted(opening, key=lambda card: (self.facts.moment(card), card))


def passes(round_: Round) -> Iterator[tuple[Pass, Rank | None]]:
    """Yield the passes of a round, each with the rank that opened the suits then."""
    facts, laid, rules = Facts(round_), list[Card](), round_.setup.rules
    for turn, event in enumerate(round_.turns, 1):
        if isinstance(event, Passed):
            starter = rules.starter if isinstance(rules.starter, Rank) else None
            starter = starter or (laid[0].rank if laid else None)
            yield Pass(facts, turn, event.seat, takes(rules, laid)), starter
        elif isinstance(event, Played):
            laid.append(event.card)


def neighbours(rules: Rules, card: Card) -> Iterator[Card]:
    """Yield the cards next to a card in the order of play."""
    order = sorted({each.rank for each in pack_of(rules)})
    order = [*order[1:], order[0]] if rules.aces is Aces.HIGH else order
    place = order.index(card.rank)
    for beside in (place - 1, place + 1):
        if 0 <= beside < len(order):
            yield at(card.suit, order[beside])


def written(cards: object, words: Words) -> object:
    """Return cards as they are written, in a list or in the words of a text."""
    if isinstance(cards, str):
        return frozenset(re.split(", | and ", cards))
    return (
        frozenset(short(card, words) for card in cards) if isinstance(cards, frozenset) else cards
    )


def random_round(name: str, seed: int) -> tuple[Round, str]:
    """Return a round of a preset, and the option that the table may have changed."""
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
    return play(chance, Round.begin(setup), deal(chance, setup.hand_sizes), how), option


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("name", COVERED)
def test_each_verdict_is_argued_by_its_rule_and_its_numbers(name: str, seed: int) -> None:
    round_, _ = random_round(name, seed)
    brute = answers(round_) if count_deals(round_) <= _FEW_DEALS else None
    night = played(round_)
    for one, _ in passes(round_):
        words = Recorder()
        view = verdict(Here(words, Screen(f"/table/1/verdict/{one.turn}"), night))
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
    decides, seven, _ = str(link.title).partition(" Whoever holds back")
    assert any(decides in text.says for text in explained)
    assert not seven or any(str(link.title).endswith(text.says) for text in explained)
