"""Chips that go from seat to pot after a turn that cost some.

Nothing waits for them: they lie over the table, let every tap through, and are gone in a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import use_state
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.disc import disc
from companion.views.at_table.table import ChipMove

Corner = tuple[float, float]
_CHIP = 16
_MOST = 5
"""More chips than these look like these."""
_APART = 5
_MOVE_MILLISECONDS = 190
_START_SECONDS, _GONE_SECONDS = 0.03, 0.25


@dataclass(frozen=True, slots=True)
class ChipMoves:
    """The chips of one step of the series, and where each seat and the pot (None) is."""

    step: int
    moves: tuple[ChipMove, ...]
    positions: tuple[tuple[int | None, Corner], ...]


def chip_moves(
    step: int, moves: Sequence[ChipMove], positions: Mapping[int | None, Corner]
) -> ChipMoves:
    """The moves of the chips whose positions are known."""
    known = tuple(move for move in moves if {move.source, move.target} <= positions.keys())
    return ChipMoves(step, known, tuple(positions.items()))


@dataclass(frozen=True, slots=True)
class _Phase:
    """The step whose chips show, and whether they are sent to where they go."""

    step: int = 0
    at_end: bool = False


@ft.component
@boundary
def ChipAnimation(chips: ChipMoves, *, at_once: bool = False) -> ft.Control:
    """The chips of a step that was taken while the screen shows, or `at_once` of the step that
    it shows first; an undo moves none.
    """
    phase, set_phase = use_state(_Phase())
    seen = ft.use_ref(chips.step - at_once)
    fresh = chips.step == (seen.current or 0) + 1 and bool(chips.moves)
    seen.current = chips.step

    async def show() -> None:
        if not fresh:
            return
        set_phase(_Phase(chips.step))
        await asyncio.sleep(_START_SECONDS)
        set_phase(_Phase(chips.step, at_end=True))
        await asyncio.sleep(_GONE_SECONDS)
        set_phase(_Phase())

    ft.use_effect(show, [chips.step])
    shown = _discs(chips, at_end=phase.at_end) if phase.step == chips.step else []
    return ft.TransparentPointer(content=ft.Stack(shown, expand=True), expand=True)


def _discs(chips: ChipMoves, *, at_end: bool) -> list[ft.Control]:
    positions = dict(chips.positions)
    at = [positions[move.target if at_end else move.source] for move in chips.moves]
    return [
        _disc(f"{chips.step}-{number}-{level}", x, y - level * _APART)
        for number, ((x, y), move) in enumerate(zip(at, chips.moves, strict=True))
        for level in range(min(move.chips, _MOST))
    ]


def _disc(key: str, x: float, y: float) -> ft.Control:
    chip = disc(_CHIP, Tone.BRASS)
    chip.key, chip.left, chip.top = key, x - _CHIP / 2, y - _CHIP / 2
    chip.border = ft.Border.all(2.5, Tone.ON_BRASS)
    chip.animate_position = ft.Animation(_MOVE_MILLISECONDS, ft.AnimationCurve.EASE_IN_OUT)
    return chip
