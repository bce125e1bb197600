"""The menus of the table."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from companion.core.objections import Objection, Why
from companion.core.rounds.events import Forgotten, Played, Seen
from companion.desk.commands import (
    Command,
    PassUntil,
    call_off,
    deal_again,
    deal_by,
    play,
    record,
)
from companion.preferences import Lows, Preferences
from companion.screens.board import AwaitedCard, NotedCard, Slot, asking_menu, note_menu
from companion.screens.hints import own_hint
from companion.screens.own_hand import you_hold
from companion.screens.table import SeatView, TableView
from companion.screens.turn_claim import TurnClaim, turn_claim
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.frames import use_dialog
from companion.ui.parts.basics.panels import in_rows, stretched, title_size
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.touch import LEAST, Tap, strut, touchable
from companion.ui.parts.cards.board import Side
from companion.ui.routes import Shape, Viewport
from companion.ui.session import Session, change

_WIDEST = 300.0
_OUTSIDE = 80
_ABOVE = 48
_EDGE = 20
"""The measures of a menu, in dp.

They are the greatest width of a column of entries, the free space beside the dialog, above and
below the dialog together, and inside its edge.
"""
_LOW = 16
_WITH_REMARK = 60
"""The free space above and below a dialog together on a phone on its side, and the usual height of
an entry with a remark, in dp.
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
    return session.tap(session.open_menu, name)


def _act(session: Session, act: Callable[[], Awaitable[object]]) -> Tap:
    """Return the handler of an entry, which acts once the menu is closed.

    A screen that opens on top of a closing menu would keep the menu open.
    """

    async def closed() -> None:
        session.after_menu = act
        session.pointer.menu = ""

    return session.tap(closed)


def _command(session: Session, command: Command) -> Tap:
    """Return the handler of an entry that sends a command to the table.

    The command is based on the snapshot at the time of the tap, because another device may change
    the table while the menu closes.
    """

    async def closed() -> None:
        snapshot = session.watched.snapshot
        session.after_menu = lambda: session.ask(command, snapshot)
        session.pointer.menu = ""

    return session.tap(closed)


def menu_dialog(session: Session, menu: Menu, viewport: Viewport) -> ft.AlertDialog:
    """Build the dialog of a menu; a tap beside it, Escape or the cross closes it."""

    def close() -> None:
        session.pointer.menu = ""

    async def gone() -> None:
        close()
        act = session.after_menu
        session.after_menu = None
        if act:
            await act()

    low = viewport.shape is Shape.SIDE
    columns, outside = (2, _LOW) if low else (1, _ABOVE)
    width = min(viewport.width - _OUTSIDE - 2 * _EDGE, columns * _WIDEST)
    cross = icon_button(
        ft.Icons.CLOSE, close, identifier="menu-close", label=session.words.say("Close")
    )
    title = heading(menu.title, size=title_size(20, viewport), tone=Tone.INK)
    top = ft.Row([ft.Container(title, expand=True), cross], spacing=8)
    large = viewport.large_text
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
    highest = viewport.height - outside - 2 * _EDGE
    scrolls = large or _height(menu, columns) > highest
    column.scroll = ft.ScrollMode.AUTO if scrolls else None
    return ft.AlertDialog(
        bgcolor=Tone.PANEL,
        content=ft.Container(column, width=width, height=highest if scrolls else None),
        content_padding=_EDGE,
        actions_padding=0,
        inset_padding=ft.Padding.symmetric(horizontal=_OUTSIDE / 2, vertical=outside / 2),
        on_dismiss=session.tap(gone),
    )


def _height(menu: Menu, columns: int) -> int:
    """Estimate the height of a menu at the usual size of text, in dp."""
    rows = in_rows(menu.entries, columns)
    entries = sum(_WITH_REMARK if any(line.beneath for line in row) else LEAST for row in rows)
    return LEAST + entries + (LEAST if menu.remark else 0)


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

    card = noted.card
    icons = ft.Icons
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
    say = session.words.say
    card = noted.card
    seat = noted.seat
    forget = _command(session, record(Forgotten(seat, card.bit), noted.number))
    entries = [MenuLine(f"forget-{card}", ft.Icons.UNDO, say("Take the note back"), forget)]
    for place, holder in enumerate(noted.holders, 1):
        event = Forgotten(seat, card.bit, Seen(holder.seat, card.bit))
        name = f"holds-{card}-{place}"
        says = say("{name} holds it", name=holder.name)
        note = _command(session, record(event, noted.number))
        entries.append(MenuLine(name, ft.Icons.PERSON_OUTLINE, says, note))
    return Menu(noted.says, tuple(entries))


