"""The notice at the top of a screen when the desk refused something."""

from __future__ import annotations

import flet as ft

from companion.ui.link import Link
from companion.ui.parts.basics.panels import notice


def refusals(link: Link, refusal: str) -> list[ft.Control]:
    """The refusal with a way to put it away; nothing while there is none."""
    if not refusal:
        return []
    close = link.words.say("Close")
    return [notice(refusal, identifier="refusal", on_close=link.tap(link.hush), close_says=close)]
