"""The face of a card, its strokes and tag.

A path that the renderer dashes costs more to draw than the rest of the screen, and every stroke or
square of a line adds to it: so the dashes are long. A rounded line costs several times what its
four sides do, and there may be 52 cells. Most ends of dashes are whole numbers, short to send.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import flet as ft
import flet.canvas as cv

from companion.core.cards import Suit
from companion.ui.looks import SUIT_TONES, TEXT, Tone, text_width
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import repaint_boundary
from companion.views.at_table.cards import Face

_DASH, _GAP = 16, 8
_NOTCH = 2
"""What is left out at the corners of a cell, in dp."""
_FROM, _TO = math.pi / 8, 3 * math.pi / 8
"""Where on its quarter of a circle the dash of a corner begins and ends."""

End = tuple[float, float]


def sides(width: float, height: float, radius: float) -> list[End]:
    """Both ends of the four sides of a hairline rectangle inside the edges of a rounded one, so far
    that a card of the rounded one's shape covers its corners.
    """
    near = math.ceil(radius * (1 - math.sqrt(0.5)))
    right, below = width - near, height - near
    return [
        *((x, y) for y in (near + 0.5, below - 0.5) for x in (near + _NOTCH, right - _NOTCH)),
        *((x, y) for x in (near + 0.5, right - 0.5) for y in (near + _NOTCH, below - _NOTCH)),
    ]


@cache
def dashes(width: float, height: float, radius: float) -> list[End]:
    """Both ends of every dash, 1 dp inside the edges of a rounded rectangle."""
    right, below, past = width - 1, height - 1, round(radius)
    across, down = _along(past, width - past), _along(past, height - past)
    return [
        *((x, y) for y in (1, below) for x in across),
        *((x, y) for x in (1, right) for y in down),
        *_corners(width, height, radius),
    ]


def _along(start: float, end: float) -> list[int]:
    """The ends of dashes from start to end, evenly spread."""
    count = max(1, round((end - start + _GAP) / (_DASH + _GAP)))
    dash = (end - start - (count - 1) * _GAP) / count
    firsts = [start + number * (dash + _GAP) for number in range(count)]
    return [round(end) for first in firsts for end in (first, first + dash)]


def _corners(width: float, height: float, radius: float) -> list[End]:
    """A dash for each corner."""
    bow = radius - 1
    offsets = [(radius - bow * math.cos(at), radius - bow * math.sin(at)) for at in (_FROM, _TO)]
    return [
        (round(x if left else width - x, 1), round(y if top else height - y, 1))
        for left in (True, False)
        for top in (True, False)
        for x, y in offsets
    ]


_EMBLEMS = {"K": "♚", "Q": "♛", "J": "♞"}
"""The emblems of the court cards, by the rank in a card's code."""

SUIT_SIGNS = {suit.letter: suit.symbol for suit in Suit}

RIM = 2.8
"""How wide the rim of a card is that stands out, in dp."""

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
    on_paper: bool = False,
) -> ft.Control:
    """A card lying face up. The newest has a brass rim, a marked one a red rim; one that lies
    `on_paper`, which is as bright, has a thin line around it.
    """
    ink = SUIT_TONES[face.suit]
    ground = _ground(size, line=int(on_paper))
    if newest or marked:
        ground = _rimmed(size, Tone.BRASS if newest else Tone.DANGER)
    emblem = _EMBLEMS.get(face.code[:-1], "")
    return _canvas(
        [
            *ground,
            _rank_and_suit(face, size, ink, _RAISED if emblem else 0.5),
            *_count(badge, size, ink),
            *_emblem(emblem, size, ink),
        ],
        size,
    )


def _ground(size: CardSize, line: int = 0) -> list[cv.Shape]:
    """The card's ivory, below it the dark edge that shows, and around it a `line` so wide. A
    blurred shadow would cost as much as all the rest of a card.
    """
    foot, edge = 2 * size.radius, ft.Colors.with_opacity(0.3, ft.Colors.BLACK)
    top, across = (0 if line else size.height - foot), size.width - 2 * line
    return [
        _rect(0, top, size.width, size.height - top, size.radius, edge),
        _rect(line, line, across, size.height - line - _THICK, size.radius - line, Tone.IVORY),
    ]


def _rimmed(size: CardSize, rim: ft.Colors) -> list[cv.Shape]:
    """The ivory inside a rim, with no edge: two areas are filled faster than a line is drawn."""
    inside = (RIM, RIM, size.width - 2 * RIM, size.height - 2 * RIM)
    return [
        _rect(0, 0, size.width, size.height, size.radius, rim),
        _rect(*inside, max(0, size.radius - RIM), Tone.IVORY),
    ]


def _rect(
    x: float, y: float, width: float, height: float, radius: float, colour: ft.ColorValue
) -> cv.Shape:
    return cv.Rect(x, y, width, height, radius, paint=ft.Paint(color=colour))


