"""The tray below the layout: news, a slip, fines and a doubt, or else the last turn.

They are one list, which scrolls if there is not enough room, so that the layout keeps its size.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace

import flet as ft

from companion.core.rounds.events import FineCharged, FineTicked, FineWaived
from companion.desk.commands import record
from companion.screens.slip_offers import SlipFirst
from companion.screens.tray import OwedFine
from companion.ui.component import component, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.panels import ON_FELT, WARNING, min_height, notice, stretched
from companion.ui.parts.basics.text import keep_sums_together, named, text
from companion.ui.parts.basics.touch import LEAST, Tap, strut, touchable
from companion.ui.parts.table.menus import of_fine, opens
from companion.ui.session import Session
from companion.ui.shown import Message


def tick(session: Session, fine: OwedFine) -> Tap:
    """Return a handler that ticks the fine off, or takes the tick back."""
    return session.tap(_change, session, fine, fine.tick, f"paid-{fine.turn}")


def let_go(session: Session, fine: OwedFine) -> Tap:
    """Return a handler that lets the fine go, or takes that back."""
    return session.tap(_change, session, fine, FineWaived(fine.turn), f"waive-{fine.turn}")


async def _change(
    session: Session, fine: OwedFine, event: FineTicked | FineWaived, place: str
) -> None:
    """Record the event; for a closed fine record a charge instead.

    An undo would take back the newest step, which may come from another tap.
    """
    meant = FineCharged(fine.turn) if fine.closed else event
    await session.lay(record(meant, fine.number), place)


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
_SAYS = 11
_WAITS = 12
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


def _slip_tile(session: Session, slip: SlipFirst, place: TrayPlace) -> ft.Control:
    """Draw the slip; a tap opens its repair."""
    repair = session.tap(session.open, f"slip/{slip.slip}")
    return _tile((slip.title, slip.says), repair, f"slip-{slip.slip}", slip.label, place)


def _phones_tile(session: Session, news: str, place: TrayPlace) -> ft.Control:
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


def _waiting_fines(slip: SlipFirst, place: TrayPlace, on_tap: Tap, *, shown: bool) -> ft.Control:
    """Draw the number of fines behind the slip; a tap shows or hides the fines."""
    says = slip.hides if shown else slip.waits
    size = _WAITS * place.grow
    cells: list[ft.Control] = [
        text(says, size=size, tone=Tone.ON_FELT, face=TEXT.medium, leading=_TIGHT, expand=True)
    ]
    if shown or not place.in_strip:
        sign = ft.Icons.EXPAND_LESS if shown else ft.Icons.EXPAND_MORE
        cells.append(ft.Icon(sign, size=18, color=Tone.BRASS))
    label = slip.hides if shown else f"{slip.waits}. {slip.shows}"
    return _item(cells, on_tap, "fines-wait", label)


_TICK = 52
_SIGN = 20
"""The width of a tick in a strip, and the size of its sign, in dp."""
_FIVE_LINES = 64
"""The height of the words in a column, in dp; a fine that is let go moves no other fine."""


def _owed_fine(session: Session, fine: OwedFine, place: TrayPlace) -> ft.Control:
    """Draw a fine: a tap on the words opens the verdict, and the tick settles the fine.

    In a column the words are below the tick, which so shows without scrolling.
    """
    buttons = [_tick(session, fine, place), _more(session, fine)]
    says = text(
        keep_sums_together(fine.says),
        size=_TITLE * place.grow,
        tone=Tone.SPADES,
        face=TEXT.semibold,
        leading=_TIGHT,
    )
    why = text(fine.why, size=_SAYS * place.grow, tone=Tone.SPADES, leading=_TIGHT)
    height = LEAST if place.in_strip else _FIVE_LINES * place.scale
    lines = ft.Column([says, why], spacing=0, tight=True, expand=True)
    row = ft.Row([ft.Container(width=0, height=height), lines], spacing=0)
    words = _verdict_link(session, fine, row)
    inside: ft.Control = ft.Row([words, *buttons], spacing=2)
    if not place.in_strip:
        end = ft.MainAxisAlignment.END
        rows: list[ft.Control] = [ft.Row(buttons, spacing=2, alignment=end), ft.Row([words])]
        inside = ft.Column(rows, spacing=0, tight=True)
    return ft.Container(
        inside,
        bgcolor=Tone.IVORY,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=6 if place.in_strip else 4),
        key=f"owed-{fine.turn}",
    )


def _verdict_link(session: Session, fine: OwedFine, words: ft.Control) -> ft.Control:
    """Draw the words, which open the verdict; only a new fine is announced."""
    return touchable(
        words,
        session.tap(session.open, f"verdict/{fine.turn}"),
        identifier=f"owed-{fine.turn}",
        label=fine.why_label,
        radius=10,
        padding=ft.Padding.symmetric(horizontal=4),
        align=None,
        expand=True,
        ink=Tone.SPADES,
        live=True,
    )


def _tick(session: Session, fine: OwedFine, place: TrayPlace) -> ft.Control:
    """Build the tick; a closed fine keeps it, and a tap takes the tick back."""
    say = session.words.say
    turn = fine.turn
    if fine.let_go:
        name = f"waive-{turn}"
        tap = let_go(session, fine)
        return _button(say("Let go"), tap, name, fine.waive_label, place, ticked=True)
    name = f"paid-{turn}"
    tap = tick(session, fine)
    return _button(say("Paid"), tap, name, fine.paid_label, place, ticked=fine.ticked)


def _button(
    words: str,
    on_tap: Tap,
    identifier: str,
    label: str,
    place: TrayPlace,
    *,
    ticked: bool,
) -> ft.Control:
    """Draw the button of a fine, in quieter colours once `ticked`."""
    ground, ink = (Tone.QUIET, Tone.INK) if ticked else (Tone.BRASS, Tone.ON_BRASS)
    centre = ft.MainAxisAlignment.CENTER
    sign = ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    cells: list[ft.Control] = [ft.Icon(sign, size=_SIGN, color=ink)]
    says = text(
        words, size=11, tone=ink, face=TEXT.semibold, leading=1.1, align=ft.TextAlign.CENTER
    )
    if place.in_strip:
        middle = ft.CrossAxisAlignment.CENTER
        content: ft.Control = ft.Column(
            [*cells, says], spacing=0, tight=True, alignment=centre, horizontal_alignment=middle
        )
    else:
        fitting = ft.Container(says, expand=True, expand_loose=True)
        content = ft.Row([*cells, fitting], spacing=4, alignment=centre)
    return touchable(
        min_height(content, LEAST * (place.scale if place.in_strip else 1)),
        on_tap,
        identifier=identifier,
        label=label,
        bgcolor=ground,
        width=round(_TICK * place.scale) if place.in_strip else None,
        expand=not place.in_strip,
        checked=ticked,
        ink=ink,
    )


def _more(session: Session, fine: OwedFine) -> ft.Control:
    """Build the button that opens the menu of the fine."""
    sign = ft.Icon(ft.Icons.MORE_HORIZ, size=22, color=Tone.SPADES)
    return touchable(
        ft.Container(sign, tooltip=session.words.say("More")),
        opens(session, of_fine(fine)),
        identifier=f"fine-{fine.turn}",
        label=session.words.say("More: {owed}", owed=fine.says),
        width=LEAST,
        height=LEAST,
        radius=LEAST / 2,
        ink=Tone.SPADES,
    )


Warned = tuple[str, str, str]
"""Identifier and words of a warning, and the path to the screen behind it."""

_GAP = 6
_SCROLL_BAR = 10
"""The gap between two items of the list, and the width of its scroll bar, in dp."""
_WAITING = 84
"""The width of the number of fines beside a slip, in dp."""


@component
def Tray(  # noqa: PLR0913 - the lines of the tray
    session: Session,
    slip: SlipFirst | None,
    owed: Sequence[OwedFine],
    news: Sequence[str],
    warnings: Sequence[Warned],
    place: TrayPlace,
    *,
    phones: str,
) -> ft.Control:
    """Draw the news, first those of this phone, the fines and the warnings.

    A slip hides the fines until somebody asks for them, and again when there is another slip.
    """
    asked, ask = use_state("")
    shown = slip is not None and asked == slip.label
    items = [_phones_tile(session, phones, place)] if phones else []
    items += [_news(words, place, f"told-{number}") for number, words in enumerate(news, 1)]
    if slip and not shown:
        items += _slip(session, slip, place, lambda: ask(slip.label))
    else:
        items += [_owed_fine(session, fine, place) for fine in owed]
    if slip and shown:
        items.append(_waiting_fines(slip, place, lambda: ask(""), shown=True))
    items += [_warning(session, warned, place) for warned in warnings]
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
