"""A player over all evenings."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import QUIET, SECONDARY, button
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import text
from companion.ui.parts.people.avatars import avatar
from companion.ui.parts.statistics.chips_chart import chips_chart
from companion.ui.parts.statistics.evening_rows import evening_rows
from companion.ui.parts.statistics.figures import against_panel, figures_panel, tiles
from companion.ui.parts.statistics.progress import progress_panel
from companion.ui.parts.statistics.renamed import renamed_panel
from companion.ui.people import PeopleNow
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.of_players.player import PlayerView, player_view

_NARROW = 480
_AROUND = 78
"""What margins and paddings take of a column's width, in dp."""


@ft.component
@boundary
def PlayerPage(session: Session, now: PeopleNow, name: str, room: Room, refusal: str) -> ft.Control:
    """The whole screen."""
    unfolded, set_unfolded = use_state(initial=False)
    view = player_view(now.evenings, name, session.words, unfolded=unfolded)

    async def unfold() -> None:
        set_unfolded(True)

    wide = room.two_columns
    width = (min(room.width, WIDE) / 2 if wide else min(room.width, WIDEST)) - _AROUND
    told = [*progress_panel(now.progress), *renamed_panel(session, now.renamed)]
    left = [*told, tiles(view.tiles, room), _rests(view), *_chart(session, view, width, room)]
    left += _against(session, view, room)
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
    return paper(
        view.title,
        [side_by_side(left, right)] if wide else [*left, *right],
        room,
        subtitle=view.subtitle,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        beside=None if room.large_text else avatar(view.initial, view.tint, size=44),
        notices=refusals(session, refusal),
        actions=_actions(session, narrow=room.width < _NARROW),
        widest=WIDE if wide else WIDEST,
    )


def _rests(view: PlayerView) -> ft.Control:
    return text(view.rests, size=13, tone=Tone.MUTED)


def _chart(session: Session, view: PlayerView, width: float, room: Room) -> list[ft.Control]:
    """The chart, once there is a total to draw."""
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
