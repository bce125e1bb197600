"""How far adding up, or renaming, is."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.views.of_players.players import ProgressView


def progress_panel(progress: ProgressView | None) -> list[ft.Control]:
    """A bar with words over it; nothing while nothing is under way."""
    if progress is None:
        return []
    bar = ft.ProgressBar(value=progress.share or None, bar_height=8, border_radius=4)
    bar.color, bar.bgcolor = Tone.ACTION, Tone.QUIET
    bar.semantics_label = progress.says
    said = named("adding-up", text(progress.says), live=True)
    return [panel([said, bar], key="adding-up")]
