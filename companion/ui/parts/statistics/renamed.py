"""What the last change of a player's name did, and what takes it back."""

from __future__ import annotations

import flet as ft

from companion.desk.renaming import Renaming
from companion.ui import people
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import text
from companion.ui.session import Session
from companion.views.of_players.renaming import renamed_view


def renamed_panel(session: Session, renamed: Renaming | None) -> list[ft.Control]:
    """The panel; nothing where no name was changed since the start."""
    view = renamed_view(renamed, session.words)
    if view is None:
        return []
    acts = [
        button(
            view.undo,
            session.tap(people.take_back, session, view.renamed),
            identifier="undo-rename",
            look=SECONDARY,
            icon=ft.Icons.UNDO,
            height=48,
            tight=True,
        )
    ]
    if view.again:
        on_tap = session.tap(people.go_on, session, view.renamed)
        acts.append(button(view.again, on_tap, identifier="rename-again", height=48, tight=True))
    said = ft.Semantics(
        content=ft.Row(
            [text(view.says, size=15), ft.Row(acts, spacing=8, run_spacing=8, wrap=True)],
            spacing=12,
            run_spacing=8,
            wrap=True,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        identifier="renamed",
        container=True,
        live_region=True,
    )
    return [panel([said], key="renamed")]
