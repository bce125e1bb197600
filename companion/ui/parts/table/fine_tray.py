"""The tray below the layout: news, a slip, fines and a doubt, or else the last turn.

They are one list, which scrolls if there is not enough room, so that the layout keeps its size.
"""

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.ui.component import component, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.panels import WARNING, notice
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap, strut, touchable
from companion.ui.parts.table.fines import TrayPlace, owed_fine
from companion.ui.session import Session
from companion.views.at_table.slip_offers import SlipFirst
from companion.views.at_table.tray import OwedFine

_TITLE, _SAYS, _WAITS, _SLIP_TIGHT = 12.5, 11, 12, 1.06
_SLIP_SIDES, _SLIP_GAP = 8, 4


def _slip_tile(session: Session, slip: SlipFirst, place: TrayPlace) -> ft.Control:
    """Draw the slip; a tap opens its repair."""
    ink, grow = Tone.SPADES, place.grow
    lines: list[ft.Control] = [
        text(slip.title, size=_TITLE * grow, tone=ink, face=TEXT.semibold, leading=_SLIP_TIGHT),
        text(slip.says, size=_SAYS * grow, tone=ink, leading=_SLIP_TIGHT),
    ]
    words = ft.Column(lines, spacing=0, tight=True, expand=True)
    end = [ft.Icon(ft.Icons.CHEVRON_RIGHT, size=16, color=ink)] if place.in_strip else []
    return touchable(
        ft.Row([strut(), words, *end], spacing=_SLIP_GAP),
        session.tap(session.open, f"slip/{slip.slip}"),
        identifier=f"slip-{slip.slip}",
        label=slip.label,
        radius=14,
        bgcolor=Tone.IVORY,
        padding=ft.Padding.symmetric(horizontal=_SLIP_SIDES, vertical=0 if place.in_strip else 6),
        align=None,
        ink=ink,
        live=True,
        key="slip",
    )


def _waiting_fines(slip: SlipFirst, place: TrayPlace, on_tap: Tap, *, shown: bool) -> ft.Control:
    """Draw the number of fines behind the slip; a tap shows or hides the fines."""
    says = text(
        slip.hides if shown else slip.waits,
        size=_WAITS * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        leading=_SLIP_TIGHT,
        expand=True,
    )
    sign = ft.Icon(
        ft.Icons.EXPAND_LESS if shown else ft.Icons.EXPAND_MORE, size=18, color=Tone.BRASS
    )
    cells = [says] if place.in_strip and not shown else [says, sign]
    return touchable(
        ft.Row([strut(), *cells], spacing=_SLIP_GAP),
        on_tap,
        identifier="fines-wait",
        label=slip.hides if shown else f"{slip.waits}. {slip.shows}",
        radius=14,
        bgcolor=Tone.TILE,
        padding=ft.Padding.symmetric(horizontal=_SLIP_SIDES),
        align=None,
        key="fines-wait",
    )


_GAP, _SCROLL_BAR = 6, 10
"""The gap between two items of the list, and the width of its scroll bar, in dp."""
_WAITING = 84
"""The width of the number of fines beside a slip, in dp."""


@component
def Tray(
    session: Session,
    slip: SlipFirst | None,
    owed: Sequence[OwedFine],
    news: Sequence[str],
    doubt: str,
    place: TrayPlace,
) -> ft.Control:
    """Draw the news, the fines and the doubt.

    A slip hides the fines until somebody asks for them, and again when there is another slip.
    """
    asked, ask = use_state("")
    shown = slip is not None and asked == slip.told
    items = [_news(words, place, f"told-{number}") for number, words in enumerate(news, 1)]
    if slip and not shown:
        items += _slip(session, slip, place, lambda: ask(slip.told))
    else:
        items += [owed_fine(session, fine, place) for fine in owed]
    if slip and shown:
        items.append(_waiting_fines(slip, place, lambda: ask(""), shown=True))
    if doubt:
        items.append(_doubt(session, doubt, place))
    return named("news", _item_list(items, place))


