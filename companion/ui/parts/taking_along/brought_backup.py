"""What a backup would bring: in a sentence, then series by series."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.touch import Tap
from companion.views.brought_backup import BackupLine, BackupView

Choose = Callable[[int], Tap]
"""The handler that adds the series at a place of the backup, or leaves it out."""


def backup_panel(view: BackupView, choose: Choose) -> ft.Control:
    """The panel; series that are not taken stand in grey, and say why. Those that would stand
    beside another one can be chosen.
    """
    title = named("backup-title", heading(view.title, size=20), live=True)
    rows: list[ft.Control] = [title]
    rows += [text(remark, size=14, tone=Tone.MUTED) for remark in view.remarks]
    rows += [_line(line, number, choose) for number, line in enumerate(view.lines, 1)]
    if view.further_lines:
        rows.append(text(view.further_lines, size=14, tone=Tone.MUTED))
    return panel(rows, key="backup")


def _line(line: BackupLine, number: int, choose: Choose) -> ft.Control:
    tone = Tone.INK if line.taken else Tone.MUTED
    mark = ft.Icons.ADD if line.taken else ft.Icons.CHECK
    words: list[ft.Control] = [
        text(line.name, size=16, face=TEXT.semibold, tone=tone),
        text(line.beneath, size=13, tone=Tone.MUTED),
        named(f"backup-{number}", text(line.state, size=13, face=TEXT.medium, tone=tone)),
    ]
    if line.choose_says:
        chooses = button(
            line.choose_says,
            choose(line.place),
            identifier=f"choose-{number}",
            look=SECONDARY,
            height=48,
            tight=True,
        )
        words.append(ft.Container(chooses, padding=ft.Padding.symmetric(vertical=6)))
    return ft.Row(
        [
            ft.Icon(mark, size=20, color=Tone.HEADING if line.taken else Tone.MUTED),
            ft.Column(words, spacing=2, tight=True, expand=True),
        ],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
        key=f"backup-{line.place}",
    )
