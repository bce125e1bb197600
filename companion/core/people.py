"""Names of people in all series, as they show after renamings.

A renaming concerns the series up to a number: the same name in a later series is another person.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from companion.core import steps
from companion.core.names import Player
from companion.core.series import Series
from companion.core.steps import Step


class Renaming(NamedTuple):
    """New name of a person in the series up to number `last`."""

    old: str
    new: str
    last: int


Renamings = tuple[Renaming, ...]
NOBODY: Final[Renamings] = ()


def shown(renamings: Renamings, name: str, number: int) -> str:
    """Return how a name in a series shows."""
    for old, new, last in renamings:
        if name == old and number <= last:
            name = new
    return name


def with_names(
    renamings: Renamings, number: int, head: Series, said: Iterable[Step], back: dict[str, str]
) -> tuple[Series, list[Step]]:
    """Return the head and the steps of a series with the names as they show.

    `back` gets each name that shows otherwise.
    """
    mine = tuple(renaming for renaming in renamings if number <= renaming.last)
    if not mine:
        return head, list(said)
    known = {player.handle for player in head.players}

    def name_of(name: str) -> str:
        now = shown(mine, name, number)
        if now != name:
            back[now] = name
        return now

    def named(players: Iterable[Player]) -> tuple[Player, ...]:
        return tuple(replace(player, name=name_of(player.name)) for player in players)

    def each() -> Iterator[Step]:
        for step in said:
            if isinstance(step, steps.PlayerRenamed):
                yield replace(step, name=name_of(step.name))
            elif isinstance(step, steps.Dealt | steps.Redealt | steps.Repaired):
                known.update(player.handle for player in step.joined)
                bare = [Player(handle, handle) for handle in step.setup.players]
                new = [player for player in bare if player.handle not in known]
                known.update(player.handle for player in new)
                changed = [now for now, was in zip(named(new), new, strict=True) if now != was]
                yield replace(step, joined=(*named(step.joined), *changed))
            else:
                yield step

    return replace(head, players=named(head.players)), list(each())
