"""The list of earlier series."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.forms.entries import Wanted
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import (
    QUIET,
    button,
    icon_button,
    low_button,
    pill,
    pill_row,
)
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.panels import list_row, panel, spread_row, stretched
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.routes import Room, table_path
from companion.ui.session import Session
from companion.views.home import ChoiceView, FinderView, HomeView, SeriesLine

IMPORT, ARCHIVED = "/import", "/archived"


@dataclass(frozen=True, slots=True)
class Searching:
    """The terms of a search, and the function that changes them."""

    wanted: Wanted
    want: Callable[[Wanted], None]


def earlier_series(
    session: Session, view: HomeView, finding: Searching, room: Room
) -> list[ft.Control]:
    """Build the list of earlier series with its search; nothing while there is no series."""

    async def show_more() -> None:
        finding.want(finding.wanted.with_more())

    archived = _archived(session, view)
    if not view.has_earlier:
        return archived
    more = button(view.more, session.tap(show_more), identifier="home-more", look=QUIET)
    search = [] if view.finder is None else [_finder(session, view.finder, finding, room)]
    rows = [series_row(session, line, last=line is view.earlier[-1]) for line in view.earlier]
    return [
        _head(session),
        *search,
        *([panel(rows, spacing=0)] if rows else []),
        *([more] if view.more else []),
        *archived,
    ]


def _head(session: Session) -> ft.Control:
    bring = low_button(
        session.words.say("Import"),
        session.tap(session.go, IMPORT),
        identifier="home-import",
        look=QUIET,
        icon=ft.Icons.FILE_OPEN_OUTLINED,
        tight=True,
    )
    title = heading(session.words.say("Earlier"), size=18, tone=Tone.INK)
    return spread_row([title, bring], spacing=8, run_spacing=0)


def _finder(session: Session, view: FinderView, finding: Searching, room: Room) -> ft.Control:
    wanted, want = finding.wanted, finding.want

    def choices(
        kind: str, shown: Sequence[ChoiceView], chosen: Callable[[str], Wanted]
    ) -> list[ft.Control]:
        async def choose(what: str) -> None:
            want(chosen(what))

        return [
            pill(
                choice.words,
                session.tap(choose, choice.words),
                identifier=f"home-{kind}-{place}",
                chosen=choice.chosen,
                label=choice.says,
            )
            for place, choice in enumerate(shown, 1)
        ]

    async def show_all() -> None:
        want(Wanted())

    said = view.nothing or view.found
    found = named("home-found", text(said, size=14, tone=Tone.MUTED), live=True)
    years = choices("year", view.years, wanted.in_year)
    players = choices("player", view.players, wanted.with_player)
    pills = pill_row([*years, *players], room)
    rows = [_search(session, view, finding), pills, *([found] if said else [])]
    if view.all_says:
        tap = session.tap(show_all)
        rows.append(button(view.all_says, tap, identifier="home-show-all", look=QUIET))
    finder = stretched(rows, spacing=10)
    finder.key = "finder"
    return finder


def _search(session: Session, view: FinderView, finding: Searching) -> ft.Control:
    """Build the search field, with a button that clears it."""

    async def clear() -> None:
        finding.want(finding.wanted.called(""))

    line = field(
        view.written,
        lambda words: finding.want(finding.wanted.called(words)),
        identifier="home-search",
        hint=view.hint,
    )
    cells: list[ft.Control] = [ft.Container(line, expand=True)]
    if view.clear_says:
        cells.append(
            icon_button(
                ft.Icons.CLOSE,
                session.tap(clear),
                identifier="home-search-clear",
                label=view.clear_says,
                tone=Tone.MUTED,
            )
        )
    return ft.Row(cells, spacing=4)


def _archived(session: Session, view: HomeView) -> list[ft.Control]:
    """Build the button that leads to archived and deleted series."""
    if not view.archived:
        return []
    return [
        low_button(
            view.archived,
            session.tap(session.go, ARCHIVED),
            identifier="home-archived",
            look=QUIET,
            icon=ft.Icons.INVENTORY_2_OUTLINED,
        )
    ]


def series_row(session: Session, line: SeriesLine, *, last: bool) -> ft.Control:
    """Build the row of an earlier series; a series in play opens at its table."""
    open_at = table_path(line.number) if line.in_play else f"/series/{line.number}"
    return list_row(
        line.name,
        identifier=f"home-series-{line.number}",
        beneath=line.beneath,
        below=line.players,
        figure=line.opens,
        after=ft.Icon(ft.Icons.CHEVRON_RIGHT, size=22, color=Tone.MUTED),
        on_tap=session.tap(session.go, open_at),
        label=line.says,
        lined=not last,
        key=str(line.number),
    )
