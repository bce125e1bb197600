"""What is due of a round: its books less what was put down while it was in play (R18).

Three kinds of facts move chips at once: the rules' own moves (antes, pass fees, the fees of a hand
that is laid out), corrections, and fines that are ticked. All else in the books is due once the
round is over; where the app keeps the chips, that is all.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.core.books import (
    Fine,
    Reason,
    Transfer,
    booked,
    fines_due,
    ledger,
    not_ticked,
)
from companion.core.payments import Payment, merged, payments
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import POT, Account
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import ChipPlace, FineTo

_FINES = frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN})


@once
def put_down(round_: Round) -> tuple[Transfer, ...]:
    """Return the chips that change hands while the round is in play; none if the app keeps them.

    They stay what they are if the round is called off.
    """
    if round_.setup.rules.chips is ChipPlace.APP:
        return ()
    corrected_since = ledger(round_).transfers if round_.void else ()
    return (*_in_play(round_), *corrected_since)


def _in_play(round_: Round) -> Iterator[Transfer]:
    yield from filter(_is_at_once, booked(round_).transfers)
    yield from _ticks(round_)


def _is_at_once(moved: Transfer) -> bool:
    match moved.reason:
        case Reason.ANTE | Reason.SHORT_ANTE | Reason.PASS | Reason.CORRECTION:
            return True
        case Reason.CARDS_LEFT:  # to the pot for a hand that is laid out (R23)
            return moved.target == POT
        case Reason.FALSE_PASS | Reason.WITHHELD_SEVEN | Reason.POT:
            return False


def _ticks(round_: Round) -> Iterator[Transfer]:
    """Yield what was put down of fines, each at the moment at which it was certain."""
    ticks = round_.decisions.paid
    certain = fines_due(round_) if ticks else ()
    moments = {(fine.turn, fine.payee): fine.moment for fine in certain}
    for tick in ticks:
        passer = round_.turns[tick.turn - 1].seat
        reason = Reason.FALSE_PASS if tick.payee == POT else Reason.WITHHELD_SEVEN
        moment = moments.get((tick.turn, tick.payee), tick.turn)
        yield Transfer(passer, tick.payee, tick.chips, reason, tick.turn, moment)


@once
def lying(round_: Round) -> Mapping[str, int]:
    """Return the chips of this round that lie before each player, by handle, and in the pot.

    They are what was put down, and those of the books if the app keeps the chips. In a round that
    is over the pot has what the list at its end hands out.
    """
    names = (*round_.setup.players, POT_WORD)
    if round_.setup.rules.chips is ChipPlace.APP:
        books = ledger(round_)
        return dict(zip(names, (*books.chips, books.pot), strict=True))
    # Where all places are played for, each pot is taken at once, but listed at the end.
    pots = [moved for moved in booked(round_).transfers if moved.reason is Reason.POT]
    taken = [] if round_.over else pots
    chips = dict.fromkeys(names, 0)
    for moved in put_down(round_):
        pot = next((pot.target for pot in taken if pot.moment >= moved.moment), POT)
        for account, sign in ((moved.source, -1), (moved.target, 1)):
            chips[names[pot if account == POT else account]] += sign * moved.chips
    return chips


@once
def dues(round_: Round) -> Mapping[str, int]:
    """Return what each player and the pot have still to get of a round that is over, by handle."""
    if not round_.over:
        return {}
    books = ledger(round_)
    players = round_.setup.players
    due = {**dict(zip(players, books.chips, strict=True)), POT_WORD: books.pot}
    names = (*players, POT_WORD)
    for moved in put_down(round_):
        due[names[moved.source]] += moved.chips
        due[names[moved.target]] -= moved.chips
    return due


@once
def put_in_play(round_: Round) -> tuple[Payment, ...]:
    """Return what was put down but by corrections, one payment for two, by handle.

    These are antes, pass fees, the fees of a hand that is laid out, and fines that are ticked.
    """
    moves = (moved for moved in put_down(round_) if moved.reason is not Reason.CORRECTION)
    return merged(_by_handle(round_, moves))


def _by_handle(round_: Round, moves: Iterable[Transfer]) -> Iterator[Payment]:
    names = (*round_.setup.players, POT_WORD)
    for moved in moves:
        yield Payment(names[moved.source], names[moved.target], moved.chips)


@once
def hand_overs(round_: Round) -> tuple[Payment, ...]:
    """Return the payments due at the end of the round, taken alone; none if the app keeps chips."""
    in_app = round_.setup.rules.chips is ChipPlace.APP
    return () if in_app else payments(dues(round_), debts_of_round(round_))


@once
def debts_of_round(round_: Round) -> tuple[Payment, ...]:
    """Return who owes whom at the end of the round, one payment for two, the largest first."""
    moves = merged(_by_handle(round_, due_moves(round_)))
    return tuple(sorted(moves, key=lambda one: (-one.chips, one)))


@once
def due_moves(round_: Round) -> tuple[Transfer, ...]:
    """Return the moves that make up what is due between the accounts, with their reasons.

    A fine for the pot that nobody put there goes to whoever took the pot.
    """
    if not round_.over or round_.setup.rules.chips is ChipPlace.APP:
        return ()
    if round_.void:
        return tuple(map(_back, _in_play(round_)))
    moves = (moved for moved in _due(round_) if moved.source != moved.target)
    return tuple(sorted(moves, key=lambda moved: moved.reason in _FINES))  # cards left first


def _due(round_: Round) -> Iterator[Transfer]:
    """Yield the books less what was put down, move by move."""
    ticks = {(tick.turn, tick.payee): tick.chips for tick in round_.decisions.paid}
    ticked = Counter[tuple[int, Account]](ticks)
    to_pot = list[Transfer]()
    for moved in booked(round_).transfers:
        if moved.reason is Reason.POT:
            yield from _handed_out(moved, to_pot)
            to_pot.clear()
        elif moved.reason in _FINES:
            payee = _payee(round_, moved)
            put = min(moved.chips, ticked[moved.turn, payee])
            ticked[moved.turn, payee] -= put
            if put:  # from the pot, where it lies, to the winner to whom it is booked
                yield replace(moved, source=payee, chips=put)
            if rest := moved.chips - put:
                fine = replace(moved, chips=rest)
                if fine.target == POT:
                    to_pot.append(fine)
                else:
                    yield fine
        elif not _is_at_once(moved):
            yield moved
    yield from to_pot
    for moved in _ticks(round_):  # of fines that are waived, or no longer certain
        if more := ticked[moved.turn, moved.target]:
            yield replace(_back(moved), chips=more)


def _payee(round_: Round, moved: Transfer) -> Account:
    """Return where a fine is put down; one that came to light late is booked to the winner."""
    to_pot = round_.setup.rules.false_pass_to is FineTo.POT
    return POT if to_pot and moved.reason is Reason.FALSE_PASS else moved.target


def _handed_out(pot: Transfer, unpaid: Iterable[Transfer]) -> Iterator[Transfer]:
    """Yield a pot as it lies there, and the fines that nobody put there, to whoever took it."""
    taker, chips = (pot.target, pot.chips) if pot.source == POT else (pot.source, -pot.chips)
    for fine in unpaid:
        chips -= fine.chips
        yield replace(fine, target=taker)
    ends = (POT, taker) if chips > 0 else (taker, POT)
    if chips:
        yield replace(pot, source=ends[0], target=ends[1], chips=abs(chips))


def _back(moved: Transfer) -> Transfer:
    ends = moved.target, moved.source
    return Transfer(*ends, moved.chips, moved.reason, moved.turn, moved.moment)


def taker(round_: Round, fine: Fine) -> Account:
    """Return the account that the fine reaches in the end: of a fine for the pot, the next player
    who took the pot.
    """
    if fine.target != POT:
        return fine.target
    pots = (moved for moved in booked(round_).transfers if moved.reason is Reason.POT)
    return next((pot.target for pot in pots if pot.turn >= fine.moment), POT)


def unticked(round_: Round) -> tuple[Fine, ...]:
    """Return the fines that are certain and not ticked, less what is ticked of them.

    There are none if the round was called off, nor if the app keeps the chips (R18).
    """
    if round_.void or round_.setup.rules.chips is ChipPlace.APP:
        return ()
    return tuple(not_ticked(fines_due(round_), round_.decisions))
