"""The picker of cards; a card is drawn again only when its own state has changed."""

from dataclasses import dataclass
from typing import Self

import flet as ft

from companion.screens.cards import CardsLeft, Known, RevealCard, Suits
from companion.ui.acting import Taps, tap
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.panels import balanced_columns, in_rows, stretched
from companion.ui.parts.basics.text import disc, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.routes import Viewport

_MARK = 20
_OPACITY = {Known.ELSEWHERE: 0.3, Known.DEDUCED: 0.7}


@dataclass(frozen=True, slots=True)
class PickerGrid:
    """The number of columns, and the size of a touch target in dp at the text `scale`."""

    columns: int
    width: float
    height: float
    scale: float

    @classmethod
    def within(cls, viewport: Viewport, longest: int, *, most: float = 64) -> Self:
        """Return the grid for suits of up to `longest` cards, in rows of about equal length."""
        columns = balanced_columns(longest, max(1, int(viewport.width // LEAST)))
        width = min(most, viewport.width // columns)
        return cls(columns, width, max(56, round(width * 1.25)), viewport.text_scale)


def card_picker(taps: Taps, suits: Suits, grid: PickerGrid) -> ft.Control:
    """Arrange the cards in rows; each suit begins a new row."""
    rows = [
        ft.Row(
            [keyed(shown.id, PickerCard, taps, shown, grid) for shown in row],
            spacing=0,
            key=f"{suit}-{number}",
        )
        for suit, cards in suits
        for number, row in enumerate(in_rows(cards, grid.columns))
    ]
    return ft.Column([*rows], spacing=2, tight=True)


@component
def LeftCards(taps: Taps, view: CardsLeft, viewport: Viewport) -> ft.Control:
    """Draw the cards left after a round."""
    longest = max(len(cards) for group in view.groups for _, cards in group.suits)
    grid = PickerGrid.within(viewport, longest, most=72)
    lines: list[ft.Control] = []
    for group in view.groups:
        if group.title:
            lines.append(text(group.title, size=15, face=TEXT.semibold))
        lines.append(card_picker(taps, group.suits, grid))
    if view.deduced_says:
        says = text(view.deduced_says, size=13, tone=Tone.MUTED)
        lines.append(ft.Row([_deduction(), says], spacing=6))
    return stretched(lines)


@component
def HandCards(taps: Taps, suits: Suits, viewport: Viewport) -> ft.Control:
    """Draw all cards, of which those of a hand are picked."""
    return card_picker(taps, suits, PickerGrid.within(viewport, len(suits[0][1])))


@component
def PickerCard(taps: Taps, shown: RevealCard, grid: PickerGrid) -> ft.Control:
    """Draw a card as a touch target, with its mark at the lower corner."""
    picked = shown.picked
    certain = shown.known in {Known.HELD, Known.DEDUCED}
    size = CardSize(grid.width - 5, grid.height - 5, grid.scale)
    dimmed = shown.known is Known.NOTHING and shown.intent is None and not picked
    opacity = 0.55 if dimmed else _OPACITY.get(shown.known, 1)
    layers: list[ft.Control] = [
        ft.Container(card_face(shown.face, size, on_paper=True), opacity=opacity, left=2, top=2)
    ]
    if picked:
        layers.append(
            ft.Container(
                left=2,
                top=2,
                width=size.width,
                height=size.height,
                border=ft.Border.all(3, Tone.ACTION),
                border_radius=size.radius,
            )
        )
    if picked or shown.player is not None:
        layers.append(ft.Container(_mark(shown), right=0, bottom=0))
    return touchable(
        ft.Stack(layers, width=grid.width, height=grid.height),
        tap(taps, shown.intent, shown.id),
        identifier=shown.id,
        label=shown.says,
        selected=picked or certain,
        radius=size.radius,
        width=grid.width,
        height=grid.height,
        align=None,
    )


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
