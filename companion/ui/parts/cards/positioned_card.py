"""A card where it lies, and one that can be laid: components, drawn again when they change."""

from __future__ import annotations

import flet as ft

from companion.core.cards import card
from companion.desk.commands import play
from companion.ui.boundary import boundary
from companion.ui.parts.basics.text import silent
from companion.ui.parts.basics.touch import ring
from companion.ui.parts.cards.card_face import CardSize, card_face, card_outline
from companion.ui.parts.cards.card_positions import CardPosition
from companion.ui.parts.table.noted_menus import of_offer
from companion.ui.session import Session
from companion.views.at_table.cards import Slot

_SLIDE_MILLISECONDS = 170


def slide(*, moves: bool) -> ft.Animation | None:
    """How a card slides to its place, if anything moves on the device."""
    return ft.Animation(_SLIDE_MILLISECONDS, ft.AnimationCurve.EASE_OUT) if moves else None


@ft.component
@boundary
def PositionedCard(position: CardPosition, size: CardSize, *, moves: bool) -> ft.Control:
    """A card that lies there or may come to; it keeps its key, so that it slides as it is laid."""
    shown = _face(position, position.slot, size) if position.slot else None
    return _positioned(position, size, shown, moves=moves)


@ft.component
@boundary
def PositionedOffer(
    session: Session, position: CardPosition, size: CardSize, *, moves: bool, pointed: bool
) -> ft.Control:
    """A card that may be laid."""
    place = f"{position.left:.0f} {position.top:.0f}"
    slot = position.slot
    shown = playable(session, slot, size, place, pointed=pointed) if slot else None
    return _positioned(position, size, shown, moves=moves)


def _positioned(
    position: CardPosition, size: CardSize, shown: ft.Control | None, *, moves: bool
) -> ft.Control:
    """At its corner. A stack with nothing in it lets every touch through to what lies below."""
    return ft.Stack(
        [shown] if shown else [],
        left=position.left,
        top=position.top,
        width=size.width,
        height=size.height,
        clip_behavior=ft.ClipBehavior.NONE,
        animate_position=slide(moves=moves),
    )


def _face(position: CardPosition, slot: Slot, size: CardSize) -> ft.Control:
    """The card, which says nothing while it is covered. Its name stays where it is: taken away and
    given back to the same control, browsers would not tell it again.
    """
    said = ft.Semantics(
        content=card_face(slot.face, size, badge=position.badge),
        identifier=f"card-{position.code}",
        label=slot.says,
        container=True,
    )
    return ft.Semantics(content=said, exclude_semantics=position.covered)


def playable(
    session: Session, slot: Slot, size: CardSize, place: str, *, pointed: bool = False
) -> ft.Control:
    """A card that can be played now; one tap on it is the whole turn. `place` names where on the
    screen it lies. It stands where a `ring_theme` makes its ring show.
    """
    on_tap = session.tap(lay, session, slot, place)
    outline = card_outline(slot.face, size, pointed=pointed, noted=slot.noted)
    touched = ft.Container(outline, on_click=on_tap, width=size.width, height=size.height)
    return ft.Semantics(
        content=ft.Stack(
            [ring(on_tap, size.radius), silent(touched)], clip_behavior=ft.ClipBehavior.NONE
        ),
        identifier=f"{'noted' if slot.noted else 'play'}-{slot.face.code}",
        label=slot.says,
        button=True,
        selected=pointed or None,
        container=True,
    )


async def lay(session: Session, slot: Slot, place: str) -> None:
    """Lay the card by a tap on that place; ask first where it was noted for another player."""
    if slot.noted:
        session.pointer.menu = of_offer(slot.face.code)
    else:
        await session.lay(play(card(slot.face.code)), place)
