"""Panels that save a score sheet or a backup, or restore one."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import flet as ft

from companion.core.objections import phrase
from companion.core.sheet import dumps
from companion.desk.table import Snapshot
from companion.ui.component import component, use_state
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import secondary_button
from companion.ui.parts.basics.panels import REMARK, notice, panel, row_or_column
from companion.ui.parts.basics.text import text
from companion.ui.session import Session
from companion.views.backups import backup_name, saved
from companion.views.of_series.exports import html_page, spreadsheet
from companion.words import Words


async def save_file(session: Session, name: str, content: bytes) -> bool:
    """Offer the file for saving; return whether it was saved, in a browser always True."""
    saved = await ft.FilePicker().save_file(file_name=name, src_bytes=content)
    return bool(saved) or session.page.web


RESTORE = "/settings/restore"


@component
def BackupPanel(session: Session, says: str, *, large: bool, restores: bool = True) -> ft.Control:
    """Draw the panel that makes a backup, and its contents once it is saved."""
    done, set_done = use_state("")
    say = session.words.say

    async def back_up() -> None:
        backup = await session.archive.backups.make()
        name = backup_name(session.archive.today, session.words)
        if await save_file(session, name, backup.content):
            set_done(saved(backup, session.words))

    go, icon = session.tap(session.go, RESTORE), ft.Icons.UNARCHIVE_OUTLINED
    restore = secondary_button(say("Restore"), go, identifier="restore", icon=icon, narrow=True)
    save = secondary_button(
        say("Back up"),
        session.tap(back_up),
        identifier="backup",
        icon=ft.Icons.ARCHIVE_OUTLINED,
        narrow=restores,
    )
    both = [save, restore]
    return panel(
        [
            text(says, size=14, tone=Tone.MUTED),
            row_or_column(both, large=large, spacing=10) if restores else save,
            *([notice(done, identifier="backed-up", look=REMARK)] if done else []),
        ],
        title=say("Backup"),
    )


@dataclass(frozen=True, slots=True)
class Export:
    """A file format of a series: its button, the ending of its name, and its contents."""

    identifier: str
    says: str
    icon: ft.IconData
    ending: str
    content: Callable[[Snapshot, Words], bytes]


_SHEET: Final = Export(
    "export",
    phrase("Save"),
    ft.Icons.DOWNLOAD,
    ".fantan",
    lambda snapshot, _: dumps(snapshot.log).encode(),
)
_TABLES: Final = (
    Export(
        "export-html",
        phrase("Page to read and to print (HTML)"),
        ft.Icons.DESCRIPTION_OUTLINED,
        ".html",
        lambda snapshot, words: html_page(snapshot, words).encode(),
    ),
    Export(
        "export-csv",
        phrase("Table for spreadsheets (CSV)"),
        ft.Icons.TABLE_CHART_OUTLINED,
        ".csv",
        # Spreadsheet programs recognise UTF-8 only by this mark at the beginning.
        lambda snapshot, words: spreadsheet(snapshot.series, words).encode("utf-8-sig"),
    ),
)


@component
def ScoreSheet(session: Session, file_name: str, *, large: bool) -> ft.Control:
    """Draw the panel that saves or copies a series."""
    done, set_done = use_state("")
    say = session.words.say

    async def copy() -> None:
        await ft.Clipboard().set((await _contents(session, _SHEET)).decode())
        set_done(say("The score sheet is on the clipboard."))

    async def save(export: Export) -> None:
        name = f"{file_name.removesuffix(_SHEET.ending)}{export.ending}"
        if await save_file(session, name, await _contents(session, export)):
            set_done(say("The file is saved: {name}.", name=name))

    def save_button(export: Export) -> ft.Control:
        on_tap, name = session.tap(save, export), export.identifier
        return secondary_button(say(export.says), on_tap, identifier=name, icon=export.icon)

    copy_button = secondary_button(
        say("Copy"), session.tap(copy), identifier="copy-sheet", icon=ft.Icons.CONTENT_COPY
    )
    picture_button = secondary_button(
        say("Picture of the result"),
        session.tap(session.open, "picture"),
        identifier="picture",
        icon=ft.Icons.IMAGE_OUTLINED,
    )
    return panel(
        [
            picture_button,
            *map(save_button, _TABLES),
            text(
                say(
                    "Every turn as text, as people keep it on paper. "
                    "It can be read in again anywhere."
                ),
                size=14,
                tone=Tone.MUTED,
            ),
            row_or_column([save_button(_SHEET), copy_button], large=large, spacing=10),
            *([notice(done, identifier="taken-along", look=REMARK)] if done else []),
        ],
        title=say("Save or share"),
    )


async def _contents(session: Session, export: Export) -> bytes:
    """Write the contents of the file in a thread, so that the event loop stays free."""
    snapshot = session.watched.snapshot
    if snapshot is None:
        return b""
    return await asyncio.to_thread(export.content, snapshot, session.words)
