"""The page of a series: the race, a chart and a table of the rounds, and the score sheet."""

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.desk.table import Snapshot
from companion.ui.component import component, keyed, use_state
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, Answer, button, segmented
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import (
    REMARK,
    WIDE,
    notice,
    panel,
    row_or_column,
    side_by_side,
    stretched,
)
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.charts import chart, race_panel
from companion.ui.parts.earlier import keeping
from companion.ui.parts.round_table import RoundTable, RoundTaps, Unit, round_table
from companion.ui.parts.saving import ScoreSheet, reminding
from companion.ui.parts.series_end import (
    SeriesName,
    after_the_end,
    use_ending,
    use_naming,
    winner_panel,
)
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.of_series.series import SeriesView, series_view
from companion.views.of_series.settling import booked

_NARROW = 380
_FEW = 12
"""The number of rounds shown before a tap shows all."""
_SHORT = 7
"""The most rounds of a table that leaves room below in a wide window."""
_AROUND = 78
"""The width of the margins and paddings of a column, in dp."""


@dataclass(frozen=True, slots=True)
class _Counting:
    """The figures of chart and table, the handlers that choose them, and the scale of text.

    The table shows `all` rounds, or the last few of a long series.
    """

    kind: Unit
    choose: Callable[[Unit], Tap]
    all: bool
    show_all: Tap
    scale: float
    large: bool


@component
def SeriesPage(
    session: Session,
    snapshot: Snapshot,
    room: Room,
    refusal: str,
    *,
    base: str,
    on_resume: Tap | None = None,
) -> ft.Control:
    """Draw the page; `base` is its path, and `on_resume` leads to the table, if Back does not."""
    view = series_view(snapshot, session.words)
    counting, naming = _use_counting(session, view, room), use_naming()
    wide = room.two_columns
    width = (min(room.width, WIDE) / 2 if wide else min(room.width, WIDEST)) - _AROUND
    choices, ends, length = use_ending(session, snapshot, room)
    goes_on = choices.length is not None and choices.length.plays_on
    decisions = _decisions(session, room, base, ends if choices.can_end else None)
    first = [
        *_booked(snapshot, session),
        *([winner_panel(view.winners, room, view.ended)] if view.ended else []),
        *reminding(session, room),
        *after_the_end(session, choices),
        *(length if goes_on else []),
        *([decisions] if view.ended else []),
        race_panel(view.race, room.text_scale),
    ]
    last = [
        *([] if goes_on else length),
        *([] if view.ended else [decisions]),
        keyed(f"name-{snapshot.series.name}", SeriesName, session, snapshot.series.name, *naming),
    ]
    rounds = [_rounds(session, view, counting, base, width)]
    kept = _kept(session, snapshot, view, room, base)
    body = [*first, *rounds, *last, *kept]
    if wide and len(view.rounds) <= _SHORT:
        body = [side_by_side([*first, *last], [*rounds, *kept])]
    elif wide:
        body = [side_by_side([*first, *last, *kept], rounds)]
    look = SECONDARY if view.ended else PRIMARY
    resume = button(view.resume_says, on_resume, identifier="resume", look=look, expand=True)
    return frame(
        session,
        view.title,
        [body],
        room,
        refusal,
        subtitle=view.subtitle,
        actions=[resume] if on_resume is not None else [],
        widest=WIDE if wide else WIDEST,
        body_key="over" if view.ended else "in-play",
    )


def _use_counting(session: Session, view: SeriesView, room: Room) -> _Counting:
    """Return the state of chart and table: at first points, if they count, and few rounds."""
    kind, set_kind = use_state(Unit.POINTS)
    unfolded, set_unfolded = use_state(initial=False)

    async def count(chosen: Unit) -> None:
        set_kind(chosen)

    async def unfold() -> None:
        set_unfolded(True)

    return _Counting(
        kind if view.in_points or kind is not Unit.POINTS else Unit.CHIPS,
        lambda chosen: session.tap(count, chosen),
        unfolded or len(view.rounds) <= _FEW,
        session.tap(unfold),
        room.text_scale,
        room.large_text,
    )


