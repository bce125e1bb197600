"""The exceptions of the core: callers' mistakes and bad input. Expected refusals are values."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from companion.core.phrases import excerpt

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


class Told(Exception):  # noqa: N818 - what problems have in common, and never raised itself
    """A problem in words: a phrase of English, and the fields that it is about. Words that somebody
    wrote are cut to what a message can show; in a tuple, each for itself.
    """

    def __init__(self, phrase: str, **fields: object) -> None:
        self.phrase = phrase
        self.fields = {name: _shown(value) for name, value in fields.items()}
        super().__init__(phrase.format(**self.fields))


def _shown(value: object) -> object:
    match value:
        case str():
            return excerpt(value)
        case tuple():
            words = cast("tuple[str, ...]", value)
            return " ".join(map(excerpt, words))
        case _:
            return value


class RulesError(Told, FanTanError):
    """House rules that cannot be: an unknown preset or option, or a value it does not take."""


class LineError(Told, ValueError):
    """What is wrong with a line of a score sheet."""


class SheetError(FanTanError):
    """A score sheet that cannot be read: the line, counted from 1, and what is wrong with it."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"{line}: {problem}")
        self.line = line
        self.problem = problem
