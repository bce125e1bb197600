"""What is still owed in a series, and the fewest payments that settle it (R18)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.payments import payments, still_owed
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import DebtPaid


def debts_paid(series: Series) -> tuple[DebtPaid, ...]:
    """Return the steps that settled the series so far."""
    return tuple(DebtPaid(paid.source, paid.target, paid.chips) for paid in series.settled)


def series_payments(series: Series) -> tuple[DebtPaid, ...]:
    """Return the fewest payments, by handle, of what is still owed in the series (R18).

    Payments that were made as planned leave the others as they are. Where nothing is owed, chips
    handed over to settle the series do not come back: they settled balances before any debt was
    marked.
    """
    balances = dict.fromkeys(series.closed.chips, 0)
    for round_ in series.rounds:
        for seat, chips in still_owed(round_).items():
            handle = round_.setup.players[seat]
            balances[handle] = balances.get(handle, 0) + chips
    if series.latest_rules.chips is ChipPlace.TABLE and not any(balances.values()):
        return ()
    planned = _by_handle(balances)
    paid = debts_paid(series)
    left = [payment for payment in planned if payment not in paid]
    if len(left) + len(series.settled) == len(planned):
        return tuple(left)
    for settled in series.settled:
        balances[settled.source] = balances.get(settled.source, 0) + settled.chips
        balances[settled.target] = balances.get(settled.target, 0) - settled.chips
    return _by_handle(balances)


def _by_handle(balances: Mapping[str, int]) -> tuple[DebtPaid, ...]:
    """Return the fewest payments that settle these balances of handles, sorted by the players."""
    handles = list(balances)
    owed = sorted(
        payments(dict(enumerate(balances.values()))), key=lambda paid: (paid.source, paid.target)
    )
    return tuple(DebtPaid(handles[paid.source], handles[paid.target], paid.chips) for paid in owed)
