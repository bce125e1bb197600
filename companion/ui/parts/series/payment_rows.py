"""Payments between people, in an order that can be done with real chips, each with its tick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import with_trailing
from companion.ui.parts.basics.tick_box import tick_box
from companion.ui.parts.basics.touch import LEAST, Tap
from companion.ui.parts.people.avatars import avatar
from companion.views.of_series.payments import PaymentKey, PaymentLine
from companion.views.person import Person

_DISC, _SMALL_DISC = 28, 24
_NAME, _SMALL_NAME = 16, 14
"""The sizes of a name in its line, and beneath the one who is paid."""

_MARKS = 2 * _DISC + 16 + 34 + 6 * 8
"""What discs, arrow and chips take of a line, and what is between them, in dp."""
_BOX = LEAST + 8
"""What the tick takes of a line, in dp."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """Which payments were ticked off, what a tap on a box does, told its name, and whether the
    boxes stand below the words, since these are large.
    """

    done: frozenset[PaymentKey]
    tap: Callable[[PaymentLine, str], Tap]
    below: bool


def payment_rows(
    payments: Sequence[PaymentLine], ticks: Ticks, width: float, scale: float = 1
) -> list[ft.Control]:
    """A row a payment, named `payment-1` on, with its tick, `paid-1` on; where names are long,
    under the one who gets it. `scale` is that of the device's text.
    """
    numbered = list(enumerate(payments, 1))
    pairs = [(payment.payer, payment.payee) for payment in payments]
    if fit_in_line(pairs, width - _BOX, scale):
        return [_row(number, payment, ticks, in_line) for number, payment in numbered]
    rows: list[ft.Control] = []
    for payee in dict.fromkeys(payment.payee for payment in payments):
        paid = [(number, payment) for number, payment in numbered if payment.payee == payee]
        head = text(paid[0][1].gets, size=15, face=TEXT.semibold, expand=True)
        rows.append(ft.Row([account_disc(payee, _DISC), head], spacing=8, key=f"to-{payee.handle}"))
        rows += [_row(number, payment, ticks, _beneath) for number, payment in paid]
    return rows


def fit_in_line(pairs: Sequence[tuple[Person, Person]], width: float, scale: float = 1) -> bool:
    """Whether who pays, who is paid and the chips stand in one line."""
    widest = max((_name_width(payer) + _name_width(payee) for payer, payee in pairs), default=0)
    return widest * scale + _MARKS <= width


def _name_width(who: Person) -> float:
    return text_width(who.name, _NAME, TEXT.medium)


def _row(
    number: int,
    payment: PaymentLine,
    ticks: Ticks,
    people: Callable[[Person, Person, ft.Colors], ft.Control],
) -> ft.Control:
    ticked, name = payment.hand_over in ticks.done, f"paid-{number}"
    tone = Tone.MUTED if ticked else Tone.INK
    shown = people(payment.payer, payment.payee, tone)
    row = ft.Row([shown, chips_paid(payment.chips, tone)], spacing=8)
    paid = ft.Semantics(
        content=row,
        exclude_semantics=True,
        label=payment.says,
        identifier=f"payment-{number}",
        container=True,
        key=f"payment-{number}",
    )
    why = named(f"why-{number}", text(payment.why, size=13, tone=Tone.MUTED))
    words = stretched([paid, *([beneath_names(why)] if payment.why else [])], spacing=0)
    tap, says = ticks.tap(payment, name), payment.paid_says
    box = tick_box(tap, ticked=ticked, identifier=name, label=says)
    with_box = with_trailing(words, [box], below=ticks.below)
    with_box.key = f"row-{number}"
    return with_box


def beneath_names(words: ft.Control) -> ft.Control:
    """Words below a line of people, which begin where the first name does."""
    return ft.Container(words, padding=ft.Padding.only(left=_DISC + 8))


def chips_paid(chips: int, tone: ft.Colors = Tone.INK) -> ft.Control:
    """How many chips are handed over, at the end of a line."""
    return text(str(chips), size=18, face=TEXT.bold, tone=tone, leading=1.2)


def in_line(payer: Person, payee: Person, tone: ft.Colors = Tone.INK) -> ft.Control:
    """Who pays whom, in one line."""
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, size=16, color=Tone.MUTED)
    people = [*_named(payer, tone=tone), arrow, *_named(payee, tone=tone)]
    return ft.Row(people, spacing=8, expand=True)


def _beneath(payer: Person, _: Person, tone: ft.Colors) -> ft.Control:
    """Who pays, beneath the one who is paid."""
    people = _named(payer, disc_size=_SMALL_DISC, size=_SMALL_NAME, tone=tone)
    return ft.Row([ft.Container(width=8), *people], spacing=8, expand=True)


def _named(
    who: Person, *, disc_size: float = _DISC, size: float = _NAME, tone: ft.Colors = Tone.INK
) -> list[ft.Control]:
    name = text(who.name, size=size, face=TEXT.medium, tone=tone)
    return [account_disc(who, disc_size), ft.Container(name, expand=True, expand_loose=True)]


def account_disc(who: Person, size: float) -> ft.Control:
    """The player's initial; the pot is a brass disc."""
    if who.tint >= 0:
        return avatar(who.initial, who.tint, size=size)
    icon = ft.Icon(ft.Icons.SAVINGS_OUTLINED, size=size * 0.6, color=Tone.ON_BRASS)
    return disc(size, Tone.BRASS, icon)
