"""The chips that are handed over at the end of a round, each payment in words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.books.payments import Payment, hand_overs
from companion.core.round import Round
from companion.core.series import Series
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


def to_hand_over(series: Series, round_: Round, words: Words) -> tuple[PaymentLine, ...]:
    """What is handed over at the end of a round of the series, the pot last."""
    return tuple(_line(series, round_, paid, words) for paid in hand_overs(round_))


def _line(series: Series, round_: Round, paid: Payment, words: Words) -> PaymentLine:
    payer = holder(series, round_, paid.source, words)
    payee = holder(series, round_, paid.target, words)
    says = words.say(
        "{payer} pays {payee} {chips}", payer=payer.name, payee=payee.name, chips=paid.chips
    )
    return PaymentLine(payer, payee, paid.chips, says, words.say("{name} gets", name=payee.name))
