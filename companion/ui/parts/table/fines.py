"""Fines in the tray, and the taps on them."""

from dataclasses import KW_ONLY, dataclass

import flet as ft

from companion.core.rounds.setup import Charged, FinePaid, Waived
from companion.desk.commands import record
from companion.ui.looks import TEXT, Tone, widest_word
from companion.ui.parts.basics.text import keep_sums_together, text
from companion.ui.parts.basics.touch import LEAST, Tap, strut, touchable
from companion.ui.parts.table.menus import of_awaited, of_fine, opens
from companion.ui.session import Session
from companion.views.at_table.tray import OwedFine


def tick(session: Session, fine: OwedFine) -> Tap:
    """Return a handler that ticks the fine off, or takes the tick back."""
    return session.tap(_change, session, fine, FinePaid(fine.turn), f"paid-{fine.turn}")


def let_go(session: Session, fine: OwedFine) -> Tap:
    """Return a handler that lets the fine go, or takes that back."""
    return session.tap(_change, session, fine, Waived(fine.turn), f"waive-{fine.turn}")


async def _change(session: Session, fine: OwedFine, event: FinePaid | Waived, place: str) -> None:
    """Record the event, or the charge that takes it back.

    An undo would take back the newest step, which may come from another tap.
    """
    meant = Charged(fine.turn) if fine.closed else event
    await session.lay(record(meant, fine.number), place)


@dataclass(frozen=True, slots=True)
class TrayPlace:
    """The shape of the tray: a strip below the layout, or else a column, `width` dp wide.

    A tray that does not scroll is as high as it needs. Its text is `grow` times its usual size.
    """

    in_strip: bool
    width: float
    scale: float
    grow: float
    _: KW_ONLY
    scrolls: bool


_SLIM, _SLIM_SIGN, _ASKING = 52, 20, 62
_SAYS, _WHY, _TIGHT = 12.5, 11, 1.06
_BESIDE_OWED = 10 + 2 * 4 + 2 * 4 + 2
"""The width of the scroll bar, margins and gaps beside the words of a fine, in dp."""
_EMPTY, _TICKED = ft.Icons.CHECK_BOX_OUTLINE_BLANK, ft.Icons.CHECK_BOX


def owed_fine(session: Session, fine: OwedFine, place: TrayPlace) -> ft.Control:
    """Draw a fine: a tap on the words opens the verdict, and the tick settles the fine.

    In a column the tick is beside the words, so that both show, and the reason below them.
    """
    ink, grow, scale = Tone.SPADES, place.grow, place.scale
    first, more = _first(session, fine, scale), _more(session, fine)
    if place.in_strip:
        why = text(fine.why, size=_WHY * grow, tone=ink, leading=_TIGHT)
        says = text(
            keep_sums_together(fine.says),
            size=_SAYS * grow,
            tone=ink,
            face=TEXT.semibold,
            leading=_TIGHT,
        )
        inside: ft.Control = ft.Row(
            [_verdict_link(session, fine, [says, why]), *first, more], spacing=2
        )
    else:
        why = text(fine.why, size=_WHY * grow, tone=ink, leading=_TIGHT, silent=True, expand=True)
        # Beside the tick a long name has less room than its width at the usual size.
        free = place.width - _BESIDE_OWED - _ASKING * scale
        widest = widest_word([fine.says], _SAYS, TEXT.semibold, scale) + 1
        size = min(_SAYS, _SAYS * free / widest)
        says = text(fine.says, size=size, tone=ink, face=TEXT.semibold, leading=_TIGHT)
        owed = ft.Row([_verdict_link(session, fine, [says]), *first], spacing=2)
        inside = ft.Column([owed, ft.Row([why, more], spacing=2)], spacing=0, tight=True)
    sides = 6 if place.in_strip else 4
    return ft.Container(
        inside,
        bgcolor=Tone.IVORY,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=sides),
        key=f"owed-{fine.turn}",
    )


def _verdict_link(session: Session, fine: OwedFine, lines: list[ft.Control]) -> ft.Control:
    """Draw the words, which open the verdict; only a new fine is announced."""
    return touchable(
        ft.Row([strut(), ft.Column(lines, spacing=0, tight=True, expand=True)], spacing=0),
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


@dataclass(frozen=True, slots=True)
class _ButtonProps:
    """The button of a fine; `done` is None if a tap opens a question."""

    words: str
    sign: ft.IconData | None
    on_tap: Tap
    identifier: str
    label: str
    done: bool | None = None


def _first(session: Session, fine: OwedFine, scale: float) -> list[ft.Control]:
    """Build the tick, or else the question that the fine waits for.

    A closed fine keeps its tick, and a tap takes the tick back.
    """
    say, turn = session.words.say, fine.turn
    if fine.let_go:
        back, label = let_go(session, fine), fine.waive_label
        button = _ButtonProps(say("Let go"), _TICKED, back, f"waive-{turn}", label, done=True)
    elif fine.can_tick or fine.ticked:
        sign, ticks = _TICKED if fine.ticked else _EMPTY, tick(session, fine)
        label, done = fine.paid_label, fine.ticked
        button = _ButtonProps(say("Paid"), sign, ticks, f"paid-{turn}", label, done)
    elif fine.awaited:
        ask, awaited = opens(session, of_awaited(fine)), fine.awaited
        button = _ButtonProps(awaited.asks, None, ask, f"holds-{turn}", awaited.label)
    else:
        return []
    return [_button(button, scale)]


def _button(button: _ButtonProps, scale: float) -> ft.Control:
    """Draw a sign over a word, or a few words without a sign, in quieter colours once done."""
    ground, ink = (Tone.QUIET, Tone.INK) if button.done else (Tone.BRASS, Tone.ON_BRASS)
    words = text(
        button.words,
        size=11,
        tone=ink,
        face=TEXT.semibold,
        lines=1 if button.sign else 3,
        leading=1.1,
        align=ft.TextAlign.CENTER,
    )
    shown = ft.Column(
        [*([ft.Icon(button.sign, size=_SLIM_SIGN, color=ink)] if button.sign else []), words],
        spacing=0,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return touchable(
        shown,
        button.on_tap,
        identifier=button.identifier,
        label=button.label,
        bgcolor=ground,
        width=round((_SLIM if button.sign else _ASKING) * scale),
        height=round(LEAST * scale),
        checked=button.done,
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