def card_outline(
    face: Face, size: CardSize, *, pointed: bool = False, noted: str = ""
) -> ft.Control:
    """A card that could be laid here: a dashed brass outline with its rank and suit; solid and
    lit while the keyboard points at it. `noted` is the player for whom it was noted.
    """
    inside = (1, 1, size.width - 2, size.height - 2, size.radius)
    line: cv.Shape = (
        cv.Rect(*inside, paint=_stroke(RIM))
        if pointed
        else cv.Points(
            [*dashes(size.width, size.height, size.radius)], cv.PointMode.LINES, _stroke(2)
        )
    )
    ground = _rect(*inside, Tone.TILE_LIT if pointed else Tone.PLAYABLE)
    middle = _RAISED if noted else 0.5
    words = _rank_and_suit(face, size, Tone.ON_PLAYABLE, middle)
    return _canvas([ground, line, words, *_doubted(noted, size)], size)


def _doubted(name: str, size: CardSize) -> list[cv.Shape]:
    """Draw `Cem?` at the foot of the card, as much of the name as there is room for."""
    if not name:
        return []
    small = min(12.0, max(9.0, size.height * 0.17))
    letters = len(name)
    while letters > 1 and text_width(_asked(name, letters), small, TEXT.semibold) > size.width - 6:
        letters -= 1
    foot = size.height - small * 0.5 - 6
    words = _asked(name, letters)
    return [canvas_text(size.width / 2, foot, words, small, Tone.ON_PLAYABLE, TEXT.semibold)]


def _asked(name: str, letters: int) -> str:
    return f"{name}?" if letters == len(name) else f"{name[:letters].rstrip()}…?"


def card_label(
    words: str, size: CardSize, text_size: float, face: str = TEXT.regular
) -> ft.Control:
    """Words in the middle of where a card would lie."""
    middle = (size.width / 2, size.height / 2)
    return _canvas([canvas_text(*middle, words, text_size, Tone.FELT_MUTED, face)], size)


def _canvas(shapes: list[cv.Shape], size: CardSize) -> ft.Control:
    return repaint_boundary(cv.Canvas(shapes, width=size.width, height=size.height))


def _stroke(width: float) -> ft.Paint:
    return ft.Paint(color=Tone.BRASS, style=ft.PaintingStyle.STROKE, stroke_width=width)


def _rank_and_suit(face: Face, size: CardSize, ink: ft.ColorValue, centre: float = 0.5) -> cv.Shape:
    """Rank and suit; upright, about so far down the card."""
    sign = SUIT_SIGNS[face.suit]
    middle, height = size.width / 2, size.height
    if size.upright:
        large = round(min(size.width * 0.40, height * 0.30), 1)
        return canvas_text(middle, height * centre, f"{face.rank}\n{sign}", large, ink, TEXT.bold)
    large = round(min(size.width * 0.35, height * 0.42), 1)
    return canvas_text(middle, height * 0.5, f"{face.rank}\u2009{sign}", large, ink, TEXT.bold)


def _emblem(sign: str, size: CardSize, ink: ft.ColorValue) -> list[cv.Shape]:
    """What tells the court cards apart at a glance, at the foot of the card."""
    if not sign:
        return []
    large = min(size.width * 0.36, size.height * 0.24)
    faint = ft.Colors.with_opacity(0.6, ink)
    middle = (size.width / 2, size.height * 0.96 - large / 2)
    return [canvas_text(*middle, sign, large, faint, TEXT.suits)]


def _count(badge: str, size: CardSize, ink: ft.ColorValue) -> list[cv.Shape]:
    """How many lie in the pile, in the corner."""
    if not badge:
        return []
    small = max(10, size.width * 0.17)
    return [canvas_text(size.width - small * 0.95, small, badge, small, ink, TEXT.semibold)]


def canvas_text(
    x: float, y: float, words: str, size: float, ink: ft.ColorValue, face: str = TEXT.regular
) -> cv.Shape:
    """Words on a canvas with their middle there; they are no larger where the device's text is."""
    return cv.Text(
        x,
        y,
        words,
        style=ft.TextStyle(
            size=size,
            color=ink,
            font_family=face,
            font_family_fallback=[TEXT.regular, TEXT.suits],
            height=1.12,
        ),
        alignment=ft.Alignment.CENTER,
        text_align=ft.TextAlign.CENTER,
    )


_RAISED = 0.42
"""Where rank and suit of a court card are centred, that its emblem has room below."""
_THICK = 1.5
"""How much of a card's edge shows below it, in dp."""


def card_tag(words: str, suit: str, *, size: float = 16) -> ft.Control:
    """The words on ivory if `suit` is a letter, and so they are a card; else they stand alone."""
    if not suit:
        return text(words, size=size, tone=Tone.MUTED, face=TEXT.semibold)
    return ft.Container(
        text(words, size=size, tone=SUIT_TONES[suit], face=TEXT.semibold, leading=1.2),
        bgcolor=Tone.IVORY,
        border=ft.Border.all(1, Tone.LINE),
        border_radius=7,
        padding=ft.Padding.symmetric(horizontal=6, vertical=1),
    )
