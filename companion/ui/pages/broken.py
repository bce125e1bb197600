"""A screen that could not be drawn: the evening is not lost, for here is its score sheet."""

from __future__ import annotations

import flet as ft

from companion.core.sheet import dumps
from companion.ui.parts.basics.buttons import button
from companion.ui.parts.basics.panels import WARNING, notice, panel
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.basics.text import text
from companion.ui.session import Session


def broken(session: Session) -> ft.Control:
    """Says so, and shows the score sheet of the series."""
    say, snapshot = session.words.say, session.watched.snapshot
    told = say("This screen cannot be shown. What was recorded is safe; here is the score sheet.")
    sheet = dumps(snapshot.log) if snapshot else ""
    shown = [panel([text(sheet, size=13)], title=say("Score sheet"))] if sheet else []
    return paper(
        say("Something went wrong"),
        [notice(told, identifier="broken", look=WARNING), *shown],
        session.shown.room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        actions=[button(say("Home"), session.tap(session.go, "/"), identifier="home", expand=True)],
    )
