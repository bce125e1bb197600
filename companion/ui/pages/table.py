"""The page of the table, where a tap on the layout is a turn, in its four forms."""

from dataclasses import dataclass, replace

import flet as ft

from companion.preferences import Preferences
from companion.screens.short_names import short_names
from companion.screens.table import TableView
from companion.ui.client_events import plan_of
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.basics.frames import use_dialog
from companion.ui.parts.basics.panels import reading_group
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, repaint_boundary
from companion.ui.parts.cards.layout_board import Captions, LayoutBoard, chooser, choosing, mat
from companion.ui.parts.table.controls import (
    TURN,
    ChipAnimation,
    LooksOn,
    MoreButton,
    PassButton,
    Prompt,
    TableHead,
    Tools,
    TurnRow,
    TurnsButton,
    UndoButton,
    back,
    chip_moves,
    lead_question,
    pot_pill,
)
from companion.ui.parts.table.fine_slip import (
    FinePile,
    FineSlip,
    SlipForm,
    SlipPlace,
    pile_of,
    put_aside,
)
from companion.ui.parts.table.fine_tray import (
    Happened,
    Reply,
    SlimReply,
    Tray,
    TrayPlace,
    Warned,
    felt_scroll_bar,
    phones_tile,
)
from companion.ui.parts.table.menus import before_pass, hand_path, menu_dialog, menu_named
from companion.ui.parts.table.own_row import OwnRow
from companion.ui.parts.table.plan import (
    PANEL_EDGE,
    SIDE_CONTROLS,
    TOOLS,
    WIDE_EDGE,
    Plan,
    chip_positions,
    tile_positions,
)
from companion.ui.parts.table.seat_tiles import seat_tiles
from companion.ui.routes import Shape, Viewport
from companion.ui.session import Session
from companion.ui.shown import Message, Pointer

_TURNS_TITLE = 34
_TURNS_WIDEST = 440
_BESIDE_PLAYER = 150
"""The width beside the player in a turn that is judged, at the usual size of text, in dp."""
_INSET = 12
_GROWS_LESS = 0.75
"""The share of prompt and pot where text is large: they have one line, and fines show below."""
_BESIDE_PROMPT = {Shape.TALL: 24, Shape.SIDE: 110, Shape.WIDE: 24}
"""The width beside the player to move that the pot and the edges need, in dp."""
_AROUND_TRAY = 2
_AROUND_WIDE_TRAY = 10
"""The free space above and below the tray, in dp, on a phone and in a wide window."""


@dataclass(frozen=True, slots=True)
class _Props:
    """The values shared by all pieces of the screen.

    The keyboard points at the card `pointed`.
    """

    session: Session
    view: TableView
    plan: Plan
    message: Message
    pointed: str
    revision: int
    preferences: Preferences
    pile: FinePile


@component
def TablePage(  # noqa: PLR0913 - what the screen is drawn from
    session: Session,
    view: TableView,
    viewport: Viewport,
    preferences: Preferences,
    message: Message,
    pointer: Pointer,
    *,
    revision: int,
    steps: int,
) -> ft.Control:
    """Draw the page in the form that fits the viewport, after so many steps of the series."""
    ft.on_mounted(lambda: _keep_awake(session, awake=True))
    ft.on_unmounted(lambda: _keep_awake(session, awake=False))
    plan = plan_of(view, viewport, preferences)
    pile = pile_of(view, pointer, revision)
    table = _Props(session, view, plan, message, pointer.card, revision, preferences, pile)
    keys = viewport.shape is Shape.WIDE and not session.device.handheld
    tools = _has_slip(table) and plan.shape is not Shape.WIDE and not plan.scrolls
    menu = menu_named(
        pointer.menu,
        session,
        view,
        plan.board.side,
        revision=revision,
        crosses=plan.crosses,
        keys=keys,
        tools=tools,
    )
    dialog = menu_dialog(session, menu, viewport) if menu else None
    use_dialog(session, dialog, pointer.close)
    # Until the app hears of a turned phone the body keeps its size, and the layout its place. In
    # the low window a body as large as the window would have no room left for the layout.
    body = ft.Container(
        _body(table, viewport), left=0, top=0, width=viewport.width, height=viewport.height
    )
    felt = ft.Container(
        ft.SafeArea(ft.Stack([body], expand=True), expand=True), bgcolor=Tone.FELT_EDGE, expand=True
    )
    layers: list[ft.Control] = [felt]
    if session.moves:
        run = chip_moves(steps, view.moved, chip_positions(plan, len(view.seats), viewport))
        layers.append(ft.SafeArea(keyed("chips", ChipAnimation, run), expand=True))
    return ft.Stack(layers, expand=True)


