"""The pages of all players and of one player, to rename a player, and to merge two."""

from collections.abc import Callable
from functools import partial
from typing import cast

import flet as ft

from companion.core.statistics import Evenings
from companion.desk.people import Renaming, Statistics, propose
from companion.ui.component import component, latest, use_state
from companion.ui.looks import Tone
from companion.ui.parts.avatars import avatar
from companion.ui.parts.basics.buttons import QUIET, SECONDARY, button
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import REMARK, WIDE, list_row, notice, panel
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.charts import chips_chart
from companion.ui.parts.player_rows import (
    against_panel,
    evening_rows,
    figures_panel,
    player_rows,
    progress_panel,
    renamed_panel,
    tiles,
)
from companion.ui.routes import Room
from companion.ui.session import PeopleNow, Session, player_path, rename_player
from companion.views.player import PlayerView, player_view
from companion.views.players import (
    PAGE,
    Order,
    Other,
    PlayersView,
    ProposalView,
    Sorting,
    others,
    players_view,
    proposal_view,
    proposal_words,
)

_ALL = 100_000


@component
def PlayersPage(
    session: Session,
    statistics: Statistics,
    renamed: Renaming | None,
    room: Room,
    refusal: str,
    *,
    wanted: int | None = None,
) -> ft.Control:
    """Draw the page of all players, also in place of a `wanted` player who does not exist."""
    sorting, set_sorting = use_state(Sorting())
    most, set_most = use_state(PAGE)
    colours = session.watched.catalogue.colours
    view = players_view(statistics, colours, session.words, sorting, most=most, wanted=wanted)

    async def sort(order: Order) -> None:
        set_sorting(sorting.after(order))

    async def unfold() -> None:
        set_most(_ALL)

    body = [*renamed_panel(session, renamed), *_notices(session, view)]
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
    return frame(
        session,
        view.title,
        [body],
        room,
        refusal,
        subtitle=view.subtitle,
        widest=WIDE if room.two_columns else WIDEST,
    )


def _notices(session: Session, view: PlayersView) -> list[ft.Control]:
    """Return the notices above the players, or in place of them."""
    notices: list[ft.Control] = progress_panel(view.progress)
    if view.missing:
        notices.append(notice(view.missing, identifier="no-such-player", look=REMARK))
    if view.unread:
        notices.append(notice(view.unread, identifier="unread", look=REMARK))
    if view.empty:
        title, explains = view.empty
        begin = button(
            session.words.say("New series"),
            session.tap(session.go, "/new"),
            identifier="players-new-series",
        )
        notices.append(panel([heading(title, size=20), text(explains, tone=Tone.MUTED), begin]))
    return notices


_NARROW = 480
_AROUND = 78
"""The width of the margins and paddings of a column, in dp."""


@component
def PlayerPage(session: Session, now: PeopleNow, name: str, room: Room, refusal: str) -> ft.Control:
    """Draw the page of a player."""
    unfolded, set_unfolded = use_state(initial=False)
    colours = session.watched.catalogue.colours
    view = player_view(now.evenings, name, colours, session.words, unfolded=unfolded)

    async def unfold() -> None:
        set_unfolded(True)

    wide = room.two_columns
    width = (min(room.width, WIDE) / 2 if wide else min(room.width, WIDEST)) - _AROUND
    left = [
        *progress_panel(now.progress),
        *renamed_panel(session, now.renamed),
        tiles(view.tiles, room),
        text(view.rests, size=13, tone=Tone.MUTED),
        *_chart(session, view, width, room),
        *_against(session, view, room),
    ]
    say = session.words.say
    nights = evening_rows(session, view.nights, room, "night")
    lines = evening_rows(session, view.evenings, room, "evening")
    if view.more:
        lines.append(button(view.more, session.tap(unfold), identifier="all-evenings", look=QUIET))
    right: list[ft.Control] = [
        *([figures_panel(view.figures, say("In figures"), room)] if view.figures else []),
        *([panel(nights, spacing=0)] if nights else []),
        panel(lines, title=say("Evenings"), spacing=4),
    ]
    return frame(
        session,
        view.title,
        [left, right],
        room,
        refusal,
        subtitle=view.subtitle,
        beside=None if room.large_text else avatar(view.initial, view.tint, size=44),
        actions=_actions(session, narrow=room.width < _NARROW),
    )


