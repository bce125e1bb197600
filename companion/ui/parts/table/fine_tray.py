"""The tray below the layout: news, a doubt and the number of fines, or else the last turn.

News are one list, which scrolls if there is not enough room, so that the layout keeps its size.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace

import flet as ft

from companion.ui.component import component
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.panels import ON_FELT, WARNING, min_height, notice, stretched
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap, strut, touchable
from companion.ui.parts.table.fine_slip import FinePile, due_button
from companion.ui.session import Session
from companion.ui.shown import Message


@dataclass(frozen=True, slots=True)
class TrayPlace:
    """The shape of the tray: a strip below the layout, or else a column.

    A tray that does not scroll is as high as it needs. Its text is `grow` times its usual size,
    times the text `scale` of the device.
    """

    in_strip: bool
    scale: float
    grow: float
    _: KW_ONLY
    scrolls: bool


_TITLE = 12.5
_NEWS = 13.5
_SAYS = 11
_TIGHT = 1.06


def _item(  # noqa: PLR0913 - a line of the tray
    cells: list[ft.Control],
    on_tap: Tap,
    identifier: str,
    label: str,
    *,
    ground: ft.Colors = Tone.TILE,
    live: bool | None = None,
    above: float = 0,
) -> ft.Control:
    """Build a line of the tray that leads somewhere, with free space `above` and below."""
    return touchable(
        ft.Row([strut(), *cells], spacing=4),
        on_tap,
        identifier=identifier,
        label=label,
        radius=14,
        bgcolor=ground,
        padding=ft.Padding.symmetric(horizontal=8, vertical=above),
        align=None,
        ink=Tone.SPADES if ground is Tone.IVORY else Tone.FELT_MUTED,
        live=live,
        key=identifier,
    )


def phones_tile(session: Session, news: str, place: TrayPlace) -> ft.Control:
    """Draw the news for this phone; a tap opens the company."""
    company = session.tap(session.open, "company")
    return _tile((news,), company, "phone-news", news, place)


def _tile(
    lines: Sequence[str], on_tap: Tap, identifier: str, label: str, place: TrayPlace
) -> ft.Control:
    """Draw a title, and further lines below, on ivory."""
    ink = Tone.SPADES
    grow = place.grow
    title = text(lines[0], size=_TITLE * grow, tone=ink, face=TEXT.semibold, leading=_TIGHT)
    below = [text(line, size=_SAYS * grow, tone=ink, leading=_TIGHT) for line in lines[1:]]
    words = ft.Column([title, *below], spacing=0, tight=True, expand=True)
    chevron = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=16, color=ink)
    above = 0 if place.in_strip else 6
    return _item(
        [words, chevron], on_tap, identifier, label, ground=Tone.IVORY, live=True, above=above
    )


Warned = tuple[str, str, str]
"""Identifier and words of a warning, and the path to the screen behind it."""

_GAP = 6
_SCROLL_BAR = 10
"""The gap between two items of the list, and the width of its scroll bar, in dp."""
_DUE = 84
"""The width of the number of fines due, in dp."""


@component
def Tray(
    session: Session,
    pile: FinePile,
    news: Sequence[str],
    warnings: Sequence[Warned],
    place: TrayPlace,
    *,
    phones: str,
) -> ft.Control:
    """Draw the news, first those of this phone, the warnings, and at their side the fines due."""
    items = [phones_tile(session, phones, place)] if phones else []
    items += [_news(words, place.grow, f"told-{number}") for number, words in enumerate(news, 1)]
    items += [_warning(session, warned, place) for warned in warnings]
    shown = _item_list(items, place)
    if pile.says:
        due = due_button(session, pile, place.grow)
        if place.in_strip:
            width = round(_DUE * place.scale * place.grow)
            shown.expand = True
            shown = ft.Row([shown, ft.Container(due, width=width)], spacing=_GAP)
        else:
            shown.expand = place.scrolls
            shown = stretched([shown, due], spacing=_GAP)
    return named("news", shown)


def _item_list(items: list[ft.Control], place: TrayPlace) -> ft.Control:
    """Arrange the items in a column that scrolls.

    The bar of several items always shows, as a sign that there are more of them.
    """
    if not place.scrolls:
        return ft.Column(items, spacing=_GAP, tight=True)
    several = len(items) > 1
    bar = ft.ScrollMode.ALWAYS if several else ft.ScrollMode.AUTO
    beside = ft.Padding.only(right=_SCROLL_BAR if several else 0)
    rows: list[ft.Control] = [ft.Container(item, padding=beside, key=item.key) for item in items]
    middle = ft.MainAxisAlignment.START if several else ft.MainAxisAlignment.CENTER
    listed = ft.Column(rows, spacing=_GAP, scroll=bar, alignment=middle)
    return ft.Container(listed, theme=felt_scroll_bar(), key="tray-list")


def felt_scroll_bar(*, thin: bool = False) -> ft.Theme:
    """Return the theme of scroll bars on the felt; a `thin` one covers no card."""
    on_felt = ft.ScrollbarTheme(
        thumb_color=Tone.BRASS, track_color=Tone.TILE_LIT, track_visibility=not thin, radius=4
    )
    if thin:
        on_felt.thickness = 4
        on_felt.cross_axis_margin = 0
    return ft.Theme(scrollbar_theme=on_felt)


def _news(words: str, grow: float, identifier: str) -> ft.Control:
    """Draw a line of news, which leads nowhere and so is low: two of them show whole."""
    line = text(words, size=_NEWS * grow, tone=Tone.ON_FELT, face=TEXT.semibold, leading=1.2)
    news = named(identifier, line, live=True)
    news.expand = True
    return ft.Container(
        ft.Row([news]),
        bgcolor=Tone.TILE_LIT,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=12, vertical=6),
        key=identifier,
    )


def _line(words: str, place: TrayPlace) -> ft.Text:
    return text(words, size=12.5 * place.grow, tone=Tone.ON_FELT, face=TEXT.medium, leading=1.2)


def _warning(session: Session, warned: Warned, place: TrayPlace) -> ft.Control:
    """Build the line of a warning; a tap opens the screen at its path."""
    name, says, path = warned
    words = _line(says, place)
    words.expand = True
    chevron = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=18, color=Tone.BRASS)
    return _item([words, chevron], session.tap(session.open, path), name, says, live=True)


@component
def Happened(happened: str, height: float | None, size: float) -> ft.Control:
    """Draw the last turns or the antes, with a `height` in three lines at most."""
    lines = 3 if height is not None else 5
    centre = ft.TextAlign.CENTER
    turns = text(happened, size=size, tone=Tone.FELT_MUTED, lines=lines, align=centre, leading=1.25)
    return ft.Container(
        named("happened", turns, live=True),
        height=height,
        padding=ft.Padding.symmetric(horizontal=8),
        alignment=ft.Alignment.CENTER,
    )


@component
def Reply(session: Session, message: Message, height: float | None, grow: float) -> ft.Control:
    """Draw the answer to a tap; without a `height` it is as high as its words."""
    look = replace(ON_FELT if message.explains else WARNING, size=13 * grow, height=height)
    close = session.words.say("Close")
    repair = _repair(session, message)
    reply = notice(
        message.says,
        look=look,
        on_close=session.tap(session.close_notice),
        close_says=close,
        action=repair if height else None,
    )
    return stretched([reply, repair], spacing=4) if repair and not height else reply


def _repair(session: Session, message: Message) -> ft.Control | None:
    """Build the way to the repair of what the message tells of, if there is one."""
    if not message.repair:
        return None
    says = text(
        session.words.say("Repair it"), size=13, tone=Tone.ON_FELT, face=TEXT.semibold, lines=1
    )
    return touchable(
        min_height(says),
        session.tap(session.open, message.repair),
        identifier="notice-repair",
        bgcolor=Tone.TILE_LIT,
        padding=ft.Padding.symmetric(horizontal=14),
        align=None,
        ink=Tone.FELT_MUTED,
    )


@component
def SlimReply(session: Session, message: Message) -> ft.Control:
    """Draw the answer to a tap without a cross, where there is no room; a tap closes it."""
    look = ON_FELT if message.explains else WARNING
    words = text(message.says, size=12.5, tone=look.words, face=TEXT.medium, leading=1.2)
    close = session.words.say("Close")
    repair = _repair(session, message)
    reply = touchable(
        ft.Column([words], scroll=ft.ScrollMode.AUTO, alignment=ft.MainAxisAlignment.CENTER),
        session.tap(session.close_notice),
        identifier="notice-close",
        label=f"{message.says} {close}",
        bgcolor=look.ground,
        padding=ft.Padding.symmetric(horizontal=10, vertical=4),
        align=None,
        expand=True if repair else None,
    )
    return ft.Semantics(
        content=stretched([reply, repair], spacing=4) if repair else reply,
        identifier="notice",
        container=True,
        live_region=True,
    )
