"""The picker of cards; a card is drawn again only when its own state has changed."""

import flet as ft

from companion.screens.cards import CardsLeft, Known, RevealCard, Suits
from companion.ui.acting import Taps, tap
from companion.ui.component import Controls, component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.panels import balanced_columns, in_rows, stretched
from companion.ui.parts.basics.text import disc, text
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.cards.card_face import RADIUS, Signs, card_face

_MARK = 20
_WIDEST = 68
_HIGH = 64
_SIGNS = 22
_WHOLE_SUIT = 640
_HALF_A_SUIT = 308
"""The sizes of a mark, of a card and its signs, and the least widths for a suit in one row or in
two, in dp.
"""
_OPACITY = {Known.ELSEWHERE: 0.3, Known.DEDUCED: 0.7}


def card_picker(taps: Taps, suits: Suits, width: int) -> ft.Control:
    """Arrange the cards in rows; each suit begins a new row, on a phone two."""
    columns = 13 if width >= _WHOLE_SUIT else 7 if width >= _HALF_A_SUIT else 6
    rows = [
        ft.Row([keyed(shown.id, PickerCard, taps, shown) for shown in row], spacing=0, key=key)
        for suit, cards in suits
        for number, row in enumerate(in_rows(cards, balanced_columns(len(cards), columns)))
        for key in [f"{suit}-{number}"]
    ]
    return ft.Column([*rows], spacing=2, tight=True)


@component
def LeftCards(taps: Taps, view: CardsLeft, width: int) -> ft.Control:
    """Draw the cards left after a round."""
    lines: Controls = []
    for group in view.groups:
        if group.title:
            lines.append(text(group.title, size=15, face=TEXT.semibold))
        lines.append(card_picker(taps, group.suits, width))
    if view.deduced_says:
        says = text(view.deduced_says, size=13, tone=Tone.MUTED)
        lines.append(ft.Row([_deduction(), says], spacing=6))
    return stretched(lines)


@component
def HandCards(taps: Taps, suits: Suits, width: int) -> ft.Control:
    """Draw all cards, of which those of a hand are picked."""
    return card_picker(taps, suits, width)


@component
def PickerCard(taps: Taps, shown: RevealCard) -> ft.Control:
    """Draw a card as a touch target, with its mark at the lower corner."""
    picked = shown.picked
    certain = shown.known in {Known.HELD, Known.DEDUCED}
    dimmed = shown.known is Known.NOTHING and shown.intent is None and not picked
    card = card_face(shown.face, Signs(_SIGNS), on_paper=True)
    card.opacity = 0.55 if dimmed else _OPACITY.get(shown.known, 1)
    layers: Controls = [card]
    if picked:
        rim = ft.Border.all(3, Tone.ACTION)
        layers.append(ft.Container(border=rim, border_radius=RADIUS))
    if picked or shown.player is not None:
        layers.append(ft.Container(_mark(shown), right=0, bottom=0))
    clip = ft.ClipBehavior.NONE
    stack = ft.Stack(layers, fit=ft.StackFit.EXPAND, clip_behavior=clip)
    target = touchable(
        ft.Container(stack, padding=2),
        tap(taps, shown.intent, shown.id),
        identifier=shown.id,
        label=shown.says,
        selected=picked or certain,
        radius=RADIUS,
        width=_WIDEST,
        height=_HIGH,
        align=None,
        expand=True,
    )
    target.expand_loose = True
    return target


def _mark(shown: RevealCard) -> ft.Control:
    """Draw a tick on a picked card, a lock on a certain one, or the avatar of the holder.

    The lock is open if the card is certain by a note that can be taken back.
    """
    if shown.player is not None and not shown.picked:
        holder = avatar(shown.player.initial, shown.player.tint, size=_MARK)
        if shown.known is not Known.DEDUCED:
            return holder
        return ft.Row([_deduction(), holder], spacing=2, tight=True)
    lock = ft.Icons.LOCK_OPEN if shown.noted else ft.Icons.LOCK
    sign = ft.Icons.CHECK if shown.known is Known.NOTHING else lock
    return disc(_MARK, Tone.ACTION, ft.Icon(sign, size=13, color=Tone.ON_ACTION))


def _deduction() -> ft.Control:
    """Draw the sign of a card that follows from the others."""
    bulb = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE, size=13, color=Tone.INK)
    return disc(_MARK - 2, Tone.QUIET, bulb)
