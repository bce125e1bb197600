"""The ledger: every chip of a round moves in a transfer, and balances are sums over transfers.

The order is that of the night: antes, then turn by turn fees and the fines that became certain, and
a settlement each time a player goes out. A correction with the pot counts before the pot is taken,
whenever it was written down.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum

from companion.core.books.fines import Fine, fines
from companion.core.judging.judge import Moment, judge
from companion.core.rounds.events import POT, Account, Passed, Played, Seat
from companion.core.rounds.round import Round, once


class Reason(Enum):
    """What chips moved for."""

    ANTE = "ante"
    SHORT_ANTE = "short_ante"
    PASS = "pass"
    FALSE_PASS = "false_pass"
    WITHHELD_SEVEN = "withheld_seven"
    CARDS_LEFT = "cards_left"
    POT = "pot"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Chips, at least one, from an account to another. `turn` is what they moved for: 0 before
    the first turn, and for a fine the turn of its pass. `moment` is when they were booked, as the
    judge counts moments.
    """

    source: Account
    target: Account
    chips: int
    reason: Reason
    turn: int
    moment: Moment


@dataclass(frozen=True, slots=True)
class Books:
    """The transfers of a round, and what follows: each seat's net chips, and the pot."""

    transfers: tuple[Transfer, ...]
    chips: tuple[int, ...]
    pot: int


class _Clerk:
    """Writes the transfers of one round in the order of the night."""

    def __init__(self, round_: Round) -> None:
        self.round, self.rules = round_, round_.setup.rules
        self.left = list(round_.setup.hand_sizes)
        self.transfers: list[Transfer] = []
        self.balances: dict[Account, int] = defaultdict(int)
        self.due: dict[Moment, list[Fine]] = defaultdict(list)
        for fine in fines(round_, judge(round_)):
            self.due[fine.moment].append(fine)

    def write(self) -> None:
        self._antes()
        for paid in self.round.decisions.payments:
            self._move(paid.source, paid.target, paid.chips, Reason.CORRECTION, 0, 0)
        for turn, event in enumerate(self.round.turns, 1):
            if isinstance(event, Passed):
                self._move(event.seat, POT, self.rules.pass_fee, Reason.PASS, turn, turn)
            self._fines(turn)
            if isinstance(event, Played):
                self.left[event.seat] -= 1
                self._finish(event.seat, turn)
        self._fines(len(self.round.turns) + 1)

    def _move(
        self, source: Account, target: Account, chips: int, reason: Reason, turn: int, at: Moment
    ) -> None:
        if chips < 0:
            source, target, chips = target, source, -chips
        if chips:
            self.transfers.append(Transfer(source, target, chips, reason, turn, at))
            self.balances[source] -= chips
            self.balances[target] += chips

    def _antes(self) -> None:
        longest = max(self.left)
        for seat, size in enumerate(self.left):
            self._move(seat, POT, self.rules.ante, Reason.ANTE, 0, 0)
            if size < longest:
                self._move(seat, POT, self.rules.short_ante, Reason.SHORT_ANTE, 0, 0)

    def _fines(self, moment: Moment) -> None:
        for fine in self.due.get(moment, ()):
            reason = Reason.WITHHELD_SEVEN if fine.withheld else Reason.FALSE_PASS
            self._move(fine.offender, fine.target, fine.chips, reason, fine.turn, moment)

    def _finish(self, seat: Seat, turn: int) -> None:
        """R7, and R11 at each finish."""
        if self.left[seat]:
            return
        self._move(POT, seat, self.balances[POT], Reason.POT, turn, turn)
        for other, left in enumerate(self.left):
            self._move(other, seat, self.rules.card_fee * left, Reason.CARDS_LEFT, turn, turn)


def ledger(round_: Round) -> Books:
    """The books of the round as far as it went; none for a round called off."""
    if round_.void:
        return Books((), (0,) * len(round_.setup.players), 0)
    return booked(round_)


@once
def booked(round_: Round) -> Books:
    """The books of the round as if it had not been called off."""
    clerk = _Clerk(round_)
    clerk.write()
    chips = tuple(clerk.balances[seat] for seat in range(len(round_.setup.players)))
    return Books(tuple(clerk.transfers), chips, clerk.balances[POT])
