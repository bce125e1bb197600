"""Settling of balances with as few payments as possible."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.payments import payments
from tests.cases import cases

TABLES = {
    "nothing to pay": ("A 0 B 0", ""),
    "one pays one": ("A -3 B 3", "A B 3"),
    "two pairs, no chains": ("A -3 B -5 C 5 D 3", "A D 3, B C 5"),
    "two pay one": ("A -3 B 8 C -5", "A B 3, C B 5"),
    "one pays the pot": ("pot 2 A -2", "A pot 2"),
    "the pot pays first, and comes last": ("A -2 B 4 C 2 pot -4", "A C 2, pot B 4"),
    "a pair and three": ("A -4 B -3 C 4 D -5 E 8", "A C 4, B E 3, D E 5"),
    "three pairs": ("A 3 B -1 C -2 D -3 E 1 F 2", "B E 1, C F 2, D A 3"),
    "two groups of three": ("A 5 B -2 C -3 D -11 E 4 F 7", "B A 2, C A 3, D E 4, D F 7"),
}


@cases("balances, expected", TABLES)
def test_who_pays_whom(balances: str, expected: str) -> None:
    words = iter(balances.split())
    paid = payments({account: int(next(words)) for account in words})
    assert ", ".join(" ".join(map(str, one)) for one in paid) == expected


@st.composite
def _balances(draw: st.DrawFn) -> dict[str, int]:
    """Draw balances that sum to zero, often with groups that cancel out."""
    chips = draw(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
    return dict(zip("ABCDEFG", [*chips, -sum(chips)], strict=False))


@settings(max_examples=150, deadline=None)
@given(_balances())
def test_payments_bring_each_account_its_balance(balances: dict[str, int]) -> None:
    brought = dict.fromkeys(balances, 0)
    for paid in payments(balances):
        assert paid.chips >= 1
        brought[paid.source] -= paid.chips
        brought[paid.target] += paid.chips
    assert brought == balances


@settings(max_examples=150, deadline=None)
@given(_balances())
def test_no_other_way_takes_fewer_payments(balances: dict[str, int]) -> None:
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
    balances = {f"A{place}": place * place for place in range(1, 5_000)}
    balances["B"] = -sum(balances.values())
    paid = payments(balances)
    assert len(paid) == 4_999
    assert sum(one.chips for one in paid) == -balances["B"]
