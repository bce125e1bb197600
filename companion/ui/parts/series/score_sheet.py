"""A series to take along: its score sheet, and its rounds as a table for spreadsheets."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.core.sheet import dumps
from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.series.saving import save_file
from companion.ui.session import Session
from companion.ui.theme import Tone
from companion.views.of_series.spreadsheet import spreadsheet


@ft.component
@boundary
def ScoreSheet(session: Session, says: str, file_name: str, *, large: bool) -> ft.Control:
    """The panel; once the sheet was copied it says so."""
    copied, set_copied = use_state(initial=False)
    say = session.words.say

    async def copy() -> None:
        await ft.Clipboard().set(await _sheet(session))
        set_copied(True)

    saves = button(
        say("Save"),
        session.tap(_save, session, file_name),
        identifier="export",
        look=SECONDARY,
        icon=ft.Icons.DOWNLOAD,
        height=52,
    )
    copies = button(
        say("Copy"),
        session.tap(copy),
        identifier="copy-sheet",
        look=SECONDARY,
        icon=ft.Icons.CONTENT_COPY,
        height=52,
    )
    table = button(
        say("Table for spreadsheets (CSV)"),
        session.tap(_save_table, session, file_name),
        identifier="export-csv",
        look=SECONDARY,
        icon=ft.Icons.TABLE_CHART_OUTLINED,
        height=52,
    )
    told = notice(say("The score sheet is on the clipboard."), identifier="copied", look=REMARK)
    return panel(
        [
            text(says, size=14, tone=Tone.MUTED),
            row_or_column([saves, copies], large=large, spacing=10),
            table,
            *([told] if copied else []),
        ],
        title=say("Score sheet"),
    )


async def _save(session: Session, file_name: str) -> None:
    sheet = await _sheet(session)
    await save_file(session, file_name, sheet.encode())


async def _save_table(session: Session, file_name: str) -> None:
    snapshot = session.watched.snapshot
    if snapshot is None:
        return
    told = await asyncio.to_thread(spreadsheet, snapshot.series, session.words)
    name = f"{file_name.removesuffix('.fantan')}.csv"
    # Spreadsheets take a file for UTF-8 only when it begins with this mark.
    await save_file(session, name, told.encode("utf-8-sig"))


async def _sheet(session: Session) -> str:
    """The score sheet of the series, written away from the event loop."""
    snapshot = session.watched.snapshot
    return "" if snapshot is None else await asyncio.to_thread(dumps, snapshot.log)
