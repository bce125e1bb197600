"""The turns of a round, the latest first: who, what, what could have been played, the verdict."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import keyed
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import WARNING, notice
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.table.turn_list import tint_dot, verdict_pill
from companion.ui.screens import Room
from companion.ui.session import Session
from companion.ui.theme import Tone
from companion.views.at_table.turns import MetTurn, TurnsView

_NUMBER = 30
"""How much room a turn's number has, in dp."""


@ft.component
@boundary
def TurnsPage(session: Session, view: TurnsView, path: str, room: Room, refusal: str) -> ft.Control:
    """The whole screen; a pass leads to its verdict, which lies upon this `path`."""
    say = session.words.say
    doubts = [notice(view.doubt, identifier="doubt", look=WARNING)] if view.doubt else []
    scale, large = room.text_scale, room.large_text
    rows = [
        keyed(f"turn-{one.line.turn}", TurnLineRow, session, one, path, scale, large=large)
        for one in view.turns
    ]
    return paper(
        view.title,
        [_list(rows) if rows else text(view.empty, tone=Tone.MUTED)],
        room,
        subtitle=view.subtitle,
        notices=[*refusals(session, refusal), *doubts],
        on_back=session.tap(session.back),
        back_says=say("Back"),
    )


def _list(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(
        rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


@ft.component
@boundary
def TurnLineRow(
    session: Session, turn: MetTurn, path: str, scale: float, *, large: bool
) -> ft.Control:
    """A turn, in two lines where text is large; a pass can be tapped."""
    line = turn.line
    identifier = f"turn-{line.turn}"
    draw = _two_lines if large else _row
    row = ft.Container(draw(turn, scale), padding=ft.Padding.symmetric(vertical=8))
    target = (
        touchable(
            row,
            session.tap(session.go, f"{path}/verdict/{line.turn}"),
            identifier=identifier,
            height=None,
            radius=8,
        )
        if line.verdict
        else ft.Semantics(content=row, identifier=identifier, container=True)
    )
    return ft.Container(target, border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)))


def _row(turn: MetTurn, scale: float) -> ft.Control:
    return ft.Row([*_whose(turn, scale), *_done(turn)], spacing=10)


def _two_lines(turn: MetTurn, scale: float) -> ft.Control:
    """Who and what was met, and below what was done."""
    done = ft.Row(
        _done(turn), spacing=10, run_spacing=0, wrap=True, alignment=ft.MainAxisAlignment.END
    )
    across = ft.CrossAxisAlignment.STRETCH
    who = ft.Row(_whose(turn, scale), spacing=10)
    return ft.Column([who, done], spacing=2, tight=True, horizontal_alignment=across)


def _whose(turn: MetTurn, scale: float) -> list[ft.Control]:
    """The turn's number, its player, and what could have been played."""
    line, left = turn.line, ft.Alignment.CENTER_LEFT
    number = min_height(text(str(line.turn), size=14, tone=Tone.MUTED), align=left)
    words: list[ft.Control] = [
        text(line.player, size=16, face=TEXT.semibold),
        text(turn.met, size=12.5, tone=Tone.MUTED, leading=1.25),
    ]
    return [
        ft.Container(number, width=_NUMBER * scale),
        tint_dot(line.tint, 10),
        ft.Column(words, spacing=1, tight=True, expand=True),
    ]


def _done(turn: MetTurn) -> list[ft.Control]:
    """The card or the pass, with its verdict."""
    line = turn.line
    tone = Tone.MUTED if line.verdict else Tone.INK
    done = text(line.text, size=16, tone=tone, face=TEXT.semibold)
    return [done, _verdict(turn)] if line.verdict else [done]


def _verdict(turn: MetTurn) -> ft.Control:
    line = turn.line
    marks: list[ft.Control] = [
        named(f"verdict-{line.turn}", verdict_pill(line, on_felt=False)),
    ]
    if turn.waived_text:
        marks.append(text(turn.waived_text, size=12, tone=Tone.MUTED))
    return ft.Column(
        marks,
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
