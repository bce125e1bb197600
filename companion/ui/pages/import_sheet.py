"""A score sheet from outside: chosen as a file or pasted, looked at, and taken in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, cast

import flet as ft

from companion.core.entry import Entry
from companion.core.log import Log
from companion.core.sheet import Reading
from companion.forms.brought_sheet import Outcome, opened, told
from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import use_state
from companion.ui.parts.basics.buttons import SECONDARY, button, submit_button
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.field import text_area
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.people.avatars import avatar
from companion.ui.parts.series.race import race_panel
from companion.ui.screens import Room, Shape
from companion.ui.session import Session
from companion.ui.theme import Tone
from companion.views.importing import ImportView, PreviewView, importing
from companion.views.people import Person
from companion.words import Words

_LINES, _LINES_WIDE, _SHOWN = 6, 16, 12


@dataclass(frozen=True, slots=True)
class _Brought:
    """The text in the field, and what came of the text that was `read` last."""

    text: str = ""
    outcome: Outcome = None
    read: str = ""

    @property
    def log(self) -> Log | None:
        """What can be taken in: nothing while the text is still being read."""
        outcome = self.outcome if self.read == self.text else None
        return outcome.log if isinstance(outcome, Reading) else None


_Change = Callable[[_Brought], _Brought]


@ft.component
@boundary
def ImportSheet(
    session: Session, entries: tuple[Entry, ...], room: Room, refusal: str
) -> ft.Control:
    """The whole screen; nothing is kept before the last tap."""
    brought, set_brought = use_state(_Brought())
    change = cast("Callable[[_Change], None]", set_brought)
    view = importing(brought.outcome, entries, session.words)

    async def choose() -> None:
        files = await ft.FilePicker().pick_files(with_data=True)
        for file in files:
            written, outcome = await asyncio.to_thread(opened, _content(file))
            set_brought(_Brought(written, outcome, written))

    async def take(written: str) -> None:
        change(lambda now: replace(now, text=written))
        outcome = await asyncio.to_thread(told, written)
        change(lambda now: replace(now, outcome=outcome, read=written))

    async def write(written: str) -> None:
        await session.tap(take, written)()

    wide, say = room.shape is Shape.WIDE, session.words.say
    sheet = [_source(session, brought.text, choose, write, lines=_LINES_WIDE if wide else _LINES)]
    found = _found(view, session.words, room)
    return paper(
        say("Import a score sheet"),
        [side_by_side(sheet, found)] if wide else [*sheet, *found],
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        actions=[
            submit_button(
                view.act,
                session.tap(session.adopt, brought.log),
                identifier="import",
                obstacle=view.obstacle,
            )
        ],
        widest=WIDE if wide else WIDEST,
    )


def _source(
    session: Session,
    written: str,
    choose: Callable[[], Awaitable[None]],
    write: Callable[[str], Coroutine[Any, Any, None]],
    *,
    lines: int,
) -> ft.Control:
    say = session.words.say
    file = button(
        say("Choose a file"),
        session.tap(choose),
        identifier="import-file",
        look=SECONDARY,
        icon=ft.Icons.FILE_OPEN_OUTLINED,
        height=52,
    )
    hint = say("Or paste a score sheet here")
    area = text_area(written, write, identifier="import-text", hint=hint, lines=lines)
    return panel([file, area], title=say("Score sheet"), beside=".fantan")


def _found(view: ImportView, words: Words, room: Room) -> list[ft.Control]:
    """The error with its line, or the series as it will stand."""
    if view.error:
        return _error(view, words)
    if view.preview is None:
        explained = text(view.explains, size=14, tone=Tone.MUTED)
        return [panel([explained], title=words.say("What is a score sheet?"), key="explained")]
    preview = view.preview
    return [*_doubts(preview), _series(preview), race_panel(preview.race, room.text_scale)]


def _error(view: ImportView, words: Words) -> list[ft.Control]:
    told_error = notice(view.error, identifier="import-error", key="error")
    if not view.written:
        return [told_error]
    line = text(view.written, size=15, face=TEXT.medium, lines=_SHOWN)
    shown = ft.Container(
        named("import-line", line), bgcolor=Tone.QUIET, border_radius=10, padding=12
    )
    return [told_error, panel([shown], title=words.say("What stands there"))]


def _doubts(preview: PreviewView) -> list[ft.Control]:
    """What should be known before the sheet is taken in."""
    told_doubts: list[ft.Control] = []
    if preview.known:
        told_doubts.append(
            notice(preview.known, identifier="import-known", look=REMARK, key="known")
        )
    if preview.faults:
        lines = [
            named(f"fault-{place}", text(line, size=14))
            for place, line in enumerate(preview.faults, 1)
        ]
        if preview.further_faults:
            lines.append(text(preview.further_faults, size=14, tone=Tone.MUTED))
        told_doubts += [
            notice(preview.faults_title, identifier="import-faults", key="faults"),
            panel(lines, spacing=6, key="fault-lines"),
        ]
    return told_doubts


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
    words = text(who.name, face=TEXT.medium)
    name = ft.Container(words, expand=True, expand_loose=True)
    return ft.Row([avatar(who.initial, who.tint, size=30), name], spacing=8, tight=True)


def _content(file: ft.FilePickerFile) -> bytes:
    """What the client sent of the file, whose own type Flet leaves open."""
    return cast("Any", file).bytes or b""
