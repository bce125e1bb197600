"""A slip that would explain false passes, before the fines for them: nobody is accused yet."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import Tap, strut, touchable
from companion.ui.parts.table.owed import TrayPlace
from companion.ui.session import Session
from companion.views.at_table.slips import SlipFirst

_TITLE, _SAYS, _WAITS, _TIGHT = 12.5, 11, 12, 1.06
_SIDES, _GAP = 8, 4


def slip_tile(session: Session, slip: SlipFirst, place: TrayPlace) -> ft.Control:
    """Draw the slip; a tap anywhere on it opens the repair of the slip."""
    ink, grow = Tone.SPADES, place.grow
    lines: list[ft.Control] = [
        text(slip.title, size=_TITLE * grow, tone=ink, face=TEXT.semibold, leading=_TIGHT),
        text(slip.says, size=_SAYS * grow, tone=ink, leading=_TIGHT),
    ]
    words = ft.Column(lines, spacing=0, tight=True, expand=True)
    end = [ft.Icon(ft.Icons.CHEVRON_RIGHT, size=16, color=ink)] if place.in_strip else []
    return touchable(
        ft.Row([strut(), words, *end], spacing=_GAP),
        session.tap(session.open, f"slip/{slip.slip}"),
        identifier=f"slip-{slip.slip}",
        label=slip.label,
        radius=14,
        bgcolor=Tone.IVORY,
        padding=ft.Padding.symmetric(horizontal=_SIDES, vertical=0 if place.in_strip else 6),
        height=None,
        align=None,
        ink=ink,
        live=True,
        key="slip",
    )


def waiting_fines(slip: SlipFirst, place: TrayPlace, on_tap: Tap, *, shown: bool) -> ft.Control:
    """Draw how many fines wait behind the slip; a tap shows the fines, or puts them away again."""
    says = text(
        slip.hides if shown else slip.waits,
        size=_WAITS * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        leading=_TIGHT,
        expand=True,
    )
    sign = ft.Icon(
        ft.Icons.EXPAND_LESS if shown else ft.Icons.EXPAND_MORE, size=18, color=Tone.BRASS
    )
    cells = [says] if place.in_strip and not shown else [says, sign]
    return touchable(
        ft.Row([strut(), *cells], spacing=_GAP),
        on_tap,
        identifier="fines-wait",
        label=slip.hides if shown else f"{slip.waits}. {slip.shows}",
        radius=14,
        bgcolor=Tone.TILE,
        padding=ft.Padding.symmetric(horizontal=_SIDES),
        height=None,
        align=None,
        key="fines-wait",
    )
