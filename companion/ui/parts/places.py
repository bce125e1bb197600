"""A card where it lies, as a memoised part: to be played, laid, or covered by another."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.link import Link
from companion.ui.parts.board import Spot
from companion.ui.parts.card_face import CardSize, card_face, card_outline
from companion.views.cards import Place, Slot

SLIDE = ft.Animation(170, ft.AnimationCurve.EASE_OUT)


def card_place(link: Link, spot: Spot, size: CardSize, *, moves: bool, pointed: bool) -> ft.Control:
    """The card at its corner; it keeps its key, so that it slides when its corner changes."""
    return keyed(spot.slot.face.code, CardPlace, link, spot, size, moves=moves, pointed=pointed)


@ft.component
@boundary
def CardPlace(link: Link, spot: Spot, size: CardSize, *, moves: bool, pointed: bool) -> ft.Control:
    """The card as what it is now."""
    return ft.Container(
        _shown(link, spot, size, pointed=pointed),
        left=spot.left,
        top=spot.top,
        width=size.width,
        height=size.height,
        animate_position=SLIDE if moves else None,
    )


def _shown(link: Link, spot: Spot, size: CardSize, *, pointed: bool) -> ft.Control:
    slot = spot.slot
    if slot.place is Place.PLAYABLE:
        return playable(link, slot, size, pointed=pointed)
    if spot.covered:
        return ft.Semantics(content=card_face(slot.face, size))
    return ft.Semantics(
        content=card_face(slot.face, size, badge=spot.badge, newest=slot.newest),
        identifier=f"card-{slot.face.code}",
        label=slot.says,
        container=True,
    )


def playable(link: Link, slot: Slot, size: CardSize, *, pointed: bool = False) -> ft.Control:
    """A card that can be played now; one tap on it is the whole turn. What is drawn on a canvas
    says nothing by itself, so nothing has to be silenced.
    """
    return ft.Semantics(
        content=ft.Container(
            card_outline(slot.face, size, pointed=pointed),
            on_click=link.tap(link.play_seen, slot.face.code),
            width=size.width,
            height=size.height,
        ),
        identifier=f"play-{slot.face.code}",
        label=slot.says,
        button=True,
        selected=pointed or None,
        container=True,
    )
