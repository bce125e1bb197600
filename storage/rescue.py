"""What can be kept of a round whose file was damaged: its turns up to the first gap.

One damaged file costs at most its round. If a later round was dealt after it, what is left of it
is called off, so that the rounds after it stand as they were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.core.events import CalledOff
from companion.core.round import Round
from companion.core.names import Player
from companion.core.series import Series
from companion.desk.ports import Dealt, Entry, Recorded, Step
from storage.rounds import Placed


def without_gaps(steps: Iterable[Placed], *, last: bool) -> list[Placed]:
    """The steps of one round that still make sense in their order."""
    kept: list[Placed] = []
    round_: Round | None = None
    for place, step in sorted(steps, key=lambda each: each[0]):
        if isinstance(step, Dealt):
            if step.setup.objection():
                break
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


def events_kept(stored: Collection[Placed], kept: Iterable[Placed]) -> int:
    """How many of the events that were stored of a round are kept; to call it off is none."""
    return sum(isinstance(each[1], Recorded) for each in kept if each in stored)


def with_stand_ins(rounds: Mapping[int, Sequence[Placed]]) -> dict[int, Sequence[Placed]]:
    """The rounds from the first to the last that there is something of; one that is lost whole
    stands there called off.
    """
    placed: dict[int, Sequence[Placed]] = {}
    following: Sequence[Placed] = ()
    for number in range(max(rounds, default=0), 0, -1):
        steps = rounds.get(number, ())
        if steps or following:
            following = placed[number] = steps or _stand_in(number, following)
    return dict(reversed(placed.items()))


def in_order(rounds: Mapping[int, Sequence[Placed]]) -> list[Placed]:
    """The steps of all rounds by their places; no round comes before the one it follows, even if
    its file was exchanged for another.
    """
    keyed: list[tuple[int, int, Placed]] = []
    floor = 0
    for number, steps in rounds.items():
        floor = max(floor, min((place for place, _ in steps), default=floor))
        keyed += [(max(floor, each[0]), number, each) for each in steps]
    return [each for _, _, each in sorted(keyed, key=lambda each: (each[:2], each[2][0]))]


def _stand_in(number: int, following: Sequence[Placed]) -> list[Placed]:
    place = min(place for place, _ in following)
    setup = next(step.setup for _, step in following if isinstance(step, Dealt))
    return [(place - 2, Dealt(number, setup)), (place - 1, Recorded(number, CalledOff()))]


def head_from(entry: Entry | None, steps: Iterable[Step]) -> Series:
    """What stood before the rounds of a series, as far as its entry and its deals tell it."""
    setups = [step.setup for step in steps if isinstance(step, Dealt)]
    handles = tuple(dict.fromkeys(each for setup in setups for each in setup.players))
    joined = {each for step in steps if isinstance(step, Dealt) for each in step.joined}
    seated = setups[-1].players if setups else ()
    fits = entry is not None and len(entry.players) == len(seated)
    names = dict(zip(seated, entry.players, strict=True)) if entry and fits else {}
    late = {each.handle for each in joined}
    return Series(
        entry.name if entry else "",
        entry.date if entry else "",
        setups[0].rules if setups else Series().rules,
        tuple(Player(each, names.get(each, each)) for each in handles if each not in late),
    )
