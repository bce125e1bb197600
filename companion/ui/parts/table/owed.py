"""A fine that somebody owes, as it lies below the layout: why, its tick, and all else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import ceil

import flet as ft

from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import sums_whole, text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.table.fine_taps import let_go, tick
from companion.ui.parts.table.menus import opens
from companion.ui.parts.table.table_menus import of_awaited, of_fine
from companion.ui.session import Session
from companion.views.at_table.tray import OwedFine


class TrayShape(Enum):
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

    shape: TrayShape
    width: float
    height: float
    grow: float = 1

    @property
    def in_line(self) -> bool:
        """Whether it is a line."""
        return self.shape in {TrayShape.LINE, TrayShape.WIDE_LINE}


_SLIM, _SLIM_SIGN, _ASKING = 52, 20, 62
_SAYS, _WHY, _TIGHT, _LINES = 12.5, 11, 1.06, 4
"""The sizes of what is owed and of why, how close their lines are where room is small, and how many
of both have room there.
"""
_LINES_IN_COLUMN = 3
"""So many lines say what is owed in a slim column, so that the tick below them shows."""
_BESIDE_WORDS = 126
"""What margins and the two small buttons take of a line, in dp."""
_EMPTY, _TICKED = ft.Icons.CHECK_BOX_OUTLINE_BLANK, ft.Icons.CHECK_BOX
_PILL, _AROUND_PILL, _BESIDE_PILLS, _SIGN = 15, 32, 66, 25
"""The size of a button's words, what stands around them, what else takes room in a wide line, and
a sign before the words, in dp.
"""


def owed_fine(session: Session, fine: OwedFine, place: TrayPlace, width: float) -> ft.Control:
    """What somebody owes: a tap on the words leads to the verdict, and the tick ends it."""
    words = _why(session, fine, place, width)
    match place.shape:
        case TrayShape.LINE:
            inside: ft.Control = ft.Row([words, *_slim(session, fine)], spacing=2)
        case TrayShape.WIDE_LINE:
            inside = ft.Row([words, *_buttons(session, fine)], spacing=8)
        case TrayShape.COLUMN:
            row = ft.Row(_slim(session, fine), spacing=2)
            inside = ft.Column([words, row, _reason(fine)], spacing=2, tight=True)
        case TrayShape.STACK:
            row = ft.Row(_buttons(session, fine), spacing=8, run_spacing=8, wrap=True)
            inside = ft.Column([words, row], spacing=8, tight=True)
    sides = 4 if place.shape is TrayShape.COLUMN else 6
    return ft.Container(
        inside,
        bgcolor=Tone.IVORY,
        border_radius=14,
        width=width,
        height=place.height if place.in_line else None,
        padding=ft.Padding.symmetric(horizontal=sides, vertical=0 if place.height else 6),
        key=f"owed-{fine.turn}",
    )


def fine_width(session: Session, fine: OwedFine, place: TrayPlace) -> float:
    """How much room its words need in one line each, and all its buttons; in a narrow line it takes
    what there is.
    """
    if place.shape is not TrayShape.WIDE_LINE:
        return place.width
    scale, grow = session.shown.room.text_scale, place.grow
    says = (text_width(one, _SAYS * grow, TEXT.semibold, scale) for one in fine.could_say)
    why = text_width(fine.longest_why, _WHY * grow, TEXT.regular, scale)
    return ceil(max(*says, why) + _beside_words(session, fine, place)) + 1


def _why(session: Session, fine: OwedFine, place: TrayPlace, width: float) -> ft.Control:
    """The words, which lead to the verdict."""
    whole, slim = place.shape is TrayShape.STACK, place.shape is TrayShape.COLUMN
    sign = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=16, color=Tone.SPADES)
    column = ft.Column(_lines(session, fine, place, width), spacing=0, tight=True, expand=True)
    strut = ft.Container(width=0, height=LEAST)
    return touchable(
        ft.Row([strut, column, *([] if place.shape is TrayShape.LINE else [sign])], spacing=2),
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


def _lines(session: Session, fine: OwedFine, place: TrayPlace, width: float) -> list[ft.Control]:
    """What is owed, and why. In a line the two share the room; in a column the reason stands below
    the buttons.
    """
    ink, bold, grow = Tone.SPADES, TEXT.semibold, place.grow
    shown = sums_whole(fine.says)
    if place.shape in {TrayShape.COLUMN, TrayShape.STACK}:
        slim = place.shape is TrayShape.COLUMN
        most = _LINES_IN_COLUMN if slim else None
        says = text(shown, size=13.5 * grow, tone=ink, face=bold, lines=most, leading=1.15)
        why = text(fine.why, size=11.5 * grow, tone=ink, leading=1.2)
        return [says] if slim else [says, why]
    free = width - _beside_words(session, fine, place)
    scale = session.shown.room.text_scale
    first = 1 if text_width(shown, _SAYS * grow, bold, scale) <= free else 2
    return [
        text(shown, size=_SAYS * grow, tone=ink, face=bold, lines=first, leading=_TIGHT),
        text(fine.why, size=_WHY * grow, tone=ink, lines=_LINES - first, leading=_TIGHT),
    ]


def _beside_words(session: Session, fine: OwedFine, place: TrayPlace) -> float:
    """What margins and buttons take of a line, in dp."""
    if place.shape is TrayShape.LINE:
        return _BESIDE_WORDS + (_ASKING - _SLIM if fine.awaited else 0)
    say, scale = session.words.say, session.shown.room.text_scale
    ticks = fine.can_tick or fine.ticked
    last = say("Paid") if ticks else fine.awaited.asks if fine.awaited else ""
    pills = [say("Let it go"), say("Entered wrongly?"), last]
    words = sum(text_width(words, _PILL, TEXT.semibold, scale) for words in pills)
    return words + len(pills) * _AROUND_PILL + _BESIDE_PILLS + _SIGN


def _reason(fine: OwedFine) -> ft.Control:
    """Why it is owed, below all else; the words above say it, too."""
    why = text(fine.why, size=_WHY, tone=Tone.SPADES, leading=1.2, silent=True)
    return ft.Container(why, padding=ft.Padding.only(left=4, right=4, bottom=6))


def _slim(session: Session, fine: OwedFine) -> list[ft.Control]:
    """Where room is small: the tick, or else the question that it waits for, and the way to all
    else. What is closed keeps its place, and a tap takes it back.
    """
    say, turn = session.words.say, fine.turn
    first: list[ft.Control] = []
    if fine.let_go:
        back = let_go(session, fine)
        first = [_small(say("Let go"), _TICKED, back, f"waive-{turn}", fine.waive_label, done=True)]
    elif fine.can_tick or fine.ticked:
        sign, paid, done = _TICKED if fine.ticked else _EMPTY, tick(session, fine), fine.ticked
        first = [_small(say("Paid"), sign, paid, f"paid-{turn}", fine.paid_label, done=done)]
    elif fine.awaited:
        ask, awaited = opens(session, of_awaited(fine)), fine.awaited
        first = [_small(awaited.asks, None, ask, f"holds-{turn}", awaited.label)]
    return [*first, _more(session, fine)]


def _small(
    words: str,
    sign: ft.IconData | None,
    on_tap: Tap,
    identifier: str,
    label: str,
    *,
    done: bool | None = None,
) -> ft.Control:
    """A sign over a word, or a few words without one; quieter once what it says is done."""
    ground, ink = (Tone.QUIET, Tone.INK) if done else (Tone.BRASS, Tone.ON_BRASS)
    shown = ft.Column(
        [
            *([ft.Icon(sign, size=_SLIM_SIGN, color=ink)] if sign else []),
            text(
                words,
                size=11,
                tone=ink,
                face=TEXT.semibold,
                lines=1 if sign else 3,
                leading=1.1,
                align=ft.TextAlign.CENTER,
            ),
        ],
        spacing=0,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return touchable(
        shown,
        on_tap,
        identifier=identifier,
        label=label,
        bgcolor=ground,
        width=_SLIM if sign else _ASKING,
        height=LEAST,
        checked=done,
        ink=ink,
    )


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
    """All that can be done about the fine, where there is room for it: what is done keeps its
    place.
    """
    say, turn = session.words.say, fine.turn
    waive = None if fine.ticked else let_go(session, fine)
    waived = _TICKED if fine.let_go else ft.Icons.MONEY_OFF
    wrong = session.tap(session.open, "turns")
    best: list[ft.Control] = []
    if fine.can_tick or fine.ticked:
        paid = None if fine.let_go else tick(session, fine)
        box = _TICKED if fine.ticked else _EMPTY
        best = [_pill(say("Paid"), paid, f"paid-{turn}", fine.paid_label, box, done=fine.ticked)]
    elif fine.awaited and not fine.let_go:
        ask, awaited = opens(session, of_awaited(fine)), fine.awaited
        sign = ft.Icons.HELP_OUTLINE
        best = [_pill(awaited.asks, ask, f"holds-{turn}", awaited.label, sign)]
    return [
        _pill(say("Let it go"), waive, f"waive-{turn}", fine.waive_label, waived, done=fine.let_go),
        _pill(say("Entered wrongly?"), wrong, f"wrong-{turn}", fine.wrong_label),
        *best,
    ]


def _pill(
    words: str,
    on_tap: Tap | None,
    identifier: str,
    label: str,
    sign: ft.IconData | None = None,
    *,
    done: bool | None = None,
) -> ft.Control:
    """A button as wide as its words; what is meant to be tapped is bright."""
    meant = on_tap is not None and sign in {_EMPTY, ft.Icons.HELP_OUTLINE}
    ground, full = (Tone.BRASS, Tone.ON_BRASS) if meant else (Tone.QUIET, Tone.INK)
    ink = full if on_tap else ft.Colors.with_opacity(0.4, full)
    icon = [ft.Icon(sign, size=19, color=ink)] if sign else []
    said = text(words, size=_PILL, tone=ink, face=TEXT.semibold, leading=1.2)
    return touchable(
        min_height(ft.Row([*icon, said], spacing=6, tight=True)),
        on_tap,
        identifier=identifier,
        label=label,
        bgcolor=ground,
        padding=ft.Padding.symmetric(horizontal=12),
        height=None,
        align=None,
        checked=done,
        ink=full,
    )
