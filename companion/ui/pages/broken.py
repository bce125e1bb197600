"""A screen that could not be drawn: the evening is not lost, for here is its score sheet."""

from __future__ import annotations

import flet as ft

from companion.core.sheet import dumps
from companion.ui.link import Link
from companion.ui.parts.basics.buttons import button
from companion.ui.parts.basics.panels import WARNING, notice, panel
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.basics.text import text


def broken(link: Link) -> ft.Control:
    """Says so, and shows the score sheet of the series."""
    say, snapshot = link.words.say, link.watched.snapshot
    told = say("This screen cannot be shown. What was recorded is safe; here is the score sheet.")
    sheet = dumps(snapshot.log) if snapshot else ""
    shown = [panel([text(sheet, size=13)], title=say("Score sheet"))] if sheet else []
    return paper(
        say("Something went wrong"),
        [notice(told, identifier="broken", look=WARNING), *shown],
        link.shown.room,
        on_back=link.tap(link.back),
        back_says=say("Back"),
        actions=[button(say("Home"), link.tap(link.go, "/"), identifier="home", expand=True)],
    )
