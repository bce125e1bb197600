"""Differences of two logs of a series as values: what a change of the log has changed.

Undo, a repair, a late answer, a correction and a second deal are all one pair of logs. The screens
word these values and compare nothing themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Generic, TypeVar

from companion.core.books import Fine, fines, ledger
from companion.core.cards import Cards
from companion.core.debts import series_payments
from companion.core.judge import Verdict, judge
from companion.core.log import Log
from companion.core.payments import lying_pot, payments
from companion.core.rounds.repair import Move, moves_of
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Account
from companion.core.series import Series
from companion.core.steps import DebtPaid, Step

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Change(Generic[Value]):
    """A value before and after; None where there was or is none."""

    was: Value
    now: Value


@dataclass(frozen=True, slots=True)
class TurnChange:
    """Moves from a turn on that were replaced, inserted or deleted, by their recorded turns."""

    turn: int
    was: tuple[Move, ...]
    now: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """What changed in round `number`; handles name the players, since seats may differ.

    `fines` are those that came and those that went. `payments` settle the difference of what was
    to be handed over, in play and at the end: a repaired, reopened or late-judged round asks the
    table for exactly these.
    """

    number: int
    was: Round | None
    now: Round | None
    setup: frozenset[str]
    turns: tuple[TurnChange, ...]
    learnt: Mapping[str, Change[Cards]]
    verdicts: Mapping[int, Change[Verdict | None]]
    fines: Change[tuple[Fine, ...]]
    pot: Change[int]
    payments: tuple[tuple[str, str, int], ...]
    over: Change[bool]
    winner: Change[str]


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed between two logs: steps taken back and added, rounds, totals, and who is due."""

    undone: tuple[Step, ...]
    done: tuple[Step, ...]
    rounds: tuple[RoundChange, ...]
    chips: Mapping[str, Change[int]]
    points: Mapping[str, Change[int]]
    due: Change[str]
    still_owed: Change[tuple[DebtPaid, ...]]
    winners: Change[tuple[str, ...]]


def explain(before: Log, after: Log) -> Changes:
    """Return what differs between two logs of a series."""
    was, now = before.series, after.series
    shared = next(
        (
            place
            for place, (one, other) in enumerate(zip(before.steps, after.steps, strict=False))
            if one != other
        ),
        min(len(before.steps), len(after.steps)),
    )
    rounds = zip_longest(was.rounds, now.rounds)
    return Changes(
        before.steps[shared:],
        after.steps[shared:],
        tuple(
            _round(number, one, other)
            for number, (one, other) in enumerate(rounds, 1)
            if one is not other and one != other
        ),
        _differing(was.standing.chips, now.standing.chips, 0),
        _differing(was.standing.points, now.standing.points, 0),
        Change(_due(was), _due(now)),
        Change(series_payments(was), series_payments(now)),
        Change(was.standing.winners, now.standing.winners),
    )


def _round(number: int, was: Round | None, now: Round | None) -> RoundChange:
    known = [_known(round_) for round_ in (was, now)]
    due = [set(fines(round_, judge(round_))) if round_ else set[Fine]() for round_ in (was, now)]
    return RoundChange(
        number,
        was,
        now,
        frozenset(
            field.name
            for field in (fields(was.setup) if was else ())
            if was and now and getattr(was.setup, field.name) != getattr(now.setup, field.name)
        ),
        tuple(_turns(was, now)) if was and now else (),
        _differing(known[0], known[1], 0),
        _verdicts(was, now),
        Change(
            tuple(sorted(due[0] - due[1], key=_by_turn)),
            tuple(sorted(due[1] - due[0], key=_by_turn)),
        ),
        Change(lying_pot(was) if was else 0, lying_pot(now) if now else 0),
        _payments(was, now),
        Change(bool(was and was.over), bool(now and now.over)),
        Change(_winner(was), _winner(now)),
    )


def _by_turn(fine: Fine) -> tuple[int, Account]:
    return fine.turn, fine.target


def _turns(was: Round, now: Round) -> Iterator[TurnChange]:
    """Yield the changed moves; a repair inserts, deletes, replaces or swaps a few of them."""
    old, new = moves_of(was), moves_of(now)
    for kind, start, end, first, last in _matched(was, now):
        if kind != "equal":
            yield TurnChange(start + 1, old[start:end], new[first:last])


def _matched(was: Round, now: Round) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, moves_of(was), moves_of(now), autojunk=False).get_opcodes()


def _verdicts(was: Round | None, now: Round | None) -> dict[int, Change[Verdict | None]]:
    """Return the changed verdicts by the turns of now; a pass keeps its verdict where it moves."""
    rulings = [
        {r.turn: r.verdict for r in judge(state).rulings} if state else {} for state in (was, now)
    ]
    place = {
        start + step + 1: first + step + 1
        for kind, start, end, first, _ in (_matched(was, now) if was and now else ())
        if kind == "equal"
        for step in range(end - start)
    }
    former = {place[turn]: verdict for turn, verdict in rulings[0].items() if turn in place}
    return _differing(former, rulings[1], None)


def _known(round_: Round | None) -> dict[str, Cards]:
    if round_ is None:
        return {}
    return {handle: round_.knowledge.held(seat) for seat, handle in enumerate(round_.setup.players)}


def _payments(was: Round | None, now: Round | None) -> tuple[tuple[str, str, int], ...]:
    """Return the fewest payments, by handle, that make up for the difference of the books."""
    balance = Counter[str]()
    for round_, sign in ((was, -1), (now, 1)):
        for handle, chips in _balances(round_):
            balance[handle] += sign * chips
    names = list(balance)
    owed = payments({place: balance[name] for place, name in enumerate(names)})
    return tuple((names[paid.source], names[paid.target], paid.chips) for paid in owed)


def _balances(round_: Round | None) -> Iterator[tuple[str, int]]:
    if round_:
        yield "pot", ledger(round_).pot
        yield from zip(round_.setup.players, ledger(round_).chips, strict=True)


def _winner(round_: Round | None) -> str:
    if round_ is None or round_.winner is None or round_.void:
        return ""
    return round_.setup.players[round_.winner]


def _due(series: Series) -> str:
    last = series.last
    return last.setup.players[last.due] if last and last.due is not None else ""


def _differing(
    was: Mapping[Key, Value], now: Mapping[Key, Value], nothing: Value
) -> dict[Key, Change[Value]]:
    """Return the values that differ, by key."""
    pairs = {key: (was.get(key, nothing), now.get(key, nothing)) for key in {**was, **now}}
    return {key: Change(*pair) for key, pair in pairs.items() if pair[0] != pair[1]}
