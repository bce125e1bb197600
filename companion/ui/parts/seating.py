"""Players, seats, the first dealer and hand sizes, to be arranged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import cast

import flet as ft

from companion.forms.seating import SeatsForm
from companion.ui.component import use_state
from companion.ui.looks import TEXT, Tone, widest_word
from companion.ui.parts.avatars import avatar, player_pill
from companion.ui.parts.basics.buttons import (
    QUIET,
    SECONDARY,
    Counting,
    button,
    icon_button,
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


CHANCE = SystemRandom()
"""What the cut draws from."""

_DRAWN = CardSize(44, 62)
_LEAST_WIDE, _DEALER_NAME_SIZE = 68, 13
"""The least room for a name below a card, and the size of the name, in dp."""


def first_dealer(seating: Seating, view: SeatsView, room: Room) -> list[ft.Control]:
    """The panel, once there is somebody to choose from."""
    if not view.dealers:
        return []
    people = [_person(seating, dealer) for dealer in view.dealers]
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
        body.append(_cut_button(seating, again=bool(drawn)))
    return [panel(body, title=view.dealer_title, key="first-dealer")]


def _cut_button(seating: Seating, *, again: bool) -> ft.Control:
    say = seating.session.words.say
    return button(
        say("Cut again") if again else say("Cut: the highest card deals"),
        seating.on_tap(lambda draft: draft.cut(CHANCE)),
        identifier="dealer-cut",
        look=SECONDARY,
        icon=ft.Icons.SHUFFLE,
        height=48,
    )


def _person(seating: Seating, dealer: DealerLine) -> ft.Control:
    return player_pill(
        dealer.name,
        dealer.initial,
        dealer.tint,
        seating.on_tap(lambda draft: draft.dealt_by(dealer.key)),
        identifier=f"dealer-{dealer.handle}",
        selected=dealer.chosen,
    )


def _drawn(dealer: DealerLine, card: Face, width: float) -> ft.Control:
    """The card that a player drew, with the name below."""
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
    needed = widest_word(names, _NAME, TEXT.medium, room.text_scale) + _BESIDE_COUNT
    return [_count_row(seating, line, below=needed > column_width(room)) for line in view.lines]


def _count_row(seating: Seating, hand: HandLine, *, below: bool) -> ft.Control:
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
        seating.session.words.say("Regular hand sizes"),
        seating.on_tap(SeatsForm.dealt_honestly),
        identifier="honest-deal",
        look=QUIET,
        icon=ft.Icons.RESTART_ALT,
        height=48,
    )


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
