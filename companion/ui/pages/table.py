"""The page of the table, where a tap on the layout is a turn, in its four forms."""

from dataclasses import dataclass

import flet as ft

from companion.preferences import Preferences
from companion.screens.kit import ScreenFacts
from companion.screens.table import TableView
from companion.screens.table_menus import pass_menu, table_menu
from companion.ui.acting import Taps
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.panels import reading_group
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import repaint_boundary
from companion.ui.parts.cards.layout_board import LayoutBoard, captions, chooser, choosing, mat
from companion.ui.parts.menu import use_menu
from companion.ui.parts.table.controls import (
    LooksOn,
    MoreButton,
    PassButton,
    Prompt,
    TableHead,
    TurnRow,
    TurnsButton,
    UndoButton,
    back,
    lead_question,
    pot_pill,
)
from companion.ui.parts.table.own_row import OwnRow
from companion.ui.parts.table.plan import TablePlan
from companion.ui.parts.table.seat_tiles import Tile, seat_tiles
from companion.ui.parts.table.tray import (
    FinePile,
    Reply,
    Tray,
    TrayForm,
    Warned,
    felt_scroll_bar,
    pile_of,
)
from companion.ui.routes import Shape
from companion.ui.session import Session
from companion.ui.shown import Message, Pointer

_EDGE = 12
"""The margin of the screen, in dp."""
_TRAY = {False: 116, True: 70}
"""The height of the tray, on a low screen or not, in dp; no news moves a card."""
_CELL = {False: 98, True: 84}
"""The height of a cell on a screen that scrolls, low or not, in dp."""
_SIDE_SEATS = {False: 210, True: 250}
_SIDE_CONTROLS = {False: 188, True: 236}
_PANEL = {False: 230, True: 330}
"""The widths of the columns beside the layout, where text is large or not, in dp; that of the panel
grows with its text.
"""
_FEW = 4
_BELOW = 5
"""The most seats that stand in one row of a phone, and in one column of a phone on its side."""
_ABREAST = 2
"""How many seats stand side by side where text is large."""
_LISTED = 12
"""How many of the newest turns are listed."""
_GROWS_LESS = 0.75
_TRAY_GROWS_LESS = 0.85
_FINE_GROWS = 1.15
"""The share of prompt and pot, and of the tray, where text is large: they have little room; and how
much larger a fine is that has the whole width.
"""
_CENTER = ft.CrossAxisAlignment.CENTER
_FILLS = ft.CrossAxisAlignment.STRETCH


@dataclass(frozen=True)
class _Props:
    """The values shared by all pieces of the screen."""

    session: Session
    view: TableView
    plan: TablePlan
    message: Message
    revision: int
    preferences: Preferences
    pile: FinePile

    @property
    def asks(self) -> bool:
        """True if something waits for an answer."""
        return bool(self.message.says or self.pile.fine or self.view.news.lets_go)

    @property
    def grow(self) -> float:
        """The size of prompt and pot."""
        return self.plan.grow * (_GROWS_LESS if self.plan.large else 1)


@component
def TablePage(
    session: Session,
    facts: ScreenFacts,
    view: TableView,
    plan: TablePlan,
    message: Message,
    pointer: Pointer,
) -> ft.Control:
    """Draw the page in the form of its plan."""
    ft.on_mounted(lambda: _keep_awake(session, awake=True))
    ft.on_unmounted(lambda: _keep_awake(session, awake=False))
    revision = facts.night.revision
    pile = pile_of(view, pointer, revision)
    table = _Props(session, view, plan, message, revision, facts.preferences, pile)
    use_menu(Taps(session), table_menu(pointer.menu, facts, view), session.shown.viewport)
    body = ft.SafeArea(_body(table), expand=True)
    return ft.Container(body, bgcolor=Tone.FELT_EDGE, expand=True)


def _keep_awake(session: Session, *, awake: bool) -> None:
    session.begin(lambda: session.device.stay_awake(awake=awake))


def _body(table: _Props) -> ft.Control:
    """Draw the screen in the form of its plan."""
    if table.plan.scrolls:
        return _scrolling(table)
    match table.plan.shape:
        case Shape.TALL:
            return _tall(table)
        case Shape.SIDE:
            return _on_its_side(table)
        case Shape.WIDE:
            return _wide(table)


