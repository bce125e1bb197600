"""The table screen in its four forms: upright, on its side, in a wide window, with large text."""

from __future__ import annotations

import flet as ft

from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.basics.touch import LEAST
from companion.ui.parts.table import pieces, table_plan
from companion.ui.parts.table.chip_animation import Corner
from companion.ui.parts.table.head import pot_pill
from companion.ui.parts.table.pieces import TableProps
from companion.ui.parts.table.seat_positions import TilePosition, list_tiles, strip_tiles
from companion.ui.parts.table.seats import seat_list, seat_strip
from companion.ui.screens import Room, Shape
from companion.ui.theme import Tone

_TOOLS_IN_A_ROW, _ROOMY, _TOOLS_WIDEST = 7, 640, 560
_SIDES = ft.Padding.symmetric(horizontal=12)
_BELOW_BAR = 14
_TOOLS_BESIDE = _TOOLS_IN_A_ROW * 54
_POT_FROM_EDGE = 58
_HEAD_INSET = ft.Padding.only(left=2, right=12)
_BAR_INSET = ft.Padding.only(left=12, right=12, bottom=_BELOW_BAR)


def tools_per_row(room: Room) -> int:
    """All of them where there is room, else as many as a phone is wide."""
    return _TOOLS_IN_A_ROW + (room.width >= _ROOMY)


def table_body(table: TableProps, room: Room) -> ft.Control:
    """The screen in the form that its plan has."""
    if table.plan.scrolls:
        return _large(table, room)
    return {Shape.TALL: _tall, Shape.SIDE: _on_its_side, Shape.WIDE: _wide}[table.plan.shape](
        table, room
    )


def chip_positions(table: TableProps, room: Room) -> dict[int | None, Corner]:
    """The middle of every seat and of the pot, from the screen's corner; none where it scrolls."""
    shared, seats = table.plan, len(table.view.seats)
    if shared.scrolls:
        return {}
    if shared.shape is Shape.TALL:
        pot = (room.width - _POT_FROM_EDGE, shared.text.head / 2)
        return {None: pot, **_middles(strip_tiles(seats, shared), 10, shared.text.head)}
    if shared.shape is Shape.SIDE:
        pot = (room.width - table_plan.SIDE_CONTROLS - 24 - _POT_FROM_EDGE, 8 + 20.0)
        return {None: pot, **_middles(list_tiles(seats, shared), 12, 8 + shared.text.head + 6)}
    pot = (room.width - 18 - _POT_FROM_EDGE, shared.text.wide_head / 2)
    return {None: pot, **_middles(list_tiles(seats, shared), table_plan.PANEL_EDGE, 16)}


def _middles(tiles: list[TilePosition], left: float, top: float) -> dict[int | None, Corner]:
    return {
        seat: (left + tile.left + tile.width / 2, top + tile.top + tile.high / 2)
        for seat, tile in enumerate(tiles)
    }


