"""The row of a private hand below the layout."""

import flet as ft

from companion.preferences import Preferences
from companion.screens.board import Slot, SlotState
from companion.screens.own_hand import OwnView
from companion.screens.table_menus import hint_menu
from companion.ui.component import component
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.text import plate, silent, text
from companion.ui.parts.basics.touch import ring, ring_theme
from companion.ui.parts.cards.card_face import RADIUS, Signs, card_face
from companion.ui.parts.cards.layout_board import lay
from companion.ui.parts.table.tray import felt_scroll_bar
from companion.ui.session import Session

HEIGHT = 60
_TARGET = 52
_SLIM = 44
_SLIMMEST = 26
_SIGNS = {False: 20, True: 15}
"""The height of the row, the widths of a card that can be laid, and of another at most and at
least, and the height of rank and suit, on the slimmest cards or not, in dp.
"""
_LARGER = 1.4
"""How much larger the row is where text is large, or in a wide window."""
_SHARED = 14
_SHARED_IN_WIDE = 30
"""The greatest number of cards that share the room of a phone or of a wide window; more scroll
sideways. A target counts twice.
"""


@component
def OwnRow(
    session: Session, own: OwnView, preferences: Preferences, *, large: bool, wide: bool
) -> ft.Control:
    """Draw the cards of the hand, and the button for a hint on a device that offers hints.

    A hand that is held shows only as long as a finger is on the row.
    """
    held = preferences.hand_covered
    grow = _LARGER if large else 1
    content = (
        _covered(own)
        if own.covered
        else _cards(session, own, grow, _SHARED_IN_WIDE if wide else _SHARED / grow)
    )
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
    content.expand = True
    hint = _hint(session, own) if preferences.hints and own.hint and not held else []
    row = ft.Row([content, *hint], spacing=1, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(
        row, height=HEIGHT * grow, padding=ft.Padding.symmetric(horizontal=8, vertical=4)
    )


def _hint(session: Session, own: OwnView) -> list[ft.Control]:
    asks = session.tap(_ask_for_hint, session)
    icon = ft.Icons.LIGHTBULB_OUTLINED
    return [icon_button(icon, asks, identifier="hint", label=own.hint, tone=Tone.BRASS)]


async def _ask_for_hint(session: Session) -> None:
    """Open the hint for the turn on the screen, which closes with the turn."""
    if snapshot := session.watched.snapshot:
        await session.open_menu(hint_menu(snapshot.revision))


async def _look(session: Session, looking: bool) -> None:  # noqa: FBT001 - an argument of a tap
    """Show a covered hand, or cover it again."""
    session.looking = looking
    await session.show()


def _covered(own: OwnView) -> ft.Control:
    words = text(own.looks, size=14, tone=Tone.ON_FELT, face=TEXT.semibold, lines=1, leading=1.15)
    words.expand = words.expand_loose = True
    sign = ft.Icon(ft.Icons.VISIBILITY_OFF_OUTLINED, size=20, color=Tone.BRASS)
    line = ft.Row([sign, words], spacing=8, alignment=ft.MainAxisAlignment.CENTER)
    return plate(silent(line), bgcolor=Tone.TILE, border_radius=14)


def _cards(session: Session, own: OwnView, grow: float, shared: float) -> ft.Control:
    """Draw the cards in a row; so many that they would be too slim scroll sideways, over a bar."""
    targets = sum(slot.state is SlotState.PLAYABLE for slot in own.slots)
    scrolls = len(own.slots) + targets > shared
    narrow = scrolls or len(own.slots) > _SHARED
    row = ft.Row(
        [_card(session, slot, grow, scrolls=scrolls, narrow=narrow) for slot in own.slots],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        scroll=ft.ScrollMode.ALWAYS if scrolls else None,
    )
    return ft.Container(ft.Container(row, theme=felt_scroll_bar(thin=True)), theme=ring_theme())


def _card(session: Session, slot: Slot, grow: float, *, scrolls: bool, narrow: bool) -> ft.Control:
    # By the key a card that can be laid from now on is a new control: browsers lose the identifier
    # of one that becomes a button.
    is_target = slot.state is SlotState.PLAYABLE
    slim = narrow and not is_target
    face = card_face(slot.face, Signs(_SIGNS[slim] * grow, plain=True))
    if is_target:
        face.border = ft.Border.all(3, Tone.BRASS)
    shown: ft.Control = face
    name = f"own-{slot.face.code}"
    if is_target:
        on_tap = session.tap(lay, session, slot, "own")
        touched = ft.Container(shown, on_click=on_tap)
        layers = [ring(on_tap, RADIUS), silent(touched)]
        clip = ft.ClipBehavior.NONE
        shown = ft.Stack(layers, fit=ft.StackFit.EXPAND, clip_behavior=clip)
    named = ft.Semantics(
        content=shown,
        identifier=name,
        label=slot.says,
        button=is_target or None,
        container=True,
    )
    shares = not (is_target or scrolls)
    return ft.Container(
        named,
        width=(_TARGET if is_target else _SLIMMEST if scrolls else _SLIM) * grow,
        expand=shares or None,
        expand_loose=shares,
        key=f"{name}-{slot.state.value}",
    )
