"""Avatars of players, and pills for the choice of a player."""

import flet as ft

from companion.screens.speech import Person
from companion.ui.looks import AVATARS, ON_AVATAR, TEXT, Tone
from companion.ui.parts.basics.panels import min_height
from companion.ui.parts.basics.text import disc, silent, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable


def player_colour(tint: int) -> str:
    """Return the colour of a player."""
    return AVATARS[tint % len(AVATARS)]


def avatar(
    initial: str,
    tint: int,
    *,
    size: float = 36,
    dealer: bool = False,
    dealer_mark: str = "D",
) -> ft.Control:
    """Draw a player's initial on their colour, with a mark at the corner for the dealer."""
    letter = text(initial, size=size * 0.42, tone=ON_AVATAR, face=TEXT.semibold, leading=1)
    shown = disc(size, player_colour(tint), letter)
    if not dealer:
        return silent(shown)
    mark_size = max(15.0, size * 0.44)
    mark = text(dealer_mark, size=mark_size * 0.6, tone=Tone.SPADES, face=TEXT.bold, leading=1)
    badge = disc(mark_size, Tone.IVORY, mark)
    badge.right = -5
    badge.bottom = -3
    clip = ft.ClipBehavior.NONE
    return silent(ft.Stack([shown, badge], width=size, height=size, clip_behavior=clip))


def account_disc(person: Person, size: float = 32) -> ft.Control:
    """Draw the avatar of a player, or the sign of the pot."""
    if person.tint >= 0:
        return avatar(person.initial, person.tint, size=size)
    sign = ft.Icon(ft.Icons.SAVINGS_OUTLINED, size=size * 0.55, color=Tone.ON_BRASS)
    return silent(disc(size, Tone.BRASS, sign))


def disc_pill(
    before: ft.Control,
    name: str,
    on_tap: Tap | None,
    *,
    identifier: str,
    selected: bool = False,
    label: str = "",
) -> ft.Control:
    """Build a pill with a disc before the name; a selected one has another outline."""
    words = ft.Container(
        text(name, face=TEXT.medium),
        padding=ft.Padding.symmetric(vertical=6),
        expand=True,
        expand_loose=True,
    )
    row = ft.Row([before, words], spacing=5, tight=True)
    return touchable(
        min_height(row, align=ft.Alignment.CENTER_LEFT),
        on_tap,
        identifier=identifier,
        label=label or name,
        selected=selected,
        radius=LEAST / 2,
        bgcolor=Tone.PANEL,
        border=ft.Border.all(2, Tone.ACTION if selected else Tone.LINE),
        padding=ft.Padding.only(left=5, right=9),
        align=None,
    )
