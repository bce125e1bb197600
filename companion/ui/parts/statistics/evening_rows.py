"""Evenings of a player, each leading to its series."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.parts.basics.panels import list_row
from companion.ui.parts.basics.text import text
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_players.player import EveningLine


def evening_rows(
    session: Session, lines: Sequence[EveningLine], room: Room, name: str
) -> list[ft.Control]:
    """The rows; their identifiers begin with that name."""
    return [
        list_row(
            line.name,
            identifier=f"{name}-{line.number}",
            beneath=line.beneath,
            on_tap=session.tap(session.go, f"/series/{line.number}"),
            after=None if room.large_text else text(line.chips, size=16, face=TEXT.semibold),
            figure=line.chips if room.large_text else "",
            label=line.says,
            lined=line is not lines[-1],
            key=f"{name}-{place}",
        )
        for place, line in enumerate(lines)
    ]
