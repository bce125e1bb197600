"""The pages of the turns and of a verdict."""

from collections.abc import Iterable

import flet as ft

from companion.core.slips import Change
from companion.ui.acting import Hands
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.frames import frame
from companion.ui.parts.basics.panels import (
    WARNING,
    min_height,
    notice,
    stretched,
)
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.cards.card_face import card_tag
from companion.ui.parts.repairing import slips_panel
from companion.ui.parts.table.controls import tint_dot, verdict_pill
from companion.ui.parts.table.menus import use_note_menu
from companion.ui.render import render
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.ui.shown import Pointer
from companion.views.at_table.cards import NotedCard
from companion.views.at_table.turns import MetTurn, TurnLine, TurnsView
from companion.views.blocks import Document

_NUMBER = 30
"""The width of the number of a turn, in dp."""


@component
def TurnsPage(session: Session, view: TurnsView, path: str, room: Room, refusal: str) -> ft.Control:
    """Draw the page of all turns; `path` is its path."""
    doubts = [notice(view.doubt, identifier="doubt", look=WARNING)] if view.doubt else []
    slips: list[ft.Control] = []
    if view.slips:
        deny = session.tap(_deny, session, view.number, view.slips.changes)
        slips, doubts = [slips_panel(session, view.slips, path, room, deny), *doubts], []
    scale, large = room.text_scale, room.large_text
    rows = [
        keyed(f"turn-{turn.line.turn}", TurnLineRow, session, turn, path, scale, large=large)
        for turn in view.turns
    ]
    undone = [
        keyed(f"undone-{line.turn}", UndoneRow, line, view.undone_says, scale, large=large)
        for line in view.undone
    ]
    shown = _list([*undone, *rows]) if rows or undone else text(view.empty, tone=Tone.MUTED)
    return frame(
        session,
        view.title,
        [[*slips, shown]],
        room,
        refusal,
        subtitle=view.subtitle,
        notices=doubts,
    )


async def _deny(session: Session, number: int, changes: Iterable[Change]) -> None:
    """Note on this device that none of these changes of the round was a slip.

    The record has no entry, because its fines already treat the passes as false.
    """
    if session.table:
        series = session.table.snapshot.number
        session.shown.denied |= {(series, number, change) for change in changes}


def _list(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(
        rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


@component
def TurnLineRow(
    session: Session, turn: MetTurn, path: str, scale: float, *, large: bool
) -> ft.Control:
    """Draw a turn, in two lines where text is large."""
    line = turn.line
    row = _opens(session, turn, path, scale, large=large)
    marks = [_verdict(session, turn, path)] if line.verdict else []
    if large and marks:
        end = ft.Row([*marks], alignment=ft.MainAxisAlignment.END)
        shown: ft.Control = stretched([row, end], spacing=0)
    else:
        row.expand = True
        shown = ft.Row([row, *marks], spacing=2)
    return ft.Container(shown, border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)))


def _opens(session: Session, turn: MetTurn, path: str, scale: float, *, large: bool) -> ft.Control:
    """Draw the number, the player and the act of a turn; a tap opens its repair."""
    line = turn.line
    done = card_tag(line.text, line.suit)
    # A chevron beside a verdict would seem to open the verdict.
    sign = [] if line.verdict else [ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)]
    row = _row(_player_cells(turn.line, turn.met, scale), [done, *sign], large=large)
    return touchable(
        ft.Container(row, padding=ft.Padding.symmetric(vertical=8)),
        session.tap(session.go, f"{path}/repair/{line.turn}"),
        identifier=f"turn-{line.turn}",
        height=None,
        radius=8,
    )


@component
def UndoneRow(line: TurnLine, says: str, scale: float, *, large: bool) -> ft.Control:
    """Draw an undone turn that a redo can repeat, in grey."""
    done = text(line.text, size=16, tone=Tone.MUTED)
    row = _row(_player_cells(line, says, scale, muted=True), [done], large=large)
    padding = ft.Padding.only(top=8, bottom=8, right=30)
    return ft.Semantics(
        content=ft.Container(
            row, padding=padding, border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE))
        ),
        identifier=f"undone-{line.turn}",
        container=True,
    )


def _row(who: list[ft.Control], done: list[ft.Control], *, large: bool) -> ft.Control:
    """Put the act behind the player, or below where text is large."""
    if not large:
        return ft.Row([*who, *done], spacing=10)
    end = ft.Row(done, spacing=10, alignment=ft.MainAxisAlignment.END)
    return stretched([ft.Row(who, spacing=10), end], spacing=2)


def _player_cells(
    line: TurnLine, beneath: str, scale: float, *, muted: bool = False
) -> list[ft.Control]:
    """Return the number of the turn, its player, and a line beneath."""
    left = ft.Alignment.CENTER_LEFT
    number = min_height(text(str(line.turn), size=14, tone=Tone.MUTED), align=left)
    tone, face = (Tone.MUTED, TEXT.regular) if muted else (Tone.INK, TEXT.semibold)
    words: list[ft.Control] = [
        text(line.player, size=16, tone=tone, face=face),
        text(beneath, size=12.5, tone=Tone.MUTED, leading=1.25),
    ]
    return [
        ft.Container(number, width=_NUMBER * scale),
        tint_dot(line.tint, 10),
        ft.Column(words, spacing=1, tight=True, expand=True),
    ]


def _verdict(session: Session, turn: MetTurn, path: str) -> ft.Control:
    """Return the verdict in a word; a tap opens its page."""
    line = turn.line
    shown = ft.Container(
        verdict_pill(line, on_felt=False), padding=ft.Padding.symmetric(horizontal=4)
    )
    pill = touchable(
        min_height(shown),
        session.tap(session.go, f"{path}/verdict/{line.turn}"),
        identifier=f"verdict-{line.turn}",
        height=None,
        align=None,
        radius=8,
    )
    if not turn.waived_text:
        return pill
    let_go = text(turn.waived_text, size=12, tone=Tone.MUTED)
    end = ft.CrossAxisAlignment.END
    return ft.Column([pill, let_go], spacing=0, tight=True, horizontal_alignment=end)


@component
def VerdictPage(
    session: Session,
    view: Document,
    notes: tuple[NotedCard, ...],
    room: Room,
    refusal: str,
    pointer: Pointer,
) -> ft.Control:
    """Draw the page of a verdict, with the menu that corrects one of its notes."""
    use_note_menu(session, notes, pointer.menu, room)
    return render(Hands(session), view, room, refusal)