def _tall(table: TableProps, room: Room) -> ft.Control:
    view, shared = table.view, table.plan
    stack: list[ft.Control] = [
        _top(table),
        seat_strip(table.link.words, view.seats, shared),
        pieces.centred(pieces.prompt(table), shared.text.prompt),
        pieces.middle(table),
        *([pieces.last_turns(table, shared.list_height)] if shared.list_height else []),
        *pieces.lines(table),
        _tools(table, room),
        _bar(table),
    ]
    return ft.Column(stack, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _large(table: TableProps, room: Room) -> ft.Control:
    """Everything but the big buttons scrolls, and what a turn needs comes first."""
    view, shared = table.view, table.plan
    body = ft.Column(
        [
            _top(table),
            ft.Container(_due_over_pot(table), padding=_SIDES),
            pieces.middle(table),
            *pieces.lines(table),
            seat_strip(table.link.words, view.seats, shared),
            _tools(table, room),
        ],
        spacing=8,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        expand=True,
    )
    return ft.Column([body, _bar(table)], spacing=0)


def _tools(table: TableProps, room: Room) -> ft.Control:
    return pieces.tools(table, min(room.width, _TOOLS_WIDEST), tools_per_row(room))


def _due_over_pot(table: TableProps) -> ft.Control:
    """Both in one line if they have room there."""
    return ft.Row(
        [pieces.prompt(table), pot_pill(table.link.words, table.view.pot)],
        wrap=True,
        spacing=12,
        run_spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _due_and_pot(table: TableProps) -> ft.Control:
    due = ft.Container(pieces.prompt(table), expand=True)
    return ft.Row([due, pot_pill(table.link.words, table.view.pot)])


def _top(table: TableProps) -> ft.Control:
    head = pieces.head(table, with_pot=not table.plan.scrolls)
    high = None if table.plan.scrolls else table.plan.text.head
    return ft.Container(repaint_boundary(head), height=high, padding=_HEAD_INSET, key="top")


def _bar(table: TableProps) -> ft.Control:
    """Undo, pass, turns; where text is large, the two beside are icons."""
    shared = table.plan
    buttons: list[ft.Control] = [
        pieces.undo(table, compact=shared.scrolls),
        pieces.main(table, shared.text.bar - _BELOW_BAR - 2),
        pieces.turns(table, compact=shared.scrolls),
    ]
    row = repaint_boundary(ft.Row(buttons, spacing=10))
    return ft.Container(row, height=shared.text.bar, padding=_BAR_INSET, key="bar")


def _on_its_side(table: TableProps, _room: Room) -> ft.Control:
    view, shared, words = table.view, table.plan, table.link.words
    seats = seat_list(words, view.seats, shared)
    left = ft.Column([_side_head(table), seats], spacing=6, width=shared.seats_width)
    above = ft.Container(_due_and_pot(table), height=shared.text.prompt)
    middle = ft.Column(
        [above, pieces.middle(table), *_banner(table)],
        spacing=2,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        expand=True,
    )
    lesser = [
        ft.Container(pieces.undo(table, compact=True), expand=1, alignment=ft.Alignment.CENTER),
        ft.Container(pieces.turns(table, compact=True), expand=1, alignment=ft.Alignment.CENTER),
    ]
    right = ft.Column(
        [
            pieces.tools(table, table_plan.SIDE_CONTROLS, table_plan.SIDE_CONTROLS // LEAST),
            ft.Container(pieces.happened(table), expand=True, alignment=ft.Alignment.CENTER),
            ft.Row([*lesser]),
            ft.Row([pieces.main(table, 76)]),
        ],
        spacing=8,
        width=table_plan.SIDE_CONTROLS,
    )
    return ft.Container(
        ft.Row([left, middle, right], spacing=12, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        expand=True,
    )


def _side_head(table: TableProps) -> ft.Control:
    return ft.Container(pieces.head(table, with_pot=False), height=table.plan.text.head)


def _wide(table: TableProps, _room: Room) -> ft.Control:
    shared = table.plan
    told = ft.Column(pieces.lines(table), spacing=0, alignment=ft.MainAxisAlignment.CENTER)
    high = shared.text.bar - 16
    controls: list[ft.Control] = [
        pieces.undo(table, compact=False),
        pieces.main(table, high),
        pieces.turns(table, compact=False),
        pieces.tools(table, _TOOLS_BESIDE, _TOOLS_IN_A_ROW + table.view.can_deal_anew),
    ]
    main = ft.Column(
        [
            ft.Container(repaint_boundary(pieces.head(table)), height=shared.text.wide_head),
            pieces.centred(pieces.prompt(table), shared.text.prompt),
            pieces.middle(table),
            ft.Container(told, height=shared.line),
            ft.Container(
                ft.Row(controls, spacing=12),
                height=shared.text.bar,
                padding=ft.Padding.only(bottom=16),
            ),
        ],
        spacing=0,
        expand=True,
    )
    inner = ft.Container(main, padding=ft.Padding.symmetric(horizontal=18), expand=True)
    return ft.Row(
        [_side_panel(table), inner],
        spacing=0,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _banner(table: TableProps) -> list[ft.Control]:
    """News or a doubt; what happened last stands at the right."""
    return pieces.lines(table) if pieces.has_news(table) else pieces.doubt(table)


def _side_panel(table: TableProps) -> ft.Control:
    shared, view = table.plan, table.view
    last = list_tiles(len(view.seats), shared)[-1]
    room = shared.seats_high + shared.list_height - last.top - last.high - 14
    return ft.Container(
        ft.Column(
            [seat_list(table.link.words, view.seats, shared), pieces.last_turns(table, room)],
            spacing=14,
        ),
        width=shared.seats_width + 2 * table_plan.PANEL_EDGE,
        padding=ft.Padding.symmetric(horizontal=table_plan.PANEL_EDGE, vertical=16),
        bgcolor=Tone.PILL,
    )
