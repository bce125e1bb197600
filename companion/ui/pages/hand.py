"""The pages to enter a hand: for the record, or for the player at the device alone."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import flet as ft

from companion.core.cards import NO_CARDS, Cards, Rank, card, gather
from companion.core.rounds.setup import Forgotten, HandEntered, Knowing, Seen
from companion.desk.commands import record
from companion.desk.table import Mine
from companion.forms.entries import PickedHand
from companion.preferences import Preferences
from companion.ui.component import component, use_state
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import SECONDARY, Answer, button, icon_button, segmented
from companion.ui.parts.basics.frames import frame
from companion.ui.parts.basics.panels import REMARK, notice
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.cards.card_picker import PickerGrid, Picking, card_picker
from companion.ui.parts.table.menus import use_card_menu
from companion.ui.parts.table.seat_tiles import PlayerTile, player_tiles
from companion.ui.routes import Viewport
from companion.ui.session import Session, prefer
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
    body = [_tiles(session, views, view, turn_to, viewport)]
    if view.entered:
        body.append(notice(view.entered, identifier="hand-known", look=REMARK))
    else:
        body += [text(says, size=15, tone=Tone.MUTED) for says in (view.asks, view.some)]
    full = bool(view.entered) or picked.bit_count() >= view.size
    noted = gather(note.card for note in view.noted)
    choice = Picking("pick", picked, stable, full=full, noted=noted, correct=correct)
    grid = _grid(session, view, choice, viewport)
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
        in_side_bar=viewport.has_side_bar,
    )


def _width(viewport: Viewport) -> int:
    return min(viewport.beside_bar().width, _WIDEST) - 2 * _MARGIN


def _tiles(
    session: Session,
    views: Sequence[HandView],
    selected: HandView | None,
    turn_to: Callable[[int], Awaitable[None]],
    viewport: Viewport,
) -> ft.Control:
    """Draw the players, one of whom may be selected."""
    tiles = [
        PlayerTile(
            other.player,
            other.note,
            other.says,
            f"hand-of-{other.player.handle}",
            session.tap(turn_to, other.seat),
            selected=other is selected,
            settled=bool(other.entered),
        )
        for other in views
    ]
    return player_tiles(tiles, _width(viewport), viewport.text_scale)


def _grid(session: Session, view: HandView, choice: Picking, viewport: Viewport) -> ft.Control:
    places = PickerGrid.within(_width(viewport), len(view.suits[0][1]), most=_LARGEST)
    return card_picker(session, view.suits, places, choice)


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


Picks = Callable[[Callable[[PickedHand], PickedHand]], None]


@component
def OwnHandPage(  # noqa: PLR0913 - what the page is drawn from
    session: Session,
    views: Sequence[HandView],
    viewport: Viewport,
    message: Message,
    preferences: Preferences,
    mine: Mine | None,
    *,
    player: str,
    alone: bool,
) -> ft.Control:
    """Draw the page of the private hand of the player with this handle, or ask for the player.

    With `alone` there is no other player, and no way to the record.
    """
    at, set_at = use_state(player)
    form, set_form = use_state(PickedHand(mine.cards if mine else NO_CARDS))
    change, say = cast("Picks", set_form), session.words.say
    view = next((other for other in views if other.player.handle == at), None)
    free = view.free if view else NO_CARDS
    room = view.size - view.certain.bit_count() if view else 0

    async def pick(code: str) -> None:
        change(lambda now: now.toggled(card(code).bit, free, room))

    async def turn_to(seat: int) -> None:
        set_at(views[seat].player.handle)
        set_form(PickedHand())

    async def leave() -> None:
        set_at("")

    async def forget() -> None:
        set_form(PickedHand())
        await session.forget_hand()

    stable, actions = ft.use_callback(pick, [free, room]), list[ft.Control]()
    if view is None or view.entered:
        who = say("Take a seat at this table first.") if alone else say("Which player are you?")
        body: list[ft.Control] = [text(view.entered if view else who, tone=Tone.MUTED)]
        body += [] if alone else [_tiles(session, views, view, turn_to, viewport)]
    else:
        picked = form.picked & free | view.certain
        gone_says = say("It is gone when this page is closed or reloaded.")
        body = [
            _grid(session, view, Picking("hand-pick", picked, stable), viewport),
            text(gone_says, size=13, tone=Tone.MUTED),
        ]
        gone = session.tap(forget) if mine or form.picked else None
        actions = _own_actions(session, view, picked, viewport, gone)
    another = icon_button(
        ft.Icons.SWITCH_ACCOUNT_OUTLINED,
        session.tap(leave),
        identifier="own-player",
        label=say("Another player"),
        tone=Tone.ON_FELT,
    )
    return frame(
        session,
        view.says if view else say("My hand"),
        [[*body, *_own_choices(session, preferences, alone=alone)]],
        viewport,
        message,
        ground=Ground.BANNER,
        subtitle=say("Only on this device"),
        beside=another if view and not alone else None,
        actions=actions,
        margin=_MARGIN,
        widest=_WIDEST,
        in_side_bar=viewport.has_side_bar,
    )


def _own_choices(session: Session, preferences: Preferences, *, alone: bool) -> list[ft.Control]:
    """Return the choice how the hand shows, and the way to the record unless `alone`."""
    say = session.words.say
    shown = [
        Answer(words, name, session.tap(_cover, session, hides), preferences.hand_covered is hides)
        for words, name, hides in (
            (say("Shown"), "hand-shown", False),
            (say("Hold to look"), "hand-covered", True),
        )
    ]
    record = button(
        say("Enter a hand for the record"),
        session.tap(_for_the_record, session),
        identifier="hand-for-all",
        look=SECONDARY,
    )
    title = text(say("At the table"), size=14, tone=Tone.MUTED)
    return [title, segmented(shown), *([] if alone else [record])]


async def _cover(session: Session, hides: bool) -> None:  # noqa: FBT001 - an argument of a tap
    """Cover the hand at the table, or show it, from now on."""
    await prefer(session, replace(session.shown.preferences, hand_covered=hides))
    await session.show()


async def _for_the_record(session: Session) -> None:
    await session.go(f"{session.shown.screen.parent.path}/hand")


def _own_actions(
    session: Session, view: HandView, picked: Cards, viewport: Viewport, forget: Tap | None
) -> list[ft.Control]:
    """Return the buttons that forget the hand, and keep a complete one."""
    say, narrow, chosen = session.words.say, viewport.width < _NARROW, picked.bit_count()
    keep = session.tap(_keep, session, view.player.handle, picked)
    return [
        button(
            say("Forget it"),
            forget,
            identifier="forget-hand",
            look=SECONDARY,
            height=60,
            narrow=narrow,
            expand=True,
        ),
        button(
            say("Keep my hand"),
            keep if chosen == view.size else None,
            identifier="keep-hand",
            beneath=say("{n} of {size} cards", n=chosen, size=view.size),
            height=60,
            narrow=narrow,
            expand=True,
        ),
    ]


async def _keep(session: Session, player: str, cards: Cards) -> None:
    """Keep the hand on this device, and go back."""
    await session.keep_hand(player, cards)
    await session.back()
