"""The turns of a round, the latest first: who, what, what could have been played, the verdict."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import keyed, memo
from companion.ui.link import Link
from companion.ui.parts.panels import WARNING, notice
from companion.ui.parts.paper import paper
from companion.ui.parts.refusal import refusals
from companion.ui.parts.text import named, text
from companion.ui.parts.touch import LEAST, touchable
from companion.ui.parts.turn_list import tint_dot, verdict_pill
from companion.ui.theme import Tone
from companion.views.turns import MetTurn, TurnsView


@ft.component
@boundary
def TurnsPage(link: Link, view: TurnsView, path: str, refusal: str) -> ft.Control:
    """The whole screen; a pass leads to its verdict, which lies upon this `path`."""
    say = link.words.say
    doubts = [notice(view.doubt, identifier="doubt", look=WARNING)] if view.doubt else []
    rows = [keyed(f"turn-{one.line.turn}", TurnLineRow, link, one, path) for one in view.turns]
    return paper(
        view.title,
        [_list(rows) if rows else text(view.empty, tone=Tone.MUTED)],
        subtitle=view.subtitle,
        notices=[*refusals(link, refusal), *doubts],
        on_back=link.tap(link.back),
        back_says=say("Back"),
    )


def _list(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(
        rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


@memo
@ft.component
@boundary
def TurnLineRow(link: Link, turn: MetTurn, path: str) -> ft.Control:
    """A turn; a pass can be tapped."""
    line = turn.line
    identifier = f"turn-{line.turn}"
    row = ft.Container(_row(turn), padding=ft.Padding.symmetric(vertical=8))
    target = (
        touchable(
            row,
            link.tap(link.go, f"{path}/verdict/{line.turn}"),
            identifier=identifier,
            height=None,
            radius=8,
        )
        if line.verdict
        else ft.Semantics(content=row, identifier=identifier, container=True)
    )
    return ft.Container(target, border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)))


def _row(turn: MetTurn) -> ft.Control:
    line = turn.line
    cells: list[ft.Control] = [
        ft.Container(
            text(str(line.turn), size=14, tone=Tone.MUTED, lines=1),
            width=30,
            height=LEAST,
            alignment=ft.Alignment.CENTER_LEFT,
        ),
        tint_dot(line.tint, 10),
        ft.Column(
            [
                text(line.player, size=16, face=TEXT.semibold, lines=1),
                text(turn.met, size=12.5, tone=Tone.MUTED, leading=1.25),
            ],
            spacing=1,
            tight=True,
            expand=True,
        ),
        text(
            line.text,
            size=16,
            tone=Tone.MUTED if line.verdict else Tone.INK,
            face=TEXT.semibold,
        ),
    ]
    if line.verdict:
        cells.append(_verdict(turn))
    return ft.Row(cells, spacing=10)


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
