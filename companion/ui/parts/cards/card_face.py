"""Faces, outlines and tags of cards.

Rank and suit are a canvas of a fixed size in the middle of a card, which itself fills the room that
it is given. A canvas is one control, needs no file that a browser would ask for by the card's name,
and its text does not grow with that of the device.
"""

from dataclasses import dataclass

import flet as ft
import flet.canvas as cv

from companion.core.cards import Suit
from companion.screens.board import Face
from companion.ui.component import Controls
from companion.ui.looks import FALLBACK, SUIT_TONES, TEXT, Tone
from companion.ui.parts.basics.text import plate, text
from companion.ui.parts.cards import emblems

SUIT_SIGNS = {suit.letter: suit.symbol for suit in Suit}
RADIUS = 9
_RIM = 2.8
_NEWEST = 4
"""The radius of a card's corners, and the rims of a marked card and of the newest one, in dp."""
_LEADING = 1.12
_WIDE = 1.5
_FLAT = 2.3
"""The line height of rank and suit, and the width of their canvas, which cuts what is outside, one
below the other or side by side, as shares of their size.
"""
_WORD_WIDE = 52
_LETTERS = 8
"""The width of the word in a cell, in dp, and the most letters of a name on a card."""
_EMBLEM = 0.55
_APART = 0.38
"""The width of an emblem, and the distance of suit and emblem from the middle, likewise."""


@dataclass(frozen=True)
class Signs:
    """Rank and suit, `size` dp high, on a `flat` card side by side.

    A picture card has its emblem beside the suit, on a `tall` card below, on a `plain` one none.
    """

    size: float
    flat: bool = False
    tall: bool = False
    plain: bool = False


def _signs(face: Face, signs: Signs, ink: ft.ColorValue) -> ft.Control:
    size = signs.size
    line = size * _LEADING
    suit = SUIT_SIGNS[face.suit]
    if signs.flat:
        middle = size * _FLAT / 2
        both = canvas_text(middle, line / 2, f"{face.rank}\u2009{suit}", size, ink)
        return cv.Canvas([both], width=2 * middle, height=line)
    middle = size * _WIDE / 2
    rank = face.code[:-1]
    if signs.plain or not emblems.has_emblem(rank):
        both = canvas_text(middle, line, f"{face.rank}\n{suit}", size, ink)
        return cv.Canvas([both], width=2 * middle, height=2 * line)
    wide = size * _EMBLEM
    high = wide * emblems.HEIGHT
    apart = 0 if signs.tall else size * _APART
    top = 2 * line if signs.tall else line * 1.5 - high / 2
    height = 2 * line + (high if signs.tall else 0)
    faint = ft.Colors.with_opacity(0.6, ink)
    shapes = [
        canvas_text(middle, line / 2, face.rank, size, ink),
        canvas_text(middle - apart, line * 1.5, suit, size, ink),
        *emblems.emblem(rank, middle + apart - wide / 2, top, wide, faint),
    ]
    return cv.Canvas(shapes, width=2 * middle, height=height)


def canvas_text(
    x: float, y: float, says: str, size: float, ink: ft.ColorValue, face: str = TEXT.bold
) -> cv.Shape:
    """Draw words around that point; they do not grow with the device's text."""
    style = ft.TextStyle(
        size=size,
        color=ink,
        font_family=face,
        font_family_fallback=[*FALLBACK],
        height=_LEADING,
    )
    middle = ft.Alignment.CENTER
    return cv.Text(x, y, says, style=style, alignment=middle, text_align=ft.TextAlign.CENTER)


def card_face(
    face: Face,
    signs: Signs,
    *,
    newest: bool = False,
    marked: bool = False,
    on_paper: bool = False,
) -> ft.Container:
    """Draw a card face up: the newest with a broad brass rim, a marked one with a red rim.

    A card `on_paper` has a thin line around it, because paper is as bright as the card. On felt it
    needs no edge, which would cost as much as the card.
    """
    border = None
    if newest:
        border = ft.Border.all(_NEWEST, Tone.BRASS)
    elif marked:
        border = ft.Border.all(_RIM, Tone.DANGER)
    elif on_paper:
        border = ft.Border.all(1, ft.Colors.with_opacity(0.3, ft.Colors.BLACK))
    glow = ft.BoxShadow(color=ft.Colors.with_opacity(0.4, Tone.BRASS), spread_radius=3)
    return plate(
        _signs(face, signs, SUIT_TONES[face.suit]),
        bgcolor=Tone.IVORY,
        border_radius=RADIUS,
        alignment=ft.Alignment.CENTER,
        border=border,
        shadow=glow if newest else None,
    )


def card_outline(
    face: Face, signs: Signs, *, noted: str = "", faint: bool = False, yours: bool = False
) -> ft.Control:
    """Draw a playable card: a dashed brass outline, or a brass card that is in the own hand.

    `noted` are the words at its foot, e.g. `Cem?`. A `faint` card is laid on another phone, and
    lies on bare felt.
    """
    ink = Tone.FELT_MUTED if faint else Tone.ON_BRASS if yours else Tone.ON_PLAYABLE
    layers: Controls = [ft.Container(_signs(face, signs, ink), alignment=ft.Alignment.CENTER)]
    if noted:
        name = noted.removesuffix("?")
        says = noted if len(name) <= _LETTERS else f"{name[:_LETTERS]}…{noted[len(name) :]}"
        words = canvas_text(_WORD_WIDE / 2, 8, says, 10.5, ink, TEXT.semibold)
        note = cv.Canvas([words], width=_WORD_WIDE, height=16)
        layers.append(ft.Container(note, alignment=ft.Alignment.BOTTOM_CENTER))
    if not yours:
        # The file is in brass: all pictures in their own colours, not made smooth, are one drawing.
        dashes = ft.Image("icons/dashed.png", fit=ft.BoxFit.FILL)
        dashes.filter_quality = ft.FilterQuality.LOW
        dashes.color = Tone.SLOT if faint else None
        layers.insert(0, dashes)
    return plate(
        ft.Stack(layers, fit=ft.StackFit.EXPAND),
        bgcolor=Tone.FELT if faint else Tone.BRASS if yours else Tone.PLAYABLE,
        border_radius=RADIUS,
    )


def card_place(rank: str, closed: str) -> ft.Control:
    """Draw a cell without a card, with its rank, or with the word for a `closed` run."""
    ink = ft.Colors.with_opacity(0.7, Tone.FELT_MUTED)
    shown: ft.Control | None = None
    if closed:
        word = canvas_text(_WORD_WIDE / 2, 10, closed, 13, ink, TEXT.regular)
        shown = cv.Canvas([word], width=_WORD_WIDE, height=20)
    elif rank:
        shown = text(rank, size=12, tone=ink, lines=1, silent=True)
    # Round corners would make the line as dear as a card.
    line = None if rank else ft.Border.all(1, ft.Colors.with_opacity(0.35, Tone.SLOT))
    return ft.Container(shown, border=line, alignment=ft.Alignment.CENTER)


def card_tag(words: str, suit: str, *, size: float = 16) -> ft.Control:
    """Draw the words on ivory if they name a card of a `suit`, else plain."""
    if not suit:
        return text(words, size=size, tone=Tone.MUTED, face=TEXT.semibold)
    return plate(
        text(words, size=size, tone=SUIT_TONES[suit], face=TEXT.semibold, leading=1.2),
        bgcolor=Tone.IVORY,
        border=ft.Border.all(1, Tone.LINE),
        border_radius=7,
        padding=ft.Padding.symmetric(horizontal=6, vertical=1),
    )
