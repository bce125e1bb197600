"""The table's controls: pass, undo and turns in reach, the rare ones as small icons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import flet as ft

from companion.desk.commands import call_off
from companion.preferences import Lows, Preferences
from companion.ui.boundary import boundary
from companion.ui.link import Link
from companion.ui.parts.basics.buttons import BRASS, FELT, button, icon_button
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.cards.board import Side
from companion.ui.theme import Tone

_ICON, _CAPTION = 20, 10.5
_FAINT = ft.Colors.with_opacity(0.4, Tone.FELT_MUTED)
"""What cannot be tapped now. The colour itself is faint: a layer of less opacity is costly."""
_REDO, _FLIP, _MIRROR, _COLUMNS, _HAND, _RULES, _ANEW, _VOID = (
    ft.Icons.REDO,
    ft.Icons.SCREEN_ROTATION_ALT,
    ft.Icons.SWAP_HORIZ,
    ft.Icons.VIEW_WEEK_OUTLINED,
    ft.Icons.BACK_HAND_OUTLINED,
    ft.Icons.MENU_BOOK_OUTLINED,
    ft.Icons.STYLE_OUTLINED,
    ft.Icons.BLOCK,
)


@ft.component
@boundary
def UndoButton(link: Link, *, can_undo: bool, compact: bool) -> ft.Control:
    """Take back the last event."""
    act = link.tap(link.undo) if can_undo else None
    return _lesser(ft.Icons.UNDO, link.words.say("Undo"), act, "undo", compact=compact)


@ft.component
@boundary
def TurnsButton(link: Link, *, compact: bool) -> ft.Control:
    """Open the list of turns."""
    act = link.tap(link.open, "turns")
    return _lesser(ft.Icons.LIST, link.words.say("Turns"), act, "turns", compact=compact)


def _lesser(
    icon: ft.IconData, words: str, act: Tap | None, identifier: str, *, compact: bool
) -> ft.Control:
    """A button beside the big one; a compact one is its icon alone."""
    if compact:
        return icon_button(
            icon, act, identifier=identifier, label=words, tone=Tone.ON_FELT, ground=Tone.TILE_LIT
        )
    return button(words, act, identifier=identifier, look=FELT, icon=icon, narrow=True, expand=5)


@ft.component
@boundary
def PassButton(
    link: Link,
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
        (ask or link.tap(link.pass_turn)) if can_pass else None,
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
    link: Link, side: Side, *, can_redo: bool, can_deal_anew: bool, crosses: bool
) -> list[Tool]:
    """Redo, the sides of the table, a hand to enter, the rules, calling the round off."""
    say = link.words.say
    across = (
        (say("Suits as rows"), say("Rows"))
        if side.columns
        else (
            say("Suits as columns"),
            say("Columns"),
        )
    )
    redo = link.tap(link.redo) if can_redo else None
    mirror = link.tap(link.change, _mirrored(Lows.LEFT if side.low_right else Lows.RIGHT))
    hand, rules = link.tap(link.open, "hand"), link.tap(link.open, "rules")
    anew = Tool(
        "deal-anew",
        _ANEW,
        say("Set this round up anew"),
        say("Deal"),
        link.tap(link.open, "deal"),
    )
    return [
        Tool("redo", _REDO, say("Redo"), say("Redo"), redo),
        Tool(
            "flip",
            _FLIP,
            say("Turn the table"),
            say("Flip"),
            link.tap(link.change, Preferences.turned_over),
        ),
        Tool("mirror", _MIRROR, say("Mirror the layout"), say("Mirror"), mirror),
        Tool(
            "suits",
            _COLUMNS,
            *across,
            link.tap(link.change, Preferences.across) if crosses else None,
        ),
        Tool("enter-hand", _HAND, say("Enter a hand"), say("Hand"), hand),
        Tool("rules", _RULES, say("House rules"), say("Rules"), rules),
        *([anew] if can_deal_anew else []),
        Tool("void", _VOID, say("Call the round off"), say("Void"), link.tap(link.ask, call_off)),
    ]


@ft.component
@boundary
def Tools(  # noqa: PLR0913 - what can be done, and how much room there is
    link: Link,
    side: Side,
    width: float,
    columns: int,
    *,
    can_redo: bool,
    can_deal_anew: bool,
    crosses: bool,
    captions: bool,
    height: float = LEAST,
) -> ft.Control:
    """The tools in rows of so many."""
    tools = tools_of(link, side, can_redo=can_redo, can_deal_anew=can_deal_anew, crosses=crosses)
    cells = [_tool(each, width / columns, height, captions=captions) for each in tools]
    rows: list[ft.Control] = [
        ft.Row(
            cells[first : first + columns],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            key=f"tools-{first}",
        )
        for first in range(0, len(cells), columns)
    ]
    return repaint_boundary(ft.Column(rows, spacing=0, tight=True))


def _tool(tool: Tool, width: float, height: float, *, captions: bool) -> ft.Control:
    ink = Tone.FELT_MUTED if tool.on_tap is not None else _FAINT
    icon = ft.Icon(tool.icon, size=_ICON, color=ink)
    lines: list[ft.Control] = [icon]
    if captions:
        lines.append(text(tool.caption, size=_CAPTION, tone=ink, lines=1, leading=1.2))
    shown = ft.Column(
        lines,
        spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        tight=True,
    )
    return touchable(
        ft.Container(
            shown,
            tooltip=None if captions else tool.says,
            alignment=ft.Alignment.CENTER,
        ),
        tool.on_tap,
        identifier=tool.name,
        label=tool.says,
        radius=14,
        width=max(LEAST, width),
        height=height,
        ink=Tone.FELT_MUTED,
    )
