"""Acts that save a series or a backup; each answers with a sentence."""

import asyncio
from collections.abc import Callable
from typing import Final

import flet as ft

from companion.core.names import SHEET
from companion.core.sheet import dumps
from companion.desk.table import Snapshot
from companion.ui.session import Session
from companion.views.backups import backup_name, saved
from companion.views.of_series.exports import html_page, spreadsheet
from companion.views.of_series.series import file_stem
from companion.words import Words

_Answer = Callable[[str], str]
"""A function from the last answer of the panel to the next."""
_CONTENTS: Final[dict[str, Callable[[Snapshot, Words], str]]] = {
    SHEET: lambda snapshot, _: dumps(snapshot.log),
    ".html": html_page,
    # Spreadsheet programs recognise UTF-8 only by this mark at the beginning.
    ".csv": lambda snapshot, words: f"\ufeff{spreadsheet(snapshot.series, words)}",
}
"""The contents of the files of a series, by the ending of the name."""


async def save_file(session: Session, name: str, content: bytes) -> bool:
    """Offer the file for saving; return whether it was saved, in a browser always True."""
    saved = await ft.FilePicker().save_file(file_name=name, src_bytes=content)
    return bool(saved) or session.page.web


async def back_up(session: Session) -> _Answer | None:
    """Save a backup of all series."""
    backup = await session.archive.backups.make()
    name = backup_name(session.archive.today, session.words)
    if not await save_file(session, name, backup.content):
        return None
    return lambda _: saved(backup, session.words)


async def save_series(session: Session, ending: str) -> _Answer | None:
    """Save the series as a file with this ending."""
    snapshot, words = session.watched.snapshot, session.words
    if snapshot is None:
        return None
    name = f"{file_stem(snapshot.series, words)}{ending}"
    # The contents are written in a thread, so that the event loop stays free.
    content = await asyncio.to_thread(_CONTENTS[ending], snapshot, words)
    if not await save_file(session, name, content.encode()):
        return None
    return lambda _: words.say("The file is saved: {name}.", name=name)


async def copy_series(session: Session) -> _Answer | None:
    """Put the score sheet on the clipboard."""
    if snapshot := session.watched.snapshot:
        await ft.Clipboard().set(await asyncio.to_thread(dumps, snapshot.log))
        return lambda _: session.words.say("The score sheet is on the clipboard.")
    return None
