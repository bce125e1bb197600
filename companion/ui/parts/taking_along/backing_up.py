"""A backup of all series, a tap away; and the way back from one."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed, use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.taking_along.saving import save_file
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.backing_up import backup_name, reminder, saved

RESTORE = "/settings/restore"


def reminding(session: Session, room: Room) -> list[ft.Control]:
    """The panel where a backup is due, with the tap that makes it."""
    night, entries = session.watched.snapshot, session.watched.catalogue.entries
    says = reminder(night, entries, session.shown.keeping, session.words)
    if not says:
        return []
    large = room.large_text
    return [keyed("reminder", BackupPanel, session, says, large=large, restores=False)]


@ft.component
@boundary
def BackupPanel(session: Session, says: str, *, large: bool, restores: bool = True) -> ft.Control:
    """The panel, which says why; once a backup was saved, what is in it."""
    done, set_done = use_state("")
    say = session.words.say

    async def back_up() -> None:
        backup = await session.archive.back_up()
        name = backup_name(session.archive.today, session.words)
        if await save_file(session, name, backup.content):
            set_done(saved(backup, session.words))

    saves = button(
        say("Back up"),
        session.tap(back_up),
        identifier="backup",
        look=SECONDARY,
        icon=ft.Icons.ARCHIVE_OUTLINED,
        height=52,
        narrow=restores,
    )
    brings_back = button(
        say("Restore"),
        session.tap(session.go, RESTORE),
        identifier="restore",
        look=SECONDARY,
        icon=ft.Icons.UNARCHIVE_OUTLINED,
        height=52,
        narrow=True,
    )
    told = notice(done, identifier="backed-up", look=REMARK)
    return panel(
        [
            text(says, size=14, tone=Tone.MUTED),
            row_or_column([saves, brings_back], large=large, spacing=10) if restores else saves,
            *([told] if done else []),
        ],
        title=say("Backup"),
    )
