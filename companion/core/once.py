"""What follows from a round is worked out once for each round, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from companion.core.round import Round

_Found = TypeVar("_Found")


def once(work_out: Callable[[Round], _Found]) -> Callable[[Round], _Found]:
    """The function, which for a round that it was asked about before gives what it gave then.

    A cache by value would compare rounds, and a sheet can hold thousands that hash alike.
    """

    @wraps(work_out)
    def known(round_: Round) -> _Found:
        kept: dict[object, Any] = round_.kept
        if known not in kept:
            kept[known] = work_out(round_)
        found: _Found = kept[known]
        return found

    return known
