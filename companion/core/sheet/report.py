"""A series as the JSON of `fantan replay --json`: facts and all that follows, by handle."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.core.books.ledger import Transfer, ledger
from companion.core.books.payments import hand_overs, series_payments
from companion.core.books.points import cards_left, points
from companion.core.cards import Cards, spread
from companion.core.house_rules.presets import changes
from companion.core.judging.judge import Ruling, judge
from companion.core.log import Log
from companion.core.rounds.events import POT, Account, Played
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.sheet.words import PASS, POT_WORD


def report(log: Log, file: str) -> dict[str, Any]:
    """The object that `fantan replay --json` prints for a file."""
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
    """What that object says of the series as a whole."""
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
