"""Slips planted in honest rounds, of the kinds that people make."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from companion.core.cards import spread
from companion.core.rounds.repair import Move, moves_of
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.slips import Change, Moves, Slip, SlipKind, begun_by, going_on


def with_moves(round_: Round, leader: Seat, moves: Iterable[Move]) -> Round | None:
    """Return the round with other turns and the same known cards, or None if the rules object.

    Decisions are omitted, since they refer to turns by number.
    """
    begun = begun_by(round_, leader)
    return begun and going_on(begun, leader, moves, round_)


def plant(chance: Random, round_: Round, kind: SlipKind) -> tuple[Round, Change] | None:
    """Return the round as entered with a slip, and the change that undoes the slip.

    Return None if no such slip can be entered. Turns after the end of the entered round are left
    out.
    """
    spots = list(_spots(round_, kind))
    chance.shuffle(spots)
    for place, card in spots:
        entered = _entered(chance, round_, Change(kind, place, card, _leader(round_)))
        if entered is not None:
            return entered
    return None


def _entered(chance: Random, round_: Round, slip: Change) -> tuple[Round, Change] | None:
    leader, moves, (kind, place, card, _) = _leader(round_), moves_of(round_), slip
    here, after = moves[place - 1 : place], moves[place - 1 :]
    undone: Move = None
    match kind:
        case SlipKind.PASS_FORGOTTEN | SlipKind.CARD_FORGOTTEN:
            undone, after = here[0], after[1:]
        case SlipKind.PASS_TOO_MANY | SlipKind.CARD_TOO_MANY:
            undone, after = card, (card, *after)
        case SlipKind.SWAPPED:
            after = (after[1], after[0], *after[2:])
        case SlipKind.OTHER_CARD:
            undone, after = here[0], (card, *after[1:])
        case SlipKind.OTHER_LEADER:
            others = set(range(len(round_.setup.players))) - {leader}
            written = written_down(round_, chance.choice(sorted(others)), moves)
            return None if written is None else (written, Change(kind, 1, None, leader))
    written = written_down(round_, leader, moves[: place - 1] + after)
    if written is None or (kind is SlipKind.SWAPPED and len(written.turns) <= place):
        return None
    return written, Change(kind, place, undone, leader)


def written_down(round_: Round, leader: int, moves: Moves) -> Round | None:
    """Return the round with these turns up to its end, or None if the rules refuse a turn."""
    written = begun_by(round_, leader)
    for move in moves:
        if written is None or written.played_out:
            break
        written = going_on(written, leader, (move,), written)
    return written


def changes_of(slip: Slip) -> list[Change]:
    """Return the changes that a slip offers, one for each of its places."""
    return [Change(slip.kind, place, slip.card, slip.leader) for place in slip.places]


def is_offered(change: Change, slips: Sequence[Slip]) -> bool:
    """Return whether one of the slips offers the change."""
    return any(change in changes_of(slip) for slip in slips)


def _leader(round_: Round) -> int:
    assert round_.leader is not None
    return round_.leader


def _spots(round_: Round, kind: SlipKind) -> Iterator[tuple[int, Move]]:
    """Yield the places, with their cards, where such a slip can happen."""
    moves = moves_of(round_)
    for place, (move, met) in enumerate(zip(moves, round_.met, strict=True), 1):
        match kind:
            case SlipKind.PASS_FORGOTTEN if move:
                continue
            case SlipKind.CARD_FORGOTTEN | SlipKind.OTHER_CARD if not move:
                continue
            case SlipKind.SWAPPED if move in moves[place : place + 1] or place == len(moves):
                continue
            case SlipKind.OTHER_LEADER if place > 1:
                continue
            case SlipKind.CARD_TOO_MANY | SlipKind.OTHER_CARD:
                yield from ((place, card) for card in spread(met & ~round_.layout.laid))
            case _:
                yield place, None
