"""The top of the table: its name, the pot, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.scaffold import back_button
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.session import Session
from companion.ui.shown import Watched
from companion.views.at_table.table import turn_of
from companion.words import Words

_SIZES, _WIDE = ((20, 1.0), (15.5, 1.7)), 180
"""The sizes of a title, and in how many lines of that width in dp it may be written so large."""
_SMALLEST = 13
_CENTER = ft.MainAxisAlignment.CENTER
_WHOSE, _WHAT, _NEWS = 15.5, 14.5, 12
"""The sizes of whose turn it is, of what to do, and of news beside it, of which three lines fit."""
_WIDEST_BESIDE_NEWS = 150
"""How much room whose turn it is takes beside news, in dp at the usual size of text."""


@ft.component
@boundary
def TableHead(
    session: Session,
    title: str,
    subtitle: str,
    pot: int | None,
    *,
    small: bool,
    grow: float,
) -> ft.Control:
    """Back, the series' name, the round, and the pot unless it stands elsewhere; a wide title is
    small. On a screen that scrolls any is, and the way back stands with what a turn needs.
    """
    sizes = _SIZES[1:] if small else _SIZES
    fitting = (
        size for size, lines in sizes if text_width(title, size, TEXT.heading) <= lines * _WIDE
    )
    size = next(fitting, _SMALLEST) * grow
    before = [] if small else [back(session)]
    name = heading(title, size=size, tone=Tone.ON_FELT, level=1)
    round_ = text(subtitle, size=12.5 * grow, tone=Tone.FELT_MUTED)
    words = ft.Column([name, round_], spacing=1, tight=True, expand=True)
    cells = [pot_pill(session.words, pot, grow)] if pot is not None else []
    return ft.Row([*before, words, *cells], spacing=4)


def back(session: Session) -> ft.Control:
    """The way back."""
    return back_button(session.tap(session.back), session.words.say("Back"), Tone.ON_FELT)


def pot_pill(words: Words, pot: int, grow: float = 1) -> ft.Control:
    """The pot in its dark pill, so many times its usual size."""
    says = text(words.say("Pot"), size=13 * grow, tone=Tone.FELT_MUTED)
    chips = text(str(pot), size=20 * grow, tone=Tone.BRASS, face=TEXT.bold, leading=1.1)
    return ft.Container(
        ft.Row([says, named("pot", chips)], spacing=8, tight=True),
        bgcolor=Tone.TILE,
        border_radius=22 * grow,
        padding=ft.Padding.symmetric(horizontal=16, vertical=9),
    )


@ft.component
@boundary
def Prompt(
    session: Session, watched: Watched, prompt: str, news: Sequence[str], grow: float
) -> ft.Control:
    """Whose turn it is in what is watched, announced as it changes, and what to do; or in its place
    the news that have no room below the layout.
    """
    snapshot = watched.snapshot
    whose = turn_of(snapshot, session.words) if snapshot else ""
    scale = session.shown.room.text_scale
    most = _WIDEST_BESIDE_NEWS * scale * grow
    cramped = bool(news) and text_width(whose, _WHOSE * grow, TEXT.semibold, scale) > most
    size, leading = (_NEWS, 1.1) if cramped else (_WHOSE, 1.15)
    said = text(whose, size=size * grow, tone=Tone.BRASS, face=TEXT.semibold, leading=leading)
    turn: ft.Control = named("turn-of", said, live=True)
    if news:
        if cramped:
            turn = ft.Container(turn, width=most)
        return ft.Row([turn, _beside(news, grow)], alignment=_CENTER, spacing=10)
    what = text(f"— {prompt}", size=_WHAT * grow, tone=Tone.ON_FELT, leading=1.15)
    cells = [turn, what if prompt else ft.Container()]
    return ft.Row(cells, alignment=_CENTER, spacing=5, run_spacing=0, wrap=True)


def _beside(news: Sequence[str], grow: float) -> ft.Control:
    """The news, as wide as they are or as there is room; longer ones scroll."""
    told_of = " · ".join(news)
    said = text(told_of, size=_NEWS * grow, tone=Tone.ON_FELT, face=TEXT.medium, leading=1.1)
    told = named("told", said, live=True)
    column = ft.Column([told], scroll=ft.ScrollMode.AUTO, alignment=_CENTER, tight=True)
    return ft.Container(column, expand=True, expand_loose=True)
