"""The turns of a round as recorded and as repaired, side by side; a tap looks at another turn."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.looks.fonts import TEXT, widest_word
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import QUIET, button
from companion.ui.parts.basics.columns import WIDE, stretched
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.parts.cards.card_tag import card_tag
from companion.ui.parts.repair.editing import Editing, RepairEdit
from companion.ui.parts.table.turn_list import tint_dot
from companion.ui.routes.screens import Room, Shape
from companion.views.at_table.repair_rows import Mark, RepairRow, TurnCell

_NUMBER, _DOT, _SIZE = 32, 9, 14
_AROUND, _BESIDE = 124, 86
"""What stands around the two columns, and beside a name, in dp."""

_TO_LINE = 4
_MOST = 30
"""So many rows stand there at once; the others follow on a tap."""

_SIGNS = {
    Mark.NEW: (ft.Icons.EDIT, Tone.HEADING),
    Mark.MISFIT: (ft.Icons.ERROR_OUTLINE, Tone.LOSS),
    Mark.LEFT_OUT: (ft.Icons.CONTENT_CUT, Tone.MUTED),
}


def sheets(
    editing: Editing, rows: Sequence[RepairRow], first: int, room: Room, show_all: Tap | None
) -> ft.Control:
    """The panel, from the turn `first` on; `show_all` shows the others, None once they are."""
    say, large = editing.session.words.say, room.large_text
    shown = rows if show_all is None else rows[first - 1 : first - 1 + _MOST]
    tall = large or _narrow(rows, room)
    lines = [
        keyed(f"row-{row.turn}", SheetRow, editing, row, large=large, tall=tall) for row in shown
    ]
    head = [] if large else [_head(say("as recorded"), say("repaired"))]
    more: list[ft.Control] = []
    if len(shown) < len(rows) and show_all is not None:
        more.append(
            button(say("Show all turns"), show_all, identifier="repair-all", look=QUIET, height=48)
        )
    title = say("Before and after")
    return panel([*head, stretched(lines, spacing=0), *more], title=title, spacing=6, key="sheets")


def _narrow(rows: Sequence[RepairRow], room: Room) -> bool:
    """Whether names are too long for what was done to stand in their line."""
    names = {cell.player for row in rows for cell in (row.before, row.after) if cell}
    width = (min(room.width, WIDEST) - _AROUND) / 2
    if room.shape is not Shape.TALL:
        width = (min(room.width, WIDE) / 2 - _AROUND) / 2
    return widest_word(names, _SIZE, TEXT.semibold, room.text_scale) + _BESIDE > width


def _head(before: str, after: str) -> ft.Control:
    cells: list[ft.Control] = [
        ft.Container(width=_NUMBER),
        text(before, size=13, tone=Tone.MUTED, expand=True),
        text(after, size=13, tone=Tone.MUTED, expand=True),
    ]
    return ft.Row(cells, spacing=8)


@ft.component
@boundary
def SheetRow(editing: Editing, row: RepairRow, *, large: bool, tall: bool) -> ft.Control:
    """One turn twice; where text is large the two stand below each other. What was done stands
    below a name in a `tall` row.
    """
    number = text(str(row.turn), size=13.5, tone=Tone.MUTED)
    cells: list[ft.Control] = [
        _cell(row.before, Mark.SAME, muted=row.before != row.after, tall=tall),
        _cell(row.after, row.mark, muted=False, tall=tall),
    ]
    if large:
        shown: ft.Control = stretched([number, *cells], spacing=4)
    else:
        for cell in cells:
            cell.expand = True
        shown = ft.Row([ft.Container(number, width=_NUMBER), *cells], spacing=8)
    padded = ft.Container(shown, padding=ft.Padding.symmetric(vertical=5))
    identifier, line = f"turn-{row.turn}", ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE))
    target = touchable(
        min_height(padded, align=ft.Alignment.CENTER_LEFT),
        editing.on_tap(_looking_at(row.turn), identifier) if row.after else None,
        identifier=identifier,
        label=row.says,
        selected=row.chosen,
        radius=8,
        bgcolor=Tone.QUIET if row.chosen else None,
        height=None,
    )
    return ft.Container(target, border=line)


def _cell(cell: TurnCell | None, mark: Mark, *, muted: bool, tall: bool) -> ft.Control:
    """Who and what; what differs stands out by its weight and by a sign."""
    if cell is None:
        return ft.Row([text("–", tone=Tone.MUTED)])
    sign, tone = _SIGNS.get(mark, (None, Tone.INK))
    ink = Tone.MUTED if muted else tone
    moved = mark in {Mark.OTHER_PLAYER, Mark.NEW}
    name = text(cell.player, size=_SIZE, tone=ink, leading=1.2)
    name.expand = name.expand_loose = True
    if moved:
        name.font_family = TEXT.semibold
    dot = tint_dot(cell.tint, _DOT) if cell.tint >= 0 else disc(_DOT, Tone.LINE)
    done = card_tag(cell.text, cell.suit, size=14)
    signs: list[ft.Control] = [ft.Icon(sign, size=14, color=tone)] if sign else []
    if not tall:
        return ft.Row([dot, name, done, *signs], spacing=6)
    below = ft.Row([done, *signs], spacing=6)
    words = ft.Column([*([name] if cell.player else []), below], spacing=2, tight=True)
    words.expand = True
    name.expand = None
    top = ft.CrossAxisAlignment.START
    return ft.Row(
        [ft.Container(dot, padding=ft.Padding.only(top=_TO_LINE)), words],
        spacing=6,
        vertical_alignment=top,
    )


def _looking_at(turn: int) -> RepairEdit:
    return lambda form: form.looking_at(turn)
