"""The winners of a series on felt."""

from collections.abc import Sequence

import flet as ft

from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.panels import title_size
from companion.ui.parts.basics.text import named, silent, text
from companion.ui.parts.cards.card_face import SUIT_SIGNS
from companion.ui.routes import Room
from companion.views.speech import Person

_ABREAST = 2
"""The number of winners that fit between the suits on the smallest phone."""


def winner_panel(winners: Sequence[Person], room: Room, says: str, beneath: str = "") -> ft.Control:
    """Build a felt panel with the winner under a cup, between the four suits."""
    middle = ft.MainAxisAlignment.CENTER
    discs = [avatar(winner.initial, winner.tint, size=64) for winner in winners]
    wraps = len(discs) > _ABREAST
    between = ft.Row(discs, alignment=middle, spacing=10, run_spacing=10, wrap=wraps)
    said = text(
        says,
        size=title_size(21, room),
        tone=Tone.ON_FELT,
        face=TEXT.heading,
        align=ft.TextAlign.CENTER,
        leading=1.2,
    )
    suited = [_suits("SH", room), between, _suits("DC", room)]
    shown = between if wraps else ft.Row(suited, alignment=middle, spacing=22)
    lines: list[ft.Control] = [
        ft.Icon(ft.Icons.EMOJI_EVENTS, size=40, color=Tone.BRASS),
        shown,
        named("winner", said, live=True),
    ]
    if beneath:
        lines.append(text(beneath, size=14, tone=Tone.FELT_MUTED, align=ft.TextAlign.CENTER))
    return ft.Container(
        ft.Column(lines, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.1),
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=20, vertical=24),
    )


def _suits(letters: str, room: Room) -> ft.Control:
    """Draw suits as ornaments; they do not grow with the text."""
    size = 22 / room.text_scale
    signs = [
        text(SUIT_SIGNS[letter], size=size, tone=Tone.BRASS, face=TEXT.suits) for letter in letters
    ]
    return silent(ft.Row([*signs], spacing=12))
