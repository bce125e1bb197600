"""The table, where people spend the evening: the layout is the keyboard, one tap is a turn."""

from __future__ import annotations

import functools
from collections.abc import Callable

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.link import Link
from companion.ui.parts import plan as measures
from companion.ui.parts import table_pieces as pieces
from companion.ui.parts.plan import Needs, plan
from companion.ui.parts.questions import Question, question
from companion.ui.parts.seats import seat_list, seat_strip
from companion.ui.parts.table_head import pot_pill
from companion.ui.parts.table_pieces import PASS, Table
from companion.ui.screens import Room, Shape
from companion.ui.theme import Tone
from companion.views.table import TableView


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
        await link.pass_turn(view.turn)

    ft.use_dialog(question(asked, link.tap(agree), leave) if asked else None)
    link.seen = view.turn
    shared = plan(room, _needs(view, refusal))
    table = Table(link, view, shared, view.picture_low_right != flipped, refusal, ask)
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
    return {PASS: Question(PASS, view.pass_warning, "", say("Pass"), say("Back"))}


def _tall(table: Table) -> ft.Control:
    view, shared = table.view, table.plan
    stack: list[ft.Control] = [
        ft.Container(
            pieces.head(table),
            height=measures.HEAD,
            padding=ft.Padding.only(left=2, right=12),
        ),
        seat_strip(table.link.words, view.seats, shared.seats_width, shared.seats_high),
        pieces.centred(pieces.prompt(table), measures.PROMPT),
        pieces.middle(table),
        *([pieces.last_turns(table, shared.list_height)] if shared.list_height else []),
        *pieces.lines(table),
        pieces.tools(table),
        ft.Container(
            ft.Row(_bar(table), spacing=10),
            height=measures.BAR,
            padding=ft.Padding.only(left=12, right=12, bottom=14),
        ),
    ]
    return ft.Column(stack, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _on_its_side(table: Table) -> ft.Control:
    view, shared, words = table.view, table.plan, table.link.words
    left = ft.Column(
        [
            pieces.head(table, with_pot=False),
            seat_list(words, view.seats, shared.seats_width, shared.seats_high),
        ],
        spacing=6,
        width=shared.seats_width,
    )
    above = ft.Row(
        [ft.Container(pieces.prompt(table), expand=True), pot_pill(words, view.pot)],
        height=measures.PROMPT,
    )
    middle = ft.Column(
        [above, pieces.middle(table), *_banner(table)],
        spacing=2,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        expand=True,
    )
    right = ft.Column(
        [
            pieces.tools(table, columns=3),
            ft.Container(pieces.happened(table), expand=True, alignment=ft.Alignment.CENTER),
            ft.Row([pieces.turns(table)]),
            ft.Row([pieces.undo(table)]),
            ft.Row([pieces.main(table, 72)]),
        ],
        spacing=8,
        width=measures.SIDE_CONTROLS,
    )
    return ft.Container(
        ft.Row(
            [left, middle, right],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        expand=True,
    )


def _wide(table: Table) -> ft.Control:
    main = ft.Column(
        [
            ft.Container(pieces.head(table), height=measures.WIDE_HEAD),
            pieces.centred(pieces.prompt(table), measures.PROMPT),
            pieces.middle(table),
            ft.Container(
                ft.Column(pieces.lines(table), spacing=0, alignment=ft.MainAxisAlignment.CENTER),
                height=table.plan.line,
            ),
            ft.Container(
                ft.Row([*_bar(table), pieces.tools(table)], spacing=12),
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


def _banner(table: Table) -> list[ft.Control]:
    """News or a doubt; what happened last stands at the right."""
    return pieces.lines(table) if pieces.has_news(table) else pieces.doubt(table)


def _side_panel(table: Table) -> ft.Control:
    shared, view = table.plan, table.view
    inner = shared.seats_width - 2 * 14
    high = min(72.0 * len(view.seats), shared.seats_high)
    return ft.Container(
        ft.Column(
            [
                seat_list(table.link.words, view.seats, inner, high),
                pieces.last_turns(table, shared.seats_high + shared.list_height - high - 14),
            ],
            spacing=14,
        ),
        width=shared.seats_width,
        padding=ft.Padding.symmetric(horizontal=14, vertical=16),
        bgcolor=ft.Colors.with_opacity(0.55, Tone.PILL),
    )


def _bar(table: Table) -> list[ft.Control]:
    return [pieces.undo(table), pieces.main(table), pieces.turns(table)]
