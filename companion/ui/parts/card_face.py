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
    rim = Tone.BRASS if newest else Tone.DANGER if marked else None
    return ft.Container(
        _layers(face, size, ink, badge),
        width=size.width,
        height=size.height,
        alignment=ft.Alignment.CENTER,
        bgcolor=Tone.IVORY,
        border_radius=size.radius,
        border=ft.Border.all(2.5, rim) if rim else None,
        shadow=_GLOWING if newest else _LYING,
    )


def card_outline(face: Face, size: CardSize) -> ft.Control:
    """A card that could be laid here: a dashed brass outline with its rank and suit."""
    return cv.Canvas(
        [
            cv.Rect(
                _LINE / 2,
                _LINE / 2,
                size.width - _LINE,
                size.height - _LINE,
                border_radius=size.radius,
                paint=paint,
            )
            for paint in (_GROUND, _DASHES)
        ],
        ft.Container(
            _print(face, size, Tone.ON_PLAYABLE),
            width=size.width,
            height=size.height,
            alignment=ft.Alignment.CENTER,
        ),
        width=size.width,
        height=size.height,
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


def _layers(face: Face, size: CardSize, ink: ft.Colors, badge: str) -> ft.Control:
    """Rank and suit; a court card's frame below them, a pile's count in the corner."""
    layers: list[ft.Control] = []
    if face.rank in _COURT:
        layers.append(_court_frame(size, ink))
    layers.append(_print(face, size, ink))
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
    if len(layers) == 1:
        return layers[0]
    return ft.Stack(layers, alignment=ft.Alignment.CENTER, width=size.width, height=size.height)


def _print(face: Face, size: CardSize, ink: ft.Colors) -> ft.Control:
    scale = (
        min(size.width * 0.40, size.height * 0.30)
        if size.upright
        else min(size.width * 0.35, size.height * 0.42)
    )
    between = "\n" if size.upright else "\u2009"
    return text(
        f"{face.rank}{between}{SUIT_SIGNS[face.suit]}",
        size=round(scale, 1),
        tone=ink,
        face=TEXT.bold,
        align=ft.TextAlign.CENTER,
        leading=1.12,
    )


def _court_frame(size: CardSize, ink: ft.Colors) -> ft.Control:
    inset = round(size.width * 0.09)
    return ft.Container(
        border=ft.Border.all(1, ft.Colors.with_opacity(0.35, ink)),
        border_radius=size.radius * 0.6,
        left=inset,
        top=inset,
        right=inset,
        bottom=inset,
    )


_LINE = 1.6
_GROUND = ft.Paint(color=Tone.PLAYABLE)
_DASHES = ft.Paint(
    color=Tone.BRASS,
    style=ft.PaintingStyle.STROKE,
    stroke_width=_LINE,
    stroke_dash_pattern=[5, 3.5],
)
_LYING = ft.BoxShadow(
    blur_radius=5, color=ft.Colors.with_opacity(0.3, ft.Colors.BLACK), offset=ft.Offset(0, 2)
)
_GLOWING = [
    _LYING,
    ft.BoxShadow(blur_radius=12, color=ft.Colors.with_opacity(0.55, Tone.BRASS)),
]