def _kept(
    session: Session, snapshot: Snapshot, view: SeriesView, room: Room, base: str
) -> list[ft.Control]:
    """Return the panels to export the series, and to archive or delete it."""
    files, large = (view.sheet_says, view.file_name), room.large_text
    return [
        keyed("sheet", ScoreSheet, session, *files, base=base, large=large),
        keeping(session, snapshot.number, room),
    ]


def _rounds(
    session: Session, view: SeriesView, counting: _Counting, base: str, width: float
) -> ft.Control:
    """Return the chart and the table of the rounds, in points, chips or cards left."""
    say, kind = session.words.say, counting.kind
    totals = {Unit.POINTS: view.points, Unit.CHIPS: view.chips, Unit.CARDS: view.cards}
    table = RoundTable(
        view.players,
        view.rounds if counting.all else view.rounds[-_FEW:],
        totals[kind],
        say("Total"),
        kind,
        say("Dealer"),
        say("False passes"),
        view.swipe_says,
    )
    taps = RoundTaps(
        lambda line: session.tap(session.go, f"{base}/turns/{line.number}"),
        lambda line: session.tap(session.go, f"{base}/cards/{line.number}"),
        say("Show the cards left"),
    )
    rows: list[ft.Control] = [_kinds(session, view, counting)]
    rows += _chart(view, counting, width)
    rows.append(round_table(table, width, taps, counting.scale))
    rows += _seating(view)
    if not counting.all:
        rows.append(button(view.all_says, counting.show_all, identifier="all-rounds", look=QUIET))
    return panel(
        rows,
        title=say("Rounds"),
        beside=say("tap a round to see its turns"),
        spacing=14,
    )


def _seating(view: SeriesView) -> list[ft.Control]:
    """Return the lines about players who joined or left, which explain the totals."""
    lines: list[ft.Control] = [text(line, size=14, tone=Tone.MUTED) for line in view.seating]
    return [named("seating", ft.Column(lines, spacing=2, tight=True))] if lines else []


def _kinds(session: Session, view: SeriesView, counting: _Counting) -> ft.Control:
    say = session.words.say
    kinds = [(Unit.CHIPS, say("Chips")), (Unit.CARDS, say("Cards"))]
    if view.in_points:
        kinds.insert(0, (Unit.POINTS, say("Points")))
    return segmented(
        [
            Answer(words, f"show-{kind.value}", counting.choose(kind), kind is counting.kind)
            for kind, words in kinds
        ],
        stacked=counting.large,
    )


def _chart(view: SeriesView, counting: _Counting, width: float) -> list[ft.Control]:
    """Return the chart of points or chips, if any total is not zero."""
    in_points = view.in_points and counting.kind is not Unit.CHIPS
    curves = view.point_curves if in_points else view.chip_curves
    if not any(any(curve.totals) for curve in curves):
        return []
    says = view.points_say if in_points else view.chips_say
    return [chart(curves, view.target if in_points else 0, says, width, counting.scale)]


def _booked(snapshot: Snapshot, session: Session) -> list[ft.Control]:
    """Return the notice of the last recorded correction."""
    words = booked(snapshot, session.words)
    return [notice(words, identifier="booked", look=REMARK)] if words else []


def _decisions(session: Session, room: Room, base: str, on_end: Tap | None) -> ft.Control:
    """Return the buttons to correct, settle and, if `on_end` is given, end the series."""
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
        on_end,
        identifier="end-series",
        look=SECONDARY,
        icon=ft.Icons.FLAG_OUTLINED,
        height=52,
        narrow=narrow,
    )
    settles = button(
        say("Settle up"),
        session.tap(session.go, f"{base}/settle"),
        identifier="settle",
        look=SECONDARY,
        icon=ft.Icons.HANDSHAKE_OUTLINED,
        height=52,
    )
    both = row_or_column([correct, *([ends] if on_end else [])], large=room.large_text)
    return ft.Container(stretched([settles, both], spacing=10), key="decisions")
