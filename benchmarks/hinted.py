"""Players of Fan Tan, their matches, and the cost of hints and odds.

One player, the hero, plays against copies of another. The same deal is played once for each seat of
the hero, so the luck of the deal cancels out; the standard errors are those of the deals. Chance
breaks ties, and at the same turn it is the same for every hero.

Three of the players follow published descriptions of programs on GitHub: `look` the computer player
of maw101/Sevens-Card-Game, `need` the entry of Adam-D-Lewis/Sevens_Alg_Writing_Competition, and
`farthest` the bot of dsoman24/ruter-sju. The second's published share of wins against three random
players is 51.5 percent.
"""

import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from companion.core.cards import CARDS, Card, Cards, gather, spread
from companion.core.hints import hint, lanes_on
from companion.core.judge import Verdict, judge
from companion.core.odds import FALSE_RATE, odds
from companion.core.presets import preset
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat, Setup

BLOCK = 20
"""Number of deals that are played in one go."""
_LUCK, _MASK = 16, 0xFFFF
_BOUNDS = (0.0, 0.3, 0.7, 0.9, 0.95, 0.98, 1.0)

Hands = Sequence[Cards]
Player = Callable[[Round, Seat, Cards, int], Card]
"""Choice of a card, given the round, the seat, its hand as dealt, and the luck of the turn."""


def _sides(layout: Layout, card: Card, hand: Cards) -> Iterator[tuple[int, int, int]]:
    """Yield three numbers for each side of a card that has cards behind it.

    They are the number of cards of others before the own farthest card, the number of cards after
    that, and the place of that card, 0 for none.
    """
    following = lanes_on(layout).next
    for nearest in following[card.bit]:
        lane = [nearest]
        while nearer := following[lane[-1]]:
            lane += nearer
        own = [place for place, behind in enumerate(lane, 1) if behind & hand]
        farthest = own[-1] if own else 0
        yield farthest - len(own), len(lane) - farthest, farthest


