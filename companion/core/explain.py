"""Differences of two logs of a series as values: what a change of the log has changed.

Undo, a repair, a late answer, a correction and a second deal are all one pair of logs. The screens
word these values and compare nothing themselves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import zip_longest
from typing import Generic, TypeVar

from companion.core.books import Fine, fines_due
from companion.core.dues import lying
from companion.core.judge import Verdict, judge
from companion.core.log import Log
from companion.core.payments import Payment, payments
from companion.core.rounds.repair import Move, moves_of
from companion.core.rounds.round import Round
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import ChipPlace
from companion.core.series import balance_of
from companion.core.steps import Step

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Difference(Generic[Value]):
    """A value before and after; None where there was or is none."""

    was: Value
    now: Value


@dataclass(frozen=True)
class TurnChange:
    """Moves from a turn on that were replaced, inserted or deleted, by their recorded turns."""

    turn: int
    was: tuple[Move, ...]
    now: tuple[Move, ...]


@dataclass(frozen=True)
class RoundChange:
    """What changed in round `number`; handles name the players, since seats may differ.

    `fines` are those that went and those that came, and `pot` the chips that lie there. `moved` are
    the turns of now by those at which the same players made the same moves before.
    """

    number: int
    was: Round | None
    now: Round | None
    turns: tuple[TurnChange, ...]
    moved: Mapping[int, int]
    verdicts: Mapping[int, Difference[Verdict | None]]
    fines: Difference[tuple[Fine, ...]]
    pot: Difference[int]
    winner: Difference[str]


@dataclass(frozen=True)
class Changes:
    """What changed between two logs of a series; each part is worked out when it is asked for."""

    before: Log
    after: Log

    @property
    def undone(self) -> tuple[Step, ...]:
        """Steps that were taken back."""
        return self.before.steps[self._shared :]

    @property
    def done(self) -> tuple[Step, ...]:
        """Steps that were added."""
        return self.after.steps[self._shared :]

    @cached_property
    def _shared(self) -> int:
        old = self.before.steps
        new = self.after.steps
        shortest = min(len(old), len(new))
        if old[:shortest] == new[:shortest]:
            return shortest
        return next(n for n in range(shortest) if old[n] != new[n])

    @cached_property
    def rounds(self) -> tuple[RoundChange, ...]:
        """Rounds that differ, in order."""
        pairs = zip_longest(self.before.series.rounds, self.after.series.rounds)
        return tuple(
            compare_rounds(number, was, now)
            for number, (was, now) in enumerate(pairs, 1)
            if was is not now and was != now
        )

    @property
    def chips(self) -> dict[str, Difference[int]]:
        """Total chips that differ, by handle."""
        was = self.before.series.standing
        now = self.after.series.standing
        return _differing(was.chips, now.chips, 0)

    @property
    def points(self) -> dict[str, Difference[int]]:
        """Total points that differ, by handle."""
        was = self.before.series.standing
        now = self.after.series.standing
        return _differing(was.points, now.points, 0)

    @property
    def at_once(self) -> tuple[Payment, ...]:
        """Fewest payments after which the chips lie as the table has them now.

        A fine that is ticked, a repaired round and their undo ask the table for exactly these.
        There are none where the app keeps the chips.
        """
        was, now = self.before.series, self.after.series
        if ChipPlace.APP in {was.chips, now.chips}:
            return ()
        return payments(dict(balance_of(now.lying, less=was.lying)))

    @property
    def more_open(self) -> tuple[Payment, ...]:
        """Fewest payments that make up for the difference of what is open."""
        more = balance_of(dict(self.after.series.balance), less=dict(self.before.series.balance))
        return payments(dict(more))

    @property
    def open(self) -> tuple[Payment, ...]:
        """Payments that are open otherwise than before, with no chips where one is open no more."""
        was, now = (
            {paid[:2]: paid.chips for paid in log.series.open} for log in (self.before, self.after)
        )
        return tuple(
            Payment(*pair, chips.now)
            for pair, chips in _differing(was, now, 0).items()
            if chips.now or pair[::-1] not in now
        )


def explain(before: Log, after: Log) -> Changes:
    """Return what differs between two logs of a series."""
    return Changes(before, after)


def compare_rounds(number: int, was: Round | None, now: Round | None) -> RoundChange:
    """Return what differs between two states of round `number`; None if it was not dealt."""
    moved = _moved_turns(was, now) if was and now else {}
    gone, come = _changed_fines(was, now, moved)
    return RoundChange(
        number,
        was,
        now,
        tuple(_turns(was, now)) if was and now else (),
        moved,
        _verdicts(was, now, moved),
        Difference(gone, come),
        Difference(lying(was)[POT_WORD] if was else 0, lying(now)[POT_WORD] if now else 0),
        Difference(_winner(was), _winner(now)),
    )


def _changed_fines(
    was: Round | None, now: Round | None, moved: Mapping[int, int]
) -> tuple[tuple[Fine, ...], tuple[Fine, ...]]:
    """Return the fines only of the earlier state and those only of the later one.

    They are compared by pass, payee and the payee's card, whenever they became certain.
    """
    # A pass that is gone has no turn of now, and must not be taken for another one.
    turns = ((moved.get(fine.turn, -fine.turn), fine) for fine in (fines_due(was) if was else ()))
    old = {(turn, fine.payee, fine.neighbour): fine for turn, fine in turns}
    due = fines_due(now) if now else ()
    new = {(fine.turn, fine.payee, fine.neighbour): fine for fine in due}
    gone = tuple(fine for key, fine in old.items() if key not in new)
    return gone, tuple(fine for key, fine in new.items() if key not in old)


def _moved_turns(was: Round, now: Round) -> dict[int, int]:
    pairs = (
        (start + step + 1, first + step + 1)
        for kind, start, end, first, _ in _matched(was, now)
        if kind == "equal"
        for step in range(end - start)
    )
    return {old: new for old, new in pairs if _mover(was, old) == _mover(now, new)}


def _mover(round_: Round, turn: int) -> str:
    return round_.setup.players[round_.turns[turn - 1].seat]


def _turns(was: Round, now: Round) -> Iterator[TurnChange]:
    """Yield the changed moves; a repair inserts, deletes or replaces a few of them."""
    old = moves_of(was)
    new = moves_of(now)
    for kind, start, end, first, last in _matched(was, now):
        if kind != "equal":
            yield TurnChange(start + 1, old[start:end], new[first:last])


_MOST_COMPARED = 40_000
"""Largest product of two numbers of moves that are matched; more are replaced as a whole."""


def _matched(was: Round, now: Round) -> list[tuple[str, int, int, int, int]]:
    """Return the kinds and places of equal and changed runs of moves.

    The moves before the first change and after the last one are cut off first, since matching takes
    the product of both numbers of moves.
    """
    old = moves_of(was)
    new = moves_of(now)
    shortest = min(len(old), len(new))
    head = next((n for n in range(shortest) if old[n] != new[n]), shortest)
    tail = next((n for n in range(shortest - head) if old[-1 - n] != new[-1 - n]), shortest - head)
    one = old[head : len(old) - tail]
    other = new[head : len(new) - tail]
    if len(one) * len(other) > _MOST_COMPARED:
        between = [("replace", 0, len(one), 0, len(other))]
    else:
        between = list(SequenceMatcher(None, one, other, autojunk=False).get_opcodes())
    moved = [(kind, a + head, b + head, c + head, d + head) for kind, a, b, c, d in between]
    ends = ("equal", len(old) - tail, len(old), len(new) - tail, len(new))
    return [("equal", 0, head, 0, head), *moved, ends]


def _verdicts(
    was: Round | None, now: Round | None, moved: Mapping[int, int]
) -> dict[int, Difference[Verdict | None]]:
    """Return the changed verdicts by the turns of now; a pass keeps its verdict where it moves."""
    rulings = [
        {r.turn: r.verdict for r in judge(state).rulings} if state else {} for state in (was, now)
    ]
    former = {moved[turn]: verdict for turn, verdict in rulings[0].items() if turn in moved}
    return _differing(former, rulings[1], None)


def _winner(round_: Round | None) -> str:
    if round_ is None or round_.winner is None or round_.void:
        return ""
    return round_.setup.players[round_.winner]


def _differing(
    was: Mapping[Key, Value], now: Mapping[Key, Value], nothing: Value
) -> dict[Key, Difference[Value]]:
    """Return the values that differ, by key."""
    pairs = {key: (was.get(key, nothing), now.get(key, nothing)) for key in {**was, **now}}
    return {key: Difference(*pair) for key, pair in pairs.items() if pair[0] != pair[1]}
