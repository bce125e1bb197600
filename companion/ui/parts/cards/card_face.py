"""Faces, outlines and tags of cards.

A path that the renderer dashes is slower to draw than the rest of the screen, and slower with each
dash; so the ends of the dashes are computed here, and the dashes are long. A rounded line is
several times as slow as four straight sides, and there may be 52 cells. Most ends of dashes are
whole numbers, which are short to send.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

import flet as ft
import flet.canvas as cv

from companion.core.cards import Suit
from companion.screens.board import Face
from companion.ui.looks import SUIT_TONES, TEXT, Tone, text_width
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import repaint_boundary
from companion.ui.parts.cards import emblems

_DASH = 16
_GAP = 8
_NOTCH = 2
"""The gap at the corners of a cell, in dp."""
_FROM = math.pi / 8
_TO = 3 * math.pi / 8
"""The angles at which the dash of a corner begins and ends on its quarter of a circle."""

End = tuple[float, float]


def sides(width: float, height: float, radius: float) -> list[End]:
    """Return both ends of the four sides of a rectangle inside a rounded one.

    A card with the shape of the rounded rectangle covers the corners of the inner one.
    """
    near = math.ceil(radius * (1 - math.sqrt(0.5)))
    right = width - near
    below = height - near
    return [
        *((x, y) for y in (near + 0.5, below - 0.5) for x in (near + _NOTCH, right - _NOTCH)),
        *((x, y) for x in (near + 0.5, right - 0.5) for y in (near + _NOTCH, below - _NOTCH)),
    ]


@cache
def dashes(width: float, height: float, radius: float) -> list[End]:
    """Return both ends of every dash, 1 dp inside the edges of a rounded rectangle."""
    right = width - 1
    below = height - 1
    past = round(radius)
    across = _along(past, width - past)
    down = _along(past, height - past)
    bow = radius - 1
    offsets = [(radius - bow * math.cos(at), radius - bow * math.sin(at)) for at in (_FROM, _TO)]
    return [
        *((x, y) for y in (1, below) for x in across),
        *((x, y) for x in (1, right) for y in down),
        *(
            (round(x if left else width - x, 1), round(y if top else height - y, 1))
            for left in (True, False)
            for top in (True, False)
            for x, y in offsets
        ),
    ]


def _along(start: float, end: float) -> list[int]:
    """Return the ends of dashes from start to end, evenly spread."""
    count = max(1, round((end - start + _GAP) / (_DASH + _GAP)))
    dash = (end - start - (count - 1) * _GAP) / count
    firsts = [start + number * (dash + _GAP) for number in range(count)]
    return [round(end) for first in firsts for end in (first, first + dash)]


SUIT_SIGNS = {suit.letter: suit.symbol for suit in Suit}

RIM = 2.8
"""The width of a highlighted card's rim, in dp."""

_OF_WIDTH = 0.40
_IN_FAN = 0.75
"""The greatest size of rank and suit, as a share of the width of an upright card."""

