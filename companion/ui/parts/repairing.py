"""Parts of the repair screen: the turns before and after, the cards of a turn, what follows."""

from collections.abc import Sequence

import flet as ft

from companion.screens.follows import FollowLine
from companion.screens.repair import Mark, MoveChoice, RepairRow, TurnCell
from companion.ui.acting import Hands, handler, tap
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics import panels
from companion.ui.parts.basics.text import disc, named, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face, card_tag
from companion.ui.parts.table.controls import tint_dot
from companion.ui.routes import Viewport

_NUMBER = 26
_DOT = 9
_SIZE = 14
_SIGNS = {
    Mark.NEW: (ft.Icons.EDIT, Tone.HEADING),
    Mark.MISFIT: (ft.Icons.ERROR_OUTLINE, Tone.LOSS),
    Mark.LEFT_OUT: (ft.Icons.CONTENT_CUT, Tone.MUTED),
}


def sheet(
    hands: Hands, shown: tuple[tuple[str, str], Sequence[RepairRow]], viewport: Viewport
) -> ft.Control:
    """Draw the turns, below the heads of the two columns."""
    heads, rows = shown
    large = viewport.large_text
    lines = [keyed(f"row-{row.turn}", SheetRow, hands, row, large=large) for row in rows]
    columns = [text(words, size=13, tone=Tone.MUTED, expand=True) for words in heads]
    head = [] if large else [ft.Row([ft.Container(width=_NUMBER), *columns], spacing=6)]
    return panels.stretched([*head, panels.stretched(lines, spacing=0)], spacing=6)


@component
def SheetRow(hands: Hands, row: RepairRow, *, large: bool) -> ft.Control:
    """Draw a turn before and after the repair, with large text one below the other."""
    number = text(str(row.turn), size=13.5, tone=Tone.MUTED)
    cells: list[ft.Control] = [
        _cell(row.before, Mark.SAME, muted=row.before != row.after),
        _cell(row.after, row.mark, muted=False),
    ]
    if large:
        shown: ft.Control = panels.stretched([number, *cells], spacing=4)
    else:
        for cell in cells:
            cell.expand = True
        shown = ft.Row([ft.Container(number, width=_NUMBER), *cells], spacing=6)
    padded = ft.Container(shown, padding=ft.Padding.symmetric(vertical=5))
    identifier = f"turn-{row.turn}"
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE))
    target = touchable(
        panels.min_height(padded, align=ft.Alignment.CENTER_LEFT),
        tap(hands, row.intent, identifier),
        identifier=identifier,
        label=row.says,
        selected=row.chosen,
        radius=8,
        bgcolor=Tone.QUIET if row.chosen else None,
    )
    return ft.Container(target, border=line)


def _cell(cell: TurnCell | None, mark: Mark, *, muted: bool) -> ft.Control:
    """Draw player and move; a difference has bold letters or a sign."""
    if cell is None:
        return ft.Row([text("–", tone=Tone.MUTED)])
    sign, tone = _SIGNS.get(mark, (None, Tone.INK))
    ink = Tone.MUTED if muted else tone
    face = TEXT.semibold if mark in {Mark.OTHER_PLAYER, Mark.NEW} else TEXT.regular
    name = text(cell.player, size=_SIZE, tone=ink, face=face, leading=1.2, expand=True)
    name.expand_loose = True
    dot = tint_dot(cell.tint, _DOT) if cell.tint >= 0 else disc(_DOT, Tone.LINE)
    player: list[ft.Control] = [dot, name]
    done = [card_tag(cell.text, cell.suit, size=14)]
    if sign:
        done.append(ft.Icon(sign, size=14, color=tone))
    lines = [ft.Row(part, spacing=6, tight=True) for part in (player, done)]
    return ft.Row([*lines], spacing=6, run_spacing=3, wrap=True)


def moves(hands: Hands, cards: Sequence[MoveChoice], viewport: Viewport) -> ft.Control:
    """Draw the cards that could be played in the turn."""
    return ft.Row(
        [_card(hands, choice, viewport.text_scale) for choice in cards],
        spacing=0,
        run_spacing=4,
        wrap=True,
    )


def _card(hands: Hands, choice: MoveChoice, scale: float) -> ft.Control:
    size = CardSize(LEAST - 6, 58, scale)
    identifier = f"edit-card-{choice.face.code}"
    return touchable(
        ft.Container(card_face(choice.face, size, newest=choice.chosen, on_paper=True), padding=3),
        handler(hands, choice.intent, identifier),
        identifier=identifier,
        label=choice.says,
        selected=choice.chosen,
        width=LEAST,
        height=64,
        align=None,
    )


_ARROW = "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}"
"""An arrow that keeps the values before and after it in one line."""


def follows(_hands: Hands, lines: Sequence[FollowLine], viewport: Viewport) -> ft.Control:
    """Draw the consequences of a repair."""
    rows: list[ft.Control] = [_line(line, large=viewport.large_text) for line in lines]
    return named("repair-follows", panels.stretched(rows, spacing=6), live=True)


def _line(line: FollowLine, *, large: bool) -> ft.Control:
    tone = Tone.LOSS if line.warns else Tone.INK
    says = text(line.says, tone=tone, leading=1.25)
    if line.warns:
        says.expand = True
        icon = ft.Icon(ft.Icons.ERROR_OUTLINE, size=18, color=tone)
        return ft.Row([icon, says], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)
    if not line.amount:
        return says
    amount = text(line.amount.replace(" → ", _ARROW), face=TEXT.semibold)
    amount.semantics_label = line.amount
    if large:
        return ft.Column([says, amount], spacing=0, tight=True)
    says.expand = 2
    amount.expand = 3
    amount.text_align = ft.TextAlign.END
    return ft.Row([says, amount], spacing=10)
