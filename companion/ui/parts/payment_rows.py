"""Rows of payments, false passes and nets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.panels import min_height, panel, stretched, with_trailing
from companion.ui.parts.basics.text import described, disc, keep_sums_together, named, text
from companion.ui.parts.basics.touch import LEAST, Tap, tick_box, touchable
from companion.ui.parts.table.fine_tray import tick
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.at_table.tray import OwedFine
from companion.views.of_series.round_over import FalsePass, NetLine
from companion.views.of_series.settling import PaymentKey, PaymentLine
from companion.views.speech import Person

_DISC, _SMALL_DISC = 28, 24
_NAME, _SMALL_NAME = 16, 14
"""Sizes of a name in a line of its own, and below the payee."""

_MARKS = 2 * _DISC + 16 + 34 + 6 * 8
"""The width of discs, arrow, chips and the gaps between them in a line, in dp."""
_BOX = LEAST + 8
"""The width of the tick in a line, in dp."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """The ticks of the payments: those that are done, and the handler of a tap on a box.

    `tap` gets the payment and the identifier of its box. The boxes are `below` large words.
    """

    done: frozenset[PaymentKey]
    tap: Callable[[PaymentLine, str], Tap]
    below: bool


def payment_rows(
    payments: Sequence[PaymentLine], ticks: Ticks, width: float, scale: float = 1
) -> list[ft.Control]:
    """Build a row for each payment, from `payment-1` on, with its tick, from `paid-1` on.

    Long names group the payments under the payee. `scale` is the text scale of the device.
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
        rows += [_row(number, payment, ticks, _payer_alone) for number, payment in paid]
    return rows


def fit_in_line(pairs: Sequence[tuple[Person, Person]], width: float, scale: float = 1) -> bool:
    """Return whether payer, payee and chips of every pair fit in one line."""
    widths = (sum(text_width(who.name, _NAME, TEXT.medium) for who in pair) for pair in pairs)
    return max(widths, default=0) * scale + _MARKS <= width


def _row(
    number: int,
    payment: PaymentLine,
    ticks: Ticks,
    people: Callable[[Person, Person, ft.Colors], ft.Control],
) -> ft.Control:
    ticked, name = payment.hand_over in ticks.done, f"paid-{number}"
    tone = Tone.MUTED if ticked else Tone.INK
    shown = people(payment.payer, payment.payee, tone)
    row, key = ft.Row([shown, chips_paid(payment.chips, tone)], spacing=8), f"payment-{number}"
    paid = described(key, row, payment.says, key=key)
    why = named(f"why-{number}", text(payment.why, size=13, tone=Tone.MUTED))
    words = stretched([paid, *([beneath_names(why)] if payment.why else [])], spacing=0)
    tap, says = ticks.tap(payment, name), payment.paid_says
    box = tick_box(tap, ticked=ticked, identifier=name, label=says)
    with_box = with_trailing(words, [box], below=ticks.below)
    with_box.key = f"row-{number}"
    return with_box


def beneath_names(words: ft.Control) -> ft.Control:
    """Indent words below a line of people to the beginning of the first name."""
    return ft.Container(words, padding=ft.Padding.only(left=_DISC + 8))


def chips_paid(chips: int, tone: ft.Colors = Tone.INK) -> ft.Control:
    """Draw the number of chips at the end of a line."""
    return text(str(chips), size=18, face=TEXT.bold, tone=tone, leading=1.2)


def in_line(payer: Person, payee: Person, tone: ft.Colors = Tone.INK) -> ft.Control:
    """Draw payer and payee with an arrow between them."""
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD, size=16, color=Tone.MUTED)
    people = [*_named(payer, tone=tone), arrow, *_named(payee, tone=tone)]
    return ft.Row(people, spacing=8, expand=True)


def _payer_alone(payer: Person, _: Person, tone: ft.Colors) -> ft.Control:
    """Draw the payer alone, below the payee."""
    people = _named(payer, disc_size=_SMALL_DISC, size=_SMALL_NAME, tone=tone)
    return ft.Row([ft.Container(width=8), *people], spacing=8, expand=True)


def _named(
    who: Person, *, disc_size: float = _DISC, size: float = _NAME, tone: ft.Colors = Tone.INK
) -> list[ft.Control]:
    name = text(who.name, size=size, face=TEXT.medium, tone=tone)
    return [account_disc(who, disc_size), ft.Container(name, expand=True, expand_loose=True)]


