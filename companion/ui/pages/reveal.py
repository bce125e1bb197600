"""Cards left: tap cards, tap who held them; whatever follows from that fills in by itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

import flet as ft

from companion.core.cards import NO_CARDS, Cards, card
from companion.desk.commands import reveal
from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.banner import banner_page
from companion.ui.parts.basics.buttons import button, icon_button
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice
from companion.ui.parts.basics.paper import WIDEST
from companion.ui.parts.basics.text import text
from companion.ui.parts.cards.card_picker import PickerGrid, Picking, card_picker, deduction
from companion.ui.parts.table.player_tiles import PlayerTile, player_tiles
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.at_table.reveal import RevealSeat, RevealView

_MARGIN, _WIDE_MARGIN = 12, 20

Change = Callable[[Callable[[Cards], Cards]], None]


@ft.component
@boundary
def Reveal(
    session: Session, view: RevealView, room: Room, refusal: str, *, can_undo: bool
) -> ft.Control:
    """The whole screen. Every assignment is recorded at once, so that each can be undone."""
    chosen, set_chosen = use_state(NO_CARDS)
    change = cast("Change", set_chosen)
    picked = chosen & view.unknown

    async def pick(code: str) -> None:
        change(lambda now: now ^ card(code).bit)

    async def give(seat: int) -> None:
        if await session.ask(reveal(seat, picked, view.number), place="give"):
            set_chosen(NO_CARDS)

    wide = room.two_columns
    margin = _WIDE_MARGIN if wide else _MARGIN
    across = min(room.width, WIDE) / 2 if wide else min(room.width, WIDEST)
    width = across - (1.5 if wide else 2) * margin
    stable = ft.use_callback(pick, [])
    choice = Picking("reveal", picked, stable)
    cards = [*_asks(view), *_cards(session, view, width, choice), *_legend(view)]
    holders = _holders(session, view, picked, give, (width, room.text_scale))
    below = [*cards, holders] if room.large_text else cards
    body = [side_by_side(cards, [holders])] if wide else below
    return banner_page(
        view.title,
        body,
        room,
        subtitle=view.subtitle,
        on_back=session.tap(session.back),
        back_says=session.words.say("Back"),
        beside=_undo(session, can_undo=can_undo),
        notices=refusals(session, refusal),
        actions=[] if wide or room.large_text else [ft.Container(holders, expand=True)],
        margin=margin,
        widest=WIDE if wide else WIDEST,
    )


def _cards(session: Session, view: RevealView, width: float, choice: Picking) -> list[ft.Control]:
    """The cards that decide, if any wait, above all others."""
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
    """What the sign of a deduction means, once there is one."""
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
    """The players who can have held the chosen cards, or the way back once all is known;
    the measures are the width and the scale of text.
    """
    if view.done:
        return button(session.words.say("Done"), session.tap(session.back), identifier="done")
    return player_tiles([_tile(session, seat, picked, give) for seat in view.seats], *measures)


def _tile(
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
