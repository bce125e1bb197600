"""All who ever played, in the order that somebody wants, each leading to their own page."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.desk.people import Statistics
from companion.desk.renaming import Renaming
from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import QUIET, button
from companion.ui.parts.basics.columns import WIDE
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.statistics.player_rows import player_rows
from companion.ui.parts.statistics.progress import progress_panel
from companion.ui.parts.statistics.renamed import renamed_panel
from companion.ui.people import player_path
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_players.players import PAGE, Order, PlayersView, Sorting, players_view

_ALL = 100_000


@ft.component
@boundary
def PlayersPage(
    session: Session,
    statistics: Statistics,
    renamed: Renaming | None,
    room: Room,
    refusal: str,
    *,
    wanted: int | None = None,
) -> ft.Control:
    """The whole screen; in place of that of a player who was `wanted` and is none of these."""
    sorting, set_sorting = use_state(Sorting())
    most, set_most = use_state(PAGE)
    view = players_view(statistics, session.words, sorting, most=most, wanted=wanted)

    async def sort(order: Order) -> None:
        set_sorting(sorting.after(order))

    async def unfold() -> None:
        set_most(_ALL)

    body = [*renamed_panel(session, renamed), *_told(session, view)]
    if view.rows:
        body += player_rows(
            view,
            lambda order: session.tap(partial(sort, order)),
            lambda number: session.tap(session.go, player_path(number)),
            room,
        )
    if view.more:
        body.append(button(view.more, session.tap(unfold), identifier="all-players", look=QUIET))
    if view.half_way:
        body.append(named("half-way", text(view.half_way, size=14, tone=Tone.MUTED)))
    return paper(
        view.title,
        body,
        room,
        subtitle=view.subtitle,
        on_back=session.tap(session.back),
        back_says=session.words.say("Back"),
        notices=refusals(session, refusal),
        widest=WIDE if room.two_columns else WIDEST,
    )


def _told(session: Session, view: PlayersView) -> list[ft.Control]:
    """What stands there in place of players, or over them."""
    told: list[ft.Control] = progress_panel(view.progress)
    if view.missing:
        told.append(notice(view.missing, identifier="no-such-player", look=REMARK))
    if view.unread:
        told.append(notice(view.unread, identifier="unread", look=REMARK))
    if view.empty:
        title, explains = view.empty
        begin = button(
            session.words.say("New series"),
            session.tap(session.go, "/new"),
            identifier="players-new-series",
        )
        told.append(panel([heading(title, size=20), text(explains, tone=Tone.MUTED), begin]))
    return told
