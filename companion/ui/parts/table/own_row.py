"""The row of a private hand below the layout."""

from collections.abc import Sequence
from typing import NamedTuple

import flet as ft

from companion.preferences import Preferences
from companion.screens.board import Slot, SlotState
from companion.screens.own_hand import OwnView
from companion.ui.component import component
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.text import silent, text
from companion.ui.parts.basics.touch import LEAST, ring, ring_theme
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.parts.cards.layout_board import lay
from companion.ui.parts.table.fine_tray import felt_scroll_bar
from companion.ui.parts.table.menus import ask_for_hint
from companion.ui.parts.table.plan import HAND_GROWS
from companion.ui.session import Session

_GAP = 1
_MARGIN = 4
"""The free space between two whole cards, and above and below the row, in dp."""
_SLIMMEST = 15
_SHAPE = 0.78
"""The least visible width of a card in dp, and the whole width as a share of the height."""


@component
def OwnRow(session: Session, own: OwnView, row: CardSize, preferences: Preferences) -> ft.Control:
    """Draw the cards of the hand, and the button for a hint on a device that offers hints.

    A hand that is held shows only as long as a finger is on the row.
    """
    height = row.height - 2 * _MARGIN
    held = preferences.hand_covered
    hint = _hint(session, own) if preferences.hints and own.hint and not held else []
    width = row.width - (LEAST + _GAP) * len(hint)
    size = CardSize(width, height, row.scale)
    content = _covered(own, height) if own.covered else _cards(session, own, size)
    if held:
        look, cover = (session.tap(_look, session, looking) for looking in (True, False))
        content = ft.Semantics(
            content=ft.GestureDetector(
                content, on_tap_down=look, on_tap_up=cover, on_tap_cancel=cover
            ),
            identifier="hold-to-look",
            label=own.looks,
            button=True,
            container=True,
        )
    padding = ft.Padding.symmetric(vertical=_MARGIN)
    if hint:
        cards = ft.Container(content, expand=True, expand_loose=True)
        content = ft.Row([cards, *hint], spacing=_GAP, alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(content, width=row.width, height=row.height, padding=padding)


def _hint(session: Session, own: OwnView) -> list[ft.Control]:
    asks = session.tap(ask_for_hint, session)
    icon = ft.Icons.LIGHTBULB_OUTLINED
    return [icon_button(icon, asks, identifier="hint", label=own.hint, tone=Tone.BRASS)]


async def _look(session: Session, looking: bool) -> None:  # noqa: FBT001 - an argument of a tap
    """Show a covered hand, or cover it again."""
    session.looking = looking
    await session.show()


def _covered(own: OwnView, height: float) -> ft.Control:
    words = text(own.looks, size=14, tone=Tone.ON_FELT, face=TEXT.semibold, leading=1.15)
    sign = ft.Icon(ft.Icons.VISIBILITY_OFF_OUTLINED, size=20, color=Tone.BRASS)
    fitting = ft.Container(words, expand=True, expand_loose=True)
    line = ft.Row([sign, fitting], spacing=8, alignment=ft.MainAxisAlignment.CENTER)
    return ft.Container(silent(line), bgcolor=Tone.TILE, border_radius=14, height=height)


def _cards(session: Session, own: OwnView, row: CardSize) -> ft.Control:
    """Draw the cards as a fan; one that is wider than its room scrolls sideways, below a bar."""
    if not own.slots:
        return ft.Container()
    places = fan(own.slots, row)
    across = places[-1].left + places[-1].visible
    cards = [
        _card(session, slot, place, row) for slot, place in zip(own.slots, places, strict=True)
    ]
    shown: ft.Control = ft.Stack(cards, width=across, height=row.height)
    if across > row.width:
        shown = ft.Row([shown], scroll=ft.ScrollMode.ALWAYS)
        shown = ft.Container(shown, theme=felt_scroll_bar(thin=True))
    return ft.Container(shown, theme=ring_theme(), alignment=ft.Alignment.CENTER)


class FanPlace(NamedTuple):
    """Left side and width of a card in a fan, and how much of the width is in sight, in dp."""

    left: float
    width: float
    visible: float


def fan(slots: Sequence[Slot], row: CardSize) -> list[FanPlace]:
    """Return the places of the cards; one that can be laid is a touch target in full sight.

    Slim cards grow with the text, with their ranks.
    """
    most = round(row.height * _SHAPE)
    target = max(LEAST, most)
    targets = sum(slot.state is SlotState.PLAYABLE for slot in slots)
    others = len(slots) - targets
    room = row.width - target * targets
    slimmest = round(_SLIMMEST * min(row.scale, HAND_GROWS))
    is_roomy = room >= most * others + _GAP * (len(slots) - 1)
    slim = most if is_roomy else max(slimmest, room // max(1, others))
    places = list[FanPlace]()
    left = 0.0
    for slot in slots:
        visible = target if slot.state is SlotState.PLAYABLE else slim
        whole = visible if slot is slots[-1] else max(visible, most)
        places.append(FanPlace(left, whole, visible))
        left += visible + _GAP * is_roomy
    return places


def _card(session: Session, slot: Slot, place: FanPlace, row: CardSize) -> ft.Control:
    # By the key a card that can be laid from now on is a new control: browsers lose the identifier
    # of one that becomes a button.
    playable = slot.state is SlotState.PLAYABLE
    name = f"own-{slot.face.code}"
    key = f"{name}-{slot.state.value}"
    height = row.height
    size = CardSize(place.width, height, row.scale)
    shown = card_face(slot.face, size, newest=playable, visible=place.visible)
    if playable:
        on_tap = session.tap(lay, session, slot, "own")
        touched = ft.Container(shown, on_click=on_tap, width=size.width, height=size.height)
        layers = [ring(on_tap, size.radius), silent(touched)]
        shown = ft.Stack(layers, clip_behavior=ft.ClipBehavior.NONE)
    named = ft.Semantics(
        content=shown,
        identifier=name,
        label=slot.says,
        button=playable or None,
        container=True,
    )
    return ft.Container(named, left=place.left, width=size.width, height=size.height, key=key)
