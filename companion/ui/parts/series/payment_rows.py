"""Payments between people, in an order that can be done with real chips."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.text import text
from companion.ui.parts.people.avatars import avatar
from companion.ui.theme import Tone
from companion.views.payments import PaymentLine
from companion.views.people import Person

_DISC, _SMALL_DISC = 28, 24
_PER_LETTER = 8.2
"""About how wide a letter of a name is, in dp."""


def payment_rows(
    payments: Sequence[PaymentLine], width: float, scale: float = 1
) -> list[ft.Control]:
    """A row a payment, named `payment-1` on; where names are long, under the one who gets it.

    `scale` is that of the device's text.
    """
    marks = 2 * _DISC + 16 + 34 + 6 * 8
    longest = max((len(each.payer.name) + len(each.payee.name) for each in payments), default=0)
    numbered = list(enumerate(payments, 1))
    if longest * _PER_LETTER * scale + marks <= width:
        return [_row(number, each, _in_line(each)) for number, each in numbered]
    rows: list[ft.Control] = []
    for payee in dict.fromkeys(each.payee for each in payments):
        paid = [(number, each) for number, each in numbered if each.payee == payee]
        head = text(paid[0][1].gets, size=15, face=TEXT.semibold, expand=True)
        rows.append(ft.Row([account_disc(payee, _DISC), head], spacing=8, key=f"to-{payee.handle}"))
        rows += [_row(number, each, _beneath(each)) for number, each in paid]
    return rows


def _row(number: int, payment: PaymentLine, people: ft.Control) -> ft.Control:
    chips = text(str(payment.chips), size=18, face=TEXT.bold, leading=1.2)
    row = ft.Row([people, chips], spacing=8)
    return ft.Semantics(
        content=row,
        exclude_semantics=True,
        label=payment.says,
        identifier=f"payment-{number}",
        container=True,
        key=f"payment-{number}",
    )


def _in_line(payment: PaymentLine) -> ft.Control:
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, size=16, color=Tone.MUTED)
    return ft.Row([*_named(payment.payer), arrow, *_named(payment.payee)], spacing=8, expand=True)


def _beneath(payment: PaymentLine) -> ft.Control:
    people = _named(payment.payer, disc=_SMALL_DISC, size=14)
    return ft.Row([ft.Container(width=8), *people], spacing=8, expand=True)


def _named(who: Person, *, disc: float = _DISC, size: float = 16) -> list[ft.Control]:
    name = text(who.name, size=size, face=TEXT.medium)
    return [account_disc(who, disc), ft.Container(name, expand=True, expand_loose=True)]


def account_disc(who: Person, size: float) -> ft.Control:
    """The player's initial; the pot is a brass disc."""
    if who.tint >= 0:
        return avatar(who.initial, who.tint, size=size)
    return ft.Container(
        ft.Icon(ft.Icons.SAVINGS_OUTLINED, size=size * 0.6, color=Tone.ON_BRASS),
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=Tone.BRASS,
        alignment=ft.Alignment.CENTER,
    )
