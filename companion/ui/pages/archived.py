"""The series that home does not list: archived ones, and deleted ones that can be put back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.deleted import forget, put_back, take_out
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import QUIET, SECONDARY, ButtonLook, button
from companion.ui.parts.basics.columns import WIDE, side_by_side, stretched
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import list_row, panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.questions import Question, question, use_dialog
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.series.earlier import series_row
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.archived import ArchivedView
from companion.views.home import SeriesLine


@ft.component
@boundary
def ArchivedPage(session: Session, view: ArchivedView, room: Room, refusal: str) -> ft.Control:
    """The whole screen."""
    say, large = session.words.say, room.large_text
    ask = _use_question(session, view, room)

    def bring_back(line: SeriesLine) -> list[ft.Control]:
        on_tap = session.tap(take_out, session, line.number)
        out = _act(say("Bring back"), on_tap, f"bring-back-{line.number}", SECONDARY)
        return [series_row(session, line, last=True), out]

    def restore(line: SeriesLine) -> list[ft.Control]:
        on_tap = session.tap(put_back, session, line.number)
        back = _act(say("Put back"), on_tap, f"put-back-{line.number}", SECONDARY)
        gone = _act(say("Delete for good"), ask(line), f"forget-{line.number}", QUIET)
        told = list_row(
            line.name,
            identifier=f"deleted-{line.number}",
            beneath=line.beneath,
            below=line.players,
            lined=False,
        )
        return [told, row_or_column([back, gone], large=large, spacing=8)]

    archived = _panel(say("Archived"), view.archived_says, view.archived, bring_back)
    removed = _panel(say("Deleted"), view.removed_says, view.removed, restore)
    wide = room.two_columns and bool(archived and removed)
    nothing = [text(view.nothing, tone=Tone.MUTED)] if view.nothing else []
    return paper(
        say("Archived and deleted"),
        [side_by_side(archived, removed)] if wide else [*nothing, *archived, *removed],
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        widest=WIDE if wide else WIDEST,
    )


def _act(words: str, on_tap: Tap, identifier: str, look: ButtonLook) -> ft.Control:
    return button(words, on_tap, identifier=identifier, look=look, height=48, narrow=True)


def _panel(
    title: str,
    says: str,
    lines: Sequence[SeriesLine],
    row: Callable[[SeriesLine], list[ft.Control]],
) -> list[ft.Control]:
    if not lines:
        return []
    rows = [stretched(row(line), spacing=4) for line in lines]
    return [panel([text(says, size=14, tone=Tone.MUTED), *rows], title=title, key=title)]


def _use_question(session: Session, view: ArchivedView, room: Room) -> Callable[[SeriesLine], Tap]:
    """What asks whether to delete a series for good."""
    asked_for, ask_for = use_state(0)
    line = next((line for line in view.removed if line.number == asked_for), None)
    say = session.words.say

    async def ask(number: int) -> None:
        ask_for(number)

    async def agree() -> None:
        ask_for(0)
        await forget(session, asked_for)

    asked = Question(
        "forget",
        say("Delete for good?"),
        say("“{name}” is gone then, and cannot be put back.", name=line.which if line else ""),
        say("Delete for good"),
        say("Not yet"),
    )
    dialog = question(asked, session.tap(agree), session.tap(ask, 0), large=room.large_text)
    use_dialog(session, dialog if line else None, lambda: ask_for(0))
    return lambda line: session.tap(ask, line.number)
