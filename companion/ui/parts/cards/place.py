"""A card where it lies, and one that can be laid: each by itself, drawn again when it changes."""

from __future__ import annotations

import flet as ft

from companion.ui.hooks import kept
from companion.ui.link import Link
from companion.ui.parts.cards.card_face import CardSize, card_face, card_outline
from companion.ui.parts.cards.spots import Spot
from companion.views.cards import Slot

SLIDE = ft.Animation(170, ft.AnimationCurve.EASE_OUT)


def card_place(spot: Spot, size: CardSize, *, moves: bool) -> ft.Control:
    """A card that lies there or may come to; it keeps its key, so that it slides as it is laid."""

    def place() -> ft.Control:
        shown = [_shown(spot, spot.slot, size)] if spot.slot else []
        return _placed(spot, size, shown, moves=moves)

    return kept(("card", spot.code), place, spot, size, moves)


def offer_place(
    link: Link, spot: Spot, size: CardSize, *, moves: bool, pointed: bool
) -> ft.Control:
    """A card that may be laid."""

    def place() -> ft.Control:
        shown = [playable(link, spot.slot, size, pointed=pointed)] if spot.slot else []
        return _placed(spot, size, shown, moves=moves)

    return kept(("offer", spot.code), place, link, spot, size, moves, pointed)


def _placed(spot: Spot, size: CardSize, shown: list[ft.Control], *, moves: bool) -> ft.Control:
    """At its corner. A stack with nothing in it lets every touch through to what lies below."""
    return ft.Stack(
        shown,
        left=spot.left,
        top=spot.top,
        width=size.width,
        height=size.height,
        clip_behavior=ft.ClipBehavior.NONE,
        animate_position=SLIDE if moves else None,
        key=spot.code,
    )


def _shown(spot: Spot, slot: Slot, size: CardSize) -> ft.Control:
    """The card, which says nothing while it is covered. Its name stays where it is: taken away and
    given back to the same control, browsers would not tell it again.
    """
    said = ft.Semantics(
        content=card_face(slot.face, size, badge=spot.badge),
        identifier=f"card-{spot.code}",
        label=slot.says,
        container=True,
    )
    return ft.Semantics(content=said, exclude_semantics=spot.covered)


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
