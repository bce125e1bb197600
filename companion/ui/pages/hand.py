"""The page to enter a hand."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

import flet as ft

from companion.core.cards import NO_CARDS, Cards, Rank, card, gather
from companion.core.rounds.setup import Forgotten, HandEntered, Knowing, Seen
from companion.desk.commands import record
from companion.ui.component import component, use_state
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.frames import frame
from companion.ui.parts.basics.panels import REMARK, notice
from companion.ui.parts.basics.text import text
from companion.ui.parts.cards.card_picker import PickerGrid, Picking, card_picker
from companion.ui.parts.table.menus import use_card_menu
from companion.ui.parts.table.seat_tiles import PlayerTile, player_tiles
from companion.ui.routes import Viewport
from companion.ui.session import Session
from companion.ui.shown import Message, Pointer
from companion.views.at_table.cards import note_menu
from companion.views.at_table.reveal import HandView
from companion.views.blocks import Ground

_MARGIN, _LARGEST = 12, 64
_NARROW = 420
_WIDEST = len(Rank) * _LARGEST + 2 * _MARGIN

Change = Callable[[Callable[[Cards], Cards]], None]


@component
def EnterHand(
    session: Session,
    views: Sequence[HandView],
    viewport: Viewport,
    message: Message,
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
    use_card_menu(session, pointer.menu, view.noted, viewport)

    async def pick(code: str) -> None:
        change(lambda now: now ^ card(code).bit)

    async def turn_to(seat: int) -> None:
        set_seat(seat)
        set_chosen(NO_CARDS)

    async def open_note(code: str) -> None:
        session.pointer.menu = note_menu(card(code))

    stable, correct = ft.use_callback(pick, []), ft.use_callback(open_note, [])
    picked = chosen & view.free | view.certain
    width = min(viewport.width, _WIDEST) - 2 * _MARGIN
    tiles = [
        PlayerTile(
            other.player,
            other.note,
            other.says,
            f"hand-of-{other.player.handle}",
            session.tap(turn_to, other.seat),
            selected=other is view,
            settled=bool(other.entered),
        )
        for other in views
    ]
    body: list[ft.Control] = [player_tiles(tiles, width, viewport.text_scale)]
    if view.entered:
        body.append(notice(view.entered, identifier="hand-known", look=REMARK))
    else:
        body += [text(says, size=15, tone=Tone.MUTED) for says in (view.asks, view.some)]
    full = bool(view.entered) or picked.bit_count() >= view.size
    noted = gather(note.card for note in view.noted)
    choice = Picking("pick", picked, stable, full=full, noted=noted, correct=correct)
    places = PickerGrid.within(width, len(view.suits[0][1]), most=_LARGEST)
    grid = card_picker(session, view.suits, places, choice)
    return frame(
        session,
        view.title,
        [[*body, grid]],
        viewport,
        message,
        ground=Ground.BANNER,
        subtitle=view.subtitle,
        actions=_actions(session, view, picked, viewport),
        margin=_MARGIN,
        widest=_WIDEST,
    )


def _actions(
    session: Session, view: HandView, picked: Cards, viewport: Viewport
) -> list[ft.Control]:
    """Return the buttons that note some cards, save a complete hand, or take it back."""
    say, count = session.words.say, session.words.count
    new, chosen = picked & ~view.certain, picked.bit_count()
    whole = chosen == view.size and not view.entered
    part = bool(new) and not whole
    narrow = viewport.width < _NARROW
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
