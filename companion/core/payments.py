"""Settlement of balances in the fewest possible payments.

A group of k accounts whose balances cancel out needs k - 1 payments, so the fewest payments come
from splitting the accounts into the largest number of such groups. Dynamic programming over subsets
finds that split: the best split of a set is one group plus the best split of a subset that cancels
out. A table has at most ten players and a pot, so all subsets can be tried.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.core.books import Fine, Reason, Transfer, booked, fines, ledger, still_open
from companion.core.judge import Moment, judge
from companion.core.rounds.events import FineTicked, MarkedUnpaid
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import POT, Account
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import DebtPaid

_AT_ONCE = frozenset({Reason.ANTE, Reason.SHORT_ANTE, Reason.PASS, Reason.CORRECTION})
_MOST_TRIED = 14
"""Largest number of accounts for which all subsets are tried; a table with its pot has eleven."""
_FINES = frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN})


@dataclass(frozen=True, slots=True)
class PaymentDue:
    """Payment of at least one chip from one account to another."""

    source: Account
    target: Account
    chips: int


def payments(balances: Mapping[Account, int]) -> tuple[PaymentDue, ...]:
    """Return the fewest payments that settle these balances, which sum to zero chips."""
    owed = {account: chips for account, chips in sorted(balances.items()) if chips}
    paid = list(_pairs(owed))
    accounts = list(owed)
    for group in _groups(list(owed.values())):
        paid += _within({accounts[place]: owed[accounts[place]] for place in group})
    return tuple(paid)


def _pairs(owed: dict[Account, int]) -> Iterator[PaymentDue]:
    """Remove pairs of balances that cancel out, and yield their payments.

    Paying a pair first never costs an extra payment.
    """
    waiting: dict[int, list[Account]] = defaultdict(list)
    for account, chips in list(owed.items()):
        if others := waiting[-chips]:
            other = others.pop()
            source, target = (account, other) if chips < 0 else (other, account)
            yield PaymentDue(source, target, abs(chips))
            del owed[account], owed[other]
        else:
            waiting[chips].append(account)


def _groups(chips: list[int]) -> Iterator[list[int]]:
    """Split the places into the largest number of groups whose chips cancel out.

    With more than `_MOST_TRIED` places all of them form one group.
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
    """Return the sets of places whose chips cancel out, as bit masks, from none to all.

    A set cancels out exactly if its complement does, so sets with the last place are not tried.
    """
    sums = [0]
    for balance in chips[:-1] if len(chips) <= _MOST_TRIED else ():
        sums += [total + balance for total in sums]
    without_last = [members for members, total in enumerate(sums) if not total]
    everyone = (1 << len(chips)) - 1
    return [*without_last, *(everyone ^ members for members in reversed(without_last))]


def _within(balances: dict[Account, int]) -> Iterator[PaymentDue]:
    """Settle one group: the pot first, then the debtors, pay the largest creditor first.

    A group needs one payment fewer than it has accounts.
    """
    ordered = sorted(balances, key=lambda account: balances[account])
    creditors = ((account, balances[account]) for account in reversed(ordered))
    creditor, due = next(creditors, (POT, 0))
    for debtor in sorted(ordered, key=lambda account: account != POT):
        left = -balances[debtor]
        while left > 0:
            assert due, "the balances sum to zero"
            chips = min(left, due)
            yield PaymentDue(debtor, creditor, chips)
            left, due = left - chips, due - chips
            if not due:
                creditor, due = next(creditors, (POT, 0))


def hand_overs(round_: Round) -> tuple[PaymentDue, ...]:
    """Return the payments due at the end of the round, the pot last (R18).

    There are none while the round is in play, nor if the app keeps the chips. A round that was
    called off gives back what was handed over.
    """
    if not round_.over or round_.setup.rules.chips is ChipPlace.APP:
        return ()
    owed = payments(_handed_over(round_) if round_.void else _open(round_))
    return tuple(sorted(owed, key=lambda paid: (paid.source == POT, paid.source, paid.target)))


def _open(round_: Round) -> dict[Account, int]:
    """Return the balances of the transfers that are due at the end of the round."""
    due = at_the_end(round_)
    return _balances((moved.source, moved.target, moved.chips) for moved in due)


def _balances(moves: Iterable[tuple[Account, Account, int]]) -> dict[Account, int]:
    """Return the balances after moves of chips from one account to another."""
    balances: dict[Account, int] = defaultdict(int)
    for source, target, chips in moves:
        balances[source] -= chips
        balances[target] += chips
    return balances


def _handed_over(round_: Round) -> dict[Account, int]:
    """Return the balances that give back all chips that a round called off has moved."""
    played = booked(round_)
    back = {POT: -played.pot} | {seat: -chips for seat, chips in enumerate(played.chips)}
    unpaid = () if round_.played_out else _unticked(round_)
    kept = [(fine.offender, taker(round_, fine), fine.chips) for fine in unpaid]
    kept += [(owed.source, owed.target, owed.chips) for owed in round_.decisions.owed]
    for account, chips in _balances(kept).items():
        back[account] += chips
    return back


