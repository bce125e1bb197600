"""The table by keyboard: arrows point at a playable card, Enter lays it, P passes, U undoes, R
redoes, Escape leaves.
"""

from __future__ import annotations

from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.ui.parts.cards.arrow_keys import ARROWS, next_pointed
from companion.ui.parts.cards.board import Side
from companion.ui.parts.cards.card_positions import visible_cards
from companion.ui.parts.cards.positioned_card import lay
from companion.ui.parts.table.table_plan import Needs, Plan, table_plan
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.at_table.cards import Slot, SlotState
from companion.views.at_table.table import TableView, table


async def press(session: Session, key: str) -> None:
    """Do what the key means, by its name `Arrow Left` or `P`, on the table as it shows."""
    snapshot, pointer = session.watched.snapshot, session.pointer
    if key == "Escape":
        await leave(session)
    elif snapshot is None:
        return
    elif not pointer.menu and pointer.asked_at != snapshot.revision:
        await _at_table(session, snapshot, key)


async def leave(session: Session) -> None:
    """Close the menu or the question that is open, else leave the screen."""
    snapshot, pointer = session.watched.snapshot, session.pointer
    if pointer.menu or (snapshot and pointer.asked_at == snapshot.revision):
        pointer.menu, pointer.asked_at = "", None
    else:
        await session.back()


async def _at_table(session: Session, snapshot: Snapshot, key: str) -> None:
    pointer = session.pointer
    view = table(snapshot, session.words)
    if key in ARROWS:
        if session.rest.current:
            await session.rest.current.focus()
        pointer.card = _pointed(session, view, key)
    elif key == "Enter" and pointer.card in _playable(view):
        await lay(session, _playable(view)[pointer.card], f"key-{pointer.card}")
    elif key == "P" and view.can_pass:
        await _pass(session, snapshot, view)
    elif key == "U" and view.can_undo:
        await session.undo()
    elif key == "R" and view.can_redo:
        await session.redo()
    elif key == "Tab":
        pointer.card = ""


async def _pass(session: Session, snapshot: Snapshot, view: TableView) -> None:
    if view.pass_warning:
        session.pointer.asked_at = snapshot.revision
    else:
        await session.pass_turn()


def _pointed(session: Session, view: TableView, key: str) -> str:
    """The card that the arrow leads to."""
    shown = session.shown
    board = plan_of(view, shown.room, shown.preferences).board
    places = {card.code: (card.left, card.top) for card in visible_cards(view.rows, board)}
    return next_pointed(key, session.pointer.card, places, frozenset(_playable(view)))


def _playable(view: TableView) -> dict[str, Slot]:
    slots = (slot for row in view.rows for slot in row.slots)
    return {slot.face.code: slot for slot in slots if slot.state is SlotState.PLAYABLE}


def plan_of(view: TableView, room: Room, preferences: Preferences) -> Plan:
    """How the table screen shares its room."""
    side = Side(
        preferences.low_right(ruled=view.picture_low_right),
        columns=preferences.columns,
        turned=preferences.turned,
        as_laid=preferences.as_laid,
    )
    needs = Needs(seats=len(view.seats), points=view.seats[0].points is not None)
    return table_plan(room, needs, side)
