"""The fewest payments that settle balances.

A group of k accounts whose balances cancel out needs k - 1 payments, so the fewest payments come
from splitting the accounts into the largest number of such groups. Dynamic programming over subsets
finds that split: the best split of a set is one group plus the best split of a subset that cancels
out. A table has at most ten players and a pot, so all subsets can be tried.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from companion.core.rounds.texts import POT_WORD

_MOST_TRIED = 14
"""Largest number of accounts for which all subsets are tried; a table with its pot has eleven."""


class Payment(NamedTuple):
    """Chips that one has still to hand to another; both are handles, or one is the pot."""

    source: str
    target: str
    chips: int


def payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Return the fewest payments that settle these balances, which sum to zero chips.

    They are in the order of the payers and payees, the pot last.
    """
    # What lies in the pot is handed out before anybody else pays.
    owed = {POT_WORD: balances.get(POT_WORD, 0), **balances}
    owed = {account: chips for account, chips in owed.items() if chips}
    paid = list(_pairs(owed))
    accounts = list(owed)
    for group in _groups(list(owed.values())):
        paid += _within({accounts[place]: owed[accounts[place]] for place in group})
    places = {account: place for place, account in enumerate(balances)}
    places[POT_WORD] = len(balances)
    return tuple(sorted(paid, key=lambda one: (places[one.source], places[one.target])))


def _pairs(owed: dict[str, int]) -> Iterator[Payment]:
    """Remove pairs of balances that cancel out, and yield their payments.

    Paying a pair first never costs an extra payment.
    """
    waiting: dict[int, list[str]] = defaultdict(list)
    for account, chips in list(owed.items()):
        if others := waiting[-chips]:
            other = others.pop()
            source, target = (account, other) if chips < 0 else (other, account)
            yield Payment(source, target, abs(chips))
            del owed[account], owed[other]
        else:
            waiting[chips].append(account)


def _groups(chips: list[int]) -> Iterator[list[int]]:
    """Split the places into the largest number of groups whose chips cancel out.

    With more than `_MOST_TRIED` places all of them form one group.
    """
    groups = {0: 0}
    inner = {0: 0}
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
    """Return the sets of places whose chips cancel out, as bit masks, from none to all.

    A set cancels out exactly if its complement does, so sets with the last place are not tried.
    """
    sums = [0]
    for balance in chips[:-1] if len(chips) <= _MOST_TRIED else ():
        sums += [total + balance for total in sums]
    without_last = [members for members, total in enumerate(sums) if not total]
    everyone = (1 << len(chips)) - 1
    return [*without_last, *(everyone ^ members for members in reversed(without_last))]


def _within(balances: dict[str, int]) -> Iterator[Payment]:
    """Settle one group: the pot first, then the debtors, pay the largest creditor first.

    A group needs one payment fewer than it has accounts.
    """
    ordered = sorted(balances, key=balances.__getitem__)
    creditors = reversed(ordered)
    creditor, due = "", 0
    for debtor in sorted(ordered, key=lambda account: account != POT_WORD):
        left = -balances[debtor]
        while left > 0:
            if not due:
                creditor = next(creditors)
                due = balances[creditor]
            chips = min(left, due)
            yield Payment(debtor, creditor, chips)
            left -= chips
            due -= chips


def balances_of(paid: Iterable[Payment]) -> dict[str, int]:
    """Return the balances that these payments settle."""
    found = defaultdict[str, int](int)
    for payer, payee, chips in paid:
        found[payer] -= chips
        found[payee] += chips
    return found


def merged(*parts: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return all these payments with one for each pair, the pot last."""
    between = defaultdict[tuple[str, str], int](int)
    for payer, payee, chips in chain.from_iterable(parts):
        back = between.pop((payee, payer), 0)
        if back > chips:
            between[payee, payer] = back - chips
        elif back < chips:
            between[payer, payee] += chips - back
    paid = (Payment(*pair, chips) for pair, chips in between.items())
    return tuple(sorted(paid, key=lambda one: one.source == POT_WORD))
