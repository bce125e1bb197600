"""The pieces of the table screen, drawn from one value; the page puts them where they belong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.link import Link
from companion.ui.parts import plan as measures
from companion.ui.parts.layout_rows import captions, choosing, layout
from companion.ui.parts.lead_question import lead_question
from companion.ui.parts.plan import Plan
from companion.ui.parts.table_controls import (
    PassButton,
    Tools,
    TurnsButton,
    UndoButton,
)
from companion.ui.parts.table_foot import Doubt, Happened, News
from companion.ui.parts.table_head import Prompt, TableHead
from companion.ui.parts.text import text
from companion.ui.parts.turn_list import turn_list
from companion.ui.screens import Shape
from companion.ui.theme import Tone
from companion.views.table import TableView

PASS = "pass"
"""The names of the questions that stand before an act."""

_TURNS_TITLE = 34
_TURNS_WIDEST = 440
_INSET = ft.Padding.symmetric(horizontal=12)


@dataclass(frozen=True, slots=True)
class Table:
    """What every piece of the screen draws from; `ask` opens the question of that name."""

    link: Link
    view: TableView
    plan: Plan
    low_right: bool
    refusal: str
    ask: Callable[[str], Callable[[], None]]


def middle(table: Table) -> ft.Control:
    """The layout, or the question that has to be answered before there can be one."""
    view, shared, link = table.view, table.plan, table.link
    if view.lead is not None:
        room = min(560.0, shared.layout_width)
        return ft.Container(
            lead_question(
                link, view.lead, view.seats, view.turn, room, low=shared.shape is Shape.SIDE
            ),
            expand=True,
        )
    rows = layout(link, view.rows, shared, low_right=table.low_right)
    if shared.grid or shared.low or choosing(view.rows, shared):
        return ft.Container(rows, expand=True, alignment=ft.Alignment.CENTER)
    say = link.words.say
    above = captions(say("Higher"), view.starters, say("Lower"), shared, low_right=table.low_right)
    return ft.Container(
        ft.Column(
            [ft.Container(above if view.starters else None, height=measures.CAPTION), rows],
            spacing=0,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        expand=True,
    )


def head(table: Table, *, with_pot: bool = True) -> ft.Control:
    """Back, the title and the pot."""
    view = table.view
    return TableHead(table.link, view.title, view.subtitle, view.pot if with_pot else None)


def prompt(table: Table) -> ft.Control:
    """Whose turn it is."""
    return Prompt(table.view.turn_of, table.view.prompt)


def lines(table: Table) -> list[ft.Control]:
    """What is told below the layout: the news, or a doubt and what happened last."""
    if has_news(table):
        news = ft.Container(News(table.link, table.refusal, table.view.notices), padding=_INSET)
        return [centred(news, measures.NEWS)]
    spared = table.plan.low and table.view.doubt
    last = Happened(table.view.happened, measures.FOOT)
    return [*doubt(table), *([last] if table.view.happened and not spared else [])]


def has_news(table: Table) -> bool:
    """Whether a banner takes the place of what happened."""
    return bool(table.refusal or table.view.notices)


def happened(table: Table) -> ft.Control:
    """What happened last, in as many lines as it takes."""
    return Happened(table.view.happened, None)


def doubt(table: Table) -> list[ft.Control]:
    """The doubt, if there is one."""
    if not table.view.doubt:
        return []
    return [ft.Container(Doubt(table.link, table.view.doubt), padding=_INSET)]


def tools(table: Table, columns: int = 6) -> ft.Control:
    """The rare controls."""
    return Tools(
        table.link,
        can_redo=table.view.can_redo,
        can_deal_anew=table.view.can_deal_anew,
        columns=columns,
    )


def undo(table: Table) -> ft.Control:
    """Undo."""
    return UndoButton(table.link, can_undo=table.view.can_undo)


def turns(table: Table) -> ft.Control:
    """The way to the turns."""
    return TurnsButton(table.link)


def main(table: Table, height: float = 60) -> ft.Control:
    """The big button: pass."""
    view, link = table.view, table.link
    return PassButton(
        link,
        view.turn,
        view.pass_says,
        view.pass_costs,
        can_pass=view.can_pass,
        ask=table.ask(PASS) if view.pass_warning else None,
        height=height,
    )


def last_turns(table: Table, high: float) -> ft.Control:
    """The newest turns, as many as there is room for."""
    shown = int((high - _TURNS_TITLE) // measures.TURN_LINE)
    if not table.view.turns or shown < 1:
        return ft.Container(height=high)
    return ft.Container(
        ft.Column(
            [
                text(table.link.words.say("Turns"), size=17, tone=Tone.ON_FELT, face=TEXT.heading),
                *turn_list(table.view.turns[:shown]),
            ],
            spacing=0,
        ),
        height=high,
        width=min(table.plan.seats_width - 2 * 14, _TURNS_WIDEST),
    )


def centred(content: ft.Control, high: float) -> ft.Control:
    """The content in the middle of so high a strip."""
    return ft.Container(content, height=high, alignment=ft.Alignment.CENTER)
