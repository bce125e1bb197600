"""Seats, dealer, cards dealt and rules of a round that was dealt already."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.people.first_dealer import first_dealer
from companion.ui.parts.people.hand_sizes import hand_sizes
from companion.ui.parts.people.players import players_panel
from companion.ui.parts.people.seating import Seating
from companion.ui.parts.rules.rule_choices import preset_choice, rule_groups
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.setting_up.repaired_seats import RepairedSeats


@dataclass(frozen=True, slots=True)
class Unfolded:
    """Which of the panels shows all that can be changed, and what folds them."""

    hands: bool
    rules: bool
    fold_hands: Tap
    fold_rules: Tap


def use_unfolded(session: Session, *, hands: bool) -> Unfolded:
    """The panels of a screen, folded at first but for hands that are no honest deal."""
    hands_open, set_hands = use_state(initial=hands)
    rules_open, set_rules = use_state(initial=False)

    async def fold_hands() -> None:
        set_hands(not hands_open)

    async def fold_rules() -> None:
        set_rules(not rules_open)

    return Unfolded(hands_open, rules_open, session.tap(fold_hands), session.tap(fold_rules))


def who_deals(seating: Seating, view: RepairedSeats, room: Room) -> list[ft.Control]:
    """The panel with the players of whom one dealt."""
    return first_dealer(seating, view.people, room)


def who_plays(
    seating: Seating, view: RepairedSeats, room: Room, unfolded: Unfolded
) -> list[ft.Control]:
    """The players in their seats, the cards dealt, and the rules."""
    return [
        players_panel(seating, view.people, room),
        *hand_sizes(seating, view.hands, room, unfolded.fold_hands, unfolded=unfolded.hands),
        _rules(seating, view, room, unfolded),
    ]


def _rules(seating: Seating, view: RepairedSeats, room: Room, unfolded: Unfolded) -> ft.Control:
    """The rules by name; unfolded, all of them to be changed."""
    say = seating.session.words.say
    fold = button(
        say("Done") if unfolded.rules else say("Change the rules"),
        unfolded.fold_rules,
        identifier="change-rules",
        look=SECONDARY,
        icon=ft.Icons.EXPAND_LESS if unfolded.rules else ft.Icons.TUNE,
        height=48,
    )
    says = named("rules-say", text(view.rules_says, size=14, tone=Tone.MUTED), live=True)
    if not unfolded.rules:
        return panel([says, fold], title=view.presets.title, key="rules")

    def choose(rules: Rules) -> Tap:
        return seating.on_tap(lambda draft: draft.under(rules))

    body = [preset_choice(view.presets, choose), *rule_groups(view.groups, choose, room)]
    return panel([says, fold, *body], title=view.presets.title, key="rules")
