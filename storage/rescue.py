"""What can be kept of a round whose file was damaged: its turns up to the first gap.

One damaged file costs at most its round. If a later round was dealt after it, what is left of it
is called off, so that the rounds after it stand as they were.
"""

from __future__ import annotations

from companion.core.events import CalledOff
from companion.core.round import Round
from companion.ports import Dealt, Recorded, Step

Placed = tuple[int, Step]


def without_gaps(steps: list[Placed], *, last: bool) -> list[Placed]:
    """The steps of one round that still make sense in their order."""
    kept: list[Placed] = []
    round_: Round | None = None
    for place, step in sorted(steps, key=lambda each: each[0]):
        if isinstance(step, Dealt):
            round_ = Round.begin(step.setup)
        elif isinstance(step, Recorded):
            if round_ is None or round_.objection(step.event):
                break
            round_ = round_.after(step.event)
        kept.append((place, step))
    if round_ and not round_.over and not last:
        place, step = kept[-1]
        kept.append((place + 1, Recorded(step.number, CalledOff())))
    return kept


def with_stand_ins(rounds: list[list[Placed]]) -> list[Placed]:
    """All steps of a series in order; a round that is lost whole stands there called off."""
    placed: list[Placed] = []
    following: Dealt | None = None
    for number in range(len(rounds), 0, -1):
        steps = rounds[number - 1]
        if steps:
            following = next(step for _, step in steps if isinstance(step, Dealt))
        elif following:
            place = min(place for place, _ in placed)
            lost = Dealt(number, following.setup)
            steps = [(place - 1, lost), (place - 1, Recorded(number, CalledOff()))]
        placed = steps + placed
    return sorted(placed, key=lambda each: each[0])
