"""People: the coloured initial, and a chip that stands for one in a choice."""

from __future__ import annotations

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.theme import AVATARS, ON_AVATAR, Tone

_LEFT = ft.Alignment.CENTER_LEFT
_AS_HIGH_AS_LETTERS = ft.TextStyle(height=1)


def avatar(
    initial: str,
    tint: int,
    *,
    size: float = 36,
    dealer: bool = False,
    dealer_mark: str = "D",
) -> ft.Control:
    """A player's initial on their colour; the dealer's has a mark at its corner."""
    disc = ft.Container(
        ft.Text(
            initial,
            size=size * 0.42,
            color=ON_AVATAR,
            font_family=TEXT.semibold,
            font_family_fallback=[TEXT.regular, TEXT.suits],
            style=_AS_HIGH_AS_LETTERS,
        ),
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=AVATARS[tint % len(AVATARS)],
        alignment=ft.Alignment.CENTER,
    )
    if not dealer:
        return ft.Semantics(content=disc, exclude_semantics=True)
    badge = _badge(dealer_mark, max(15.0, size * 0.44))
    return ft.Semantics(
        content=ft.Stack(
            [disc, badge], width=size, height=size, clip_behavior=ft.ClipBehavior.NONE
        ),
        exclude_semantics=True,
    )


def _badge(words: str, size: float) -> ft.Control:
    return ft.Container(
        text(words, size=size * 0.6, tone=Tone.SPADES, face=TEXT.bold, leading=1),
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=Tone.IVORY,
        alignment=ft.Alignment.CENTER,
        right=-5,
        bottom=-3,
    )


def player_pill(
    name: str,
    initial: str,
    tint: int,
    on_tap: Tap | None,
    *,
    identifier: str,
    selected: bool = False,
) -> ft.Control:
    """A player to be chosen; the chosen one has the brass outline and says so."""
    disc = avatar(initial, tint, size=30)
    return disc_pill(disc, name, on_tap, identifier=identifier, selected=selected)


def disc_pill(
    disc: ft.Control,
    name: str,
    on_tap: Tap | None,
    *,
    identifier: str,
    selected: bool = False,
    label: str = "",
) -> ft.Control:
    """Like `player_pill`, with any disc of 30 dp before the name."""
    return touchable(
        min_height(ft.Row([disc, _name(name)], spacing=8, tight=True), align=_LEFT),
        on_tap,
        identifier=identifier,
        label=label,
        selected=selected,
        radius=LEAST / 2,
        bgcolor=Tone.PANEL,
        border=ft.Border.all(2, Tone.ACTION if selected else Tone.LINE),
        padding=ft.Padding.only(left=8, right=14),
        height=None,
        align=None,
    )


def _name(name: str) -> ft.Control:
    words = text(name, face=TEXT.medium)
    return ft.Container(
        words, padding=ft.Padding.symmetric(vertical=6), expand=True, expand_loose=True
    )
