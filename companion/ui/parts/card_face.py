"""Cards, drawn from boxes and text: crisp at any size, cheap to change."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft
import flet.canvas as cv

from companion.ui.fonts import TEXT
from companion.ui.parts.text import text
from companion.ui.theme import SUIT_TONES, Tone
from companion.views.cards import Face

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_COURT = ("J", "Q", "K")
_SQUARE = 1.18
"""Cards lower than this times their width have rank and suit side by side."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """Width and height of a card in dp."""

    width: float
    height: float

    @property
    def radius(self) -> float:
        """How round the corners are."""
        return round(min(self.width, self.height) * 0.14, 1)

    @property
    def upright(self) -> bool:
        """Whether the suit stands below the rank, and not beside it."""
        return self.height >= self.width * _SQUARE


def card_face(
    face: Face,
    size: CardSize,
    *,
    badge: str = "",
    newest: bool = False,
    marked: bool = False,
) -> ft.Control:
    """A card lying face up. The newest has a brass rim, a marked one a red rim."""
    ink = SUIT_TONES[face.suit]
    layers: list[ft.Control] = [
        ft.Container(_print(face, size, ink), alignment=ft.Alignment.CENTER, expand=True)
    ]
    if face.rank in _COURT:
        layers.insert(0, _court_frame(size, ink))
    if badge:
        layers.append(
            ft.Container(
                text(badge, size=max(10, size.width * 0.17), tone=ink, face=TEXT.semibold),
                right=size.width * 0.05,
                top=size.height * 0.01,
                padding=ft.Padding.symmetric(horizontal=3),
                bgcolor=Tone.IVORY,
            )
        )
    rim = Tone.BRASS if newest else Tone.DANGER if marked else None
    return ft.Container(
        ft.Stack(layers, fit=ft.StackFit.EXPAND),
        width=size.width,
        height=size.height,
        bgcolor=Tone.IVORY,
        border_radius=size.radius,
        border=ft.Border.all(2.5 if rim else 1, rim or Tone.IVORY_EDGE),
        shadow=_shadow(newest=newest),
    )


def card_outline(face: Face, size: CardSize) -> ft.Control:
    """A card that could be laid here: a dashed brass outline with its rank and suit."""
    return ft.Container(
        ft.Stack(
            [
                _dashes(size),
                ft.Container(
                    _print(face, size, Tone.ON_PLAYABLE),
                    alignment=ft.Alignment.CENTER,
                    expand=True,
                ),
            ],
            fit=ft.StackFit.EXPAND,
        ),
        width=size.width,
        height=size.height,
        bgcolor=Tone.PLAYABLE,
        border_radius=size.radius,
    )


def empty_place(size: CardSize, *, hint: str = "", closed: str = "") -> ft.Control:
    """A place where no card lies: faint, with its rank as a hint, or closed for good."""
    words = closed or hint
    return ft.Container(
        text(
            words,
            size=max(11, size.width * 0.2) if closed else max(12, size.width * 0.24),
            tone=Tone.FELT_MUTED,
            lines=1,
        )
        if words
        else None,
        width=size.width,
        height=size.height,
        border_radius=size.radius,
        border=ft.Border.all(1, ft.Colors.with_opacity(0.55, Tone.SLOT)),
        alignment=ft.Alignment.CENTER,
        opacity=1 if closed else 0.6,
    )


def _print(face: Face, size: CardSize, ink: ft.Colors) -> ft.Control:
    scale = (
        min(size.width * 0.40, size.height * 0.30)
        if size.upright
        else min(size.width * 0.35, size.height * 0.42)
    )
    marks: list[ft.Control] = [
        text(face.rank, size=scale, tone=ink, face=TEXT.bold, leading=1.15, spacing=-0.5),
        text(
            SUIT_SIGNS[face.suit],
            size=scale * 0.98,
            tone=ink,
            face=TEXT.suits,
            leading=1.1,
        ),
    ]
    if size.upright:
        return ft.Column(
            marks,
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
    return ft.Row(marks, spacing=2, tight=True)


def _court_frame(size: CardSize, ink: ft.Colors) -> ft.Control:
    inset = round(size.width * 0.09)
    return ft.Container(
        border=ft.Border.all(1, ft.Colors.with_opacity(0.35, ink)),
        border_radius=size.radius * 0.6,
        margin=inset,
        expand=True,
    )


def _dashes(size: CardSize) -> ft.Control:
    line = 1.6
    paint = ft.Paint(
        color=Tone.BRASS,
        style=ft.PaintingStyle.STROKE,
        stroke_width=line,
        stroke_dash_pattern=[5, 3.5],
    )
    return cv.Canvas(
        [
            cv.Rect(
                line / 2,
                line / 2,
                size.width - line,
                size.height - line,
                border_radius=size.radius,
                paint=paint,
            )
        ],
        width=size.width,
        height=size.height,
    )


def _shadow(*, newest: bool) -> list[ft.BoxShadow]:
    falls = ft.BoxShadow(
        blur_radius=6,
        color=ft.Colors.with_opacity(0.28, ft.Colors.BLACK),
        offset=ft.Offset(0, 2),
    )
    glows = ft.BoxShadow(blur_radius=12, color=ft.Colors.with_opacity(0.55, Tone.BRASS))
    return [falls, glows] if newest else [falls]
