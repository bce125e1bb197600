"""The table, where people spend the evening: the layout is the keyboard, one tap is a turn."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import use_state
from companion.ui.link import Link
from companion.ui.parts import plan as measures
from companion.ui.parts.layout_rows import captions, choosing, layout
from companion.ui.parts.lead_question import lead_question
from companion.ui.parts.plan import Needs, Plan, plan
from companion.ui.parts.questions import Question, question
from companion.ui.parts.seats import seat_list, seat_strip
from companion.ui.parts.table_controls import (
    OverButton,
    PassButton,
    Tools,
    TurnsButton,
    UndoButton,
)
from companion.ui.parts.table_foot import Doubt, Happened, News
from companion.ui.parts.table_head import Prompt, TableHead, pot_pill
from companion.ui.parts.text import text
from companion.ui.parts.turn_list import turn_list
from companion.ui.screens import Room, Shape
from companion.ui.theme import Tone
from companion.views.table import TableView

VOID, PASS = "void", "pass"
_TURNS_TITLE = 34
_TURNS_WIDEST = 440
_INSET = ft.Padding.symmetric(horizontal=12)


@dataclass(frozen=True, slots=True)
class _Table:
    """What every piece of the screen draws from; `ask` opens the question of that name."""

    link: Link
    view: TableView
    plan: Plan
    low_right: bool
    refusal: str
    ask: Callable[[str], Callable[[], None]]


@ft.component
@boundary
def TablePage(
    link: Link, view: TableView, room: Room, *, flipped: bool, refusal: str
) -> ft.Control:
    """The whole table screen in the form that fits the room."""
    asking, set_asking = use_state("")

    def asker(name: str) -> Callable[[], None]:
        return lambda: set_asking(name)

    ask = ft.use_memo(lambda: functools.cache(asker), [])
    leave = ask("")
    asked = _questions(link, view).get(asking)

    async def agree() -> None:
        set_asking("")
        await (link.call_off if asking == VOID else link.pass_turn)(view.turn)

    ft.use_dialog(question(asked, link.tap(agree), leave) if asked else None)
    shared = plan(room, _needs(view, refusal))
    table = _Table(link, view, shared, view.picture_low_right != flipped, refusal, ask)
    draw = {Shape.TALL: _tall, Shape.SIDE: _on_its_side, Shape.WIDE: _wide}[shared.shape]
    return ft.Container(
        ft.SafeArea(draw(table), expand=True),
        gradient=ft.RadialGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE],
            center=ft.Alignment(0, -0.25),
            radius=1.05,
        ),
        expand=True,
    )


def _needs(view: TableView, refusal: str) -> Needs:
    return Needs(
        seats=len(view.seats),
        points=view.seats[0].points is not None,
        foot=bool(view.happened or view.notices or refusal),
        news=bool(view.notices or refusal),
        doubt=bool(view.doubt),
    )


def _questions(link: Link, view: TableView) -> dict[str, Question]:
    say = link.words.say
    void = Question(
        VOID,
        say("Call this round off?"),
        say("Every chip of the round goes back, and no points are written."),
        say("Call it off"),
        say("Play on"),
    )
    false_pass = Question(PASS, view.pass_warning, "", say("Pass"), say("Back"))
    return {VOID: void, PASS: false_pass}


def _tall(table: _Table) -> ft.Control:
    view, shared = table.view, table.plan
    stack: list[ft.Control] = [
        ft.Container(_head(table), height=measures.HEAD, padding=ft.Padding.only(left=2, right=12)),
        seat_strip(table.link.words, view.seats, shared.seats_width, shared.seats_high),
        ft.Container(_prompt(table), height=measures.PROMPT, alignment=ft.Alignment.CENTER),
        _middle(table),
        *_doubt(table),
        *([_last_turns(table, shared.list_height)] if shared.list_height else []),
        *_foot(table),
        ft.Container(
            ft.Row([_undo(table), _main(table), _turns(table)], spacing=10),
            height=measures.BAR,
            padding=ft.Padding.only(left=12, right=12, bottom=14),
        ),
    ]
    return ft.Column(stack, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _on_its_side(table: _Table) -> ft.Control:
    view, shared = table.view, table.plan
    left = ft.Column(
        [
            _head(table, with_pot=False),
            seat_list(table.link.words, view.seats, shared.seats_width, shared.seats_high),
        ],
        spacing=6,
        width=shared.seats_width,
    )
    middle = ft.Column(
        [
            ft.Row(
                [
                    ft.Container(_prompt(table), expand=True),
                    pot_pill(table.link.words, view.pot),
                ],
                height=measures.PROMPT,
            ),
            _middle(table),
            *_banner(table),
        ],
        spacing=2,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        expand=True,
    )
    right = ft.Column(
        [
            _tools(table, columns=3),
            ft.Container(Happened(view.happened, None), expand=True, alignment=ft.Alignment.CENTER),
            ft.Row([_turns(table)]),
            ft.Row([_undo(table)]),
            ft.Row([_main(table, height=72)]),
        ],
        spacing=8,
        width=measures.SIDE_CONTROLS,
    )
    return ft.Container(
        ft.Row([left, middle, right], spacing=12, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        expand=True,
    )


def _wide(table: _Table) -> ft.Control:
    main = ft.Column(
        [
            ft.Container(_head(table), height=measures.WIDE_HEAD),
            ft.Container(_prompt(table), height=measures.PROMPT, alignment=ft.Alignment.CENTER),
            _middle(table),
            *_doubt(table),
            ft.Container(_told(table), height=measures.WIDE_FOOT, alignment=ft.Alignment.CENTER),
            ft.Container(
                ft.Row(
                    [_undo(table), _main(table), _turns(table), _tools(table)],
                    spacing=12,
                ),
                height=measures.BAR,
                padding=ft.Padding.only(bottom=16),
            ),
        ],
        spacing=0,
        expand=True,
    )
    return ft.Row(
        [
            _side_panel(table),
            ft.Container(main, padding=ft.Padding.symmetric(horizontal=18), expand=True),
        ],
        spacing=0,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _side_panel(table: _Table) -> ft.Control:
    shared, view = table.plan, table.view
    inner = shared.seats_width - 2 * 14
    high = min(72.0 * len(view.seats), shared.seats_high)
    return ft.Container(
        ft.Column(
            [
                seat_list(table.link.words, view.seats, inner, high),
                _last_turns(table, shared.seats_high + shared.list_height - high - 14),
            ],
            spacing=14,
        ),
        width=shared.seats_width,
        padding=ft.Padding.symmetric(horizontal=14, vertical=16),
        bgcolor=ft.Colors.with_opacity(0.55, Tone.PILL),
    )


def _middle(table: _Table) -> ft.Control:
    """The layout, or the question that has to be answered before there can be one."""
    view, shared, link = table.view, table.plan, table.link
    if view.lead is not None:
        room = min(560.0, shared.layout_width)
        return ft.Container(
            lead_question(link, view.lead, view.seats, view.turn, room),
            expand=True,
        )
    rows = layout(link, view.rows, view.turn, shared, low_right=table.low_right)
    if shared.grid or shared.shape is Shape.SIDE or choosing(view.rows, shared):
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


def _head(table: _Table, *, with_pot: bool = True) -> ft.Control:
    view = table.view
    return TableHead(table.link, view.title, view.subtitle, view.pot if with_pot else None)


def _prompt(table: _Table) -> ft.Control:
    view = table.view
    return Prompt(view.turn_of, "" if view.over else view.prompt)


def _foot(table: _Table) -> list[ft.Control]:
    """What happened and the rare tools, or in their place the news."""
    view = table.view
    if _has_news(table):
        high = measures.FOOT + measures.TOOLS
        return [ft.Container(_told(table), height=high, alignment=ft.Alignment.CENTER)]
    return [*([_told(table)] if view.happened else []), _tools(table)]


def _has_news(table: _Table) -> bool:
    return bool(table.refusal or table.view.notices)


def _banner(table: _Table) -> list[ft.Control]:
    """On its side: the news below the layout, else a doubt."""
    return [_told(table)] if _has_news(table) else _doubt(table)


def _told(table: _Table) -> ft.Control:
    view = table.view
    if _has_news(table):
        return ft.Container(News(table.link, table.refusal, view.notices), padding=_INSET)
    return Happened(view.happened, measures.FOOT)


def _doubt(table: _Table) -> list[ft.Control]:
    doubt = table.view.doubt
    return [ft.Container(Doubt(table.link, doubt), padding=_INSET)] if doubt else []


def _tools(table: _Table, columns: int = 5) -> ft.Control:
    return Tools(
        table.link,
        can_redo=table.view.can_redo,
        ask_to_call_off=table.ask(VOID),
        columns=columns,
    )


def _undo(table: _Table) -> ft.Control:
    return UndoButton(table.link, can_undo=table.view.can_undo)


def _turns(table: _Table) -> ft.Control:
    return TurnsButton(table.link)


def _main(table: _Table, height: float = 60) -> ft.Control:
    """The big button: pass, or what follows once the round is over."""
    view, link = table.view, table.link
    if view.over:
        return OverButton(link, height=height)
    return PassButton(
        link,
        view.turn,
        view.pass_says,
        view.pass_costs,
        can_pass=view.can_pass,
        ask=table.ask(PASS) if view.pass_warning else None,
        height=height,
    )


def _last_turns(table: _Table, high: float) -> ft.Control:
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
