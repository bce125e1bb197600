"""Cards to tap, suit by suit: chosen ones, those whose holder is known, those out of reach.

A card is drawn again only when something about it has changed, for the pack has fifty-two.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.core.cards import Cards, card
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.link import Link
from companion.ui.parts.basics.rows import balanced_columns
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.parts.people.avatars import avatar
from companion.ui.theme import Tone
from companion.views.reveal import Known, RevealCard

Pick = Callable[[str], Awaitable[None]]
"""What a tap on the card of that code does."""

_MARK = 20


@dataclass(frozen=True, slots=True)
class PickerGrid:
    """How the cards stand: how many beside each other, and how large a touch target is."""

    columns: int
    width: float
    height: float

    @staticmethod
    def within(room: float, longest: int, *, most: float = 64) -> PickerGrid:
        """The grid for suits of up to `longest` cards in that room, its lines as even as can be."""
        fit = max(1, int(room // LEAST))
        columns = balanced_columns(longest, fit)
        width = min(most, room // columns)
        return PickerGrid(columns, width, max(56, round(width * 1.25)))


@dataclass(frozen=True, slots=True)
class Picking:
    """The cards chosen so far, those that are certain included, and what a tap on another does,
    unless it is `full`. `prefix` goes before a card's code in its identifier.
    """

    prefix: str
    picked: Cards
    pick: Pick
    full: bool = False


def card_picker(
    link: Link,
    suits: Sequence[tuple[str, tuple[RevealCard, ...]]],
    grid: PickerGrid,
    choice: Picking,
) -> ft.Control:
    """The cards in rows, a new row with every suit."""
    rows = [
        ft.Row(
            [_keyed(link, each, grid, choice) for each in cards[place : place + grid.columns]],
            spacing=0,
            key=f"{suit}-{place}",
        )
        for suit, cards in suits
        for place in range(0, len(cards), grid.columns)
    ]
    return ft.Column([*rows], spacing=2, tight=True)


def _keyed(link: Link, each: RevealCard, grid: PickerGrid, choice: Picking) -> ft.Control:
    picked = bool(card(each.face.code).bit & choice.picked)
    free = each.known is Known.NOTHING and (picked or not choice.full)
    named = f"{choice.prefix}-{each.face.code}"
    pick = choice.pick if free else None
    return keyed(each.face.code, PickerCard, link, each, grid, pick, named, picked=picked)


@ft.component
@boundary
def PickerCard(
    link: Link, shown: RevealCard, grid: PickerGrid, pick: Pick | None, named: str, *, picked: bool
) -> ft.Control:
    """One card as a touch target, with its mark at the lower corner."""
    certain = shown.known in {Known.HELD, Known.DEDUCED}
    size = CardSize(grid.width - 5, grid.height - 5)
    face = ft.Container(
        card_face(shown.face, size), opacity=_strength(shown, dimmed=pick is None and not picked)
    )
    layers: list[ft.Control] = [ft.Container(face, left=2, top=2)]
    if picked:
        layers.append(ft.Container(_ring(size), left=2, top=2))
    if picked or shown.player is not None:
        layers.append(ft.Container(_mark(shown, picked=picked), right=0, bottom=0))
    return touchable(
        ft.Stack(layers, width=grid.width, height=grid.height),
        None if pick is None else link.tap(pick, shown.face.code),
        identifier=named,
        label=shown.says,
        selected=picked or certain,
        radius=size.radius,
        width=grid.width,
        height=grid.height,
        align=None,
    )


def _strength(shown: RevealCard, *, dimmed: bool) -> float:
    if shown.known is Known.ELSEWHERE:
        return 0.3
    if shown.known is Known.DEDUCED:
        return 0.7
    return 0.55 if dimmed and shown.known is Known.NOTHING else 1


def _ring(size: CardSize) -> ft.Control:
    return ft.Container(
        width=size.width,
        height=size.height,
        border=ft.Border.all(3, Tone.ACTION),
        border_radius=size.radius,
    )


def _mark(shown: RevealCard, *, picked: bool) -> ft.Control:
    """A tick on a chosen card, a lock on one that is certain, else the holder's initial."""
    if shown.player is not None and not picked:
        disc = avatar(shown.player.initial, shown.player.tint, size=_MARK)
        return _deduced(disc) if shown.known is Known.DEDUCED else disc
    sign = ft.Icons.CHECK if shown.known is Known.NOTHING else ft.Icons.LOCK
    return ft.Container(
        ft.Icon(sign, size=13, color=Tone.ON_ACTION),
        width=_MARK,
        height=_MARK,
        border_radius=_MARK / 2,
        bgcolor=Tone.ACTION,
        alignment=ft.Alignment.CENTER,
    )


def _deduced(disc: ft.Control) -> ft.Control:
    return ft.Row([deduction(), disc], spacing=2, tight=True)


def deduction() -> ft.Control:
    """The sign of what follows from the rest."""
    return ft.Container(
        ft.Icon(ft.Icons.LIGHTBULB_OUTLINE, size=13, color=Tone.INK),
        width=_MARK - 2,
        height=_MARK - 2,
        border_radius=_MARK / 2,
        bgcolor=Tone.QUIET,
        alignment=ft.Alignment.CENTER,
    )
