"""Checks of a score sheet, and the JSON of `fantan replay`.

A check is a list of words or of pairs. Pairs with an unknown value are omitted; a check written by
people may have fewer pairs than the check of the program.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from companion.core.books import Transfer, cards_left, ledger, points
from companion.core.cards import Cards, spread
from companion.core.judge import Ruling, Verdict, judge
from companion.core.log import Log
from companion.core.objections import LineError, phrase
from companion.core.payments import hand_overs, series_payments
from companion.core.presets import changes
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account, Played, PointsCorrected
from companion.core.series import Series, Totals
from companion.core.sheet.words import PASS, POT_WORD, with_hyphen

Pairs = Mapping[str, str]
Check = str | tuple[str, ...] | Pairs

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}")
VERDICTS: Final = frozenset(verdict.value for verdict in Verdict)


@dataclass(frozen=True, slots=True)
class Fault:
    """Failed check: its line, counted from 1, and the error that states the correct value."""

    line: int
    error: LineError = field(compare=False)

    @property
    def problem(self) -> str:
        """Text of the error in English."""
        return str(self.error)


def round_checks(round_: Round) -> dict[str, Check]:
    """Return the checks of a round by name, in the order of the sheet."""
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
    if known and round_.setup.rules.count_points and (not round_.void or _corrects_points(round_)):
        checks["points"] = known
    return checks


def _corrects_points(round_: Round) -> bool:
    """Return whether points were corrected after the round was called off."""
    return any(isinstance(change, PointsCorrected) for change in round_.decisions.after_void)


def total_checks(series: Series) -> dict[str, Check]:
    """Return the checks after the last round."""
    standing = series.standing
    checks: dict[str, Check] = {"total chips": _signed(standing.chips)}
    totals, unknown = standing.points, standing.open
    known = {handle: str(totals[handle]) for handle in totals if handle not in unknown}
    if known and series.latest_rules.count_points:
        checks["total points"] = known
    if standing.winners:
        checks["winner"] = standing.winners
    return checks


def stated_totals(totals: Totals, name: str, handles: Iterable[str]) -> Pairs:
    """Return the known pairs of the check `total chips` or `total points` for these handles."""
    known = [handle for handle in handles if handle in totals.chips]
    if name == "total chips":
        return _signed({handle: totals.chips[handle] for handle in known})
    return {handle: str(totals.points[handle]) for handle in known if handle not in totals.open}


def _signed(chips: Mapping[str, int]) -> Pairs:
    return {handle: f"{net:+d}" for handle, net in chips.items()}


def by_handle(players: Sequence[str], numbers: Sequence[int | None], form: str) -> Pairs:
    """Return the known numbers by handle, formatted by `form`."""
    return {
        handle: format(number, form)
        for handle, number in zip(players, numbers, strict=True)
        if number is not None
    }


def read_pairs(name: str, words: Sequence[str], known: Callable[[str], bool]) -> dict[str, str]:
    """Read the pairs of a check; `known` decides which handles are accepted.

    :raises ValueError: when the words are no pairs of this check
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
            if not known(key):
                raise LineError(phrase("{handle} does not sit at the table"), handle=key)
            pairs[key] = with_hyphen(value)
            demand_number(name, pairs[key])
    return pairs


def _read_verdict(turn: str, verdict: str) -> str:
    if not _NUMBER.fullmatch(turn) or verdict not in VERDICTS:
        raise LineError(
            phrase("= passes takes a turn and legal, illegal or open, not {turn} {verdict}"),
            turn=turn,
            verdict=verdict,
        )
    return verdict


def demand_number(name: str, value: str) -> None:
    """Require a whole number.

    :raises ValueError: when the value is none
    """
    if not _NUMBER.fullmatch(value):
        raise LineError(phrase("= {name}: {value} is not a number"), name=name, value=value)


