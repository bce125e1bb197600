"""The table screen in its four forms: upright, on its side, in a wide window, with large text."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import told_alone
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.table import pieces
from companion.ui.parts.table.chip_animation import Corner
from companion.ui.parts.table.controls import ButtonFace
from companion.ui.parts.table.head import back, pot_pill
from companion.ui.parts.table.owed import TrayShape
from companion.ui.parts.table.pieces import TableProps
from companion.ui.parts.table.seat_positions import TilePosition, list_tiles, strip_tiles
from companion.ui.parts.table.seat_rows import seat_list, seat_strip
from companion.ui.parts.table.table_plan import PANEL_EDGE, SIDE_CONTROLS, WIDE_EDGE
from companion.ui.routes.screens import Room, Shape

_TOOLS_PER_ROW, _TOOLS_WIDEST = 4, 560
_BELOW_BAR, _ABOVE_PASS = 12, 3
_TOOLS_BESIDE = _TOOLS_PER_ROW * 66
_POT_FROM_EDGE = 58
_CENTER = ft.CrossAxisAlignment.CENTER


def table_body(table: TableProps, room: Room) -> ft.Control:
    """The screen in the form that its plan has."""
    if table.plan.scrolls:
        return _large(table, room)
    if table.plan.shape is Shape.TALL:
        return _tall(table, room)
    return _on_its_side(table) if table.plan.shape is Shape.SIDE else _wide(table)


def chip_positions(table: TableProps, room: Room) -> dict[int | None, Corner]:
    """The middle of every seat and of the pot, from the screen's corner; none where it scrolls."""
    plan, seats = table.plan, len(table.view.seats)
    if plan.scrolls:
        return {}
    if plan.shape is Shape.TALL:
        pot = (room.width - _POT_FROM_EDGE, plan.text.head / 2)
        return {None: pot, **_middles(strip_tiles(seats, plan), 10, plan.text.head)}
    if plan.shape is Shape.SIDE:
        pot = (room.width - SIDE_CONTROLS - 24 - _POT_FROM_EDGE, 8 + 20.0)
        return {None: pot, **_middles(list_tiles(seats, plan), 12, 8 + plan.text.head + 6)}
    pot = (room.width - WIDE_EDGE - _POT_FROM_EDGE, plan.text.wide_head / 2)
    return {None: pot, **_middles(list_tiles(seats, plan), PANEL_EDGE, 16)}


def _middles(tiles: list[TilePosition], left: float, top: float) -> dict[int | None, Corner]:
    return {
        seat: (left + tile.left + tile.width / 2, top + tile.top + tile.height / 2)
        for seat, tile in enumerate(tiles)
    }


def _tall(table: TableProps, room: Room) -> ft.Control:
    plan = table.plan
    lines: list[ft.Control] = [
        _top(table),
        seat_strip(table.session, table.view.seats, plan),
        pieces.prompt_strip(table),
        pieces.middle(table),
        *([pieces.last_turns(table, plan.list_height)] if plan.list_height else []),
        pieces.status(table, TrayShape.STRIP),
        _tools(table, room),
        _bar(table),
    ]
    return ft.Column(lines, spacing=0, horizontal_alignment=_CENTER)


def _large(table: TableProps, room: Room) -> ft.Control:
    """Everything but the big buttons scrolls, and what a turn needs comes first: before the series'
    name, which may be long.
    """
    due_and_pot = ft.Row(
        [pieces.prompt(table), pot_pill(table.session.words, table.view.pot)],
        wrap=True,
        spacing=12,
        run_spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
        expand=True,
    )
    body = ft.Column(
        [
            ft.Container(
                ft.Row([back(table.session), due_and_pot], spacing=4),
                padding=ft.Padding.only(left=2, right=12, top=4),
            ),
            pieces.middle(table),
            pieces.status(table, TrayShape.COLUMN),
            _top(table),
            seat_strip(table.session, table.view.seats, table.plan),
            _tools(table, room),
        ],
        spacing=8,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=_CENTER,
        expand=True,
    )
    return ft.Column([body, _bar(table)], spacing=0)