def _keep_awake(session: Session, *, awake: bool) -> None:
    session.begin(lambda: session.device.stay_awake(awake=awake))


def _middle(table: _Props) -> ft.Control:
    """Draw the layout on its mat, or the question that has to be answered before."""
    scrolls = table.plan.scrolls
    padding = ft.Padding.symmetric(vertical=8) if scrolls else None
    content = _question(table) or _layout(table)
    return mat(content, fills=not scrolls, padding=padding)


def _own(table: _Props) -> list[ft.Control]:
    """Return the row of a private hand, if there is one."""
    own = table.view.own
    size = table.plan.hand
    return [keyed("own", OwnRow, table.session, own, size, table.preferences)] if own else []


def _layout(table: _Props) -> ft.Control:
    view = table.view
    plan = table.plan
    session = table.session
    board = plan.board
    cards = keyed(
        "layout",
        LayoutBoard,
        session,
        session.watching.layout,
        view.rows,
        board,
        moves=session.moves,
        pointed=table.pointed,
    )
    if board.spread or board.side.columns or plan.low:
        return cards
    higher = session.words.say("Higher")
    lower = session.words.say("Lower")
    height = plan.text.caption
    above = keyed("above", Captions, higher, view.starters, lower, board, height)
    return ft.Column([above, cards], spacing=0, horizontal_alignment=_CENTER, tight=True)


def _question(table: _Props) -> ft.Control | None:
    """Build the question for the leader, or for the card that opens, if one has to be answered.

    The card that opens is a question if the board has no room for all of these cards.
    """
    view = table.view
    plan = table.plan
    session = table.session
    if view.lead is not None:
        width = min(560.0 * plan.text.scale, max(plan.board.width, 300))
        low = plan.shape is Shape.SIDE
        return lead_question(session, view.lead, view.seats, (width, plan.text.scale), low=low)
    if choosing(view.rows, plan.board):
        side = plan.board.side
        cards = chooser(session, view.rows, plan.chooser, side, pointed=table.pointed)
        if plan.scrolls:
            return cards
        # The bar always shows if there are more cards below.
        listed = ft.Column([cards], scroll=ft.ScrollMode.ALWAYS)
        return ft.Container(listed, theme=felt_scroll_bar(thin=True))
    return None


def _head(table: _Props, *, with_pot: bool = True) -> ft.Control:
    view = table.view
    small = table.plan.scrolls
    pot = (view.pot, view.pot_owed_text) if with_pot and view.pot is not None else None
    grow = table.plan.text.grow
    title = (view.title, view.subtitle, pot, view.phones)
    # The slip of a fine has the place of all news but those for this phone, which may be urgent.
    news = _phone_news(table) if _has_slip(table) and not small else ""
    return keyed("head", TableHead, table.session, *title, small=small, grow=grow, news=news)


def _phone_news(table: _Props) -> str:
    return table.view.phones.news if table.view.phones else ""


def _phones(table: _Props) -> ft.Control:
    """Draw the news for this phone above the slip of a fine in large text."""
    text_heights = table.plan.text
    place = TrayPlace(False, text_heights.scale, text_heights.grow, scrolls=False)
    tile = phones_tile(table.session, _phone_news(table), place)
    return ft.Container(tile, padding=ft.Padding.symmetric(horizontal=_INSET))


