"""The false passes of a round that is over, a row each that opens its verdict."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.people.avatars import avatar
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_series.round_over import FalsePass

_ROW = 60


def false_passes(session: Session, passes: Sequence[FalsePass], room: Room) -> list[ft.Control]:
    """A panel with a row for each, which opens its verdict; nothing where there is none."""
    if not passes:
        return []
    last = passes[-1]
    draw = _false_pass_in_two_lines if room.large_text else _false_pass
    rows = [draw(session, false_pass, lined=false_pass is not last) for false_pass in passes]
    return [panel(rows, title=session.words.say("False passes"), spacing=0)]


def _false_pass(session: Session, false_pass: FalsePass, *, lined: bool) -> ft.Control:
    """A row that opens the verdict, which itself can be told apart in it."""
    who, ruled = _who_passed(session, false_pass), _how_ruled(session, false_pass)
    return _ruled_off(
        ft.Row([ft.Container(who, expand=True), ruled], spacing=8), false_pass, lined=lined
    )


def _false_pass_in_two_lines(session: Session, false_pass: FalsePass, *, lined: bool) -> ft.Control:
    """The same with the verdict beneath."""
    lines = [_who_passed(session, false_pass), ft.Row([_how_ruled(session, false_pass)])]
    across = ft.CrossAxisAlignment.STRETCH
    column = ft.Column([*lines], spacing=0, tight=True, horizontal_alignment=across)
    return _ruled_off(column, false_pass, lined=lined)


def _ruled_off(row: ft.Control, false_pass: FalsePass, *, lined: bool) -> ft.Control:
    line = ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)) if lined else None
    return ft.Container(row, border=line, key=f"turn-{false_pass.turn}")


def _who_passed(session: Session, false_pass: FalsePass) -> ft.Control:
    words: list[ft.Control] = [
        text(false_pass.player.name, size=16, face=TEXT.semibold),
        text(false_pass.beneath, size=13, tone=Tone.MUTED),
    ]
    who = ft.Row(
        [
            avatar(false_pass.player.initial, false_pass.player.tint, size=32),
            ft.Column(words, spacing=2, tight=True, expand=True),
        ],
        spacing=12,
    )
    return touchable(
        min_height(ft.Container(who, padding=ft.Padding.symmetric(vertical=6)), _ROW),
        session.tap(session.open, f"verdict/{false_pass.turn}"),
        identifier=f"turn-{false_pass.turn}",
        label=false_pass.says,
        height=None,
    )


def _how_ruled(session: Session, false_pass: FalsePass) -> ft.Control:
    more = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)
    ruled = ft.Row([_mark(false_pass), more], spacing=4, tight=True)
    target = min_height(ruled, _ROW)
    return touchable(
        target,
        session.tap(session.open, f"verdict/{false_pass.turn}"),
        identifier=f"verdict-{false_pass.turn}",
        height=None,
    )


def _mark(false_pass: FalsePass) -> ft.Control:
    ground, words = (Tone.QUIET, Tone.INK) if false_pass.waived else (Tone.DANGER, Tone.ON_DANGER)
    return ft.Container(
        text(false_pass.mark, size=12, tone=words, face=TEXT.semibold, leading=1.2),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=9, vertical=3),
    )
