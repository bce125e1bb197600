"""The winner of a series, celebrated."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import title_size
from companion.ui.parts.cards.card_face import SUIT_SIGNS
from companion.ui.parts.people.avatars import avatar
from companion.ui.screens import Room
from companion.ui.theme import Tone
from companion.views.people import Person


def winner_panel(winners: Sequence[Person], room: Room, says: str, beneath: str = "") -> ft.Control:
    """A felt panel with the winner under the cup, between the four suits."""
    cup = ft.Icon(ft.Icons.EMOJI_EVENTS, size=40, color=Tone.BRASS)
    discs = ft.Row(
        [avatar(each.initial, each.tint, size=64) for each in winners],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=10,
    )
    left, right = _suits("SH", room), _suits("DC", room)
    return ft.Container(
        ft.Column(
            [
                cup,
                ft.Row([left, discs, right], alignment=ft.MainAxisAlignment.CENTER, spacing=22),
                named("winner", _centred(says, room), live=True),
                *(
                    [text(beneath, size=14, tone=Tone.FELT_MUTED, align=ft.TextAlign.CENTER)]
                    if beneath
                    else []
                ),
            ],
            spacing=10,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.1),
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=20, vertical=24),
    )


def _centred(says: str, room: Room) -> ft.Control:
    return text(
        says,
        size=title_size(21, room),
        tone=Tone.ON_FELT,
        face=TEXT.heading,
        align=ft.TextAlign.CENTER,
        leading=1.2,
    )


def _suits(letters: str, room: Room) -> ft.Control:
    """Suits that are as large as ever, for they adorn."""
    size = 22 / room.text_scale
    signs = [
        text(SUIT_SIGNS[each], size=size, tone=Tone.BRASS, face=TEXT.suits) for each in letters
    ]
    return ft.Semantics(content=ft.Row([*signs], spacing=12), exclude_semantics=True)