def _chart(session: Session, view: PlayerView, width: float, room: Room) -> list[ft.Control]:
    """Return the chart, if any total is not zero."""
    if not any(view.totals):
        return []
    drawn = chips_chart(view.totals, view.chart_says, width, room.text_scale)
    return [panel([drawn], title=session.words.say("Chips over all evenings"))]


def _against(session: Session, view: PlayerView, room: Room) -> list[ft.Control]:
    if not view.against:
        return []
    title = session.words.say("Against")
    return [against_panel(view.against, view.against_rests, view.tint, title, room)]


def _actions(session: Session, *, narrow: bool) -> list[ft.Control]:
    say = session.words.say
    renames = button(
        say("Rename"),
        session.tap(session.open, "name"),
        identifier="rename-player",
        look=SECONDARY,
        narrow=narrow,
        expand=True,
    )
    merges = button(
        say("Same person as …"),
        session.tap(session.open, "same"),
        identifier="merge-player",
        look=SECONDARY,
        narrow=narrow,
        expand=True,
    )
    return [renames, merges]


@component
def PlayerName(session: Session, now: PeopleNow, name: str, room: Room, refusal: str) -> ft.Control:
    """Draw the page to rename a player, with the consequences of the name as written."""
    written, set_written = use_state(name)
    change = cast("Callable[[Callable[[str], str]], None]", set_written)
    proposal, say = proposal_view(now.evenings, name, written, session.words), session.words.say

    async def take() -> None:
        asked = propose(now.evenings, name, latest(change))
        if asked.merges == proposal.asked.merges:
            await rename_player(session, asked)
        else:  # the button announced another act
            session.shown.notice = proposal_words(asked, now.evenings, session.words)

    line = field(written, set_written, identifier="player-new-name", hint=say("Name of the player"))
    follows = named("rename-follows", text(proposal.says, size=14, tone=Tone.MUTED), live=True)
    act = button(
        say("Merge them") if proposal.asks else say("Rename"),
        session.tap(take) if proposal.possible and not now.progress else None,
        identifier="rename-apply",
        expand=True,
    )
    explains = say("The name changes on all evenings. That can be taken back.")
    body = [
        *progress_panel(now.progress),
        panel([line, *([follows] if proposal.says else [])]),
        text(explains, tone=Tone.MUTED),
    ]
    return frame(session, say("Rename {name}", name=name), [body], room, refusal, actions=[act])


@component
def SamePlayer(session: Session, now: PeopleNow, name: str, room: Room, refusal: str) -> ft.Control:
    """Draw the page to merge two players: first the choice, then the consequences."""
    chosen, choose = use_state(cast("Other | None", None))
    say = session.words.say

    async def leave() -> None:
        choose(None)

    if chosen is None:
        body, actions = _choice(session, now.evenings, name, room, choose), list[ft.Control]()
    else:
        proposal = proposal_view(now.evenings, name, chosen.name, session.words)
        body = [*progress_panel(now.progress), _follows(proposal)]
        take = session.tap(rename_player, session, proposal.asked)
        actions = [
            button(
                say("Leave them"),
                session.tap(leave),
                identifier="one-player-no",
                look=SECONDARY,
                narrow=True,
            ),
            button(
                say("Merge them"),
                take if proposal.possible and not now.progress else None,
                identifier="one-player-yes",
                narrow=True,
            ),
        ]
    title = say("{name} is the same person as …", name=name)
    return frame(session, title, [body], room, refusal, actions=actions)


def _follows(proposal: ProposalView) -> ft.Control:
    consequences = named("rename-follows", text(proposal.explains or proposal.says), live=True)
    return panel([*([heading(proposal.asks, size=20)] if proposal.asks else []), consequences])


def _choice(
    session: Session,
    evenings: Evenings,
    name: str,
    room: Room,
    choose: Callable[[Other | None], None],
) -> list[ft.Control]:
    there = others(evenings, name, session.watched.catalogue.colours, session.words)

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
    explanation = named("same-why", text(why, size=14, tone=Tone.MUTED))
    return [*([panel(rows, spacing=0)] if rows else []), explanation]
