"""The verdict of a pass, in one glance: legal or not, how we know, what it costs, who decides."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.core.events import Charged, Event, Waived
from companion.desk.commands import record
from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.columns import balanced_columns
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice
from companion.ui.parts.basics.paper_sheet import WIDEST, sheet_page
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.text_scale import title_size
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.screens import Room
from companion.ui.session import Session
from companion.ui.text_width import text_width
from companion.ui.theme import Tone
from companion.views.at_table.verdict import FineLine, MetCard, VerdictView

_GAP, _NARROWEST, _BROADEST = 6, 40, 56
_WHAT = 118
_HELD, _HAND = 12, 13
"""The size of the remark that a card was held, and the sign before it, in dp."""
_WHO, _LONG = 15, 180
"""The size of who pays whom, and how wide that may be beside what it is for, in dp."""


@dataclass(frozen=True, slots=True)
class _Look:
    """How a verdict looks: its ground, its title's tone, its disc and the sign on it."""

    ground: ft.Colors
    title: ft.Colors
    disc: ft.Colors
    sign: ft.IconData


_LOOKS = {
    "illegal": _Look(Tone.WARNING, Tone.ON_WARNING, Tone.DANGER, ft.Icons.CLOSE),
    "legal": _Look(Tone.QUIET, Tone.HEADING, Tone.ACTION, ft.Icons.CHECK),
    "open": _Look(Tone.QUIET, Tone.INK, Tone.MUTED, ft.Icons.QUESTION_MARK),
}


@ft.component
@boundary
def VerdictPage(
    session: Session, view: VerdictView, room: Room, refusal: str, *, cards: str
) -> ft.Control:
    """The whole screen; `cards` is the path to the round's cards left."""
    body: list[ft.Control] = [
        *refusals(session, refusal),
        _headline(view, room),
        text(view.asks, size=16),
        _met(session, view, room),
        text(" ".join(view.because), size=16),
        *_fines(view, room),
        *_remarks(view),
        text(view.rule, size=13, tone=Tone.MUTED),
    ]
    say = session.words.say
    return sheet_page(
        say("Verdict"),
        body,
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        actions=_actions(session, view, cards),
    )


def _headline(view: VerdictView, room: Room) -> ft.Control:
    look = _LOOKS[view.verdict]
    disc = ft.Container(
        ft.Icon(look.sign, size=24, color=Tone.PAPER if view.verdict == "open" else Tone.ON_ACTION),
        width=44,
        height=44,
        border_radius=22,
        bgcolor=look.disc,
        alignment=ft.Alignment.CENTER,
    )
    words = ft.Column(
        [
            heading(view.title, size=title_size(22, room), tone=look.title),
            text(view.subtitle, size=14, tone=look.title),
        ],
        spacing=1,
        tight=True,
        expand=None if room.large_text else True,
    )
    said = text(view.mark, size=13, tone=look.title, face=TEXT.semibold)
    mark = named(f"verdict-{view.turn}", said)
    return ft.Container(
        ft.Column([ft.Row([disc, mark], spacing=14), words], spacing=8, tight=True)
        if room.large_text
        else ft.Row([disc, words, mark], spacing=14),
        bgcolor=look.ground,
        border_radius=20,
        padding=ft.Padding.symmetric(horizontal=16, vertical=14),
    )


def _met(session: Session, view: VerdictView, room: Room) -> ft.Control:
    """The cards in rows as even as can be, for a single one in the last row looks forgotten."""
    width, count = min(room.width, WIDEST) - 40, max(1, len(view.met))
    held = any(card.held for card in view.met)
    said = session.words.say("held") if held else ""
    narrowest = max(_NARROWEST, text_width(said, _HELD, TEXT.semibold, room.text_scale) + _HAND)
    most = max(1, int((width + _GAP) // (narrowest + _GAP)))
    across = balanced_columns(count, most)
    size = min(_BROADEST, (width + _GAP) // across - _GAP)
    cells = [
        _card(session, card, CardSize(size, round(size * 1.4)), faded=held and not card.held)
        for card in view.met
    ]
    rows = [cells[place : place + across] for place in range(0, count, across)]
    return ft.Column(
        [ft.Row(row, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START) for row in rows],
        spacing=10,
        tight=True,
    )


def _card(session: Session, card: MetCard, size: CardSize, *, faded: bool) -> ft.Control:
    """A card that could be played; the one that was held says so beneath."""
    face = ft.Container(card_face(card.face, size, marked=card.held), opacity=0.5 if faded else 1)
    held = ft.Row(
        [
            ft.Icon(ft.Icons.BACK_HAND_OUTLINED, size=11, color=Tone.LOSS),
            text(session.words.say("held"), size=_HELD, tone=Tone.LOSS, face=TEXT.semibold),
        ],
        spacing=2,
        tight=True,
    )
    shown = ft.Column(
        [face, *([held] if card.held else [])],
        spacing=4,
        tight=True,
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


def _fines(view: VerdictView, room: Room) -> list[ft.Control]:
    """What it costs, line by line; in grey where the table let it go."""
    if not view.fines:
        return []
    ink = Tone.MUTED if view.waived else Tone.INK
    total = ft.Container(
        ft.Row(
            [
                text(view.total_says, size=16, face=TEXT.semibold, tone=ink, expand=True),
                named("fine", text(str(view.total), size=18, face=TEXT.bold, tone=ink)),
            ]
        ),
        padding=ft.Padding.symmetric(vertical=12),
    )
    stacked = room.large_text or any(text_width(line.who, _WHO) > _LONG for line in view.fines)
    lines = [_fine(line, ink, stacked=stacked) for line in view.fines]
    return [ft.Column([*lines, total], spacing=0)]


def _fine(line: FineLine, ink: ft.Colors, *, stacked: bool) -> ft.Control:
    what, who = text(line.what, tone=ink), text(line.who, tone=Tone.MUTED if stacked else ink)
    words = (
        ft.Column([what, who], spacing=1, tight=True, expand=True)
        if stacked
        else ft.Row([ft.Container(what, width=_WHAT), ft.Container(who, expand=True)], expand=True)
    )
    chips = text(str(line.chips), size=16, face=TEXT.bold, tone=ink)
    return ft.Container(
        ft.Row([words, chips], spacing=10),
        padding=ft.Padding.symmetric(vertical=10),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
    )


def _remarks(view: VerdictView) -> list[ft.Control]:
    lines = (("pending", view.pending), ("remark", view.remark), ("waived", view.waived_says))
    return [notice(words, identifier=name, look=REMARK, key=name) for name, words in lines if words]


def _actions(session: Session, view: VerdictView, cards: str) -> list[ft.Control]:
    say, turn = session.words.say, view.turn
    done = button(
        say("Done"), session.tap(session.back), identifier="done", look=SECONDARY, expand=True
    )
    if view.can_rule and view.waived:
        act = session.tap(_rule, session, Charged(turn), view.number)
        return [button(say("Charge it"), act, identifier=f"charge-{turn}", expand=True), done]
    if view.can_rule:
        act = session.tap(_rule, session, Waived(turn), view.number)
        let_go = button(
            say("Let it go"), act, identifier=f"waive-{turn}", look=SECONDARY, expand=True
        )
        return [
            button(say("Done"), session.tap(session.back), identifier="done", expand=True),
            let_go,
        ]
    if view.can_reveal:
        reveal = session.tap(session.go, cards)
        return [button(say("Show the cards left"), reveal, identifier="reveal", expand=True)]
    return [done]


async def _rule(session: Session, ruled: Event, number: int) -> None:
    """The table decides about the fine, in that round."""
    await session.ask(record(ruled, number))
