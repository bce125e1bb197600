"""What is told below the layout besides what happened: fines that are owed, news, a doubt.

All of it lies in one strip, or in one column where the table is on its side, and scrolls there, so
that it never takes room from the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.table.owed import TrayPlace, TrayShape, fine_width, owed_fine
from companion.ui.parts.table.slip_first import (
    slip_tile,
    slip_width,
    waiting_fines,
    waits_width,
)
from companion.ui.session import Session
from companion.views.at_table.slips import SlipFirst
from companion.views.at_table.tray import OwedFine

_GAP, _PEEK = 8.0, 0.9
"""Between two things in a line, and how much of the line each takes at most, so that the next one
shows.
"""
_SAID, _SIDES = 12.5, 12
_AROUND_DOUBT = 2 * 10 + 2 * 18 + 3 * 8
"""What paddings, signs and gaps take of the line of a doubt, in dp."""


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
    """The fines and the doubt, or the news; in a stack all of them, the news first. Told as it
    appears. Where a slip stands before the fines, these show in its place once somebody asks for
    them, until it is another.
    """
    asked, ask = use_state("")
    shown = slip is not None and asked == slip.told
    ahead, behind = _slip(session, slip, place, ask, shown=shown)
    owed = owed if shown or not slip else ()
    several = place.in_line and len(owed) + len(told) + len(ahead) + bool(doubt) > 1

    def width(least: float) -> float:
        return min(least, round(place.width * _PEEK)) if several else place.width

    news = [width(_as_wide(session, line, place) + 2 * _SIDES) for line in told]
    items: list[ft.Control] = [
        *(_news(line, place, news[n], key=f"told-{n}") for n, line in enumerate(told)),
        *ahead,
        *(
            owed_fine(session, fine, place, width(fine_width(session, fine, place)))
            for fine in owed
        ),
        *behind,
    ]
    if doubt:
        least = _as_wide(session, doubt, place) + _AROUND_DOUBT
        items.append(_doubt(session, doubt, place, width(least)))
    return ft.Semantics(
        content=_laid(items, place),
        label=_aloud(slip, owed, told) or None,
        identifier="news",
        container=True,
        live_region=True,
    )


def _aloud(slip: SlipFirst | None, owed: Sequence[OwedFine], told: Sequence[str]) -> str:
    """What is said as it appears."""
    fines = (f"{fine.told}." for fine in owed if not fine.closed)
    ahead = (slip.told, f"{slip.waits}." if slip.waits else "") if slip else ()
    news, owed_says = "; ".join(told), " ".join(filter(None, (*ahead, *fines)))
    return f"{news.removesuffix('.')}. {owed_says}" if news and owed_says else news or owed_says


def _slip(
    session: Session,
    slip: SlipFirst | None,
    place: TrayPlace,
    ask: Callable[[str], None],
    *,
    shown: bool,
) -> tuple[list[ft.Control], list[ft.Control]]:
    """What stands before the fines and behind them: the slip with how many fines wait, which fill a
    line; once these are shown there, only the way back to it is left, behind them.
    """
    if slip is None:
        return [], []
    waiting = waiting_fines(
        session, slip, place, lambda: ask("" if shown else slip.told), shown=shown
    )
    if place.in_line and shown:
        return [], [waiting]
    width, waits = place.width, [waiting] if slip.waits or shown else []
    if place.in_line:
        beside = waits_width(session, slip, place, shown=shown) + _GAP if waits else 0
        width -= beside
        if place.shape is TrayShape.WIDE_LINE:
            width = min(width, slip_width(session, slip, place))
    return [slip_tile(session, slip, place, width), *waits], []


def _as_wide(session: Session, words: str, place: TrayPlace) -> float:
    """How much room the words need in one line."""
    scale = session.shown.room.text_scale
    return ceil(text_width(words, _SAID * place.grow, TEXT.medium, scale)) + 1


def _laid(items: list[ft.Control], place: TrayPlace) -> ft.Control:
    if place.shape is TrayShape.STACK:
        return ft.Column(items, spacing=_GAP, tight=True)
    if place.shape is TrayShape.COLUMN:
        return ft.Column(items, spacing=_GAP, scroll=ft.ScrollMode.AUTO, expand=True)
    if len(items) == 1:
        return ft.Row(items, spacing=0)
    return ft.Row(items, spacing=_GAP, scroll=ft.ScrollMode.AUTO)


def _news(words: str, place: TrayPlace, width: float, *, key: str) -> ft.Control:
    """What came to light or was settled; the tray as a whole tells it."""
    said = text(
        words,
        size=_SAID * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        leading=1.2,
        silent=True,
    )
    return _on_tile(said, place, width, key=key)


def _on_tile(said: ft.Control, place: TrayPlace, width: float, *, key: str) -> ft.Control:
    middle = ft.MainAxisAlignment.CENTER
    shown = (
        ft.Column([said], scroll=ft.ScrollMode.AUTO, alignment=middle) if place.in_line else said
    )
    return ft.Container(
        shown,
        bgcolor=Tone.TILE,
        border_radius=14,
        width=width,
        height=place.height if place.in_line else None,
        padding=ft.Padding.symmetric(horizontal=_SIDES, vertical=4),
        key=key,
    )


def _doubt(session: Session, doubt: str, place: TrayPlace, width: float) -> ft.Control:
    """The passes contradict one another: a line that leads to the turns."""
    said = text(
        doubt,
        size=_SAID * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        lines=3 if place.in_line else None,
        leading=1.2,
        expand=True,
    )
    signs = (ft.Icons.HELP_OUTLINE, ft.Icons.CHEVRON_RIGHT)
    before, after = (ft.Icon(sign, size=18, color=Tone.BRASS) for sign in signs)
    cells = [before, said, after] if place.shape is not TrayShape.COLUMN else [said]
    return touchable(
        ft.Row([ft.Container(width=0, height=LEAST), *cells], spacing=8),
        session.tap(session.open, "turns"),
        identifier="doubt",
        bgcolor=Tone.TILE,
        radius=14,
        padding=ft.Padding.symmetric(horizontal=10),
        width=width,
        height=place.height if place.in_line else None,
        align=None,
        key="doubt",
    )
