"""The page to import a score sheet or restore a backup, from a file or pasted text."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import flet as ft

from companion.core.backup import Backup, BroughtSheet
from companion.core.kinship import Match, taken_by_default
from companion.core.log import Log
from companion.core.sheet import Reading
from companion.desk.archive import Catalogue
from companion.forms.entries import Outcome, opened, parse_text
from companion.ui.component import component, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.buttons import SECONDARY, button, submit_button
from companion.ui.parts.basics.field import text_area
from companion.ui.parts.basics.frames import frame
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.charts import race_panel
from companion.ui.parts.saving import Choose, backup_panel
from companion.ui.routes import Room
from companion.ui.session import Session, adopt_series
from companion.views.backups import Asked, Here, ImportView, PreviewView, importing, restored
from companion.views.speech import Person
from companion.words import Words

_LINES, _LINES_WIDE, _SHOWN = 6, 16, 12


@dataclass(frozen=True, slots=True)
class _Brought:
    """The state of the page.

    `read` is the text that `outcome` and `matches` belong to, `added` the places of the series to
    be added, `busy` whether a file is being read, and `done` the report after restoring a backup.
    """

    text: str = ""
    outcome: Outcome = None
    read: str = ""
    matches: tuple[Match, ...] = ()
    added: frozenset[int] = frozenset()
    busy: bool = False
    done: str = ""

    @property
    def backup(self) -> Backup | None:
        """The backup to restore, if one has been read."""
        return self.outcome if isinstance(self.outcome, Backup) and not self.busy else None

    @property
    def log(self) -> Log | None:
        """The log to import, or None while the text is still being read."""
        outcome = self.outcome if self.read == self.text else None
        return outcome.log if isinstance(outcome, Reading) else None

    def asked(self, catalogue: Catalogue, *, restores: bool) -> Asked:
        """Return the facts that the view of the page is built from."""
        here = Here(catalogue.saved, catalogue.usual_chosen, catalogue.colours)
        in_field = bool(self.text) and not restores
        return Asked(
            self.matches, self.added, here, restores=restores, busy=self.busy, in_field=in_field
        )


_Change = Callable[[_Brought], _Brought]


@component
def ImportSheet(
    session: Session,
    room: Room,
    refusal: str,
    *,
    restores: bool = False,
) -> ft.Control:
    """Draw the page; if it `restores` a backup there is no text field.

    Nothing is stored before the tap on the last button.
    """
    brought, set_brought = use_state(_Brought())
    change = cast("Callable[[_Change], None]", set_brought)
    asked = brought.asked(session.watched.catalogue, restores=restores)
    view = importing(brought.outcome, session.words, asked)

    async def choose() -> None:
        for file in await ft.FilePicker().pick_files(with_data=True):
            set_brought(_Brought(busy=True))
            read = _Brought()
            try:
                read = await _read(session, file)
            finally:
                set_brought(read)

    async def take(written: str) -> None:
        change(lambda now: replace(now, text=written))
        read = await _matched(session, written, await asyncio.to_thread(parse_text, written))
        change(lambda now: read if now.text == written else now)

    async def write(written: str) -> None:
        await session.tap(take, written)()

    async def add() -> None:
        backup, shown, added = brought.backup, brought.matches, brought.added
        if backup is None:
            await adopt_series(session, brought.log, shown)
            return
        try:
            restore = partial(session.archive.restore, backup, shown, added)
            restoring = await session.requests.alone(restore)
        finally:
            await session.show()
        if restoring is not None:
            set_brought(_Brought(done=restored(restoring, session.words)))

    async def choose_series(place: int) -> None:
        change(lambda now: replace(now, added=now.added ^ {place}))

    lines = _LINES_WIDE if room.two_columns else _LINES
    area = [] if restores else [_area(session, brought.text, write, lines)]
    done: list[ft.Control] = []
    if brought.done:
        done = [notice(brought.done, identifier="restored", look=REMARK, key="restored")]
    sheet = [*done, _source(session, view, choose, area)]
    found = _found(view, session.words, room, lambda place: session.tap(choose_series, place))
    action = _action(session, view, session.tap(add), done=bool(brought.done))
    return frame(session, view.title, [sheet, found], room, refusal, actions=[action])


async def _read(session: Session, file: ft.FilePickerFile) -> _Brought:
    """Read a file, in a thread so that no other screen waits."""
    written, outcome = await asyncio.to_thread(opened, _content(file), file.name)
    return await _matched(session, written, outcome)


async def _matched(session: Session, written: str, outcome: Outcome) -> _Brought:
    """Compare the imported series with the archived ones."""
    sheets: tuple[BroughtSheet, ...] = ()
    if isinstance(outcome, Backup):
        sheets = outcome.sheets
    elif isinstance(outcome, Reading):
        sheets = (await asyncio.to_thread(BroughtSheet.of, outcome),)
    matches = await session.archive.match(sheets)
    return _Brought(written, outcome, written, matches, taken_by_default(matches))


def _action(session: Session, view: ImportView, on_add: Tap, *, done: bool) -> ft.Control:
    """Return the button that imports, and afterwards the button to all series."""
    if not done:
        return submit_button(view.act, on_add, identifier="import", obstacle=view.obstacle)
    shows = session.words.say("Show all series")
    return button(shows, session.tap(session.go, "/"), identifier="show-series", expand=True)


def _area(
    session: Session,
    written: str,
    write: Callable[[str], Coroutine[Any, Any, None]],
    lines: int,
) -> ft.Control:
    hint = session.words.say("Or paste a score sheet here")
    return text_area(written, write, identifier="import-text", hint=hint, lines=lines)


def _source(
    session: Session,
    view: ImportView,
    choose: Callable[[], Awaitable[None]],
    area: list[ft.Control],
) -> ft.Control:
    file = button(
        session.words.say("Choose a file"),
        session.tap(choose),
        identifier="import-file",
        look=SECONDARY,
        icon=ft.Icons.FILE_OPEN_OUTLINED,
        height=52,
    )
    return panel([file, *area], title=view.source, beside=view.endings)


def _found(view: ImportView, words: Words, room: Room, choose: Choose) -> list[ft.Control]:
    """Return the error with its line, or the preview of the series."""
    if view.error:
        return _error(view, words)
    if view.backup is not None:
        return [backup_panel(view.backup, choose)]
    if view.preview is None:
        if not view.explains:
            return []
        explained = text(view.explains, size=14, tone=Tone.MUTED)
        return [panel([explained], title=view.explains_what, key="explained")]
    preview = view.preview
    return [*_doubts(preview), _series(preview), race_panel(preview.race, room.text_scale)]


def _error(view: ImportView, words: Words) -> list[ft.Control]:
    error = notice(view.error, identifier="import-error", key="error")
    if not view.written:
        return [error]
    line = text(view.written, size=15, face=TEXT.medium, lines=_SHOWN)
    shown = ft.Container(
        named("import-line", line), bgcolor=Tone.QUIET, border_radius=10, padding=12
    )
    return [error, panel([shown], title=words.say("What stands there"))]


def _doubts(preview: PreviewView) -> list[ft.Control]:
    """Return warnings about the sheet: a known series, or faults in its lines."""
    doubts: list[ft.Control] = []
    if preview.known:
        doubts.append(notice(preview.known, identifier="import-known", look=REMARK, key="known"))
    if preview.faults:
        lines = [
            named(f"fault-{place}", text(line, size=14))
            for place, line in enumerate(preview.faults, 1)
        ]
        if preview.further_faults:
            lines.append(text(preview.further_faults, size=14, tone=Tone.MUTED))
        doubts += [
            notice(preview.faults_title, identifier="import-faults", key="faults"),
            panel(lines, spacing=6, key="fault-lines"),
        ]
    return doubts


def _series(preview: PreviewView) -> ft.Control:
    people = [_person(who) for who in preview.players]
    return panel(
        [
            ft.Column(
                [
                    named("import-name", heading(preview.name, size=22)),
                    named("import-rounds", text(preview.beneath, size=14, tone=Tone.MUTED)),
                    text(preview.rules, size=14, tone=Tone.MUTED),
                ],
                spacing=4,
                tight=True,
            ),
            ft.Row(people, spacing=14, run_spacing=10, wrap=True),
        ],
        spacing=14,
        key="series",
    )


def _person(who: Person) -> ft.Control:
    name = ft.Container(text(who.name, face=TEXT.medium), expand=True, expand_loose=True)
    return ft.Row([avatar(who.initial, who.tint, size=30), name], spacing=8, tight=True)


def _content(file: ft.FilePickerFile) -> bytes:
    """Return the content of the file, for which Flet declares no type."""
    return cast("Any", file).bytes or b""
