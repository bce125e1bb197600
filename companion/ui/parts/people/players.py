"""Who plays, as a panel: known people one tap away, fields for new names, or the order of seats."""

from __future__ import annotations

import flet as ft

from companion.forms.seating import SeatsForm
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import QUIET, button
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.pills import pill, pill_row
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.text_scale import with_trailing
from companion.ui.parts.people.seating import Seating, SeatsEdit, name_fields, seat_order
from companion.ui.routes.screens import Room
from companion.views.setting_up.seats import SeatsView

_PAIR = 2
_GAP, _GAP_ON_PHONE, _PHONE_BELOW = 10, 6, 600
"""Between two rows, in dp; on a phone they stand closer, so that who deals shows below them."""


def players_panel(seating: Seating, view: SeatsView, room: Room) -> ft.Control:
    """The panel; while there are two people it can turn to the order in which they sit."""
    say, movable = seating.session.words.say, len(view.seated) >= _PAIR
    ordering = seating.ordering and movable
    rows = [seat_order(seating, view.seated, room)]
    if not ordering:
        rows = [*_known(seating, view, room), *name_fields(seating, view.seats, room)]
        rows += [_add(seating)] if view.can_add else []
    remarks = [
        notice(remark, identifier=f"remark-{number}", look=REMARK, key=f"remark-{number}")
        for number, remark in enumerate(view.remarks, 1)
    ]
    clockwise = text(say("In the order they sit, clockwise"), size=13, tone=Tone.MUTED)
    heads: list[ft.Control] = [heading(say("Players"), size=17, tone=Tone.INK), clockwise]
    words = ft.Column(heads, spacing=2, tight=True)
    change = [_change_seats(seating)] if movable else []
    title = with_trailing(words, change, below=room.large_text)
    gap = _GAP_ON_PHONE if room.width < _PHONE_BELOW else _GAP
    return panel([title, *rows, *remarks], spacing=gap)


def _add(seating: Seating) -> ft.Control:
    return button(
        seating.session.words.say("Add a player"),
        seating.on_tap(SeatsForm.with_place),
        identifier="add-player",
        look=QUIET,
        icon=ft.Icons.ADD,
        height=48,
    )


def _change_seats(seating: Seating) -> ft.Control:
    say = seating.session.words.say
    return pill(
        say("Done") if seating.ordering else say("Change seats"),
        seating.order,
        identifier="change-seats",
        chosen=seating.ordering,
    )


def _known(seating: Seating, view: SeatsView, room: Room) -> list[ft.Control]:
    """Names of people who played before, one tap each, or all of the last table in one."""
    say = seating.session.words.say
    cells = [
        pill(
            say("+ {name}", name=name),
            seating.on_tap(_seating(name)),
            identifier=f"known-{number}",
            label=say("Seat {name}", name=name),
        )
        for number, name in enumerate(view.roster, 1)
    ]
    rows = [pill_row(cells, room)] if cells else []
    if view.same_table:
        same = seating.on_tap(lambda draft: draft.seating_all(view.same_table))
        rows.insert(0, pill_row([pill(view.same_table_says, same, identifier="same-table")]))
    return rows


def _seating(name: str) -> SeatsEdit:
    return lambda draft: draft.seating(name)