def _slip(session: Session, slip: SlipFirst, place: TrayPlace, show: Tap) -> list[ft.Control]:
    """Draw the slip and the number of fines, in a strip side by side."""
    tile = _slip_tile(session, slip, place)
    if not slip.waits:
        return [tile]
    waiting = _waiting_fines(slip, place, show, shown=False)
    if not place.in_strip:
        return [tile, waiting]
    tile.expand = True
    width = round(_WAITING * place.scale * place.grow)
    return [ft.Row([tile, ft.Container(waiting, width=width)], spacing=_GAP)]


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
    on_felt = ft.ScrollbarTheme(
        thumb_color=Tone.BRASS, track_color=Tone.TILE_LIT, track_visibility=True, radius=4
    )
    return ft.Container(listed, theme=ft.Theme(scrollbar_theme=on_felt), key="tray-list")


def _news(words: str, place: TrayPlace, identifier: str) -> ft.Control:
    news = named(identifier, _line(words, place), live=True)
    news.expand = True
    return ft.Container(
        ft.Row([strut(), news], spacing=0),
        bgcolor=Tone.TILE,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=12),
        key=identifier,
    )


def _line(words: str, place: TrayPlace) -> ft.Text:
    return text(words, size=12.5 * place.grow, tone=Tone.ON_FELT, face=TEXT.medium, leading=1.2)


def _doubt(session: Session, doubt: str, place: TrayPlace) -> ft.Control:
    """Build the line about passes that contradict one another; a tap opens the turns."""
    said = _line(doubt, place)
    said.expand = True
    signs = (ft.Icons.HELP_OUTLINE, ft.Icons.CHEVRON_RIGHT)
    before, after = (ft.Icon(sign, size=18, color=Tone.BRASS) for sign in signs)
    cells = [before, said, after] if place.in_strip else [said]
    return touchable(
        ft.Row([strut(), *cells], spacing=8),
        session.tap(session.open, "turns"),
        identifier="doubt",
        label=doubt,
        bgcolor=Tone.TILE,
        radius=14,
        padding=ft.Padding.symmetric(horizontal=10),
        align=None,
        live=True,
        key="doubt",
    )


@component
def Happened(happened: str, height: float | None, size: float) -> ft.Control:
    """Draw the last turns, with a `height` in two lines at most."""
    lines, centre = 2 if height is not None else 5, ft.TextAlign.CENTER
    said = text(happened, size=size, tone=Tone.FELT_MUTED, lines=lines, align=centre, leading=1.25)
    return ft.Container(
        named("happened", said, live=True),
        height=height,
        padding=ft.Padding.symmetric(horizontal=8),
        alignment=ft.Alignment.CENTER,
    )


@component
def Refusal(session: Session, refusal: str, height: float | None) -> ft.Control:
    """Draw the reason why a tap was refused; without a `height` it is as high as its words."""
    look, close = replace(WARNING, size=13, height=height), session.words.say("Close")
    return notice(refusal, look=look, on_close=session.tap(session.close_notice), close_says=close)


@component
def SlimRefusal(session: Session, refusal: str) -> ft.Control:
    """Draw a refusal without a cross, where there is no room for one; a tap closes it."""
    said = text(refusal, size=12.5, tone=Tone.ON_WARNING, face=TEXT.medium, leading=1.2)
    close = session.words.say("Close")
    return ft.Semantics(
        content=touchable(
            ft.Column([said], scroll=ft.ScrollMode.AUTO, alignment=ft.MainAxisAlignment.CENTER),
            session.tap(session.close_notice),
            identifier="notice-close",
            label=f"{refusal} {close}",
            bgcolor=Tone.WARNING,
            padding=ft.Padding.symmetric(horizontal=10, vertical=4),
            align=None,
        ),
        identifier="notice",
        container=True,
        live_region=True,
    )
