"""Putting a series away, and deleting it."""

from __future__ import annotations

import flet as ft

from companion.ui.deleted import archive, delete
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.routes.screens import Room
from companion.ui.session import Session

_NARROW = 420


def keeping(session: Session, number: int, room: Room) -> ft.Control:
    """The panel: what home does not have to list, and what shall be gone."""
    say = session.words.say
    archived = number in session.watched.catalogue.archived
    narrow = room.width < _NARROW

    async def put_in_archive() -> None:
        await archive(session, number, whether=not archived)

    away = button(
        say("Bring back") if archived else say("Archive"),
        session.tap(put_in_archive),
        identifier="archive-series",
        look=SECONDARY,
        icon=ft.Icons.UNARCHIVE_OUTLINED if archived else ft.Icons.ARCHIVE_OUTLINED,
        height=52,
        narrow=narrow,
    )
    gone = button(
        say("Delete"),
        session.tap(delete, session, number),
        identifier="delete-series",
        look=SECONDARY,
        icon=ft.Icons.DELETE_OUTLINE,
        height=52,
        narrow=narrow,
    )
    says = (
        say("This series is archived: the home screen does not list it.")
        if archived
        else say("Archived series are not listed on the home screen. Deleted ones can be put back.")
    )
    rows = [
        text(says, size=14, tone=Tone.MUTED),
        row_or_column([away, gone], large=room.large_text),
    ]
    return panel([stretched(rows, spacing=12)], title=say("Keep or delete"), key="keeping")
