"""Questions before something is done: a dialog with two answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import DANGER, SECONDARY, button
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session

_WIDEST = 440
"""The lines of what is explained grow no longer than this, in dp."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; the answers' identifiers are `NAME-yes` and `NAME-no`."""

    name: str
    asks: str
    explains: str
    yes: str
    no: str


def question(asked: Question, on_yes: Tap, on_no: Tap, *, large: bool = False) -> ft.AlertDialog:
    """The question as a dialog, its answers below each other where text is large."""
    no = button(asked.no, on_no, identifier=f"{asked.name}-no", look=SECONDARY, height=52)
    yes = button(asked.yes, on_yes, identifier=f"{asked.name}-yes", look=DANGER, height=52)
    return ft.AlertDialog(
        modal=True,
        bgcolor=Tone.PANEL,
        # What is large already grows less, and what has no room scrolls.
        title=text(asked.asks, size=15 if large else 20, face=TEXT.heading),
        scrollable=large,
        content=_explained(asked.explains) if asked.explains else None,
        content_padding=ft.Padding.only(left=24, right=24, top=12, bottom=20),
        actions_padding=ft.Padding.only(left=20, right=20, bottom=20),
        actions=[row_or_column([no, yes], large=large, spacing=10)],
        on_dismiss=on_no,
    )


def use_dialog(session: Session, dialog: ft.AlertDialog | None, close: Callable[[], None]) -> None:
    """Show the dialog, if there is one, until the browser's Back or anything else closes it."""
    shows = dialog is not None

    def offer() -> None:
        session.close_dialog = close if shows else None

    def withdraw() -> None:
        session.close_dialog = None

    ft.use_effect(offer, [shows], withdraw)
    ft.use_dialog(dialog)


def _explained(words: str) -> ft.Control:
    return ft.Container(text(words, tone=Tone.MUTED), width=_WIDEST)
