"""Log of a series: its steps, the series that they make, and the objections to further steps.

A series is stored as its log; everything else is a function of the log. Logs are replayed in this
module only: `objection` returns why a step cannot follow, `after` the log with a further step, and
`without_last` the log without its last step.

The cost of a replay is linear in the steps. Totals are added once, and turns and corrections of the
last round are collected until the round is read. Only a fact of an earlier round costs time in
proportion to the number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple, assert_never

from companion.core.names import LONGEST, Player, is_short, uncased
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.rounds import round as legality
from companion.core.rounds.round import InPlay, Round
from companion.core.rounds.setup import (
    CalledOff,
    Event,
    Paid,
    Passed,
    Played,
    PointsCorrected,
    Setup,
)
from companion.core.rules import Rules
from companion.core.series import Series, named, to_deal, to_join, to_name, to_replace
from companion.core.standing import Outcome, Totals, ends_early, totals_of
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

_NO_FIRST_ROUND: Final = Objection(Why.NO_ROUND, number=1)
_NAMING: Final = Dealt | Redealt | Repaired | PlayerRenamed
"""Steps after which two players could have the same name."""


def objection(fold: Fold, step: Step) -> Objection | None:  # noqa: PLR0911 - a kind each
    """Return why the step cannot follow, or None."""
    match step:
        case Recorded():
            return _to_event(fold, step)
        case Dealt(setup, joined):
            return to_join(joined) or to_deal(fold.totals(), fold.last, setup)
        case Redealt(setup, joined):
            return to_join(joined) or _to_redeal(fold, setup)
        case Repaired():
            return _to_repair(fold, step)
        case Planned():
            return None if fold.rounds else _NO_FIRST_ROUND
        case Ended():
            return _to_end(fold, step)
        case Renamed(name):
            return to_name(name)
        case PlayerRenamed():
            return _to_rename(fold, step)
        case Settled():
            return _to_settling(fold, step)
        case _:
            assert_never(step)


def _to_event(fold: Fold, step: Recorded) -> Objection | None:
    """Return why the event is illegal; in an earlier round it must not end the series early."""
    number, event, rounds = step.number, step.event, fold.rounds
    if not 1 <= number <= len(rounds):
        return Objection(Why.NO_ROUND, number=number)
    if number == len(rounds):
        return _to_event_of_last(fold, event)
    if refusal := rounds[number - 1].objection(event):
        return refusal
    changed = rounds[number - 1].following(event)
    early = ends_early([*rounds[: number - 1], changed, *rounds[number:]])
    return Objection(Why.ENDS_EARLIER) if early else None


def _to_event_of_last(fold: Fold, event: Event) -> Objection | None:
    match event:
        case Played() | Passed():
            return legality.objection(fold.in_play, event)
        case Paid() | PointsCorrected():
            return fold.rounds[-1].objection(event)
        case _:
            return fold.last_round().objection(event)


def _to_redeal(fold: Fold, setup: Setup) -> Objection | None:
    if fold.last is None:
        return _NO_FIRST_ROUND
    if not fold.last.untouched:
        return Objection(Why.ROUND_HAS_BEGUN)
    before, others = fold.last.setup, fold.rounds[:-1]
    return to_replace(before, setup, others, fold.settled) or _to_last(fold, setup)


def _to_last(fold: Fold, setup: Setup) -> Objection | None:
    """Return why this setup cannot follow the rounds before the last, or None."""
    before = fold.rounds[-2] if len(fold.rounds) > 1 else None
    return to_deal(fold.before_last(), before, setup)


def _to_repair(fold: Fold, step: Repaired) -> Objection | None:
    """Require that the facts fit together, and leave other rounds and settled payments valid."""
    number, rounds = step.number, fold.rounds
    if not 1 <= number <= len(rounds):
        return Objection(Why.NO_ROUND, number=number)
    if refusal := to_join(step.joined):
        return refusal
    try:
        repaired = Round.of(step.setup, step.events)
    except IllegalEventError as refused:
        return refused.objection
    if not repaired.over and (fold.ended or number < len(rounds)):
        return Objection(Why.ROUND_IN_PLAY)
    before, after = rounds[: number - 1], rounds[number:]
    if refusal := to_replace(rounds[number - 1].setup, step.setup, before + after, fold.settled):
        return refusal
    if not after:
        return _to_last(fold, repaired.setup)
    return Objection(Why.ENDS_EARLIER) if ends_early([*before, repaired, *after]) else None


def _to_end(fold: Fold, step: Ended) -> Objection | None:
    if fold.last is None:
        return _NO_FIRST_ROUND
    if fold.last.over is step.calls_off:
        return Objection(Why.ROUND_IS_OVER if step.calls_off else Why.ROUND_IN_PLAY)
    return Objection(Why.ENDED_ALREADY) if fold.ended else None


def _to_rename(fold: Fold, step: PlayerRenamed) -> Objection | None:
    """Return why a player cannot have this name; `_to_names` refuses names of others."""
    if not fold.rounds:
        return _NO_FIRST_ROUND
    if all(step.handle != player.handle for player in fold.players()):
        return Objection(Why.NOT_IN_SERIES, player=step.handle)
    if not step.name:
        return Objection(Why.NAMELESS)
    return None if is_short(step.name) else Objection(Why.NAME_TOO_LONG, expected=LONGEST)


def _to_names(before: Series, after: Series) -> Objection | None:
    """Return why the players cannot have their names: each name belongs to one player.

    Players who already share a name keep it.
    """
    known = {player for player in before.players if player.handle in before.standing.chips}
    seated = [player for player in after.players if player.handle in after.standing.chips]
    called: dict[str, Player] = {}
    for player in sorted(seated, key=lambda player: player not in known):
        other = called.setdefault(uncased(player.name), player)
        if other != player and player not in known:
            return Objection(Why.NAME_TAKEN, player=other.handle)
    return None


def _to_settling(fold: Fold, step: Settled) -> Objection | None:
    for handle in (step.source, step.target):
        if not fold.plays(handle):
            return Objection(Why.NOT_IN_SERIES, player=handle)
    if step.source == step.target:
        return Objection(Why.SAME_ACCOUNT)
    if step.chips > legality.MOST_CHIPS:
        return Objection(Why.TOO_MANY_CHIPS, expected=legality.MOST_CHIPS)
    return None if step.chips > 0 else Objection(Why.NO_CHIPS)


class _Deal(NamedTuple):
    """State of the series before its last deal, without the rounds."""

    name: str
    names: tuple[Player, ...]
    planned: Rules | None
    ended: bool
    settled: int


class Fold:
    """Mutable series that steps are folded into.

    Callers only read `rounds`, `settled` and `ended`, and only the setup of the last round:
    `last_round` returns that round with its events.
    """

    def __init__(self, series: Series, undealt: Series | None = None) -> None:
        """Continue the series; `undealt` is the series before its last deal."""
        self._start, self._undealt = series, undealt
        self.rounds, self.settled = list(series.rounds), list(series.settled)
        self._names, self._planned, self.ended = series.players, series.planned, series.ended
        self._name = series.name
        self._deal: _Deal | None = None
        self._repaired: tuple[Player, ...] = ()
        """Players who joined by repairs of earlier rounds since the last deal."""
        self._renamed: dict[str, Player] = {}
        self._in_play: InPlay | None = None
        self._corrections: list[Paid | PointsCorrected] = []
        self._totals: Totals | None = None
        self._last_counted = self._seats_changed = self._earlier_changed = False

    @property
    def last(self) -> Round | None:
        """Round in play, or the last round played; None before the first deal."""
        return self.last_round() if self.rounds else None

    def last_round(self) -> Round:
        """Return the last round with all its events; there must be one."""
        last = self.rounds[-1]
        if self._in_play:
            last = last.with_turns(self._in_play)
        if self._corrections:
            last = last.corrected(self._corrections)
        self._put_last(last)
        return last

    @property
    def in_play(self) -> Round | InPlay:
        """Last round with all its turns, over or not; there must be one."""
        return self._in_play or self.rounds[-1]

    @property
    def round_number(self) -> int:
        """Number of the last round, counted from 1; 0 before the first."""
        return len(self.rounds)

    def totals(self) -> Totals:
        """Return the totals after the last round; callers must not change them."""
        if self._totals and self._last_counted:
            return self._totals
        totals, last = self.before_last(), self.last
        if last:
            totals.add(last)
            self._last_counted = True
        return totals

    def outcome(self) -> Outcome:
        """Return the outcome after the last round, by the rules of the next round."""
        last = self.last
        if last is None:
            return Outcome()
        rules = self._planned or last.setup.rules
        return self.totals().outcome(last, rules, ended=self.ended)

    def plays(self, handle: str) -> bool:
        """Return whether a player with this handle was seated in a round."""
        in_last = bool(self.rounds) and handle in self.rounds[-1].setup.players
        return in_last or handle in self.before_last().chips

    def follow(self, step: Step) -> None:
        """Apply a step, without checking the step."""
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
                names = {known.handle: known for known in (*self._names, player)}
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
        """Replace a round before the last; all totals are added again."""
        self._undealt = self.undealt()
        self._earlier_changed, self._last_counted, self._totals = True, False, None
        self.rounds[number - 1] = changed

    def _follow_repair(self, step: Repaired) -> None:
        repaired = Round.of(step.setup, step.events)
        # Store a player only when they play; a bare handle needs no entry.
        full_names = {player.handle for player in self._names if player.name != player.handle}
        joined = tuple(
            player
            for player in step.joined
            if player.handle not in full_names and not self.plays(player.handle)
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
        """Return the totals before the last round."""
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
        """Return the names without the players who joined for the last deal.

        Players who joined since then by a repair of an earlier round are kept.
        """
        renamed = self.renamed_since_deal().values()
        if self._deal:
            return (*self._deal.names, *self._repaired, *renamed)
        before = self._undealt.players if self._undealt else self._names
        new = self.before_last().chips.keys() - {player.handle for player in before}
        return (*before, *(player for player in self._names if player.handle in new), *renamed)

    def renamed_since_deal(self) -> Mapping[str, Player]:
        """Return the players who were renamed by a step since the last deal."""
        return self._renamed

    @property
    def series(self) -> Series:
        """Series after the steps so far."""
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
        """Return the seated players, then others with a full name; there must be a round."""
        seated = self.rounds[-1].setup.players
        return named((*self.before_last().chips, *seated), self._names)

    def undealt(self) -> Series | None:
        """Return the series before its last deal."""
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


@dataclass(frozen=True)
class Log:
    """Series, and the steps that make it from its `head`, the series before its first round.

    Build a log with `begin`, `of` or `after`. `dealt_on` is the log before the last deal, from
    which `without_last` replays.
    """

    head: Series
    steps: tuple[Step, ...] = ()
    series: Series = field(default_factory=Series, compare=False, repr=False)
    dealt_on: Log | None = field(default=None, compare=False, repr=False)

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
        return _with_steps(Log.begin(head), steps)

    @property
    def round_number(self) -> int:
        """Number of the last round, counted from 1; 0 before the first."""
        return len(self.series.rounds)

    @property
    def round(self) -> Round:
        """Round in play, or the last round played.

        :raises LookupError: when there is none
        """
        return self.series.rounds[-1]

    @cached_property
    def _checker(self) -> Replay:
        """Replay for legality checks, which is never advanced."""
        return Replay(self)

    def objection(self, step: Step) -> Objection | None:
        """Return why the step cannot follow, or None."""
        refusal = self._checker.objection(step)
        if refusal or not isinstance(step, _NAMING):
            return refusal
        return _to_names(self.series, _with_steps(self, (step,)).series)

    def after(self, step: Step) -> Log:
        """Return the log with a further step.

        :raises IllegalEventError: when it cannot follow
        """
        log = _with_steps(self, (step,))
        if isinstance(step, _NAMING) and (refusal := _to_names(self.series, log.series)):
            raise IllegalEventError(step, refusal)
        return log

    def without_last(self) -> Log:
        """Return the log without its last step.

        :raises LookupError: when the log has no step
        """
        if not self.steps:
            raise LookupError("the log has no step")
        base = self.dealt_on or Log.begin(self.head)
        return _with_steps(base, self.steps[len(base.steps) : -1])


def _with_steps(log: Log, steps: Iterable[Step]) -> Log:
    replay = Replay(log)
    for step in steps:
        if refusal := replay.take(step):
            raise IllegalEventError(step, refusal)
    return replay.log()


class Replay(Fold):
    """Fold that continues a log and checks each step; a refused step changes nothing.

    The cost of a step does not grow with the number of steps.
    """

    def __init__(self, log: Log) -> None:
        super().__init__(log.series, log.dealt_on.series if log.dealt_on else None)
        self._log, self._steps = log, list[Step]()
        self._dealt_at: int | None = None

    def objection(self, step: Step) -> Objection | None:
        """Return why the step cannot follow, or None."""
        return objection(self, step)

    def take(self, step: Step) -> Objection | None:
        """Apply the step; return why it cannot follow, or None."""
        if refusal := self.objection(step):
            return refusal
        if isinstance(step, Dealt):
            self._dealt_at = len(self._steps)
        self.follow(step)
        self._steps.append(step)
        return None

    def log(self) -> Log:
        """Return the log with the steps so far."""
        log = self._log
        # An unpacking with stars would copy the steps of a long series twice.
        steps = log.steps + tuple(self._steps)
        return Log(log.head, steps, self.series, self._dealt_on())

    def renamed_since_deal(self) -> Mapping[str, Player]:
        """Return the players who were renamed by a step since the last deal."""
        now, log = super().renamed_since_deal(), self._log
        if self._dealt_at is not None:
            return now
        since = log.steps[len(log.dealt_on.steps) if log.dealt_on else 0 :]
        renamed = (step for step in since if isinstance(step, PlayerRenamed))
        return {step.handle: Player(step.handle, step.name) for step in renamed} | {**now}

    def _dealt_on(self) -> Log | None:
        log, place, series = self._log, self._dealt_at, self.undealt()
        if place is None or series is None:
            return log.dealt_on
        if not place:
            return replace(log, dealt_on=None)
        return Log(log.head, (*log.steps, *self._steps[:place]), series)