def _pot(table: _Props) -> list[ft.Control]:
    """Return the pot beside the prompt, where the game has one."""
    pot = table.view.pot
    grow = _GROWS_LESS if table.plan.scrolls else 1
    return [] if pot is None else [pot_pill(table.session, pot, table.view.pot_owed_text, grow)]


def _prompt(table: _Props) -> ft.Control:
    """Draw the player to move, who never needs a second line, and what to do."""
    session = table.session
    plan = table.plan
    what = "" if plan.scrolls else table.view.prompt
    grow = plan.text.grow * (_GROWS_LESS if plan.scrolls else 1)
    width = (plan.hand.width - _BESIDE_PROMPT[plan.shape] - LEAST * plan.scrolls) / plan.text.scale
    return keyed("prompt", Prompt, session, session.watching.turn, what, width, grow)


def _has_tray(table: _Props) -> bool:
    """Return whether the tray has the number of fines, a warning or news."""
    view = table.view
    news = view.notices or _phone_news(table)
    return bool(table.pile.says or _warnings(view) or news)


def _warnings(view: TableView) -> tuple[Warned, ...]:
    """Return the contradiction of a private hand, and the doubt about the passes."""
    clash = [("own-clash", view.own.clash, view.own.repair)] if view.own and view.own.clash else []
    return (*clash, *([("doubt", view.doubt, "turns")] if view.doubt else []))


def _status(table: _Props, *, in_strip: bool) -> ft.Control:
    """Draw the area below the layout, which always has the same size.

    It shows a message, or else fines, doubt and news, or else the last turns.
    """
    view = table.view
    plan = table.plan
    session = table.session
    around = _AROUND_WIDE_TRAY if plan.shape is Shape.WIDE else _AROUND_TRAY
    height = plan.foot - 2 * around if in_strip else None
    if height and view.has_gaps and not plan.board.spread:
        height -= plan.text.caption
    if table.message.says and plan.shape is Shape.SIDE:
        shown = keyed("refusal", SlimReply, session, table.message)
    elif table.message.says:
        shown = keyed("refusal", Reply, session, table.message, height, plan.text.grow)
    elif _has_tray(table):
        heights = plan.text
        scrolls = not plan.scrolls
        place = TrayPlace(in_strip, heights.scale, heights.grow, scrolls=scrolls)
        phones = _phone_news(table)
        news = view.notices
        if not (news or phones or _warnings(view)):
            news = (view.happened,)
        lines = (table.pile, news, _warnings(view), place)
        shown = ft.Container(keyed("tray", Tray, session, *lines, phones=phones), height=height)
    elif view.happened:
        shown = _happened(table, height)
    else:
        shown = ft.Container()
    if view.has_gaps and not plan.board.spread:
        gap = named("behind-gap", text(view.behind_gap, size=13, tone=Tone.ON_FELT, leading=1.15))
        line = ft.Container(gap, height=plan.text.caption if height else None)
        shown = ft.Column([line, shown], spacing=0, tight=True)
    return ft.Container(
        shown,
        height=plan.foot if in_strip else None,
        padding=ft.Padding.symmetric(horizontal=_INSET if plan.shape is Shape.TALL else 0),
        alignment=None if plan.scrolls else ft.Alignment.CENTER,
        key="told",
    )


def _happened(table: _Props, height: float | None) -> ft.Control:
    return keyed("foot", Happened, table.view.happened, height, 13 * table.plan.text.grow)


def _tools(table: _Props, width: float, columns: int) -> ft.Control:
    # Another number of columns makes new controls: the same ones would keep their reading order.
    name = f"tools-{columns}"
    redo = table.view.can_redo
    hand = hand_path(table.view)
    return keyed(name, Tools, table.session, width, columns, can_redo=redo, hand=hand)


