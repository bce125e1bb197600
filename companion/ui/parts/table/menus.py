"""The menus of the table."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace

import flet as ft

from companion.core.rounds.setup import Forgotten, Played, Seen, Waived
from companion.desk.commands import Command, call_off, deal_again, deal_by, record
from companion.preferences import Lows, Preferences
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.frames import use_dialog
from companion.ui.parts.basics.panels import in_rows, stretched, title_size
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.touch import Tap, strut, touchable
from companion.ui.parts.cards.board import Side
from companion.ui.routes import Room, Shape
from companion.ui.session import Session, change
from companion.views.at_table.cards import NotedCard, note_menu
from companion.views.at_table.table import SeatView, TableView
from companion.views.at_table.tray import OwedFine

_WIDEST, _OUTSIDE, _ABOVE, _EDGE = 300.0, 80, 48, 20
"""The greatest width of a column of entries, and the free space beside a dialog, above and below
it together, and inside its edge, in dp.
"""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu with an optional remark beneath; with `on_tap` None it is disabled."""

    name: str
    icon: ft.IconData
    says: str
    on_tap: Tap | None
    beneath: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu with an optional remark below its entries."""

    title: str
    entries: tuple[MenuLine, ...]
    remark: str = ""


def opens(session: Session, name: str) -> Tap:
    """Return a handler that opens the menu of that name."""
    return session.tap(open_menu, session, name)


async def open_menu(session: Session, name: str) -> None:
    """Open the menu of that name."""
    session.after_menu, session.pointer.menu = None, name


def _act(session: Session, act: Callable[[], Awaitable[object]]) -> Tap:
    """Return the handler of an entry, which acts once the menu is closed.

    A screen that opens on top of a closing menu would keep the menu open.
    """

    async def closed() -> None:
        session.after_menu, session.pointer.menu = act, ""

    return session.tap(closed)


def _command(session: Session, command: Command) -> Tap:
    """Return the handler of an entry that sends a command to the table.

    The command is based on the snapshot at the time of the tap, because another device may change
    the table while the menu closes.
    """

    async def closed() -> None:
        snapshot = session.watched.snapshot
        session.after_menu, session.pointer.menu = lambda: session.ask(command, snapshot), ""

    return session.tap(closed)


def menu_dialog(session: Session, menu: Menu, room: Room) -> ft.AlertDialog:
    """Build the dialog of a menu; a tap beside it, Escape or the cross closes it."""

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
    large = room.large_text
    rows = [
        ft.Row(
            [_line(entry, width / columns, bare=large) for entry in row],
            spacing=0,
            key=row[0].name,
        )
        for row in in_rows(menu.entries, columns)
    ]
    lines: list[ft.Control] = [top, *rows]
    if menu.remark:
        remark = text(menu.remark, size=13, tone=Tone.MUTED)
        lines.append(ft.Container(remark, padding=ft.Padding.only(top=8)))
    column = stretched(lines, spacing=0)
    column.scroll = ft.ScrollMode.AUTO if large else None
    highest = room.height - _ABOVE - 2 * _EDGE if large else None
    return ft.AlertDialog(
        bgcolor=Tone.PANEL,
        content=ft.Container(column, width=width, height=highest),
        content_padding=_EDGE,
        actions_padding=0,
        on_dismiss=session.tap(gone),
    )


def _line(entry: MenuLine, width: float, *, bare: bool) -> ft.Control:
    """Draw an entry; a `bare` one has no icon."""
    faint = entry.on_tap is None
    ink = ft.Colors.with_opacity(0.45, Tone.INK) if faint else Tone.INK
    words: list[ft.Control] = [text(entry.says, size=15.5, tone=ink, face=TEXT.medium)]
    if entry.beneath:
        words.append(text(entry.beneath, size=12.5, tone=Tone.MUTED))
    column = ft.Column(words, spacing=1, tight=True, expand=True)
    icon = [] if bare else [ft.Icon(entry.icon, size=21, color=ink)]
    row = ft.Row([strut(), *icon, column], spacing=12 * (not bare))
    return touchable(
        row,
        entry.on_tap,
        identifier=entry.name,
        label=". ".join(filter(None, (entry.says, entry.beneath))),
        radius=12,
        width=width,
        align=None,
    )


_LAY = "noted-"


def of_offer(code: str) -> str:
    """Return the name of the menu that asks before a card noted for another player is laid."""
    return f"{_LAY}{code}"


def _lay_menu(session: Session, noted: NotedCard) -> Menu:
    """Ask whether the player to move lays the card although it was noted for another one."""

    async def close() -> None:
        session.pointer.menu = ""

    card, icons = noted.card, ft.Icons
    no = session.words.say("No, {name} holds it", name=noted.name)
    instead = None if noted.layer is None else Played(noted.layer, card)
    lay = _command(session, record(Forgotten(noted.seat, card.bit, instead), noted.number))
    entries = (
        MenuLine(f"forget-{card}", icons.STYLE_OUTLINED, noted.lay_says, lay),
        MenuLine(f"keep-{card}", icons.CLOSE, no, session.tap(close)),
    )
    return Menu(noted.asks, entries)


def _note_menu(session: Session, noted: NotedCard) -> Menu:
    """Offer to take the note back, or to note the card for another player."""
    say, card, seat = session.words.say, noted.card, noted.seat
    forget = _command(session, record(Forgotten(seat, card.bit), noted.number))
    entries = [MenuLine(f"forget-{card}", ft.Icons.UNDO, say("Take the note back"), forget)]
    for place, holder in enumerate(noted.holders, 1):
        event = Forgotten(seat, card.bit, Seen(holder.seat, card.bit))
        name, says = f"holds-{card}-{place}", say("{name} holds it", name=holder.name)
        note = _command(session, record(event, noted.number))
        entries.append(MenuLine(name, ft.Icons.PERSON_OUTLINE, says, note))
    return Menu(noted.says, tuple(entries))


def use_note_menu(session: Session, notes: Iterable[NotedCard], name: str, room: Room) -> None:
    """Show the menu of that name over the page, if it belongs to one of the notes."""
    noted = next((noted for noted in notes if note_menu(noted.card) == name), None)
    dialog = menu_dialog(session, _note_menu(session, noted), room) if noted else None
    use_dialog(session, dialog, session.pointer.close)


LAYOUT, MORE = "layout", "more"
_SEAT, _FINE = "seat-", "fine-"


def of_seat(seat: SeatView) -> str:
    """Return the name of the menu of a seat."""
    return f"{_SEAT}{seat.handle}"


def of_fine(fine: OwedFine) -> str:
    """Return the name of the menu of a fine."""
    return f"{_FINE}{fine.turn}"


def menu_named(
    name: str, session: Session, view: TableView, side: Side, *, crosses: bool, keys: bool
) -> Menu | None:
    """Return the menu of that name, or None if there is no such menu now.

    With `keys` the device is likely to have a keyboard.
    """
    if name == LAYOUT:
        return _layout(session, side, crosses=crosses)
    if name == MORE:
        return _more(session, view, keys=keys)
    for noted in view.noted:
        if name == of_offer(noted.card.text):
            return _lay_menu(session, noted)
    for place, seat in enumerate(view.seats):
        if name == of_seat(seat):
            return _seat(session, view, place)
    for fine in view.owed:
        if name == of_fine(fine):
            return _fine(session, fine)
    return None


def _layout(session: Session, side: Side, *, crosses: bool) -> Menu:
    """Build the menu that changes the layout on this device."""
    say, icons = session.words.say, ft.Icons
    suits = say("Suits as rows") if side.columns and crosses else say("Suits as columns")
    order = say("Suits in their fixed order") if side.as_laid else say("Suits as they are begun")
    lows = Lows.LEFT if side.low_right else Lows.RIGHT

    def prefer(changed: Callable[[Preferences], Preferences]) -> Tap:
        return _act(session, lambda: change(session, changed))

    turn, mirror = prefer(Preferences.turned_over), prefer(lambda now: replace(now, lows=lows))
    across = prefer(Preferences.across) if crosses else None
    obstacle = "" if crosses else say("Columns need a taller screen.")
    entries = (
        MenuLine("flip", icons.SCREEN_ROTATION_ALT, say("Turn the table"), turn),
        MenuLine("mirror", icons.SWAP_HORIZ, say("Mirror the layout"), mirror),
        MenuLine("suits", icons.VIEW_WEEK_OUTLINED, suits, across, obstacle),
        MenuLine("suits-order", icons.SWAP_VERT, order, prefer(Preferences.reordered)),
    )
    return Menu(say("Layout"), entries)


def _more(session: Session, view: TableView, *, keys: bool) -> Menu:
    """Build the menu of actions that are rarer than a turn."""
    say, icons = session.words.say, ft.Icons
    keyboard = say(
        "Keys: arrows and Enter lay a card, P passes, U undoes, R redoes, "
        "Esc closes a menu or leaves."
    )
    pages = (
        ("series", icons.LEADERBOARD_OUTLINED, say("The series"), "series"),
        ("rules", icons.MENU_BOOK_OUTLINED, say("House rules"), "rules"),
        ("referee", icons.BALANCE, say("Was that pass legal?"), "referee"),
        ("correction", icons.EDIT_OUTLINED, say("Correction"), "pay"),
        ("round-seats", icons.GROUP_OUTLINED, say("Seats and dealer"), "seats"),
    )
    entries = [MenuLine(name, icon, says, _open(session, path)) for name, icon, says, path in pages]
    again: Tap | None = _command(session, deal_again)
    if view.can_deal_anew:
        anew, again = say("Set this round up anew"), None
        entries.append(MenuLine("deal-anew", icons.STYLE_OUTLINED, anew, _open(session, "deal")))
    obstacle = "" if again else say("Nothing has happened yet.")
    same_dealer, off = say("Deal again, same dealer"), _command(session, call_off)
    entries += [
        MenuLine("deal-again", icons.REPLAY, same_dealer, again, obstacle),
        MenuLine("void", icons.BLOCK, say("Call the round off"), off, say("The deal passes on.")),
    ]
    return Menu(say("More"), tuple(entries), keyboard if keys else "")


def _seat(session: Session, view: TableView, place: int) -> Menu:
    """Build the menu of a player."""
    say, icons, seat = session.words.say, ft.Icons, view.seats[place]
    hand, pay = _open(session, f"hand/{place + 1}"), _open(session, "pay")
    dealer, deals = say("{name} deals", name=seat.name), _open(session, "seats")
    if view.can_deal_anew:
        deals = _command(session, deal_by(seat.handle))
    beneath = say("This round already.") if seat.dealer else ""
    entries = (
        MenuLine("menu-hand", icons.BACK_HAND_OUTLINED, say("Enter a hand"), hand),
        MenuLine("menu-correction", icons.EDIT_OUTLINED, say("Correction"), pay),
        MenuLine(
            "menu-deals", icons.STYLE_OUTLINED, dealer, None if seat.dealer else deals, beneath
        ),
    )
    return Menu(seat.name, entries, seat.says)


def _fine(session: Session, fine: OwedFine) -> Menu:
    """Build the menu of a fine that is owed."""
    say, icons, turn = session.words.say, ft.Icons, fine.turn
    waive = None if fine.closed else _command(session, record(Waived(turn), fine.number))
    why, turns = _open(session, f"verdict/{turn}"), _open(session, "turns")
    entries = (
        MenuLine("why", icons.HELP_OUTLINE, say("Why?"), why),
        MenuLine(f"waive-{turn}", icons.MONEY_OFF, say("Let it go"), waive),
        MenuLine(f"wrong-{turn}", icons.EDIT_OUTLINED, say("Entered wrongly?"), turns),
    )
    return Menu(fine.says, entries, fine.why)


def _open(session: Session, path: str) -> Tap:
    return _act(session, lambda: session.open(path))
