"""The menus of the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVarTuple

import flet as ft

from companion.core.rounds.setup import Forgotten, Played, Seen, Waived
from companion.desk.commands import Command, call_off, deal_again, deal_by, record
from companion.preferences import Lows, Preferences
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.frames import use_dialog
from companion.ui.parts.basics.panels import in_rows, title_size
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.cards.positions import Side
from companion.ui.routes import Room, Shape
from companion.ui.session import Session, change
from companion.views.at_table.noted import NotedCard
from companion.views.at_table.table import SeatView, TableView
from companion.views.at_table.tray import AwaitedCard, OwedFine

_Args = TypeVarTuple("_Args")

_WIDEST, _OUTSIDE, _ABOVE, _EDGE = 300.0, 80, 48, 20
"""How wide a column of entries grows, what is free beside a dialog, above and below it, and inside
of its edge, in dp.
"""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu: its identifier and icon, what is said, and a remark beneath. With `on_tap`
    None it cannot be tapped.
    """

    name: str
    icon: ft.IconData
    says: str
    on_tap: Tap | None
    beneath: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu; the remark stands below its entries."""

    title: str
    entries: tuple[MenuLine, ...]
    remark: str = ""


def opens(session: Session, name: str) -> Tap:
    """What opens the menu of that name."""

    async def opened() -> None:
        session.after_menu, session.pointer.menu = None, name

    return session.tap(opened)


def chosen(session: Session, act: Callable[[*_Args], Awaitable[object]], *args: *_Args) -> Tap:
    """What an entry does, once the menu is gone: a screen that comes to lie upon a menu that is
    just closing keeps it open.
    """

    async def closed() -> None:
        session.after_menu = lambda: act(*args)
        session.pointer.menu = ""

    return session.tap(closed)


def asks(session: Session, command: Command) -> Tap:
    """What an entry asks of the table as it was when the entry was tapped: the menu takes its time
    to close, and another device may be quicker meanwhile.
    """

    async def closed() -> None:
        seen = session.watched.snapshot
        session.after_menu = lambda: session.ask(command, seen)
        session.pointer.menu = ""

    return session.tap(closed)


def menu_dialog(session: Session, menu: Menu, room: Room) -> ft.AlertDialog:
    """The menu over the table: a tap beside it, Escape or the cross closes it."""

    def close() -> None:
        session.pointer.menu = ""

    async def gone() -> None:
        close()
        act, session.after_menu = session.after_menu, None
        if act:
            await act()

    columns = 2 if room.shape is Shape.SIDE else 1
    width = min(room.width - _OUTSIDE - 2 * _EDGE, columns * _WIDEST)
    cross = icon_button(
        ft.Icons.CLOSE, close, identifier="menu-close", label=session.words.say("Close")
    )
    title = heading(menu.title, size=title_size(20, room), tone=Tone.INK)
    top = ft.Row([ft.Container(title, expand=True), cross], spacing=8)
    bare = room.large_text
    rows = _rows(menu.entries, columns, width / columns, bare=bare)
    lines: list[ft.Control] = [top, *rows]
    if menu.remark:
        remark = text(menu.remark, size=13, tone=Tone.MUTED)
        lines.append(ft.Container(remark, padding=ft.Padding.only(top=8)))
    across = ft.CrossAxisAlignment.STRETCH
    scroll = ft.ScrollMode.AUTO if room.large_text else None
    return ft.AlertDialog(
        bgcolor=Tone.PANEL,
        content=ft.Container(
            ft.Column(lines, spacing=0, tight=True, scroll=scroll, horizontal_alignment=across),
            width=width,
            height=room.height - _ABOVE - 2 * _EDGE if room.large_text else None,
        ),
        content_padding=_EDGE,
        actions_padding=0,
        on_dismiss=session.tap(gone),
    )


def _rows(
    entries: Sequence[MenuLine], columns: int, width: float, *, bare: bool
) -> list[ft.Control]:
    return [
        ft.Row([_line(entry, width, bare=bare) for entry in row], spacing=0, key=row[0].name)
        for row in in_rows(entries, columns)
    ]


def _line(entry: MenuLine, width: float, *, bare: bool) -> ft.Control:
    """The entry, without its icon where text is large."""
    faint = entry.on_tap is None
    ink = ft.Colors.with_opacity(0.45, Tone.INK) if faint else Tone.INK
    words: list[ft.Control] = [text(entry.says, size=15.5, tone=ink, face=TEXT.medium)]
    if entry.beneath:
        words.append(text(entry.beneath, size=12.5, tone=Tone.MUTED))
    strut = ft.Container(width=0, height=LEAST)
    column = ft.Column(words, spacing=1, tight=True, expand=True)
    icon = [] if bare else [ft.Icon(entry.icon, size=21, color=ink)]
    row = ft.Row([strut, *icon, column], spacing=12 * (not bare))
    return touchable(
        row,
        entry.on_tap,
        identifier=entry.name,
        label=". ".join(filter(None, (entry.says, entry.beneath))),
        radius=12,
        width=width,
        align=None,
    )


_LAY, _NOTE = "noted-", "note-"


def of_offer(code: str) -> str:
    """Return the name of the menu that asks before a card noted for another player is laid."""
    return f"{_LAY}{code}"


def of_note(code: str) -> str:
    """Return the name of the menu that corrects the note of a card."""
    return f"{_NOTE}{code}"


def lay_menu(session: Session, noted: NotedCard) -> Menu:
    """Ask whether the player who is due lays the card although it was noted for another one."""
    say, card, instead = session.words.say, noted.card, None
    if noted.layer is not None:
        instead = Played(noted.layer, card)
    lay = asks(session, record(Forgotten(noted.seat, card.bit, instead), noted.number))
    keep = _close(session)
    return Menu(
        noted.asks,
        (
            MenuLine(f"forget-{card}", ft.Icons.STYLE_OUTLINED, noted.lay_says, lay),
            MenuLine(
                f"keep-{card}", ft.Icons.CLOSE, say("No, {name} holds it", name=noted.name), keep
            ),
        ),
    )


def note_menu(session: Session, noted: NotedCard) -> Menu:
    """Offer to take the note back, and the players the card can be given to."""
    say, card, seat = session.words.say, noted.card, noted.seat
    forget = asks(session, record(Forgotten(seat, card.bit), noted.number))
    gone = MenuLine(f"forget-{card}", ft.Icons.UNDO, say("Take the note back"), forget)
    given = (
        MenuLine(
            f"holds-{card}-{place}",
            ft.Icons.PERSON_OUTLINE,
            say("{name} holds it", name=may.name),
            asks(
                session,
                record(Forgotten(seat, card.bit, Seen(may.seat, card.bit)), noted.number),
            ),
        )
        for place, may in enumerate(noted.holders, 1)
    )
    return Menu(noted.says, (gone, *given))


def use_note_menu(session: Session, notes: Iterable[NotedCard], name: str, room: Room) -> None:
    """Show the menu of that name over the page, if it is that of one of the notes."""
    open_ = next((one for one in notes if of_note(one.card.text) == name), None)
    dialog = menu_dialog(session, note_menu(session, open_), room) if open_ else None
    use_dialog(session, dialog, session.pointer.close)


def _close(session: Session) -> Tap:
    async def closed() -> None:
        session.pointer.menu = ""

    return session.tap(closed)


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