def account_disc(who: Person, size: float) -> ft.Control:
    """Draw the avatar of a player, or a brass disc for the pot."""
    if who.tint >= 0:
        return avatar(who.initial, who.tint, size=size)
    icon = ft.Icon(ft.Icons.SAVINGS_OUTLINED, size=size * 0.6, color=Tone.ON_BRASS)
    return disc(size, Tone.BRASS, icon)


_ROW = 60


def false_passes(session: Session, passes: Sequence[FalsePass], room: Room) -> list[ft.Control]:
    """Build a panel with a row for each false pass, which opens its verdict."""
    if not passes:
        return []
    rows = [
        _false_pass(session, false_pass, below=room.large_text, lined=false_pass is not passes[-1])
        for false_pass in passes
    ]
    return [panel(rows, title=session.words.say("False passes"), spacing=0)]


def _false_pass(session: Session, false_pass: FalsePass, *, below: bool, lined: bool) -> ft.Control:
    """Build a row with the player, and the verdict at its end or `below`; a tap opens it."""
    who, ruled = _passer(session, false_pass), _ruling(session, false_pass)
    row = (
        stretched([who, ft.Row([ruled])], spacing=0)
        if below
        else ft.Row([ft.Container(who, expand=True), ruled], spacing=8)
    )
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)) if lined else None
    return ft.Container(row, border=line, key=f"turn-{false_pass.turn}")


def _passer(session: Session, false_pass: FalsePass) -> ft.Control:
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


def _ruling(session: Session, false_pass: FalsePass) -> ft.Control:
    ground, words = (Tone.QUIET, Tone.INK) if false_pass.waived else (Tone.DANGER, Tone.ON_DANGER)
    mark = ft.Container(
        text(false_pass.mark, size=12, tone=words, face=TEXT.semibold, leading=1.2),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=9, vertical=3),
    )
    chevron = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)
    return touchable(
        min_height(ft.Row([mark, chevron], spacing=4, tight=True), _ROW),
        session.tap(session.open, f"verdict/{false_pass.turn}"),
        identifier=f"verdict-{false_pass.turn}",
    )


def net_panel(session: Session, nets: Sequence[NetLine], room: Room) -> list[ft.Control]:
    """Build a row for each player with the parts of their net; nothing if no chips moved."""
    if not nets:
        return []
    title = session.words.say("What the round brings")
    return [panel([_net(line, large=room.large_text) for line in nets], title=title, key="nets")]


def _net(line: NetLine, *, large: bool) -> ft.Control:
    tone = Tone.LOSS if line.chips < 0 else Tone.HEADING
    chips = text(line.net, size=18, face=TEXT.bold, tone=tone, leading=1.2)
    who = _who(line.player, line.player.name, line.parts, large=large)
    row, key = with_trailing(who, [chips], below=large), f"net-{line.player.handle}"
    return described(key, row, line.says, key=key)


def owed_panel(session: Session, owed: Sequence[OwedFine], room: Room) -> list[ft.Control]:
    """Build a row with a tick for each fine of the round."""
    if not owed:
        return []
    rows = [_owed(session, fine, room) for fine in owed]
    return [panel(rows, title=session.words.say("Fines during play"), key="owed")]


def _owed(session: Session, fine: OwedFine, room: Room) -> ft.Control:
    who = _who(fine.payer, keep_sums_together(fine.says), fine.why, large=room.large_text)
    key = f"owed-{fine.turn}"
    if not (fine.can_tick or fine.ticked):
        return ft.Container(who, key=key)
    name = f"fine-paid-{fine.turn}"  # `paid-N` ticks a payment off here
    box = tick_box(tick(session, fine), ticked=fine.ticked, identifier=name, label=fine.paid_label)
    row = with_trailing(who, [box], below=room.large_text)
    row.key = key
    return row


def _who(who: Person, says: str, beneath: str, *, large: bool) -> ft.Control:
    """Draw a player's avatar and words with a line `beneath`; large words have no avatar."""
    lines = [text(says, size=16, face=TEXT.medium)]
    if beneath:
        lines.append(text(beneath, size=13, tone=Tone.MUTED))
    column = ft.Column([*lines], spacing=1, tight=True)
    if large:
        return column
    column.expand = True
    return ft.Row([avatar(who.initial, who.tint, size=_DISC), column], spacing=10)