def _tall(table: _Props) -> ft.Control:
    turns = _last_turns(table)
    turns.expand = 1
    turns_strip = [ft.Container(turns, width=440, expand=1)] if table.plan.board.spread else []
    middle = _middle(table)
    middle.expand = 3
    return _down(
        [
            _top(table),
            ft.Container(_seats(table), padding=ft.Padding.symmetric(horizontal=6)),
            _prompt_strip(table),
            middle,
            *_own(table),
            *turns_strip,
            _tray(table),
            _bar(table),
        ]
    )


def _scrolling(table: _Props) -> ft.Control:
    """Draw the screen for large text on a phone, where everything but the big buttons scrolls.

    The controls for a turn come first, before the seats and the name of the series. What asks for
    an answer comes before the layout.
    """
    layout = [_middle(table), *_own(table)]
    fine = table.pile.fine
    due_and_pot = ft.Row(
        [_prompt(table), *_pot(table)], wrap=True, spacing=12, run_spacing=4, expand=True
    )
    first = ft.Row([back(table.session), due_and_pot, _more(table)], spacing=4)
    lines = [
        ft.Container(first, padding=ft.Padding.only(left=2, right=4, top=4)),
        *([_tray(table), *layout] if table.asks else [*layout, _tray(table)]),
        ft.Container(_seats(table), padding=ft.Padding.symmetric(horizontal=6)),
        ft.Container(_head(table), padding=ft.Padding.symmetric(horizontal=14, vertical=6)),
    ]
    body = ft.Column(
        lines,
        spacing=8,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=_FILLS,
        expand=True,
        # A fine begins at the top of the screen, which then stays where it was scrolled to.
        key=f"asks-{fine.turn}" if fine else None,
    )
    return ft.Column([body, _bar(table)], spacing=0)


def _on_its_side(table: _Props) -> ft.Control:
    """Draw the screen of a phone on its side; what asks in large text has the room of the seats."""
    large = table.plan.large
    told = _tray(table)
    told.expand = True
    seats: ft.Control = ft.Column(
        [_seats(table)],
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=_FILLS,
        expand=True,
    )
    if large and table.asks:
        seats, told = told, ft.Container(expand=True)
    top = ft.Row([back(table.session), _head(table)], spacing=4)
    left = ft.Column([top, seats], spacing=6, horizontal_alignment=_FILLS)
    middle = _down([_prompt_strip(table), _middle(table), *_own(table)])
    buttons = ft.Row([_undo(table), _turns(table)], spacing=8)
    more = ft.Row([*_pot(table), ft.Container(expand=True), _more(table)])
    right = _down([more, told, buttons, ft.Row([_pass(table)])])
    right.spacing = 4
    columns = [
        ft.Container(reading_group(left), width=_SIDE_SEATS[large]),
        reading_group(middle, expand=True),
        ft.Container(reading_group(right), width=_SIDE_CONTROLS[large]),
    ]
    row = ft.Row(columns, spacing=10, vertical_alignment=_FILLS)
    padding = ft.Padding.symmetric(horizontal=12, vertical=8)
    return ft.Container(row, padding=padding, expand=True)


def _wide(table: _Props) -> ft.Control:
    buttons = ft.Row([_undo(table), _pass(table), _turns(table)], spacing=12)
    main = _down(
        [
            _top(table),
            _prompt_strip(table),
            _middle(table),
            *_own(table),
            _tray(table),
            ft.Container(repaint_boundary(buttons), padding=ft.Padding.symmetric(vertical=12)),
        ]
    )
    inner = ft.Container(main, padding=ft.Padding.only(left=14, right=18))
    columns = [reading_group(_side_panel(table)), reading_group(inner, expand=True)]
    return ft.Row(columns, spacing=0, expand=True, vertical_alignment=_FILLS)


def _side_panel(table: _Props) -> ft.Control:
    turns = _last_turns(table)
    turns.expand = True
    padding = ft.Padding.symmetric(horizontal=14, vertical=16)
    column = ft.Column([_seats(table), turns], spacing=14, horizontal_alignment=_FILLS)
    if table.plan.large:
        column = ft.Column([_seats(table)], scroll=ft.ScrollMode.AUTO)
        column.horizontal_alignment = _FILLS
    width = _PANEL[table.plan.large] * table.plan.grow
    return ft.Container(column, width=width, padding=padding, bgcolor=Tone.PILL)


