"""The pieces of the table screen, drawn from one value; the page puts them where they belong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.hooks import keyed
from companion.ui.link import Link
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST
from companion.ui.parts.cards.board import PILES
from companion.ui.parts.cards.layout_board import Captions, LayoutBoard, chooser, choosing
from companion.ui.parts.cards.mat import mat
from companion.ui.parts.table import table_plan
from companion.ui.parts.table.controls import PassButton, Tools, TurnsButton, UndoButton
from companion.ui.parts.table.foot import Doubt, Happened, News
from companion.ui.parts.table.head import Prompt, TableHead
from companion.ui.parts.table.lead_question import lead_question
from companion.ui.parts.table.table_plan import Plan
from companion.ui.parts.table.turn_list import turn_list
from companion.ui.screens import Shape
from companion.ui.theme import Tone
from companion.views.table import TableView

_TURNS_TITLE = 34
_TURNS_WIDEST = 440
_INSET = ft.Padding.symmetric(horizontal=12)
_CENTER = ft.Alignment.CENTER
_MAT_PADDING = ft.Padding.symmetric(vertical=8)


@dataclass(frozen=True, slots=True)
class TableProps:
    """What every piece of the screen draws from; `ask` opens the question before a pass, and
    `pointed` is the card that the keyboard points at.
    """

    link: Link
    view: TableView
    plan: Plan
    refusal: str
    pointed: str
    ask: Callable[[], None]


def middle(table: TableProps) -> ft.Control:
    """The layout on its mat, or the question that has to be answered before there can be one."""
    scrolls = table.plan.scrolls
    return mat(_on_mat(table), fills=not scrolls, padding=_MAT_PADDING if scrolls else None)


def _on_mat(table: TableProps) -> ft.Control:
    instead = _instead_of_layout(table)
    if instead is not None:
        return instead
    view, shared, link = table.view, table.plan, table.link
    cards = keyed(
        "layout",
        LayoutBoard,
        link,
        link.layout,
        view.rows,
        shared.board,
        moves=link.moves,
        pointed=table.pointed,
    )
    if not _captioned(table):
        return cards
    say = link.words.say
    above = keyed("above", Captions, say("Higher"), view.starters, say("Lower"), shared)
    middle = ft.CrossAxisAlignment.CENTER
    return ft.Column([above, cards], spacing=0, horizontal_alignment=middle, tight=True)


def _instead_of_layout(table: TableProps) -> ft.Control | None:
    """What has to be answered first: who leads, or which of more cards than the board has room for
    opens.
    """
    view, shared, link = table.view, table.plan, table.link
    if view.lead is not None:
        room = min(560.0, max(shared.board.width, 300))
        low = shared.shape is Shape.SIDE
        return lead_question(link, view.lead, view.seats, (room, shared.text.scale), low=low)
    if choosing(view.rows, shared.board):
        side = shared.board.side
        cards = chooser(link, view.rows, shared.chooser, side, pointed=table.pointed)
        return cards if shared.scrolls else ft.Column([cards], scroll=ft.ScrollMode.AUTO)
    return None


def _captioned(table: TableProps) -> bool:
    shared = table.plan
    piled = shared.board.places == PILES and not shared.board.side.columns
    return piled and not shared.low


def head(table: TableProps, *, with_pot: bool = True) -> ft.Control:
    """Back, the title and the pot."""
    view, whole = table.view, table.plan.scrolls
    pot = view.pot if with_pot else None
    return keyed("head", TableHead, table.link, view.title, view.subtitle, pot, whole=whole)


def prompt(table: TableProps) -> ft.Control:
    """Whose turn it is."""
    link, view = table.link, table.view
    what = "" if table.plan.scrolls else view.prompt
    return keyed("prompt", Prompt, link, link.turn, what)


def lines(table: TableProps) -> list[ft.Control]:
    """What is told below the layout: the news, or a doubt and what happened last."""
    shared = table.plan
    if has_news(table):
        high = None if shared.scrolls else shared.text.news
        told = keyed("news", News, table.link, table.refusal, table.view.notices, high)
        news = ft.Container(told, padding=_INSET)
        return [ft.Container(news, height=high, alignment=_CENTER, key="news")]
    if shared.scrolls:
        return [*doubt(table), *([happened(table)] if table.view.happened else [])]
    last = keyed("foot", Happened, table.view.happened, shared.foot)
    return [*doubt(table), *([last] if shared.foot else [])]


def has_news(table: TableProps) -> bool:
    """Whether a banner takes the place of what happened."""
    return bool(table.refusal or table.view.notices)


def happened(table: TableProps) -> ft.Control:
    """What happened last, in as many lines as it takes."""
    return keyed("foot", Happened, table.view.happened, None)


def doubt(table: TableProps) -> list[ft.Control]:
    """The doubt, if there is one."""
    if not table.view.doubt:
        return []
    high = None if table.plan.scrolls else max(LEAST, table.plan.text.banner - 10)
    line = keyed("doubt", Doubt, table.link, table.view.doubt, high)
    return [ft.Container(line, padding=_INSET, key="doubt")]


def tools(table: TableProps, width: float, columns: int) -> ft.Control:
    """The rare controls, in so much room. More or fewer of them in a row are other controls: the
    same ones would keep telling assistive technology where they stood before.
    """
    shared = table.plan
    captioned = not shared.scrolls and shared.shape is not Shape.SIDE
    return keyed(
        f"tools-{columns}-{table.view.can_deal_anew}",
        Tools,
        table.link,
        shared.board.side,
        width,
        columns,
        can_redo=table.view.can_redo,
        can_deal_anew=table.view.can_deal_anew,
        crosses=shared.crosses,
        captions=captioned,
        height=table_plan.TOOLS if captioned else LEAST,
    )


def undo(table: TableProps, *, compact: bool) -> ft.Control:
    """Undo."""
    return keyed("undo", UndoButton, table.link, can_undo=table.view.can_undo, compact=compact)


def turns(table: TableProps, *, compact: bool) -> ft.Control:
    """The way to the turns."""
    return keyed("turns", TurnsButton, table.link, compact=compact)


def main(table: TableProps, height: float) -> ft.Control:
    """The big button: pass."""
    view, link = table.view, table.link
    return keyed(
        "pass",
        PassButton,
        link,
        view.pass_says,
        view.pass_costs,
        can_pass=view.can_pass,
        ask=table.ask if view.pass_warning else None,
        height=height,
    )


def last_turns(table: TableProps, high: float) -> ft.Control:
    """The newest turns, as many as there is room for."""
    line_high = table.plan.text.turn_line
    shown = int((high - _TURNS_TITLE) // line_high)
    if not table.view.turns or shown < 1:
        return ft.Container(height=high)
    return ft.Container(
        ft.Column(
            [
                text(table.link.words.say("Turns"), size=17, tone=Tone.ON_FELT, face=TEXT.heading),
                *turn_list(table.view.turns[:shown], line_high),
            ],
            spacing=0,
        ),
        height=high,
        width=min(table.plan.seats_width, _TURNS_WIDEST),
        key="last-turns",
    )


def centred(content: ft.Control, high: float) -> ft.Control:
    """The content in the middle of so high a strip."""
    return ft.Container(content, height=high, alignment=_CENTER, padding=_INSET)
