"""The fewest payments that settle balances.

A group of k accounts whose balances cancel out needs k - 1 payments, so the fewest payments come
from splitting the accounts into the largest number of such groups. Dynamic programming over subsets
finds that split: the best split of a set is one group plus the best split of a subset that cancels
out. A table has at most ten players and a pot, so all subsets can be tried. Among equally few
payments those along debts are the plainest.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from typing import NamedTuple

from companion.core.rounds.texts import POT_WORD

_MOST_TRIED = 14
"""Largest number of accounts for which all subsets are tried; a table with its pot has eleven."""


class Payment(NamedTuple):
    """Chips that one has still to hand to another; both are handles, or one is the pot."""

    source: str
    target: str
    chips: int


def payments(balances: Mapping[str, int], debts: Sequence[Payment] = ()) -> tuple[Payment, ...]:
    """Return the fewest payments that settle these balances, which sum to zero chips.

    Among equally few they follow debts, the first ones first. They are in the order of the payers
    and payees, the pot last.
    """
    # What lies in the pot is handed out before anybody else pays.
    owed = {POT_WORD: balances.get(POT_WORD, 0), **balances}
    owed = {account: chips for account, chips in owed.items() if chips}
    paid = list(_pairs(owed, debts))
    accounts = list(owed)
    for group in _groups(list(owed.values())):
        paid += _within({accounts[place]: owed[accounts[place]] for place in group}, debts)
    return in_order_of(balances, paid)


def in_order_of(accounts: Iterable[str], paid: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return these payments in the order of the payers and payees, the pot last."""
    places = {account: place for place, account in enumerate(accounts)}
    places[POT_WORD] = len(places)
    return tuple(sorted(paid, key=lambda one: (places[one.source], places[one.target])))


def _pairs(owed: dict[str, int], debts: Iterable[Payment]) -> Iterator[Payment]:
    """Remove pairs of balances that cancel out, and yield their payments.

    Paying a pair first never costs an extra payment.
    """
    for payer, payee, _ in debts:
        chips = owed.get(payee, 0)
        if chips > 0 and owed.get(payer) == -chips:
            yield Payment(payer, payee, chips)
            del owed[payer], owed[payee]
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


def _within(owed: dict[str, int], debts: Iterable[Payment]) -> Iterator[Payment]:
    """Settle one group: along debts, then the pot and the debtors pay the largest creditor first.

    A group needs one payment fewer than it has accounts, since each payment settles one of its two.
    """
    pairs = [pair[:2] for pair in debts if owed.get(pair[0], 0) < 0 < owed.get(pair[1], 0)]
    ends = Counter(chain.from_iterable(pairs))
    # Whoever has a debt with one only settles that first, or it would be paid in a detour.
    pairs.sort(key=lambda pair: (min(map(ends.__getitem__, pair)), pair[0] != POT_WORD))
    for payer, payee in pairs:
        if chips := min(-owed[payer], owed[payee]):
            yield Payment(payer, payee, chips)
            owed[payer] += chips
            owed[payee] -= chips
    ordered = sorted(owed, key=owed.__getitem__)
    creditors = reversed(ordered)
    creditor, due = "", 0
    for debtor in sorted(ordered, key=lambda account: account != POT_WORD):
        left = -owed[debtor]
        while left > 0:
            if not due:
                creditor = next(creditors)
                due = owed[creditor]
            chips = min(left, due)
            yield Payment(debtor, creditor, chips)
            left -= chips
            due -= chips


def owed_apart(payers: Collection[str], debts: Sequence[Payment]) -> tuple[Payment, ...]:
    """Return what these payers owe on balance, along the debts: nobody else waits for them.

    What they get of others who pay now covers the smallest of their debts.
    """
    left = {(payer, payee): chips for payer, payee, chips in merged(debts) if payer in payers}
    balances = defaultdict(int, balances_of(debts))
    found = dict[tuple[str, str], int]()
    # Whoever is owed by another payer owes as much more, and so comes later.
    for owing in _in_turn(left):
        owed = [pair for pair in left if pair[0] == owing]
        # Another payer would wait, and then owe more: so these come last.
        owed.sort(key=lambda pair: (pair[1] in payers, -left[pair], pair))
        for pair in owed:
            if chips := min(left[pair], max(0, -balances[owing])):
                found[pair] = chips
                balances[owing] += chips
                balances[pair[1]] -= chips
    return tuple(Payment(*pair, chips) for pair, chips in found.items())


def _in_turn(owed: dict[tuple[str, str], int]) -> tuple[str, ...]:
    """Return the accounts with each payer before those who are owed, and take out circles."""
    while True:
        payers = defaultdict[str, list[str]](list)
        for payer, payee in owed:
            payers[payee].append(payer)
        try:
            return tuple(TopologicalSorter(payers).static_order())
        except CycleError as found:
            circle = [*pairwise(found.args[1])]
        chips = min(map(owed.__getitem__, circle))
        for pair in circle:
            owed[pair] -= chips
            if not owed[pair]:
                del owed[pair]


def without_circles(debts: Sequence[Payment]) -> tuple[Payment, ...]:
    """Return debts without those that come round to whom they started."""
    return owed_apart({paid.source for paid in debts}, debts)


def pay_past(account: str, debts: Sequence[Payment]) -> tuple[Payment, ...]:
    """Return debts with those who owe an account owing others whom it owes as much."""
    through = [paid for paid in debts if account in paid[:2]]
    return merged(debts, back(through), payments(balances_of(through), through))


def back(paid: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return these payments the other way round."""
    return tuple(Payment(payee, payer, chips) for payer, payee, chips in paid)


def balances_of(paid: Iterable[Payment]) -> dict[str, int]:
    """Return the balances that these payments settle."""
    found = defaultdict[str, int](int)
    for payer, payee, chips in paid:
        found[payer] -= chips
        found[payee] += chips
    return found


def merged(*parts: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return all these payments with one for each pair."""
    between = defaultdict[tuple[str, str], int](int)
    for payer, payee, chips in chain.from_iterable(parts):
        owed_back = between.pop((payee, payer), 0)
        if owed_back > chips:
            between[payee, payer] = owed_back - chips
        elif owed_back < chips:
            between[payer, payee] += chips - owed_back
    return tuple(Payment(*pair, chips) for pair, chips in between.items())


def sort_merged(*parts: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return all these payments with one for each pair, in a fixed order, to be compared."""
    return tuple(sorted(merged(*parts)))
