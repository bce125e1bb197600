"""The chips that are still to change hands when a round is over, each payment in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.core.books.ledger import Transfer, ledger
from companion.core.books.payments import Payment, payments
from companion.core.events import POT, Account
from companion.core.round import Round
from companion.core.series import Series
from companion.desk.ports import Recorded
from companion.desk.table import Night
from companion.views.people import Person, holder
from companion.words import Words


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """A payment: `says` is the whole in words, e.g. `Ben pays Ann 4`; `gets` heads all payments
    to the same payee.
    """

    payer: Person
    payee: Person
    chips: int
    says: str
    gets: str


def to_hand_over(night: Night, words: Words) -> tuple[PaymentLine, ...]:
    """What is left to hand over, the pot last: all that was booked when the round ended, or
    after it.
    """
    series, round_ = night.series, night.round
    owed = _returned(round_) if round_.void else _owed(night)
    paid = sorted(payments(owed), key=lambda each: (each.source == POT, each.source, each.target))
    return tuple(_line(series, round_, each, words) for each in paid)


def _owed(night: Night) -> dict[Account, int]:
    """The balances as they are now, without what had changed hands before the last card: fees, and
    fines that were certain by then and not let go at that time.
    """
    owed: dict[Account, int] = defaultdict(int)
    _book(owed, ledger(night.round).transfers, sign=1)
    ended = _as_it_ended(night)
    before = (each for each in ledger(ended).transfers if each.moment < len(ended.turns))
    _book(owed, before, sign=-1)
    return owed


def _book(owed: dict[Account, int], transfers: Iterable[Transfer], *, sign: int) -> None:
    for each in transfers:
        owed[each.source] -= sign * each.chips
        owed[each.target] += sign * each.chips


def _as_it_ended(night: Night) -> Round:
    """The last round when its last card fell, before anything was decided or shown after it."""
    round_ = Round.begin(night.round.setup)
    for step in night.steps:
        if isinstance(step, Recorded) and step.number == night.round_number:
            if round_.played_out:
                break
            round_ = round_.after(step.event)
    return round_


def _returned(round_: Round) -> dict[Account, int]:
    """What a void round gives back: all that moved in it before it was called off."""
    played = ledger(replace(round_, decisions=replace(round_.decisions, called_off=False)))
    return {POT: -played.pot} | {seat: -chips for seat, chips in enumerate(played.chips)}


def _line(series: Series, round_: Round, paid: Payment, words: Words) -> PaymentLine:
    payer = holder(series, round_, paid.source, words)
    payee = holder(series, round_, paid.target, words)
    says = words.say(
        "{payer} pays {payee} {chips}", payer=payer.name, payee=payee.name, chips=paid.chips
    )
    return PaymentLine(payer, payee, paid.chips, says, words.say("{name} gets", name=payee.name))
