"""The tray below the layout: the answer to a tap, a fine, news and doubts, or else the last turns.

It keeps its height, and what has no room in it scrolls, so that no news moves a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.core.rounds.events.decisions import FineTicked, FineWaived
from companion.desk.commands import record
from companion.screens.table import NewsView, TableView
from companion.screens.tray import OwedFine
from companion.ui.component import component
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import BRASS, ButtonLook
from companion.ui.parts.basics.panels import ON_FELT, WARNING, in_rows, min_height, stretched
from companion.ui.parts.basics.text import keep_last_words_together, named, plate, text
from companion.ui.parts.basics.touch import LEAST, Tap, strut, touchable
from companion.ui.session import Session
from companion.ui.shown import Message, Pointer

_SAYS = 13
_LONG = 11.5
_MORE = 11
_WORD = 12.5
_TIGHT = 1.1
"""Sizes of news, of long sentences, of the turn of a fine, and of the words on buttons, and the
line height.
"""
_MUCH = 64
"""The most letters of a sentence of the usual size."""
_GAP = 6
_SCROLL_BAR = 10
"""The gap between two items of the tray, and the width of its scroll bar, in dp."""
_SIDES = 7
"""The space beside the words of a button, in dp."""
_PLAIN = ButtonLook(Tone.PANEL, Tone.INK)
_ON_FELT = ButtonLook(Tone.TILE_LIT, Tone.ON_FELT)
_RED = ButtonLook(Tone.WARNING, Tone.ON_WARNING)


@dataclass(frozen=True)
class FinePile:
    """The fine that shows, if one does, and the `turn` of the next one, 0 for none.

    The `newest` fine stays away once a fine is put aside. Only a fine that is `due` can be paid;
    `says` counts those that are.
    """

    fine: OwedFine | None
    newest: tuple[int, int, int] | None
    turn: int
    due: bool
    says: str


def pile_of(view: TableView, pointer: Pointer, revision: int) -> FinePile:
    """Return the fines as this device shows them: the newest, or one that was asked for.

    Other news come first, unless the fine was asked for since, at this `revision`.
    """
    newest = view.fines.newest
    moment = newest.moment if newest else None
    asked = pointer.fine if pointer.fine_open else 0
    shown = next((fine for fine in view.fines.owed if fine.turn == asked), None)
    if shown is None and moment != pointer.aside:
        shown = newest
    if pointer.fine_asked_at != revision and not _comes_first(view):
        shown = None
    last = shown.turn if shown else pointer.fine
    others = [fine for fine in view.fines.owed if fine != shown]
    below = [fine for fine in others if fine.turn < last]
    following = max(below or others, key=lambda fine: (fine.since, fine.turn), default=None)
    turn = following.turn if following else 0
    return FinePile(shown, moment, turn, shown in view.fines.owed, view.fines.says)


def _comes_first(view: TableView) -> bool:
    """Return whether a fine comes before the notices of the last change, being as new as they.

    It never does before a contradiction to the private hand, which may prove it wrong, before what
    was taken back, which can be repeated, nor before news for this phone.
    """
    if view.undo.can_redo or (view.own and view.own.clash) or (view.phones and view.phones.news):
        return False
    turns = view.turns[0].turn if view.turns else 0
    newest = view.fines.newest
    return not view.news.notices or (newest is not None and newest.since >= turns)


Warned = tuple[str, str, str]
"""Identifier and words of a warning, and the path to the screen behind it."""


@dataclass(frozen=True)
class TrayForm:
    """The form of the tray: text `grow` times its usual size.

    So many buttons stand `abreast` below the words, or else all of them beside.

    A tray that `scrolls`, or stands on a screen that does, is as high as it needs.
    """

    grow: float
    abreast: int
    scrolls: bool


@component
def Tray(  # noqa: PLR0913 - all that may be in the tray
    session: Session,
    pile: FinePile,
    phones: str,
    news: NewsView,
    warnings: Sequence[Warned],
    form: TrayForm,
    *,
    can_redo: bool,
) -> ft.Control:
    """Draw a fine, or else the news; those of this phone come first, or below the fine.

    After an undo the way back is beside them, and so is the number of fines that wait.
    """
    grow = form.grow
    items = [_phones(session, phones, grow)] if phones else []
    if pile.fine:
        items.insert(0, _fine(session, pile.fine, grow))
        buttons = _answers(session, pile, pile.fine, grow)
    else:
        buttons = list[ft.Control]()
        items += [
            _news(words, grow, f"told-{number}") for number, words in enumerate(news.notices, 1)
        ]
        items += [_warning(session, warned, grow) for warned in warnings]
        items = items or [_happened(news.happened, grow)]
        if can_redo:
            again = session.words.say("Redo")
            redo = session.tap(session.redo)
            buttons.append(_button(again, redo, "redo", grow, icon=ft.Icons.REDO, look=_ON_FELT))
        if pile.says:
            show = _show_fine(session, pile)
            buttons.append(_button(pile.says, show, "fines-due", grow, look=_RED))
    ground = Tone.WARNING if pile.fine else None
    return plate(
        named("news", _arranged(items, buttons, form)),
        bgcolor=ground,
        border=ft.Border.all(2, Tone.DANGER) if ground else None,
        border_radius=16,
        padding=ft.Padding(6, 0, 6, 4 if form.abreast else 0) if ground else 0,
    )


def _arranged(items: list[ft.Control], buttons: list[ft.Control], form: TrayForm) -> ft.Control:
    """Return the items with the buttons at their end."""
    if form.scrolls:
        row = ft.Row(buttons, spacing=_GAP, run_spacing=_GAP, wrap=True)
        return stretched([*items, *([row] if buttons else [])], spacing=_GAP)
    # The bar of several items always shows, as a sign that there are more of them.
    several = len(items) > 1
    beside = ft.Padding.only(right=_SCROLL_BAR if several else 0)
    rows: list[ft.Control] = [ft.Container(item, padding=beside, key=item.key) for item in items]
    listed = ft.Column(
        rows,
        spacing=_GAP,
        scroll=ft.ScrollMode.ALWAYS if several else ft.ScrollMode.AUTO,
        alignment=ft.MainAxisAlignment.START if several else ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    shown = ft.Container(listed, theme=felt_scroll_bar(), key="tray-list", expand=True)
    if not form.abreast:
        return ft.Row([shown, *buttons], spacing=_GAP)
    for button in buttons:
        button.expand = True
    below = [ft.Row(row, spacing=_GAP) for row in in_rows(buttons, form.abreast)]
    column = ft.Column([shown, *below], spacing=_GAP)
    column.horizontal_alignment = ft.CrossAxisAlignment.STRETCH
    return column


def felt_scroll_bar(*, thin: bool = False) -> ft.Theme:
    """Return the theme of scroll bars on the felt; a `thin` one covers no card."""
    on_felt = ft.ScrollbarTheme(
        thumb_color=Tone.BRASS, track_color=Tone.TILE_LIT, track_visibility=not thin, radius=4
    )
    if thin:
        on_felt.thickness = 4
        on_felt.cross_axis_margin = 0
    return ft.Theme(scrollbar_theme=on_felt)


def _show_fine(session: Session, pile: FinePile) -> Tap:
    """Return a handler that shows the next fine of the pile."""

    def show() -> None:
        pointer = session.pointer
        snapshot = session.watched.snapshot
        pointer.fine_asked_at = snapshot.revision if snapshot else None
        pointer.fine = pile.turn
        pointer.fine_open = True
        pointer.aside = pile.newest

    return show


def _put_aside(session: Session, pile: FinePile, fine: OwedFine) -> Tap:
    """Return a handler that shows no fine until there is another one, or one is asked for."""

    def put() -> None:
        pointer = session.pointer
        pointer.fine_asked_at = None
        pointer.fine = fine.turn
        pointer.fine_open = False
        pointer.aside = pile.newest

    return put


def _fine(session: Session, fine: OwedFine, grow: float) -> ft.Control:
    """Draw who kept which card back, when, and what is still to come; a tap opens the verdict."""
    ink = Tone.ON_WARNING
    size = _LONG if len(fine.says + fine.why) > _MUCH else _SAYS
    told = keep_last_words_together(fine.says)
    says = text(told, size=size * grow, tone=ink, face=TEXT.semibold, leading=_TIGHT)
    why = text(fine.why, size=_MORE * grow, tone=ink, leading=_TIGHT)
    lines: list[ft.Control] = [says, why]
    return touchable(
        min_height(ft.Column(lines, spacing=2, tight=True), align=ft.Alignment.CENTER_LEFT),
        session.tap(session.navigation.open, f"verdict/{fine.turn}"),
        identifier=f"owed-{fine.turn}",
        label=fine.why_label,
        radius=2,  # more would cut the first letter of the first and last lines
        align=None,
        ink=ink,
        live=True,
        key=f"owed-{fine.turn}",
    )


def _answers(session: Session, pile: FinePile, fine: OwedFine, grow: float) -> list[ft.Control]:
    """Build the answers of the table, of which the last one is the usual one."""
    say = session.words.say
    waive = _answer(session, fine, FineWaived(fine.turn), "waive-fine")
    later = _put_aside(session, pile, fine)
    let_go = _button(say("Let it go"), waive, f"waive-{fine.turn}", grow, label=fine.waive_label)
    if not pile.due:  # the app has charged it
        return [let_go, _button(say("OK"), later, "fine-aside", grow, look=BRASS)]
    tick = _answer(session, fine, fine.tick, "pay-fine")
    return [
        _button(say("Not now"), later, "fine-aside", grow),
        let_go,
        _button(say("Paid"), tick, f"paid-{fine.turn}", grow, label=fine.paid_label, look=BRASS),
    ]


def _answer(session: Session, fine: OwedFine, event: FineTicked | FineWaived, place: str) -> Tap:
    """Return a handler that records the answer; all fines are answered at the same place."""
    return session.tap(session.lay, record(event, fine.number), place)


def _button(  # noqa: PLR0913 - what a button says and does
    says: str,
    on_tap: Tap,
    identifier: str,
    grow: float,
    *,
    label: str = "",
    icon: ft.IconData | None = None,
    look: ButtonLook = _PLAIN,
) -> ft.Control:
    words = text(
        says,
        size=_WORD * grow,
        tone=look.words,
        face=TEXT.semibold,
        leading=_TIGHT,
        align=ft.TextAlign.CENTER,
    )
    sign = [ft.Icon(icon, size=16 * grow, color=look.words)] if icon else []
    shown = ft.Row([*sign, words], spacing=4, tight=True)
    return touchable(
        min_height(shown, width=LEAST - 2 * _SIDES),
        on_tap,
        identifier=identifier,
        label=label,
        bgcolor=look.ground,
        padding=ft.Padding.symmetric(horizontal=_SIDES),
        align=None,
        ink=look.words,
    )


def _phones(session: Session, news: str, grow: float) -> ft.Control:
    """Draw the news for this phone on ivory; a tap opens the company."""
    company = session.tap(session.navigation.open, "company")
    words = text(news, size=_SAYS * grow, tone=Tone.SPADES, face=TEXT.semibold, leading=_TIGHT)
    return _leading_on(words, Tone.SPADES, company, "phone-news", news, ground=Tone.IVORY)


def _warning(session: Session, warned: Warned, grow: float) -> ft.Control:
    """Draw a warning; a tap opens the screen at its path."""
    name, says, path = warned
    words = text(says, size=_SAYS * grow, tone=Tone.ON_FELT, face=TEXT.medium, leading=1.2)
    return _leading_on(words, Tone.BRASS, session.tap(session.navigation.open, path), name, says)


def _leading_on(
    words: ft.Text,
    ink: ft.Colors,
    on_tap: Tap,
    identifier: str,
    label: str,
    *,
    ground: ft.Colors = Tone.TILE,
) -> ft.Control:
    """Build a line of the tray that leads somewhere."""
    words.expand = True
    return touchable(
        ft.Row([strut(), words, ft.Icon(ft.Icons.CHEVRON_RIGHT, size=18, color=ink)], spacing=4),
        on_tap,
        identifier=identifier,
        label=label,
        radius=14,
        bgcolor=ground,
        padding=ft.Padding.symmetric(horizontal=8),
        align=None,
        ink=ink,
        live=True,
        key=identifier,
    )


def _news(words: str, grow: float, identifier: str) -> ft.Control:
    """Draw a line of news, which leads nowhere and so is low: two of them show whole."""
    line = text(words, size=_SAYS * grow, tone=Tone.ON_FELT, face=TEXT.semibold, leading=1.2)
    return plate(
        named(identifier, line, live=True),
        bgcolor=Tone.TILE_LIT,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=12, vertical=6),
        key=identifier,
    )


def _happened(happened: str, grow: float) -> ft.Control:
    """Draw the last turns, or what to do before the first one."""
    turns = text(
        happened,
        size=_SAYS * grow,
        tone=Tone.FELT_MUTED,
        align=ft.TextAlign.CENTER,
        leading=1.25,
    )
    return named("happened", turns, live=True)


@component
def Reply(session: Session, message: Message, form: TrayForm) -> ft.Control:
    """Draw the answer to a tap, with a way to the repair of what it tells of."""
    look = ON_FELT if message.explains else WARNING
    says = text(
        message.says, size=_SAYS * form.grow, tone=look.words, face=TEXT.medium, leading=1.25
    )
    close = session.words.say("Close")
    button_look = ButtonLook(None, look.words)
    buttons = [
        _button(
            close, session.tap(session.notices.close), "notice-close", form.grow, look=button_look
        )
    ]
    if message.repair:
        repair = session.tap(session.navigation.open, message.repair)
        fix = session.words.say("Repair it")
        buttons.insert(0, _button(fix, repair, "notice-repair", form.grow, look=_ON_FELT))
    return ft.Semantics(
        content=plate(
            _arranged([says], buttons, form),
            bgcolor=look.ground,
            border_radius=16,
            padding=ft.Padding.only(left=14, right=6, top=2, bottom=2),
        ),
        identifier="notice",
        container=True,
        live_region=True,
    )
