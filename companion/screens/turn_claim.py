"""The claim that it is the turn of a player: those before have passed."""

from dataclasses import dataclass

from companion.core.rounds.setup import Seat
from companion.desk.table import Snapshot
from companion.screens.speech import listed, short
from companion.words import Words


@dataclass(frozen=True)
class TurnClaim:
    """The claim that it is the turn of a player: those before have passed.

    `beneath` names them, or the reason why the claim is not `possible`.
    """

    handle: str
    name: str
    says: str
    beneath: str
    possible: bool


def turn_claim(snapshot: Snapshot, seat: Seat, words: Words) -> TurnClaim:
    """Return the claim that it is the turn of this seat in the last round."""
    round_ = snapshot.round
    handles = round_.setup.players
    name = snapshot.series.name_of(handles[seat])
    passers = [snapshot.series.name_of(handles[other]) for other in round_.seats_before(seat)]
    possible = bool(passers) and not snapshot.sealed and not round_.opening
    beneath = ""
    if possible:
        names = listed(passers, words)
        beneath = words.count(
            "{names} has passed.", "{names} have passed.", len(passers), names=names
        )
    elif round_.opening:
        beneath = words.say("{card} leads the round", card=short(round_.opening, words))
    return TurnClaim(
        handle=handles[seat],
        name=name,
        says=words.say("It is {name}’s turn", name=name),
        beneath=beneath,
        possible=possible,
    )
