"""Doubt about a round entered by its result alone: passes that no honest play could give (R19).

Nothing is judged in such a round, and the table may well have passed falsely. So a doubt is no
objection: a screen asks about it before it saves, and `fantan replay` remarks on it.

All players have turns in the same order until one is out, so the turns of all follow from those of
the winner. How many those can be follows from the table. Call a *lap* the turns after a turn of the
winner up to the next one: each player has one of them. The cards that are playable at the start of
a lap stay so until they are laid. So each of their holders plays in this lap, and the players who
play in it hold at least as many cards as are playable. Hence each lap but the first, which may be
shorter, lays a card; and a player who holds fewer cards than are ever playable does not lay one
alone.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from companion.core.cards import Suit
from companion.core.objections import Objection, Why
from companion.core.rounds.events import Result
from companion.core.rounds.layout import growth
from companion.core.rounds.setup import Seat, Setup
from companion.core.rules import Rules, opening_ranks


def doubt_of(setup: Setup, result: Result) -> Objection | None:
    """Return why no honest play of a round could give this result, None if one might.

    A form asks with the setup of its round and the result that it would save. The result must be
    legal: `Recorded(number, result)` has no objection.
    """
    sizes, left = setup.hand_sizes, result.cards_left
    winner = left.index(0)
    turns = sizes[winner] + result.passes[winner]
    if misfit := _find_misfit(setup, result, turns):
        return misfit
    last = not setup.rules.opening and winner == setup.dealer
    whole = last or setup.rules.opening is not None
    most = most_turns(sizes, left, fewest_playable(setup.rules), card_in_first_lap=whole)
    if turns <= most:
        return None
    player = setup.players[winner]
    return Objection(Why.TURNS_MISFIT, player=player, number=turns, expected=most)


def _find_misfit(setup: Setup, result: Result, turns: int) -> Objection | None:
    """Return the first player whose turns do not follow from those of the winner."""
    seats = len(setup.players)
    laid = [size - left for size, left in zip(setup.hand_sizes, result.cards_left, strict=True)]
    had = [cards + passes for cards, passes in zip(laid, result.passes, strict=True)]
    winner = result.cards_left.index(0)
    leaders: Sequence[Seat] = [(setup.dealer + 1) % seats]
    if setup.rules.opening:  # whoever holds the card leads, and lays it
        leaders = [seat for seat in range(seats) if laid[seat]]
    misfits = [_misfits_with(leader, winner, had, turns) for leader in leaders]
    if not all(misfits):
        return None
    seat, expected = min(misfits, key=len)[0]
    player = setup.players[seat]
    return Objection(Why.TURNS_MISFIT, player=player, number=had[seat], expected=expected)


def _misfits_with(
    leader: Seat, winner: Seat, had: Sequence[int], turns: int
) -> list[tuple[Seat, int]]:
    """Return the seats with another number of turns than expected, and the number expected."""
    seats = len(had)
    last = (winner - leader) % seats
    expected = [turns - ((seat - leader) % seats > last) for seat in range(seats)]
    return [(seat, expected[seat]) for seat in range(seats) if had[seat] != expected[seat]]


def most_turns(
    sizes: Sequence[int], left: Sequence[int], fewest: Sequence[int], *, card_in_first_lap: bool
) -> int:
    """Return an upper bound of the winner's turns in honest play.

    `fewest` are the fewest cards that are playable when 0, 1, 2 … cards are laid. A card is laid in
    the first lap where each player has a turn in it, or where the first turn must be a card.
    """
    laid = sum(sizes) - sum(left)
    playable = min(fewest[:laid])
    weak = [list(_weak_plays(*hand, playable)) for hand in zip(sizes, left, strict=True)]
    count = sum(map(len, weak))
    # Weak plays are laid with others: in a lap of weak plays alone the hands reach `playable`.
    laps_of_weak_plays = min(count // 2, sum(map(sum, weak)) // playable)
    besides = max(count - laps_of_weak_plays, *map(len, weak))
    return laid - besides + (not card_in_first_lap)


def _weak_plays(size: int, left: int, playable: int) -> Iterator[int]:
    """Yield the sizes of a hand before each card laid from fewer cards than are playable.

    The first card of a hand is left out, which may be laid in the first lap.
    """
    yield from range(left + 1, min(playable, size))


@cache
def fewest_playable(rules: Rules) -> tuple[int, ...]:
    """Return the fewest cards playable by the number of cards laid, under any course of play."""
    order = growth(rules).order
    starters = opening_ranks(rules.pack, rules.starter)
    tables = [
        fewest_ends(
            order.index(starter), len(order) - order.index(starter) - 1, high_first=rules.high_first
        )
        for starter in starters
    ]
    return tuple(map(min, zip(*tables, strict=True)))


@cache
def fewest_ends(
    below: int, above: int, *, high_first: bool, suits: int = len(Suit)
) -> tuple[int, ...]:
    """Return the fewest playable cards by the number of cards laid, in suits with so many ranks
    below and above the starter.
    """
    one = [1] + [2] * (below + above + 1)
    for low, high in product(range(below + 1), range(above + 1)):
        waits = high_first and above > 0 and high == 0
        if not (waits and low):
            ends = (high < above) + (low < below and not waits)
            one[low + high + 1] = min(one[low + high + 1], ends)
    fewest = [0]
    for _ in range(suits):
        fewest = [
            min(
                fewest[before] + one[laid - before]
                for before in range(len(fewest))
                if 0 <= laid - before < len(one)
            )
            for laid in range(len(fewest) + len(one) - 1)
        ]
    return tuple(fewest)
