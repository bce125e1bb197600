"""Home: back to the table, a new series, the referee, and the series of earlier days."""

from __future__ import annotations

import flet as ft

from companion.desk.archive import Catalogue
from companion.forms.wanted import Wanted
from companion.ui.boundary import boundary
from companion.ui.deleted import put_back, take_out
from companion.ui.hooks import use_state
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import BRASS, QUIET, SECONDARY, button, icon_button
from companion.ui.parts.basics.columns import (
    WIDE,
    balanced_columns,
    column_width,
    in_rows,
    row_of_equal_height,
    side_by_side,
    stretched,
)
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, done_panel, notice
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.text_scale import row_or_column, title_size
from companion.ui.parts.basics.tiles import NavTile
from companion.ui.parts.basics.touch import touchable
from companion.ui.parts.series.earlier import IMPORT, Searching, earlier_series
from companion.ui.parts.taking_along.backing_up import reminding
from companion.ui.routes.screens import Room, table_path
from companion.ui.session import Session
from companion.ui.updated import put_away
from companion.views.home import HomeView, home

NEW, REFEREE, PLAYERS, SETTINGS, HOW = "/new", "/referee", "/players", "/settings", "/how"
_PAIR = 2
_ROOMY = 480
"""The least width in which three tiles stand side by side with room round their words, in dp."""


@ft.component
@boundary
def Home(
    session: Session,
    catalogue: Catalogue,
    room: Room,
    refusal: str,
    deleted: int | None,
    since: str | None,
) -> ft.Control:
    """The whole screen; the felt card has the one thing most people come for. `deleted` is the
    series that this device deleted just now, `since` the version since which what is new is told.
    """
    wanted, want = use_state(Wanted())
    view = home(catalogue, session.words, session.archive.today, wanted, deleted, since)
    wide = room.two_columns and view.has_earlier
    first: list[ft.Control] = [
        *_undo(session, view),
        _felt(session, view, room),
        _ways(session, view, room),
        _how_to_play(session),
    ]
    earlier = earlier_series(session, view, Searching(wanted, want), room)
    told = [
        notice(finding, identifier=f"finding-{place}", key=f"finding-{place}")
        for place, finding in enumerate(view.findings, 1)
    ]
    body = [side_by_side(first, earlier)] if wide else [*first, *earlier]
    return paper(
        view.title,
        [*told, *_cleared(session, room), *_whats_new(session, view), *body],
        room,
        subtitle=view.tagline,
        notices=refusals(session, refusal),
        beside=_settings(session),
        widest=WIDE if wide else WIDEST,
        title_size=44,
    )


def _cleared(session: Session, room: Room) -> list[ft.Control]:
    """Return the backup that is due once the browser has cleared the series away."""
    return reminding(session, room) if session.shown.keeping.cleared else []


def _whats_new(session: Session, view: HomeView) -> list[ft.Control]:
    """What is new since the version before, with a way to put it away."""
    if not view.whats_new:
        return []
    return [
        notice(
            view.whats_new,
            identifier="whats-new",
            look=REMARK,
            on_close=session.tap(put_away, session),
            close_says=session.words.say("Close"),
            key="whats-new",
        )
    ]


def _undo(session: Session, view: HomeView) -> list[ft.Control]:
    """What takes back that a series was deleted or archived just now."""
    gone = view.deleted
    if gone is None:
        return []
    undo = button(
        gone.undo,
        session.tap(take_out if gone.archived else put_back, session, gone.number),
        identifier="undo-delete",
        look=SECONDARY,
        icon=ft.Icons.UNDO,
        height=48,
        tight=True,
    )
    return [done_panel(gone.says, [undo], "deleted")]


def _settings(session: Session) -> ft.Control:
    return icon_button(
        ft.Icons.SETTINGS_OUTLINED,
        session.tap(session.go, SETTINGS),
        identifier="settings",
        label=session.words.say("Settings"),
        tone=Tone.MUTED,
    )


def _felt(session: Session, view: HomeView, room: Room) -> ft.Control:
    """The green card: the series in play, or on the first start what this is."""
    say = session.words.say

    def title(words: str) -> ft.Control:
        size = title_size(20, room) if room.large_text else 22
        return heading(words, size=size, tone=Tone.ON_FELT)

    if view.resume is not None:
        line = view.resume
        go_on = button(
            say("Back to the table"),
            session.tap(session.go, table_path(line.number)),
            identifier="home-resume",
            look=BRASS,
        )
        return _card([title(line.name), _muted(line.beneath), go_on])
    begin = button(
        say("New series"), session.tap(session.go, NEW), identifier="home-new-series", look=BRASS
    )
    if view.welcome:
        return _card([title(say("Welcome to the table")), _muted(view.welcome), begin])
    return _card([title(say("Who plays tonight?")), begin])


def _muted(words: str) -> ft.Control:
    return text(words, size=15, tone=Tone.FELT_MUTED)


def _card(lines: list[ft.Control]) -> ft.Control:
    *words, tap = lines
    return ft.Container(
        ft.Column(
            [ft.Column(words, spacing=6, tight=True), tap],
            spacing=18,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        gradient=ft.RadialGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE], center=ft.Alignment(-0.4, -0.8), radius=1.6
        ),
        border_radius=24,
        padding=22,
    )


def _ways(session: Session, view: HomeView, room: Room) -> ft.Control:
    """The other things one comes for, side by side; below each other where text is large."""
    say = session.words.say

    def way(words: str, icon: ft.IconData, path: str, identifier: str) -> NavTile:
        return NavTile(words, icon, session.tap(session.go, path), identifier)

    new = way(say("New series"), ft.Icons.ADD, NEW, "home-new-series")
    referee = way(say("Was that pass legal?"), ft.Icons.BALANCE, REFEREE, "home-referee")
    people = way(say("Players"), ft.Icons.PEOPLE_OUTLINE, PLAYERS, "players")
    bring = way(say("Import"), ft.Icons.FILE_OPEN_OUTLINED, IMPORT, "home-import")
    ways = [*([new] if view.resume else []), referee, *([] if view.has_earlier else [bring])]
    ways += [people] if view.has_players else []
    across = balanced_columns(len(ways), _PAIR + (len(ways) % _PAIR))
    close = across > _PAIR and column_width(room) < _ROOMY and not room.large_text
    inset, gap = (12, 10) if close else (18, 14)
    tiles = [_tile(way, inset) for way in ways]
    if room.large_text:
        return row_or_column(tiles, large=True)
    rows = [row_of_equal_height(row, spacing=gap) for row in in_rows(tiles, across)]
    return stretched(rows, spacing=gap)


def _how_to_play(session: Session) -> ft.Control:
    return button(
        session.words.say("How to play"),
        session.tap(session.go, HOW),
        identifier="how-to-play",
        look=QUIET,
        icon=ft.Icons.MENU_BOOK_OUTLINED,
        height=48,
    )


def _tile(way: NavTile, inset: float) -> ft.Control:
    return touchable(
        ft.Column(
            [
                ft.Icon(way.icon, size=24, color=Tone.HEADING),
                text(way.words, size=16, face=TEXT.semibold, leading=1.25),
            ],
            spacing=10,
            tight=True,
        ),
        way.on_tap,
        identifier=way.identifier,
        radius=20,
        bgcolor=Tone.PANEL,
        border=ft.Border.all(1, Tone.LINE),
        padding=inset,
        height=None,
        align=ft.Alignment.TOP_LEFT,
        expand=True,
        key=way.identifier,
    )
