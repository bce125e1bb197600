"""Panels for players and their seats, the first dealer, and hand sizes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import TypeVarTuple, cast

import flet as ft

from companion.forms.seating import SeatsForm
from companion.ui.component import use_state
from companion.ui.looks import TEXT, Tone, widest_word
from companion.ui.parts.avatars import avatar, player_pill
from companion.ui.parts.basics.buttons import (
    QUIET,
    SECONDARY,
    Counting,
    icon_button,
    low_button,
    pill,
    pill_row,
    stepper,
)
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.panels import (
    REMARK,
    column_width,
    min_height,
    notice,
    panel,
    with_trailing,
)
from companion.ui.parts.basics.text import disc, heading, named, silent, text
from companion.ui.parts.basics.touch import LEAST, Tap
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.at_table.cards import Face
from companion.views.setting_up.seats import DealerLine, HandLine, HandsView, SeatLine, SeatsView

_Args = TypeVarTuple("_Args")

SeatsEdit = Callable[[SeatsForm], SeatsForm]
"""A change of the form."""

Fields = dict[int, ft.Ref[ft.TextField]]
_ROW = 56
_BESIDE_ARROWS, _BESIDE_CROSS = 264, 182
"""The width of margins, avatar and arrows, or the cross, in dp."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The form of the seats as its parts use it: changes, and the fields by the key of their seat.

    While `ordering`, people move to other seats; `order` begins and ends that.
    """

    session: Session
    change: Callable[[SeatsEdit], None]
    fields: Fields
    ordering: bool
    order: Tap

    def on_tap(self, edit: Callable[[SeatsForm, *_Args], SeatsForm], *args: *_Args) -> Tap:
        """Return a handler that changes the form by `edit(form, *args)`."""

        async def change() -> None:
            self.change(lambda form: edit(form, *args))

        return self.session.tap(change)

    async def enter(self, key: int | None) -> None:
        """Focus the field of that seat, or with None add a seat."""
        if key is None:
            self.change(SeatsForm.with_place)
        else:
            await self.write_at(key)

    async def write_at(self, key: int | None) -> None:
        """Focus the field of that seat, if there is one."""
        found = self.fields[key].current if key in self.fields else None
        if found is not None:
            await found.focus()


def use_seating(session: Session, begun: SeatsForm) -> tuple[SeatsForm, Seating]:
    """Return the form of a screen, at first `begun`, and the object that changes it."""
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


_PAIR = 2
_GAP, _GAP_ON_PHONE, _PHONE_BELOW = 10, 6, 600
"""The gap between two rows, in dp; it is smaller on a phone, so that the dealers show below."""


def players_panel(seating: Seating, view: SeatsView, room: Room) -> ft.Control:
    """Build the panel of players; two people or more can also be put in another order."""
    say, movable = seating.session.words.say, len(view.seated) >= _PAIR
    ordering = seating.ordering and movable
    rows = [_seat_order(seating, view.seated, room)]
    if not ordering:
        add = low_button(
            say("Add a player"),
            seating.on_tap(SeatsForm.with_place),
            identifier="add-player",
            look=QUIET,
            icon=ft.Icons.ADD,
        )
        rows = [*_known(seating, view, room), *_name_fields(seating, view.seats, room)]
        rows += [add] if view.can_add else []
    remarks = [
        notice(remark, identifier=f"remark-{number}", look=REMARK, key=f"remark-{number}")
        for number, remark in enumerate(view.remarks, 1)
    ]
    clockwise = text(say("In the order they sit, clockwise"), size=13, tone=Tone.MUTED)
    heads: list[ft.Control] = [heading(say("Players"), size=17, tone=Tone.INK), clockwise]
    words = ft.Column(heads, spacing=2, tight=True)
    change = pill(
        say("Done") if seating.ordering else say("Change seats"),
        seating.order,
        identifier="change-seats",
        chosen=seating.ordering,
    )
    title = with_trailing(words, [change] if movable else [], below=room.large_text)
    gap = _GAP_ON_PHONE if room.width < _PHONE_BELOW else _GAP
    return panel([title, *rows, *remarks], spacing=gap)


def _known(seating: Seating, view: SeatsView, room: Room) -> list[ft.Control]:
    """Build pills with the names of former players, and one for all of the last table."""
    say = seating.session.words.say
    cells = [
        pill(
            say("+ {name}", name=name),
            seating.on_tap(SeatsForm.seating, name),
            identifier=f"known-{number}",
            label=say("Seat {name}", name=name),
        )
        for number, name in enumerate(view.roster, 1)
    ]
    rows = [pill_row(cells, room)] if cells else []
    if view.same_table:
        same = seating.on_tap(SeatsForm.seating_all, view.same_table)
        rows.insert(0, pill_row([pill(view.same_table_says, same, identifier="same-table")]))
    return rows


CHANCE = SystemRandom()
"""The source of randomness for cutting."""

_DRAWN = CardSize(44, 62)
_LEAST_WIDE, _DEALER_NAME_SIZE = 68, 13
"""The least width of a name below a card, and the size of the name, in dp."""


def first_dealer(seating: Seating, view: SeatsView, room: Room) -> list[ft.Control]:
    """Build the panel that chooses the first dealer; nothing while there are no players."""
    if not view.dealers:
        return []
    people = [
        player_pill(
            dealer.name,
            dealer.initial,
            dealer.tint,
            seating.on_tap(SeatsForm.dealt_by, dealer.key),
            identifier=f"dealer-{dealer.handle}",
            selected=dealer.chosen,
        )
        for dealer in view.dealers
    ]
    body: list[ft.Control] = [ft.Row(people, spacing=6, run_spacing=4, wrap=True)]
    scale = room.text_scale
    widest = widest_word((dealer.name for dealer in view.dealers), _DEALER_NAME_SIZE, scale=scale)
    width = max(_LEAST_WIDE * scale, widest)
    drawn = [_drawn(dealer, dealer.drawn, width) for dealer in view.dealers if dealer.drawn]
    if drawn:
        top = ft.CrossAxisAlignment.START
        row = ft.Row(drawn, spacing=8, run_spacing=8, wrap=True, vertical_alignment=top)
        body.append(row)
    if view.dealer_says:
        said = text(view.dealer_says, face=TEXT.medium)
        body.append(named("cut-says", said, live=True))
    if view.can_cut:
        say = seating.session.words.say
        cut = low_button(
            say("Cut again") if drawn else say("Cut: the highest card deals"),
            seating.on_tap(SeatsForm.cut, CHANCE),
            identifier="dealer-cut",
            look=SECONDARY,
            icon=ft.Icons.SHUFFLE,
        )
        body.append(cut)
    return [panel(body, title=view.dealer_title, key="first-dealer")]


def _drawn(dealer: DealerLine, card: Face, width: float) -> ft.Control:
    """Draw the card that a player cut, with the name below."""
    name = text(dealer.name, size=_DEALER_NAME_SIZE, align=ft.TextAlign.CENTER)
    below = ft.Container(name, width=width, alignment=ft.Alignment.CENTER)
    return ft.Column(
        [card_face(card, _DRAWN, newest=dealer.chosen), below],
        spacing=4,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        key=f"drawn-{dealer.key}",
    )


_NAME, _BESIDE_COUNT = 16, 274
"""The size of a name, and the width of the controls beside it, in dp."""


def hand_sizes(
    seating: Seating, view: HandsView, room: Room, fold: Tap, *, unfolded: bool
) -> list[ft.Control]:
    """Build the panel of hand sizes; `fold` shows or hides the steppers.

    There is no panel while there are no players.
    """
    say = seating.session.words.say
    if not view.lines:
        return []
    folds = low_button(
        say("Done") if unfolded else say("Correct the hand sizes"),
        fold,
        identifier="change-hands",
        look=SECONDARY,
        icon=ft.Icons.EXPAND_LESS if unfolded else ft.Icons.STYLE_OUTLINED,
    )
    rows: list[ft.Control] = [named("hands-say", text(view.says, face=TEXT.medium), live=True)]
    if unfolded:
        allowed = say("For a misdeal that the table lets stand.")
        rows += [text(allowed, size=14, tone=Tone.MUTED), *_hand_rows(seating, view, room)]
    if unfolded and not view.honest:
        honest = low_button(
            say("Regular hand sizes"),
            seating.on_tap(SeatsForm.dealt_honestly),
            identifier="honest-deal",
            look=QUIET,
            icon=ft.Icons.RESTART_ALT,
        )
        rows.append(honest)
    return [panel([*rows, folds], title=say("Cards dealt"), key="hands")]


def _hand_rows(seating: Seating, view: HandsView, room: Room) -> list[ft.Control]:
    """Build a row for each hand; beside long names the number is below the name."""
    below = not _fits([hand.name for hand in view.lines], _BESIDE_COUNT, room)
    return [_hand_row(seating, hand, below=below) for hand in view.lines]


def _hand_row(seating: Seating, hand: HandLine, *, below: bool) -> ft.Control:
    number = text(str(hand.cards), size=18, face=TEXT.bold, leading=1.2)
    counting = Counting(
        seating.on_tap(SeatsForm.with_cards, hand.seat, -1) if hand.cards > 1 else None,
        seating.on_tap(SeatsForm.with_cards, hand.seat, 1),
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


def _name_fields(seating: Seating, seats: Sequence[SeatLine], room: Room) -> list[ft.Control]:
    """Build a row for each seat, with a field unless the name is settled.

    Enter moves the focus to the next field.
    """
    following = [*(seat.key for seat in seats[1:]), None]
    settled = [seat.name for seat in seats if seat.settled]
    fits = _fits(settled, _BESIDE_CROSS, room)
    rows: list[ft.Control] = []
    for seat, after in zip(seats, following, strict=True):
        remove = icon_button(
            ft.Icons.CLOSE,
            seating.on_tap(SeatsForm.without, seat.key),
            identifier=f"remove-player-{seat.number}",
            label=seat.remove_says,
            tone=Tone.MUTED,
        )
        name = _name(seating, seat, after)
        row = _row(seat, name, [remove], spacing=8, below=seat.settled and not fits)
        # The number is part of the key, because browsers keep the old label of a row that gets
        # another number while a further row is added.
        row.key = f"place-{seat.key}-{seat.number}"
        rows.append(row)
    return rows


def _fits(names: Sequence[str], beside: float, room: Room) -> bool:
    """Return whether every word of the names fits in a row with `beside` dp for other controls."""
    widest = widest_word(names, _NAME, TEXT.medium, room.text_scale)
    return widest + beside <= column_width(room)


def _row(
    seat: SeatLine, name: ft.Control, after: list[ft.Control], *, spacing: float, below: bool
) -> ft.Control:
    """Arrange the disc, the name, and the controls `after` the name or `below` it."""
    who: list[ft.Control] = [_disc(seat), ft.Container(name, expand=True)]
    if not below:
        return ft.Row([*who, *after], spacing=spacing)
    end = ft.Row(after, spacing=0, alignment=ft.MainAxisAlignment.END)
    return ft.Column([ft.Row(who, spacing=spacing), end], spacing=0, tight=True)


def _name(seating: Seating, seat: SeatLine, after: int | None) -> ft.Control:
    identifier = f"player-name-{seat.number}"
    if seat.settled:
        name = text(seat.name, size=_NAME, face=TEXT.medium)
        return named(identifier, min_height(name, align=ft.Alignment.CENTER_LEFT))
    return field(
        seat.name,
        lambda name: seating.change(lambda draft: draft.written(seat.key, name)),
        identifier=identifier,
        hint=seat.says,
        on_submit=seating.session.tap(seating.enter, after),
        ref=seating.fields.setdefault(seat.key, ft.Ref()),
    )


def _seat_order(seating: Seating, seats: Sequence[SeatLine], room: Room) -> ft.Control:
    """List the people in seating order, with arrows and a handle to move them."""
    below = not _fits([seat.name for seat in seats], _BESIDE_ARROWS, room)

    def dragged(event: ft.OnReorderEvent) -> None:
        if event.old_index is not None and event.new_index is not None:
            key, to = seats[event.old_index].key, event.new_index
            seating.change(lambda form: form.moved(key, to))

    return ft.ReorderableListView(
        [_seat(seating, seat, len(seats), below=below) for seat in seats],
        show_default_drag_handles=False,
        on_reorder=dragged,
    )


def _seat(seating: Seating, seat: SeatLine, count: int, *, below: bool) -> ft.Control:
    name = text(seat.name, size=_NAME, face=TEXT.medium, leading=1.25)
    row = _row(seat, name, _movers(seating, seat, count), spacing=0, below=below)
    return ft.Container(row if below else min_height(row, _ROW), key=f"seat-{seat.key}")


def _movers(seating: Seating, seat: SeatLine, count: int) -> list[ft.Control]:
    """Build the buttons for one seat up and one seat down, and the handle for dragging."""
    index = seat.number - 1
    up = seating.on_tap(SeatsForm.moved, seat.key, index - 1) if index else None
    down = seating.on_tap(SeatsForm.moved, seat.key, index + 1) if index < count - 1 else None
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
    """Draw the avatar of the player, or the number of a free seat."""
    shown = avatar(seat.initial, seat.tint, size=32)
    if seat.tint < 0:
        number = text(seat.initial, size=13, tone=Tone.MUTED, leading=1)
        shown = silent(disc(32, Tone.QUIET, number))
    return ft.Container(shown, width=40, alignment=ft.Alignment.CENTER_LEFT)
