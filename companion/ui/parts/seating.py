"""Who plays: fields for the names, and the same people as a list to be put in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.hooks import use_state
from companion.ui.link import Link
from companion.ui.parts.buttons import icon_button
from companion.ui.parts.field import field
from companion.ui.parts.people import avatar
from companion.ui.parts.text import named, text
from companion.ui.parts.touch import LEAST, Tap
from companion.ui.theme import Tone
from companion.views.seating import Draft
from companion.views.seats import SeatLine

Step = Callable[[Draft], Draft]
Fields = dict[int, ft.Ref[ft.TextField]]
_ROW = 56


@dataclass(frozen=True, slots=True)
class Seating:
    """Where the names are, where changes go, and the fields by the key of their place; whether
    people are being moved to other seats, and what begins or ends that.
    """

    link: Link
    change: Callable[[Step], None]
    fields: Fields
    ordering: bool
    order: Tap

    def doing(self, step: Step) -> Tap:
        """A handler that changes the draft so."""
        return self.link.tap(self.take, step)

    async def take(self, step: Step) -> None:
        """Change the draft so."""
        self.change(step)

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
    change = cast("Callable[[Step], None]", set_draft)

    async def order() -> None:
        set_ordering(not ordering)

    seating = Seating(link, change, fields, ordering, link.tap(order))
    awaited = draft.awaits_name
    ft.use_effect(link.tap(seating.write_at, awaited), [awaited])
    return draft, seating


def name_fields(seating: Seating, seats: Sequence[SeatLine]) -> list[ft.Control]:
    """A row a place, with a field unless the name is settled; Enter goes on to the next."""
    following = [*(each.key for each in seats[1:]), None]
    return [
        ft.Row(
            [
                _disc(seat),
                ft.Container(_name(seating, seat, after), expand=True),
                icon_button(
                    ft.Icons.CLOSE,
                    seating.doing(_leaving(seat.key)),
                    identifier=f"remove-player-{seat.number}",
                    label=seat.remove_says,
                    tone=Tone.MUTED,
                ),
            ],
            spacing=8,
            key=f"place-{seat.key}",
        )
        for seat, after in zip(seats, following, strict=True)
    ]


def _name(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    if not seat.settled:
        return _name_field(seating, seat, after)
    name = text(seat.name, size=16, face=TEXT.medium, lines=1)
    shown = ft.Container(name, height=LEAST, alignment=ft.Alignment.CENTER_LEFT)
    return named(f"player-name-{seat.number}", shown)


def _name_field(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    return field(
        seat.name,
        lambda name: seating.change(lambda draft: draft.named(seat.key, name)),
        identifier=f"player-name-{seat.number}",
        hint=seat.says,
        on_submit=seating.link.tap(seating.enter, after),
        ref=seating.fields.setdefault(seat.key, ft.Ref()),
    )


def seat_order(seating: Seating, seats: Sequence[SeatLine]) -> ft.Control:
    """The people in the order they sit, to be moved by arrows or dragged by the handle."""

    def dragged(event: ft.OnReorderEvent) -> None:
        if event.old_index is not None and event.new_index is not None:
            seating.change(_moving(seats[event.old_index].key, event.new_index))

    return ft.Container(
        ft.ReorderableListView(
            [_seat(seating, each, len(seats)) for each in seats],
            show_default_drag_handles=False,
            item_extent=_ROW,
            on_reorder=dragged,
        ),
        height=_ROW * len(seats),
    )


def _seat(seating: Seating, seat: SeatLine, count: int) -> ft.Control:
    place = seat.number - 1
    up = seating.doing(_moving(seat.key, place - 1)) if place else None
    down = seating.doing(_moving(seat.key, place + 1)) if place < count - 1 else None
    return ft.Row(
        [
            _disc(seat),
            text(seat.name, size=16, face=TEXT.medium, lines=1, expand=True),
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
        ],
        spacing=0,
        height=_ROW,
        key=f"seat-{seat.key}",
    )


def _disc(seat: SeatLine) -> ft.Control:
    """The initial in the player's colour, or the number of a place that is free."""
    if seat.tint >= 0:
        return _framed(avatar(seat.initial, seat.tint, size=32))
    number = ft.Container(
        text(seat.initial, size=13, tone=Tone.MUTED),
        width=32,
        height=32,
        border_radius=16,
        bgcolor=Tone.QUIET,
        alignment=ft.Alignment.CENTER,
    )
    return _framed(ft.Semantics(content=number, exclude_semantics=True))


def _framed(disc: ft.Control) -> ft.Control:
    return ft.Container(disc, width=40, alignment=ft.Alignment.CENTER_LEFT)


def _leaving(key: int) -> Step:
    return lambda draft: draft.without(key)


def _moving(key: int, to: int) -> Step:
    return lambda draft: draft.moved(key, to)
