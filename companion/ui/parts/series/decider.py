"""The question that decides a pass: a card, and who held it, in one tap."""

from __future__ import annotations

import flet as ft

from companion.core.rounds.events import Seat
from companion.desk.commands import reveal
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.text import named, silent, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.parts.table.player_tiles import PlayerTile, player_tiles
from companion.ui.session import Session
from companion.views.at_table.answered import AnswerResult
from companion.views.at_table.deciding import Decider, MayHold

_CARD = CardSize(44, 62)


def decider_question(
    session: Session, asked: Decider, width: float, scale: float = 1
) -> ft.Control:
    """The card, why it is asked for, and the players who may have held it."""
    lines = [
        named("asks", text(asked.asks, size=17, face=TEXT.semibold), live=True),
        text(asked.why, size=14, tone=Tone.MUTED),
        *([text(asked.further, size=13, tone=Tone.MUTED)] if asked.further else []),
    ]
    words = ft.Column(lines, spacing=2, tight=True, expand=True)
    shown = ft.Row([silent(card_face(asked.face, _CARD, on_paper=True)), words], spacing=14)
    tiles = [_tile(session, asked, may) for may in asked.holders]
    return stretched([shown, player_tiles(tiles, width, scale)], spacing=12)


def answer_told(session: Session, answer: AnswerResult | None) -> list[ft.Control]:
    """What came of the last answer, and the way to the verdict that it decided."""
    if answer is None:
        return []
    says = text(answer.says, size=15, face=TEXT.medium, leading=1.3, expand=True)
    padding = ft.Padding.symmetric(horizontal=14, vertical=8)
    if not answer.turn:
        row = ft.Container(ft.Row([says]), bgcolor=Tone.QUIET, border_radius=14, padding=padding)
        return [named("answer", row, live=True)]
    strut = ft.Container(width=0, height=LEAST - 16)
    more = ft.Icon(ft.Icons.CHEVRON_RIGHT, size=20, color=Tone.INK)
    way = touchable(
        ft.Row([strut, says, more], spacing=6),
        session.tap(session.open, f"verdict/{answer.turn}"),
        identifier="answer-verdict",
        label=f"{answer.says} {answer.look_says}",
        radius=14,
        bgcolor=Tone.QUIET,
        padding=padding,
        height=None,
    )
    return [named("answer", way, live=True)]


def _tile(session: Session, asked: Decider, may: MayHold) -> PlayerTile:
    return PlayerTile(
        may.player,
        may.note,
        may.says,
        f"reveal-to-{may.player.handle}",
        session.tap(_give, session, asked, may.seat),
        lit=True,
    )


async def _give(session: Session, asked: Decider, seat: Seat) -> None:
    """The player held it. A finger that bounces must not answer for the next card as well."""
    await session.lay(reveal(seat, asked.card, asked.number), f"held-{seat}")
