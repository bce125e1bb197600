"""What shows in a window while the game nights cannot be opened: why, and a way to try again."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import button
from companion.ui.parts.basics.panels import WARNING, notice, panel
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes.screens import Room
from companion.views.cannot_open import CannotOpen
from companion.words import Words


@ft.component
@boundary
def CannotOpenPage(view: CannotOpen, words: Words, room: Room, again: Tap | None) -> ft.Control:
    """The whole screen; while it is being tried `again` is None."""
    details = ft.Semantics(
        content=text(view.details, size=13, tone=Tone.MUTED),
        identifier="cannot-open-details",
        container=True,
    )
    try_again = button(words.say("Try again"), again, identifier="try-again", expand=True)
    return paper(
        view.title,
        [
            notice(view.why, identifier="cannot-open", look=WARNING),
            text(view.kept),
            panel([details], title=words.say("Details")),
        ],
        room,
        actions=[try_again],
    )
