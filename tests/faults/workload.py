"""An endless game night: what is done next depends on what is on the desk and on a number alone.

So whoever does the same acts sees the same, and the state of a folder tells how many were done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from companion.core.cards import PACK, spread
from companion.core.events import (
    POT,
    CalledOff,
    Charged,
    Event,
    Paid,
    Passed,
    Played,
    Shown,
    Waived,
)
from companion.core.house_rules.presets import parse
from companion.core.round import Round
from companion.core.setup import PACK_SIZE, Setup
from companion.desk.archive import Desk
from companion.desk.ports import Dealt
from companion.desk.table import Night
from tests.faults.sitting import (
    FOLDER,
    Picture,
    Sitting,
    copied,
    difference,
    found,
    start,
    take_up,
)

Wish = Callable[[], object]

_NAMES = ("Ann", "Zoë Núñez", "Cem", "Dov")
_RULES = ("bicycle", "bicycle target=60", "pagat", "parlour ante=2", "fwend opening=left")
_ROUNDS = 3


def act(desk: Desk, number: int) -> None:
    """The n-th thing that is done: one call of the desk, which saves something."""
    chance = Random(number)  # noqa: S311 - the same night every time
    before = desk.state
    wishes, weights = zip(*_wishes(desk, chance), strict=True)
    (wish,) = chance.choices(wishes, weights)
    refusal = wish()
    assert not refusal, refusal
    assert desk.state != before, "nothing was done"


class Imagined:
    """The same night where nothing goes wrong, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.done = self.one_more = 0
        self._folder = folder
        self._sitting = Sitting(folder / "imagined" / FOLDER)
        start(self._sitting)

    def catch_up(self, acknowledged: int) -> None:
        """Do what was acknowledged elsewhere."""
        while self.done < acknowledged:
            act(self._sitting.desk, self.done)
            self.done += 1

    def agree_with(self, seen: Picture) -> None:
        """What a new process found is this night, or this night after the act in the middle."""
        if seen != self.picture():
            self.one_more += 1
            self.catch_up(self.done + 1)
            wrong = difference(seen, self.picture())
            assert not wrong, f"after {self.done - 1} acts and perhaps one more: {wrong}"
        take_up(self._sitting)

    def picture(self) -> Picture:
        """What a new process would find."""
        return found(copied(self._folder / "imagined", self._folder / "copy")).picture

    def leave(self) -> None:
        """Let go of the folder."""
        self._sitting.leave()


def _wishes(desk: Desk, chance: Random) -> Iterator[tuple[Wish, int]]:
    """What could be done now, and how often people do it."""
    night, rules = desk.state.night, parse(chance.choice(_RULES))
    if night is None or (night.round.over and night.round_number >= _ROUNDS):
        yield partial(desk.start, "", _NAMES, chance.randrange(4), rules), 15
    if rules != desk.state.usual:
        yield partial(desk.prefer, rules), 1
    if night is None:
        return
    if desk.night.can_undo:
        yield desk.undo, 3
    if desk.night.can_redo:
        yield desk.redo, 8
    yield from _deals(desk, night, chance)
    if rules not in (night.series.planned, night.series.latest_rules):
        yield partial(desk.plan, rules), 2
    for event, number, weight in _events(night, chance):
        if night.series.objection(event, number) is None:
            yield partial(desk.record, event, number), weight


def _deals(desk: Desk, night: Night, chance: Random) -> Iterator[tuple[Wish, int]]:
    if isinstance(night.steps[-1], Dealt):
        yield partial(desk.redeal, _short(night.round.setup, chance)), 40
    if night.round.over and not night.series.standing.over:
        yield partial(desk.deal, night.series.next_setup()), 20
        if not night.series.ended:
            yield desk.end, 2


def _short(setup: Setup, chance: Random) -> Setup:
    """The setup of a misdeal, other than this one, that makes for a short round."""
    few = [chance.randint(2, 5) for _ in setup.players[1:]]
    few[0] += (*few, PACK_SIZE - sum(few)) == setup.hand_sizes
    return replace(setup, hand_sizes=(*few, PACK_SIZE - sum(few)))


def _events(night: Night, chance: Random) -> Iterator[tuple[Event, int, int]]:
    """What could be recorded, in which round, and how often that happens."""
    last = night.round_number
    due = night.round.due
    if due is not None:
        playable = spread(night.round.playable)
        yield from ((Played(due, card), last, 20) for card in playable[:2])
        yield Passed(due), last, 12
    number = chance.randint(1, last)
    yield from ((event, number, 2) for event in _decisions(night.series.rounds[number - 1], chance))
    yield CalledOff(), last, 1


def _decisions(round_: Round, chance: Random) -> Iterator[Event]:
    """What the table decides or shows, also in a round that is over."""
    seats = range(len(round_.setup.players))
    source, target = chance.sample([POT, *seats], 2)
    yield Paid(source, target, chance.randint(1, 9), "für die Brezeln")
    for turn, each in enumerate(round_.turns, 1):
        if isinstance(each, Passed):
            yield Charged(turn) if turn in round_.decisions.waived else Waived(turn)
    unseen = spread(PACK & ~round_.layout.laid)
    if unseen:
        yield Shown(chance.choice(seats), chance.choice(unseen).bit)
