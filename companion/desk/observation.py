"""The part of a table that a viewer may see: the record, and a hand of one's own.

A private hand lives only in the session of the device on which it was entered. It is a layer over
the record: nothing that is stored, shared or exported is made from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.core.cards import Cards
from companion.core.log import Log
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.turns import Passed, Played
from companion.core.steps import Dealt, Redealt, Repaired
from companion.desk.table import Mine, Snapshot


@dataclass(frozen=True)
class OwnHand:
    """Private hand of a player, by handle: the cards as dealt in a round of a series.

    `deal` tells one deal of the round from the next, because a round can be dealt again.
    """

    player: str
    series: int
    number: int
    deal: int
    cards: Cards = field(repr=False)

    @staticmethod
    def of(snapshot: Snapshot, player: str, cards: Cards) -> OwnHand:
        """Return the hand that a player was dealt in the last round."""
        number = snapshot.round_number
        return OwnHand(player, snapshot.number, number, _last_deal(snapshot.log), cards)

    def belongs_to(self, snapshot: Snapshot) -> bool:
        """Return whether the hand is of the last deal of the series."""
        now = snapshot.number, snapshot.round_number, _last_deal(snapshot.log)
        return (self.series, self.number, self.deal) == now

    def is_gone(self, snapshot: Snapshot) -> bool:
        """Return whether the series has gone on to another deal."""
        return self.series == snapshot.number and not self.belongs_to(snapshot)


@dataclass(frozen=True)
class Viewer:
    """Player who looks at a device, with a private hand if one was entered there.

    Nothing of a `covered` hand shows.
    """

    hand: OwnHand | None = None
    covered: bool = False


EVERYBODY = Viewer()
"""The viewer that sees what everybody may see."""


def seen_by(snapshot: Snapshot, viewer: Viewer) -> Snapshot:
    """Return the snapshot that the screens, refusals and exports of a viewer are made from.

    The record has only facts that everybody at the table knows, so no viewer sees less. The owner
    of a private hand sees the hand beside the record, until the record has the hand itself.
    """
    public = replace(snapshot, mine=None) if snapshot.mine else snapshot
    hand = viewer.hand
    round_ = public.round
    if hand is None or not hand.belongs_to(public) or hand.player not in round_.setup.players:
        return public
    seat = round_.setup.players.index(hand.player)
    if round_.void or round_.knowledge.hands[seat] is not None:
        return public
    entered = HandEntered(seat, hand.cards)
    clash = round_.objection(entered)
    mine = round_ if clash else round_.following(entered)
    return replace(public, mine=Mine(seat, hand.cards, mine, clash, covered=viewer.covered))


def _last_deal(log: Log) -> int:
    """Return the number of steps up to the last deal of the last round, this deal included."""
    for behind, step in enumerate(reversed(log.steps)):
        match step:
            case Dealt() | Redealt():
                return len(log.steps) - behind
            case Repaired(log.round_number, _, events) if not any(
                isinstance(event, Played | Passed) for event in events
            ):
                return len(log.steps) - behind
            case _:
                pass
    return 0
