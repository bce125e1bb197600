"""A series to take along: a picture, its score sheet, its rounds as a table for spreadsheets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import flet as ft

from companion.core.phrases import phrase
from companion.core.sheet import dumps
from companion.desk.table import Snapshot
from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, ButtonMore, button
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.taking_along.saving import save_file
from companion.ui.session import Session
from companion.views.of_series.html_page import html_page
from companion.views.of_series.spreadsheet import spreadsheet
from companion.words import Words


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


@ft.component
@boundary
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
