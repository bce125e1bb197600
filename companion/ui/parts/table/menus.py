"""The table's menus: what is rarer than a turn, and what a seat or a fine leads to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVarTuple

import flet as ft

from companion.desk.commands import Command
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.columns import in_rows
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.text_scale import title_size
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.routes.screens import Room, Shape
from companion.ui.session import Session

_Args = TypeVarTuple("_Args")

_WIDEST, _OUTSIDE, _ABOVE, _EDGE = 300.0, 80, 48, 20
"""How wide a column of entries grows, what is free beside a dialog, above and below it, and inside
of its edge, in dp.
"""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu: its identifier and icon, what is said, and a remark beneath. With `on_tap`
    None it cannot be tapped.
    """

    name: str
    icon: ft.IconData
    says: str
    on_tap: Tap | None
    beneath: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu; the remark stands below its entries."""

    title: str
    entries: tuple[MenuLine, ...]
    remark: str = ""


def opens(session: Session, name: str) -> Tap:
    """What opens the menu of that name."""

    async def opened() -> None:
        session.after_menu, session.pointer.menu = None, name

    return session.tap(opened)


def chosen(session: Session, act: Callable[[*_Args], Awaitable[object]], *args: *_Args) -> Tap:
    """What an entry does, once the menu is gone: a screen that comes to lie upon a menu that is
    just closing keeps it open.
    """

    async def closed() -> None:
        session.after_menu = lambda: act(*args)
        session.pointer.menu = ""

    return session.tap(closed)


def asks(session: Session, command: Command) -> Tap:
    """What an entry asks of the table as it was when the entry was tapped: the menu takes its time
    to close, and another device may be quicker meanwhile.
    """

    async def closed() -> None:
        seen = session.watched.snapshot
        session.after_menu = lambda: session.ask(command, seen)
        session.pointer.menu = ""

    return session.tap(closed)


def menu_dialog(session: Session, menu: Menu, room: Room) -> ft.AlertDialog:
    """The menu over the table: a tap beside it, Escape or the cross closes it."""

    def close() -> None:
        session.pointer.menu = ""

    async def gone() -> None:
        close()
        act, session.after_menu = session.after_menu, None
        if act:
            await act()

    columns = 2 if room.shape is Shape.SIDE else 1
    width = min(room.width - _OUTSIDE - 2 * _EDGE, columns * _WIDEST)
    cross = icon_button(
        ft.Icons.CLOSE, close, identifier="menu-close", label=session.words.say("Close")
    )
    title = heading(menu.title, size=title_size(20, room), tone=Tone.INK)
    top = ft.Row([ft.Container(title, expand=True), cross], spacing=8)
    bare = room.large_text
    rows = _rows(menu.entries, columns, width / columns, bare=bare)
    lines: list[ft.Control] = [top, *rows]
    if menu.remark:
        remark = text(menu.remark, size=13, tone=Tone.MUTED)
        lines.append(ft.Container(remark, padding=ft.Padding.only(top=8)))
    across = ft.CrossAxisAlignment.STRETCH
    scroll = ft.ScrollMode.AUTO if room.large_text else None
    return ft.AlertDialog(
        bgcolor=Tone.PANEL,
        content=ft.Container(
            ft.Column(lines, spacing=0, tight=True, scroll=scroll, horizontal_alignment=across),
            width=width,
            height=room.height - _ABOVE - 2 * _EDGE if room.large_text else None,
        ),
        content_padding=_EDGE,
        actions_padding=0,
        on_dismiss=session.tap(gone),
    )


def _rows(
    entries: Sequence[MenuLine], columns: int, width: float, *, bare: bool
) -> list[ft.Control]:
    return [
        ft.Row([_line(entry, width, bare=bare) for entry in row], spacing=0, key=row[0].name)
        for row in in_rows(entries, columns)
    ]


def _line(entry: MenuLine, width: float, *, bare: bool) -> ft.Control:
    """The entry, without its icon where text is large."""
    faint = entry.on_tap is None
    ink = ft.Colors.with_opacity(0.45, Tone.INK) if faint else Tone.INK
    words: list[ft.Control] = [text(entry.says, size=15.5, tone=ink, face=TEXT.medium)]
    if entry.beneath:
        words.append(text(entry.beneath, size=12.5, tone=Tone.MUTED))
    strut = ft.Container(width=0, height=LEAST)
    column = ft.Column(words, spacing=1, tight=True, expand=True)
    icon = [] if bare else [ft.Icon(entry.icon, size=21, color=ink)]
    row = ft.Row([strut, *icon, column], spacing=12 * (not bare))
    return touchable(
        row,
        entry.on_tap,
        identifier=entry.name,
        label=". ".join(filter(None, (entry.says, entry.beneath))),
        radius=12,
        width=width,
        height=None,
        align=None,
    )
