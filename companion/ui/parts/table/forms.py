"""The shapes of the table screen, and the pieces they are built of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.component import keyed
from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.basics.panels import reading_group
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import repaint_boundary
from companion.ui.parts.cards.layout_board import Captions, LayoutBoard, chooser, choosing, mat
from companion.ui.parts.table.controls import (
    ButtonFace,
    Corner,
    PassButton,
    Prompt,
    TableHead,
    Tools,
    TurnsButton,
    UndoAndTurns,
    UndoButton,
    back,
    lead_question,
    pot_pill,
    turn_list,
)
from companion.ui.parts.table.fine_tray import Happened, Refusal, SlimRefusal, Tray
from companion.ui.parts.table.fines import TrayPlace, TrayShape
from companion.ui.parts.table.plan import INSET, PANEL_EDGE, SIDE_CONTROLS, WIDE_EDGE, Plan
from companion.ui.parts.table.seats import (
    TilePosition,
    list_tiles,
    seat_list,
    seat_strip,
    strip_tiles,
)
from companion.ui.routes import Room, Shape
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


def middle_piece(table: TableProps) -> ft.Control:
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
    middle_piece = ft.CrossAxisAlignment.CENTER
    return ft.Column([above, cards], spacing=0, horizontal_alignment=middle_piece, tight=True)


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


def head_piece(table: TableProps, *, with_pot: bool = True) -> ft.Control:
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
    middle_piece = None if plan.scrolls else ft.Alignment.CENTER
    return ft.Container(
        told, height=None if free else plan.foot, padding=inset, alignment=middle_piece, key="told"
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
        prompt_strip(table),
        middle_piece(table),
        *([last_turns(table, plan.list_height)] if plan.list_height else []),
        status(table, TrayShape.STRIP),
        _tools(table, room),
        _bar(table),
    ]
    return ft.Column(lines, spacing=0, horizontal_alignment=_CENTER)


def _large(table: TableProps, room: Room) -> ft.Control:
    """Everything but the big buttons scrolls, and what a turn needs comes first: before the series'
    name, which may be long.
    """
    due_and_pot = ft.Row(
        [prompt(table), pot_pill(table.session.words, table.view.pot)],
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
            middle_piece(table),
            status(table, TrayShape.COLUMN),
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
    return tools(table, min(room.width, _TOOLS_WIDEST), _TOOLS_PER_ROW)


def _top(table: TableProps) -> ft.Control:
    head = head_piece(table, with_pot=not table.plan.scrolls)
    height = None if table.plan.scrolls else table.plan.text.head
    padding = ft.Padding.only(left=14 if table.plan.scrolls else 2, right=12)
    return ft.Container(repaint_boundary(head), height=height, padding=padding, key="top")


def _bar(table: TableProps) -> ft.Control:
    """Undo, pass, turns; where text is large, the two beside are icons."""
    height, face = table.plan.text.bar, ButtonFace.ALONE if table.plan.scrolls else ButtonFace.OVER
    buttons: list[ft.Control] = [
        undo(table, face),
        pass_button(table, height - _BELOW_BAR - 2 * _ABOVE_PASS),
        turns(table, face),
    ]
    row = repaint_boundary(ft.Row(buttons, spacing=10))
    padding = ft.Padding.only(left=12, right=12, bottom=_BELOW_BAR)
    return ft.Container(row, height=height, padding=padding, key="bar")


def _on_its_side(table: TableProps) -> ft.Control:
    view, plan, words = table.view, table.plan, table.session.words
    head = ft.Container(head_piece(table, with_pot=False), height=plan.text.head)
    seats = seat_list(table.session, view.seats, plan)
    left = ft.Column([head, seats], spacing=6, width=plan.seats_width)
    due = ft.Row([ft.Container(prompt(table), expand=True), pot_pill(words, view.pot)])
    middle = ft.Column(
        [ft.Container(due, height=plan.text.prompt), middle_piece(table)],
        spacing=2,
        horizontal_alignment=_CENTER,
    )
    told = status(table, TrayShape.COLUMN)
    told.expand = True
    right = ft.Column(
        [
            tools(table, SIDE_CONTROLS, _TOOLS_PER_ROW // 2),
            told,
            lesser(table, SIDE_CONTROLS),
            ft.Row([pass_button(table, 76)]),
        ],
        spacing=6,
        width=SIDE_CONTROLS,
    )
    return ft.Container(
        ft.Row(
            [reading_group(left), reading_group(middle, expand=True), reading_group(right)],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        expand=True,
    )


def _wide(table: TableProps) -> ft.Control:
    plan = table.plan
    controls: list[ft.Control] = [
        undo(table, ButtonFace.BESIDE),
        pass_button(table, plan.text.bar - 16),
        turns(table, ButtonFace.BESIDE),
        tools(table, _TOOLS_BESIDE, _TOOLS_PER_ROW),
    ]
    bar = ft.Container(
        ft.Row(controls, spacing=12), height=plan.text.bar, padding=ft.Padding.only(bottom=16)
    )
    main = ft.Column(
        [
            ft.Container(repaint_boundary(head_piece(table)), height=plan.text.wide_head),
            prompt_strip(table),
            middle_piece(table),
            status(table, TrayShape.STRIP),
            bar,
        ],
        spacing=0,
        expand=True,
    )
    inner = ft.Container(main, padding=ft.Padding.symmetric(horizontal=WIDE_EDGE))
    columns = [reading_group(_side_panel(table)), reading_group(inner, expand=True)]
    across = ft.CrossAxisAlignment.STRETCH
    return ft.Row(columns, spacing=0, expand=True, vertical_alignment=across)


def _side_panel(table: TableProps) -> ft.Control:
    plan, seats = table.plan, table.view.seats
    last = list_tiles(len(seats), plan)[-1]
    room = plan.seats_height + plan.list_height - last.top - last.height - 14
    lines = [seat_list(table.session, seats, plan), last_turns(table, room)]
    return ft.Container(
        ft.Column(lines, spacing=14),
        width=plan.seats_width + 2 * PANEL_EDGE,
        padding=ft.Padding.symmetric(horizontal=PANEL_EDGE, vertical=16),
        bgcolor=Tone.PILL,
    )