def _look(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return how many more cards of others one needs than one leaves them after that."""
    return (sum(needed - beyond for needed, beyond, _ in _sides(layout, card, hand)),)


def _need(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return how many cards of others one needs; where none, how few are left to them."""
    sides = list(_sides(layout, card, hand))
    needed = sum(needed for needed, _, _ in sides)
    return needed, 0 if needed else -sum(beyond for _, beyond, _ in sides)


def _farthest(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return the distance of the own card farthest from the starter."""
    assert layout.starter is not None
    distance = abs(card.rank - layout.starter)
    return (distance + max((place for *_, place in _sides(layout, card, hand)), default=0),)


def _rule(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return the worth by the rule of thumb."""
    return (lanes_on(layout).reach(card.bit, hand).worth,)


def _nothing_behind(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return whether one has cards behind the card, or nobody has."""
    behind = lanes_on(layout).behind[card.bit]
    return (not behind or bool(behind & hand),)


def _own_wait(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return what own cards wait for; where all is alike, how little is opened for others."""
    reach = lanes_on(layout).reach(card.bit, hand)
    return reach.waiting, -reach.opened


def _alike(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:  # noqa: ARG001
    return ()


def _scoring(score: Callable[[Layout, Card, Cards], tuple[int, ...]]) -> Player:
    def choose(round_: Round, _: Seat, dealt: Cards, luck: int) -> Card:
        layout, left = round_.layout, dealt & ~round_.layout.laid
        return max(
            spread(left & layout.playable),
            key=lambda card: (score(layout, card, left), luck >> hash(card) * _LUCK & _MASK),
        )

    return choose


def _hinted(round_: Round, seat: Seat, dealt: Cards, _: int) -> Card:
    given = hint(round_.following(HandEntered(seat, dealt)), seat)
    assert given is not None
    return given.candidates[0].card


TABLE: dict[str, Player] = {
    "random": _scoring(_alike),
    "look": _scoring(_look),
    "need": _scoring(_need),
    "farthest": _scoring(_farthest),
    "rule": _scoring(_rule),
    "hint": _hinted,
}

ADVICE = {
    "hold back what has no own card behind it": _scoring(_nothing_behind),
    "lay what own cards wait behind, else what opens least": _scoring(_own_wait),
}
"""Pieces of advice, each followed alone; cards that it does not tell apart are laid at random."""

PLAYERS = TABLE | ADVICE


def begin(players: int) -> Round:
    """Return a round by the usual rules before its first turn."""
    handles = tuple(f"P{seat}" for seat in range(players))
    return Round.begin(Setup.dealt(preset("bicycle"), handles, players - 1))


def deal(chance: Random, sizes: Sequence[int]) -> Hands:
    """Deal the shuffled pack."""
    cards = list(CARDS)
    chance.shuffle(cards)
    return [gather(cards.pop() for _ in range(size)) for size in sizes]


class Match(NamedTuple):
    """Hero against copies of a foe, both by name."""

    players: int
    hero: str
    foe: str

    def shares(self, first: int) -> list[float]:
        """Return the hero's share of wins in percent in each deal of a block.

        Of hints it is the share beyond that of the rule of thumb in the same deals.
        """
        if self.hero != "hint":
            return [self._share(self.hero, number) for number in range(first, first + BLOCK)]
        return [
            self._share("hint", number) - self._share("rule", number)
            for number in range(-first - BLOCK, -first)
        ]

    def _share(self, hero: str, number: int) -> float:
        begun, won = begin(self.players), 0
        hands = deal(Random(f"{self.players} {number}"), begun.setup.hand_sizes)  # noqa: S311
        for seat in range(self.players):
            seated = [PLAYERS[self.foe]] * self.players
            seated[seat] = PLAYERS[hero]
            won += play(begun, hands, seated, Random(number)).winner == seat  # noqa: S311
        return 100 * won / self.players


def play(
    round_: Round, hands: Hands, seated: Sequence[Player], chance: Random, false_rate: float = 0
) -> Round:
    """Return the round after it was played out; some may pass who could lay a card."""
    while not round_.played_out:
        seat = round_.due
        assert seat is not None
        can = hands[seat] & round_.playable
        luck = chance.getrandbits(53 * _LUCK)
        if not can or (false_rate and chance.random() < false_rate):
            round_ = round_.following(Passed(seat))
        elif can & (can - 1):
            card = seated[seat](round_, seat, hands[seat], luck)
            round_ = round_.following(Played(seat, card))
        else:
            round_ = round_.following(Played(seat, spread(can)[0]))
    return round_


def cost(rounds: int) -> None:
    """Print the milliseconds of a hint, and of the odds of a pass."""
    for players in (2, 3, 4, 5, 6, 8, 10):
        chance, hinted, weighed = Random(players), list[float](), list[float]()  # noqa: S311
        dealt = begin(players)
        for _ in range(rounds):
            hands = deal(chance, dealt.setup.hand_sizes)
            played = play(dealt, hands, [TABLE["rule"]] * players, chance, FALSE_RATE)
            round_ = dealt
            for turn in played.turns:
                own = round_.following(HandEntered(turn.seat, hands[turn.seat]))
                if len(spread(hands[turn.seat] & round_.playable)) > 1:
                    hinted.append(_milliseconds(partial(hint, own, turn.seat)))
                round_ = round_.following(turn)
                judged = judge(round_).ruling(len(round_.turns))
                if judged and judged.verdict is Verdict.OPEN:
                    weighed.append(_milliseconds(partial(odds, round_, len(round_.turns))))
        times = f"a hint {_quantiles(hinted)}, odds {_quantiles(weighed)}"
        print(f"{players} players: {times}", flush=True)


def _milliseconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1_000 * (process_time() - start)


def _quantiles(times: Sequence[float]) -> str:
    cuts = statistics.quantiles(times, n=20)
    return f"p50 {statistics.median(times):.2f} ms, p95 {cuts[-1]:.2f}"


def calibration(rate: float, assumed: float, rounds: int) -> None:
    """Print how often passes were honest beside the odds, by the odds.

    A pass is drawn from each round of two to eight players, at a moment at which it is open.
    """
    chance, pairs = Random(f"{rate}"), list[tuple[float, bool]]()  # noqa: S311 - the same rounds
    while len(pairs) < rounds:
        players = chance.randint(3, 8)
        dealt = begin(players)
        hands = deal(chance, dealt.setup.hand_sizes)
        played = play(dealt, hands, [TABLE["rule"]] * players, chance, rate)
        for turn in played.turns[: chance.randrange(1, len(played.turns))]:
            dealt = dealt.following(turn)
        opened = [one for one in judge(dealt).rulings if one.verdict is Verdict.OPEN]
        if opened:
            one = chance.choice(opened)
            found = odds(dealt, one.turn, assumed)
            assert found is not None
            pairs.append((found.honest, not hands[one.seat] & one.playable))
    print(f"{100 * rate:.0f} % of those who could lay pass, {100 * assumed:.0f} % assumed")
    for low, high in pairwise(_BOUNDS):
        part = [(share, honest) for share, honest in pairs if low < share <= high]
        if part:
            share, true = (statistics.mean(column) for column in zip(*part, strict=True))
            error = sqrt(true * (1 - true) / len(part))
            print(f"  {len(part):5} passes: odds {share:.3f}, honest {true:.3f} ± {error:.3f}")
