"""The notice at the top of a screen when the desk refused something."""

from __future__ import annotations

import flet as ft

from companion.ui.parts.basics.panels import notice
from companion.ui.session import Session


def refusals(session: Session, refusal: str) -> list[ft.Control]:
    """The refusal with a way to put it away; nothing while there is none."""
    if not refusal:
        return []
    close = session.words.say("Close")
    return [
        notice(
            refusal,
            identifier="refusal",
            on_close=session.tap(session.close_notice),
            close_says=close,
        )
    ]
