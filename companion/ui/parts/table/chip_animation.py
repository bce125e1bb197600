"""Chips on the run: after a turn that cost some, they go from seat to pot before everyone's eyes.

Nothing waits for them: they lie over the table, let every tap through, and are gone in a blink.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.theme import Tone
from companion.views.table import ChipMove

Corner = tuple[float, float]
_CHIP = 16
_MOST = 5
"""More chips than these look like these."""
_APART = 5
_RUN_MILLISECONDS = 190
_START_SECONDS, _GONE_SECONDS = 0.03, 0.25


@dataclass(frozen=True, slots=True)
class ChipMoves:
    """The chips of one step of the series, where from and where to."""

    step: int
    moves: tuple[ChipMove, ...]
    positions: tuple[tuple[int | None, Corner], ...]


def chip_moves(
    step: int, moves: Sequence[ChipMove], positions: Mapping[int | None, Corner]
) -> ChipMoves:
    """The run, for chips whose places are known."""
    known = tuple(each for each in moves if {each.source, each.target} <= positions.keys())
    return ChipMoves(step, known, tuple(positions.items()))


@dataclass(frozen=True, slots=True)
class _Phase:
    """The step whose chips show, and whether they are sent to where they go."""

    step: int = 0
    at_end: bool = False


@ft.component
@boundary
def ChipAnimation(run: ChipMoves, *, at_once: bool = False) -> ft.Control:
    """The chips of a step that was taken while the screen shows, or `at_once` of the step that
    it shows first; an undo moves none.
    """
    phase, set_phase = use_state(_Phase())
    seen = ft.use_ref(run.step - at_once)
    fresh = run.step == (seen.current or 0) + 1 and bool(run.moves)
    seen.current = run.step

    async def show() -> None:
        if not fresh:
            return
        set_phase(_Phase(run.step))
        await asyncio.sleep(_START_SECONDS)
        set_phase(_Phase(run.step, at_end=True))
        await asyncio.sleep(_GONE_SECONDS)
        set_phase(_Phase())

    ft.use_effect(show, [run.step])
    chips = _chips(run, at_end=phase.at_end) if phase.step == run.step else []
    return ft.TransparentPointer(content=ft.Stack(chips, expand=True), expand=True)


def _chips(run: ChipMoves, *, at_end: bool) -> list[ft.Control]:
    positions = dict(run.positions)
    at = [positions[move.target if at_end else move.source] for move in run.moves]
    return [
        _chip(f"{run.step}-{number}-{place}", x, y - place * _APART)
        for number, ((x, y), move) in enumerate(zip(at, run.moves, strict=True))
        for place in range(min(move.chips, _MOST))
    ]


def _chip(key: str, x: float, y: float) -> ft.Control:
    return ft.Container(
        key=key,
        left=x - _CHIP / 2,
        top=y - _CHIP / 2,
        width=_CHIP,
        height=_CHIP,
        border_radius=_CHIP / 2,
        bgcolor=Tone.BRASS,
        border=ft.Border.all(2.5, Tone.ON_BRASS),
        animate_position=ft.Animation(_RUN_MILLISECONDS, ft.AnimationCurve.EASE_IN_OUT),
    )