def _down(lines: list[ft.Control]) -> ft.Column:
    """Return a column as high as its room, whose controls have its whole width."""
    return ft.Column(lines, spacing=0, horizontal_alignment=_FILLS, expand=True)


def _top(table: _Props) -> ft.Control:
    """Draw the way back, the name of the series, the pot and the menu."""
    row = ft.Row([back(table.session), _head(table), *_pot(table), _more(table)], spacing=4)
    padding = ft.Padding.only(left=2, right=4, top=6, bottom=4)
    return ft.Container(repaint_boundary(row), padding=padding, key="top")


def _head(table: _Props) -> ft.Control:
    view = table.view
    plan = table.plan
    title = (view.title, view.subtitle, view.phones)
    head = keyed("head", TableHead, table.session, *title, large=plan.large, grow=plan.grow)
    return ft.Container(head, expand=not plan.scrolls)


def _pot(table: _Props) -> list[ft.Control]:
    """Return the pot, where the game has one."""
    pot = table.view.pot
    return (
        [] if pot is None else [pot_pill(table.session, pot, table.view.pot_owed_text, table.grow)]
    )


def _more(table: _Props) -> ft.Control:
    return keyed("more", MoreButton, table.session)


def _seats(table: _Props) -> ft.Control:
    plan = table.plan
    seats = table.view.seats
    many = len(seats) > _FEW
    if plan.scrolls and len(seats) > _ABREAST:
        return seat_tiles(table.session, seats, Tile.PAIRED, plan.grow, columns=_ABREAST)
    if plan.shape is Shape.TALL and not plan.large:
        slim = plan.low or many or table.view.own is not None
        tile = Tile.SLIM if slim else Tile.UPRIGHT
        return seat_tiles(table.session, seats, tile, plan.grow)
    if plan.shape is Shape.SIDE and len(seats) > _BELOW and not plan.large:
        return seat_tiles(table.session, seats, Tile.SLIM, plan.grow, columns=2)
    tile = Tile.BARE if plan.shape is not Shape.TALL and plan.large else Tile.BROAD
    return seat_tiles(table.session, seats, tile, plan.grow, columns=1)


def _prompt_strip(table: _Props) -> ft.Control:
    padding = ft.Padding.symmetric(horizontal=_EDGE, vertical=6)
    return ft.Container(_prompt(table), padding=padding)


def _prompt(table: _Props) -> ft.Control:
    """Draw the player to move and what to do."""
    session = table.session
    what = "" if table.plan.large else table.view.prompt
    return keyed("prompt", Prompt, session, session.watching.turn, what, table.grow)


def _middle(table: _Props) -> ft.Control:
    """Draw the layout on its mat, or the question that has to be answered before."""
    return mat(_question(table) or _layout(table), fills=not table.plan.scrolls)


def _layout(table: _Props) -> ft.Control:
    view = table.view
    plan = table.plan
    session = table.session
    cards = keyed(
        "layout",
        LayoutBoard,
        session,
        session.watching.layout,
        view.rows,
        plan.board,
        plan.signs,
        moves=session.moves,
        height=_CELL[plan.low] if plan.scrolls else None,
    )
    bare = plan.low or plan.large or plan.board.spread or plan.board.side.columns
    if bare or not view.starters:
        return cards
    say = session.words.say
    above = captions(say("Higher"), view.starters, say("Lower"), plan.board, plan.signs)
    return ft.Column([above, cards], spacing=0, horizontal_alignment=_CENTER)


def _question(table: _Props) -> ft.Control | None:
    """Build the question for the leader, or for the card that opens, if one has to be answered.

    The card that opens is a question if the board has no room for all of these cards.
    """
    view = table.view
    plan = table.plan
    session = table.session
    if view.lead is not None:
        return lead_question(session, view.lead, view.seats, low=plan.shape is Shape.SIDE)
    if choosing(view.rows, plan.board):
        cards = chooser(session, view.rows, plan.board.side)
        if plan.scrolls:
            return cards
        # The bar always shows if there are more cards below.
        listed = ft.Column([cards], scroll=ft.ScrollMode.ALWAYS)
        return ft.Container(listed, theme=felt_scroll_bar(thin=True))
    return None


