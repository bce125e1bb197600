"""The pages to enter a hand, and the cards left after a round."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import cast

import flet as ft

from companion.core.cards import NO_CARDS, Cards, Rank, card, gather
from companion.core.rounds.setup import Forgotten, HandEntered, Knowing, Seen
from companion.desk.commands import Reveal, record
from companion.ui.component import component, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import SECONDARY, button, icon_button
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import REMARK, WIDE, notice
from companion.ui.parts.basics.text import text
from companion.ui.parts.cards.card_picker import PickerGrid, Picking, card_picker, deduction
from companion.ui.parts.table.menus import use_note_menu
from companion.ui.parts.table.seat_tiles import PlayerTile, player_tiles
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.ui.shown import Pointer
from companion.views.at_table.cards import note_menu
from companion.views.at_table.reveal import HandView, RevealSeat, RevealView
from companion.views.blocks import Ground

_MARGIN, _LARGEST = 12, 64
_NARROW = 420
_WIDEST = len(Rank) * _LARGEST + 2 * _MARGIN

Change = Callable[[Callable[[Cards], Cards]], None]


@component
def EnterHand(
    session: Session,
    views: Sequence[HandView],
    room: Room,
    refusal: str,
    pointer: Pointer,
    *,
    first: int | None = None,
) -> ft.Control:
    """Draw the page to enter a hand, with a tile for each player.

    The hand shown first is that of player `first`, counted from 1, or the first unknown hand.
    """
    unknown = next((place for place, view in enumerate(views) if not view.entered), 0)
    seat, set_seat = use_state(first - 1 if first and first <= len(views) else unknown)
    chosen, set_chosen = use_state(NO_CARDS)
    change = cast("Change", set_chosen)
    view = views[seat]
    use_note_menu(session, view.noted, pointer.menu, room)

    async def pick(code: str) -> None:
        change(lambda now: now ^ card(code).bit)

    async def turn_to(seat: int) -> None:
        set_seat(seat)
        set_chosen(NO_CARDS)

    async def open_note(code: str) -> None:
        session.pointer.menu = note_menu(card(code))

    stable, correct = ft.use_callback(pick, []), ft.use_callback(open_note, [])
    picked = chosen & view.free | view.certain
    width = min(room.width, _WIDEST) - 2 * _MARGIN
    tiles = [_tile(session, other, turn_to, selected=other is view) for other in views]
    body: list[ft.Control] = [player_tiles(tiles, width, room.text_scale)]
    if view.entered:
        body.append(notice(view.entered, identifier="hand-known", look=REMARK))
    else:
        body += [text(says, size=15, tone=Tone.MUTED) for says in (view.asks, view.some)]
    full = bool(view.entered) or picked.bit_count() >= view.size
    noted = gather(one.card for one in view.noted)
    choice = Picking("pick", picked, stable, full=full, noted=noted, correct=correct)
    places = PickerGrid.within(width, len(view.suits[0][1]), most=_LARGEST)
    grid = card_picker(session, view.suits, places, choice)
    return frame(
        session,
        view.title,
        [[*body, grid]],
        room,
        refusal,
        ground=Ground.BANNER,
        subtitle=view.subtitle,
        actions=_actions(session, view, picked, room),
        margin=_MARGIN,
        widest=_WIDEST,
    )


def _tile(
    session: Session, view: HandView, turn_to: Callable[[int], Awaitable[None]], *, selected: bool
) -> PlayerTile:
    return PlayerTile(
        view.player,
        view.note,
        view.says,
        f"hand-of-{view.player.handle}",
        session.tap(turn_to, view.seat),
        selected=selected,
        settled=bool(view.entered),
    )


def _actions(session: Session, view: HandView, picked: Cards, room: Room) -> list[ft.Control]:
    """Return the buttons that note some cards, save a complete hand, or take it back."""
    say, count = session.words.say, session.words.count
    new, chosen = picked & ~view.certain, picked.bit_count()
    whole = chosen == view.size and not view.entered
    part = bool(new) and not whole
    narrow = room.width < _NARROW
    forget = partial(
        session.ask, record(Forgotten(view.seat, view.forgets), view.number), place="hand"
    )
    if view.forgets:
        words, on_tap = say("Take the hand back"), session.tap(forget)
    elif part:
        words = count("Note {n} card", "Note {n} cards", new.bit_count())
        on_tap = session.tap(_write, session, Seen(view.seat, new), view)
    else:
        words, on_tap = say("Note cards"), None
    note = button(
        words,
        on_tap,
        identifier="forget-all" if view.forgets else "note-cards",
        look=SECONDARY,
        height=60,
        narrow=narrow,
        expand=True,
    )
    save = button(
        say("Save the hand"),
        session.tap(_write, session, HandEntered(view.seat, picked), view) if whole else None,
        identifier="save-hand",
        beneath=say("{n} of {size} cards", n=chosen, size=view.size),
        height=60,
        narrow=narrow,
        expand=True,
    )
    return [note, save]


async def _write(session: Session, knowing: Knowing, view: HandView) -> None:
    """Record known cards, and go back."""
    if await session.ask(record(knowing, view.number), place="hand"):
        await session.back()


_REVEAL_MARGIN, _WIDE_MARGIN = 12, 20


@component
def RevealPage(
    session: Session, view: RevealView, room: Room, refusal: str, *, can_undo: bool
) -> ft.Control:
    """Draw the page of the cards left; each assignment is recorded at once and can be undone."""
    chosen, set_chosen = use_state(NO_CARDS)
    change = cast("Change", set_chosen)
    picked = chosen & view.unknown

    async def pick(code: str) -> None:
        change(lambda now: now ^ card(code).bit)

    async def give(seat: int) -> None:
        if await session.ask(Reveal(seat, picked, view.number), place="give"):
            set_chosen(NO_CARDS)

    wide = room.two_columns
    margin = _WIDE_MARGIN if wide else _REVEAL_MARGIN
    across = min(room.width, WIDE) / 2 if wide else min(room.width, WIDEST)
    width = across - (1.5 if wide else 2) * margin
    stable = ft.use_callback(pick, [])
    choice = Picking("reveal", picked, stable)
    cards = [*_asks(view), *_cards(session, view, width, choice), *_legend(view)]
    holders = _holders(session, view, picked, give, (width, room.text_scale))
    in_body = wide or room.large_text
    return frame(
        session,
        view.title,
        [cards, [holders] if in_body else []],
        room,
        refusal,
        ground=Ground.BANNER,
        subtitle=view.subtitle,
        beside=_undo(session, can_undo=can_undo),
        actions=[] if in_body else [ft.Container(holders, expand=True)],
        margin=margin,
    )


def _cards(session: Session, view: RevealView, width: float, choice: Picking) -> list[ft.Control]:
    """Return the picker of all unknown cards, with those that decide a pass on top."""
    longest = max((len(cards) for _, cards in view.suits), default=1)
    grid = PickerGrid.within(width, max(longest, len(view.deciding)), most=72)
    others = card_picker(session, view.suits, grid, choice)
    if not view.deciding:
        return [others]
    first = card_picker(session, [("deciding", view.deciding)], grid, choice)
    heads = [
        text(says, size=15, face=TEXT.semibold) for says in (view.deciding_says, view.others_says)
    ]
    return [heads[0], first, *([heads[1], others] if view.suits else [])]


def _asks(view: RevealView) -> list[ft.Control]:
    if view.done:
        return [notice(view.done, identifier="all-known", look=REMARK)]
    return [text(view.asks, size=15, tone=Tone.MUTED)]


def _legend(view: RevealView) -> list[ft.Control]:
    """Explain the sign of a deduced card, if there is one."""
    if not view.deduced_says:
        return []
    return [ft.Row([deduction(), text(view.deduced_says, size=13, tone=Tone.MUTED)], spacing=6)]


def _undo(session: Session, *, can_undo: bool) -> ft.Control:
    return icon_button(
        ft.Icons.UNDO,
        session.tap(session.undo) if can_undo else None,
        identifier="undo",
        label=session.words.say("Undo the last step"),
        tone=Tone.ON_FELT,
        ground=Tone.PILL,
    )


def _holders(
    session: Session,
    view: RevealView,
    picked: Cards,
    give: Callable[[int], Awaitable[None]],
    measures: tuple[float, float],
) -> ft.Control:
    """Return the tiles of the players, or the button back once all cards are known.

    `measures` are the width in dp and the scale of text.
    """
    if view.done:
        return button(session.words.say("Done"), session.tap(session.back), identifier="done")
    return player_tiles(
        [_reveal_tile(session, seat, picked, give) for seat in view.seats], *measures
    )


def _reveal_tile(
    session: Session, seat: RevealSeat, picked: Cards, give: Callable[[int], Awaitable[None]]
) -> PlayerTile:
    fits = bool(picked) and picked.bit_count() <= seat.missing
    return PlayerTile(
        seat.player,
        seat.missing_says,
        seat.says,
        f"reveal-to-{seat.player.handle}",
        session.tap(give, seat.seat) if fits else None,
        lit=fits,
        settled=not seat.missing,
    )