def fault_in_pairs(name: str, stated: Pairs, actual: Pairs) -> LineError | None:
    """Return the first error in a check of pairs, or None."""
    for key, value in stated.items():
        if key not in actual:
            return LineError(phrase("{name}: nothing is known about {key}"), name=name, key=key)
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
    """Return the error in a check of words, or None."""
    if tuple(stated) == tuple(actual):
        return None
    written = " ".join(stated)
    if not any(actual):
        return LineError(phrase("{name} is not known, not {stated}"), name=name, stated=written)
    return LineError(
        phrase("{name} is {right}, not {stated}"), name=name, right=tuple(actual), stated=written
    )


def report(log: Log, file: str) -> dict[str, Any]:
    """Return the object that `fantan replay --json` prints for a file."""
    series = log.series
    return {
        "file": file,
        "series": series_report(series),
        "rounds": [_round(number, round_) for number, round_ in enumerate(series.rounds, 1)],
        "settle": [
            _handed(owed.source, owed.target, owed.chips) for owed in series_payments(series)
        ],
    }


def series_report(series: Series) -> dict[str, Any]:
    """Return the part `series` of the report."""
    standing = series.standing
    return {
        "name": series.name or None,
        "target": standing.target,
        "limit": standing.limit,
        "over": standing.over,
        "ended": series.ended,
        "winners": list(standing.winners),
        "left": list(series.left),
        "chips": dict(standing.chips),
        "points": {
            handle: None if handle in standing.open else total
            for handle, total in standing.points.items()
        },
    }


def _round(number: int, round_: Round) -> dict[str, Any]:
    setup, books, left = round_.setup, ledger(round_), cards_left(round_)
    players, judgement = setup.players, judge(round_)
    return {
        "number": number,
        "players": list(players),
        "dealer": players[setup.dealer],
        "leader": None if round_.leader is None else players[round_.leader],
        "rules": {"preset": setup.rules.preset, "changed": changes(setup.rules)},
        "hand_sizes": dict(zip(players, setup.hand_sizes, strict=True)),
        "over": round_.over,
        "out": [players[seat] for seat in round_.out],
        "cards_left": None if left is None else dict(zip(players, left, strict=True)),
        "turns": _turns(round_),
        "passes": [_pass(round_, ruling) for ruling in judgement.rulings],
        "doubt": {
            "contradiction": judgement.contradiction,
            "suspects": list(judgement.suspects),
        },
        "transfers": [_transfer(players, transfer) for transfer in books.transfers],
        "payments": [
            _handed(_name(players, paid.source), _name(players, paid.target), paid.chips)
            for paid in hand_overs(round_)
        ],
        "pot": books.pot,
        "chips": dict(zip(players, books.chips, strict=True)),
        "points": dict(zip(players, points(round_), strict=True)),
        **({"result": True} if round_.by_result else {}),
    }


def _turns(round_: Round) -> list[dict[str, Any]]:
    return [
        {
            "turn": number,
            "player": round_.setup.players[turn.seat],
            "move": turn.card.text if isinstance(turn, Played) else PASS,
            "playable": list(_codes(met)),
        }
        for number, (turn, met) in enumerate(zip(round_.turns, round_.met, strict=True), 1)
    ]


def _pass(round_: Round, ruling: Ruling) -> dict[str, Any]:
    return {
        "turn": ruling.turn,
        "player": round_.setup.players[ruling.seat],
        "verdict": ruling.verdict.value,
        "proof": [held.card.text for held in ruling.proof],
        "waived": ruling.turn in round_.decisions.waived,
    }


def _transfer(players: tuple[str, ...], transfer: Transfer) -> dict[str, Any]:
    source, target = _name(players, transfer.source), _name(players, transfer.target)
    return {
        **_handed(source, target, transfer.chips),
        "reason": transfer.reason.value,
        "turn": transfer.turn,
    }


def _handed(source: str, target: str, chips: int) -> dict[str, Any]:
    return {"from": source, "to": target, "chips": chips}


def _name(players: tuple[str, ...], account: Account) -> str:
    return POT_WORD if account == POT else players[account]


@lru_cache(maxsize=1024)
def _codes(cards: Cards) -> tuple[str, ...]:
    return tuple(card.text for card in spread(cards))
