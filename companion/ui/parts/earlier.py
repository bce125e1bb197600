"""The list of earlier series, and the buttons to archive or delete one."""

import flet as ft

from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import (
    secondary_button,
)
from companion.ui.parts.basics.panels import panel, row_or_column, stretched
from companion.ui.parts.basics.text import text
from companion.ui.routes import Room
from companion.ui.session import Session, archive, delete

_NARROW = 420
"""The width of a window below which buttons side by side are narrow, in dp."""


def keeping(session: Session, number: int, room: Room) -> ft.Control:
    """Build the panel that archives or deletes a series."""
    say = session.words.say
    archived = number in session.watched.catalogue.archived
    narrow = room.width < _NARROW

    async def put_in_archive() -> None:
        await archive(session, number, whether=not archived)

    away = secondary_button(
        say("Bring back") if archived else say("Archive"),
        session.tap(put_in_archive),
        identifier="archive-series",
        icon=ft.Icons.UNARCHIVE_OUTLINED if archived else ft.Icons.ARCHIVE_OUTLINED,
        narrow=narrow,
    )
    gone = secondary_button(
        say("Delete"),
        session.tap(delete, session, number),
        identifier="delete-series",
        icon=ft.Icons.DELETE_OUTLINE,
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