def at_the_end(round_: Round) -> tuple[Transfer, ...]:
    """Return the transfers due at the end of a round that was played out, not netted.

    A fine that nobody ticked as paid in play is among them. There are none while the round is in
    play, nor after it was called off.
    """
    if not round_.over or round_.void:
        return ()
    open_ = {(fine.turn, fine.moment) for fine in _unticked(round_)}
    return tuple(
        moved
        for moved in ledger(round_).transfers
        if moved.reason not in _AT_ONCE
        and not (moved.reason in _FINES and (moved.turn, moved.moment) not in open_)
    )


def lying_pot(round_: Round) -> int:
    """Return the chips that lie in the pot: what was put there, without fines not ticked."""
    return ledger(round_).pot - sum(
        fine.chips for fine in unticked(round_) if taker(round_, fine) == POT
    )


def is_in_play(round_: Round, moment: Moment) -> bool:
    """Return whether a fine that is certain at this moment is due in play, and not at the end.

    What became certain with the last card is due at the end (RULES, Readings).
    """
    return moment < len(round_.turns) + (not round_.played_out)


def at_once(round_: Round) -> tuple[Fine, ...]:
    """Return the fines that are due during the round and not waived, in order of the passes.

    Fines that became certain with the round's last card are due at its end, and left out.
    """
    return () if round_.void else _during_play(round_)


def _during_play(round_: Round) -> tuple[Fine, ...]:
    due = fines(round_, judge(round_))
    return tuple(fine for fine in due if is_in_play(round_, fine.moment))


def unticked(round_: Round) -> tuple[Fine, ...]:
    """Return the fines that are due during the round and not ticked as paid.

    There are none if the round was called off, nor if the app keeps the chips (R18).
    """
    if round_.void or round_.setup.rules.chips is ChipPlace.APP:
        return ()
    return _unticked(round_)


@once
def _unticked(round_: Round) -> tuple[Fine, ...]:
    due, parts = tuple(fines(round_, judge(round_))), defaultdict[int, set[Moment]](set)
    for fine in due:
        parts[fine.turn].add(fine.moment)
    ticked = {
        (turn, moment)
        for turn, count in ((tick.turn, tick.parts) for tick in round_.decisions.paid)
        for moment in sorted(parts[turn])[:count]
    }
    return tuple(fine for fine in due if (fine.turn, fine.moment) not in ticked)


def parts_due(round_: Round, turn: int) -> int:
    """Return the number of parts of the fine for the pass at a turn that wait for a tick.

    Parts that become certain at the same moment are one part.
    """
    return len({fine.moment for fine in unticked(round_) if fine.turn == turn})


def tick(round_: Round, turn: int) -> FineTicked:
    """Return the tick of what is certain of the fine for the pass at a turn.

    It is for the whole fine if no further part can come.
    """
    may_grow = any(still_open(round_, turn))
    return FineTicked(turn, (parts_due(round_, turn) or None) if may_grow else None)


def still_owed(round_: Round) -> dict[Account, int]:
    """Return the balances of a round, by seat, that are to be settled with the series (R18).

    If the app keeps the chips these are all balances of a round that is over. Otherwise they are
    the chips marked as owed and, once the round is over, the fines that nobody ticked. A fine for
    the pot is owed to the player who took the pot.
    """
    if round_.setup.rules.chips is ChipPlace.APP:
        return dict(enumerate(ledger(round_).chips)) if round_.over else {}
    return _balances(_debts(round_))


def _debts(round_: Round) -> list[tuple[Account, Account, int]]:
    """Return the chips that one seat still owes another in a round with chips on the table."""
    if round_.void or round_.setup.rules.chips is ChipPlace.APP:
        return []
    return [(marked.source, marked.target, marked.chips) for marked in round_.decisions.owed]


def debts_of(series: Series) -> tuple[DebtPaid, ...]:
    """Return what each player still owes another, by handle, before debts are netted."""
    sums = Counter[tuple[str, str]]()
    for round_ in series.rounds:
        players = round_.setup.players
        for source, target, chips in _debts(round_):
            if source != target:
                sums[players[source], players[target]] += chips
    return tuple(DebtPaid(*pair, chips) for pair, chips in sorted(sums.items()))


def owed_corrections(round_: Round) -> Counter[MarkedUnpaid]:
    """Return the marks of corrections that are still owed, the others being of hand-overs (R18).

    A mark of as many chips as a hand-over at the end of the round is of the hand-over.
    """
    due = Counter(MarkedUnpaid(paid.source, paid.target, paid.chips) for paid in hand_overs(round_))
    made = Counter(
        MarkedUnpaid(paid.source, paid.target, paid.chips) for paid in round_.decisions.payments
    )
    return (Counter(round_.decisions.owed) - due) & made


def taker(round_: Round, fine: Fine) -> Account:
    """Return the account that the fine reaches in the end: of a fine for the pot, the next player
    who took the pot.
    """
    if fine.target != POT:
        return fine.target
    return next((moved.target for moved in _pots(round_) if moved.turn >= fine.moment), POT)


@once
def _pots(round_: Round) -> tuple[Transfer, ...]:
    """Return the transfers of the whole pot to a player."""
    return tuple(moved for moved in booked(round_).transfers if moved.reason is Reason.POT)


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
    left = [payment for payment in planned if payment not in series.settled]
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
