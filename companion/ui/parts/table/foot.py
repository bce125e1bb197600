"""The foot of the table: what happened last, what came to light, why a tap was refused."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.parts.basics.panels import ON_FELT, WARNING, notice
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.session import Session
from companion.ui.theme import Tone


@ft.component
@boundary
def Happened(happened: str, height: float | None) -> ft.Control:
    """What happened last, in two lines where height is given."""
    said = text(
        happened,
        size=13,
        tone=Tone.FELT_MUTED,
        lines=2 if height is not None else 5,
        align=ft.TextAlign.CENTER,
        leading=1.25,
    )
    return ft.Container(
        named("happened", said),
        height=height,
        padding=ft.Padding.symmetric(horizontal=8),
        alignment=ft.Alignment.CENTER,
    )


@ft.component
@boundary
def News(
    session: Session, refusal: str, notices: tuple[str, ...], height: float | None
) -> ft.Control:
    """Why a tap was refused, or what came to light with the last turn; without a height it is as
    high as its words.
    """
    if not refusal:
        look = replace(ON_FELT, height=height)
        return notice(" ".join(notices), identifier="news", look=look)
    look, close = replace(WARNING, size=13, height=height), session.words.say("Close")
    return notice(refusal, look=look, on_close=session.tap(session.hush), close_says=close)


@ft.component
@boundary
def Doubt(session: Session, doubt: str, height: float | None) -> ft.Control:
    """The passes contradict one another: a line that leads to the turns; without a height it is
    as high as its words.
    """
    said = text(
        doubt,
        size=13,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        lines=3 if height is not None else None,
        leading=1.2,
        expand=True,
    )
    signs = (ft.Icons.HELP_OUTLINE, ft.Icons.CHEVRON_RIGHT)
    before, after = (ft.Icon(sign, size=18, color=Tone.BRASS) for sign in signs)
    return touchable(
        ft.Row([ft.Container(width=0, height=LEAST), before, said, after], spacing=8),
        session.tap(session.go, "/table/turns"),
        identifier="doubt",
        bgcolor=Tone.TILE,
        radius=14,
        padding=ft.Padding.symmetric(horizontal=12),
        height=height,
    )
