"""Doubt about a round entered by its result alone: passes that no honest play could give (R19).

Nothing is judged in such a round, and the table may well have passed falsely. So a doubt is no
objection: a screen asks about it before it saves, and `fantan replay` remarks on it.

All players have turns in the same order until one is out, so the turns of all follow from those of
the winner. How many those can be follows from the table. Call a *lap* the turns after a turn of the
winner up to the next one: each player has one of them. The cards that are playable at the start of
a lap stay so until they are laid. So somebody who holds one lays it in this lap, and each lap but
the first, which may be shorter, lays a card. Before the last card of the winner at least two cards
are playable, so somebody else lays a card as well.
"""

from collections.abc import Sequence

from companion.core.objections import Objection, Why
from companion.core.rounds.events.results import Result
from companion.core.rounds.setup import Seat, Setup


def doubt_of(setup: Setup, result: Result) -> Objection | None:
    """Return why no honest play of a round could give this result, None if one might.

    A form asks with the setup of its round and the result that it would save. The result must be
    legal: `Recorded(number, result)` has no objection. Where passes cost nothing and there are none
    nobody counted them, as in a table of scores, so nothing follows from them.
    """
    if not any(result.passes) and not setup.rules.charge_chips:
        return None
    sizes = setup.hand_sizes
    left = result.cards_left
    winner = left.index(0)
    turns = sizes[winner] + result.passes[winner]
    if misfit := _find_misfit(setup, result, turns):
        return misfit
    last = not setup.rules.opening and winner == setup.dealer
    whole = last or setup.rules.opening is not None
    laid = sum(sizes) - sum(left)
    most = most_turns(sizes[winner], laid, card_in_first_lap=whole)
    if turns <= most or not setup.rules.must_play:
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


def most_turns(size: int, laid: int, *, card_in_first_lap: bool) -> int:
    """Return an upper bound of the turns in honest play of a winner who was dealt `size` cards.

    `laid` are the cards laid by all players. A card is laid in the first lap where each player has
    a turn in it, or where the first turn must be a card.
    """
    laid_alone = laid == size > 1
    return laid - 1 if laid_alone else laid + (not card_in_first_lap)
