"""The pieces of the table screen, drawn from one value; the forms put them where they belong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.hooks import keyed
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST
from companion.ui.parts.cards.chooser import chooser, choosing
from companion.ui.parts.cards.layout_board import Captions, LayoutBoard
from companion.ui.parts.cards.mat import mat
from companion.ui.parts.table.controls import PassButton, Tools, TurnsButton, UndoButton
from companion.ui.parts.table.foot import Doubt, Happened, News
from companion.ui.parts.table.head import Prompt, TableHead
from companion.ui.parts.table.lead_question import lead_question
from companion.ui.parts.table.table_plan import Plan
from companion.ui.parts.table.turn_list import turn_list
from companion.ui.screens import Shape
from companion.ui.session import Session
from companion.ui.theme import Tone
from companion.views.at_table.table import TableView

_TURNS_TITLE, _TURNS_WIDEST = 34, 440
_INSET = 12


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
    pot = view.pot if with_pot else None
    return keyed("head", TableHead, table.session, view.title, view.subtitle, pot, small=small)


def prompt(table: TableProps) -> ft.Control:
    """Whose turn it is."""
    session, view = table.session, table.view
    what = "" if table.plan.scrolls else view.prompt
    return keyed("prompt", Prompt, session, session.watching.turn, what)


def status_lines(table: TableProps) -> list[ft.Control]:
    """What is told below the layout: the news, or a doubt and what happened last."""
    plan = table.plan
    if has_news(table):
        height = None if plan.scrolls else plan.text.news
        news = keyed("news", News, table.session, table.refusal, table.view.notices, height)
        return [_inset(news, height=height, key="news")]
    if plan.scrolls:
        return [*doubt(table), *([happened(table)] if table.view.happened else [])]
    return [*doubt(table), *([happened(table, plan.foot)] if plan.foot else [])]


def has_news(table: TableProps) -> bool:
    """Whether a banner takes the place of what happened."""
    return bool(table.refusal or table.view.notices)


def happened(table: TableProps, height: float | None = None) -> ft.Control:
    """What happened last; without a height in as many lines as it takes."""
    return keyed("foot", Happened, table.view.happened, height)


def doubt(table: TableProps) -> list[ft.Control]:
    """The doubt, if there is one."""
    if not table.view.doubt:
        return []
    height = None if table.plan.scrolls else max(LEAST, table.plan.text.banner - 10)
    return [_inset(keyed("doubt", Doubt, table.session, table.view.doubt, height), key="doubt")]


def tools(table: TableProps, width: float, columns: int) -> ft.Control:
    """The rare controls, in so much room. More or fewer of them in a row are other controls: the
    same ones would keep telling assistive technology where they stood before.
    """
    plan = table.plan
    return keyed(
        f"tools-{columns}-{table.view.can_deal_anew}",
        Tools,
        table.session,
        plan.board.side,
        width,
        columns,
        can_redo=table.view.can_redo,
        can_deal_anew=table.view.can_deal_anew,
        crosses=plan.crosses,
        captions=not plan.scrolls and plan.shape is not Shape.SIDE,
    )


def undo(table: TableProps, *, compact: bool) -> ft.Control:
    """Undo."""
    return keyed("undo", UndoButton, table.session, can_undo=table.view.can_undo, compact=compact)


def turns(table: TableProps, *, compact: bool) -> ft.Control:
    """The way to the turns."""
    return keyed("turns", TurnsButton, table.session, compact=compact)


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
    shown = int((height - _TURNS_TITLE) // line_height)
    if not table.view.turns or shown < 1:
        return ft.Container(height=height)
    title = text(table.session.words.say("Turns"), size=17, tone=Tone.ON_FELT, face=TEXT.heading)
    return ft.Container(
        ft.Column([title, *turn_list(table.view.turns[:shown], line_height)], spacing=0),
        height=height,
        width=min(table.plan.seats_width, _TURNS_WIDEST),
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
        padding=ft.Padding.symmetric(horizontal=_INSET),
        alignment=ft.Alignment.CENTER if height is not None else None,
        key=key,
    )
