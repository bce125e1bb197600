"""How many cards each player was dealt, as a panel, folded while the deal is an honest one."""

from __future__ import annotations

import flet as ft

from companion.forms.seating import SeatsForm
from companion.ui.looks.fonts import TEXT, widest_word
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import QUIET, SECONDARY, button
from companion.ui.parts.basics.columns import column_width
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.stepper import Counting, stepper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import with_trailing
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.people.avatars import avatar
from companion.ui.parts.people.seating import Seating, SeatsEdit
from companion.ui.routes.screens import Room
from companion.views.setting_up.hands import HandLine, HandsView

_NAME, _BESIDE_NAME = 16, 274
"""The size of a name, and what stands beside it, in dp."""


def hand_sizes(
    seating: Seating, view: HandsView, room: Room, fold: Tap, *, unfolded: bool
) -> list[ft.Control]:
    """The panel, once somebody is dealt to; `fold` shows the hands, or hides them again."""
    say = seating.session.words.say
    if not view.lines:
        return []
    folds = button(
        say("Done") if unfolded else say("Correct the hand sizes"),
        fold,
        identifier="change-hands",
        look=SECONDARY,
        icon=ft.Icons.EXPAND_LESS if unfolded else ft.Icons.STYLE_OUTLINED,
        height=48,
    )
    rows: list[ft.Control] = [named("hands-say", text(view.says, face=TEXT.medium), live=True)]
    if unfolded:
        allowed = say("For a misdeal that the table lets stand.")
        rows += [text(allowed, size=14, tone=Tone.MUTED), *_rows(seating, view, room)]
        rows += [] if view.honest else [_honest(seating)]
    return [panel([*rows, folds], title=say("Cards dealt"), key="hands")]


def _rows(seating: Seating, view: HandsView, room: Room) -> list[ft.Control]:
    """A row a hand; with a name too long for that, the number stands below it."""
    names = (hand.name for hand in view.lines)
    needed = widest_word(names, _NAME, TEXT.medium, room.text_scale) + _BESIDE_NAME
    return [_row(seating, line, below=needed > column_width(room)) for line in view.lines]


def _row(seating: Seating, hand: HandLine, *, below: bool) -> ft.Control:
    number = text(str(hand.cards), size=18, face=TEXT.bold, leading=1.2)
    counting = Counting(
        seating.on_tap(_dealt(hand.seat, -1)) if hand.cards > 1 else None,
        seating.on_tap(_dealt(hand.seat, 1)),
        hand.less_says,
        hand.more_says,
    )
    name = f"hand-{hand.handle}"
    who = ft.Row(
        [
            avatar(hand.initial, hand.tint, size=32),
            text(hand.name, size=_NAME, face=TEXT.medium, leading=1.25, expand=True),
        ],
        spacing=8,
    )
    counter = stepper(number, counting, identifier=name, value=name, width=44)
    return ft.Container(with_trailing(who, [counter], below=below), key=name)


def _dealt(seat: int, more: int) -> SeatsEdit:
    return lambda draft: draft.with_cards(seat, more)


def _honest(seating: Seating) -> ft.Control:
    return button(
        seating.session.words.say("As an honest deal"),
        seating.on_tap(SeatsForm.dealt_honestly),
        identifier="honest-deal",
        look=QUIET,
        icon=ft.Icons.RESTART_ALT,
        height=48,
    )
