"""The `=` lines: what the program writes under a round, and how they are held against the facts.

A check is a list of words or of pairs. What is not known yet is left out; a check that people wrote
may name fewer pairs than the program would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.core.books.ledger import ledger
from companion.core.books.points import cards_left, points
from companion.core.errors import LineError
from companion.core.judging.judge import Verdict, judge
from companion.core.phrases import phrase
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.sheet.words import with_hyphen
from companion.core.standings.standing import Standing, Totals

Pairs = Mapping[str, str]
Check = str | tuple[str, ...] | Pairs

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}")
VERDICTS: Final = frozenset(verdict.value for verdict in Verdict)


@dataclass(frozen=True, slots=True)
class Fault:
    """A check that does not hold: its line, counted from 1, and what is so instead."""

    line: int
    told: LineError = field(compare=False)

    @property
    def problem(self) -> str:
        """What is so instead, in English."""
        return str(self.told)


def round_checks(round_: Round) -> dict[str, Check]:
    """All checks of a round, by name, in the order they are written."""
    players, books = round_.setup.players, ledger(round_)
    checks: dict[str, Check] = {"layout": str(round_.layout)}
    if round_.out:
        checks["out"] = tuple(players[seat] for seat in round_.out)
    left = cards_left(round_)
    if left is not None:
        checks["left"] = by_handle(players, left, "d")
    checks["pot"] = str(books.pot)
    if rulings := judge(round_).rulings:
        checks["passes"] = {str(ruling.turn): ruling.verdict.value for ruling in rulings}
    checks["chips"] = by_handle(players, books.chips, "+d")
    known = by_handle(players, points(round_), "d")
    if known and not round_.void and round_.setup.rules.count_points:
        checks["points"] = known
    return checks


def total_checks(series: Series) -> dict[str, Check]:
    """The checks after the last round."""
    standing = series.standing
    checks: dict[str, Check] = {"total chips": _signed(standing.chips)}
    known = _known_points(standing)
    if known and series.latest_rules.count_points:
        checks["total points"] = known
    if standing.winners:
        checks["winner"] = standing.winners
    return checks


def stated_totals(totals: Totals, name: str, handles: Iterable[str]) -> Pairs:
    """What the check `total chips` or `total points` says of these handles, as far as known."""
    known = [handle for handle in handles if handle in totals.chips]
    if name == "total chips":
        return _signed({handle: totals.chips[handle] for handle in known})
    return {handle: str(totals.points[handle]) for handle in known if handle not in totals.open}


def _signed(chips: Mapping[str, int]) -> Pairs:
    return {handle: f"{net:+d}" for handle, net in chips.items()}


def _known_points(standing: Standing) -> Pairs:
    return {
        handle: str(total)
        for handle, total in standing.points.items()
        if handle not in standing.open
    }


def by_handle(players: Sequence[str], numbers: Sequence[int | None], form: str) -> Pairs:
    """The numbers that are known, by handle, written in that form."""
    return {
        handle: format(number, form)
        for handle, number in zip(players, numbers, strict=True)
        if number is not None
    }


def read_pairs(name: str, words: Sequence[str], known: Callable[[str], bool]) -> dict[str, str]:
    """The pairs of a check as people wrote them; `known` says who can be named.

    :raises ValueError: with the reason, when they are no such pairs.
    """
    if not words or len(words) % 2:
        raise LineError(phrase("= {name} takes pairs"), name=name)
    pairs: dict[str, str] = {}
    for key, value in zip(words[::2], words[1::2], strict=True):
        if key in pairs:
            raise LineError(phrase("= {name} names {key} twice"), name=name, key=key)
        if name == "passes":
            pairs[key] = _read_verdict(key, value)
        else:
            pairs[key] = number = with_hyphen(value)
            _demand_number(name, key, number, known)
    return pairs


def _read_verdict(turn: str, verdict: str) -> str:
    if not _NUMBER.fullmatch(turn) or verdict not in VERDICTS:
        raise LineError(
            phrase("= passes takes a turn and legal, illegal or open, not {turn} {verdict}"),
            turn=turn,
            verdict=verdict,
        )
    return verdict


def _demand_number(name: str, key: str, value: str, known: Callable[[str], bool]) -> None:
    if not known(key):
        raise LineError(phrase("{handle} does not sit at the table"), handle=key)
    demand_number(name, value)


def demand_number(name: str, value: str) -> None:
    """Refuses what is no whole number.

    :raises ValueError: with the reason
    """
    if not _NUMBER.fullmatch(value):
        raise LineError(phrase("= {name}: {value} is no number"), name=name, value=value)


def fault_in_pairs(name: str, stated: Pairs, actual: Pairs) -> LineError | None:
    """What does not hold in a check of pairs, or None."""
    for key, value in stated.items():
        if key not in actual:
            return LineError(phrase("{name}: nothing is known of {key}"), name=name, key=key)
        right = actual[key]
        same = value == right if name == "passes" else int(value) == int(right)
        if not same:
            return LineError(
                phrase("{name}: {key} is {right}, not {value}"),
                name=name,
                key=key,
                right=right,
                value=value,
            )
    return None


def fault_in_words(name: str, stated: Sequence[str], actual: Sequence[str]) -> LineError | None:
    """What does not hold in a check of plain words, or None."""
    if tuple(stated) == tuple(actual):
        return None
    written = " ".join(stated)
    if not any(actual):
        return LineError(phrase("{name} is not known, not {stated}"), name=name, stated=written)
    return LineError(
        phrase("{name} is {right}, not {stated}"), name=name, right=tuple(actual), stated=written
    )
