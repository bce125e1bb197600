"""Which other name is the same person: the choice of a player who becomes one with this one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

import flet as ft

from companion.core.statistics.evenings import Evenings
from companion.ui import people
from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import list_row, panel
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.people.avatars import avatar
from companion.ui.parts.statistics.progress import progress_panel
from companion.ui.people import PeopleNow
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_players.renaming import Other, ProposalView, others, proposal_view


@ft.component
@boundary
def SamePlayer(session: Session, now: PeopleNow, name: str, room: Room, refusal: str) -> ft.Control:
    """The whole screen: first the choice, then what would follow."""
    chosen, choose = use_state(cast("Other | None", None))
    say = session.words.say

    async def leave() -> None:
        choose(None)

    if chosen is None:
        body, actions = _choice(session, now.evenings, name, room, choose), list[ft.Control]()
    else:
        proposal = proposal_view(now.evenings, name, chosen.name, session.words)
        body = [*progress_panel(now.progress), _follows(proposal)]
        take = session.tap(people.rename, session, proposal.asked)
        actions = [
            button(
                say("Leave them"),
                session.tap(leave),
                identifier="one-player-no",
                look=SECONDARY,
                narrow=True,
            ),
            button(
                say("Make them one"),
                take if proposal.possible and not now.progress else None,
                identifier="one-player-yes",
                narrow=True,
            ),
        ]
    return paper(
        say("{name} is the same person as …", name=name),
        body,
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        actions=actions,
    )


def _follows(proposal: ProposalView) -> ft.Control:
    said = named("rename-follows", text(proposal.explains or proposal.says), live=True)
    return panel([*([heading(proposal.asks, size=20)] if proposal.asks else []), said])


def _choice(
    session: Session,
    evenings: Evenings,
    name: str,
    room: Room,
    choose: Callable[[Other | None], None],
) -> list[ft.Control]:
    there = others(evenings, name, session.words)

    async def chosen(other: Other) -> None:
        choose(other)

    rows = [
        list_row(
            other.name,
            identifier=other.identifier,
            beneath=other.beneath,
            on_tap=session.tap(partial(chosen, other)),
            before=None if room.large_text else avatar(other.initial, other.tint),
            lined=other is not there[-1],
            key=str(other.number),
        )
        for other in there
    ]
    say = session.words.say
    why = (
        say("Whoever sat at the same table as {name} is somebody else and not listed.", name=name)
        if rows
        else say("Everybody else has sat at a table with {name}, so nobody is listed.", name=name)
    )
    told = named("same-why", text(why, size=14, tone=Tone.MUTED))
    return [*([panel(rows, spacing=0)] if rows else []), told]
