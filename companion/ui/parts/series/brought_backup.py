"""What a backup would bring: in a sentence, then series by series."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import heading, named, text
from companion.views.backing_up import BackupLine, BackupView


def backup_panel(view: BackupView) -> ft.Control:
    """The panel; series that are not taken stand in grey, and say why."""
    title = named("backup-title", heading(view.title, size=20), live=True)
    rows: list[ft.Control] = [title]
    rows += [text(remark, size=14, tone=Tone.MUTED) for remark in view.remarks]
    rows += [_line(line, place) for place, line in enumerate(view.lines, 1)]
    if view.further_lines:
        rows.append(text(view.further_lines, size=14, tone=Tone.MUTED))
    return panel(rows, key="backup")


def _line(line: BackupLine, place: int) -> ft.Control:
    tone = Tone.INK if line.taken else Tone.MUTED
    mark = ft.Icons.ADD if line.taken else ft.Icons.CHECK
    words: list[ft.Control] = [
        text(line.name, size=16, face=TEXT.semibold, tone=tone),
        text(line.beneath, size=13, tone=Tone.MUTED),
        named(f"backup-{place}", text(line.state, size=13, face=TEXT.medium, tone=tone)),
    ]
    return ft.Row(
        [
            ft.Icon(mark, size=20, color=Tone.HEADING if line.taken else Tone.MUTED),
            ft.Column(words, spacing=2, tight=True, expand=True),
        ],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
