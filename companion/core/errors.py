"""The exceptions of the core: callers' mistakes and bad input. Expected refusals are values."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.core.objections import Objection


class FanTanError(Exception):
    """Whatever the core raises."""


class IllegalEventError(FanTanError):
    """An event was recorded that the rules object to; ask `objection` first."""

    def __init__(self, event: object, objection: Objection) -> None:
        super().__init__(f"{event}: {objection.english}")
        self.event = event
        self.objection = objection


class RulesError(FanTanError):
    """House rules that cannot be: an unknown preset or option, or a value it does not take."""


class SheetError(FanTanError):
    """A score sheet that cannot be read: the line, counted from 1, and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"{line}: {problem}")
        self.line = line
        self.problem = problem
