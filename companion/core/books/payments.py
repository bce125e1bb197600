"""Who pays whom, in as few payments as possible.

Balances that cancel out within a group of k accounts are settled by k - 1 payments, so the fewest
come from splitting the accounts into as many such groups as can be. A set that cancels out is one
group more than the best of the smaller such sets within it. At a table at most ten players and the
pot hold chips, so all sets are few.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.books.fines import Fine, fines
from companion.core.books.ledger import Reason, Transfer, booked, ledger
from companion.core.judging.judge import judge
from companion.core.rounds.events import POT, Account
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import Settled

_AT_ONCE = frozenset({Reason.ANTE, Reason.SHORT_ANTE, Reason.PASS, Reason.CORRECTION})
_MOST_TRIED = 14
"""Accounts of which all sets are tried: more than sit at a table with its pot."""
_FINES = frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN})


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips, at least one, that an account hands to another."""

    source: Account
    target: Account
    chips: int


def payments(balances: Mapping[Account, int]) -> tuple[Payment, ...]:
    """The fewest payments that bring each account its balance in chips; balances sum to zero."""
    owed = {account: chips for account, chips in sorted(balances.items()) if chips}
    paid = list(_pairs(owed))
    accounts = list(owed)
    for group in _groups(list(owed.values())):
        paid += _within({accounts[place]: owed[accounts[place]] for place in group})
    return tuple(paid)


def _pairs(owed: dict[Account, int]) -> Iterator[Payment]:
    """Takes out of the balances what cancels out in pairs, which is never one payment too many."""
    waiting: dict[int, list[Account]] = defaultdict(list)
    for account, chips in list(owed.items()):
        if others := waiting[-chips]:
            other = others.pop()
            source, target = (account, other) if chips < 0 else (other, account)
            yield Payment(source, target, abs(chips))
            del owed[account], owed[other]
        else:
            waiting[chips].append(account)


def _groups(chips: list[int]) -> Iterator[list[int]]:
    """The places, split into as many groups whose chips cancel out as can be; one group where
    there are too many places to try.
    """
    groups, inner = {0: 0}, {0: 0}
    for members in _cancelling(chips)[1:]:
        within = (other for other in groups if other & members == other)
        inner[members] = max(within, key=groups.__getitem__)
        groups[members] = groups[inner[members]] + 1
    members = (1 << len(chips)) - 1
    while members:
        group = members ^ inner[members]
        yield [place for place in range(len(chips)) if group >> place & 1]
        members = inner[members]


def _cancelling(chips: list[int]) -> list[int]:
    """The sets of places that cancel out, as bits, from the empty set to all of them. Of a set and
    all the others both cancel out or none, so the last place need not be tried.
    """
    sums = [0]
    for balance in chips[:-1] if len(chips) <= _MOST_TRIED else ():
        sums += [total + balance for total in sums]
    without_last = [members for members, total in enumerate(sums) if not total]
    everyone = (1 << len(chips)) - 1
    return [*without_last, *(everyone ^ members for members in reversed(without_last))]


def _within(balances: dict[Account, int]) -> Iterator[Payment]:
    """The pot, then debtors pay creditors in turn, the largest first, so that the pot goes to who
    is owed most: one payment fewer than accounts.
    """
    ordered = sorted(balances, key=lambda account: balances[account])
    creditors = ((account, balances[account]) for account in reversed(ordered))
    creditor, due = next(creditors, (POT, 0))
    for debtor in sorted(ordered, key=lambda account: account != POT):
        left = -balances[debtor]
        while left > 0:
            assert due, "the balances sum to zero"
            chips = min(left, due)
            yield Payment(debtor, creditor, chips)
            left, due = left - chips, due - chips
            if not due:
                creditor, due = next(creditors, (POT, 0))


def hand_overs(round_: Round) -> tuple[Payment, ...]:
    """What is handed over at the end of the round, the pot last (RULES, Readings); nothing while
    it is in play. A round that is called off gives everything back.
    """
    if not round_.over:
        return ()
    owed = payments(_returned(round_) if round_.void else _open(round_))
    return tuple(sorted(owed, key=lambda paid: (paid.source == POT, paid.source, paid.target)))


def _open(round_: Round) -> dict[Account, int]:
    """The balances, without what changed hands as it happened."""
    owed: dict[Account, int] = defaultdict(int)
    for transfer in at_the_end(round_):
        owed[transfer.source] -= transfer.chips
        owed[transfer.target] += transfer.chips
    return owed


def at_the_end(round_: Round) -> tuple[Transfer, ...]:
    """What moves at the end of a round that was played out, before it is netted; none while it is
    in play or once it is called off.
    """
    if not round_.over:
        return ()
    end = len(round_.turns)
    return tuple(one for one in ledger(round_).transfers if not _happened(one, end))


def _happened(transfer: Transfer, last_turn: int) -> bool:
    """Whether the chips changed hands before the last card, which is the round's last turn."""
    if transfer.reason in _FINES:
        return transfer.moment < last_turn
    return transfer.reason in _AT_ONCE


def at_once(round_: Round) -> tuple[Fine, ...]:
    """The fines that change hands as they come to light, and are not let go, pass by pass; what a
    round that is over hands over at its end is not among them.
    """
    if round_.void:
        return ()
    end = len(round_.turns) + (not round_.over)
    return tuple(fine for fine in fines(round_, judge(round_)) if fine.moment < end)


def unticked(round_: Round) -> tuple[Fine, ...]:
    """Those of them that are not ticked off."""
    return tuple(fine for fine in at_once(round_) if fine.turn not in round_.decisions.paid)


def _returned(round_: Round) -> dict[Account, int]:
    """What a round that was called off gives back: all that moved in it before."""
    played = booked(round_)
    return {POT: -played.pot} | {seat: -chips for seat, chips in enumerate(played.chips)}


def series_payments(series: Series) -> tuple[Settled, ...]:
    """The hand-overs that would settle the whole series from here, by handle: what the rounds that
    are over brought, less what was settled.
    """
    balances = dict(series.closed.chips)
    for settled in series.settled:
        balances[settled.source] = balances.get(settled.source, 0) + settled.chips
        balances[settled.target] = balances.get(settled.target, 0) - settled.chips
    handles = list(balances)
    owed = sorted(
        payments(dict(enumerate(balances.values()))), key=lambda paid: (paid.source, paid.target)
    )
    return tuple(Settled(handles[paid.source], handles[paid.target], paid.chips) for paid in owed)
