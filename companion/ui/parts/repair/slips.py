"""The slips that would explain false passes, each one tap from the repair for it."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import QUIET, button
from companion.ui.parts.basics.columns import side_by_side, stretched
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.routes.screens import Room, Shape
from companion.ui.session import Session
from companion.views.at_table.slips import Explanation, SlipsView


def slips_panel(
    session: Session, view: SlipsView, path: str, room: Room, dismiss: Tap
) -> ft.Control:
    """The panel; repairs and verdicts lie upon this `path`."""
    icon = ft.Icon(ft.Icons.EDIT_NOTE, size=24, color=Tone.HEADING)
    title = heading(view.title, size=18, tone=Tone.INK)
    title.expand = True
    rows = [_explanation(session, explanation, path) for explanation in view.explanations]
    pair = len(rows) == 2 and room.shape is not Shape.TALL  # noqa: PLR2004 - one beside the other
    shown = [side_by_side(rows[:1], rows[1:])] if pair else rows
    says = text(view.explains, size=14, tone=Tone.MUTED)
    away: list[ft.Control] = []
    if view.no_says:
        away.append(button(view.no_says, dismiss, identifier="slips-no", look=QUIET, height=48))
    return ft.Semantics(
        content=ft.Container(
            stretched([ft.Row([icon, title], spacing=10), *shown, says, *away], spacing=10),
            bgcolor=Tone.PANEL,
            border_radius=20,
            padding=16,
            border=ft.Border.all(2, Tone.BRASS),
        ),
        identifier="slips",
        container=True,
        key="slips",
    )


def _explanation(session: Session, explanation: Explanation, path: str) -> ft.Control:
    """A slip opens the repair for it; that a pass was false, its verdict."""
    where = f"slip/{explanation.slip}" if explanation.slip else f"verdict/{explanation.turn}"
    says = text(explanation.says, face=TEXT.medium, leading=1.25, expand=True)
    chevron = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.MUTED)
    row = ft.Container(
        ft.Row([says, chevron], spacing=8), padding=ft.Padding.symmetric(horizontal=14, vertical=8)
    )
    return touchable(
        min_height(row, 52),
        session.tap(session.go, f"{path}/{where}"),
        identifier=f"slip-{explanation.slip}" if explanation.slip else f"false-{explanation.turn}",
        height=None,
        radius=14,
        bgcolor=Tone.QUIET,
    )
