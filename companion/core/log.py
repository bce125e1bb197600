"""Log of a series: its steps, the series that they make, and the objections to further steps.

A series is stored as its log; everything else is a function of the log. `objection` returns why a
step cannot follow, and `following` the series after it. A log is replayed in time linear in its
steps; only a fact of an earlier round costs time in proportion to the number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from companion.core import steps
from companion.core.names import Player, uncased
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.rounds.round import Round, to_chips
from companion.core.rounds.setup import CalledOff, Setup, is_date
from companion.core.series import (
    Series,
    ends_early,
    named,
    to_deal,
    to_join,
    to_name,
    to_replace,
    to_value,
)
from companion.core.steps import Step

MOST_ROUNDS: Final = 2_000
MOST_PLAYERS: Final = 100
"""Upper bounds of a series (RULES, Readings)."""
MOST_SETTLED: Final = 999
"""Upper bound of the payments that settle a series."""

_NO_FIRST_ROUND: Final = Objection(Why.NO_ROUND, number=1)
_NAMING: Final = steps.Dealt | steps.Redealt | steps.Repaired | steps.PlayerRenamed
"""Steps after which two players could have the same name."""


def objection(series: Series, step: Step) -> Objection | None:  # noqa: C901, PLR0911 - a kind each
    """Return why the step cannot follow, or None."""
    match step:
        case steps.Recorded():
            return _to_event(series, step)
        case steps.Dealt():
            return _to_deal(series, step)
        case steps.Redealt():
            return _to_redeal(series, step)
        case steps.Repaired():
            return _to_repair(series, step)
        case steps.Planned():
            return None if series.last else _NO_FIRST_ROUND
        case steps.Ended():
            return _to_end(series, step)
        case steps.Renamed(name):
            return to_name(name)
        case steps.SeriesDated(date):
            return None if is_date(date) else Objection(Why.NO_DATE)
        case steps.PlayerRenamed():
            return _to_rename(series, step)
        case steps.Settled():
            return _to_settling(series, step)
        case steps.Valued(worth):
            return to_value(worth)
        case _:
            assert_never(step)


def _to_event(series: Series, step: steps.Recorded) -> Objection | None:
    """Return why the event is illegal; in an earlier round it must not end the series early."""
    number, event = step.number, step.event
    if not 1 <= number <= series.round_number:
        return Objection(Why.NO_ROUND, number=number)
    refusal = series.round(number).objection(event)
    if refusal or number == series.round_number:
        return refusal
    early = ends_early(following(series, step).rounds)
    return Objection(Why.ENDS_EARLIER) if early else None


def _to_deal(series: Series, step: steps.Dealt) -> Objection | None:
    refusal = to_join(step.joined) or to_deal(series.totals, series.last, step.setup)
    if not refusal and series.round_number >= MOST_ROUNDS:
        return Objection(Why.TOO_MANY_ROUNDS, expected=MOST_ROUNDS)
    return refusal or _to_all_players(series.players, step)


def _to_redeal(series: Series, step: steps.Redealt) -> Objection | None:
    if refusal := to_join(step.joined):
        return refusal
    if series.last is None:
        return _NO_FIRST_ROUND
    if not series.last.untouched:
        return Objection(Why.ROUND_HAS_BEGUN)
    return (
        to_replace(series.last.setup, step.setup, series.earlier, series.settled)
        or _to_last(series, step.setup)
        or _to_all_players(series.undealt, step)
    )


def _to_last(series: Series, setup: Setup) -> Objection | None:
    """Return why this setup cannot follow the rounds before the last, or None."""
    return to_deal(series.before, series.earlier[-1] if series.earlier else None, setup)


def _to_all_players(
    known: Iterable[Player], step: steps.Dealt | steps.Redealt | steps.Repaired
) -> Objection | None:
    """Return an objection if too many players would belong to the series."""
    handles = {player.handle for player in (*known, *step.joined)}.union(step.setup.players)
    if len(handles) > MOST_PLAYERS:
        return Objection(Why.TOO_MANY_IN_SERIES, expected=MOST_PLAYERS)
    return None


def _to_repair(series: Series, step: steps.Repaired) -> Objection | None:
    """Require that the facts fit together, and leave other rounds and settled payments valid."""
    number, rounds = step.number, series.rounds
    if not 1 <= number <= len(rounds):
        return Objection(Why.NO_ROUND, number=number)
    if refusal := to_join(step.joined):
        return refusal
    try:
        repaired = Round.of(step.setup, step.events)
    except IllegalEventError as refused:
        return refused.objection
    if not repaired.over and (series.ended or number < len(rounds)):
        return Objection(Why.ROUND_IN_PLAY)
    before, after = rounds[: number - 1], rounds[number:]
    replaced = rounds[number - 1].setup
    if refusal := to_replace(replaced, step.setup, before + after, series.settled):
        return refusal
    refusal = None if after else _to_last(series, repaired.setup)
    if after and ends_early([*before, repaired, *after]):
        refusal = Objection(Why.ENDS_EARLIER)
    return refusal or _to_all_players(series.players, step)


def _to_end(series: Series, step: steps.Ended) -> Objection | None:
    if series.last is None:
        return _NO_FIRST_ROUND
    if series.last.over is step.calls_off:
        return Objection(Why.ROUND_IS_OVER if step.calls_off else Why.ROUND_IN_PLAY)
    return Objection(Why.ENDED_ALREADY) if series.ended else None


def _to_rename(series: Series, step: steps.PlayerRenamed) -> Objection | None:
    """Return why a player cannot have this name; `_to_names` refuses names of others."""
    if series.last is None:
        return _NO_FIRST_ROUND
    if all(step.handle != player.handle for player in series.players):
        return Objection(Why.NOT_IN_SERIES, player=step.handle)
    return to_name(step.name, Why.NAMELESS)


def _to_names(before: Series, after: Series) -> Objection | None:
    """Return why the players cannot have their names: each name belongs to one player.

    Players who already share a name keep it.
    """
    known = {player for player in before.players if before.plays(player.handle)}
    seated = [player for player in after.players if after.plays(player.handle)]
    called: dict[str, Player] = {}
    for player in sorted(seated, key=lambda player: player not in known):
        other = called.setdefault(uncased(player.name), player)
        if other != player and player not in known:
            return Objection(Why.NAME_TAKEN, player=other.handle)
    return None


def _to_settling(series: Series, step: steps.Settled) -> Objection | None:
    for handle in (step.source, step.target):
        if not series.plays(handle):
            return Objection(Why.NOT_IN_SERIES, player=handle)
    if step.source == step.target:
        return Objection(Why.SAME_ACCOUNT)
    if len(series.settled) >= MOST_SETTLED:
        return Objection(Why.TOO_MANY_SETTLED, expected=MOST_SETTLED)
    return to_chips(step.chips)


def following(series: Series, step: Step) -> Series:  # noqa: C901, PLR0911 - a kind each
    """Return the series after the step, without checking the step."""
    match step:
        case steps.Recorded(number, event):
            return series.with_round(number, series.round(number).following(event))
        case steps.Dealt(setup, joined):
            return _dealt(series, setup, joined)
        case steps.Redealt(setup, joined):
            redealt = series.changed(last=Round.dealt(setup))
            return _naming(redealt, (*series.undealt, *joined), series.undealt)
        case steps.Repaired():
            return _repaired(series, step)
        case steps.Planned(rules):
            return series.changed(planned=rules)
        case steps.Ended(calls_off):
            off = steps.Recorded(series.round_number, CalledOff())
            ended = following(series, off) if calls_off else series
            return ended.changed(ended=True)
        case steps.Renamed(name):
            return series.changed(name=name)
        case steps.SeriesDated(date):
            return series.changed(date=date)
        case steps.PlayerRenamed(handle, name):
            player = Player(handle, name)
            return _naming(series, (*series.players, player), (*series.undealt, player))
        case steps.Settled():
            return series.changed(settled=(*series.settled, step))
        case steps.Valued(worth):
            return series.changed(worth=worth)
        case _:
            assert_never(step)


def _dealt(series: Series, setup: Setup, joined: tuple[Player, ...]) -> Series:
    last = Round.dealt(setup)
    dealt = replace(series, earlier=series.rounds, last=last, planned=None, ended=False)
    dealt.carry(series.totals)
    return _naming(dealt, (*series.players, *joined), series.players)


def _repaired(series: Series, step: steps.Repaired) -> Series:
    # Store a player only when they play; a bare handle needs no entry.
    full_names = {player.handle for player in series.players if player.name != player.handle}
    joined = tuple(
        player
        for player in step.joined
        if player.handle not in full_names and not series.plays(player.handle)
    )
    repaired = series.with_round(step.number, Round.of(step.setup, step.events))
    is_last = step.number == series.round_number
    undealt = series.undealt if is_last else (*series.undealt, *joined)
    return _naming(repaired, (*series.players, *joined), undealt)


def _naming(series: Series, players: Iterable[Player], undealt: Iterable[Player]) -> Series:
    """Return the series with these players; of several names of one handle, the last counts."""
    seated = (*series.before.chips, *(series.last.setup.players if series.last else ()))
    last_names = {player.handle: player for player in undealt}
    return series.changed(players=named(seated, players), undealt=tuple(last_names.values()))


@dataclass(frozen=True)
class Log:
    """Series, and the steps that make it from its `head`, the series before its first round.

    Build a log with `begin`, `of` or `after`.
    """

    head: Series
    steps: tuple[Step, ...] = ()
    series: Series = field(default_factory=Series, compare=False, repr=False)

    @staticmethod
    def begin(head: Series) -> Log:
        """Return the log before its first step."""
        return Log(head, (), head)

    @staticmethod
    def of(head: Series, steps: Iterable[Step] = ()) -> Log:
        """Return the log of these steps, in which two players may share a name, as in the logs of
        older versions.

        :raises IllegalEventError: when one of them cannot follow those before it
        """
        replay = Replay(Log.begin(head))
        for step in steps:
            if refusal := replay.take(step):
                raise IllegalEventError(step, refusal)
        return replay.log()

    @property
    def round_number(self) -> int:
        """Number of the last round, counted from 1; 0 before the first."""
        return self.series.round_number

    @property
    def round(self) -> Round:
        """Round in play, or the last round played.

        :raises LookupError: when there is none
        """
        if self.series.last is None:
            raise LookupError("there is no round")
        return self.series.last

    def objection(self, step: Step) -> Objection | None:
        """Return why the step cannot follow, or None."""
        refusal = objection(self.series, step)
        if refusal or not isinstance(step, _NAMING):
            return refusal
        return _to_names(self.series, following(self.series, step))

    def after(self, step: Step) -> Log:
        """Return the log with a further step.

        :raises IllegalEventError: when it cannot follow
        """
        if refusal := self.objection(step):
            raise IllegalEventError(step, refusal)
        return Log(self.head, (*self.steps, step), following(self.series, step))

    def without_last(self) -> Log:
        """Return the log without its last step.

        :raises LookupError: when the log has no step
        """
        if not self.steps:
            raise LookupError("the log has no step")
        return Log.of(self.head, self.steps[:-1])


class Replay:
    """Log that grows by many steps; a refused step changes nothing.

    Events change the last round alone, which is put into the series when the series is read: that
    halves the time of a replay.
    """

    def __init__(self, log: Log) -> None:
        self._head, self._steps = log.head, list(log.steps)
        self._start(log.series)

    def _start(self, series: Series) -> None:
        self._series, self._number, self.last = series, series.round_number, series.last

    @property
    def series(self) -> Series:
        """Series after the steps so far."""
        if self.last and self.last is not self._series.last:
            self._series = self._series.with_round(self._number, self.last)
        return self._series

    def round(self, number: int) -> Round:
        """Return round `number`, counted from 1.

        :raises LookupError: when there is none
        """
        return self.last if self.last and number == self._number else self._series.round(number)

    def take(self, step: Step) -> Objection | None:
        """Apply the step; return why it cannot follow, or None."""
        if self.last and isinstance(step, steps.Recorded) and step.number == self._number:
            if refusal := self.last.objection(step.event):
                return refusal
            self.last = self.last.following(step.event)
        else:
            if refusal := objection(self.series, step):
                return refusal
            self._start(following(self.series, step))
        self._steps.append(step)
        return None

    def log(self) -> Log:
        """Return the log with the steps so far."""
        return Log(self._head, tuple(self._steps), self.series)
