"""The top of the table: its name, the pot, and whose turn it is."""

from __future__ import annotations

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
def Prompt(session: Session, watched: Watched, prompt: str, grow: float) -> ft.Control:
    """Whose turn it is in what is watched, announced as it changes, and what to do."""
    snapshot = watched.snapshot
    whose = turn_of(snapshot, session.words) if snapshot else ""
    said = text(whose, size=15.5 * grow, tone=Tone.BRASS, face=TEXT.semibold, leading=1.15)
    what = text(f"— {prompt}", size=14.5 * grow, tone=Tone.ON_FELT, leading=1.15)
    return ft.Row(
        [named("turn-of", said, live=True), what if prompt else ft.Container()],
        alignment=ft.MainAxisAlignment.CENTER,
        spacing=5,
        run_spacing=0,
        wrap=True,
    )
