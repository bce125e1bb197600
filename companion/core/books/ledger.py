"""Double-entry ledger of a round: chips move in transfers, and balances are sums of transfers.

Transfers are booked in the order of play: antes, then for each turn its pass fee and the fines that
became certain with it, then the settlement when a player goes out. Corrections are booked before
the first turn, so the winner takes a pot that includes them.
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
    """Reason of a transfer."""

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
    """One movement of at least one chip between two accounts.

    `turn` is the turn that caused it: 0 before the first turn, the turn of the pass for a fine.
    `moment` is the moment at which it was booked, as the judge counts moments.
    """

    source: Account
    target: Account
    chips: int
    reason: Reason
    turn: int
    moment: Moment


@dataclass(frozen=True, slots=True)
class Books:
    """Transfers of a round, the net chips of each seat, and the chips left in the pot."""

    transfers: tuple[Transfer, ...]
    chips: tuple[int, ...]
    pot: int


class _Clerk:
    """Bookkeeper of one round."""

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
        """Pay a player who has no card left: the pot and a fee for each card left (R7, R11)."""
        if self.left[seat]:
            return
        self._move(POT, seat, self.balances[POT], Reason.POT, turn, turn)
        for other, left in enumerate(self.left):
            self._move(other, seat, self.rules.card_fee * left, Reason.CARDS_LEFT, turn, turn)


def ledger(round_: Round) -> Books:
    """Return the books of the round so far; empty books if the round was called off."""
    if round_.void:
        return Books((), (0,) * len(round_.setup.players), 0)
    return booked(round_)


@once
def booked(round_: Round) -> Books:
    """Return the books of the round so far, even if the round was called off."""
    clerk = _Clerk(round_)
    clerk.write()
    chips = tuple(clerk.balances[seat] for seat in range(len(round_.setup.players)))
    return Books(tuple(clerk.transfers), chips, clerk.balances[POT])
