"""What is told below the layout besides what happened: fines that are owed, news, a doubt.

All of it lies in one strip, or in one column where the table is on its side, and scrolls there, so
that it never takes room from the layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import flet as ft

from companion.core.events import FinePaid, Waived
from companion.desk.commands import record
from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.table.menus import opens
from companion.ui.parts.table.table_menus import of_fine
from companion.ui.session import Session
from companion.ui.theme import Tone
from companion.views.at_table.tray import OwedFine


class Lies(Enum):
    """How the tray lies: a line, a line with room for every button, a slim column that scrolls, or
    all below each other.
    """

    LINE = "line"
    WIDE_LINE = "wide-line"
    COLUMN = "column"
    STACK = "stack"


@dataclass(frozen=True, slots=True)
class TrayPlace:
    """How the tray lies, how wide and high it is in dp, and how many times as large as usual it is
    written; a stack is as high as it needs.
    """

    lies: Lies
    width: float
    height: float
    grow: float = 1


_GAP, _PEEK = 8.0, 0.84
"""Between two things in a line, and how much of the line each takes, so that the next one shows."""
_TICK, _TICK_SIGN = 60, 20


@ft.component
@boundary
def Tray(
    session: Session,
    owed: Sequence[OwedFine],
    told: Sequence[str],
    doubt: str,
    place: TrayPlace,
) -> ft.Control:
    """The news first, then the fines, and the doubt last; told as it appears."""
    count = len(owed) + len(told) + bool(doubt)
    in_line = place.lies in {Lies.LINE, Lies.WIDE_LINE}
    width = round(place.width * _PEEK) if in_line and count > 1 else place.width
    items: list[ft.Control] = [
        *(_news(line, place, width, key=f"told-{n}") for n, line in enumerate(told)),
        *(_fine(session, fine, place, width) for fine in owed),
        *([_doubt(session, doubt, place, width)] if doubt else []),
    ]
    return ft.Semantics(
        content=_laid(items, place),
        label=" ".join((*told, *(f"{fine.told}." for fine in owed))) or None,
        identifier="news",
        container=True,
        live_region=True,
    )


def _laid(items: list[ft.Control], place: TrayPlace) -> ft.Control:
    if place.lies is Lies.STACK:
        return ft.Column(items, spacing=_GAP, tight=True)
    if place.lies is Lies.COLUMN:
        return ft.Column(items, spacing=_GAP, scroll=ft.ScrollMode.AUTO, expand=True)
    if len(items) == 1:
        return ft.Row(items, spacing=0)
    return ft.Row(items, spacing=_GAP, scroll=ft.ScrollMode.AUTO)


def _fine(session: Session, fine: OwedFine, place: TrayPlace, width: float) -> ft.Control:
    """What somebody owes: a tap on the words leads to the verdict, and the tick ends it."""
    words = _why(session, fine, place)
    match place.lies:
        case Lies.LINE:
            inside: ft.Control = ft.Row(
                [words, *_tick(session, fine), _more(session, fine)], spacing=4
            )
        case Lies.WIDE_LINE:
            inside = ft.Row([words, *_buttons(session, fine)], spacing=8)
        case Lies.COLUMN:
            row = ft.Row([*_tick(session, fine), _more(session, fine)], spacing=4)
            inside = ft.Column([words, row], spacing=2, tight=True)
        case Lies.STACK:
            row = ft.Row(_buttons(session, fine), spacing=8, run_spacing=8, wrap=True)
            inside = ft.Column([words, row], spacing=8, tight=True)
    sides = 4 if place.lies is Lies.COLUMN else 6
    return ft.Container(
        inside,
        bgcolor=Tone.IVORY,
        border_radius=14,
        width=width,
        height=place.height if place.lies in {Lies.LINE, Lies.WIDE_LINE} else None,
        padding=ft.Padding.symmetric(horizontal=sides, vertical=0 if place.height else 6),
        key=f"owed-{fine.turn}",
    )


def _why(session: Session, fine: OwedFine, place: TrayPlace) -> ft.Control:
    """The words, which lead to the verdict."""
    whole = place.lies is Lies.STACK
    slim, not_tight = place.lies is Lies.COLUMN, place.lies is not Lies.LINE
    lines: list[ft.Control] = [
        text(
            fine.says,
            size=13.5 * place.grow,
            tone=Tone.SPADES,
            face=TEXT.semibold,
            lines=None if whole else 3 if slim else 2,
            leading=1.15,
        )
    ]
    if not slim:
        lines.append(
            text(
                fine.why,
                size=11.5 * place.grow,
                tone=Tone.SPADES,
                lines=None if whole else 1,
                leading=1.2,
            )
        )
    column = ft.Column(lines, spacing=0, tight=True, expand=True)
    sign = [ft.Icon(ft.Icons.CHEVRON_RIGHT, size=16, color=Tone.SPADES)] if not_tight else []
    strut = ft.Container(width=0, height=LEAST)
    return touchable(
        ft.Row([strut, column, *sign], spacing=2),
        session.tap(session.open, f"verdict/{fine.turn}"),
        identifier=f"owed-{fine.turn}",
        label=fine.why_label,
        radius=10,
        padding=ft.Padding.symmetric(horizontal=4),
        height=None,
        align=None,
        expand=None if slim or whole else True,
        ink=Tone.SPADES,
    )


def _tick(session: Session, fine: OwedFine) -> list[ft.Control]:
    """The tick, where room is small, if there is one."""
    if not fine.can_tick:
        return []
    sign = ft.Icon(ft.Icons.CHECK, size=_TICK_SIGN, color=Tone.ON_BRASS)
    word = text(
        session.words.say("Paid"),
        size=11,
        tone=Tone.ON_BRASS,
        face=TEXT.semibold,
        lines=1,
        leading=1.1,
    )
    shown = ft.Column(
        [sign, word],
        spacing=0,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    tick = touchable(
        shown,
        session.tap(session.lay, record(FinePaid(fine.turn), fine.number), "paid"),
        identifier=f"paid-{fine.turn}",
        label=fine.paid_label,
        bgcolor=Tone.BRASS,
        width=_TICK,
        height=LEAST,
        ink=Tone.ON_BRASS,
    )
    return [tick]


def _more(session: Session, fine: OwedFine) -> ft.Control:
    """The way to what else can be done about the fine."""
    sign = ft.Icon(ft.Icons.MORE_HORIZ, size=22, color=Tone.SPADES)
    return touchable(
        ft.Container(sign, tooltip=session.words.say("More")),
        opens(session, of_fine(fine)),
        identifier=f"fine-{fine.turn}",
        label=session.words.say("More: {owed}", owed=fine.says),
        width=LEAST,
        radius=LEAST / 2,
        ink=Tone.SPADES,
    )


def _buttons(session: Session, fine: OwedFine) -> list[ft.Control]:
    """All that can be done about the fine, where there is room for it."""
    say, turn, number = session.words.say, fine.turn, fine.number
    waive = session.tap(session.lay, record(Waived(turn), number), "paid")
    paid = session.tap(session.lay, record(FinePaid(turn), number), "paid")
    wrong = session.tap(session.open, "turns")
    asked = say("Entered wrongly?")
    tick = _pill(say("Paid"), paid, f"paid-{turn}", fine.paid_label, ft.Icons.CHECK)
    return [
        _pill(say("Let it go"), waive, f"waive-{turn}", fine.waive_label),
        _pill(asked, wrong, f"wrong-{turn}", fine.wrong_label),
        *([tick] if fine.can_tick else []),
    ]


def _pill(
    words: str, on_tap: Tap, identifier: str, label: str, sign: ft.IconData | None = None
) -> ft.Control:
    """A button as wide as its words; the one with a sign is the one that is meant to be tapped."""
    ground, ink = (Tone.BRASS, Tone.ON_BRASS) if sign else (Tone.QUIET, Tone.INK)
    icon = [ft.Icon(sign, size=19, color=ink)] if sign else []
    said = text(words, size=15, tone=ink, face=TEXT.semibold, leading=1.2)
    return touchable(
        min_height(ft.Row([*icon, said], spacing=6, tight=True)),
        on_tap,
        identifier=identifier,
        label=label,
        bgcolor=ground,
        padding=ft.Padding.symmetric(horizontal=12),
        height=None,
        align=None,
        ink=ink,
    )


def _news(words: str, place: TrayPlace, width: float, *, key: str) -> ft.Control:
    """What came to light or was settled; the tray as a whole tells it."""
    said = text(
        words, size=12.5 * place.grow, tone=Tone.ON_FELT, face=TEXT.medium, leading=1.2, silent=True
    )
    return _on_tile(said, place, width, key=key)


def _on_tile(said: ft.Control, place: TrayPlace, width: float, *, key: str) -> ft.Control:
    scrolls = place.lies in {Lies.LINE, Lies.WIDE_LINE}
    middle = ft.MainAxisAlignment.CENTER
    shown = ft.Column([said], scroll=ft.ScrollMode.AUTO, alignment=middle) if scrolls else said
    return ft.Container(
        shown,
        bgcolor=Tone.TILE,
        border_radius=14,
        width=width,
        height=place.height if scrolls else None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=4),
        key=key,
    )


def _doubt(session: Session, doubt: str, place: TrayPlace, width: float) -> ft.Control:
    """The passes contradict one another: a line that leads to the turns."""
    in_line = place.lies in {Lies.LINE, Lies.WIDE_LINE}
    said = text(
        doubt,
        size=12.5 * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        lines=3 if in_line else None,
        leading=1.2,
        expand=True,
    )
    signs = (ft.Icons.HELP_OUTLINE, ft.Icons.CHEVRON_RIGHT)
    before, after = (ft.Icon(sign, size=18, color=Tone.BRASS) for sign in signs)
    cells = [before, said, after] if place.lies is not Lies.COLUMN else [said]
    return touchable(
        ft.Row([ft.Container(width=0, height=LEAST), *cells], spacing=8),
        session.tap(session.open, "turns"),
        identifier="doubt",
        bgcolor=Tone.TILE,
        radius=14,
        padding=ft.Padding.symmetric(horizontal=10),
        width=width,
        height=place.height if in_line else None,
        align=None,
        key="doubt",
    )