def use_card_menu(
    session: Session, name: str, cards: Iterable[NotedCard | AwaitedCard], viewport: Viewport
) -> None:
    """Show the menu of that name over the page, if it is that of a card noted or asked for."""
    menu = None
    for card in cards:
        if isinstance(card, AwaitedCard) and name == asking_menu(card.card):
            menu = _awaited(session, card)
        elif isinstance(card, NotedCard) and name == note_menu(card.card):
            menu = _note_menu(session, card)
    dialog = menu_dialog(session, menu, viewport) if menu else None
    use_dialog(session, dialog, session.pointer.close)


def _own_menu(session: Session, slot: Slot) -> Menu | None:
    """Ask after a tap on a card of the private hand on the turn of another player."""
    say = session.words.say
    snapshot = session.watched.snapshot
    icons = ft.Icons
    if snapshot is None or snapshot.mine is None:
        return None
    entries = (
        _claim_line(session, turn_claim(snapshot, snapshot.mine.seat, session.words)),
        MenuLine("own-repair", icons.EDIT_OUTLINED, say("Repair a turn"), _open(session, "turns")),
        MenuLine("own-change", icons.STYLE_OUTLINED, say("Change my hand"), _open(session, "mine")),
    )
    return Menu(you_hold(slot, session.words), entries)


async def ask_for_hint(session: Session) -> None:
    """Open the hint for the turn on the screen, which closes with the turn."""
    await session.open_menu(_of_hint(session))


def _of_hint(session: Session) -> str:
    """Return the name of the menu of the hint for the turn on the screen, unlike any later turn."""
    snapshot = session.watched.snapshot
    return f"hint-at-{snapshot.revision}" if snapshot else ""


def _hint(session: Session) -> Menu | None:
    """Show the cards that can be laid, best first, with one reason."""
    snapshot = session.watched.snapshot
    given = own_hint(snapshot, session.words) if snapshot else None
    if given is None:
        return None
    entries = (
        MenuLine(
            f"hint-{place}",
            ft.Icons.STYLE_OUTLINED,
            says,
            _command(session, play(card)),
            worse,
        )
        for place, (card, says, worse) in enumerate(given.choices, 1)
    )
    return Menu(given.says, tuple(entries))


LAYOUT = "layout"
MORE = "more"
WRONG = "wrong"
PASSES = "passes"
_SEAT = "seat-"


def of_seat(seat: SeatView) -> str:
    """Return the name of the menu of a seat."""
    return f"{_SEAT}{seat.handle}"


def menu_named(  # noqa: PLR0913 - what the menus depend on
    name: str,
    session: Session,
    view: TableView,
    side: Side,
    *,
    revision: int,
    crosses: bool,
    keys: bool,
    tools: bool,
) -> Menu | None:
    """Return the menu of that name at this revision, or None if there is no such menu now.

    With `keys` the device is likely to have a keyboard; the `tools` are in the menu while the slip
    of a fine has their place.
    """
    fixed: dict[str, Callable[[], Menu | None]] = {
        LAYOUT: lambda: _layout(session, side, crosses=crosses),
        MORE: lambda: _more(session, view, keys=keys, tools=tools),
        WRONG: lambda: _wrong(session),
        PASSES: lambda: _passes(session, view),
        before_pass(revision): lambda: _before_pass(session, view, revision),
        _of_hint(session): lambda: _hint(session),
    }
    if name in fixed:
        return fixed[name]()
    for noted in view.noted:
        if name == of_offer(noted.card.text):
            return _lay_menu(session, noted)
    for slot in view.own.slots if view.own else ():
        if name == of_offer(slot.face.code):
            return _own_menu(session, slot)
    for place, seat in enumerate(view.seats):
        if name == of_seat(seat):
            return _seat(session, view, place)
    return None


def _layout(session: Session, side: Side, *, crosses: bool) -> Menu:
    """Build the menu that changes the layout on this device."""
    say = session.words.say
    icons = ft.Icons
    suits = say("Suits as rows") if side.columns and crosses else say("Suits as columns")
    order = say("Suits in their fixed order") if side.as_laid else say("Suits as they are begun")
    lows = Lows.LEFT if side.low_right else Lows.RIGHT

    def prefer(changed: Callable[[Preferences], Preferences]) -> Tap:
        return _act(session, lambda: change(session, changed))

    turn = prefer(Preferences.turned_over)
    mirror = prefer(lambda now: replace(now, lows=lows))
    across = prefer(Preferences.across) if crosses else None
    entries = (
        MenuLine("flip", icons.SCREEN_ROTATION_ALT, say("Turn the table"), turn),
        MenuLine("mirror", icons.SWAP_HORIZ, say("Mirror the layout"), mirror),
        MenuLine("suits", icons.VIEW_WEEK_OUTLINED, suits, across),
        MenuLine("suits-order", icons.SWAP_VERT, order, prefer(Preferences.reordered)),
    )
    return Menu(say("Layout"), entries)


