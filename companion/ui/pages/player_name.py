"""Another name for a player, on all evenings."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import flet as ft

from companion.desk.renaming import propose
from companion.ui import people
from companion.ui.boundary import boundary
from companion.ui.hooks import latest, use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import button
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import paper
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.statistics.progress import progress_panel
from companion.ui.people import PeopleNow
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_players.renaming import proposal_view, proposal_words


@ft.component
@boundary
def PlayerName(session: Session, now: PeopleNow, name: str, room: Room, refusal: str) -> ft.Control:
    """The whole screen: what would follow is said while the name is written."""
    written, set_written = use_state(name)
    change = cast("Callable[[Callable[[str], str]], None]", set_written)
    proposal, say = proposal_view(now.evenings, name, written, session.words), session.words.say

    async def take() -> None:
        asked = propose(now.evenings, name, latest(change))
        if asked.merges == proposal.asked.merges:
            await people.rename(session, asked)
        else:  # the button said something else
            session.shown.notice = proposal_words(asked, now.evenings, session.words)

    line = field(written, set_written, identifier="player-new-name", hint=say("Name of the player"))
    follows = named("rename-follows", text(proposal.says, size=14, tone=Tone.MUTED), live=True)
    act = button(
        say("Make them one") if proposal.asks else say("Rename"),
        session.tap(take) if proposal.possible and not now.progress else None,
        identifier="rename-apply",
        expand=True,
    )
    explains = say("The name changes on all evenings. That can be taken back.")
    return paper(
        say("Rename {name}", name=name),
        [
            *progress_panel(now.progress),
            panel([line, *([follows] if proposal.says else [])]),
            text(explains, tone=Tone.MUTED),
        ],
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        actions=[act],
    )
