"""The series: totals and the race, a chart and a table of the rounds, and the score sheet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.core.sheet import dumps
from companion.desk.commands import end
from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.parts.basics.buttons import QUIET, SECONDARY, button
from companion.ui.parts.basics.choice import Answer, segmented
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.series.chart import chart
from companion.ui.parts.series.race import race_panel
from companion.ui.parts.series.round_table import RoundTable, RoundTaps, round_table
from companion.ui.parts.series.winner import winner_panel
from companion.ui.screens import Room
from companion.ui.session import Session
from companion.ui.theme import Tone
from companion.views.of_series.series import SeriesView

_TWO_COLUMNS_FROM, _NARROW = 760, 380
_FEW = 12
"""So many rounds are shown until more are asked for."""
_AROUND = 78
"""What margins and paddings take of a column's width, in dp."""


@dataclass(frozen=True, slots=True)
class _Counting:
    """Whether chart and table count points or chips, and what changes that; whether the table
    shows `all` rounds, for those of a long series are many; the `scale` of the device's text.
    """

    in_points: bool
    points: Tap
    chips: Tap
    all: bool
    show_all: Tap
    scale: float


@ft.component
@boundary
def SeriesPage(
    session: Session,
    view: SeriesView,
    room: Room,
    refusal: str,
    *,
    base: str,
    on_resume: Tap | None = None,
) -> ft.Control:
    """The whole screen. `base` is its path, which the screens of its rounds lie upon; `on_resume`
    goes on playing, where the way back does not lead there.
    """
    in_points, set_in_points = use_state(view.in_points)
    unfolded, set_unfolded = use_state(initial=False)
    copied, set_copied = use_state(initial=False)

    async def count(*, points: bool) -> None:
        set_in_points(points)

    async def unfold() -> None:
        set_unfolded(True)

    async def copy() -> None:
        await ft.Clipboard().set(await _sheet(session))
        set_copied(True)

    wide = room.width >= _TWO_COLUMNS_FROM and not room.large_text
    width = (min(room.width, WIDE) / 2 if wide else min(room.width, WIDEST)) - _AROUND
    counting = _Counting(
        in_points and view.in_points,
        session.tap(partial(count, points=True)),
        session.tap(partial(count, points=False)),
        unfolded or len(view.rounds) <= _FEW,
        session.tap(unfold),
        room.text_scale,
    )
    first = [*_winners(view, room), race_panel(view.race, room.text_scale)]
    last = [
        _export(session, view, room, copy, copied=copied),
        _decisions(session, view, room, base),
    ]
    right = [_rounds(session, view, counting, base, width)]
    body = [side_by_side([*first, *last], right)] if wide else [*first, *right, *last]
    say = session.words.say
    resume = button(say("Back to the table"), on_resume, identifier="resume", expand=True)
    return paper(
        view.title,
        body,
        room,
        subtitle=view.subtitle,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        actions=[resume] if on_resume is not None else [],
        widest=WIDE if wide else WIDEST,
    )


def _winners(view: SeriesView, room: Room) -> list[ft.Control]:
    return [winner_panel(view.winners, room, view.ended)] if view.ended else []


def _rounds(
    session: Session, view: SeriesView, counting: _Counting, base: str, width: float
) -> ft.Control:
    """The chart, once there is a total to draw, and the table, in points or in chips."""
    say, in_points = session.words.say, counting.in_points
    curves = view.point_curves if in_points else view.chip_curves
    table = RoundTable(
        view.players,
        view.rounds if counting.all else view.rounds[-_FEW:],
        view.points if in_points else view.chips,
        say("Total"),
        in_points,
    )
    choice = segmented(
        [
            Answer(say("Points"), "show-points", counting.points, chosen=in_points),
            Answer(say("Chips"), "show-chips", counting.chips, chosen=not in_points),
        ]
    )
    taps = RoundTaps(
        lambda line: session.tap(session.go, f"{base}/turns/{line.number}"),
        lambda line: session.tap(session.go, f"{base}/cards/{line.number}"),
        say("Show the cards left"),
    )
    rows: list[ft.Control] = [round_table(table, width, taps, counting.scale)]
    if any(any(curve.totals) for curve in curves):
        target = view.target if in_points else 0
        rows.insert(0, chart(curves, target, view.chart_says, width, counting.scale))
    if view.in_points:
        rows.insert(0, choice)
    if not counting.all:
        rows.append(button(view.all_says, counting.show_all, identifier="all-rounds", look=QUIET))
    return panel(
        rows,
        title=say("Rounds"),
        beside=say("tap one for its turns"),
        spacing=14,
    )


def _decisions(session: Session, view: SeriesView, room: Room, base: str) -> ft.Control:
    """What the table may decide about the series."""
    say, narrow = session.words.say, room.width < _NARROW
    correct = button(
        say("Correction"),
        session.tap(session.go, f"{base}/pay"),
        identifier="correction",
        look=SECONDARY,
        icon=ft.Icons.SWAP_HORIZ,
        height=52,
        narrow=narrow,
    )
    ends = button(
        say("End the series"),
        session.tap(session.ask, end),
        identifier="end-series",
        look=SECONDARY,
        icon=ft.Icons.FLAG_OUTLINED,
        height=52,
        narrow=narrow,
    )
    both = row_or_column([correct, *([ends] if view.can_end else [])], large=room.large_text)
    return ft.Container(both, key="decisions")


def _export(
    session: Session,
    view: SeriesView,
    room: Room,
    copy: Callable[[], Awaitable[None]],
    *,
    copied: bool,
) -> ft.Control:
    say = session.words.say
    save = session.tap(_save, session, view.file_name)
    saves = button(
        say("Save"),
        save,
        identifier="export",
        look=SECONDARY,
        icon=ft.Icons.DOWNLOAD,
        height=52,
    )
    copies = button(
        say("Copy"),
        session.tap(copy),
        identifier="copy-sheet",
        look=SECONDARY,
        icon=ft.Icons.CONTENT_COPY,
        height=52,
    )
    told = notice(say("The score sheet is on the clipboard."), identifier="copied", look=REMARK)
    return panel(
        [
            text(view.sheet_says, size=14, tone=Tone.MUTED),
            row_or_column([saves, copies], large=room.large_text, spacing=10),
            *([told] if copied else []),
        ],
        title=say("Score sheet"),
    )


async def _save(session: Session, file_name: str) -> None:
    sheet = await _sheet(session)
    await ft.FilePicker().save_file(file_name=file_name, src_bytes=sheet.encode())


async def _sheet(session: Session) -> str:
    """The score sheet of the series, written away from the event loop."""
    snapshot = session.watched.snapshot
    return "" if snapshot is None else await asyncio.to_thread(dumps, snapshot.log)
