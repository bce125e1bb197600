"""The turns of a round, the latest first: who, what, what could have been played, the verdict."""

from __future__ import annotations

from collections.abc import Iterable

import flet as ft

from companion.core.judging.change import Change
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import WARNING, notice
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.cards.card_tag import card_tag
from companion.ui.parts.repair.slips import slips_panel
from companion.ui.parts.table.turn_list import tint_dot, verdict_pill
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.at_table.turns import MetTurn, TurnLine, TurnsView

_NUMBER = 30
"""How much room a turn's number has, in dp."""


@ft.component
@boundary
def TurnsPage(session: Session, view: TurnsView, path: str, room: Room, refusal: str) -> ft.Control:
    """The whole screen; a turn leads to its repair, which lies upon this `path`, and the verdict of
    a pass leads to the whole of it.
    """
    say = session.words.say
    doubts = [notice(view.doubt, identifier="doubt", look=WARNING)] if view.doubt else []
    slips: list[ft.Control] = []
    if view.slips:
        deny = session.tap(_deny, session, view.number, view.slips.changes)
        slips, doubts = [slips_panel(session, view.slips, path, room, deny), *doubts], []
    scale, large = room.text_scale, room.large_text
    rows = [
        keyed(f"turn-{one.line.turn}", TurnLineRow, session, one, path, scale, large=large)
        for one in view.turns
    ]
    undone = [
        keyed(f"undone-{line.turn}", UndoneRow, line, view.undone_says, scale, large=large)
        for line in view.undone
    ]
    return paper(
        view.title,
        [*slips, _list([*undone, *rows]) if rows or undone else text(view.empty, tone=Tone.MUTED)],
        room,
        subtitle=view.subtitle,
        notices=[*refusals(session, refusal), *doubts],
        on_back=session.tap(session.back),
        back_says=say("Back"),
    )


async def _deny(session: Session, number: int, changes: Iterable[Change]) -> None:
    """Note on this device that none of these changes of that round was a slip: whoever passed
    passed falsely. The record need not say so, for the fines do.
    """
    if session.table:
        series = session.table.snapshot.number
        session.shown.denied |= {(series, number, change) for change in changes}


def _list(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(
        rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


@ft.component
@boundary
def TurnLineRow(
    session: Session, turn: MetTurn, path: str, scale: float, *, large: bool
) -> ft.Control:
    """A turn, in two lines where text is large."""
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
    """Whose turn it was and what was done; a tap opens it to be repaired."""
    line = turn.line
    done = card_tag(line.text, line.suit)
    # A verdict takes the place of the sign that a row opens, lest it seem to open the verdict.
    sign = [] if line.verdict else [ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)]
    row = _row(_whose(turn.line, turn.met, scale), [done, *sign], large=large)
    return touchable(
        ft.Container(row, padding=ft.Padding.symmetric(vertical=8)),
        session.tap(session.go, f"{path}/repair/{line.turn}"),
        identifier=f"turn-{line.turn}",
        height=None,
        radius=8,
    )


@ft.component
@boundary
def UndoneRow(line: TurnLine, says: str, scale: float, *, large: bool) -> ft.Control:
    """A turn that was taken back and can be taken again, in grey."""
    done = text(line.text, size=16, tone=Tone.MUTED)
    row = _row(_whose(line, says, scale, muted=True), [done], large=large)
    padding = ft.Padding.only(top=8, bottom=8, right=30)
    return ft.Semantics(
        content=ft.Container(
            row, padding=padding, border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE))
        ),
        identifier=f"undone-{line.turn}",
        container=True,
    )


def _row(who: list[ft.Control], done: list[ft.Control], *, large: bool) -> ft.Control:
    """Who, and what was done behind it; below it where text is large."""
    if not large:
        return ft.Row([*who, *done], spacing=10)
    end = ft.Row(done, spacing=10, alignment=ft.MainAxisAlignment.END)
    return stretched([ft.Row(who, spacing=10), end], spacing=2)


def _whose(line: TurnLine, beneath: str, scale: float, *, muted: bool = False) -> list[ft.Control]:
    """The turn's number, its player, and a line beneath."""
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
    """The verdict in a word, which leads to the whole of it."""
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
