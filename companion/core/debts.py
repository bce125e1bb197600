"""What is still owed in a series, and the fewest payments that settle it (R18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.core.books import fines_due, not_ticked
from companion.core.log import Log, Replay
from companion.core.objections import IllegalEventError
from companion.core.payments import payments, still_owed, taker
from companion.core.rounds.events import FineTicked, MarkedUnpaid
from companion.core.rounds.round import Round
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import Dealt, DebtPaid, Ended, Recorded, Step


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


def mark_unticked_fines(head: Series, steps: Iterable[Step]) -> Log:
    """Return the log of a series recorded by the former version; called once, at its upgrade.

    There a fine of the play that nobody ticked stayed owed; now dealing the next round, or ending
    the series, says that it was handed over with the list. So each such fine is marked as owed just
    before, and no debt vanishes. A tick of a fine of which nothing is certain waits until something
    is.

    :raises IllegalEventError: when another step cannot follow those before it
    """
    replay = Replay(Log.begin(head), stored=True)
    waiting = list[Step]()
    for step in steps:
        if isinstance(step, Dealt | Ended) and replay.last and not replay.series.ended:
            number = replay.series.round_number
            for mark in _unticked_in_play(replay.last):
                replay.take(Recorded(number, mark))
        refusal = replay.take(step)
        if refusal and isinstance(step, Recorded) and isinstance(step.event, FineTicked):
            waiting.append(step)
        elif refusal:
            raise IllegalEventError(step, refusal)
        else:
            waiting = [tick for tick in waiting if replay.take(tick)]
    return replay.log()


def _unticked_in_play(round_: Round) -> Iterator[MarkedUnpaid]:
    """Yield the fines that were certain before the last card, and that nobody ticked."""
    if not round_.played_out or round_.void:
        return
    owed = Counter[tuple[int, int]]()
    for fine in not_ticked(fines_due(round_), round_.decisions):
        if fine.moment < len(round_.turns):
            owed[fine.offender, taker(round_, fine)] += fine.chips
    for (source, target), chips in owed.items():
        if source != target:
            yield MarkedUnpaid(source, target, chips)
