"""Settling up: the hand-overs that make everybody even, each ticked off when it is paid."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.desk.commands import settle
from companion.desk.table import Snapshot
from companion.ui.boundary import boundary
from companion.ui.hooks import use_begun
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import WIDE, column_width, side_by_side, stretched
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.tick_box import tick_box
from companion.ui.parts.basics.touch import LEAST
from companion.ui.parts.people.avatars import avatar
from companion.ui.parts.series.payment_rows import (
    beneath_names,
    chips_paid,
    fit_in_line,
    in_line,
)
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_series.settling import BalanceLine, HandOver, SettlingView, settling

_DISC = 32
_AROUND, _BOX = 78, LEAST + 8
"""What margins and paddings take of a column's width, and what the box takes of a row, in dp."""


@ft.component
@boundary
def SettlePage(session: Session, snapshot: Snapshot, room: Room, refusal: str) -> ft.Control:
    """The whole screen; every tick can be taken back, and no row moves until it is left."""
    begun = use_begun(lambda: snapshot.series)
    view = settling(snapshot, session.words, begun)
    say, wide = session.words.say, room.two_columns
    to_do = _to_do(session, view, room)
    return paper(
        view.title,
        [side_by_side(to_do, [_balances(session, view, room)])]
        if wide
        else [*to_do, _balances(session, view, room)],
        room,
        subtitle=view.subtitle,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        refused=refusals(session, refusal),
        widest=WIDE if wide else WIDEST,
    )


def _to_do(session: Session, view: SettlingView, room: Room) -> list[ft.Control]:
    """The hand-overs, and below them that everybody is even."""
    told = [notice(view.in_play, identifier="in-play", look=REMARK)] if view.in_play else []
    width = min(column_width(room), WIDEST) - _AROUND - _BOX
    pairs = [(line.payer, line.payee) for line in view.rows]
    fits = fit_in_line(pairs, width, room.text_scale)
    draw = partial(_hand_over, session, fits=fits, large=room.large_text)
    rows = [draw(number, line) for number, line in enumerate(view.rows, 1)]
    counts = named("counts", text(view.counts_says, size=13, tone=Tone.MUTED))
    title = session.words.say("Pass these chips")
    listed = [panel([counts, *rows], title=title, spacing=10)] if rows else []
    even = [notice(view.even, identifier="even", look=REMARK)] if view.even else []
    return [*told, *listed, *even]


def _hand_over(
    session: Session, number: int, line: HandOver, *, fits: bool, large: bool
) -> ft.Control:
    """A hand-over and the box that ticks it off: drawn as the payments of a round are, or in words
    where that does not fit.
    """
    tone = Tone.MUTED if line.ticked else Tone.INK
    said = named(f"settle-{number}", text(line.says, size=16, face=TEXT.medium, tone=tone))
    disc = avatar(line.payer.initial, line.payer.tint, size=_DISC)
    name = f"paid-{number}"
    box = tick_box(
        session.tap(_tick, session, line, name),
        ticked=line.ticked,
        identifier=name,
        label=line.paid_says,
    )
    one = line.settled
    key = f"settle-{number}-{one.source}-{one.target}-{one.chips}"
    if large:
        ends = ft.MainAxisAlignment.SPACE_BETWEEN
        column = ft.Column([ft.Row([disc, box], alignment=ends), said], spacing=2, tight=True)
        edge = ft.Border.only(top=ft.BorderSide(1, Tone.LINE))
        return ft.Container(column, border=edge if number > 1 else None, key=key)
    if fits:
        return ft.Row([_drawn(number, line, tone), box], spacing=8, key=key)
    words = ft.Container(said, padding=ft.Padding.symmetric(vertical=4), expand=True)
    return ft.Row([disc, words, box], spacing=10, key=key)


def _drawn(number: int, line: HandOver, tone: ft.Colors) -> ft.Control:
    """Who pays whom how many chips, and below that what these are worth."""
    people = ft.Row(
        [in_line(line.payer, line.payee, tone), chips_paid(line.chips, tone)], spacing=8
    )
    worth = [beneath_names(text(line.worth, size=13, tone=Tone.MUTED))] if line.worth else []
    return ft.Semantics(
        content=stretched([people, *worth], spacing=0),
        exclude_semantics=True,
        label=line.says,
        identifier=f"settle-{number}",
        container=True,
        expand=True,
    )


async def _tick(session: Session, line: HandOver, place: str) -> None:
    """Ticks it off, or takes the tick back: the newest by an undo, an older one by its opposite."""
    one = line.opposite if line.ticked else line.settled
    if line.newest:
        await session.undo(place, only_shown=True)
    elif line.ticked:
        await session.ask(settle(one.source, one.target, one.chips), place=place)
    else:
        await session.lay(settle(one.source, one.target, one.chips), place)


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
