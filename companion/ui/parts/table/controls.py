"""The table's controls: pass, undo and turns in reach, the rare ones as small icons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.desk.commands import call_off
from companion.preferences import Lows, Preferences
from companion.ui.boundary import boundary
from companion.ui.parts.basics.buttons import BRASS, FELT, button, icon_button
from companion.ui.parts.basics.columns import in_rows
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.cards.board import Side
from companion.ui.parts.table.table_plan import TOOLS
from companion.ui.session import Session
from companion.ui.theme import Tone

_ICON, _CAPTION = 20, 10.5


@ft.component
@boundary
def UndoButton(session: Session, *, can_undo: bool, compact: bool) -> ft.Control:
    """Take back the last event."""
    on_tap = session.tap(session.undo) if can_undo else None
    return _lesser(ft.Icons.UNDO, session.words.say("Undo"), on_tap, "undo", compact=compact)


@ft.component
@boundary
def TurnsButton(session: Session, *, compact: bool) -> ft.Control:
    """Open the list of turns."""
    on_tap = session.tap(session.open, "turns")
    return _lesser(ft.Icons.LIST, session.words.say("Turns"), on_tap, "turns", compact=compact)


def _lesser(
    icon: ft.IconData, words: str, on_tap: Tap | None, identifier: str, *, compact: bool
) -> ft.Control:
    """A button beside the big one; a compact one is its icon alone."""
    if not compact:
        return button(
            words, on_tap, identifier=identifier, look=FELT, icon=icon, narrow=True, expand=5
        )
    return icon_button(
        icon, on_tap, identifier=identifier, label=words, tone=Tone.ON_FELT, ground=Tone.TILE_LIT
    )


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


def _mirrored(lows: Lows) -> Callable[[Preferences], Preferences]:
    return lambda preferences: replace(preferences, lows=lows)


def tools_of(
    session: Session, side: Side, *, can_redo: bool, can_deal_anew: bool, crosses: bool
) -> list[Tool]:
    """Redo, the sides of the table, a hand to enter, the rules, calling the round off."""
    say, icons = session.words.say, ft.Icons
    suits, caption = say("Suits as columns"), say("Columns")
    if side.columns:
        suits, caption = say("Suits as rows"), say("Rows")
    redo = session.tap(session.redo) if can_redo else None
    mirror = session.tap(session.change, _mirrored(Lows.LEFT if side.low_right else Lows.RIGHT))
    across = session.tap(session.change, Preferences.across) if crosses else None
    hand, rules = session.tap(session.open, "hand"), session.tap(session.open, "rules")
    anew, deal = say("Set this round up anew"), session.tap(session.open, "deal")
    flip, void = (
        session.tap(session.change, Preferences.turned_over),
        session.tap(session.ask, call_off),
    )
    return [
        Tool("redo", icons.REDO, say("Redo"), say("Redo"), redo),
        Tool("flip", icons.SCREEN_ROTATION_ALT, say("Turn the table"), say("Flip"), flip),
        Tool("mirror", icons.SWAP_HORIZ, say("Mirror the layout"), say("Mirror"), mirror),
        Tool("suits", icons.VIEW_WEEK_OUTLINED, suits, caption, across),
        Tool("enter-hand", icons.BACK_HAND_OUTLINED, say("Enter a hand"), say("Hand"), hand),
        Tool("rules", icons.MENU_BOOK_OUTLINED, say("House rules"), say("Rules"), rules),
        *(
            [Tool("deal-anew", icons.STYLE_OUTLINED, anew, say("Deal"), deal)]
            if can_deal_anew
            else []
        ),
        Tool("void", icons.BLOCK, say("Call the round off"), say("Void"), void),
    ]


@ft.component
@boundary
def Tools(  # noqa: PLR0913 - what can be done, and how much room there is
    session: Session,
    side: Side,
    width: float,
    columns: int,
    *,
    can_redo: bool,
    can_deal_anew: bool,
    crosses: bool,
    captions: bool,
) -> ft.Control:
    """The tools in rows of so many."""
    tools = tools_of(session, side, can_redo=can_redo, can_deal_anew=can_deal_anew, crosses=crosses)
    cells = [_tool(tool, width / columns, captions=captions) for tool in tools]
    middle = ft.MainAxisAlignment.CENTER
    rows: list[ft.Control] = [
        ft.Row(row, spacing=0, alignment=middle, key=f"tools-{number}")
        for number, row in enumerate(in_rows(cells, columns))
    ]
    return repaint_boundary(ft.Column(rows, spacing=0, tight=True))


def _tool(tool: Tool, width: float, *, captions: bool) -> ft.Control:
    # What cannot be tapped has a faint colour: a layer of less opacity is costly.
    ink = Tone.FELT_MUTED if tool.on_tap else ft.Colors.with_opacity(0.4, Tone.FELT_MUTED)
    lines: list[ft.Control] = [ft.Icon(tool.icon, size=_ICON, color=ink)]
    if captions:
        lines.append(text(tool.caption, size=_CAPTION, tone=ink, lines=1, leading=1.2))
    shown = ft.Column(
        lines,
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        tight=True,
    )
    tooltip = None if captions else tool.says
    return touchable(
        ft.Container(shown, tooltip=tooltip, alignment=ft.Alignment.CENTER),
        tool.on_tap,
        identifier=tool.name,
        label=tool.says,
        radius=14,
        width=max(LEAST, width),
        height=TOOLS if captions else LEAST,
        ink=Tone.FELT_MUTED,
    )
