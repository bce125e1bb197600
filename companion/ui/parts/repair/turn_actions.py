"""What can be done to one turn: another card, a pass before it, without it, exchanged."""

from __future__ import annotations

import flet as ft

from companion.core.cards import Card, card
from companion.forms.repair import Repair
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, button
from companion.ui.parts.basics.columns import in_rows, stretched
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.pills import pill
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.parts.people.avatars import player_pill
from companion.ui.parts.repair.editing import Editing, RepairEdit
from companion.ui.routes.screens import Room
from companion.views.at_table.turn_choice import MoveChoice, TurnChoice


def turn_actions(
    editing: Editing, choice: TurnChoice | None, room: Room, *, can_take_back: bool
) -> ft.Control:
    """The panel of the turn looked at, or what to do while there is none."""
    say = editing.session.words.say
    if choice is None:
        body: list[ft.Control] = [text(say("Tap the turn that was entered wrongly."))]
    else:
        body = [*_leaders(editing, choice), _buttons(editing, choice, room)]
        body += _cards(editing, choice) if choice.picking else []
    if can_take_back:
        body.append(_take_back(editing))
    return panel(body, title=choice.says if choice else "", key="turn-actions")


def _buttons(editing: Editing, choice: TurnChoice, room: Room) -> ft.Control:
    """The four ways, two beside each other; below each other where text is large."""
    say, turn = editing.session.words.say, choice.turn
    ways = (
        ("edit", choice.change_says, Repair.choosing),
        ("insert", say("Insert a pass before"), Repair.with_pass_before),
        ("delete", say("Delete"), Repair.without_turn),
        ("swap", choice.swap_says or say("Swap"), Repair.swapped if choice.swap_says else None),
    )
    cells = [
        _way(editing, f"{name}-{turn}", words, edit, pressed=name == "edit" and choice.picking)
        for name, words, edit in ways
    ]
    if room.large_text:
        return stretched(cells, spacing=8)
    for cell in cells:
        cell.expand = True
    rows: list[ft.Control] = [ft.Row([*row], spacing=10) for row in in_rows(cells, 2)]
    return stretched(rows, spacing=10)


def _way(
    editing: Editing, identifier: str, words: str, edit: RepairEdit | None, *, pressed: bool
) -> ft.Control:
    # The turn looked at may change under the finger; where the button is does not.
    on_tap = editing.on_tap(edit, identifier.partition("-")[0]) if edit else None
    look = PRIMARY if pressed else SECONDARY
    return button(words, on_tap, identifier=identifier, look=look, height=52, narrow=True)


def _cards(editing: Editing, choice: TurnChoice) -> list[ft.Control]:
    """The cards that could be played then, and the pass."""
    cards = [_card(editing, one) for one in choice.cards]
    rows = ft.Row(cards, spacing=0, run_spacing=4, wrap=True)
    passing = pill(
        editing.session.words.say("pass"),
        editing.on_tap(_moving(None), "edit-pass"),
        identifier="edit-pass",
        chosen=choice.passed,
    )
    says = editing.session.words.say("These cards could be played then:")
    known = [text(says, size=14, tone=Tone.MUTED), rows]
    return [*(known if cards else []), *([ft.Row([passing])] if choice.can_pass else [])]


def _card(editing: Editing, choice: MoveChoice) -> ft.Control:
    size = CardSize(LEAST - 6, 58)
    identifier = f"edit-card-{choice.face.code}"
    return touchable(
        ft.Container(card_face(choice.face, size, newest=choice.chosen, on_paper=True), padding=3),
        editing.on_tap(_moving(card(choice.face.code)), identifier),
        identifier=identifier,
        label=choice.says,
        selected=choice.chosen,
        width=LEAST,
        height=64,
        align=None,
    )


def _moving(move: Card | None) -> RepairEdit:
    return lambda form: form.with_move(move)


def _leaders(editing: Editing, choice: TurnChoice) -> list[ft.Control]:
    """Who led, where a card leads and nobody's hand tells."""
    if not choice.leaders:
        return []
    pills = [
        player_pill(
            one.name,
            one.initial,
            one.tint,
            editing.on_tap(_led_by(one.handle), f"lead-{one.handle}"),
            identifier=f"lead-{one.handle}",
            selected=one.chosen,
        )
        for one in choice.leaders
    ]
    asks = text(editing.session.words.say("Who led?"), face=TEXT.semibold)
    return [asks, ft.Row(pills, spacing=8, run_spacing=8, wrap=True)]


def _led_by(handle: str) -> RepairEdit:
    return lambda form: form.led_by(handle)


def _take_back(editing: Editing) -> ft.Control:
    return button(
        editing.session.words.say("Take back the last change"),
        editing.on_tap(Repair.taken_back, "repair-undo"),
        identifier="repair-undo",
        look=QUIET,
        icon=ft.Icons.UNDO,
        height=48,
    )
