"""Who pays whom, in as few payments as possible.

Balances that cancel out within a group of k accounts are settled by k - 1 payments, so the fewest
come from splitting the accounts into as many such groups as can be: a search over subsets, small
because at most ten players and the pot hold chips.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from companion.core.events import Account


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips, at least one, that an account hands to another."""

    source: Account
    target: Account
    chips: int


def payments(balances: Mapping[Account, int]) -> tuple[Payment, ...]:
    """The fewest payments that bring each account its balance in chips; balances sum to zero."""
    open_accounts = [account for account, chips in sorted(balances.items()) if chips]
    sums = [balances[account] for account in open_accounts]

    @cache
    def groups(members: int) -> tuple[int, ...]:
        """The members, a set of bits, split into as many groups that cancel out as can be."""
        if not members:
            return ()
        first = members & -members
        best: tuple[int, ...] = (members,)
        rest = members ^ first
        part = rest
        while part:
            part = (part - 1) & rest
            group = part | first
            if not sum(chips for place, chips in enumerate(sums) if group >> place & 1):
                split = (group, *groups(members ^ group))
                best = max(best, split, key=len)
        return best

    paid: list[Payment] = []
    for group in groups((1 << len(sums)) - 1):
        members = [place for place in range(len(sums)) if group >> place & 1]
        paid += _within({open_accounts[place]: sums[place] for place in members})
    return tuple(paid)


def _within(balances: dict[Account, int]) -> list[Payment]:
    """Debtors pay creditors in turn, the largest first."""
    paid: list[Payment] = []
    while any(balances.values()):
        debtor = min(balances, key=balances.__getitem__)
        creditor = max(balances, key=balances.__getitem__)
        chips = min(-balances[debtor], balances[creditor])
        paid.append(Payment(debtor, creditor, chips))
        balances[debtor] += chips
        balances[creditor] -= chips
    return paid
