"""Corrections in chips: who pays whom, how many, and what for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.log import Log
from companion.core.rounds.events import POT, Account, Paid
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import Recorded
from companion.desk.table import Snapshot
from companion.forms.correction import Correction
from companion.views.person import Person, holder
from companion.views.refusals import refusal_words
from companion.views.speech import pays
from companion.words import Words

_ANY = Paid(0, 1, 1)
"""A correction that stands for any, while nobody is chosen yet."""


@dataclass(frozen=True, slots=True)
class AccountLine:
    """Somebody who can pay or be paid, and whether that is chosen."""

    account: Account
    person: Person
    pays: bool
    gets: bool
    pays_says: str
    gets_says: str


@dataclass(frozen=True, slots=True)
class PaymentNote:
    """A correction that was made: `Ben pays Ann 4`, and what for."""

    payer: Person
    payee: Person
    chips: int
    says: str
    note: str


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """All that the screen shows. `says` is the correction in words; `obstacle` is why it cannot
    be made yet, empty once it can.
    """

    title: str
    subtitle: str
    accounts: tuple[AccountLine, ...]
    chips: int
    note: str
    says: str
    obstacle: str
    paid: Paid | None
    made: tuple[PaymentNote, ...]


def correction(form: Correction, log: Log, number: int, words: Words) -> CorrectionView:
    """The screen for round `number`, counted from 1."""
    series, round_ = log.series, log.series.rounds[number - 1]
    paid = form.paid
    return CorrectionView(
        title=words.say("Correction"),
        subtitle=words.say("Round {number}", number=number),
        accounts=_accounts(form, series, round_, words),
        chips=form.chips,
        note=form.note,
        says=_says(series, round_, paid, words) if paid else "",
        obstacle=_obstacle(form, log, number, words),
        paid=paid,
        made=tuple(_made(series, round_, paid, words) for paid in round_.decisions.payments),
    )


def booked(snapshot: Snapshot, words: Words) -> str:
    """The correction that the last change was, in words; empty where it was something else. It is
    said once, for the record does not tell when something was entered.
    """
    log, before = snapshot.led_to, snapshot.before
    last = log.steps[-1] if log.steps else None
    if before is None or len(before.steps) >= len(log.steps) or not isinstance(last, Recorded):
        return ""
    if not isinstance(last.event, Paid):
        return ""
    series, paid = snapshot.series, last.event
    says = _says(series, series.rounds[last.number - 1], paid, words)
    said = f"{says} ({paid.note})" if paid.note else says
    return words.say("Booked: {paid}", paid=said)


def _accounts(
    form: Correction, series: Series, round_: Round, words: Words
) -> tuple[AccountLine, ...]:
    lines: list[AccountLine] = []
    for account in (*range(len(round_.setup.players)), POT):
        who = holder(series, round_, account, words)
        lines.append(
            AccountLine(
                account=account,
                person=who,
                pays=account == form.source,
                gets=account == form.target,
                pays_says=words.say("{name} pays", name=who.name),
                gets_says=words.say("{name} gets", name=who.name),
            )
        )
    return tuple(lines)


def _says(series: Series, round_: Round, paid: Paid, words: Words) -> str:
    payer = holder(series, round_, paid.source, words)
    payee = holder(series, round_, paid.target, words)
    return pays(payer.name, payee.name, paid.chips, words)


def _made(series: Series, round_: Round, paid: Paid, words: Words) -> PaymentNote:
    return PaymentNote(
        payer=holder(series, round_, paid.source, words),
        payee=holder(series, round_, paid.target, words),
        chips=paid.chips,
        says=_says(series, round_, paid, words),
        note=paid.note,
    )


def _obstacle(form: Correction, log: Log, number: int, words: Words) -> str:
    refusal = log.objection(Recorded(number, form.paid or _ANY))
    if refusal:
        return refusal_words(refusal, words, log.series.name_of)
    if form.source is None:
        return words.say("Tap who pays.")
    return "" if form.paid else words.say("Tap who gets it.")
