"""Chips that lie on the table, what is handed over at the end of a round, and the fewest payments.

Three kinds of facts move chips in play: the rules' own moves (antes and pass fees), corrections,
and fines that are ticked. All else in the books is due at the end (RULES, Readings).

A group of k accounts whose balances cancel out needs k - 1 payments, so the fewest payments come
from splitting the accounts into the largest number of such groups. Dynamic programming over subsets
finds that split: the best split of a set is one group plus the best split of a subset that cancels
out. A table has at most ten players and a pot, so all subsets can be tried.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.books import (
    Fine,
    Reason,
    Transfer,
    booked,
    fines_due,
    ledger,
    not_ticked,
)
from companion.core.judge import Moment
from companion.core.rounds.events import MarkedUnpaid, Played
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import POT, Account, Seat
from companion.core.rules import ChipPlace

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
            left = left - chips
            due = due - chips
            if not due:
                creditor, due = next(creditors, (POT, 0))


@once
def moved_in_play(round_: Round) -> tuple[Transfer, ...]:
    """Return the chips that change hands while the round is in play.

    They are antes, pass fees, corrections and ticked fines, even if the round was called off.
    """
    put_down = (
        Transfer(
            round_.turns[tick.turn - 1].seat,
            tick.payee,
            tick.chips,
            Reason.FALSE_PASS if tick.payee == POT else Reason.WITHHELD_SEVEN,
            tick.turn,
            tick.turn,
        )
        for tick in round_.decisions.paid
        if tick.payee is not None
    )
    moves = (moved for moved in booked(round_).transfers if _is_at_once(moved))
    return (*moves, *put_down)


def _is_at_once(moved: Transfer) -> bool:
    """Return whether chips change hands in play: also for a hand that is laid out (R23)."""
    match moved.reason:
        case Reason.ANTE | Reason.SHORT_ANTE | Reason.PASS | Reason.CORRECTION:
            return True
        case Reason.CARDS_LEFT:
            return moved.target == POT
        case Reason.FALSE_PASS | Reason.WITHHELD_SEVEN | Reason.POT:
            return False


def lying_pot(round_: Round) -> int:
    """Return the chips that lie in the pot; those of the books if the app keeps the chips (R18).

    In a round that is over they are those that the list at its end hands out.
    """
    if round_.setup.rules.chips is ChipPlace.APP:
        return ledger(round_).pot
    lying = 0
    for moved in moved_in_play(round_):
        lying += moved.chips * ((moved.target == POT) - (moved.source == POT))
    # Where all places are played for, each pot is taken at once, but listed at the end.
    return lying if round_.over else lying - sum(_pots(round_).values())


@once
def hand_overs(round_: Round) -> tuple[PaymentDue, ...]:
    """Return the payments due at the end of the round, the pot last (R18).

    There are none while the round is in play, nor if the app keeps the chips.
    """
    if round_.setup.rules.chips is ChipPlace.APP:
        return ()
    return _listed(at_the_end(round_))


def _listed(moves: Iterable[Transfer | PaymentDue]) -> tuple[PaymentDue, ...]:
    """Return the fewest payments that come to the same as these moves, the pot last."""
    owed = payments(_balances(moves))
    return tuple(sorted(owed, key=lambda paid: (paid.source == POT, paid.source, paid.target)))


def _balances(moves: Iterable[Transfer | PaymentDue | MarkedUnpaid]) -> dict[Account, int]:
    """Return the balances after moves of chips from one account to another."""
    balances: dict[Account, int] = defaultdict(int)
    for moved in moves:
        balances[moved.source] -= moved.chips
        balances[moved.target] += moved.chips
    return balances


@once
def at_the_end(round_: Round) -> tuple[Transfer, ...]:
    """Return the transfers due at the end of the round, not netted: the books less what was moved
    in play.

    They are the pot as it lies there, the fees for cards left, the fines that are not ticked, and
    ticked fines that are waived or no longer certain, which go back. A round called off gives back
    what was put down. There are none while the round is in play.
    """
    if not round_.over:
        return ()
    if round_.void:
        return tuple(map(_back, moved_in_play(round_)))
    fees = (
        moved
        for moved in booked(round_).transfers
        if moved.reason is Reason.CARDS_LEFT and moved.target != POT
    )
    return (*_handed_out(round_), *fees, *_open_fines(round_), *_given_back(round_))


def _back(moved: Transfer) -> Transfer:
    ends = moved.target, moved.source
    return Transfer(*ends, moved.chips, moved.reason, moved.turn, moved.moment)


def _handed_out(round_: Round) -> Iterator[Transfer]:
    """Yield each pot to its winner, who fills it up where corrections took too much out."""
    for seat, chips in _pots(round_).items():
        turn = _finishes(round_)[seat]
        moved = Transfer(POT, seat, abs(chips), Reason.POT, turn, turn)
        if chips:
            yield moved if chips > 0 else _back(moved)


def _open_fines(round_: Round) -> Iterator[Transfer]:
    """Yield the fines that are not ticked, each to the player who has it in the end."""
    for fine in not_ticked(fines_due(round_), round_.decisions):
        to = taker(round_, fine)
        if to != fine.offender:
            reason = Reason.WITHHELD_SEVEN if fine.withheld else Reason.FALSE_PASS
            yield Transfer(fine.offender, to, fine.chips, reason, fine.turn, fine.moment)


def _given_back(round_: Round) -> Iterator[Transfer]:
    """Yield what was ticked of fines that are waived or no longer certain, to the passers."""
    if not round_.decisions.paid:
        return
    due = Counter[tuple[int, Account]]()
    for fine in fines_due(round_):
        due[fine.turn, fine.payee] += fine.chips
    for put_down in moved_in_play(round_):
        if put_down.reason in _FINES:
            more = put_down.chips - due[put_down.turn, put_down.target]
            if more > 0:
                yield replace(_back(put_down), chips=more)


@once
def _finishes(round_: Round) -> dict[Seat, Moment]:
    """Return the turn in which each player went out, in order; 0 of a result (R19)."""
    if round_.by_result:
        return dict.fromkeys(round_.out, 0)
    last = {turn.seat: n for n, turn in enumerate(round_.turns, 1) if isinstance(turn, Played)}
    return {seat: last[seat] for seat in round_.out}


def _taker_of_pot(round_: Round, moment: Moment) -> Account:
    """Return the player who took the pot next at this moment, the pot itself if nobody did."""
    takers = (seat for seat, turn in _finishes(round_).items() if turn >= moment)
    return next(takers, POT)


def taker(round_: Round, fine: Fine) -> Account:
    """Return the account that the fine reaches in the end: of a fine for the pot, the next player
    who took the pot.
    """
    return _taker_of_pot(round_, fine.moment) if fine.target == POT else fine.target


def _pots(round_: Round) -> dict[Seat, int]:
    """Return the chips that lie in each pot, by the player who took it."""
    pots: dict[Account, int] = dict.fromkeys(round_.out, 0)
    pots[POT] = 0
    for moved in moved_in_play(round_):
        if moved.reason not in _FINES:
            taken_by = _taker_of_pot(round_, moved.turn)
            pots[taken_by] += moved.chips * ((moved.target == POT) - (moved.source == POT))
    to_pot = [fine for fine in fines_due(round_) if fine.payee == POT]
    for fine in to_pot:
        pots[taker(round_, fine)] += fine.chips
    for fine in not_ticked(to_pot, round_.decisions):
        pots[taker(round_, fine)] -= fine.chips
    del pots[POT]
    return pots


def unticked(round_: Round) -> tuple[Fine, ...]:
    """Return the fines that are certain and not ticked, less what is ticked of them.

    There are none if the round was called off, nor if the app keeps the chips (R18).
    """
    if round_.void or round_.setup.rules.chips is ChipPlace.APP:
        return ()
    return tuple(not_ticked(fines_due(round_), round_.decisions))


def still_owed(round_: Round) -> dict[Account, int]:
    """Return the balances of a round, by seat, that are to be settled with the series (R18).

    If the app keeps the chips these are all balances of a round that is over, otherwise those of
    the chips that are marked as owed.
    """
    if round_.setup.rules.chips is ChipPlace.APP:
        return dict(enumerate(ledger(round_).chips)) if round_.over else {}
    return _balances(round_.decisions.owed)


def owed_corrections(round_: Round) -> Counter[MarkedUnpaid]:
    """Return the marks of corrections that are still owed, the others being of hand-overs (R18).

    A mark of as many chips as a hand-over at the end of the round is of the hand-over.
    """
    due = Counter(MarkedUnpaid(paid.source, paid.target, paid.chips) for paid in hand_overs(round_))
    made = Counter(
        MarkedUnpaid(paid.source, paid.target, paid.chips) for paid in round_.decisions.payments
    )
    return (Counter(round_.decisions.owed) - due) & made


def put_off(round_: Round) -> tuple[PaymentDue, ...]:
    """Return what the marks take out of the hand-overs of the round, one payment a pair (R18)."""
    chips = Counter[tuple[Account, Account]]()
    marks = Counter(round_.decisions.owed) - owed_corrections(round_)
    for mark in marks.elements():
        chips[mark.source, mark.target] += mark.chips
    return tuple(PaymentDue(*pair, amount) for pair, amount in chips.items())


def due_now(round_: Round) -> tuple[PaymentDue, ...]:
    """Return the hand-overs that are not put off (R18): the next deal takes them for done.

    A late fact may change a hand-over that is put off already. What it changes is due now.
    """
    listed = hand_overs(round_)
    later = put_off(round_)
    if set(later) <= set(listed):
        return tuple(paid for paid in listed if paid not in later)
    taken_out = (PaymentDue(paid.target, paid.source, paid.chips) for paid in later)
    return _listed([*at_the_end(round_), *taken_out])


def shrink_marks(before: Round, after: Round) -> Round:
    """Return the last round after a fact, which may lower what the marks put off (R18).

    Nobody puts off more than the list asks of them, nor for more than it gives the payee. A repair
    that seats people elsewhere, or after which the round goes on, leaves the marks as they are.
    """
    marks = after.decisions.owed
    if not marks or marks != before.decisions.owed or not after.over:
        return after
    later = put_off(before)
    lost = _payable(before, later) - _payable(after, later)
    if not lost:
        return after
    of_corrections = owed_corrections(before)
    owed: list[MarkedUnpaid] = []
    for mark in marks:
        pair = mark.source, mark.target
        off = 0
        if of_corrections[mark]:
            of_corrections[mark] -= 1
        else:
            off = min(lost[pair], mark.chips)
            lost[pair] -= off
        if mark.chips > off:
            owed.append(replace(mark, chips=mark.chips - off))
    return replace(after, decisions=replace(after.decisions, owed=tuple(owed)))


def _payable(round_: Round, later: Iterable[PaymentDue]) -> Counter[tuple[Account, Account]]:
    """Return how much of these payments the list asks of their payers and gives their payees."""
    gives = Counter[Account]()
    gets = Counter[Account]()
    for paid in hand_overs(round_):
        if POT not in {paid.source, paid.target}:
            gives[paid.source] += paid.chips
            gets[paid.target] += paid.chips
    found = Counter[tuple[Account, Account]]()
    for paid in later:
        chips = min(paid.chips, gives[paid.source], gets[paid.target])
        gives[paid.source] -= chips
        gets[paid.target] -= chips
        found[paid.source, paid.target] = chips
    return found


def mark_difference(before: Round, after: Round, marks: Iterable[MarkedUnpaid]) -> Round:
    """Return an earlier round after a late fact, with these marks and the change of its list.

    The former list was handed over when the next round was dealt, but for what was marked. In a
    repair, somebody new takes over the seat of somebody who is gone.
    """
    if ChipPlace.APP in {before.setup.rules.chips, after.setup.rules.chips}:
        return after
    former = before.setup.players
    seated = after.setup.players
    seats = {handle: seat for seat, handle in enumerate(seated)}
    for seat, (gone, come) in enumerate(zip(former, seated, strict=False)):
        if gone not in seated and come not in former:
            seats[gone] = seat
    change = Counter[tuple[Seat, Seat]]()
    for round_, other, sign in ((before, after, -1), (after, before, 1)):
        for source, target, chips in _between_players(round_, other):
            if source in seats and target in seats:
                payer, payee = sorted((seats[source], seats[target]))
                change[payer, payee] += chips * (sign if payer == seats[source] else -sign)
    owed = list(marks)
    for (payer, payee), chips in sorted(change.items()):
        if chips and payer != payee:
            pair = {payer, payee}
            already = sum(
                mark.chips if mark.source == payer else -mark.chips
                for mark in owed
                if {mark.source, mark.target} == pair
            )
            owed = [mark for mark in owed if {mark.source, mark.target} != pair]
            if chips := chips + already:
                ends = (payer, payee) if chips > 0 else (payee, payer)
                owed.append(MarkedUnpaid(*ends, abs(chips)))
    return replace(after, decisions=replace(after.decisions, owed=tuple(owed)))


def _between_players(round_: Round, other: Round) -> Iterator[tuple[str, str, int]]:
    """Yield the transfers at the end between players, by handle.

    Whoever took the pot has what lay there, in the `other` round if this one was called off.
    """
    taken = other if round_.void else round_
    players = round_.setup.players
    for due in at_the_end(round_):
        if POT not in {due.source, due.target}:
            yield players[due.source], players[due.target], due.chips
        elif not taken.void:
            seat = _taker_of_pot(taken, due.turn)
            holder = "" if seat == POT else taken.setup.players[seat]
            source, target = (
                holder if end == POT else players[end] for end in (due.source, due.target)
            )
            yield source, target, due.chips
