"""Pages with more than their document: moving chips at the end of a round, menus of a verdict."""

import flet as ft

from companion.ui.acting import Hands
from companion.ui.component import component
from companion.ui.parts.basics.frames import WIDEST
from companion.ui.parts.basics.panels import WIDE
from companion.ui.parts.table.controls import ChipAnimation, chip_moves
from companion.ui.parts.table.menus import use_note_menu
from companion.ui.render import render
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.ui.shown import Pointer
from companion.views.at_table.cards import NotedCard
from companion.views.at_table.table import ChipMove
from companion.views.blocks import Document, plain

_EDGE, _MIDDLE, _POT_IN, _NAME_IN = 20, 41.0, 45, 60
"""The places of the pot and of the winner's name in the banner, in dp from its edge."""


@component
def RoundOver(session: Session, room: Room, refusal: str, screen: Document) -> ft.Control:
    """Draw the end of a round, and move the chips of the pot to the winner where chips move."""
    page = render(Hands(session), screen, room, refusal)
    pot = int(plain(screen.figure.value)) if screen.figure else 0
    if not pot or room.large_text or not session.moves:
        return page
    edge = max(0.0, (room.width - (WIDE if room.two_columns else WIDEST)) / 2) + _EDGE
    spots = {None: (room.width - edge - _POT_IN, _MIDDLE), 0: (edge + _NAME_IN, _MIDDLE)}
    moves = chip_moves(1, [ChipMove(None, 0, pot)], spots)
    run = ft.SafeArea(ChipAnimation(moves, at_once=True), expand=True)
    return ft.Stack([page, run], expand=True)


@component
def VerdictPage(
    session: Session,
    room: Room,
    refusal: str,
    screen: Document,
    notes: tuple[NotedCard, ...],
    pointer: Pointer,
) -> ft.Control:
    """Draw a verdict, with the menu that corrects one of its notes."""
    use_note_menu(session, notes, pointer.menu, room)
    return render(Hands(session), screen, room, refusal)
