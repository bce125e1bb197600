"""What the last change of a player's name did, and what takes it back."""

from __future__ import annotations

import flet as ft

from companion.desk.renaming import Renaming
from companion.ui import people
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.panels import done_panel
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
    return [done_panel(view.says, acts, "renamed")]
