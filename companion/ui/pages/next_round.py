"""The table between two rounds: who plays, who deals, by which rules, how many cards each got."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import cast

import flet as ft

from companion.core.house_rules.rules import JoinPoints, Rules
from companion.core.log import Log
from companion.core.standings.entry import Entry
from companion.desk.commands import deal, redeal
from companion.forms.seating import SeatsForm, dealt_seats, next_seats
from companion.ui.boundary import boundary
from companion.ui.hooks import latest, use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button, submit_button
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.people.first_dealer import first_dealer
from companion.ui.parts.people.hand_sizes import hand_sizes
from companion.ui.parts.people.players import players_panel
from companion.ui.parts.people.seating import Seating, use_seating
from companion.ui.parts.rules.rule_choices import Choose, rule_choice
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.setting_up.next_round import NextRoundView, next_round


@dataclass(frozen=True, slots=True)
class _Form:
    """What every piece of the screen draws from; `base` is its path."""

    session: Session
    view: NextRoundView
    base: str


@ft.component
@boundary
def NextRound(
    session: Session, log: Log, entries: tuple[Entry, ...], room: Room, refusal: str, *, base: str
) -> ft.Control:
    """The whole screen, for the round to come or for one that was dealt and not begun."""
    begun = next_seats(log.series) if log.round.over else dealt_seats(log.series)
    draft, seating = use_seating(session, begun)
    unfolded, set_unfolded = use_state(initial=bool(draft.sizes))
    joins, set_joins = use_state(cast("JoinPoints | None", None))
    rules = replace(begun.rules, join_points=joins or begun.rules.join_points)

    def show(draft: SeatsForm) -> NextRoundView:
        return next_round(draft.under(rules), log, entries, session.words)

    view = show(draft)

    async def unfold() -> None:
        set_unfolded(not unfolded)

    async def join_with(rules: Rules) -> None:
        set_joins(rules.join_points)

    form = _Form(session, view, base)
    hands = hand_sizes(seating, view.hands, room, session.tap(unfold), unfolded=unfolded)
    people = [
        players_panel(seating, view.people, room),
        *_joining(view, room, lambda rules: session.tap(join_with, rules)),
    ]
    play = [*first_dealer(seating, view.people, room), *hands, *_rules(form)]
    say, wide = session.words.say, room.two_columns
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
                session.tap(_take, session, seating, show),
                identifier="redeal" if view.anew else "deal-next",
                obstacle=view.obstacle,
                beneath=view.summary,
            )
        ],
        widest=WIDE if wide else WIDEST,
    )


def _joining(view: NextRoundView, room: Room, choose: Choose) -> list[ft.Control]:
    """With how many points those begin who join for this deal."""
    option = view.joining
    return [panel([rule_choice(option, choose, room)], key="joining")] if option else []


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


async def _take(
    session: Session, seating: Seating, show: Callable[[SeatsForm], NextRoundView]
) -> None:
    """Deal as the screen says, and sit down."""
    view = show(latest(seating.change))
    if view.obstacle:
        return
    dealing = redeal if view.anew else deal
    if await session.ask(dealing(view.setup, view.joined), place="deal"):
        await session.go_to_table()
