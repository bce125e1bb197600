"""The renderer, which lays out any document in any window.

Each block of a column is a component of its own. A block is drawn again only when its value or its
space has changed, and a fault in a block costs that block alone.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

import flet as ft

from companion.core.cards import Rank
from companion.screens import blocks as b
from companion.screens.cards import CardsLeft, HandGrid
from companion.screens.company import QrCode
from companion.screens.kit import Filled, Form, ScreenFacts, show_stale
from companion.screens.result import NumberTable
from companion.screens.rules import GrowingPictures
from companion.screens.seating import SeatsView
from companion.screens.series import Chart, RoundTable
from companion.screens.standings import StandingTable
from companion.ui.acting import Sheet, Step, Taps, change, handler, tap, use_form
from companion.ui.component import component, keyed, use_begun, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts import headlines, targets
from companion.ui.parts.basics import frames, panels
from companion.ui.parts.basics.field import scroll_key, scroll_to
from companion.ui.parts.basics.text import keep_sums_together, named, text
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.cards.card_picker import HandCards, LeftCards
from companion.ui.parts.menu import use_menu
from companion.ui.parts.rows import rows
from companion.ui.parts.seat_panels import PlayersPanel
from companion.ui.parts.series_figures import chart, round_table
from companion.ui.routes import Space, Viewport
from companion.ui.session import Session
from companion.ui.shown import NO_MESSAGE, Message, Pointer

_PANEL = 38
"""The padding and border of a panel, across, in dp."""
_CARDS_MARGIN = 12
_CARDS_WIDEST = len(Rank) * 64 + 2 * _CARDS_MARGIN
"""The margin at either side of a screen of cards, and its greatest width, in dp."""
_MOST_IN_LARGE = 2
"""The most buttons in the bottom bar where text is large."""
_STYLES = {
    b.Style.BODY: (16, Tone.INK, TEXT.regular),
    b.Style.STRONG: (15, Tone.INK, TEXT.medium),
    b.Style.LOUD: (18, Tone.INK, TEXT.semibold),
    b.Style.MUTED: (14, Tone.MUTED, TEXT.regular),
    b.Style.SMALL: (13, Tone.MUTED, TEXT.regular),
}


@component
def DocumentPage(
    session: Session, viewport: Viewport, message: Message, pointer: Pointer, screen: b.Document
) -> ft.Control:
    """Draw a screen without a form."""
    return render(Taps(session), screen, viewport, message, pointer.menu)


@component
def FormPage(
    session: Session,
    viewport: Viewport,
    message: Message,
    pointer: Pointer,
    form: Form,
    facts: ScreenFacts,
) -> ft.Control:
    """Draw a screen with a state, which ends with the screen."""
    sheet = use_begun(lambda: Sheet(Filled.begun(form, facts.snapshot), form, facts.snapshot))
    _, redraw = use_state(0)
    sheet.redraw = cast("Callable[[Step], None]", redraw)
    sheet.follow(form, facts.snapshot)
    stale = sheet.filled.is_stale(form)
    taps = Taps(session, sheet.change, sheet.go_on, stale)
    screen = sheet.filled.state.view(replace(facts, snapshot=sheet.filled.at))
    if stale:
        screen = show_stale(screen, facts.words)
    return render(taps, screen, viewport, message, pointer.menu)


def render(
    taps: Taps,
    screen: b.Document,
    viewport: Viewport,
    message: Message = NO_MESSAGE,
    asked: str = "",
) -> ft.Control:
    """Return the whole screen, with the words about a tap in its bottom bar.

    The menu that is `asked` for by its name is open over the screen.
    """
    body = viewport.beside_bar() if screen.footer else viewport
    wide = frames.has_two_columns(body, screen.columns, screen.ground)
    widest = frames.WIDEST_SHEET if screen.ground is b.Ground.SHEET else frames.WIDEST
    widest, margin = (_CARDS_WIDEST, _CARDS_MARGIN) if screen.cards else (widest, frames.MARGIN)
    across = panels.column_width(body) if wide else min(body.width, widest)
    inside = Space(int(across - 2 * margin), viewport.text_scale, wide)
    counted = Counter[str]()
    columns = [
        [keyed(_key(block, counted), BlockView, taps, block, inside) for block in column]
        for column in screen.columns
    ]
    foot, below = _foot(screen.footer, large=viewport.large_text)
    if below:
        columns.append([keyed("below", BlockView, taps, b.Actions(below), inside)])
    bottom = targets.footer(taps, foot, viewport)
    if wide:
        columns = [[block for column in columns[side::2] for block in column] for side in (0, 1)]
    elif screen.pinned and not viewport.large_text:
        bottom = [ft.Container(panels.stretched(columns.pop()), expand=True)]
    use_menu(taps, next((menu for menu in screen.menus if menu.name == asked), None), viewport)
    _use_question(taps, screen.question, large=viewport.large_text)
    _use_acts(taps, screen.follows, screen.last)
    tone = Tone.INK if screen.ground is b.Ground.PAPER else Tone.ON_FELT
    beside = targets.beside(taps, screen.beside, tone) if screen.beside else None
    page = frames.frame(
        taps.session,
        screen.title,
        columns,
        viewport,
        message,
        ground=screen.ground,
        subtitle=screen.subtitle,
        back=screen.back,
        beside=beside,
        actions=bottom,
        widest=None if wide else widest,
        margin=margin,
        body_key=screen.key,
        parts=len(screen.columns),
        in_side_bar=bool(viewport.side_bar and screen.footer),
        largest_title=frames.TITLE_OF_COVER if screen.cover else frames.TITLE,
    )
    page.data = screen
    return page


def _use_acts(taps: Taps, follows: b.Act | None, last: b.Act | None) -> None:
    """Do an act once the screen is drawn, and the last act when the screen is left."""

    def leave() -> None:
        if last:
            taps.session.begin(handler(taps, last, ""))

    ft.use_effect(handler(taps, follows, "") if follows else lambda: None, [follows])
    ft.on_unmounted(leave)


def _foot(
    footer: tuple[b.Action, ...], *, large: bool
) -> tuple[tuple[b.Action, ...], tuple[b.Action, ...]]:
    """Return the actions of the bottom bar, and those that stand below the body instead.

    Where text is large, three buttons or more below one another would cover most of a phone.
    """
    worded = [action for action in footer if action.says]
    if not large or len(worded) <= _MOST_IN_LARGE or targets.is_bar(footer):
        return footer, ()
    below = tuple(worded[1:])
    return tuple(action for action in footer if action not in below), below


def _use_question(taps: Taps, asked: b.Question | None, *, large: bool) -> None:
    """Show the question in a dialog, if there is one."""
    if asked is None:
        frames.use_dialog(taps.session, None, lambda: None)
        return

    on_yes = handler(taps, asked.on_yes, f"{asked.id}-yes")

    async def agree() -> None:
        change(taps, asked.on_no)
        await on_yes()

    dialog = frames.question(
        asked.id,
        asked.title,
        asked.says,
        asked.yes,
        asked.no,
        on_yes=agree,
        on_no=handler(taps, asked.on_no, f"{asked.id}-no"),
        large=large,
    )
    frames.use_dialog(taps.session, dialog, lambda: change(taps, asked.on_no))


def _key(block: b.Block, counted: Counter[str]) -> str:
    """Return the key of a block among its siblings: its own, or its kind with a number."""
    own = block.key if isinstance(block, b.Panel) else ""
    own = block.id if isinstance(block, b.Notice | b.Text) else own
    kind = own or type(block).__name__
    counted[kind] += 1
    return f"{kind}-{counted[kind]}"


@component
def BlockView(taps: Taps, block: b.Block, space: Space) -> ft.Control:
    """Draw a block with its content."""
    return _draw(taps, block, space)


def _draw(taps: Taps, block: b.Block, space: Space) -> ft.Control:
    if isinstance(block, b.Panel | b.Custom | b.Text | b.Notice):
        return _IN_SPACE[type(block)](taps, block, space)
    return _KINDS[type(block)](taps, block, large=space.large)


def _text(_taps: Taps, block: b.Text, space: Space) -> ft.Control:
    if block.style is b.Style.MARKED:
        return keyed(block.id, MarkedText, block.says, block.id)
    if block.style is b.Style.LOUD and space.large:  # a name and its sum tear in one line
        block = replace(block, style=b.Style.STRONG)
    size, tone, face = _STYLES[block.style]
    words = block.says
    if block.style is b.Style.LOUD:
        words = keep_sums_together(words).replace("→ ", "→\N{NO-BREAK SPACE}")
    says = text(words, size=size, tone=tone, face=face)
    return named(block.id, says, live=block.live) if block.id else says


@component
def MarkedText(says: str, identifier: str) -> ft.Control:
    """Draw a text on quiet ground, and scroll to it once it is there."""
    mark: ft.Ref[ft.Container] = use_begun(ft.Ref[ft.Container])
    ft.use_effect(partial(scroll_to, mark, identifier), [])
    says_it = named(identifier, text(says, size=16))
    marked = ft.Container(says_it, bgcolor=Tone.QUIET, border_radius=12, padding=12)
    above = ft.Padding.only(top=8)  # so that the edge shows below the title
    return ft.Container(marked, ref=mark, key=scroll_key(identifier), padding=above)


def _notice(taps: Taps, block: b.Notice, space: Space) -> ft.Control:
    look = panels.WARNING if block.status is b.Status.BAD else panels.REMARK
    if block.tap is not None:
        shown = _link(taps, block.says, look, block.tap, large=space.large)
        return named(block.id, shown, live=True) if block.id else shown
    close = block.close
    on_close = tap(taps, close.intent, close.id) if close else None
    close_says = close.label if close else ""
    return panels.notice(
        block.says, identifier=block.id, look=look, on_close=on_close, close_says=close_says
    )


def _link(
    taps: Taps, says: str, look: panels.NoticeLook, action: b.Action, *, large: bool
) -> ft.Control:
    """Draw a notice that leads on, without its sign where text is large."""
    words = text(says, size=14, tone=look.words, face=TEXT.medium, leading=1.25, expand=True)
    sign = [] if large else [ft.Icon(look.icon, size=20, color=look.words)]
    chevron = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=look.words)
    return touchable(
        panels.min_height(ft.Row([*sign, words, chevron], spacing=10)),
        tap(taps, action.intent, action.id),
        identifier=action.id,
        label=action.label,
        radius=14,
        bgcolor=look.ground,
        padding=ft.Padding.symmetric(horizontal=14, vertical=8),
        height=None,
        ink=look.words,
    )


@component
def AnsweringPanel(taps: Taps, block: b.Panel, space: Space) -> ft.Control:
    """Draw a panel with the answer of its last act."""
    answer, answered = use_form(taps.session, "")
    blocks = (*block.blocks, *b.notices(answer, block.answers))
    return _panel(answered, replace(block, blocks=blocks, answers=""), space)


def _panel(taps: Taps, block: b.Panel, space: Space) -> ft.Control:
    if block.answers:
        return keyed("answering", AnsweringPanel, taps, block, space)
    inside = replace(space, width=space.width - _PANEL)
    content = [_draw(taps, inner, inside) for inner in block.blocks]
    if block.id:  # without the title, which a live panel would announce again and again
        content = [named(block.id, panels.stretched(content, spacing=12), live=block.live)]
    return panels.panel(content, title=block.title, beside=block.beside)


def _cards(_taps: Taps, block: b.Cards, *, large: bool) -> ft.Control:  # noqa: ARG001 - as all kinds
    return headlines.cards(block)


def _figures(_taps: Taps, block: b.Figures, *, large: bool) -> ft.Control:
    return headlines.figures(block, large=large)


def _custom(taps: Taps, block: b.Custom, space: Space) -> ft.Control:
    return CUSTOM[type(block.value)](taps, block.value, space)


CUSTOM: Mapping[type, Callable[[Taps, Any, Space], ft.Control]] = {
    CardsLeft: lambda taps, view, space: keyed("cards", LeftCards, taps, view, space.width),
    Chart: lambda _taps, shown, space: chart(shown, space),
    GrowingPictures: lambda _taps, shown, _space: headlines.growing(shown.pictures),
    HandGrid: lambda taps, grid, space: keyed("cards", HandCards, taps, grid.suits, space.width),
    NumberTable: lambda taps, table, space: keyed(
        "numbers", targets.NumberLines, taps, table, space
    ),
    QrCode: lambda _taps, code, space: keyed("qr", headlines.QrCode, code.address, space.width),
    RoundTable: round_table,
    SeatsView: lambda taps, view, space: keyed(
        "seats", PlayersPanel, taps, view, large=space.large
    ),
    StandingTable: lambda _taps, table, space: headlines.standing(table, large=space.large),
}
"""Functions that draw the values of custom blocks, by type."""

_KINDS: Mapping[type, Callable[..., ft.Control]] = {
    b.Actions: targets.actions,
    b.Cards: _cards,
    b.Choice: targets.choice,
    b.Counter: targets.counter,
    b.Field: targets.text_field,
    b.Figures: _figures,
    b.Hero: headlines.hero,
    b.List: rows,
    b.PeopleChoice: targets.people_choice,
}
_IN_SPACE: Mapping[type, Callable[[Taps, Any, Space], ft.Control]] = {
    b.Custom: _custom,
    b.Notice: _notice,
    b.Panel: _panel,
    b.Text: _text,
}
