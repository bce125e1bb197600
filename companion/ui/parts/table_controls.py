"""The table's controls: pass, undo and turns in reach, the rare ones as small icons."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import memo
from companion.ui.link import Link
from companion.ui.parts.buttons import BRASS, FELT, button, icon_button
from companion.ui.parts.touch import Tap
from companion.ui.theme import Tone


@memo
@ft.component
@boundary
def UndoButton(link: Link, *, can_undo: bool) -> ft.Control:
    """Take back the last event."""
    return button(
        link.words.say("Undo"),
        link.tap(link.undo) if can_undo else None,
        identifier="undo",
        look=FELT,
        icon=ft.Icons.UNDO,
        narrow=True,
        expand=5,
    )


@memo
@ft.component
@boundary
def TurnsButton(link: Link) -> ft.Control:
    """Open the list of turns."""
    return button(
        link.words.say("Turns"),
        link.tap(link.go, "/table/turns"),
        identifier="turns",
        look=FELT,
        icon=ft.Icons.LIST,
        narrow=True,
        expand=5,
    )


@memo
@ft.component
@boundary
def PassButton(  # noqa: PLR0913 - what it says and does, and how high it is
    link: Link,
    turn: int,
    says: str,
    costs: str,
    *,
    can_pass: bool,
    ask: Callable[[], None] | None,
    height: float = 60,
) -> ft.Control:
    """Pass: one tap is a whole turn, unless the view has a question first."""
    return button(
        says,
        (ask or link.tap(link.pass_turn, turn)) if can_pass else None,
        identifier="pass",
        look=BRASS,
        beneath=costs,
        height=height,
        expand=7,
        ripples=False,
    )


@memo
@ft.component
@boundary
def Tools(
    link: Link,
    *,
    can_redo: bool,
    can_deal_anew: bool,
    columns: int = 6,
) -> ft.Control:
    """Redo, the other side of the table, a hand to enter, the rules, calling the round off."""
    say = link.words.say
    anew = link.tap(link.go, "/table/deal")
    tools: list[tuple[str, ft.IconData, str, Tap | None]] = [
        ("redo", ft.Icons.REDO, say("Redo"), link.tap(link.redo) if can_redo else None),
        ("flip", ft.Icons.SWAP_HORIZ, say("Turn the table"), link.tap(link.flip)),
        (
            "enter-hand",
            ft.Icons.BACK_HAND_OUTLINED,
            say("Enter a hand"),
            link.tap(link.go, "/table/hand"),
        ),
        (
            "rules",
            ft.Icons.MENU_BOOK_OUTLINED,
            say("House rules"),
            link.tap(link.go, "/table/rules"),
        ),
        ("void", ft.Icons.BLOCK, say("Call the round off"), link.tap(link.call_off)),
    ]
    if can_deal_anew:
        tools.insert(
            -1, ("deal-anew", ft.Icons.STYLE_OUTLINED, say("Set this round up anew"), anew)
        )
    icons = [
        icon_button(icon, act, identifier=name, label=words, tone=Tone.FELT_MUTED)
        for name, icon, words, act in tools
    ]
    middle = ft.MainAxisAlignment.CENTER
    rows: list[ft.Control] = [
        ft.Row(icons[first : first + columns], spacing=4, alignment=middle, key=f"tools-{first}")
        for first in range(0, len(icons), columns)
    ]
    return ft.Column(rows, spacing=0, tight=True)
