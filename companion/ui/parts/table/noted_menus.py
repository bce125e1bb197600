"""Menus about a noted card: lay it for another player, take the note back, or correct it."""

from __future__ import annotations

from collections.abc import Iterable

import flet as ft

from companion.core.rounds.events import Forgotten, Played, Seen
from companion.desk.commands import record
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.table.menus import Menu, MenuLine, asks, menu_dialog
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.at_table.noted import NotedCard

_LAY, _NOTE = "noted-", "note-"


def of_offer(code: str) -> str:
    """Return the name of the menu that asks before a card noted for another player is laid."""
    return f"{_LAY}{code}"


def of_note(code: str) -> str:
    """Return the name of the menu that corrects the note of a card."""
    return f"{_NOTE}{code}"


def lay_menu(session: Session, noted: NotedCard) -> Menu:
    """Ask whether the player who is due lays the card although it was noted for another one."""
    say, card, instead = session.words.say, noted.card, None
    if noted.layer is not None:
        instead = Played(noted.layer, card)
    lay = asks(session, record(Forgotten(noted.seat, card.bit, instead), noted.number))
    keep = _close(session)
    return Menu(
        noted.asks,
        (
            MenuLine(f"forget-{card}", ft.Icons.STYLE_OUTLINED, noted.lay_says, lay),
            MenuLine(
                f"keep-{card}", ft.Icons.CLOSE, say("No, {name} holds it", name=noted.name), keep
            ),
        ),
    )


def note_menu(session: Session, noted: NotedCard) -> Menu:
    """Offer to take the note back, and the players the card can be given to."""
    say, card, seat = session.words.say, noted.card, noted.seat
    forget = asks(session, record(Forgotten(seat, card.bit), noted.number))
    gone = MenuLine(f"forget-{card}", ft.Icons.UNDO, say("Take the note back"), forget)
    given = (
        MenuLine(
            f"holds-{card}-{place}",
            ft.Icons.PERSON_OUTLINE,
            say("{name} holds it", name=may.name),
            asks(
                session,
                record(Forgotten(seat, card.bit, Seen(may.seat, card.bit)), noted.number),
            ),
        )
        for place, may in enumerate(noted.holders, 1)
    )
    return Menu(noted.says, (gone, *given))


def use_note_menu(session: Session, notes: Iterable[NotedCard], name: str, room: Room) -> None:
    """Show the menu of that name over the page, if it is that of one of the notes."""
    open_ = next((one for one in notes if of_note(one.card.text) == name), None)
    ft.use_dialog(menu_dialog(session, note_menu(session, open_), room) if open_ else None)


def _close(session: Session) -> Tap:
    async def closed() -> None:
        session.pointer.menu = ""

    return session.tap(closed)
