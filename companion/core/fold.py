"""A series while it is folded out of its steps.

The cost is linear in the steps, however many rounds, players and corrections there are: totals are
added up once, and turns and corrections of the last round wait until somebody asks for it. Only a
fact of an earlier round costs as much as there are rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, assert_never

from companion.core.house_rules.rules import Rules
from companion.core.names import Player
from companion.core.rounds.events import CalledOff, Paid, Passed, Played, PointsCorrected
from companion.core.rounds.in_play import InPlay
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.series import Series, named
from companion.core.standings.standing import Outcome, Totals, totals_of
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Repaired,
    Settled,
    Step,
)


class _Deal(NamedTuple):
    """What the series held before its last deal, but for the rounds."""

    name: str
    names: tuple[Player, ...]
    planned: Rules | None
    ended: bool
    settled: int


class Fold:
    """A series that takes one step after the other."""

    def __init__(self, series: Series, undealt: Series | None = None) -> None:
        """The fold goes on with the series; `undealt` is the series before its last deal. `rounds`,
        `settled` and `ended` are only to be read, and of the last of the rounds only its setup:
        `last_round` has what happened in it.
        """
        self._start, self._undealt = series, undealt
        self.rounds, self.settled = list(series.rounds), list(series.settled)
        self._names, self._planned, self.ended = series.players, series.planned, series.ended
        self._name = series.name
        self._deal: _Deal | None = None
        self._repaired: tuple[Player, ...] = ()
        """Who joined by repairs of earlier rounds since the last deal."""
        self._renamed: dict[str, Player] = {}
        self._in_play: InPlay | None = None
        self._corrections: list[Paid | PointsCorrected] = []
        self._totals: Totals | None = None
        self._last_counted = self._seats_changed = self._earlier_changed = False

    @property
    def last(self) -> Round | None:
        """The round in play, or the last one played."""
        return self.last_round() if self.rounds else None

    def last_round(self) -> Round:
        """The last round; there is one."""
        last = self.rounds[-1]
        if self._in_play:
            last = last.with_turns(self._in_play)
        if self._corrections:
            last = last.corrected(self._corrections)
        self._put_last(last)
        return last

    @property
    def in_play(self) -> Round | InPlay:
        """The last round, over or not, as a turn meets it; there is one."""
        return self._in_play or self.rounds[-1]

    @property
    def round_number(self) -> int:
        """The round in play or last played, counted from 1; 0 before the first."""
        return len(self.rounds)

    def totals(self) -> Totals:
        """Totals through the last round; not to be changed."""
        if self._totals and self._last_counted:
            return self._totals
        totals, last = self.before_last(), self.last
        if last:
            totals.add(last)
            self._last_counted = True
        return totals

    def outcome(self) -> Outcome:
        """Whether the series is over after the last round, by the rules that the next one has."""
        last = self.last
        if last is None:
            return Outcome()
        rules = self._planned or last.setup.rules
        return self.totals().outcome(last, rules, ended=self.ended)

    def plays(self, handle: str) -> bool:
        """Whether somebody of that handle sat in a round."""
        here = bool(self.rounds) and handle in self.rounds[-1].setup.players
        return here or handle in self.before_last().chips

    def follow(self, step: Step) -> None:
        """Go on with a step that nothing is against; that is not asked here."""
        match step:
            case Recorded():
                self._follow_event(step)
            case Dealt(setup, joined):
                self._follow_deal(setup, joined)
            case Redealt(setup, joined):
                self._names = (*self._names_but_of_deal(), *joined)
                self._put_last(Round.dealt(setup))
                self._seats_changed = True
            case Repaired():
                self._follow_repair(step)
            case Planned(rules):
                self._planned = rules
            case Ended(calls_off):
                self._follow_end(calls_off=calls_off)
            case Renamed(name):
                self._name = name
            case PlayerRenamed(handle, name):
                self._renamed[handle] = player = Player(handle, name)
                names = {one.handle: one for one in (*self._names, player)}
                self._names, self._seats_changed = tuple(names.values()), True
            case Settled():
                self.settled.append(step)
            case _:
                assert_never(step)

    def _follow_event(self, step: Recorded) -> None:
        number, event = step.number, step.event
        if number < len(self.rounds):
            self._change_earlier(number, self.rounds[number - 1].following(event))
            return
        if self._last_counted:
            self.before_last()
        match event:
            case Played() | Passed():
                self._in_play = self._in_play or InPlay(self.rounds[-1])
                self._in_play.take(event)
            case Paid() | PointsCorrected():
                self._corrections.append(event)
            case _:
                self._put_last(self.last_round().following(event))

    def _put_last(self, last: Round) -> None:
        self.rounds[-1], self._in_play, self._corrections = last, None, []

    def _follow_end(self, *, calls_off: bool) -> None:
        if calls_off:
            self._follow_event(Recorded(len(self.rounds), CalledOff()))
        self.ended = True

    def _change_earlier(self, number: int, changed: Round) -> None:
        """Another round in the place of one before the last: all totals are added up anew."""
        self._undealt = self.undealt()
        self._earlier_changed, self._last_counted, self._totals = True, False, None
        self.rounds[number - 1] = changed

    def _follow_repair(self, step: Repaired) -> None:
        repaired = Round.of(step.setup, step.events)
        # Whoever is called by the handle leaves no trace in a series that they do not play in.
        there = {one.handle for one in self._names if one.name != one.handle}
        joined = tuple(
            one for one in step.joined if one.handle not in there and not self.plays(one.handle)
        )
        if step.number < len(self.rounds):
            self._change_earlier(step.number, repaired)
            self._repaired += joined
        else:
            self.before_last()
            self._put_last(repaired)
        self._names, self._seats_changed = (*self._names, *joined), True

    def _follow_deal(self, setup: Setup, joined: tuple[Player, ...]) -> None:
        self.totals()
        self._last_counted = False
        now = self._name, self._names, self._planned, self.ended, len(self.settled)
        self._deal = _Deal(*now)
        self._undealt, self._repaired, self._renamed = None, (), {}
        self.rounds.append(Round.dealt(setup))
        self._names = (*self._names, *joined) if joined else self._names
        self._planned, self.ended, self._seats_changed = None, False, True

    def before_last(self) -> Totals:
        """Totals of the rounds but the last."""
        if self._totals is None:
            if self._earlier_changed:
                self._totals = totals_of(self.rounds[:-1])
            else:
                self._totals = Totals(self._start.before)
        if self._last_counted:
            self._totals.take_back()
            self._last_counted = False
        return self._totals

    def _names_but_of_deal(self) -> tuple[Player, ...]:
        """The names without those of the last deal; who joined by a repair of a round before it
        keeps theirs.
        """
        renamed = self.renamed_since_deal().values()
        if self._deal:
            return (*self._deal.names, *self._repaired, *renamed)
        before = self._undealt.players if self._undealt else self._names
        new = self.before_last().chips.keys() - {player.handle for player in before}
        return (*before, *(player for player in self._names if player.handle in new), *renamed)

    def renamed_since_deal(self) -> Mapping[str, Player]:
        """Who got another name by a step of its own since the last deal."""
        return self._renamed

    @property
    def series(self) -> Series:
        """The series after the steps so far."""
        last, start = self.last, self._start
        series = replace(
            start,
            name=self._name,
            rounds=tuple(self.rounds),
            players=self.players() if self._seats_changed else start.players,
            planned=self._planned,
            ended=self.ended,
            settled=tuple(self.settled),
        )
        if self._totals and len(self.rounds) > 1 and last:
            series.carry(self.before_last().standing(self.rounds[-2], last.setup.rules))
        elif len(self.rounds) == len(start.rounds) and not self._earlier_changed:
            series.carry(start.before)
        return series

    def players(self) -> tuple[Player, ...]:
        """All who have sat at the table, and others who have a name; there is a round."""
        seated = self.rounds[-1].setup.players
        return named((*self.before_last().chips, *seated), self._names)

    def undealt(self) -> Series | None:
        """The series before its last deal, as it was then."""
        deal = self._deal
        if deal is None or self._undealt:
            return self._undealt
        rounds = tuple(self.rounds[:-1])
        return replace(
            self._start,
            name=deal.name,
            rounds=rounds,
            players=named(self.before_last().chips, deal.names) if rounds else deal.names,
            planned=deal.planned,
            ended=deal.ended,
            settled=tuple(self.settled[: deal.settled]),
        )
