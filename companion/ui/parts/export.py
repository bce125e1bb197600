"""Panels that save a score sheet or a backup, or restore one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import flet as ft

from companion.core.objections import phrase
from companion.core.sheet import dumps
from companion.desk.table import Snapshot
from companion.ui.component import component, keyed, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import SECONDARY, ButtonMore, button
from companion.ui.parts.basics.panels import REMARK, notice, panel, row_or_column
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.backups import BackupLine, BackupView, backup_name, reminder, saved
from companion.views.of_series.exports import html_page, spreadsheet
from companion.words import Words


async def save_file(session: Session, name: str, content: bytes) -> bool:
    """Let the person save it; whether they did, as far as the platform says: a browser does not."""
    saved = await ft.FilePicker().save_file(file_name=name, src_bytes=content)
    return bool(saved) or session.page.web


RESTORE = "/settings/restore"


def reminding(session: Session, room: Room) -> list[ft.Control]:
    """The panel where a backup is due, with the tap that makes it."""
    night, entries = session.watched.snapshot, session.watched.catalogue.entries
    says = reminder(night, entries, session.shown.keeping, session.words)
    if not says:
        return []
    large = room.large_text
    return [keyed("reminder", BackupPanel, session, says, large=large, restores=False)]


@component
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


Choose = Callable[[int], Tap]
"""The handler that adds the series at a place of the backup, or leaves it out."""


def backup_panel(view: BackupView, choose: Choose) -> ft.Control:
    """The panel; series that are not taken stand in grey, and say why. Those that would stand
    beside another one can be chosen.
    """
    title = named("backup-title", heading(view.title, size=20), live=True)
    rows: list[ft.Control] = [title]
    rows += [text(remark, size=14, tone=Tone.MUTED) for remark in view.remarks]
    rows += [_line(line, number, choose) for number, line in enumerate(view.lines, 1)]
    if view.further_lines:
        rows.append(text(view.further_lines, size=14, tone=Tone.MUTED))
    return panel(rows, key="backup")


def _line(line: BackupLine, number: int, choose: Choose) -> ft.Control:
    tone = Tone.INK if line.taken else Tone.MUTED
    mark = ft.Icons.ADD if line.taken else ft.Icons.CHECK
    words: list[ft.Control] = [
        text(line.name, size=16, face=TEXT.semibold, tone=tone),
        text(line.beneath, size=13, tone=Tone.MUTED),
        named(f"backup-{number}", text(line.state, size=13, face=TEXT.medium, tone=tone)),
    ]
    if line.choose_says:
        chooses = button(
            line.choose_says,
            choose(line.place),
            identifier=f"choose-{number}",
            look=SECONDARY,
            height=48,
            tight=True,
        )
        words.append(ft.Container(chooses, padding=ft.Padding.symmetric(vertical=6)))
    return ft.Row(
        [
            ft.Icon(mark, size=20, color=Tone.HEADING if line.taken else Tone.MUTED),
            ft.Column(words, spacing=2, tight=True, expand=True),
        ],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
        key=f"backup-{line.place}",
    )


def _sheet(snapshot: Snapshot, _: Words) -> bytes:
    return dumps(snapshot.log).encode()


def _table(snapshot: Snapshot, words: Words) -> bytes:
    # Spreadsheets take a file for UTF-8 only when it begins with this mark.
    return spreadsheet(snapshot.series, words).encode("utf-8-sig")


def _page(snapshot: Snapshot, words: Words) -> bytes:
    return html_page(snapshot.series, words).encode()


@dataclass(frozen=True, slots=True)
class Export:
    """A file that a series can be saved as: its words, how its name ends, and what is in it."""

    identifier: str
    says: str
    icon: ft.IconData
    ending: str
    content: Callable[[Snapshot, Words], bytes]


_SHEET: Final = Export("export", phrase("Save"), ft.Icons.DOWNLOAD, ".fantan", _sheet)
_TABLES: Final = (
    Export(
        "export-html",
        phrase("Page to read and to print (HTML)"),
        ft.Icons.DESCRIPTION_OUTLINED,
        ".html",
        _page,
    ),
    Export(
        "export-csv",
        phrase("Table for spreadsheets (CSV)"),
        ft.Icons.TABLE_CHART_OUTLINED,
        ".csv",
        _table,
    ),
)


@component
def ScoreSheet(
    session: Session, says: str, file_name: str, *, base: str, large: bool
) -> ft.Control:
    """The panel, which says what was saved or copied last. `base` is the path of the series."""
    done, tell = use_state("")
    say = session.words.say

    async def copy() -> None:
        await ft.Clipboard().set((await _made(session, _sheet)).decode())
        tell(say("The score sheet is on the clipboard."))

    async def save(export: Export) -> None:
        if name := await _saved(session, export, file_name):
            tell(say("The file is saved: {name}.", name=name))

    def saves(export: Export) -> ft.Control:
        return _button(say(export.says), session.tap(save, export), export.identifier, export.icon)

    copies = _button(say("Copy"), session.tap(copy), "copy-sheet", ft.Icons.CONTENT_COPY)
    shows = session.tap(session.go, f"{base}/picture")
    told = notice(done, identifier="taken-along", look=REMARK)
    return panel(
        [
            _button(say("Picture of the result"), shows, "picture", ft.Icons.IMAGE_OUTLINED),
            *map(saves, _TABLES),
            text(says, size=14, tone=Tone.MUTED),
            row_or_column([saves(_SHEET), copies], large=large, spacing=10),
            *([told] if done else []),
        ],
        title=say("Take along"),
    )


def _button(words: str, on_tap: Tap, identifier: str, icon: ft.IconData) -> ft.Control:
    measures: ButtonMore = {"height": 52}
    return button(words, on_tap, identifier=identifier, look=SECONDARY, icon=icon, **measures)


async def _saved(session: Session, export: Export, file_name: str) -> str:
    """Let the person save the file; its name, or empty where they did not."""
    name = f"{file_name.removesuffix(_SHEET.ending)}{export.ending}"
    return name if await save_file(session, name, await _made(session, export.content)) else ""


async def _made(session: Session, content: Callable[[Snapshot, Words], bytes]) -> bytes:
    """What is in the file, written away from the event loop."""
    snapshot = session.watched.snapshot
    if snapshot is None:
        return b""
    return await asyncio.to_thread(content, snapshot, session.words)
