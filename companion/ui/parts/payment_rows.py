"""Rows of payments, false passes and nets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.panels import min_height, panel, stretched, with_trailing
from companion.ui.parts.basics.text import disc, named, sums_whole, text
from companion.ui.parts.basics.touch import LEAST, Tap, tick_box, touchable
from companion.ui.parts.table.fines import tick
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.at_table.tray import OwedFine
from companion.views.of_series.round_over import FalsePass, NetLine
from companion.views.of_series.settling import PaymentKey, PaymentLine
from companion.views.speech import Person

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


_ROW = 60


def false_passes(session: Session, passes: Sequence[FalsePass], room: Room) -> list[ft.Control]:
    """A panel with a row for each, which opens its verdict; nothing where there is none."""
    if not passes:
        return []
    last = passes[-1]
    draw = _false_pass_in_two_lines if room.large_text else _false_pass
    rows = [draw(session, false_pass, lined=false_pass is not last) for false_pass in passes]
    return [panel(rows, title=session.words.say("False passes"), spacing=0)]


def _false_pass(session: Session, false_pass: FalsePass, *, lined: bool) -> ft.Control:
    """A row that opens the verdict, which itself can be told apart in it."""
    who, ruled = _who_passed(session, false_pass), _how_ruled(session, false_pass)
    return _ruled_off(
        ft.Row([ft.Container(who, expand=True), ruled], spacing=8), false_pass, lined=lined
    )


def _false_pass_in_two_lines(session: Session, false_pass: FalsePass, *, lined: bool) -> ft.Control:
    """The same with the verdict beneath."""
    lines = [_who_passed(session, false_pass), ft.Row([_how_ruled(session, false_pass)])]
    across = ft.CrossAxisAlignment.STRETCH
    column = ft.Column([*lines], spacing=0, tight=True, horizontal_alignment=across)
    return _ruled_off(column, false_pass, lined=lined)


def _ruled_off(row: ft.Control, false_pass: FalsePass, *, lined: bool) -> ft.Control:
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)) if lined else None
    return ft.Container(row, border=line, key=f"turn-{false_pass.turn}")


def _who_passed(session: Session, false_pass: FalsePass) -> ft.Control:
    words: list[ft.Control] = [
        text(false_pass.player.name, size=16, face=TEXT.semibold),
        text(false_pass.beneath, size=13, tone=Tone.MUTED),
    ]
    who = ft.Row(
        [
            avatar(false_pass.player.initial, false_pass.player.tint, size=32),
            ft.Column(words, spacing=2, tight=True, expand=True),
        ],
        spacing=12,
    )
    return touchable(
        min_height(ft.Container(who, padding=ft.Padding.symmetric(vertical=6)), _ROW),
        session.tap(session.open, f"verdict/{false_pass.turn}"),
        identifier=f"turn-{false_pass.turn}",
        label=false_pass.says,
    )


def _how_ruled(session: Session, false_pass: FalsePass) -> ft.Control:
    more = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)
    ruled = ft.Row([_mark(false_pass), more], spacing=4, tight=True)
    target = min_height(ruled, _ROW)
    return touchable(
        target,
        session.tap(session.open, f"verdict/{false_pass.turn}"),
        identifier=f"verdict-{false_pass.turn}",
    )


def _mark(false_pass: FalsePass) -> ft.Control:
    ground, words = (Tone.QUIET, Tone.INK) if false_pass.waived else (Tone.DANGER, Tone.ON_DANGER)
    return ft.Container(
        text(false_pass.mark, size=12, tone=words, face=TEXT.semibold, leading=1.2),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=9, vertical=3),
    )


_NET_DISC = 28


def net_panel(session: Session, nets: Sequence[NetLine], room: Room) -> list[ft.Control]:
    """A row a player with the parts beneath; nothing where no chips moved."""
    if not nets:
        return []
    title = session.words.say("What the round brought")
    return [panel([_net(line, large=room.large_text) for line in nets], title=title, key="nets")]


def _net(line: NetLine, *, large: bool) -> ft.Control:
    tone = Tone.LOSS if line.chips < 0 else Tone.HEADING
    chips = text(line.net, size=18, face=TEXT.bold, tone=tone, leading=1.2)
    who = _who(line.player, line.player.name, line.parts, large=large)
    return ft.Semantics(
        content=with_trailing(who, [chips], below=large),
        exclude_semantics=True,
        label=line.says,
        identifier=f"net-{line.player.handle}",
        container=True,
        key=f"net-{line.player.handle}",
    )


def owed_panel(session: Session, owed: Sequence[OwedFine], room: Room) -> list[ft.Control]:
    """The fines of the play, a row a false pass with its tick, which stays where it is."""
    if not owed:
        return []
    rows = [_owed(session, fine, room) for fine in owed]
    return [panel(rows, title=session.words.say("Fines during play"), key="owed")]


def _owed(session: Session, fine: OwedFine, room: Room) -> ft.Control:
    who = _who(fine.payer, sums_whole(fine.says), fine.why, large=room.large_text)
    key = f"owed-{fine.turn}"
    if not (fine.can_tick or fine.ticked):
        return ft.Container(who, key=key)
    name = f"fine-paid-{fine.turn}"  # `paid-N` ticks a payment off here
    box = tick_box(tick(session, fine), ticked=fine.ticked, identifier=name, label=fine.paid_label)
    row = with_trailing(who, [box], below=room.large_text)
    row.key = key
    return row


def _who(who: Person, says: str, beneath: str, *, large: bool) -> ft.Control:
    """A player's initial, words, and what stands beneath them; large words take all the room."""
    lines = [text(says, size=16, face=TEXT.medium)]
    if beneath:
        lines.append(text(beneath, size=13, tone=Tone.MUTED))
    column = ft.Column([*lines], spacing=1, tight=True)
    if large:
        return column
    column.expand = True
    return ft.Row([avatar(who.initial, who.tint, size=_NET_DISC), column], spacing=10)
