"""The series on the desk: what was played, step by step, and what was taken back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.round import Round
from companion.core.series import Series
from companion.desk.ports import Step, Trouble


@dataclass(frozen=True, slots=True)
class Night:
    """The series on the desk: its number in the store, its steps, and the steps taken back;
    `sealed` says why it can be looked at and not changed.
    """

    number: int
    series: Series
    steps: tuple[Step, ...]
    undone: tuple[Step, ...] = ()
    sealed: Trouble | None = None

    @property
    def round_number(self) -> int:
        """The round in play or last played, counted from 1."""
        return len(self.series.rounds)

    @property
    def round(self) -> Round:
        """The round in play, or the last one played."""
        return self.series.rounds[-1]

    @property
    def can_undo(self) -> bool:
        """Whether a step can be taken back: all but the first deal."""
        return len(self.steps) > 1 and not self.sealed

    @property
    def can_redo(self) -> bool:
        """Whether a step that was taken back can be taken again."""
        return bool(self.undone)
