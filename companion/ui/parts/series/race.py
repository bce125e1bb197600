"""The race: a bar a player, the one who is ahead first."""

from __future__ import annotations

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.ui.theme import AVATARS, Tone
from companion.views.standings import RaceLine, RaceView

_SHORT_NAME = 8
"""Longer names stand above their bar."""

_WHOLE = 1000
"""A bar's length in parts, for Flet divides room in whole shares."""


def race_panel(race: RaceView, scale: float = 1) -> ft.Control:
    """The race as a panel with its forecast; `scale` is that of the device's text."""
    above = scale > 1 or any(len(line.player.name) > _SHORT_NAME for line in race.lines)
    draw = _name_above if above else _name_before
    rows = [draw(line, scale, in_points=race.in_points) for line in race.lines]
    if race.forecast:
        rows.append(named("forecast", text(race.forecast, size=13, tone=Tone.MUTED)))
    return panel(rows, title=race.title, beside=race.beside, spacing=10)


def _name_before(line: RaceLine, scale: float, *, in_points: bool) -> ft.Control:
    name = ft.Container(text(line.player.name, face=TEXT.medium, lines=1), width=68 * scale)
    cells = [name, _bar(line, in_points=in_points), *_count(line, scale, in_points=in_points)]
    return _line(line, ft.Row(cells, spacing=8))


def _name_above(line: RaceLine, scale: float, *, in_points: bool) -> ft.Control:
    name = text(line.player.name, size=14, face=TEXT.medium)
    cells = [_bar(line, in_points=in_points), *_count(line, scale, in_points=in_points)]
    row = ft.Row(cells, spacing=8)
    return _line(line, ft.Column([name, row], spacing=0, tight=True))


def _line(line: RaceLine, content: ft.Control) -> ft.Control:
    return ft.Container(content, key=f"race-{line.player.handle}")


def _count(line: RaceLine, scale: float, *, in_points: bool) -> list[ft.Control]:
    kind = "points" if in_points else "chips"
    total = text(
        line.total_text, size=16, face=TEXT.bold, lines=1, align=ft.TextAlign.END, leading=1.2
    )
    said = named(f"{kind}-{line.player.handle}", total)
    cells: list[ft.Control] = [ft.Container(said, width=42 * scale)]
    if line.added:
        added = text(line.added, size=13, tone=Tone.MUTED, lines=1, align=ft.TextAlign.END)
        cells.append(ft.Container(added, width=32 * scale))
    return cells


def _bar(line: RaceLine, *, in_points: bool) -> ft.Control:
    colour = AVATARS[line.player.tint % len(AVATARS)]
    reach = round(abs(line.share) * _WHOLE)
    filled, free = ft.Container(bgcolor=colour, border_radius=6), _WHOLE - reach
    filled.expand = reach
    rest = ft.Container(expand=free)
    if in_points:
        cells = [filled, rest]
    elif line.share < 0:
        cells = [rest, filled, ft.Container(expand=_WHOLE)]
    else:
        cells = [ft.Container(expand=_WHOLE), filled, rest]
    shown: list[ft.Control] = [cell for cell in cells if cell.expand]
    return ft.Container(
        ft.Row(shown, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        height=12,
        bgcolor=Tone.QUIET,
        border_radius=6,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        expand=True,
    )
