"""The table between two rounds: who plays, who deals, by which rules, how many cards each got."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import flet as ft

from companion.core.entry import Entry
from companion.core.house_rules.rules import JoinPoints, Rules
from companion.core.log import Log
from companion.desk.commands import deal, redeal
from companion.forms.seating import Draft, dealt_draft, next_draft
from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import use_state
from companion.ui.parts.basics.buttons import QUIET, SECONDARY, button, submit_button
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.stepper import Counting, stepper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import with_trailing
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.people.avatars import avatar
from companion.ui.parts.people.first_dealer import first_dealer
from companion.ui.parts.people.players import players_panel
from companion.ui.parts.people.seating import DraftEdit, Seating, use_seating
from companion.ui.parts.series.rule_choices import Choose, rule_choice
from companion.ui.screens import Room, Shape
from companion.ui.session import Session
from companion.ui.text_width import widest_word
from companion.ui.theme import Tone
from companion.views.setting_up.next_round import (
    HandLine,
    NextRoundView,
    next_round,
)

_NAME, _BESIDE_NAME = 16, 274
"""The size of a name, and what stands beside it, in dp."""


@dataclass(frozen=True, slots=True)
class _Form:
    """What every piece of the screen draws from; `base` is its path."""

    session: Session
    view: NextRoundView
    room: Room
    seating: Seating
    base: str
    unfolded: bool
    unfold: Tap


@ft.component
@boundary
def NextRound(
    session: Session, log: Log, entries: tuple[Entry, ...], room: Room, refusal: str, *, base: str
) -> ft.Control:
    """The whole screen, for the round to come or for one that was dealt and not begun."""
    begun = next_draft(log.series) if log.round.over else dealt_draft(log.series)
    draft, seating = use_seating(session, begun)
    unfolded, set_unfolded = use_state(initial=bool(draft.sizes))
    joins, set_joins = use_state(cast("JoinPoints | None", None))
    planned = draft.under(replace(begun.rules, join_points=joins or begun.rules.join_points))
    view = next_round(planned, log, entries, session.words)

    async def unfold() -> None:
        set_unfolded(not unfolded)

    async def join_with(rules: Rules) -> None:
        set_joins(rules.join_points)

    form = _Form(session, view, room, seating, base, unfolded, session.tap(unfold))
    people = [
        players_panel(seating, view.people, room),
        *_joining(form, lambda rules: session.tap(join_with, rules)),
    ]
    play = [*first_dealer(seating, view.people, room), *_hands(form), *_rules(form)]
    say, wide = session.words.say, room.shape is Shape.WIDE
    return paper(
        view.title,
        [side_by_side(people, play)] if wide else [*people, *play],
        room,
        subtitle=view.subtitle,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        actions=[
            submit_button(
                view.act,
                session.tap(_take, session, view),
                identifier="redeal" if view.anew else "deal-next",
                obstacle=view.obstacle,
                beneath=view.summary,
            )
        ],
        widest=WIDE if wide else WIDEST,
    )


def _joining(form: _Form, choose: Choose) -> list[ft.Control]:
    """With how many points those begin who join for this deal."""
    option = form.view.joining
    return [panel([rule_choice(option, choose, form.room)], key="joining")] if option else []


def _rules(form: _Form) -> list[ft.Control]:
    """The rules by name; those of a round that was dealt are changed from the next one on."""
    view, session = form.view, form.session
    if view.anew:
        return []
    says = named("next-rules", text(view.rules_says, size=14, tone=Tone.MUTED))
    change = button(
        session.words.say("Change the rules"),
        session.tap(session.go, f"{form.base}/rules"),
        identifier="next-rules-change",
        look=SECONDARY,
        icon=ft.Icons.TUNE,
        height=48,
    )
    return [panel([says, change], title=view.rules_title, key="next-rules")]


def _hands(form: _Form) -> list[ft.Control]:
    """How many cards each has, folded while the deal is an honest one."""
    view, say = form.view, form.session.words.say
    if not view.hands:
        return []
    says = named("hands-say", text(view.hands_says, face=TEXT.medium), live=True)
    fold = button(
        say("Done") if form.unfolded else say("Correct the hand sizes"),
        form.unfold,
        identifier="change-hands",
        look=SECONDARY,
        icon=ft.Icons.EXPAND_LESS if form.unfolded else ft.Icons.STYLE_OUTLINED,
        height=48,
    )
    rows: list[ft.Control] = [says]
    if form.unfolded:
        allowed = say("For a misdeal that the table lets stand.")
        rows += [text(allowed, size=14, tone=Tone.MUTED), *_hand_rows(form)]
        rows += [] if view.honest else [_honest(form)]
    return [panel([*rows, fold], title=say("Cards dealt"), key="hands")]


def _hand_rows(form: _Form) -> list[ft.Control]:
    """A row a hand; with a name too long for that, the number stands below it."""
    names = (hand.name for hand in form.view.hands)
    needed = widest_word(names, _NAME, TEXT.medium, form.room.text_scale) + _BESIDE_NAME
    return [_hand(form, line, below=needed > form.room.width) for line in form.view.hands]


def _hand(form: _Form, hand: HandLine, *, below: bool) -> ft.Control:
    doing = form.seating.on_tap
    number = text(str(hand.cards), size=18, face=TEXT.bold, leading=1.2)
    counting = Counting(
        doing(_dealt(hand.seat, -1)) if hand.cards > 1 else None,
        doing(_dealt(hand.seat, 1)),
        hand.less_says,
        hand.more_says,
    )
    name = f"hand-{hand.handle}"
    who = ft.Row(
        [
            avatar(hand.initial, hand.tint, size=32),
            text(hand.name, size=_NAME, face=TEXT.medium, leading=1.25, expand=True),
        ],
        spacing=8,
    )
    counter = stepper(number, counting, identifier=name, value=name, width=44)
    return ft.Container(with_trailing(who, [counter], below=below), key=name)


def _dealt(seat: int, more: int) -> DraftEdit:
    return lambda draft: draft.with_cards(seat, more)


def _honest(form: _Form) -> ft.Control:
    return button(
        form.session.words.say("As an honest deal"),
        form.seating.on_tap(Draft.dealt_honestly),
        identifier="honest-deal",
        look=QUIET,
        icon=ft.Icons.RESTART_ALT,
        height=48,
    )


async def _take(session: Session, view: NextRoundView) -> None:
    """Deal as the screen says, and sit down."""
    dealing = redeal if view.anew else deal
    if await session.ask(dealing(view.setup, view.joined)):
        await session.go_to_table()
