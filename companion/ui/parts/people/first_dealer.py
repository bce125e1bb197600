"""Who deals: one of the players by a tap, or at first whoever cuts the highest card."""

from __future__ import annotations

from random import SystemRandom

import flet as ft

from companion.ui.looks.fonts import TEXT, widest_word
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.cards.card_face import CardSize, card_face
from companion.ui.parts.people.avatars import player_pill
from companion.ui.parts.people.seating import Seating
from companion.ui.routes.screens import Room
from companion.views.at_table.cards import Face
from companion.views.setting_up.seats import DealerLine, SeatsView

CHANCE = SystemRandom()
"""What the cut draws from."""

_DRAWN = CardSize(44, 62)
_LEAST_WIDE, _NAME_SIZE = 68, 13
"""The least room for a name below a card, and the size of the name, in dp."""


def first_dealer(seating: Seating, view: SeatsView, room: Room) -> list[ft.Control]:
    """The panel, once there is somebody to choose from."""
    if not view.dealers:
        return []
    people = [_person(seating, dealer) for dealer in view.dealers]
    body: list[ft.Control] = [ft.Row(people, spacing=6, run_spacing=4, wrap=True)]
    scale = room.text_scale
    widest = widest_word((dealer.name for dealer in view.dealers), _NAME_SIZE, scale=scale)
    width = max(_LEAST_WIDE * scale, widest)
    drawn = [_drawn(dealer, dealer.drawn, width) for dealer in view.dealers if dealer.drawn]
    if drawn:
        top = ft.CrossAxisAlignment.START
        row = ft.Row(drawn, spacing=8, run_spacing=8, wrap=True, vertical_alignment=top)
        body.append(row)
    if view.dealer_says:
        said = text(view.dealer_says, face=TEXT.medium)
        body.append(named("cut-says", said, live=True))
    if view.can_cut:
        body.append(_cut_button(seating, again=bool(drawn)))
    return [panel(body, title=view.dealer_title, key="first-dealer")]


def _cut_button(seating: Seating, *, again: bool) -> ft.Control:
    say = seating.session.words.say
    return button(
        say("Cut again") if again else say("Cut: the highest card deals"),
        seating.on_tap(lambda draft: draft.cut(CHANCE)),
        identifier="dealer-cut",
        look=SECONDARY,
        icon=ft.Icons.SHUFFLE,
        height=48,
    )


def _person(seating: Seating, dealer: DealerLine) -> ft.Control:
    return player_pill(
        dealer.name,
        dealer.initial,
        dealer.tint,
        seating.on_tap(lambda draft: draft.dealt_by(dealer.key)),
        identifier=f"dealer-{dealer.handle}",
        selected=dealer.chosen,
    )


def _drawn(dealer: DealerLine, card: Face, width: float) -> ft.Control:
    """The card that a player drew, with the name below."""
    name = text(dealer.name, size=_NAME_SIZE, align=ft.TextAlign.CENTER)
    below = ft.Container(name, width=width, alignment=ft.Alignment.CENTER)
    return ft.Column(
        [card_face(card, _DRAWN, newest=dealer.chosen), below],
        spacing=4,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        key=f"drawn-{dealer.key}",
    )
