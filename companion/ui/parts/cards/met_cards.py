"""Cards that could be played, each with who held it and how that is known."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT, text_width, widest_word
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import balanced_columns
from companion.ui.parts.basics.text import text
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.views.at_table.met import MetCard

_GAP, _NARROWEST, _BROADEST = 6, 40, 56
_BENEATH = 12
"""The size of who held a card and how that is known, in dp."""


def met_cards(met: Sequence[MetCard], width: float, scale: float = 1) -> ft.Control:
    """The cards in rows as even as can be, for a single one in the last row looks forgotten."""
    count = max(1, len(met))
    names = widest_word([card.who for card in met], _BENEATH, TEXT.semibold, scale)
    known = [text_width(card.known, _BENEATH, scale=scale) for card in met]
    widest = max([names, *known])
    most = max(1, int((width + _GAP) // (max(_NARROWEST, widest) + _GAP)))
    across = balanced_columns(count, most)
    cell = min(_BROADEST, (width + _GAP) / across - _GAP)
    size = CardSize(cell, round(cell * 1.4))
    cells = [_card(card, size, max(size.width, widest)) for card in met]
    rows = [cells[place : place + across] for place in range(0, count, across)]
    return ft.Column(
        [ft.Row(row, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START) for row in rows],
        spacing=10,
        tight=True,
    )


def _card(card: MetCard, size: CardSize, width: float) -> ft.Control:
    """A card that could be played; beneath it who held it, and how that is known."""
    face = card_face(card.face, size, marked=card.held, on_paper=True)
    tone, centre = Tone.LOSS if card.held else Tone.MUTED, ft.TextAlign.CENTER
    shown = ft.Column(
        [
            ft.Container(face, opacity=0.5 if card.elsewhere else 1),
            text(card.who, size=_BENEATH, tone=tone, face=TEXT.semibold, align=centre),
            text(card.known, size=_BENEATH, tone=tone, align=centre),
        ],
        spacing=2,
        tight=True,
        width=width,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Semantics(
        content=shown,
        exclude_semantics=True,
        label=card.says,
        identifier=f"card-{card.face.code}",
        container=True,
        key=card.face.code,
    )