_SQUARE = 1.18
"""Cards lower than this times their width have rank and suit side by side."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """Width and height of a card in dp, at the text `scale` of the device.

    Rank and suit grow with the text as far as there is room, in place of an emblem.
    """

    width: float
    height: float
    scale: float = 1

    @property
    def radius(self) -> float:
        """The radius of the corners."""
        return round(min(self.width, self.height) * 0.14, 1)

    @property
    def upright(self) -> bool:
        """True if the suit is below the rank, and not beside it."""
        return self.height >= self.width * _SQUARE


def card_face(
    face: Face,
    size: CardSize,
    *,
    newest: bool = False,
    marked: bool = False,
    on_paper: bool = False,
    visible: float | None = None,
) -> ft.Control:
    """Draw a card face up: the newest with a brass rim, a marked one with a red rim.

    A card `on_paper` has a thin line around it, because paper is as bright as the card. A card in a
    fan has rank and suit, larger for its room, in the `visible` part of its width, at the left,
    and no emblem: ranks stand in one line.
    """
    shown = replace(size, width=visible or size.width)
    ink = SUIT_TONES[face.suit]
    shapes = _ground(size, line=int(on_paper))
    if newest or marked:
        shapes = _rimmed(size, Tone.BRASS if newest else Tone.DANGER)
    rank = face.code[:-1]
    pictured = emblems.has_emblem(rank) and size.scale < _LARGE and size.upright and not visible
    share = _IN_FAN if visible else _OF_WIDTH
    shapes.append(_rank_and_suit(face, shown, ink, _RAISED if pictured else 0.5, share))
    if pictured:
        wide = round(min(size.width * 0.36, size.height * 0.22), 1)
        top = size.height * 0.94 - wide * emblems.HEIGHT
        faint = ft.Colors.with_opacity(0.6, ink)
        shapes += emblems.emblem(rank, (size.width - wide) / 2, top, wide, faint)
    return _canvas(shapes, size)


def _ground(size: CardSize, line: int = 0) -> list[cv.Shape]:
    """Draw the ivory of the card on a dark edge, with a `line` of that width around it.

    A blurred shadow would be as slow to draw as the rest of the card.
    """
    foot = 2 * size.radius
    edge = ft.Colors.with_opacity(0.3, ft.Colors.BLACK)
    top = 0 if line else size.height - foot
    across = size.width - 2 * line
    return [
        _rect(0, top, size.width, size.height - top, size.radius, edge),
        _rect(line, line, across, size.height - line - _THICK, size.radius - line, Tone.IVORY),
    ]


def _rimmed(size: CardSize, rim: ft.Colors) -> list[cv.Shape]:
    """Draw the ivory on an area in the colour of the rim, which is faster than drawing a line."""
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
    face: Face, size: CardSize, *, pointed: bool = False, noted: str = "", faint: bool = False
) -> ft.Control:
    """Draw a playable card: a dashed brass outline, or a solid one while the keyboard points at it.

    `noted` are the words at its foot, e.g. `Cem?`. A `faint` card is laid on another phone, and
    lies on bare felt.
    """
    inside = (1, 1, size.width - 2, size.height - 2, size.radius)
    line: cv.Shape = (
        cv.Rect(*inside, paint=_stroke(RIM))
        if pointed
        else cv.Points(
            [*dashes(size.width, size.height, size.radius)],
            cv.PointMode.LINES,
            _stroke(1 if faint else 2, Tone.SLOT if faint else Tone.BRASS),
        )
    )
    ground = Tone.TILE_LIT if pointed else Tone.FELT if faint else Tone.PLAYABLE
    ink = Tone.FELT_MUTED if faint else Tone.ON_PLAYABLE
    words = _rank_and_suit(face, size, ink, _RAISED if noted else 0.5)
    return _canvas([_rect(*inside, ground), line, words, *_note(noted, size)], size)


def _note(note: str, size: CardSize) -> list[cv.Shape]:
    """Draw the words at the foot of the card, as much of a name as there is room for."""
    if not note:
        return []
    small = min(12.0, max(9.0, size.height * 0.17))
    name = note.removesuffix("?")
    asks = "?" * note.endswith("?")
    words = note
    letters = len(name)
    while letters > 1 and text_width(words, small, TEXT.semibold) > size.width - 6:
        letters -= 1
        words = f"{name[:letters].rstrip()}…{asks}"
    foot = size.height - small * 0.5 - 6
    return [canvas_text(size.width / 2, foot, words, small, Tone.ON_PLAYABLE, TEXT.semibold)]


def card_label(words: str, size: CardSize, text_size: float) -> ft.Control:
    """Draw words in the middle of an area of a card's size."""
    middle = (size.width / 2, size.height / 2)
    return _canvas([canvas_text(*middle, words, text_size, Tone.FELT_MUTED, TEXT.regular)], size)


def _canvas(shapes: list[cv.Shape], size: CardSize) -> ft.Control:
    return repaint_boundary(cv.Canvas(shapes, width=size.width, height=size.height))


def _stroke(width: float, colour: ft.Colors = Tone.BRASS) -> ft.Paint:
    return ft.Paint(color=colour, style=ft.PaintingStyle.STROKE, stroke_width=width)


def _rank_and_suit(
    face: Face,
    size: CardSize,
    ink: ft.ColorValue,
    centre: float = 0.5,
    share: float = _OF_WIDTH,
) -> cv.Shape:
    """Draw rank and suit; on an upright card their middle is at that share of its height."""
    sign = SUIT_SIGNS[face.suit]
    middle = size.width / 2
    height = size.height
    if size.upright:
        across = min(share * size.scale, max(share, _MOST_ACROSS))
        down = min(0.30 * size.scale, _MOST_DOWN)
        large = round(min(size.width * across, height * down), 1)
        return canvas_text(middle, height * centre, f"{face.rank}\n{sign}", large, ink, TEXT.bold)
    across = min(0.35 * size.scale, _MOST_BESIDE)
    large = round(min(size.width * across, height * min(0.42 * size.scale, _MOST_LOW)), 1)
    return canvas_text(middle, height * 0.5, f"{face.rank}\u2009{sign}", large, ink, TEXT.bold)


def canvas_text(
    x: float, y: float, words: str, size: float, ink: ft.ColorValue, face: str = TEXT.regular
) -> cv.Shape:
    """Draw words on a canvas around that point; they do not grow with the device's text."""
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


_MOST_ACROSS = 0.66
_MOST_DOWN = 0.41
_MOST_BESIDE = 0.4
_MOST_LOW = 0.7
"""The greatest size of large rank and suit, as shares of width and height: below and beside each
other. A `10` is wider than the others.
"""
_LARGE = 1.2
"""The scale of text from which a card has a larger rank in place of its emblem."""
_RAISED = 0.42
"""The middle of rank and suit on a card with an emblem or a name below them."""
_THICK = 1.5
"""The height of the dark edge below a card, in dp."""


def card_tag(words: str, suit: str, *, size: float = 16) -> ft.Control:
    """Draw the words on ivory if they name a card of a `suit`, else plain."""
    if not suit:
        return text(words, size=size, tone=Tone.MUTED, face=TEXT.semibold)
    return ft.Container(
        text(words, size=size, tone=SUIT_TONES[suit], face=TEXT.semibold, leading=1.2),
        bgcolor=Tone.IVORY,
        border=ft.Border.all(1, Tone.LINE),
        border_radius=7,
        padding=ft.Padding.symmetric(horizontal=6, vertical=1),
    )
