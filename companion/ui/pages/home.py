"""The pages of home and of the archived series."""

from collections.abc import Callable, Sequence

import flet as ft

from companion.desk.archive import Catalogue
from companion.forms.entries import Wanted
from companion.ui.component import component, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import (
    BRASS,
    QUIET,
    SECONDARY,
    ButtonLook,
    button,
    icon_button,
)
from companion.ui.parts.basics.frames import WIDEST, frame, question, use_dialog
from companion.ui.parts.basics.panels import (
    REMARK,
    WIDE,
    NavTile,
    balanced_columns,
    column_width,
    done_panel,
    in_rows,
    list_row,
    notice,
    panel,
    row_of_equal_height,
    row_or_column,
    side_by_side,
    stretched,
    title_size,
)
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.parts.earlier import IMPORT, Searching, earlier_series, series_row
from companion.ui.parts.saving import reminding
from companion.ui.routes import Room, table_path
from companion.ui.session import Session, forget, put_away, put_back, take_out
from companion.views.home import ArchivedView, HomeView, SeriesLine, home

NEW, REFEREE, PLAYERS, SETTINGS, HOW = "/new", "/referee", "/players", "/settings", "/how"
_PAIR = 2
_ROOMY = 480
"""The least width for three tiles side by side with full padding, in dp."""


@component
def Home(
    session: Session,
    catalogue: Catalogue,
    room: Room,
    refusal: str,
    deleted: int | None,
    since: str | None,
) -> ft.Control:
    """Draw the home page.

    `deleted` is the number of the series just deleted on this device, and `since` the version
    after which changes of the app are announced.
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
    findings = [
        notice(finding, identifier=f"finding-{place}", key=f"finding-{place}")
        for place, finding in enumerate(view.findings, 1)
    ]
    # The backup is due once the browser has cleared the series away.
    due = reminding(session, room) if session.shown.keeping.cleared else []
    news = [*findings, *due, *_whats_new(session, view)]
    columns = [[*news, side_by_side(first, earlier)]] if wide else [[*news, *first, *earlier]]
    return frame(
        session,
        view.title,
        columns,
        room,
        refusal,
        back=False,
        subtitle=view.tagline,
        beside=_settings(session),
        widest=WIDE if wide else WIDEST,
        largest_title=44,
    )


def _whats_new(session: Session, view: HomeView) -> list[ft.Control]:
    """Return the notice of changes since the previous version, with a button that closes it."""
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
    """Return the panel that undoes the deletion or archiving of a series."""
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
    """Return the felt card: the series in play, or a button for a new series."""
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
    """Return the tiles of the other pages, one below the other where text is large."""
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


@component
def ArchivedPage(session: Session, view: ArchivedView, room: Room, refusal: str) -> ft.Control:
    """Draw the page of archived and deleted series."""
    say, large = session.words.say, room.large_text
    ask = _use_question(session, view, room)

    def bring_back(line: SeriesLine) -> list[ft.Control]:
        on_tap = session.tap(take_out, session, line.number)
        out = _act(say("Bring back"), on_tap, f"bring-back-{line.number}", SECONDARY)
        return [series_row(session, line, last=True), out]

    def restore(line: SeriesLine) -> list[ft.Control]:
        on_tap = session.tap(put_back, session, line.number)
        back = _act(say("Put back"), on_tap, f"put-back-{line.number}", SECONDARY)
        gone = _act(say("Delete for good"), ask(line), f"forget-{line.number}", QUIET)
        row = list_row(
            line.name,
            identifier=f"deleted-{line.number}",
            beneath=line.beneath,
            below=line.players,
            lined=False,
        )
        return [row, row_or_column([back, gone], large=large, spacing=8)]

    archived = _panel(say("Archived"), view.archived_says, view.archived, bring_back)
    removed = _panel(say("Deleted"), view.removed_says, view.removed, restore)
    nothing = [text(view.nothing, tone=Tone.MUTED)] if view.nothing else []
    columns = [[*nothing, *archived], removed]
    return frame(session, say("Archived and deleted"), columns, room, refusal)


def _act(words: str, on_tap: Tap, identifier: str, look: ButtonLook) -> ft.Control:
    return button(words, on_tap, identifier=identifier, look=look, height=48, narrow=True)


def _panel(
    title: str,
    says: str,
    lines: Sequence[SeriesLine],
    row: Callable[[SeriesLine], list[ft.Control]],
) -> list[ft.Control]:
    if not lines:
        return []
    rows = [stretched(row(line), spacing=4) for line in lines]
    return [panel([text(says, size=14, tone=Tone.MUTED), *rows], title=title, key=title)]


def _use_question(session: Session, view: ArchivedView, room: Room) -> Callable[[SeriesLine], Tap]:
    """Return a function from a series to the handler that asks whether to delete it for good."""
    asked_for, ask_for = use_state(0)
    line = next((line for line in view.removed if line.number == asked_for), None)
    say = session.words.say

    async def ask(number: int) -> None:
        ask_for(number)

    async def agree() -> None:
        ask_for(0)
        await forget(session, asked_for)

    dialog = question(
        "forget",
        say("Delete for good?"),
        say("“{name}” will be gone and cannot be put back.", name=line.which if line else ""),
        say("Delete for good"),
        say("Not yet"),
        on_yes=session.tap(agree),
        on_no=session.tap(ask, 0),
        large=room.large_text,
    )
    use_dialog(session, dialog if line else None, lambda: ask_for(0))
    return lambda line: session.tap(ask, line.number)
