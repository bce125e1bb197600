"""The table, where people spend the evening: the layout is the keyboard, one tap is a turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import flet as ft

from companion.preferences import Preferences
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed, use_state
from companion.ui.link import Link
from companion.ui.parts.basics.questions import Question, question
from companion.ui.parts.cards.arrow_keys import ARROWS, next_pointed
from companion.ui.parts.cards.board import Side
from companion.ui.parts.cards.card_positions import visible_cards
from companion.ui.parts.table.chip_animation import ChipAnimation, chip_moves
from companion.ui.parts.table.pieces import TableProps
from companion.ui.parts.table.table_forms import chip_positions, table_body, tools_per_row
from companion.ui.parts.table.table_plan import Needs, table_plan
from companion.ui.screens import Room
from companion.ui.theme import Tone
from companion.views.cards import Place
from companion.views.table import TableView


@ft.component
@boundary
def TablePage(
    link: Link, view: TableView, room: Room, preferences: Preferences, refusal: str
) -> ft.Control:
    """The whole table screen in the form that fits the room."""
    asking, set_asking = use_state(initial=False)
    pointed, set_pointed = use_state("")
    ask = ft.use_callback(lambda: set_asking(True), [])
    leave = ft.use_callback(lambda: set_asking(False), [])

    async def agree() -> None:
        leave()
        await link.pass_turn(view.turn)

    asked = _pass_anyway(link, view) if asking and view.pass_warning else None
    ft.use_dialog(question(asked, link.tap(agree), leave, large=room.large_text) if asked else None)
    ft.on_mounted(lambda: _keep_awake(link, awake=True))
    ft.on_unmounted(lambda: _keep_awake(link, awake=False))
    shared = table_plan(room, _needs(view, room, refusal), _side(view, preferences))
    table = TableProps(link, view, shared, refusal, pointed, ask)
    link.seen = view.turn
    link.on_key = None if asked else _keys(table, set_pointed)
    felt = ft.Container(
        ft.SafeArea(table_body(table, room), expand=True), bgcolor=Tone.FELT_EDGE, expand=True
    )
    layers = [keyed("rest", Rest, link), felt]
    if link.moves:
        run = chip_moves(view.step, view.moved, chip_positions(table, room))
        layers.append(ft.SafeArea(keyed("chips", ChipAnimation, run), expand=True))
    return ft.Stack(layers, expand=True)


@ft.component
@boundary
def Rest(link: Link) -> ft.Control:
    """Where the keyboard's focus rests while the arrows point at cards: nothing is there, so
    Enter presses no button besides.
    """
    rest = ft.KeyboardListener(ft.Container(width=0, height=0), autofocus=True)
    link.rest = rest.focus
    return rest


def _keep_awake(link: Link, *, awake: bool) -> None:
    link.page.run_task(link.device.stay_awake, awake=awake)


def _side(view: TableView, preferences: Preferences) -> Side:
    """How the layout lies before this device."""
    low_right = preferences.low_right(ruled=view.picture_low_right)
    return Side(low_right, columns=preferences.columns, turned=preferences.turned)


def _needs(view: TableView, room: Room, refusal: str) -> Needs:
    return Needs(
        seats=len(view.seats),
        points=view.seats[0].points is not None,
        news=bool(view.notices or refusal),
        doubt=bool(view.doubt),
        tool_rows=1 + (view.can_deal_anew and tools_per_row(room) < _TOOLS),
    )


def _pass_anyway(link: Link, view: TableView) -> Question:
    say = link.words.say
    return Question("pass", view.pass_warning, "", say("Pass"), say("Back"))


def _keys(
    table: TableProps, set_pointed: Callable[[str], None]
) -> Callable[[str], Awaitable[None]]:
    """What the keys do: arrows point at a playable card, Enter lays it, P passes, U undoes."""
    link, view, board = table.link, table.view, table.plan.board

    async def pressed(key: str) -> None:
        if key in ARROWS:
            await link.rest()
            places = {each.code: (each.left, each.top) for each in visible_cards(view.rows, board)}
            set_pointed(next_pointed(key, table.pointed, places, _playable(view)))
        elif key == "Enter" and table.pointed in _playable(view):
            await link.play(table.pointed, view.turn)
        elif key == "P" and view.can_pass:
            await _pass(table)
        elif key == "U" and view.can_undo:
            await link.undo()
        elif key == "Tab":
            set_pointed("")

    return pressed


def _playable(view: TableView) -> frozenset[str]:
    slots = (slot for row in view.rows for slot in row.slots)
    return frozenset(slot.face.code for slot in slots if slot.place is Place.PLAYABLE)


async def _pass(table: TableProps) -> None:
    if table.view.pass_warning:
        table.ask()
    else:
        await table.link.pass_turn(table.view.turn)


_TOOLS = 8
"""The tools before the first turn of a round."""
