"""Players of Fan Tan, their matches, and the cost of hints and odds; imports the core alone.

One player, the hero, plays against copies of another. The same deal is played once for each seat of
the hero, so the luck of the deal cancels out; the standard errors are those of the deals. Ties are
broken by chance.

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
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import HandEntered, Passed, Played, Seat, Setup

_BOUNDS = (0.0, 0.3, 0.7, 0.9, 0.95, 0.98, 1.0)

Hands = Sequence[Cards]
Player = Callable[[Round, Seat, Cards, Random], Card]
"""Candidate of a card, given the round, the seat, its hand as dealt, and luck."""


class Way(NamedTuple):
    """Cards behind a card on one side of it, as one player sees them.

    `needed` is the number of cards of others before the own farthest card, `beyond` the number of
    cards after that, and `farthest` the place of that card, 0 for none.
    """

    needed: int
    beyond: int
    farthest: int


def _sides(layout: Layout, card: Card, hand: Cards) -> Iterator[Way]:
    following = lanes_on(layout).next
    for nearest in following[card.bit]:
        lane = [nearest]
        while nearer := following[lane[-1]]:
            lane += nearer
        own = [place for place, behind in enumerate(lane, 1) if behind & hand]
        farthest = own[-1] if own else 0
        yield Way(farthest - len(own), len(lane) - farthest, farthest)


def _look(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return how many more cards of others one needs than one leaves them after that."""
    return (sum(side.needed - side.beyond for side in _sides(layout, card, hand)),)


def _need(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return how many cards of others one needs; where none, how few are left to them."""
    sides = list(_sides(layout, card, hand))
    needed = sum(side.needed for side in sides)
    return needed, 0 if needed else -sum(side.beyond for side in sides)


def _farthest(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return the distance of the own card farthest from the starter."""
    assert layout.starter is not None
    distance = abs(card.rank - layout.starter)
    return (distance + max((side.farthest for side in _sides(layout, card, hand)), default=0),)


def _rule(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return the worth by the rule of thumb."""
    return (lanes_on(layout).reach(card.bit, hand).worth,)


def _own_next(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return whether an own card can follow."""
    return (any(behind & hand for behind in lanes_on(layout).next[card.bit]),)


def _lone_starter(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return whether the card is not a starter whose suit one has no other card of."""
    return (card.rank is not layout.starter or bool(lanes_on(layout).behind[card.bit] & hand),)


def _nothing_behind(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return whether one has cards behind the card, or nobody has."""
    behind = lanes_on(layout).behind[card.bit]
    return (not behind or bool(behind & hand),)


def _own_wait(layout: Layout, card: Card, hand: Cards) -> tuple[int, ...]:
    """Return what own cards wait for; where all is alike, how little is opened for others."""
    reach = lanes_on(layout).reach(card.bit, hand)
    return reach.waiting, -reach.opened


def _scoring(score: Callable[[Layout, Card, Cards], tuple[int, ...]]) -> Player:
    def choose(round_: Round, _: Seat, dealt: Cards, chance: Random) -> Card:
        layout, left = round_.layout, dealt & ~round_.layout.laid
        return max(
            spread(left & layout.playable),
            key=lambda card: (score(layout, card, left), chance.random()),
        )

    return choose


def _hinted(round_: Round, seat: Seat, dealt: Cards, _: Random) -> Card:
    given = hint(round_.following(HandEntered(seat, dealt)), seat)
    assert given is not None
    return given.candidates[0].card


def _random(round_: Round, _: Seat, dealt: Cards, chance: Random) -> Card:
    return chance.choice(spread(dealt & round_.playable))


TABLE: dict[str, Player] = {
    "random": _random,
    "look": _scoring(_look),
    "need": _scoring(_need),
    "farthest": _scoring(_farthest),
    "rule": _scoring(_rule),
    "hint": _hinted,
}

ADVICE = {
    "lay what lets oneself lay next": _scoring(_own_next),
    "hold a starter back that is alone": _scoring(_lone_starter),
    "hold back what has no own card behind it": _scoring(_nothing_behind),
    "lay what own cards wait behind, else what opens least": _scoring(_own_wait),
}
"""Pieces of advice, each followed alone; cards that it does not tell apart are laid at random."""


def begun(players: int) -> Round:
    """Return a round by the usual rules before its first turn."""
    handles = tuple(f"P{seat}" for seat in range(players))
    return Round.begin(Setup.dealt(preset("bicycle"), handles, players - 1))


def deal(chance: Random, sizes: Sequence[int]) -> Hands:
    """Deal the shuffled pack."""
    cards = list(CARDS)
    chance.shuffle(cards)
    return [gather(cards.pop() for _ in range(size)) for size in sizes]


def matches(players: int, foe: str, deals: int) -> None:
    """Print the shares of wins of both heroes against the foe, and the difference."""
    ruled, hinted = (match(TABLE[hero], TABLE[foe], players, deals) for hero in ("rule", "hint"))
    more = [hint - rule for hint, rule in zip(hinted, ruled, strict=True)]
    print(
        f"  against {foe:<8} rule {mean(ruled)}, hint {mean(hinted)}, more {mean(more)}",
        flush=True,
    )


def mean(shares: Sequence[float]) -> str:
    """Return the mean and its standard error."""
    error = statistics.stdev(shares) / sqrt(len(shares))
    return f"{statistics.mean(shares):.1f} ± {error:.1f}"


def match(hero: Player, foe: Player, players: int, deals: int) -> list[float]:
    """Return the hero's share of wins in percent, deal by deal."""
    chance = Random(players)  # noqa: S311 - the same deals each time
    dealt = begun(players)
    shares: list[float] = []
    for number in range(deals):
        hands, won = deal(chance, dealt.setup.hand_sizes), 0
        for seat in range(players):
            seated = [foe] * players
            seated[seat] = hero
            luck = Random(f"{number} {seat}")  # noqa: S311 - for ties
            won += play(dealt, hands, seated, luck).winner == seat
        shares.append(100 * won / players)
    return shares


def play(
    round_: Round, hands: Hands, seated: Sequence[Player], chance: Random, false_rate: float = 0
) -> Round:
    """Return the round after it was played out; some may pass who could lay a card."""
    while not round_.played_out:
        seat = round_.due
        assert seat is not None
        can = hands[seat] & round_.playable
        if not can or (false_rate and chance.random() < false_rate):
            round_ = round_.following(Passed(seat))
        elif can & (can - 1):
            card = seated[seat](round_, seat, hands[seat], chance)
            round_ = round_.following(Played(seat, card))
        else:
            round_ = round_.following(Played(seat, spread(can)[0]))
    return round_


def cost(rounds: int) -> None:
    """Print the milliseconds of a hint, and of the odds of a pass."""
    for players in (2, 3, 4, 5, 6, 8, 10):
        chance, hinted, weighed = Random(players), list[float](), list[float]()  # noqa: S311
        dealt = begun(players)
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
        dealt = begun(players)
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
