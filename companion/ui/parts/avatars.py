"""Avatars of players, and pills for the choice of a person."""

import flet as ft

from companion.screens.blocks import PersonOption
from companion.screens.speech import Person
from companion.ui.component import Controls
from companion.ui.looks import AVATARS, ON_AVATAR, TEXT, Tone
from companion.ui.parts.basics.panels import min_height
from companion.ui.parts.basics.text import disc, silent, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable

_IN_PILL = 24
_NAME = 15
_LONG_NAME = 12
_LETTERS = 9
"""The sizes of avatar and name in a pill, in dp, and the most letters of a word of the usual size.
"""


def player_colour(tint: int) -> str:
    """Return the colour of a player."""
    return AVATARS[tint % len(AVATARS)]


def avatar(initial: str, tint: int, *, size: float = 36) -> ft.Control:
    """Draw a player's initial on their colour."""
    share = 0.42 if len(initial) == 1 else 0.34
    letter = text(initial, size=size * share, tone=ON_AVATAR, face=TEXT.semibold, leading=1)
    return silent(disc(size, player_colour(tint), letter))


def account_disc(person: Person, size: float = 32) -> ft.Control:
    """Draw the avatar of a player, or the sign of the pot."""
    if person.tint >= 0:
        return avatar(person.initial, person.tint, size=size)
    sign = ft.Icon(ft.Icons.SAVINGS_OUTLINED, size=size * 0.55, color=Tone.ON_BRASS)
    return silent(disc(size, Tone.BRASS, sign))


def person_pill(option: PersonOption, on_tap: Tap | None, *, lit: bool) -> ft.Control:
    """Draw a person to choose, before the name and the note.

    A `lit` pill waits for a tap, a chosen one has another outline, a settled one a check mark.
    """
    longest = max(map(len, option.person.name.split()), default=0)
    lines: Controls = [
        text(
            option.person.name,
            size=_LONG_NAME if longest > _LETTERS else _NAME,
            face=TEXT.medium,
            tone=Tone.ON_BRASS if lit else Tone.INK,
        )
    ]
    if option.note:
        lines.append(_note(option, Tone.ON_BRASS if lit else Tone.MUTED))
    words = ft.Container(
        ft.Column(lines, spacing=0, tight=True),
        padding=ft.Padding.symmetric(vertical=6),
        expand=True,
        expand_loose=True,
    )
    row = ft.Row([account_disc(option.person, _IN_PILL), words], spacing=5, tight=True)
    edge = Tone.ACTION if option.chosen else Tone.BRASS if lit else Tone.LINE
    return touchable(
        min_height(row, align=ft.Alignment.CENTER_LEFT),
        on_tap,
        identifier=option.id,
        label=option.label,
        selected=option.chosen,
        radius=LEAST / 2,
        bgcolor=Tone.BRASS if lit else Tone.PANEL,
        border=ft.Border.all(2, edge),
        padding=ft.Padding.only(left=5, right=12),
        align=None,
        key=option.id,
    )


def _note(option: PersonOption, tone: ft.Colors) -> ft.Control:
    note = text(option.note, size=12, tone=tone, leading=1.2)
    if not option.settled:
        return note
    words = ft.Container(note, expand=True, expand_loose=True)
    return ft.Row([ft.Icon(ft.Icons.CHECK, size=13, color=tone), words], spacing=2, tight=True)
