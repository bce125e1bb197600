"""The rules name an opening card: who holds it? One tap answers, and lays it."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.desk.commands import lead
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.looks.fonts import TEXT, widest_word
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import in_rows
from companion.ui.parts.basics.text import silent, text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.parts.people.avatars import avatar
from companion.ui.session import Session
from companion.views.at_table.table import LeadQuestion, SeatView

_ANSWER, _LINE = 50, 1.5
_GAP, _ROOMY = 6.0, 190
_NAME_SIZE, _BESIDE_NAME = 14.5, 60
"""The size of a name, and what stands beside it in its button, in dp."""

_CARD = CardSize(48, 66)


def lead_question(
    session: Session,
    lead: LeadQuestion,
    seats: Sequence[SeatView],
    measures: tuple[float, float],
    *,
    low: bool,
) -> ft.Control:
    """The card, unless room is low, the question, and a button per player; the measures are the
    width and the scale of text.
    """
    width, scale = measures
    columns = _columns(seats, width, scale)
    share = (width - (columns - 1) * _GAP) / columns
    cells = [keyed(seat.handle, LeadAnswer, session, seat, share) for seat in seats]
    middle = ft.MainAxisAlignment.CENTER
    answers: list[ft.Control] = [
        ft.Row(row, spacing=_GAP, alignment=middle, key=f"answers-{number}")
        for number, row in enumerate(in_rows(cells, columns))
    ]
    return ft.Column(
        [_asked(lead, low=low), ft.Container(height=4), *answers],
        spacing=_GAP,
        scroll=ft.ScrollMode.AUTO,
        alignment=middle,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        expand=True,
    )


def _columns(seats: Sequence[SeatView], width: float, scale: float) -> int:
    """How many buttons stand beside each other, with no word of a name broken."""
    names = (seat.name for seat in seats)
    needed = widest_word(names, _NAME_SIZE, TEXT.semibold, scale) + _BESIDE_NAME
    fit = max(1, int((width + _GAP) // (needed + _GAP)))
    return min(fit, max(2, min(len(seats), int((width + _GAP) // _ROOMY))))


def _asked(lead: LeadQuestion, *, low: bool) -> ft.Control:
    card = silent(card_face(lead.card, _CARD))
    words = text(lead.asks, size=19, tone=Tone.ON_FELT, face=TEXT.heading)
    return ft.Row(
        [words] if low else [card, words], spacing=16, alignment=ft.MainAxisAlignment.CENTER
    )


@ft.component
@boundary
def LeadAnswer(session: Session, seat: SeatView, width: float) -> ft.Control:
    """A player who may hold the card."""
    name = text(
        seat.name,
        size=_NAME_SIZE,
        tone=Tone.ON_FELT,
        face=TEXT.semibold,
        leading=1.15,
        expand=True,
    )
    row = ft.Row([avatar(seat.initial, seat.tint, size=28), name], spacing=8)
    who = ft.Container(row, padding=ft.Padding.symmetric(vertical=4))
    return touchable(
        min_height(who, _ANSWER - 2 * _LINE),
        session.tap(session.lay, lead(seat.handle), "lead"),
        identifier=f"lead-{seat.handle}",
        radius=16,
        bgcolor=Tone.PILL,
        border=ft.Border.all(_LINE, Tone.BRASS),
        padding=ft.Padding.symmetric(horizontal=10),
        width=width,
        height=None,
        align=None,
        ripples=False,
    )
