"""The page of the referee, who judges a pass from the layout and a hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import flet as ft

from companion.core.cards import Rank
from companion.core.presets import SavedRules
from companion.core.referee import Situation
from companion.ui.acting import Hands
from companion.ui.component import component, use_begun, use_state
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import Answer, icon_button, pill, pill_row, segmented
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, Tap
from companion.ui.parts.cards.board import PositionTaps, grid_plan, position_grid, rows_from
from companion.ui.render import draw
from companion.ui.routes import Room, Shape
from companion.ui.session import Session
from companion.views.at_table.referee import CostLine, Opinion, RefereeStart, RefereeView, referee
from companion.views.blocks import Edit, Panel

_MARGINS, _GAP, _SIDE = 40, 20, 380
_GRID_WIDEST, _CARD_HIGHEST = 940, 108
_AROUND_IN_LOW = 190
"""The height above and below the cards on a phone on its side, in dp."""

_TITLE, _TITLE_IN_LOW, _MODES_BESIDE = 26, 20, 336
"""The sizes of the title, and the width of the modes beside a low title, in dp."""

_STACKED = max(WIDEST, rows_from(len(Rank)) + _MARGINS)
_SIGNS = {
    Opinion.ASKING: ft.Icons.TOUCH_APP_OUTLINED,
    Opinion.LEGAL: ft.Icons.CHECK_CIRCLE,
    Opinion.ILLEGAL: ft.Icons.CANCEL,
}
_TONES = {Opinion.ASKING: Tone.INK, Opinion.LEGAL: Tone.GAIN, Opinion.ILLEGAL: Tone.LOSS}


@dataclass(frozen=True, slots=True)
class _Screen:
    """The state of the page, and the handlers of its taps."""

    session: Session
    view: RefereeView
    placing: PositionTaps
    holding: bool
    hold: Callable[[bool], None]
    room: Room

    def doing(self, step: Callable[[Situation], Situation]) -> Tap:
        """Return a handler that changes the position by the step."""

        async def change() -> None:
            self.placing.change(step)

        return self.session.tap(change)


@component
def Referee(session: Session, begins: RefereeStart, saved: SavedRules, room: Room) -> ft.Control:
    """Draw the page, which begins with the position of the table at its first drawing.

    The choice of rules includes the `saved` ones.
    """
    start = use_begun(lambda: begins)
    position, set_position = use_state(start.position)
    holding, hold = use_state(start.holding)
    change = cast("Callable[[Callable[[Situation], Situation]], None]", set_position)
    placing, _ = use_state(PositionTaps(session, change))
    view = referee(position, session.words, holding=holding, saved=saved, start=start)
    shown = _Screen(session, view, placing, holding, hold, room)
    say = session.words.say
    wide, low = room.shape is Shape.WIDE, room.shape is Shape.SIDE
    return frame(
        session,
        say("Was that pass legal?"),
        [[_side_by_side(shown)] if wide else _stacked(shown)],
        room,
        subtitle=view.about,
        largest_title=_TITLE_IN_LOW if low else _TITLE,
        beside=ft.Row([ft.Container(_modes(shown), width=_MODES_BESIDE), _clear(shown)], spacing=8)
        if low
        else _clear(shown),
        notices=[] if low else [_modes(shown)],
        actions=[] if wide else [_verdict(shown.view, brief=True, whole=not room.large_text)],
        widest=_wide_grid(room) + _GAP + _SIDE + _MARGINS if wide else _STACKED,
    )


def _stacked(shown: _Screen) -> list[ft.Control]:
    width = min(shown.room.width, _STACKED) - _MARGINS
    because = text(shown.view.because, leading=1.35)
    below = [because] if shown.room.large_text else []
    return [*_starters(shown), _grid(shown, width), *below, *_costs(shown), _rules(shown)]


def _side_by_side(shown: _Screen) -> ft.Control:
    width = _wide_grid(shown.room)
    verdict = panel([_verdict(shown.view, brief=False, whole=True)])
    answer = _column([verdict, *_costs(shown)], expand=True)
    cards = _column([_grid(shown, width), *_starters(shown), _rules(shown)], width=width)
    return ft.Row([cards, answer], spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)


def _column(
    controls: list[ft.Control], *, width: float | None = None, expand: bool = False
) -> ft.Control:
    return ft.Column(
        controls,
        spacing=14,
        tight=True,
        width=width,
        expand=expand or None,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _wide_grid(room: Room) -> float:
    return min(room.width - _MARGINS - _GAP - _SIDE, _GRID_WIDEST)


def _grid(shown: _Screen, width: float) -> ft.Control:
    view, room = shown.view, shown.room
    low = room.shape is Shape.SIDE
    highest = (room.height - _AROUND_IN_LOW) / len(view.rows) if low else _CARD_HIGHEST
    plan = grid_plan(width, max(LEAST, highest), len(view.rows[0].spots))
    return position_grid(
        shown.placing, view.rows, plan, holding=shown.holding, low_right=view.low_right
    )


def _modes(shown: _Screen) -> ft.Control:
    """Return the choice between placing cards on the table and in the hand."""
    view = shown.view

    def turn(holding: bool) -> Tap:  # noqa: FBT001 - the mode itself
        async def turned() -> None:
            shown.hold(holding)

        return shown.session.tap(turned)

    return segmented(
        [
            Answer(view.table_says, "referee-table", turn(False), not shown.holding),
            Answer(view.hand_says, "referee-hand", turn(True), shown.holding),
        ],
        stacked=shown.room.large_text,
    )


def _clear(shown: _Screen) -> ft.Control:
    return icon_button(
        ft.Icons.RESTART_ALT,
        shown.doing(lambda position: Situation(position.rules)),
        identifier="referee-clear",
        label=shown.session.words.say("Clear the table and the hand"),
    )


def _verdict(view: RefereeView, *, brief: bool, whole: bool) -> ft.Control:
    """Return the verdict, read aloud at each change.

    If `brief`, the costs are in the same line; if `whole`, the reason is below.
    """
    tone = _TONES[view.opinion]
    title: list[ft.Control] = [text(view.headline, size=17, tone=tone, face=TEXT.bold)]
    if brief and view.brief:
        title.append(text(view.brief, size=14, tone=Tone.MUTED, face=TEXT.medium))
    lines = ft.Column(
        [
            ft.Row(title, spacing=8, run_spacing=0, wrap=True),
            *([text(view.because, size=15, leading=1.35)] if whole else []),
        ],
        spacing=4,
        tight=True,
        expand=True,
    )
    answer = ft.Row(
        [ft.Icon(_SIGNS[view.opinion], size=30, color=tone), lines],
        spacing=14,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Container(named("referee-verdict", answer, live=True), expand=brief or None)


def _starters(shown: _Screen) -> list[ft.Control]:
    """Return the choice of the opening rank, under rules where the first card decides."""
    cells = [
        pill(
            starter.words,
            shown.doing(_opening(starter.rank)),
            identifier=f"referee-opened-{starter.rank.text}",
            chosen=starter.chosen,
            label=starter.says,
        )
        for starter in shown.view.starters
    ]
    if not cells:
        return []
    return [panel([pill_row(cells, shown.room)], title=shown.view.starters_says)]


def _opening(rank: Rank) -> Callable[[Situation], Situation]:
    return lambda position: position.opened_with(rank)


def _costs(shown: _Screen) -> list[ft.Control]:
    """Return the panel of the costs of the pass."""
    view, say = shown.view, shown.session.words.say
    if not view.costs:
        return []
    rows = [_cost(line, place) for place, line in enumerate(view.costs)]
    total = ft.Row(
        [
            text(say("Together"), face=TEXT.bold, expand=True),
            named("referee-total", text(str(view.total), size=16, face=TEXT.bold)),
        ]
    )
    return [panel([*rows, total], title=say("What it costs"), beside=say("in chips"))]


def _cost(line: CostLine, place: int) -> ft.Control:
    words = ft.Column(
        [
            text(line.what, face=TEXT.medium),
            text(line.whom, size=14, tone=Tone.MUTED),
        ],
        spacing=1,
        tight=True,
        expand=True,
    )
    return ft.Container(
        ft.Row([words, text(str(line.chips), size=16, face=TEXT.semibold)], spacing=12),
        padding=ft.Padding.only(bottom=10),
        border=ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        key=f"cost-{place}",
    )


def _rules(shown: _Screen) -> ft.Control:
    blocks = shown.view.presets.blocks(lambda rules: Edit("under", (rules,)))
    rules = Panel(blocks, shown.session.words.say("House rules"))
    return draw(Hands(shown.session, shown.placing.change), rules, shown.room)
