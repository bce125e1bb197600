"""The race: a bar a player, the one who is ahead first."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.people.avatars import player_colour
from companion.views.of_series.standings import RaceLine, RaceView

_NAME, _NAME_ROOM = 15, 68
"""The size of a name before its bar, and its room in dp; wider names stand above their bar."""

_WHOLE = 1000
"""A bar's length in parts, for Flet divides room in whole shares."""


def race_panel(race: RaceView, scale: float = 1) -> ft.Control:
    """The race as a panel with its forecast; `scale` is that of the device's text."""
    names = [text_width(line.player.name, _NAME, TEXT.medium) for line in race.lines]
    above = scale > 1 or max(names, default=0) > _NAME_ROOM
    added = any(line.added for line in race.lines)
    rows = [
        _line(line, scale, above=above, in_points=race.in_points, added=added)
        for line in race.lines
    ]
    if race.tie:
        rows.append(notice(race.forecast, identifier="forecast", look=REMARK))
    elif race.forecast:
        rows.append(named("forecast", text(race.forecast, size=13, tone=Tone.MUTED)))
    return panel(rows, title=race.title, beside=race.beside, spacing=10)


def _line(line: RaceLine, scale: float, *, above: bool, in_points: bool, added: bool) -> ft.Control:
    """The name before its bar and the total, or above them; with `added` there is room for what the
    last round brought, so that the bars of those who did not sit in it are as long as all others.
    """
    key = f"race-{line.player.handle}"
    bar = [_bar(line, in_points=in_points), *_count(line, scale, in_points=in_points, added=added)]
    lines: list[ft.Control]
    remark = [text(line.remark, size=12, tone=Tone.MUTED)] if line.remark else []
    if above:
        name = text(line.player.name, size=14, face=TEXT.medium)
        lines = [name, ft.Row(bar, spacing=8), *remark]
    else:
        name = text(line.player.name, size=_NAME, face=TEXT.medium, lines=1)
        before = ft.Container(name, width=_NAME_ROOM * scale)
        lines = [ft.Row([before, *bar], spacing=8), *remark]
    return ft.Column(lines, spacing=0, tight=True, key=key)


def _count(line: RaceLine, scale: float, *, in_points: bool, added: bool) -> list[ft.Control]:
    kind = "points" if in_points else "chips"
    total = text(
        line.total_text, size=16, face=TEXT.bold, lines=1, align=ft.TextAlign.END, leading=1.2
    )
    said = named(f"{kind}-{line.player.handle}", total)
    cells: list[ft.Control] = [ft.Container(said, width=42 * scale)]
    if added:
        gain = text(line.added, size=13, tone=Tone.MUTED, lines=1, align=ft.TextAlign.END)
        cells.append(ft.Container(gain, width=32 * scale))
    return cells


def _bar(line: RaceLine, *, in_points: bool) -> ft.Control:
    reach = round(abs(line.share) * _WHOLE)
    bar = ft.Container(bgcolor=player_colour(line.player.tint), border_radius=6, expand=reach)
    rest, half = ft.Container(expand=_WHOLE - reach), ft.Container(expand=_WHOLE)
    about_zero = [rest, bar, half] if line.share < 0 else [half, bar, rest]
    cells = [bar, rest] if in_points else about_zero
    shown: list[ft.Control] = [cell for cell in cells if cell.expand]
    return ft.Container(
        ft.Row(shown, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        height=12,
        bgcolor=Tone.QUIET,
        border_radius=6,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        expand=True,
    )