def hand_path(view: TableView) -> str:
    """Return the path to the hand that people enter here, empty for a phone that looks on."""
    if view.looks_on:
        return ""
    return "hand" if view.scratch else "mine"


def _away_tools(session: Session, view: TableView) -> list[MenuLine]:
    say = session.words.say
    icons = ft.Icons
    redo = _act(session, session.redo) if view.can_redo else None
    layout = _act(session, partial(session.open_menu, LAYOUT))
    lines = [
        MenuLine("redo", icons.REDO, say("Redo"), redo),
        MenuLine("layout-menu", icons.DASHBOARD_OUTLINED, say("Layout"), layout),
    ]
    if path := hand_path(view):
        hand = _open(session, path)
        lines.append(MenuLine("enter-hand", icons.BACK_HAND_OUTLINED, say("My hand"), hand))
    return lines


def _more(session: Session, view: TableView, *, keys: bool, tools: bool) -> Menu:
    """Build the menu of actions that are rarer than a turn, after the `tools` if they are away."""
    say = session.words.say
    icons = ft.Icons
    keyboard = say(
        "Keys: arrows and Enter lay a card, P passes, U undoes, R redoes, "
        "Esc closes a menu or leaves."
    )
    away = _away_tools(session, view) if tools else []
    if view.scratch:
        return _of_referee(session, away)
    company = say("Who is here") if view.phones else say("Share this table")
    shared = [("share-table", icons.QR_CODE_2, company, "company")] if session.archive.room else []
    pages = (
        *shared,
        ("series", icons.LEADERBOARD_OUTLINED, say("The series"), "series"),
        ("rules", icons.MENU_BOOK_OUTLINED, say("House rules"), "rules"),
        ("referee", icons.BALANCE, say("Was that pass legal?"), "referee"),
        ("correction", icons.EDIT_OUTLINED, say("Correction"), "pay"),
        ("settings", icons.SETTINGS_OUTLINED, say("Settings"), "settings"),
    )
    entries = away + [
        MenuLine(name, icon, says, _open(session, path)) for name, icon, says, path in pages
    ]
    result = None if view.result_obstacle else _open(session, "result")
    entries.append(
        MenuLine(
            "result-only",
            icons.FUNCTIONS,
            say("Enter the result only"),
            result,
            view.result_obstacle,
        )
    )
    # Before the first turn nothing can be lost, so one screen has cards and seats.
    ask = _act(session, partial(session.open_menu, WRONG))
    wrong = _open(session, "deal") if view.can_deal_anew else ask
    off = _command(session, call_off)
    if view.looks_on:
        return Menu(say("More"), tuple(entries), keyboard if keys else "")
    entries += [
        MenuLine("wrong", icons.STYLE_OUTLINED, say("Wrong cards or seats"), wrong),
        MenuLine("void", icons.BLOCK, say("Call the round off"), off),
    ]
    return Menu(say("More"), tuple(entries), keyboard if keys else "")


def _wrong(session: Session) -> Menu:
    """Ask what is wrong with a round that has begun."""
    say = session.words.say
    icons = ft.Icons
    seats = _open(session, "seats")
    again = _command(session, deal_again)
    entries = (
        MenuLine("round-seats", icons.GROUP_OUTLINED, say("Seats and dealer"), seats),
        MenuLine("deal-again", icons.REPLAY, say("Deal again, same dealer"), again),
    )
    return Menu(say("Wrong cards or seats"), entries)


def _of_referee(session: Session, away: list[MenuLine]) -> Menu:
    """Build the menu of the referee, after the tools that are away."""
    say = session.words.say
    icons = ft.Icons
    seats = _open(session, "seats")
    clear = _act(session, session.clear_referee)
    entries = (
        *away,
        MenuLine("round-seats", icons.GROUP_OUTLINED, say("Seats, dealer, rules"), seats),
        MenuLine("referee-clear", icons.RESTART_ALT, say("Begin again"), clear),
    )
    return Menu(say("More"), entries)


