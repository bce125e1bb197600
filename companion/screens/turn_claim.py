"""The claim that it is the turn of a player: those before have passed."""

from dataclasses import dataclass

from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.screens.speech import listed, short
from companion.words import Words


@dataclass(frozen=True)
class TurnClaim:
    """The claim that it is the turn of the player at a place, from 1: those before have passed.

    `beneath` names them, or the reason why the claim is not `possible`.
    """

    place: int
    handle: str
    name: str
    says: str
    beneath: str
    possible: bool


def turn_claim(snapshot: Snapshot, seat: Seat, words: Words) -> TurnClaim:
    """Return the claim that it is the turn of this seat in the last round."""
    series = snapshot.series
    round_ = snapshot.round
    skipped = round_.seats_before(seat)
    name = _name(series, round_, seat)
    possible = bool(skipped) and not snapshot.sealed and not round_.opening
    return TurnClaim(
        place=seat + 1,
        handle=round_.setup.players[seat],
        name=name,
        says=words.say("It is {name}’s turn", name=name),
        beneath=_passers(series, round_, skipped, words) if possible else _why_not(round_, words),
        possible=possible,
    )


def _why_not(round_: Round, words: Words) -> str:
    """Return why nobody can have passed before this seat."""
    if round_.opening:
        return words.say("{card} leads the round", card=short(round_.opening, words))
    return ""


def _passers(series: Series, round_: Round, skipped: tuple[Seat, ...], words: Words) -> str:
    """Return the players who have passed in words."""
    names = [_name(series, round_, seat) for seat in skipped]
    return words.count(
        "{names} has passed.", "{names} have passed.", len(names), names=listed(names, words)
    )


def _name(series: Series, round_: Round, seat: int) -> str:
    return series.name_of(round_.setup.players[seat])
