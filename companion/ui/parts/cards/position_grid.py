"""All 52 cards on felt, to say where each lies: suits as columns on a phone, as rows elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.core.cards import Card
from companion.core.judging.referee import Situation
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.board import RANKS, SUITS
from companion.ui.parts.cards.card_face import (
    SUIT_SIGNS,
    CardSize,
    card_face,
    card_label,
    card_outline,
)
from companion.ui.session import Session
from companion.views.at_table.referee import Spot, SpotRow, SpotState

GAP, PAD = 4, 10
_UPRIGHT = 1.42
_EDGE, _INSET = 3, 1.5
"""In columns, what is free above and below all cards, and of each card's target, in dp: what can be
touched has no gaps there, so that all thirteen ranks have room on a phone.
"""
ROWS_FROM = RANKS * LEAST + (RANKS - 1) * GAP + 2 * PAD
"""How much room the suits need to lie as rows, in dp."""


@dataclass(eq=False)
class PositionTaps:
    """What taps on the cards do; one object while the position changes, so that no card is drawn
    again for it.
    """

    session: Session
    change: Callable[[Callable[[Situation], Situation]], None]

    async def lay(self, card: Card) -> None:
        """The run of the card's suit ends there now."""
        self.change(lambda position: position.with_laid(card))

    async def hold(self, card: Card) -> None:
        """The card goes into the hand, or out of it."""
        self.change(lambda position: position.with_held(card))


@dataclass(frozen=True, slots=True)
class GridPlan:
    """How large a card's target is, and whether the suits lie as rows."""

    card: CardSize
    as_rows: bool

    @property
    def face(self) -> CardSize:
        """How large a card is drawn."""
        low = 0 if self.as_rows else 2 * _INSET
        return CardSize(self.card.width, self.card.height - low)


def grid_plan(width: float, highest: float) -> GridPlan:
    """The plan for a grid of that width; cards in rows grow no higher than `highest`."""
    as_rows = width >= ROWS_FROM
    across = RANKS if as_rows else SUITS
    wide = (width - 2 * PAD - (across - 1) * GAP) / across
    return GridPlan(CardSize(wide, min(wide * _UPRIGHT, highest) if as_rows else LEAST), as_rows)


def position_grid(
    taps: PositionTaps,
    rows: Sequence[SpotRow],
    plan: GridPlan,
    *,
    holding: bool,
    low_right: bool,
) -> ft.Control:
    """The cards; a tap lays them on the table, or with `holding` puts them in the hand."""

    def cells(spots: Sequence[Spot]) -> list[ft.Control]:
        return [
            keyed(spot.face.code, CardTarget, taps, spot, plan, holding=holding) for spot in spots
        ]

    top = ft.CrossAxisAlignment.START
    step = -1 if low_right or not plan.as_rows else 1
    line, gap = (ft.Row, GAP) if plan.as_rows else (ft.Column, 0)
    lines: list[ft.Control] = [
        line(cells(row.spots[::step]), spacing=gap, key=row.suit) for row in rows
    ]
    laid = (
        ft.Column(lines, spacing=GAP, tight=True)
        if plan.as_rows
        else ft.Row(lines, spacing=GAP, vertical_alignment=top)
    )
    return ft.Container(
        laid,
        padding=ft.Padding.symmetric(horizontal=PAD, vertical=PAD if plan.as_rows else _EDGE),
        border_radius=20,
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.2),
    )


@ft.component
@boundary
def CardTarget(taps: PositionTaps, spot: Spot, plan: GridPlan, *, holding: bool) -> ft.Control:
    """A card where it lies, to be tapped."""
    change = taps.hold if holding else taps.lay
    size = plan.card
    return touchable(
        _drawn(spot, plan.face),
        taps.session.tap(change, spot.card),
        identifier=f"referee-{spot.face.code}",
        label=spot.hold_says if holding else spot.lay_says,
        selected=spot.state in {SpotState.LAID, SpotState.HELD, SpotState.COULD},
        radius=size.radius,
        width=size.width,
        height=size.height,
        ink=Tone.BRASS,
    )


def _drawn(spot: Spot, size: CardSize) -> ft.Control:
    match spot.state:
        case SpotState.LAID:
            return card_face(spot.face, size)
        case SpotState.PLAYABLE:
            return card_outline(spot.face, size)
        case SpotState.HELD | SpotState.COULD:
            return _in_hand(spot, size)
        case SpotState.FREE:
            return _free(spot, size)


def _in_hand(spot: Spot, size: CardSize) -> ft.Control:
    """A card with a hand on it; the rim is red if it could be played."""
    could = spot.state is SpotState.COULD
    hand = ft.Icon(ft.Icons.BACK_HAND, size=13, color=Tone.SPADES)
    return ft.Stack(
        [
            card_face(spot.face, size, newest=not could, marked=could),
            ft.Container(hand, right=5, top=5),
        ],
        width=size.width,
        height=size.height,
    )


def _free(spot: Spot, size: CardSize) -> ft.Control:
    sign = f"{spot.face.rank}{SUIT_SIGNS[spot.face.suit]}"
    return ft.Container(
        card_label(sign, size, 15, TEXT.medium),
        width=size.width,
        height=size.height,
        border_radius=size.radius,
        border=ft.Border.all(1, ft.Colors.with_opacity(0.7, Tone.SLOT)),
    )
