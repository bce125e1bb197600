"""A card in a line of text: rank and suit in its colour, on the card's own ivory."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import SUIT_TONES, Tone
from companion.ui.parts.basics.text import text


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
