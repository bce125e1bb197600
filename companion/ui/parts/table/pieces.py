"""The pieces of the table screen, drawn from one value; the forms put them where they belong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.hooks import keyed
from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import text
from companion.ui.parts.cards.chooser import chooser, choosing
from companion.ui.parts.cards.layout_board import Captions, LayoutBoard
from companion.ui.parts.cards.mat import mat
from companion.ui.parts.table.controls import (
    ButtonFace,
    PassButton,
    Tools,
    TurnsButton,
    UndoAndTurns,
    UndoButton,
)
from companion.ui.parts.table.foot import Happened, Refusal, SlimRefusal
from companion.ui.parts.table.head import Prompt, TableHead
from companion.ui.parts.table.lead_question import lead_question
from companion.ui.parts.table.owed import TrayPlace, TrayShape
from companion.ui.parts.table.table_plan import INSET, Plan
from companion.ui.parts.table.tray import Tray
from companion.ui.parts.table.turn_list import turn_list
from companion.ui.routes.screens import Shape
from companion.ui.session import Session
from companion.views.at_table.table import TableView

_TURNS_TITLE, _TURNS_WIDEST = 34, 440
_BESIDE_TURN = 380
"""The width of what fits in three lines beside whose turn it is, in dp."""
_AROUND_TOLD, _ROOMY = 2, 10
"""What is free above and below what is told, in dp, on a phone and in a wide window."""


@dataclass(frozen=True, slots=True)
class TableProps:
    """What every piece of the screen is drawn from; `ask` opens the question before a pass, and
    `pointed` is the card that the keyboard points at.
    """

    session: Session
    view: TableView
    plan: Plan
    refusal: str
    pointed: str
    ask: Callable[[], None]


def middle(table: TableProps) -> ft.Control:
    """The layout on its mat, or the question that has to be answered before there can be one."""
    scrolls = table.plan.scrolls
    padding = ft.Padding.symmetric(vertical=8) if scrolls else None
    return mat(_on_mat(table), fills=not scrolls, padding=padding)


def _on_mat(table: TableProps) -> ft.Control:
    view, plan, session = table.view, table.plan, table.session
    board = plan.board
    instead = _instead_of_layout(table)
    if instead is not None:
        return instead
    cards = keyed(
        "layout",
        LayoutBoard,
        session,
        session.watching.layout,
        view.rows,
        board,
        moves=session.moves,
        pointed=table.pointed,
    )
    if board.spread or board.side.columns or plan.low:
        return cards
    higher, lower = session.words.say("Higher"), session.words.say("Lower")
    height = plan.text.caption
    above = keyed("above", Captions, higher, view.starters, lower, board, height)
    middle = ft.CrossAxisAlignment.CENTER
    return ft.Column([above, cards], spacing=0, horizontal_alignment=middle, tight=True)


def _instead_of_layout(table: TableProps) -> ft.Control | None:
    """What has to be answered first: who leads, or which of more cards than the board has room for
    opens.
    """
    view, plan, session = table.view, table.plan, table.session
    if view.lead is not None:
        width = min(560.0, max(plan.board.width, 300))
        low = plan.shape is Shape.SIDE
        return lead_question(session, view.lead, view.seats, (width, plan.text.scale), low=low)
    if choosing(view.rows, plan.board):
        side = plan.board.side
        cards = chooser(session, view.rows, plan.chooser, side, pointed=table.pointed)
        return cards if plan.scrolls else ft.Column([cards], scroll=ft.ScrollMode.AUTO)
    return None


def head(table: TableProps, *, with_pot: bool = True) -> ft.Control:
    """Back, the title and the pot."""
    view, small = table.view, table.plan.scrolls
    pot, grow = view.pot if with_pot else None, table.plan.text.grow
    title = (view.title, view.subtitle, pot)
    return keyed("head", TableHead, table.session, *title, small=small, grow=grow)


def prompt(table: TableProps) -> ft.Control:
    """Draw whose turn it is; where the tray takes the room below the layout, also the news, or else
    what happened last.
    """
    session, view = table.session, table.view
    what = "" if table.plan.scrolls else view.prompt
    news = (view.told or (_briefly(view.happened),)) if _news_beside_turn(table) else ()
    turn, grow = session.watching.turn, table.plan.text.grow
    return keyed("prompt", Prompt, session, turn, what, news, grow)


def _briefly(happened: str) -> str:
    """Return what happened last; of two turns with long names the latest alone has room."""
    long = text_width(happened, 12, TEXT.medium) > _BESIDE_TURN
    return happened.split(" · ", 1)[0] if long else happened


def _news_beside_turn(table: TableProps) -> bool:
    """Whether news stand beside whose turn it is: where they lay before what has to be seen to
    below the layout, they would push it out of sight.
    """
    return _has_tray(table.view) and not table.plan.scrolls


def _has_tray(view: TableView) -> bool:
    """Return whether something has to be seen to below the layout."""
    return bool(view.owed or view.doubt)


def status(table: TableProps, shape: TrayShape) -> ft.Control:
    """What is told below the layout, always in the same room: why a tap was refused; or else fines
    that are owed and a doubt, or else news; or else what happened last.
    """
    view, plan, session = table.view, table.plan, table.session
    free = shape is TrayShape.COLUMN
    height = (
        None if free else plan.foot - 2 * (_ROOMY if plan.shape is Shape.WIDE else _AROUND_TOLD)
    )
    if table.refusal and plan.shape is Shape.SIDE:
        told = keyed("refusal", SlimRefusal, session, table.refusal)
    elif table.refusal:
        told = keyed("refusal", Refusal, session, table.refusal, height)
    elif view.owed or view.told or view.doubt:
        place = TrayPlace(shape, plan.told_width, scrolls=not plan.scrolls, grow=plan.text.grow)
        news = () if _news_beside_turn(table) else view.told
        told = keyed("tray", Tray, session, view.slip, view.owed, news, view.doubt, place)
        if plan.scrolls and _has_tray(view) and view.happened:
            told = ft.Column([told, _happened(table, None)], spacing=4, tight=True)
        told = ft.Container(told, height=height)
    elif view.happened:
        told = _happened(table, height)
    else:
        told = ft.Container()
    inset = ft.Padding.symmetric(horizontal=INSET if plan.shape is Shape.TALL else 0)
    middle = None if plan.scrolls else ft.Alignment.CENTER
    return ft.Container(
        told, height=None if free else plan.foot, padding=inset, alignment=middle, key="told"
    )


def _happened(table: TableProps, height: float | None) -> ft.Control:
    """Draw what happened last."""
    return keyed("foot", Happened, table.view.happened, height, 13 * table.plan.text.grow)


def tools(table: TableProps, width: float, columns: int) -> ft.Control:
    """The rarer controls, in so much room. With another number in a row they are new controls: the
    same ones would keep the place in the reading order that they had before.
    """
    name, redo = f"tools-{columns}", table.view.can_redo
    return keyed(name, Tools, table.session, width, columns, can_redo=redo)


def lesser(table: TableProps, width: float) -> ft.Control:
    """Undo and the way to the turns, in so much room."""
    view = table.view
    return keyed(
        "undo-and-turns", UndoAndTurns, table.session, width, view.undo_says, can_undo=view.can_undo
    )


def undo(table: TableProps, face: ButtonFace) -> ft.Control:
    """Undo."""
    says, can_undo = table.view.undo_says, table.view.can_undo
    return keyed("undo", UndoButton, table.session, says, can_undo=can_undo, face=face)


def turns(table: TableProps, face: ButtonFace) -> ft.Control:
    """The way to the turns."""
    return keyed("turns", TurnsButton, table.session, face=face)


def pass_button(table: TableProps, height: float) -> ft.Control:
    """The big button."""
    view = table.view
    return keyed(
        "pass",
        PassButton,
        table.session,
        view.pass_says,
        view.pass_costs,
        can_pass=view.can_pass,
        ask=table.ask if view.pass_warning else None,
        height=height,
    )


def last_turns(table: TableProps, height: float) -> ft.Control:
    """The newest turns, as many as there is room for."""
    line_height = table.plan.text.turn_line
    shown = int((height - _TURNS_TITLE * table.plan.text.grow) // line_height)
    if not table.view.turns or shown < 1:
        return ft.Container(height=height)
    grow, says = table.plan.text.grow, table.session.words.say("Turns")
    title = text(says, size=17 * grow, tone=Tone.ON_FELT, face=TEXT.heading, leading=1.2)
    lines = turn_list(table.session, table.view.turns[:shown], line_height, grow)
    return ft.Container(
        ft.Column([ft.Container(title, padding=ft.Padding.only(top=6 * grow)), *lines], spacing=0),
        height=height,
        width=min(table.plan.seats_width, _TURNS_WIDEST * table.plan.text.grow),
        key="last-turns",
    )


def prompt_strip(table: TableProps) -> ft.Control:
    """Whose turn it is, in the middle of its strip."""
    return _inset(prompt(table), height=table.plan.text.prompt)


def _inset(
    content: ft.Control, *, height: float | None = None, key: str | None = None
) -> ft.Control:
    """The content in the middle of a strip, with room at its sides."""
    return ft.Container(
        content,
        height=height,
        padding=ft.Padding.symmetric(horizontal=INSET),
        alignment=ft.Alignment.CENTER if height is not None else None,
        key=key,
    )
