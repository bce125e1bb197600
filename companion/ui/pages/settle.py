"""Settling up: the hand-overs that make everybody even, each ticked off when it is paid."""

from __future__ import annotations

import flet as ft

from companion.desk.commands import settle
from companion.ui.boundary import boundary
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button, icon_button
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.people.avatars import avatar
from companion.ui.routes.screens import Room, Shape
from companion.ui.session import Session
from companion.views.of_series.settling import BalanceLine, HandOver, SettlingView

_DISC, _TICK = 32, 118
"""The widths of a disc and of the button that ticks off, in dp."""


@ft.component
@boundary
def SettlePage(session: Session, view: SettlingView, room: Room, refusal: str) -> ft.Control:
    """The whole screen; every tick can be taken back."""
    say, wide = session.words.say, room.shape is Shape.WIDE
    to_do = [*_open(session, view, room), *_done(session, view)]
    return paper(
        view.title,
        [side_by_side(to_do, [_balances(session, view, room)])]
        if wide
        else [*to_do, _balances(session, view, room)],
        room,
        subtitle=view.subtitle,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        widest=WIDE if wide else WIDEST,
    )


def _open(session: Session, view: SettlingView, room: Room) -> list[ft.Control]:
    """What is to be handed over."""
    told = [notice(view.in_play, identifier="in-play", look=REMARK)] if view.in_play else []
    if view.even:
        return [*told, notice(view.even, identifier="even", look=REMARK)]
    rows: list[ft.Control] = [
        _to_pay(session, number, line, large=room.large_text)
        for number, line in enumerate(view.open, 1)
    ]
    return [*told, panel(rows, title=session.words.say("To hand over"), spacing=10)]


def _to_pay(session: Session, number: int, line: HandOver, *, large: bool) -> ft.Control:
    """A hand-over in words, and the tick."""
    one = line.settled
    paid = button(
        session.words.say("Paid"),
        session.tap(session.lay, settle(one.source, one.target, one.chips), "paid"),
        identifier=f"paid-{number}",
        label=line.paid_says,
        look=SECONDARY,
        icon=ft.Icons.CHECK,
        height=48,
        narrow=True,
    )
    said = named(f"settle-{number}", text(line.says, size=16, face=TEXT.medium))
    disc = avatar(line.payer.initial, line.payer.tint, size=_DISC)
    who = ft.Row([disc, ft.Container(said, expand=True)], spacing=10, expand=not large)
    row = (
        ft.Column(
            [who, paid],
            spacing=8,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        if large
        else ft.Row([who, ft.Container(paid, width=_TICK)], spacing=10)
    )
    return ft.Container(row, key=f"settle-{one.source}-{one.target}-{one.chips}")


def _done(session: Session, view: SettlingView) -> list[ft.Control]:
    """What was handed over, the last one first."""
    if not view.done:
        return []
    numbered = reversed(list(enumerate(view.done, 1)))
    rows: list[ft.Control] = [
        ft.Row(
            [
                ft.Icon(ft.Icons.CHECK, size=18, color=Tone.MUTED),
                ft.Container(named(f"settled-{number}", text(line.paid_says)), expand=True),
                _take_back(session, number, line),
            ],
            spacing=10,
            key=f"settled-{number}",
        )
        for number, line in numbered
    ]
    return [panel(rows, title=session.words.say("Handed over"), spacing=4)]


def _take_back(session: Session, number: int, line: HandOver) -> ft.Control:
    """Takes the tick back: the newest by an undo, an older one by its opposite."""
    back = line.opposite
    opposite = settle(back.source, back.target, back.chips)
    on_tap = (
        session.tap(session.undo)
        if line.newest
        else session.tap(lambda: session.ask(opposite, place="unsettle"))
    )
    name = "undo" if line.newest else f"unsettle-{number}"
    return icon_button(ft.Icons.UNDO, on_tap, identifier=name, label=line.take_back_says)


def _balances(session: Session, view: SettlingView, room: Room) -> ft.Control:
    """Everybody's balance, what is open of it, and the sum."""
    rows = [_balance(line, large=room.large_text) for line in view.balances]
    rows.append(named("checks", text(view.checks, size=13, tone=Tone.MUTED)))
    return panel(rows, title=session.words.say("Balances"), spacing=10)


def _balance(line: BalanceLine, *, large: bool) -> ft.Control:
    name = text(line.player.name, size=15, face=TEXT.medium)
    open_ = text(line.open_says, size=13, tone=Tone.MUTED)
    chips = text(line.chips, size=16, face=TEXT.semibold)
    disc, key = avatar(line.player.initial, line.player.tint, size=_DISC), line.player.handle
    if large:
        return ft.Column(
            [name, ft.Row([chips, ft.Container(open_, expand=True)], spacing=12)],
            spacing=2,
            tight=True,
            key=key,
        )
    who = ft.Column([name, open_], spacing=0, tight=True, expand=True)
    return ft.Row([disc, who, chips], spacing=10, key=key)
