"""Names of people in all series, as they show after renamings.

A renaming concerns the series up to a number: the same name in a later series is another person.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from companion.core import steps
from companion.core.names import Player
from companion.core.series import Series
from companion.core.sheet.taken import SheetTaken
from companion.core.steps import Step


class Renaming(NamedTuple):
    """New name of a person in the series up to number `last`."""

    old: str
    new: str
    last: int


Renamings = tuple[Renaming, ...]
NOBODY: Renamings = ()


def shown(renamings: Renamings, name: str, number: int) -> str:
    """Return how a name in a series shows."""
    for old, new, last in renamings:
        if name == old and number <= last:
            name = new
    return name


def with_names(  # noqa: C901 - a kind of step each
    renamings: Renamings, number: int, head: Series, said: Iterable[Step], back: dict[str, str]
) -> tuple[Series, list[Step]]:
    """Return the head and the steps of a series with the names as they show.

    `back` gets the name in the file of each name that shows otherwise.
    """
    mine = tuple(renaming for renaming in renamings if number <= renaming.last)
    if not mine:
        return head, list(said)

    def name_of(name: str) -> str:
        now = shown(mine, name, number)
        if now != name:
            back[now] = name
        return now

    def call(players: Iterable[Player]) -> tuple[Player, ...]:
        return tuple(replace(player, name=name_of(player.name)) for player in players)

    known = {player.handle for player in head.players}
    undealt = known
    changed: list[Step] = []
    for step in said:
        if isinstance(step, steps.PlayerRenamed):
            changed.append(replace(step, name=name_of(step.name)))
        elif isinstance(step, steps.Seating | steps.Repaired):
            if isinstance(step, steps.Dealt):
                undealt = known
            elif isinstance(step, steps.Redealt):
                known = undealt  # those who joined for the former deal are gone
            known = known | {player.handle for player in step.joined}
            # Whoever has no entry is called by the handle, which may have been renamed too.
            bare = [Player(handle, handle) for handle in step.setup.players if handle not in known]
            known = known | {player.handle for player in bare}
            renamed = [now for now, was in zip(call(bare), bare, strict=True) if now != was]
            changed.append(replace(step, joined=(*call(step.joined), *renamed)))
        elif isinstance(step, SheetTaken):
            known = undealt = {player.handle for player in step.log.series.players}
            changed.append(step.renamed(name_of))
        else:
            changed.append(step)
    return replace(head, players=call(head.players)), changed


def with_former_names(step: Step, back: Mapping[str, str]) -> Step:
    """Return a step with the names as the file has them."""
    if back and isinstance(step, steps.PlayerRenamed):
        return replace(step, name=back.get(step.name, step.name))
    if back and isinstance(step, SheetTaken):
        return step.renamed(lambda name: back.get(name, name))
    if back and isinstance(step, steps.Seating | steps.Repaired):
        joined = (replace(one, name=back.get(one.name, one.name)) for one in step.joined)
        return replace(step, joined=tuple(joined))
    return step


def claimed_name(renamings: Renamings, number: int, step: Step) -> tuple[str, str] | None:
    """Return a name that a step gives to somebody although it shows otherwise, and how it shows."""
    given: tuple[str, ...] = ()
    if isinstance(step, steps.PlayerRenamed):
        given = (step.name,)
    elif isinstance(step, steps.Seating | steps.Repaired):
        given = tuple(player.name for player in step.joined)
    elif isinstance(step, SheetTaken):
        given = tuple(player.name for player in step.log.series.players)
    return next(
        ((name, now) for name in given if (now := shown(renamings, name, number)) != name), None
    )
