"""The tray below the layout: fines that are owed, news, a doubt.

All of them lie in one list, which scrolls where more is told than there is room for, so that the
tray never takes room from the layout.
"""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap, strut, touchable
from companion.ui.parts.table.owed import TrayPlace, owed_fine
from companion.ui.parts.table.slip_first import slip_tile, waiting_fines
from companion.ui.session import Session
from companion.views.at_table.slips import SlipFirst
from companion.views.at_table.tray import OwedFine

_GAP, _SCROLL_BAR = 6, 10
"""Between two things in the list, and what a scroll bar takes at its edge, in dp."""
_WAITING = 84
"""The width of the number of fines that wait, beside a slip, in dp."""
_SAID, _TIGHT, _SIDES = 12.5, 1.2, 12


@ft.component
@boundary
def Tray(
    session: Session,
    slip: SlipFirst | None,
    owed: Sequence[OwedFine],
    told: Sequence[str],
    doubt: str,
    place: TrayPlace,
) -> ft.Control:
    """Draw the news, the fines and the doubt. Where a slip stands before the fines, these show in
    its place once somebody asks for them, until it is another slip.
    """
    asked, ask = use_state("")
    shown = slip is not None and asked == slip.told
    items: list[ft.Control] = [
        _news(words, place, identifier=f"told-{number}") for number, words in enumerate(told, 1)
    ]
    if slip and not shown:
        items += _slip(session, slip, place, lambda: ask(slip.told))
    else:
        items += [owed_fine(session, fine, place) for fine in owed]
    if slip and shown:
        items.append(waiting_fines(slip, place, lambda: ask(""), shown=True))
    if doubt:
        items.append(_doubt(session, doubt, place))
    return named("news", _listed(items, place))


def _slip(session: Session, slip: SlipFirst, place: TrayPlace, show: Tap) -> list[ft.Control]:
    """Draw the slip with the number of fines that wait; in a strip both share the line."""
    tile = slip_tile(session, slip, place)
    if not slip.waits:
        return [tile]
    waiting = waiting_fines(slip, place, show, shown=False)
    if not place.in_strip:
        return [tile, waiting]
    tile.expand = True
    scale = session.shown.room.text_scale * place.grow
    return [ft.Row([tile, ft.Container(waiting, width=round(_WAITING * scale))], spacing=_GAP)]


def _listed(items: list[ft.Control], place: TrayPlace) -> ft.Control:
    """Return the things below each other. A scroll bar that always shows says that there are more
    of them than are seen; a single one that is higher than the tray scrolls, too.
    """
    if not place.scrolls:
        return ft.Column(items, spacing=_GAP, tight=True)
    several = len(items) > 1
    bar = ft.ScrollMode.ALWAYS if several else ft.ScrollMode.AUTO
    beside = ft.Padding.only(right=_SCROLL_BAR if several else 0)
    rows: list[ft.Control] = [ft.Container(item, padding=beside, key=item.key) for item in items]
    middle = ft.MainAxisAlignment.START if several else ft.MainAxisAlignment.CENTER
    listed = ft.Column(rows, spacing=_GAP, scroll=bar, alignment=middle)
    return ft.Container(listed, theme=_bar_theme(), key="tray-list")


def _bar_theme() -> ft.Theme:
    """Return the theme of a scroll bar that shows on the felt."""
    return ft.Theme(
        scrollbar_theme=ft.ScrollbarTheme(
            thumb_color=Tone.BRASS, track_color=Tone.TILE_LIT, track_visibility=True, radius=4
        )
    )


def _news(words: str, place: TrayPlace, *, identifier: str) -> ft.Control:
    """Draw what came to light or was settled; it is announced."""
    said = text(
        words,
        size=_SAID * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        leading=_TIGHT,
    )
    told = named(identifier, said, live=True)
    told.expand = True
    return ft.Container(
        ft.Row([strut(), told], spacing=0),
        bgcolor=Tone.TILE,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=_SIDES),
        key=identifier,
    )


def _doubt(session: Session, doubt: str, place: TrayPlace) -> ft.Control:
    """Draw a line that leads to the turns: the passes contradict one another."""
    said = text(
        doubt,
        size=_SAID * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        leading=_TIGHT,
        expand=True,
    )
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
        height=None,
        align=None,
        live=True,
        key="doubt",
    )