def _undo(table: _Props) -> ft.Control:
    says = table.view.undo_says
    can_undo = table.view.can_undo
    barred = table.view.undo_barred
    bare = table.plan.scrolls
    room = _word_room(table)
    return keyed(
        "undo", UndoButton, table.session, says, barred, can_undo=can_undo, bare=bare, room=room
    )


def _turns(table: _Props) -> ft.Control:
    room = _word_room(table)
    return keyed("turns", TurnsButton, table.session, bare=table.plan.scrolls, room=room)


def _word_room(table: _Props) -> float:
    """Return the width of a word on the buttons for undo and turns, at the usual size of text."""
    wide = _WORD_BESIDE_PASS if table.plan.shape is not Shape.SIDE else SIDE_CONTROLS / 2 - 8
    return wide / table.plan.text.scale


def _pass(table: _Props, height: float) -> ft.Control:
    view = table.view
    if view.looks_on:
        return keyed("looks-on", LooksOn, table.session, height)
    return keyed(
        "pass",
        PassButton,
        table.session,
        view.pass_says,
        view.pass_costs,
        can_pass=view.can_pass,
        barred=view.barred,
        asks=before_pass(table.revision) if view.pass_warning else "",
        in_a_row=not view.lays_out,
        height=height,
    )


def _last_turns(table: _Props, height: float) -> ft.Control:
    """List as many of the newest turns as there is room for."""
    line_height = table.plan.text.turn_line
    shown = int((height - _TURNS_TITLE * table.plan.text.grow) // line_height)
    if not table.view.turns or shown < 1:
        return ft.Container(height=height)
    grow = table.plan.text.grow
    says = table.session.words.say("Turns")
    title = text(says, size=17 * grow, tone=Tone.ON_FELT, face=TEXT.heading, leading=1.2)
    width = min(table.plan.seats_width, _TURNS_WIDEST * grow)
    grown = table.plan.text.grown
    names = tuple(seat.name for seat in table.view.seats)

    def fits(name: str) -> bool:
        return text_width(name, TURN, scale=grown) <= width - _BESIDE_PLAYER * grown

    short = dict(zip(names, short_names(names, fits), strict=True))
    lines = [
        keyed(
            f"turn-{line.turn}",
            TurnRow,
            table.session,
            replace(line, player=short.get(line.player, line.player)),
            line_height,
            grow,
        )
        for line in table.view.turns[:shown]
    ]
    return ft.Container(
        ft.Column([ft.Container(title, padding=ft.Padding.only(top=6 * grow)), *lines], spacing=0),
        height=height,
        width=width,
        key="last-turns",
    )


def _prompt_strip(table: _Props) -> ft.Control:
    return ft.Container(
        _prompt(table),
        height=table.plan.text.prompt,
        padding=ft.Padding.symmetric(horizontal=_INSET),
        alignment=ft.Alignment.CENTER,
    )


_TOOLS_PER_ROW = 4
_TOOLS_WIDEST = 560
_BELOW_BAR = 12
_ABOVE_PASS = 3
_TOOLS_BESIDE = _TOOLS_PER_ROW * 66
_SIDE_PASS = 58
_WORD_BESIDE_PASS = 88
"""The width of a word on the buttons beside Pass in the narrowest window, in dp."""
_BESIDE_SLIP = 60
"""The width of the menu beside the slip of a fine on an upright phone, in dp."""
_CENTER = ft.CrossAxisAlignment.CENTER


def _body(table: _Props, viewport: Viewport) -> ft.Control:
    """Draw the screen in the form of its plan."""
    if table.plan.scrolls:
        return _large(table, viewport)
    if table.plan.shape is Shape.TALL:
        return _tall(table, viewport)
    return _on_its_side(table) if table.plan.shape is Shape.SIDE else _wide(table)


def _tall(table: _Props, viewport: Viewport) -> ft.Control:
    plan = table.plan
    lines: list[ft.Control] = [
        _top(table),
        _seats(table),
        _prompt_strip(table),
        _middle(table),
        *_own(table),
        *([_last_turns(table, plan.list_height)] if plan.list_height else []),
        *_foot(table, min(viewport.width, _TOOLS_WIDEST)),
        _bar(table),
    ]
    return ft.Column(lines, spacing=0, horizontal_alignment=_CENTER)


def _foot(table: _Props, width: float) -> list[ft.Control]:
    """Return the tray and the tools, or the slip of a fine in place of both, beside the menu."""
    height = table.plan.foot + TOOLS
    slip = _slip(table, SlipForm.LINES, height - 2 * _AROUND_TRAY)
    if slip is None:
        return [_status(table, in_strip=True), _tools(table, width, _TOOLS_PER_ROW)]
    slip.expand = True
    slip.padding = ft.Padding.only(left=_INSET, top=_AROUND_TRAY, bottom=_AROUND_TRAY)
    beside = ft.Column(
        [_aside(table), _more(table, _BESIDE_SLIP)],
        spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        horizontal_alignment=_CENTER,
        width=_BESIDE_SLIP,
    )
    return [ft.Container(ft.Row([slip, beside], spacing=0), height=height)]


def _aside(table: _Props) -> ft.Control:
    return put_aside(table.session, table.pile, Tone.ON_FELT)


def _more(table: _Props, width: float) -> ft.Control:
    return keyed("beside-slip", MoreButton, table.session, width)


def _has_slip(table: _Props) -> bool:
    """Return whether the slip of a fine shows; a message has to be read first."""
    return table.pile.fine is not None and not table.message.says


def _slip(table: _Props, form: SlipForm, height: float | None) -> ft.Container | None:
    """Return the slip of the fine on top, if it shows."""
    fine = table.pile.fine
    if fine is None or not _has_slip(table):
        return None
    heights = table.plan.text
    place = SlipPlace(form, height, heights.scale, heights.grow, slides=table.session.moves)
    slip = keyed(f"slip-{fine.turn}", FineSlip, table.session, table.pile, fine, place)
    inset = _INSET if table.plan.shape is Shape.TALL else 0
    around = _AROUND_TRAY * (2 if form is SlipForm.WIDE else 1)
    padding = ft.Padding.symmetric(horizontal=inset, vertical=around)
    return ft.Container(slip, padding=padding, key="slip")


def _large(table: _Props, viewport: Viewport) -> ft.Control:
    """Draw the screen for large text: everything but the big buttons scrolls.

    The controls for a turn come first, before the name of the series, which may be long; but where
    this phone enters no turn, news for it comes before the layout. So does the slip of a fine,
    which asks for an answer: the screen then shows from its top.
    """
    layout = [_middle(table), *_own(table)]
    slip = _slip(table, SlipForm.LARGE, None)
    status = [slip or _status(table, in_strip=False)]
    if slip and _phone_news(table):
        status = [_phones(table), slip]
    news_first = table.view.barred and table.view.phones and table.view.phones.news
    let_go = table.view.let_go and not table.message.says  # in the place of the slip
    fine = table.pile.fine
    due_and_pot = ft.Row(
        [_prompt(table), *_pot(table)],
        wrap=True,
        spacing=12,
        run_spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
        expand=True,
    )
    body = ft.Column(
        [
            ft.Container(
                ft.Row([back(table.session), due_and_pot], spacing=4),
                padding=ft.Padding.only(left=2, right=12, top=4),
            ),
            *([*status, *layout] if news_first or fine or let_go else [*layout, *status]),
            _top(table),
            _seats(table),
            _tools(table, min(viewport.width, _TOOLS_WIDEST), _TOOLS_PER_ROW),
        ],
        spacing=8,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=_CENTER,
        expand=True,
        # A fine begins at the top of the screen, which then stays where it was scrolled to.
        key=f"asks-{fine.turn}" if fine else None,
    )
    return ft.Column([body, _bar(table)], spacing=0)


def _seats(table: _Props) -> ft.Control:
    seats = table.view.seats
    plan = table.plan
    return seat_tiles(table.session, seats, tile_positions(len(seats), plan), plan.text)


def _top(table: _Props) -> ft.Control:
    head = _head(table, with_pot=not table.plan.scrolls)
    height = None if table.plan.scrolls else table.plan.text.head
    padding = ft.Padding.only(left=14 if table.plan.scrolls else 2, right=12)
    return ft.Container(repaint_boundary(head), height=height, padding=padding, key="top")


def _bar(table: _Props) -> ft.Control:
    """Draw undo, pass and turns; with large text undo and turns are icons."""
    height = table.plan.text.bar
    pass_height = height - _BELOW_BAR - 2 * _ABOVE_PASS
    buttons = [_undo(table), _pass(table, pass_height), _turns(table)]
    row = repaint_boundary(ft.Row(buttons, spacing=10))
    padding = ft.Padding.only(left=12, right=12, bottom=_BELOW_BAR)
    return ft.Container(row, height=height, padding=padding, key="bar")


def _on_its_side(table: _Props) -> ft.Control:
    plan = table.plan
    head = ft.Container(_head(table, with_pot=False), height=plan.text.head)
    left = ft.Column([head, _seats(table)], spacing=6, width=plan.seats_width)
    due = ft.Row([ft.Container(_prompt(table), expand=True), *_pot(table)])
    middle = ft.Column(
        [ft.Container(due, height=plan.text.prompt), _middle(table), *_own(table)],
        spacing=2,
        horizontal_alignment=_CENTER,
    )
    slip = _slip(table, SlipForm.NARROW, None)
    status = slip or _status(table, in_strip=False)
    status.expand = True
    tools = _tools(table, SIDE_CONTROLS, _TOOLS_PER_ROW // 2)
    if slip:
        above = [_more(table, SIDE_CONTROLS / 2), _aside(table)]
        tools = ft.Row(above, spacing=0, alignment=ft.MainAxisAlignment.SPACE_AROUND)
    right = ft.Column(
        [
            tools,
            status,
            ft.Row([_undo(table), _turns(table)], spacing=8),
            ft.Row([_pass(table, _SIDE_PASS)]),
        ],
        spacing=4,
        width=SIDE_CONTROLS,
    )
    return ft.Container(
        ft.Row(
            [reading_group(left), reading_group(middle, expand=True), reading_group(right)],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        expand=True,
    )


def _wide(table: _Props) -> ft.Control:
    plan = table.plan
    controls: list[ft.Control] = [
        _undo(table),
        _pass(table, plan.text.bar - 16),
        _turns(table),
        _tools(table, _TOOLS_BESIDE, _TOOLS_PER_ROW),
    ]
    slip = _slip(table, SlipForm.WIDE, plan.foot - 4 * _AROUND_TRAY)
    bar = ft.Container(
        ft.Row(controls, spacing=12), height=plan.text.bar, padding=ft.Padding.only(bottom=16)
    )
    main = ft.Column(
        [
            ft.Container(repaint_boundary(_head(table)), height=plan.text.wide_head),
            _prompt_strip(table),
            _middle(table),
            *_own(table),
            slip or _status(table, in_strip=True),
            bar,
        ],
        spacing=0,
        expand=True,
    )
    inner = ft.Container(main, padding=ft.Padding.symmetric(horizontal=WIDE_EDGE))
    columns = [reading_group(_side_panel(table)), reading_group(inner, expand=True)]
    across = ft.CrossAxisAlignment.STRETCH
    return ft.Row(columns, spacing=0, expand=True, vertical_alignment=across)


def _side_panel(table: _Props) -> ft.Control:
    plan = table.plan
    last = tile_positions(len(table.view.seats), plan)[-1]
    viewport = plan.seats_height + plan.list_height - last.top - last.height - 14
    lines = [_seats(table), _last_turns(table, viewport)]
    return ft.Container(
        ft.Column(lines, spacing=14),
        width=plan.seats_width + 2 * PANEL_EDGE,
        padding=ft.Padding.symmetric(horizontal=PANEL_EDGE, vertical=16),
        bgcolor=Tone.PILL,
    )
