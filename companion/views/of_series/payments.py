"""The chips that are handed over at the end of a round, each payment in words, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.books.ledger import Reason, Transfer
from companion.core.books.payments import Payment, at_the_end, hand_overs
from companion.core.rounds.events import Account
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.person import Person, holder
from companion.views.speech import pays
from companion.words import Words

PaymentKey = tuple[str, str, int]
"""Who hands whom how many chips, by their handles."""


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """A payment: `says` is the whole in words, e.g. `Ben pays Ann 4`; `why` is what it is made of,
    e.g. `4 cards + 8 for fines`, and `netted` if the payer does not owe just that to the payee;
    `gets` heads all payments to the same payee; `paid_says` names its tick.
    """

    payer: Person
    payee: Person
    chips: int
    says: str
    why: str
    netted: bool
    gets: str
    paid_says: str

    @property
    def hand_over(self) -> PaymentKey:
        """The payment, whatever it is called."""
        return self.payer.handle, self.payee.handle, self.chips


def to_hand_over(series: Series, round_: Round, words: Words) -> tuple[PaymentLine, ...]:
    """What is handed over at the end of a round of the series, the pot last."""
    told = _Told(series, round_, words)
    return tuple(told.line(paid) for paid in hand_overs(round_))


class _Told:
    """Tells the payments of a round."""

    def __init__(self, series: Series, round_: Round, words: Words) -> None:
        self.series, self.round, self.words = series, round_, words
        self.transfers = at_the_end(round_)

    def line(self, paid: Payment) -> PaymentLine:
        payer, payee, say = self._holder(paid.source), self._holder(paid.target), self.words.say
        netted = _owed(self.transfers, paid.source, paid.target) != paid.chips
        why = self._netted(paid) if netted else self._parts(paid.source, paid.target)
        says = pays(payer.name, payee.name, paid.chips, self.words)
        return PaymentLine(
            payer=payer,
            payee=payee,
            chips=paid.chips,
            says=says,
            why=why if self.transfers else "",
            netted=netted and bool(self.transfers),
            gets=say("{name} gets", name=payee.name),
            paid_says=say("Paid: {owed}", owed=says),
        )

    def _holder(self, account: Account) -> Person:
        return holder(self.series, self.round, account, self.words)

    def _parts(self, source: Account, target: Account) -> str:
        """`4 cards + 8 for fines`: what one owes the other, less what is owed back."""
        owed, back = (
            " + ".join(self._kinds(*between)) for between in ((source, target), (target, source))
        )
        return self.words.say("{owed} less {back}", owed=owed, back=back) if back else owed

    def _kinds(self, source: Account, target: Account) -> Iterator[str]:
        between = [one for one in self.transfers if (one.source, one.target) == (source, target)]
        for kind in _KINDS:
            if chips := sum(one.chips for one in between if one.reason in kind):
                yield self._what(kind, chips)

    def _what(self, kind: frozenset[Reason], chips: int) -> str:
        fee = self.round.setup.rules.card_fee
        if Reason.POT in kind:
            pots = sum(one.reason is Reason.POT for one in self.transfers)
            return (
                self.words.say("the whole pot")
                if pots == 1
                else self.words.say("pot of {n}", n=chips)
            )
        if Reason.CARDS_LEFT in kind and fee == 1:
            return self.words.count("{n} card", "{n} cards", chips)
        if Reason.CARDS_LEFT in kind:
            cards = self.words.count("{n} card", "{n} cards", chips // fee)
            return self.words.say("{cards} at {fee}", cards=cards, fee=fee)
        return self.words.say("{n} for fines", n=chips)

    def _netted(self, paid: Payment) -> str:
        """All that the payer owes and is owed, for the list is netted to be short: `4 cards to Ann,
        5 for fines to Ben, less 3 from Cem`.
        """
        others = [account for account in self._accounts() if account != paid.source]
        owed = {other: _owed(self.transfers, paid.source, other) for other in others}
        say, total = self.words.say, sum(owed.values())
        parts = [
            say("{what} to {name}", what=self._parts(paid.source, one), name=self._holder(one).name)
            for one, chips in owed.items()
            if chips > 0
        ]
        parts += [
            say("less {n} from {name}", n=-chips, name=self._holder(one).name)
            for one, chips in owed.items()
            if chips < 0
        ]
        if owed.get(paid.target, 0) <= 0:
            parts.append(say("straight to {name}", name=self._holder(paid.target).name))
        told = ", ".join(parts)
        return told if total == paid.chips else say("part of {n}: {parts}", n=total, parts=told)

    def _accounts(self) -> tuple[Account, ...]:
        named = (account for one in self.transfers for account in (one.source, one.target))
        return tuple(dict.fromkeys(named))


_KINDS = (
    frozenset({Reason.POT}),
    frozenset({Reason.CARDS_LEFT}),
    frozenset({Reason.FALSE_PASS, Reason.WITHHELD_SEVEN}),
)
"""What is handed over at the end of a round, in the order in which it is told."""


def _owed(transfers: Sequence[Transfer], source: Account, target: Account) -> int:
    """What one owes the other; negative if it is the other way round."""
    there = sum(one.chips for one in transfers if (one.source, one.target) == (source, target))
    back = sum(one.chips for one in transfers if (one.source, one.target) == (target, source))
    return there - back
