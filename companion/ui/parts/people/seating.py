"""Who plays: fields for the names, and the same people as a list to be put in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import flet as ft

from companion.forms.seating import Draft
from companion.ui.fonts import TEXT
from companion.ui.hooks import use_state
from companion.ui.link import Link
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import longest_word, min_height
from companion.ui.parts.basics.touch import LEAST, Tap
from companion.ui.parts.people.avatars import avatar
from companion.ui.screens import Room
from companion.ui.theme import Tone
from companion.views.seats import SeatLine

DraftEdit = Callable[[Draft], Draft]
Fields = dict[int, ft.Ref[ft.TextField]]
_ROW = 56
_LEFT = ft.Alignment.CENTER_LEFT
_PER_LETTER = 9.3
"""About how wide a letter of a name is, in dp."""

_BESIDE_NAME, _BESIDE_SETTLED = 264, 182
"""What margins, the initial and the arrows, or the cross, take of the width, in dp."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Where the names are, where changes go, and the fields by the key of their place; whether
    people are being moved to other seats, and what begins or ends that.
    """

    link: Link
    change: Callable[[DraftEdit], None]
    fields: Fields
    ordering: bool
    order: Tap

    def on_tap(self, edit: DraftEdit) -> Tap:
        """A handler that makes this change to the draft."""
        return self.link.tap(self.take, edit)

    async def take(self, edit: DraftEdit) -> None:
        """Make this change to the draft."""
        self.change(edit)

    async def enter(self, key: int | None) -> None:
        """Go on to the field of that place, or to a new one behind the last."""
        if key is None:
            self.change(Draft.with_place)
        else:
            await self.write_at(key)

    async def write_at(self, key: int | None) -> None:
        """Give the keyboard to the field of that place, if there is one."""
        found = self.fields[key].current if key in self.fields else None
        if found is not None:
            await found.focus()


def use_seating(link: Link, begun: Draft) -> tuple[Draft, Seating]:
    """The draft of a screen, `begun` at first, and what its parts change it with."""
    draft, set_draft = use_state(begun)
    ordering, set_ordering = use_state(initial=False)
    fields, _ = use_state(Fields())
    change = cast("Callable[[DraftEdit], None]", set_draft)

    async def order() -> None:
        set_ordering(not ordering)

    seating = Seating(link, change, fields, ordering, link.tap(order))
    awaited = draft.awaits_name
    ft.use_effect(link.tap(seating.write_at, awaited), [awaited])
    return draft, seating


def name_fields(seating: Seating, seats: Sequence[SeatLine], room: Room) -> list[ft.Control]:
    """A row a place, with a field unless the name is settled; Enter goes on to the next."""
    following = [*(each.key for each in seats[1:]), None]
    settled = [each.name for each in seats if each.settled]
    draw = _place if _fit(settled, _BESIDE_SETTLED, room) else _place_in_two_lines
    return [
        draw(seating, seat, after) if seat.settled else _place(seating, seat, after)
        for seat, after in zip(seats, following, strict=True)
    ]


def _fit(names: Sequence[str], beside: float, room: Room) -> bool:
    """Whether no word of the names is torn where so much stands beside them."""
    return longest_word(*names) * _PER_LETTER * room.text_scale + beside <= room.width


def _place(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    name = ft.Container(_name(seating, seat, after), expand=True)
    cells = [_disc(seat), name, _remover(seating, seat)]
    return ft.Row(cells, spacing=8, key=f"place-{seat.key}")


def _place_in_two_lines(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    who = ft.Row([_disc(seat), ft.Container(_name(seating, seat, after), expand=True)], spacing=8)
    end = ft.Row([_remover(seating, seat)], alignment=ft.MainAxisAlignment.END)
    return ft.Column([who, end], spacing=0, tight=True, key=f"place-{seat.key}")


def _remover(seating: Seating, seat: SeatLine) -> ft.Control:
    return icon_button(
        ft.Icons.CLOSE,
        seating.on_tap(_leaving(seat.key)),
        identifier=f"remove-player-{seat.number}",
        label=seat.remove_says,
        tone=Tone.MUTED,
    )


def _name(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    if not seat.settled:
        return _name_field(seating, seat, after)
    name = text(seat.name, size=16, face=TEXT.medium)
    return named(f"player-name-{seat.number}", min_height(name, align=_LEFT))


def _name_field(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    return field(
        seat.name,
        lambda name: seating.change(lambda draft: draft.named(seat.key, name)),
        identifier=f"player-name-{seat.number}",
        hint=seat.says,
        on_submit=seating.link.tap(seating.enter, after),
        ref=seating.fields.setdefault(seat.key, ft.Ref()),
    )


def seat_order(seating: Seating, seats: Sequence[SeatLine], room: Room) -> ft.Control:
    """The people in the order they sit, to be moved by arrows or dragged by the handle; names with
    words too long for that stand above those.
    """
    names = [each.name for each in seats]
    draw = _seat if _fit(names, _BESIDE_NAME, room) else _seat_in_two_lines

    def dragged(event: ft.OnReorderEvent) -> None:
        if event.old_index is not None and event.new_index is not None:
            seating.change(_moving(seats[event.old_index].key, event.new_index))

    return ft.ReorderableListView(
        [draw(seating, each, len(seats)) for each in seats],
        show_default_drag_handles=False,
        on_reorder=dragged,
    )


def _seat(seating: Seating, seat: SeatLine, count: int) -> ft.Control:
    name = ft.Container(_seated(seat), expand=True)
    cells = [_disc(seat), name, *_movers(seating, seat, count)]
    return ft.Container(min_height(ft.Row(cells, spacing=0), _ROW), key=f"seat-{seat.key}")


def _seat_in_two_lines(seating: Seating, seat: SeatLine, count: int) -> ft.Control:
    movers = ft.Row(_movers(seating, seat, count), spacing=0, alignment=ft.MainAxisAlignment.END)
    who = ft.Row([_disc(seat), ft.Container(_seated(seat), expand=True)], spacing=0)
    return ft.Container(ft.Column([who, movers], spacing=0, tight=True), key=f"seat-{seat.key}")


def _seated(seat: SeatLine) -> ft.Control:
    return text(seat.name, size=16, face=TEXT.medium, leading=1.25)


def _movers(seating: Seating, seat: SeatLine, count: int) -> list[ft.Control]:
    """One place up, one place down, anywhere."""
    place = seat.number - 1
    up = seating.on_tap(_moving(seat.key, place - 1)) if place else None
    down = seating.on_tap(_moving(seat.key, place + 1)) if place < count - 1 else None
    return [
        icon_button(
            ft.Icons.ARROW_UPWARD, up, identifier=f"player-up-{seat.number}", label=seat.up_says
        ),
        icon_button(
            ft.Icons.ARROW_DOWNWARD,
            down,
            identifier=f"player-down-{seat.number}",
            label=seat.down_says,
        ),
        ft.ReorderableDragHandle(
            ft.Container(
                ft.Icon(ft.Icons.DRAG_HANDLE, color=Tone.MUTED, size=22),
                width=LEAST,
                height=LEAST,
                alignment=ft.Alignment.CENTER,
            ),
            mouse_cursor=ft.MouseCursor.GRAB,
        ),
    ]


def _disc(seat: SeatLine) -> ft.Control:
    """The initial in the player's colour, or the number of a place that is free."""
    if seat.tint >= 0:
        return _framed(avatar(seat.initial, seat.tint, size=32))
    number = ft.Container(
        text(seat.initial, size=13, tone=Tone.MUTED, leading=1),
        width=32,
        height=32,
        border_radius=16,
        bgcolor=Tone.QUIET,
        alignment=ft.Alignment.CENTER,
    )
    return _framed(ft.Semantics(content=number, exclude_semantics=True))


def _framed(disc: ft.Control) -> ft.Control:
    return ft.Container(disc, width=40, alignment=ft.Alignment.CENTER_LEFT)


def _leaving(key: int) -> DraftEdit:
    return lambda draft: draft.without(key)


def _moving(key: int, to: int) -> DraftEdit:
    return lambda draft: draft.moved(key, to)
