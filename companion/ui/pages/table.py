"""The page of the table, where a tap on the layout is a turn."""

import flet as ft

from companion.core.objections import Objection, Why
from companion.preferences import Preferences
from companion.ui.client_events import plan_of
from companion.ui.component import component, keyed
from companion.ui.looks import Tone
from companion.ui.parts.basics.frames import question, use_dialog
from companion.ui.parts.table.controls import ChipAnimation, chip_moves
from companion.ui.parts.table.forms import TableProps, table_body
from companion.ui.parts.table.menus import menu_dialog, menu_named
from companion.ui.parts.table.plan import chip_positions
from companion.ui.routes import Room, Shape
from companion.ui.session import Session
from companion.ui.shown import Pointer
from companion.views.at_table.table import TableView


@component
def TablePage(  # noqa: PLR0913 - what the screen is drawn from
    session: Session,
    view: TableView,
    room: Room,
    preferences: Preferences,
    refusal: str,
    pointer: Pointer,
    *,
    revision: int,
    steps: int,
) -> ft.Control:
    """Draw the page in the form that fits the room, after so many steps of the series."""

    def ask() -> None:
        pointer.asked_at = revision

    def leave() -> None:
        pointer.asked_at = None

    async def agree() -> None:
        await _agreed(session, pointer)

    ft.on_mounted(lambda: _keep_awake(session, awake=True))
    ft.on_unmounted(lambda: _keep_awake(session, awake=False))
    plan = plan_of(view, room, preferences)
    keys = room.shape is Shape.WIDE and not session.device.handheld
    menu = menu_named(pointer.menu, session, view, plan.board.side, crosses=plan.crosses, keys=keys)
    dialog = menu_dialog(session, menu, room) if menu else None
    if pointer.asked_at == revision and view.pass_warning:
        say = session.words.say
        dialog = question(
            "pass",
            view.pass_warning,
            "",
            say("Pass"),
            say("Don’t pass"),
            on_yes=session.tap(agree),
            on_no=leave,
            large=room.large_text,
        )
    use_dialog(session, dialog, pointer.close)
    table = TableProps(session, view, plan, refusal, pointer.card, ask)
    felt = ft.Container(
        ft.SafeArea(table_body(table, room), expand=True), bgcolor=Tone.FELT_EDGE, expand=True
    )
    layers = [keyed("rest", Rest, session), felt]
    if session.moves:
        run = chip_moves(steps, view.moved, chip_positions(plan, len(view.seats), room))
        layers.append(ft.SafeArea(keyed("chips", ChipAnimation, run), expand=True))
    return ft.Stack(layers, expand=True)


@component
def Rest(session: Session) -> ft.Control:
    """Hold the focus while the arrow keys point at cards, so that Enter presses no button."""
    return ft.KeyboardListener(ft.Container(width=0, height=0), autofocus=True, ref=session.rest)


async def _agreed(session: Session, pointer: Pointer) -> None:
    """Pass in spite of the warning, if the table has not changed since the question."""
    asked_at, pointer.asked_at = pointer.asked_at, None
    seen = session.watched.snapshot
    if asked_at is None or seen is None:
        return
    if seen.revision == asked_at:
        await session.pass_turn()
    else:
        session.refuse(Objection(Why.QUICKER))


def _keep_awake(session: Session, *, awake: bool) -> None:
    session.begin(lambda: session.device.stay_awake(awake=awake))
