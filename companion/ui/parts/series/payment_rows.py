"""Payments between people, in an order that can be done with real chips."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.people.avatars import avatar
from companion.views.of_series.payments import PaymentLine
from companion.views.people import Person

_DISC, _SMALL_DISC = 28, 24
_NAME, _SMALL_NAME = 16, 14
"""The sizes of a name in its line, and beneath the one who is paid."""

_MARKS = 2 * _DISC + 16 + 34 + 6 * 8
"""What discs, arrow and chips take of a line, and what is between them, in dp."""


def payment_rows(
    payments: Sequence[PaymentLine], width: float, scale: float = 1
) -> list[ft.Control]:
    """A row a payment, named `payment-1` on; where names are long, under the one who gets it.

    `scale` is that of the device's text.
    """
    widest = max(
        (_name_width(payment.payer) + _name_width(payment.payee) for payment in payments), default=0
    )
    numbered = list(enumerate(payments, 1))
    if widest * scale + _MARKS <= width:
        return [_row(number, payment, _in_line(payment)) for number, payment in numbered]
    rows: list[ft.Control] = []
    for payee in dict.fromkeys(payment.payee for payment in payments):
        paid = [(number, payment) for number, payment in numbered if payment.payee == payee]
        head = text(paid[0][1].gets, size=15, face=TEXT.semibold, expand=True)
        rows.append(ft.Row([account_disc(payee, _DISC), head], spacing=8, key=f"to-{payee.handle}"))
        rows += [_row(number, payment, _beneath(payment)) for number, payment in paid]
    return rows


def _name_width(who: Person) -> float:
    return text_width(who.name, _NAME, TEXT.medium)


def _row(number: int, payment: PaymentLine, people: ft.Control) -> ft.Control:
    chips = text(str(payment.chips), size=18, face=TEXT.bold, leading=1.2)
    row = ft.Row([people, chips], spacing=8)
    paid = ft.Semantics(
        content=row,
        exclude_semantics=True,
        label=payment.says,
        identifier=f"payment-{number}",
        container=True,
        key=f"payment-{number}",
    )
    if not payment.why:
        return paid
    why = named(f"why-{number}", text(payment.why, size=13, tone=Tone.MUTED))
    beneath = ft.Container(why, padding=ft.Padding.only(left=_DISC + 8))
    return stretched([paid, beneath], spacing=0)


def _in_line(payment: PaymentLine) -> ft.Control:
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, size=16, color=Tone.MUTED)
    return ft.Row([*_named(payment.payer), arrow, *_named(payment.payee)], spacing=8, expand=True)


def _beneath(payment: PaymentLine) -> ft.Control:
    people = _named(payment.payer, disc_size=_SMALL_DISC, size=_SMALL_NAME)
    return ft.Row([ft.Container(width=8), *people], spacing=8, expand=True)


def _named(who: Person, *, disc_size: float = _DISC, size: float = _NAME) -> list[ft.Control]:
    name = text(who.name, size=size, face=TEXT.medium)
    return [account_disc(who, disc_size), ft.Container(name, expand=True, expand_loose=True)]


def account_disc(who: Person, size: float) -> ft.Control:
    """The player's initial; the pot is a brass disc."""
    if who.tint >= 0:
        return avatar(who.initial, who.tint, size=size)
    icon = ft.Icon(ft.Icons.SAVINGS_OUTLINED, size=size * 0.6, color=Tone.ON_BRASS)
    return disc(size, Tone.BRASS, icon)
