"""Which menus the table has, and what stands in each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.core.rounds.events import Seen, Waived
from companion.desk.commands import call_off, deal_again, deal_by, record
from companion.preferences import Lows, Preferences
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.cards.board import Side
from companion.ui.parts.table.menus import Menu, MenuLine, asks, chosen
from companion.ui.parts.table.noted_menus import lay_menu, of_offer
from companion.ui.preferred import change
from companion.ui.session import Session
from companion.views.at_table.table import SeatView, TableView
from companion.views.at_table.tray import AwaitedCard, OwedFine

LAYOUT, MORE = "layout", "more"
_SEAT, _FINE, _AWAITED = "seat-", "fine-", "awaited-"


def of_seat(seat: SeatView) -> str:
    """The name of the menu that a seat leads to."""
    return f"{_SEAT}{seat.handle}"


def of_fine(fine: OwedFine) -> str:
    """The name of the menu that a fine leads to."""
    return f"{_FINE}{fine.turn}"


def of_awaited(fine: OwedFine) -> str:
    """The name of the menu that asks who holds the card that a fine waits for."""
    return f"{_AWAITED}{fine.turn}"


def menu_named(
    name: str, session: Session, view: TableView, side: Side, *, crosses: bool, keys: bool
) -> Menu | None:
    """The menu of that name; None where there is none such, or not any more. With `keys` the
    device is likely to have a keyboard.
    """
    if name == LAYOUT:
        return _layout(session, side, crosses=crosses)
    if name == MORE:
        return _more(session, view, keys=keys)
    for noted in view.noted:
        if name == of_offer(noted.card.text):
            return lay_menu(session, noted)
    for place, seat in enumerate(view.seats):
        if name == of_seat(seat):
            return _seat(session, view, place)
    for fine in view.owed:
        if name == of_fine(fine):
            return _fine(session, fine)
        if name == of_awaited(fine) and fine.awaited:
            return _awaited(session, fine.awaited, fine.number)
    return None


def _layout(session: Session, side: Side, *, crosses: bool) -> Menu:
    """How the layout lies before this device."""
    say, icons = session.words.say, ft.Icons
    across = say("Suits as rows") if side.columns and crosses else say("Suits as columns")
    order = say("Suits in their fixed order") if side.as_laid else say("Suits as they are begun")
    lows = Lows.LEFT if side.low_right else Lows.RIGHT

    def mirrored(now: Preferences) -> Preferences:
        return replace(now, lows=lows)

    def prefer(changed: Callable[[Preferences], Preferences]) -> Tap:
        return chosen(session, change, session, changed)

    return Menu(
        say("Layout"),
        (
            MenuLine(
                "flip",
                icons.SCREEN_ROTATION_ALT,
                say("Turn the table"),
                prefer(Preferences.turned_over),
            ),
            MenuLine("mirror", icons.SWAP_HORIZ, say("Mirror the layout"), prefer(mirrored)),
            MenuLine(
                "suits",
                icons.VIEW_WEEK_OUTLINED,
                across,
                prefer(Preferences.across) if crosses else None,
                "" if crosses else say("Columns need a taller screen."),
            ),
            MenuLine("suits-order", icons.SWAP_VERT, order, prefer(Preferences.reordered)),
        ),
    )


def _more(session: Session, view: TableView, *, keys: bool) -> Menu:
    """What is rarer than a turn."""
    say, icons = session.words.say, ft.Icons

    def opened(word: str) -> Tap:
        return chosen(session, session.open, word)

    anew = MenuLine(
        "deal-anew", icons.STYLE_OUTLINED, say("Set this round up anew"), opened("deal")
    )
    again = None if view.can_deal_anew else asks(session, deal_again)
    return Menu(
        say("More"),
        (
            MenuLine("series", icons.LEADERBOARD_OUTLINED, say("The series"), opened("series")),
            MenuLine("rules", icons.MENU_BOOK_OUTLINED, say("House rules"), opened("rules")),
            MenuLine("referee", icons.BALANCE, say("Was that pass legal?"), opened("referee")),
            MenuLine("correction", icons.EDIT_OUTLINED, say("Correction"), opened("pay")),
            MenuLine("round-seats", icons.GROUP_OUTLINED, say("Seats and dealer"), opened("seats")),
            *([anew] if view.can_deal_anew else []),
            MenuLine(
                "deal-again",
                icons.REPLAY,
                say("Deal again, same dealer"),
                again,
                "" if again else say("Nothing has happened yet."),
            ),
            MenuLine(
                "void",
                icons.BLOCK,
                say("Call the round off"),
                asks(session, call_off),
                say("The deal passes on."),
            ),
        ),
        _keys(session) if keys else "",
    )


def _keys(session: Session) -> str:
    return session.words.say(
        "Keys: arrows and Enter lay a card, P passes, U undoes, R redoes, "
        "Esc closes a menu or leaves."
    )


def _seat(session: Session, view: TableView, place: int) -> Menu:
    """What can be done about a player."""
    say, icons, seat = session.words.say, ft.Icons, view.seats[place]
    deals = chosen(session, session.open, "seats")
    if view.can_deal_anew:
        deals = asks(session, deal_by(seat.handle))
    return Menu(
        seat.name,
        (
            MenuLine(
                "menu-hand",
                icons.BACK_HAND_OUTLINED,
                say("Enter a hand"),
                chosen(session, session.open, f"hand/{place + 1}"),
            ),
            MenuLine(
                "menu-correction",
                icons.EDIT_OUTLINED,
                say("Correction"),
                chosen(session, session.open, "pay"),
            ),
            MenuLine(
                "menu-deals",
                icons.STYLE_OUTLINED,
                say("{name} deals", name=seat.name),
                None if seat.dealer else deals,
                say("This round already.") if seat.dealer else "",
            ),
        ),
        seat.says,
    )


def _fine(session: Session, fine: OwedFine) -> Menu:
    """What can be done about a fine that is owed."""
    say, icons, turn = session.words.say, ft.Icons, fine.turn

    waive = asks(session, record(Waived(turn), fine.number))
    return Menu(
        fine.says,
        (
            MenuLine("why", icons.HELP_OUTLINE, say("Why?"), _to(session, f"verdict/{turn}")),
            MenuLine(
                f"waive-{turn}",
                icons.MONEY_OFF,
                say("Let it go"),
                None if fine.closed else waive,
            ),
            MenuLine(
                f"wrong-{turn}", icons.EDIT_OUTLINED, say("Entered wrongly?"), _to(session, "turns")
            ),
        ),
        fine.why,
    )


def _awaited(session: Session, awaited: AwaitedCard, number: int) -> Menu:
    """Who holds the card that a part of a fine waits for."""
    entries = (
        MenuLine(
            f"holds-{awaited.card}-{place}",
            ft.Icons.PERSON_OUTLINE,
            may.name,
            asks(session, record(Seen(may.seat, awaited.card.bit), number)),
        )
        for place, may in enumerate(awaited.holders, 1)
    )
    return Menu(awaited.asks, tuple(entries), awaited.why)


def _to(session: Session, word: str) -> Tap:
    return chosen(session, session.open, word)
