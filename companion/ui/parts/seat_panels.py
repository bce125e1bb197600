"""The panel of the players and their seats."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.screens.blocks import Edit
from companion.screens.kit import edit
from companion.screens.seating import SeatLine, SeatsForm, SeatsView
from companion.ui.acting import Taps, change, handler
from companion.ui.component import Controls, component, use_begun, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics import panels
from companion.ui.parts.basics.buttons import QUIET, icon_button, low_button, pill, pill_row
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.text import disc, heading, named, silent, text
from companion.ui.parts.basics.touch import LEAST, Tap

Fields = dict[int, ft.Ref[ft.TextField]]
_NAME = 16
_ROW = 56
"""The size of a name, and the height of a row, in dp."""


@dataclass(frozen=True)
class _Seating:
    """The taps that fill in the form, and the fields by the key of their seat."""

    taps: Taps
    fields: Fields

    def on_tap(self, place: str, change: Edit) -> Tap:
        """Return a handler that changes the form."""
        return handler(self.taps, change, place)

    async def enter(self, key: int | None) -> None:
        """Focus the field of that seat, or with None add a seat."""
        if key is None:
            change(self.taps, edit(SeatsForm.with_place))
        else:
            await self.write_at(key)

    async def write_at(self, key: int | None) -> None:
        """Focus the field of that seat, if there is one."""
        found = self.fields[key].current if key in self.fields else None
        if found is not None:
            await found.focus()


_PAIR = 2


@component
def PlayersPanel(taps: Taps, view: SeatsView, *, large: bool) -> ft.Control:
    """Draw the panel of players; two people or more can also be put in another order."""
    say = taps.session.words.say
    movable = len(view.seated) >= _PAIR
    fields, _ = use_state(Fields())
    seating = _Seating(taps, fields)
    # A touch would have opened the keyboard over the known names.
    first = use_begun(
        lambda: view.seats[0].key if taps.session.by_key and not view.seated else None
    )
    awaited = first if view.awaited is None else view.awaited
    ft.use_effect(taps.session.tap(seating.write_at, awaited), [awaited])
    rows = [_seat_order(seating, view.seated, below=large)]
    if not view.ordering:
        add = low_button(
            say("Add a player"),
            seating.on_tap("add-player", edit(SeatsForm.with_place)),
            identifier="add-player",
            look=QUIET,
            icon=ft.Icons.ADD,
        )
        rows = [*_known(seating, view), *_name_fields(seating, view.seats, below=large)]
        rows += [add] if view.can_add else []
    remarks = [
        panels.notice(
            remark, identifier=f"remark-{number}", look=panels.REMARK, key=f"remark-{number}"
        )
        for number, remark in enumerate(view.remarks, 1)
    ]
    clockwise = text(say("In the order they sit, clockwise"), size=13, tone=Tone.MUTED)
    heads: Controls = [heading(say("Players"), size=17, tone=Tone.INK), clockwise]
    words = ft.Column(heads, spacing=2, tight=True)
    change = pill(
        say("Done") if view.ordering else say("Change seats"),
        seating.on_tap("change-seats", edit(SeatsForm.reordering)),
        identifier="change-seats",
        chosen=view.ordering,
    )
    title = panels.with_trailing(words, [change] if movable else [])
    return panels.panel([title, *rows, *remarks], spacing=6)


def _known(seating: _Seating, view: SeatsView) -> Controls:
    """Build pills with the names of former players, and one for all of the last table.

    The row of a single tap comes last, because it vanishes with the first name.
    """
    say = seating.taps.session.words.say
    full = not view.has_room
    cells = [
        pill(
            f"+ {known.name}",
            None
            if known.seated or full
            else seating.on_tap(f"known-{number}", edit(SeatsForm.seating, known.name)),
            identifier=f"known-{number}",
            label=say("Seat {name}", name=known.name),
        )
        for number, known in enumerate(view.roster, 1)
    ]
    sideways = ft.ScrollMode.HIDDEN
    rows: Controls = [ft.Row([*cells], spacing=8, scroll=sideways)] if cells else []
    if view.same_table:
        same = seating.on_tap("same-table", edit(SeatsForm.seating_all, view.same_table))
        rows.append(pill_row([pill(view.same_table_says, same, identifier="same-table")]))
    return rows


def _name_fields(seating: _Seating, seats: Sequence[SeatLine], *, below: bool) -> Controls:
    """Build a row for each seat, with a field unless the name is settled.

    Enter moves the focus to the next field.
    """
    following = [*(seat.key for seat in seats[1:]), None]
    rows: Controls = []
    for seat, after in zip(seats, following, strict=True):
        identifier = f"remove-player-{seat.number}"
        remove = icon_button(
            ft.Icons.CLOSE,
            seating.on_tap(identifier, edit(SeatsForm.without, seat.key)),
            identifier=identifier,
            label=seat.remove_says,
            tone=Tone.MUTED,
        )
        name = _name(seating, seat, after)
        row = _row(seat, name, [remove], spacing=8, below=seat.settled and below)
        # The number is part of the key, because browsers keep the old label of a row that gets
        # another number while a further row is added.
        row.key = f"place-{seat.key}-{seat.number}"
        rows.append(row)
    return rows


def _row(
    seat: SeatLine, name: ft.Control, after: Controls, *, spacing: float, below: bool
) -> ft.Control:
    """Arrange the disc, the name, and the controls `after` the name or `below` it."""
    head: Controls = [_disc(seat), ft.Container(name, expand=True)]
    if not below:
        return ft.Row([*head, *after], spacing=spacing)
    end = ft.Row(after, spacing=0, alignment=ft.MainAxisAlignment.END)
    return ft.Column([ft.Row(head, spacing=spacing), end], spacing=0, tight=True)


def _name(seating: _Seating, seat: SeatLine, after: int | None) -> ft.Control:
    identifier = f"player-name-{seat.number}"
    if seat.settled:
        name = text(seat.name, size=_NAME, face=TEXT.medium, lines=1)
        return named(identifier, panels.min_height(name, align=ft.Alignment.CENTER_LEFT))
    return field(
        seat.name,
        lambda name: change(seating.taps, edit(SeatsForm.named, seat.key, name)),
        identifier=identifier,
        hint=seat.says,
        on_submit=seating.taps.session.tap(seating.enter, after),
        ref=seating.fields.setdefault(seat.key, ft.Ref()),
    )


def _seat_order(seating: _Seating, seats: Sequence[SeatLine], *, below: bool) -> ft.Control:
    """List the people in seating order, with arrows and a handle to move them."""

    def dragged(event: ft.OnReorderEvent) -> None:
        if event.old_index is not None and event.new_index is not None:
            key = seats[event.old_index].key
            to = event.new_index
            change(seating.taps, edit(SeatsForm.moved, key, to))

    return ft.ReorderableListView(
        [_seat(seating, seat, len(seats), below=below) for seat in seats],
        show_default_drag_handles=False,
        on_reorder=dragged,
    )


def _seat(seating: _Seating, seat: SeatLine, count: int, *, below: bool) -> ft.Control:
    name = text(seat.name, size=_NAME, face=TEXT.medium, lines=1, leading=1.25)
    row = _row(seat, name, _movers(seating, seat, count), spacing=0, below=below)
    return ft.Container(row if below else panels.min_height(row, _ROW), key=f"seat-{seat.key}")


def _movers(seating: _Seating, seat: SeatLine, count: int) -> Controls:
    """Build the buttons for one seat up and one seat down, and the handle for dragging."""
    above = seat.number - 2
    below = seat.number
    ways = (
        (ft.Icons.ARROW_UPWARD, above, f"player-up-{seat.number}", seat.up_says),
        (ft.Icons.ARROW_DOWNWARD, below, f"player-down-{seat.number}", seat.down_says),
    )
    arrows = [
        icon_button(
            icon,
            seating.on_tap(name, edit(SeatsForm.moved, seat.key, to))
            if to in range(count)
            else None,
            identifier=name,
            label=says,
        )
        for icon, to, name, says in ways
    ]
    handle = ft.Container(
        ft.Icon(ft.Icons.DRAG_HANDLE, color=Tone.MUTED, size=22),
        width=LEAST,
        height=LEAST,
        alignment=ft.Alignment.CENTER,
    )
    return [
        *arrows,
        ft.ReorderableDragHandle(handle, mouse_cursor=ft.MouseCursor.GRAB),
    ]


def _disc(seat: SeatLine) -> ft.Control:
    """Draw the avatar of the player, or the number of a free seat."""
    shown = avatar(seat.initial, seat.tint, size=32)
    if seat.tint < 0:
        number = text(seat.initial, size=13, tone=Tone.MUTED, leading=1)
        shown = silent(disc(32, Tone.QUIET, number))
    return ft.Container(shown, width=40, alignment=ft.Alignment.CENTER_LEFT)
