"""The game told in sentences, a panel a chapter."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import side_by_side, stretched
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import text
from companion.ui.routes.screens import Room
from companion.views.setting_up.game_told import Chapter


def chapters(told: Sequence[Chapter], room: Room) -> list[ft.Control]:
    """The chapters one below the other; in a wide window in two columns."""
    panels = [_chapter(chapter) for chapter in told]
    if not room.two_columns:
        return panels
    half = (len(panels) + 1) // 2
    return [side_by_side(panels[:half], panels[half:])]


def _chapter(chapter: Chapter) -> ft.Control:
    lines: list[ft.Control] = [text(sentence) for sentence in chapter.sentences]
    if chapter.source:
        lines.append(text(chapter.source, size=12, tone=Tone.MUTED))
    said = ft.Semantics(
        content=stretched(lines, spacing=6), identifier=f"told-{chapter.name}", container=True
    )
    return panel([said], title=chapter.title)
