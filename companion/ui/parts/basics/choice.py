"""Segmented choice: a few answers side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import row_of_equal_height, stretched
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import Tap, touchable


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a choice: its words, what a tap on it does, how tests find it."""

    words: str
    identifier: str
    on_tap: Tap
    chosen: bool = False
    label: str = ""


def segmented(answers: Sequence[Answer], *, stacked: bool = False) -> ft.Control:
    """The answers in one rail; `stacked` puts them one below the other where words are long."""
    cells = [_segment(answer, fill=not stacked) for answer in answers]
    rail = stretched(cells, spacing=2) if stacked else row_of_equal_height(cells, spacing=2)
    return ft.Container(rail, bgcolor=Tone.QUIET, border_radius=16, padding=4)


def _segment(answer: Answer, *, fill: bool) -> ft.Control:
    return ft.Container(
        touchable(
            min_height(_words(answer)),
            answer.on_tap,
            identifier=answer.identifier,
            label=answer.label,
            selected=answer.chosen,
            radius=12,
            bgcolor=Tone.ACTION if answer.chosen else None,
            padding=ft.Padding.symmetric(horizontal=10),
            height=None,
        ),
        expand=fill or None,
        key=answer.identifier,
    )


def _words(answer: Answer) -> ft.Control:
    return ft.Container(
        text(
            answer.words,
            size=14,
            face=TEXT.semibold if answer.chosen else TEXT.medium,
            tone=Tone.ON_ACTION if answer.chosen else Tone.INK,
            align=ft.TextAlign.CENTER,
            leading=1.15,
        ),
        padding=ft.Padding.symmetric(vertical=6),
    )
