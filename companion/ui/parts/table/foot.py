"""The foot of the table: what happened last, and why a tap was refused."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.panels import WARNING, notice
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import touchable
from companion.ui.session import Session


@ft.component
@boundary
def Happened(happened: str, height: float | None, size: float) -> ft.Control:
    """What happened last, in a text of that size in dp, two lines where height is given."""
    said = text(
        happened,
        size=size,
        tone=Tone.FELT_MUTED,
        lines=2 if height is not None else 5,
        align=ft.TextAlign.CENTER,
        leading=1.25,
    )
    return ft.Container(
        named("happened", said, live=True),
        height=height,
        padding=ft.Padding.symmetric(horizontal=8),
        alignment=ft.Alignment.CENTER,
    )


@ft.component
@boundary
def Refusal(session: Session, refusal: str, height: float | None) -> ft.Control:
    """Why a tap was refused; without a height it is as high as its words."""
    look, close = replace(WARNING, size=13, height=height), session.words.say("Close")
    return notice(refusal, look=look, on_close=session.tap(session.close_notice), close_says=close)


@ft.component
@boundary
def SlimRefusal(session: Session, refusal: str) -> ft.Control:
    """The same where there is no room for a cross: a tap anywhere on it puts it away."""
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
            height=None,
            align=None,
        ),
        identifier="notice",
        container=True,
        live_region=True,
    )
