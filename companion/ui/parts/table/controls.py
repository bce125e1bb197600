"""The table's controls: pass, undo and turns in reach, the rarer ones small, with a word each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import BRASS, FELT, button, icon_button
from companion.ui.parts.basics.columns import in_rows
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.table.menus import opens
from companion.ui.parts.table.table_menus import LAYOUT, MORE
from companion.ui.parts.table.table_plan import TOOLS
from companion.ui.session import Session

_ICON, _CAPTION, _WORD = 20, 10.5, 13.0
_BESIDE_PASS = 58
"""How high the buttons beside the big one are, in dp."""
_APART = 8


class ButtonFace(Enum):
    """How a button beside the big one shows: its icon before its word, over it, or alone."""

    BESIDE = "beside"
    OVER = "over"
    ALONE = "alone"


@ft.component
@boundary
def UndoButton(session: Session, says: str, *, can_undo: bool, face: ButtonFace) -> ft.Control:
    """Take back the last event."""
    on_tap = session.tap(session.undo) if can_undo else None
    tool = Tool("undo", ft.Icons.UNDO, says, session.words.say("Undo"), on_tap)
    return _beside(tool, face)


@ft.component
@boundary
def TurnsButton(session: Session, *, face: ButtonFace) -> ft.Control:
    """Open the list of turns."""
    on_tap = session.tap(session.open, "turns")
    turns = session.words.say("Turns")
    return _beside(Tool("turns", ft.Icons.LIST, turns, turns, on_tap), face)


@ft.component
@boundary
def UndoAndTurns(session: Session, width: float, undo_says: str, *, can_undo: bool) -> ft.Control:
    """Undo and turns as tools beside each other, where room is narrow."""
    say = session.words.say
    back = session.tap(session.undo) if can_undo else None
    turns = session.tap(session.open, "turns")
    both = (
        Tool("undo", ft.Icons.UNDO, undo_says, say("Undo"), back),
        Tool("turns", ft.Icons.LIST, say("Turns"), say("Turns"), turns),
    )
    tool_width = (width - _APART) / 2
    return ft.Row([_tool(tool, tool_width, Tone.TILE_LIT) for tool in both], spacing=_APART)


def _beside(tool: Tool, face: ButtonFace) -> ft.Control:
    """A button beside the big one."""
    name, tap = tool.name, tool.on_tap
    if face is ButtonFace.ALONE:
        tone, ground = Tone.ON_FELT, Tone.TILE_LIT
        return icon_button(
            tool.icon, tap, identifier=name, label=tool.says, tone=tone, ground=ground
        )
    if face is ButtonFace.BESIDE:
        return button(
            tool.caption,
            tap,
            identifier=name,
            label="" if tool.says == tool.caption else tool.says,
            look=FELT,
            icon=tool.icon,
            narrow=True,
            expand=5,
        )
    shown = _tool(tool, None, Tone.TILE_LIT, size=_WORD, height=_BESIDE_PASS)
    shown.expand = 5
    return shown


@ft.component
@boundary
def PassButton(
    session: Session,
    says: str,
    costs: str,
    *,
    can_pass: bool,
    ask: Callable[[], None] | None,
    height: float,
) -> ft.Control:
    """Pass: one tap is the turn that this device sees as due, unless there is a question first."""
    return button(
        says,
        (ask or session.tap(session.pass_turn)) if can_pass else None,
        identifier="pass",
        look=BRASS,
        beneath=costs,
        height=height,
        expand=7,
        ripples=False,
    )


@dataclass(frozen=True, slots=True)
class Tool:
    """A small control: its identifier and icon, what is said, and the one word beneath."""

    name: str
    icon: ft.IconData
    says: str
    caption: str
    on_tap: Tap | None


def tools_of(session: Session, *, can_redo: bool) -> list[Tool]:
    """Redo, how the layout lies, a hand to enter, and all else."""
    say, icons = session.words.say, ft.Icons
    redo = session.tap(session.redo) if can_redo else None
    hand = session.tap(session.open, "hand")
    layout, more = opens(session, LAYOUT), opens(session, MORE)
    return [
        Tool("redo", icons.REDO, say("Redo"), say("Redo"), redo),
        Tool("layout-menu", icons.DASHBOARD_OUTLINED, say("Layout"), say("Layout"), layout),
        Tool("enter-hand", icons.BACK_HAND_OUTLINED, say("Enter a hand"), say("Hand"), hand),
        Tool("more", icons.MORE_HORIZ, say("More"), say("More"), more),
    ]


@ft.component
@boundary
def Tools(session: Session, width: float, columns: int, *, can_redo: bool) -> ft.Control:
    """The tools in rows of so many."""
    cells = [_tool(tool, width / columns) for tool in tools_of(session, can_redo=can_redo)]
    middle = ft.MainAxisAlignment.CENTER
    rows: list[ft.Control] = [
        ft.Row(row, spacing=0, alignment=middle, key=f"tools-{number}")
        for number, row in enumerate(in_rows(cells, columns))
    ]
    return repaint_boundary(ft.Column(rows, spacing=0, tight=True))


def _tool(
    tool: Tool,
    width: float | None,
    ground: ft.Colors | None = None,
    *,
    size: float = _CAPTION,
    height: float = TOOLS,
) -> ft.Control:
    # What cannot be tapped has a faint colour: a layer of less opacity is costly.
    full = Tone.ON_FELT if ground else Tone.FELT_MUTED
    ink = full if tool.on_tap else ft.Colors.with_opacity(0.4, full)
    face = TEXT.semibold if ground else TEXT.regular
    middle = ft.CrossAxisAlignment.CENTER
    shown = ft.Column(
        [
            ft.Icon(tool.icon, size=_ICON, color=ink),
            text(tool.caption, size=size, tone=ink, face=face, lines=1, leading=1.2),
        ],
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=middle,
        tight=True,
    )
    return touchable(
        min_height(shown, height),
        tool.on_tap,
        identifier=tool.name,
        label=tool.says,
        radius=14,
        bgcolor=ground,
        width=max(LEAST, width) if width else None,
        height=None,
        align=None,
        ink=Tone.FELT_MUTED,
    )