def _tools(table: TableProps, room: Room) -> ft.Control:
    return pieces.tools(table, min(room.width, _TOOLS_WIDEST), _TOOLS_PER_ROW)


def _top(table: TableProps) -> ft.Control:
    head = pieces.head(table, with_pot=not table.plan.scrolls)
    height = None if table.plan.scrolls else table.plan.text.head
    padding = ft.Padding.only(left=14 if table.plan.scrolls else 2, right=12)
    return ft.Container(repaint_boundary(head), height=height, padding=padding, key="top")


def _bar(table: TableProps) -> ft.Control:
    """Undo, pass, turns; where text is large, the two beside are icons."""
    height, face = table.plan.text.bar, ButtonFace.ALONE if table.plan.scrolls else ButtonFace.OVER
    buttons: list[ft.Control] = [
        pieces.undo(table, face),
        pieces.pass_button(table, height - _BELOW_BAR - 2 * _ABOVE_PASS),
        pieces.turns(table, face),
    ]
    row = repaint_boundary(ft.Row(buttons, spacing=10))
    padding = ft.Padding.only(left=12, right=12, bottom=_BELOW_BAR)
    return ft.Container(row, height=height, padding=padding, key="bar")


def _on_its_side(table: TableProps) -> ft.Control:
    view, plan, words = table.view, table.plan, table.session.words
    head = ft.Container(pieces.head(table, with_pot=False), height=plan.text.head)
    seats = seat_list(table.session, view.seats, plan)
    left = ft.Column([head, seats], spacing=6, width=plan.seats_width)
    due = ft.Row([ft.Container(pieces.prompt(table), expand=True), pot_pill(words, view.pot)])
    middle = ft.Column(
        [ft.Container(due, height=plan.text.prompt), pieces.middle(table)],
        spacing=2,
        horizontal_alignment=_CENTER,
    )
    told = pieces.status(table, TrayShape.COLUMN)
    told.expand = True
    right = ft.Column(
        [
            pieces.tools(table, SIDE_CONTROLS, _TOOLS_PER_ROW // 2),
            told,
            pieces.lesser(table, SIDE_CONTROLS),
            ft.Row([pieces.pass_button(table, 76)]),
        ],
        spacing=6,
        width=SIDE_CONTROLS,
    )
    return ft.Container(
        ft.Row(
            [told_alone(left), told_alone(middle, expand=True), told_alone(right)],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        expand=True,
    )


def _wide(table: TableProps) -> ft.Control:
    plan = table.plan
    controls: list[ft.Control] = [
        pieces.undo(table, ButtonFace.BESIDE),
        pieces.pass_button(table, plan.text.bar - 16),
        pieces.turns(table, ButtonFace.BESIDE),
        pieces.tools(table, _TOOLS_BESIDE, _TOOLS_PER_ROW),
    ]
    bar = ft.Container(
        ft.Row(controls, spacing=12), height=plan.text.bar, padding=ft.Padding.only(bottom=16)
    )
    main = ft.Column(
        [
            ft.Container(repaint_boundary(pieces.head(table)), height=plan.text.wide_head),
            pieces.prompt_strip(table),
            pieces.middle(table),
            pieces.status(table, TrayShape.STRIP),
            bar,
        ],
        spacing=0,
        expand=True,
    )
    inner = ft.Container(main, padding=ft.Padding.symmetric(horizontal=WIDE_EDGE))
    columns = [told_alone(_side_panel(table)), told_alone(inner, expand=True)]
    across = ft.CrossAxisAlignment.STRETCH
    return ft.Row(columns, spacing=0, expand=True, vertical_alignment=across)


def _side_panel(table: TableProps) -> ft.Control:
    plan, seats = table.plan, table.view.seats
    last = list_tiles(len(seats), plan)[-1]
    room = plan.seats_height + plan.list_height - last.top - last.height - 14
    lines = [seat_list(table.session, seats, plan), pieces.last_turns(table, room)]
    return ft.Container(
        ft.Column(lines, spacing=14),
        width=plan.seats_width + 2 * PANEL_EDGE,
        padding=ft.Padding.symmetric(horizontal=PANEL_EDGE, vertical=16),
        bgcolor=Tone.PILL,
    )
