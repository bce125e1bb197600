"""Who plays: fields for the names, and the same people as a list to be put in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import flet as ft

from companion.forms.seating import SeatsForm
from companion.ui.hooks import use_state
from companion.ui.looks.fonts import TEXT, widest_word
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.columns import column_width
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.text import named, silent, text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import LEAST, Tap
from companion.ui.parts.people.avatars import avatar
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.setting_up.seats import SeatLine

SeatsEdit = Callable[[SeatsForm], SeatsForm]
"""A change to the draft."""

Fields = dict[int, ft.Ref[ft.TextField]]
_ROW = 56
_NAME_SIZE = 16
_BESIDE_NAME, _BESIDE_SETTLED = 264, 182
"""What margins, the initial and the arrows, or the cross, take of the width, in dp."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Where changes of the draft go, and the fields by the key of their seat; whether people are
    being moved to other seats, and what begins or ends that.
    """

    session: Session
    change: Callable[[SeatsEdit], None]
    fields: Fields
    ordering: bool
    order: Tap

    def on_tap(self, edit: SeatsEdit) -> Tap:
        """A handler that makes this change to the draft."""
        return self.session.tap(self.take, edit)

    async def take(self, edit: SeatsEdit) -> None:
        """Make this change to the draft."""
        self.change(edit)

    async def enter(self, key: int | None) -> None:
        """Go on to the field of that seat, or to a new one behind the last."""
        if key is None:
            self.change(SeatsForm.with_place)
        else:
            await self.write_at(key)

    async def write_at(self, key: int | None) -> None:
        """Give the keyboard to the field of that seat, if there is one."""
        found = self.fields[key].current if key in self.fields else None
        if found is not None:
            await found.focus()


def use_seating(session: Session, begun: SeatsForm) -> tuple[SeatsForm, Seating]:
    """The draft of a screen, `begun` at first, and what its parts change it with."""
    draft, set_draft = use_state(begun)
    ordering, set_ordering = use_state(initial=False)
    fields, _ = use_state(Fields())
    change = cast("Callable[[SeatsEdit], None]", set_draft)

    async def order() -> None:
        set_ordering(not ordering)

    seating = Seating(session, change, fields, ordering, session.tap(order))
    awaited = draft.awaits_name
    ft.use_effect(session.tap(seating.write_at, awaited), [awaited])
    return draft, seating


def name_fields(seating: Seating, seats: Sequence[SeatLine], room: Room) -> list[ft.Control]:
    """A row a seat, with a field unless the name is settled; Enter goes on to the next."""
    following = [*(seat.key for seat in seats[1:]), None]
    settled = [seat.name for seat in seats if seat.settled]
    fits = _fit(settled, _BESIDE_SETTLED, room)
    rows: list[ft.Control] = []
    for seat, after in zip(seats, following, strict=True):
        name, remove = _name(seating, seat, after), [_remover(seating, seat)]
        row = _row(seat, name, remove, spacing=8, below=seat.settled and not fits)
        # Browsers keep the former name of a row that is drawn again with another number, if one
        # more is added at once. With another key it is another row.
        row.key = f"place-{seat.key}-{seat.number}"
        rows.append(row)
    return rows


def _fit(names: Sequence[str], beside: float, room: Room) -> bool:
    """Whether no word of the names is broken where so much stands beside them."""
    widest = widest_word(names, _NAME_SIZE, TEXT.medium, room.text_scale)
    return widest + beside <= column_width(room)


def _row(
    seat: SeatLine, name: ft.Control, after: list[ft.Control], *, spacing: float, below: bool
) -> ft.Control:
    """The disc, the name, and what stands after it, or below it at the right."""
    who: list[ft.Control] = [_disc(seat), ft.Container(name, expand=True)]
    if not below:
        return ft.Row([*who, *after], spacing=spacing)
    end = ft.Row(after, spacing=0, alignment=ft.MainAxisAlignment.END)
    return ft.Column([ft.Row(who, spacing=spacing), end], spacing=0, tight=True)


def _remover(seating: Seating, seat: SeatLine) -> ft.Control:
    return icon_button(
        ft.Icons.CLOSE,
        seating.on_tap(lambda draft: draft.without(seat.key)),
        identifier=f"remove-player-{seat.number}",
        label=seat.remove_says,
        tone=Tone.MUTED,
    )


def _name(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    identifier = f"player-name-{seat.number}"
    if seat.settled:
        name = text(seat.name, size=_NAME_SIZE, face=TEXT.medium)
        return named(identifier, min_height(name, align=ft.Alignment.CENTER_LEFT))
    return field(
        seat.name,
        lambda name: seating.change(lambda draft: draft.written(seat.key, name)),
        identifier=identifier,
        hint=seat.says,
        on_submit=seating.session.tap(seating.enter, after),
        ref=seating.fields.setdefault(seat.key, ft.Ref()),
    )


def seat_order(seating: Seating, seats: Sequence[SeatLine], room: Room) -> ft.Control:
    """The people in the order they sit, to be moved by arrows or dragged by the handle; names with
    words too long for that stand above those.
    """
    below = not _fit([seat.name for seat in seats], _BESIDE_NAME, room)

    def dragged(event: ft.OnReorderEvent) -> None:
        if event.old_index is not None and event.new_index is not None:
            seating.change(_moving(seats[event.old_index].key, event.new_index))

    return ft.ReorderableListView(
        [_seat(seating, seat, len(seats), below=below) for seat in seats],
        show_default_drag_handles=False,
        on_reorder=dragged,
    )


def _seat(seating: Seating, seat: SeatLine, count: int, *, below: bool) -> ft.Control:
    name = text(seat.name, size=_NAME_SIZE, face=TEXT.medium, leading=1.25)
    row = _row(seat, name, _movers(seating, seat, count), spacing=0, below=below)
    return ft.Container(row if below else min_height(row, _ROW), key=f"seat-{seat.key}")


def _movers(seating: Seating, seat: SeatLine, count: int) -> list[ft.Control]:
    """One seat up, one seat down, anywhere."""
    index = seat.number - 1
    up = seating.on_tap(_moving(seat.key, index - 1)) if index else None
    down = seating.on_tap(_moving(seat.key, index + 1)) if index < count - 1 else None
    ways = (
        (ft.Icons.ARROW_UPWARD, up, f"player-up-{seat.number}", seat.up_says),
        (ft.Icons.ARROW_DOWNWARD, down, f"player-down-{seat.number}", seat.down_says),
    )
    handle = ft.Container(
        ft.Icon(ft.Icons.DRAG_HANDLE, color=Tone.MUTED, size=22),
        width=LEAST,
        height=LEAST,
        alignment=ft.Alignment.CENTER,
    )
    return [
        *(icon_button(icon, tap, identifier=name, label=says) for icon, tap, name, says in ways),
        ft.ReorderableDragHandle(handle, mouse_cursor=ft.MouseCursor.GRAB),
    ]


def _disc(seat: SeatLine) -> ft.Control:
    """The initial in the player's colour, or the number of a seat that is free."""
    shown = avatar(seat.initial, seat.tint, size=32)
    if seat.tint < 0:
        number = text(seat.initial, size=13, tone=Tone.MUTED, leading=1)
        shown = silent(disc(32, Tone.QUIET, number))
    return ft.Container(shown, width=40, alignment=ft.Alignment.CENTER_LEFT)


def _moving(key: int, to: int) -> SeatsEdit:
    return lambda draft: draft.moved(key, to)