def _passes(session: Session, view: TableView) -> Menu:
    """Build the menu of the players up to whom several turns are passed."""
    say = session.words.say
    snapshot = session.watched.snapshot
    assert snapshot
    due = next(seat for seat, shown in enumerate(view.seats) if shown.to_play)
    seats = (seat % len(view.seats) for seat in range(due + 1, due + len(view.seats)))
    claims = (turn_claim(snapshot, seat, session.words) for seat in seats)
    entries = tuple(
        MenuLine(
            f"pass-until-{claim.handle}",
            ft.Icons.FAST_FORWARD,
            say("{name} to play", name=claim.name),
            _claim(session, claim),
        )
        for claim in claims
        if claim.possible
    )
    return Menu(say("Pass until …"), entries)


def before_pass(revision: int) -> str:
    """Return the name of the menu that asks before a pass at this revision of the table."""
    return f"pass-{revision}"


def _before_pass(session: Session, view: TableView, revision: int) -> Menu | None:
    """Ask whether to pass in spite of the warning, if there is one.

    The pass is refused if the table has changed since the question.
    """
    say = session.words.say

    def is_unchanged() -> bool:
        now = session.watched.snapshot
        if now and now.revision == revision:
            return True
        session.refuse(Objection(Why.QUICKER))
        return False

    async def pass_then() -> None:
        if is_unchanged():  # also after the menu has closed
            await session.pass_turn()

    async def agree() -> None:
        if is_unchanged():
            session.after_menu = pass_then
        session.pointer.close()

    async def leave() -> None:
        session.pointer.close()

    entries = (
        MenuLine("pass-yes", ft.Icons.CHECK, say("Pass"), session.tap(agree)),
        MenuLine("pass-no", ft.Icons.CLOSE, say("Don’t pass"), session.tap(leave)),
    )
    return Menu(view.pass_warning, entries) if view.pass_warning else None


def _claim(session: Session, claim: TurnClaim) -> Tap | None:
    """Return the handler of an entry that records the passes before a player's turn.

    The owner of a private hand who could lay a card is asked first, and passes alone.
    """
    if not claim.possible:
        return None
    snapshot = session.watched.snapshot
    mine = snapshot.mine if snapshot else None
    if snapshot and mine and mine.to_lay and not mine.round.passes_freely(mine.seat):
        return _act(session, partial(session.open_menu, before_pass(snapshot.revision)))
    return _command(session, PassUntil(claim.handle))


def _claim_line(session: Session, claim: TurnClaim) -> MenuLine:
    """Return the entry that says whose turn it is."""
    name = f"turn-of-{claim.handle}"
    on_tap = _claim(session, claim)
    return MenuLine(name, ft.Icons.FAST_FORWARD, claim.says, on_tap, claim.beneath)


def _seat(session: Session, view: TableView, place: int) -> Menu:
    """Build the menu of a player."""
    say = session.words.say
    icons = ft.Icons
    seat = view.seats[place]
    hand = _open(session, f"hand/{place + 1}")
    pay = _open(session, f"payer/{place + 1}")
    dealer = say("{name} deals", name=seat.name)
    deals = _open(session, "seats")
    if view.can_deal_anew:
        deals = _command(session, deal_by(seat.handle))
    snapshot = session.watched.snapshot
    assert snapshot
    settle = _open(session, "settle")
    settling = MenuLine("menu-settle", icons.HANDSHAKE_OUTLINED, say("Settle up"), settle)
    entries: tuple[MenuLine, ...] = (
        _claim_line(session, turn_claim(snapshot, place, session.words)),
        MenuLine("menu-hand", icons.BACK_HAND_OUTLINED, say("Enter a hand"), hand),
        MenuLine("menu-correction", icons.EDIT_OUTLINED, say("Correction"), pay),
        *((settling,) if any(paid.source == seat.handle for paid in snapshot.series.open) else ()),
        MenuLine("menu-deals", icons.STYLE_OUTLINED, dealer, None if seat.dealer else deals),
    )
    if view.scratch:
        entries = entries[:2]
    return Menu(seat.name, entries, seat.says)


def _awaited(session: Session, awaited: AwaitedCard) -> Menu:
    """Build the menu that asks for the holder of a card."""
    entries: list[MenuLine] = []
    for place, holder in enumerate(awaited.holders, 1):
        note = _command(session, record(Seen(holder.seat, awaited.card.bit), awaited.number))
        name = f"holds-{awaited.card}-{place}"
        entries.append(MenuLine(name, ft.Icons.PERSON_OUTLINE, holder.name, note))
    return Menu(awaited.asks, tuple(entries), awaited.why)


def _open(session: Session, path: str) -> Tap:
    return _act(session, lambda: session.open(path))
