"""The places of the layout as memoised parts: to be played, laid, or free."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed, memo
from companion.ui.link import Link
from companion.ui.parts.card_face import CardSize, card_face, card_outline, empty_place
from companion.ui.parts.touch import touchable
from companion.views.cards import Place, Slot


@memo
@ft.component
@boundary
def PlayablePlace(link: Link, slot: Slot, size: CardSize) -> ft.Control:
    """A card that can be played now; one tap on it is the whole turn."""
    return touchable(
        card_outline(slot.face, size),
        link.tap(link.play_seen, slot.face.code),
        identifier=f"play-{slot.face.code}",
        label=slot.says,
        radius=size.radius,
        width=size.width,
        height=size.height,
        ripples=False,
    )


@memo
@ft.component
@boundary
def LaidPlace(slot: Slot, size: CardSize, badge: str = "") -> ft.Control:
    """A card on the layout, with how many lie in its pile."""
    return ft.Semantics(
        content=card_face(slot.face, size, badge=badge, newest=slot.newest),
        exclude_semantics=True,
        identifier=f"card-{slot.face.code}",
        label=slot.says,
        container=True,
    )


@memo
@ft.component
@boundary
def FreePlace(size: CardSize, hint: str = "", closed: str = "") -> ft.Control:
    """A place where nothing lies and nothing can be laid now."""
    return ft.Semantics(
        content=empty_place(size, hint=hint, closed=closed),
        exclude_semantics=not closed,
    )


def place(
    link: Link, slot: Slot, size: CardSize, *, badge: str = "", hint: bool = False
) -> ft.Control:
    """The slot as what it is now."""
    code = slot.face.code
    match slot.place:
        case Place.PLAYABLE:
            return keyed(f"play-{code}", PlayablePlace, link, slot, size)
        case Place.LAID:
            return keyed(f"card-{code}", LaidPlace, slot, size, badge)
        case Place.FREE:
            return keyed(f"free-{code}", FreePlace, size, slot.face.rank if hint else "")