def _own(table: _Props) -> list[ft.Control]:
    """Return the row of a private hand, if there is one."""
    own = table.view.own
    if own is None:
        return []
    facts = table.session, own, table.preferences
    wide = table.plan.shape is Shape.WIDE
    return [keyed("own", OwnRow, *facts, large=table.plan.scrolls or wide, wide=wide)]


def _phone_news(table: _Props) -> str:
    return table.view.phones.news if table.view.phones else ""


def _warnings(view: TableView) -> tuple[Warned, ...]:
    """Return the contradiction of a private hand, and the doubt about the passes."""
    clash = [("own-clash", view.own.clash, view.own.repair)] if view.own and view.own.clash else []
    return (*clash, *([("doubt", view.news.doubt, "turns")] if view.news.doubt else []))


def _tray(table: _Props) -> ft.Container:
    """Draw a message, or else a fine, doubt and news, or else the last turns."""
    view = table.view
    plan = table.plan
    session = table.session
    on_side = plan.shape is Shape.SIDE
    upright = plan.shape is Shape.TALL and not (plan.low or plan.large or plan.board.spread)
    below = upright and table.pile.fine is not None and not table.message.says
    grow = _TRAY_GROWS_LESS if plan.large else _FINE_GROWS if below else plan.grow
    abreast = 3 if below else 2 if on_side else 0
    form = TrayForm(grow, abreast, scrolls=plan.large and (plan.scrolls or on_side))
    if table.message.says:
        shown = keyed("refusal", Reply, session, table.message, form)
    else:
        lines = (_phone_news(table), view.news, _warnings(view), form)
        shown = keyed("tray", Tray, session, table.pile, *lines, can_redo=view.undo.can_redo)
    if view.has_gaps and not plan.board.spread:
        gap = named("behind-gap", text(view.behind_gap, size=13, tone=Tone.ON_FELT, leading=1.15))
        rest = ft.Container(shown, expand=not form.scrolls)
        shown = ft.Column([gap, rest], spacing=0, tight=form.scrolls)
    if on_side and plan.large:
        shown = ft.Column([shown], scroll=ft.ScrollMode.AUTO)
        shown.horizontal_alignment = _FILLS
    side = _EDGE if plan.shape is Shape.TALL else 0
    return ft.Container(
        shown,
        height=None if plan.scrolls or on_side else _TRAY[plan.low],
        padding=ft.Padding.only(left=side, right=side, top=3, bottom=3),
        key="told",
    )


def _undo(table: _Props) -> ft.Control:
    return keyed("undo", UndoButton, table.session, table.view.undo, large=table.plan.large)


def _turns(table: _Props) -> ft.Control:
    return keyed("turns", TurnsButton, table.session, large=table.plan.large)


def _pass(table: _Props) -> ft.Control:
    view = table.view
    if view.looks_on:
        return keyed("looks-on", LooksOn, table.session)
    asks = pass_menu(table.revision) if view.passing.warning else ""
    return keyed("pass", PassButton, table.session, view.passing, asks, large=table.plan.large)


def _bar(table: _Props) -> ft.Control:
    bar = repaint_boundary(ft.Row([_undo(table), _pass(table), _turns(table)], spacing=8))
    padding = ft.Padding.only(left=12, right=12, top=4, bottom=10)
    return ft.Container(bar, padding=padding, key="bar")


def _last_turns(table: _Props) -> ft.Control:
    """List the newest turns; what has no room scrolls."""
    if not table.view.turns:
        return ft.Container()
    grow = table.plan.grow
    says = table.session.words.say("Turns")
    title = text(says, size=17 * grow, tone=Tone.ON_FELT, face=TEXT.heading, leading=1.2)
    lines = [
        keyed(f"turn-{line.turn}", TurnRow, table.session, line, grow)
        for line in table.view.turns[:_LISTED]
    ]
    return ft.Column([title, *lines], spacing=0, scroll=ft.ScrollMode.HIDDEN, key="last-turns")
