"""Settling of balances with as few payments as possible."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.payments import PaymentDue, payments
from companion.core.rounds.setup import POT

TABLES = {
    "nothing to pay": ({0: 0, 1: 0}, []),
    "one pays one": ({0: -3, 1: 3}, [(0, 1, 3)]),
    "two pairs, no chains": ({0: -3, 1: -5, 2: 5, 3: 3}, [(0, 3, 3), (1, 2, 5)]),
    "two pay one": ({0: -3, 1: 8, 2: -5}, [(0, 1, 3), (2, 1, 5)]),
    "one pays the pot": ({POT: 2, 0: -2}, [(0, POT, 2)]),
    "a pair and three": ({0: -4, 1: -3, 2: 4, 3: -5, 4: 8}, [(0, 2, 4), (1, 4, 3), (3, 4, 5)]),
    "three pairs": ({0: 3, 1: -1, 2: -2, 3: -3, 4: 1, 5: 2}, [(1, 4, 1), (2, 5, 2), (3, 0, 3)]),
    "two groups of three": (
        {0: 5, 1: -2, 2: -3, 3: -11, 4: 4, 5: 7},
        [(1, 0, 2), (2, 0, 3), (3, 4, 4), (3, 5, 7)],
    ),
}


@pytest.mark.parametrize(("balances", "expected"), TABLES.values(), ids=TABLES)
def test_who_pays_whom(balances: dict[int, int], expected: list[tuple[int, int, int]]) -> None:
    assert sorted(payments(balances), key=_by_payer) == [PaymentDue(*paid) for paid in expected]


def _by_payer(paid: PaymentDue) -> tuple[int, int]:
    return paid.source, paid.target


@st.composite
def _balances(draw: st.DrawFn) -> dict[int, int]:
    """Draw balances that sum to zero, often with groups that cancel out."""
    chips = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
    return dict(enumerate([*chips, -sum(chips)]))


@settings(max_examples=150, deadline=None)
@given(_balances())
def test_payments_bring_each_account_its_balance(balances: dict[int, int]) -> None:
    brought = dict.fromkeys(balances, 0)
    for paid in payments(balances):
        assert paid.chips >= 1
        brought[paid.source] -= paid.chips
        brought[paid.target] += paid.chips
    assert brought == balances


@settings(max_examples=150, deadline=None)
@given(_balances())
def test_no_other_way_takes_fewer_payments(balances: dict[int, int]) -> None:
    chips = [balance for balance in balances.values() if balance]
    fewest = min(len(chips) - len(split) for split in _splits(chips))
    assert len(payments(balances)) == fewest


def _splits(chips: list[int]) -> Iterator[list[list[int]]]:
    """Yield all ways to split the balances into groups that each cancel out."""
    for split in _partitions(chips):
        if not any(sum(group) for group in split):
            yield split


def _partitions(chips: list[int]) -> Iterator[list[list[int]]]:
    if not chips:
        yield []
        return
    first, *others = chips
    for split in _partitions(others):
        yield [[first], *split]
        for at, group in enumerate(split):
            yield [*split[:at], [first, *group], *split[at + 1 :]]


def test_more_accounts_than_can_be_tried_are_settled_one_by_one() -> None:
    balances = {account: account * account for account in range(1, 5_000)}
    balances[0] = -sum(balances.values())
    paid = payments(balances)
    assert len(paid) == 4_999
    assert sum(one.chips for one in paid) == -balances[0]
