"""The rounds of a series as a table for spreadsheets (CSV, RFC 4180): a line a player and round."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

from companion.core.books.ledger import ledger
from companion.core.books.points import cards_left, points
from companion.core.judging.judge import Verdict, judge
from companion.core.series import Series
from companion.views.of_series.joining import moved_words
from companion.words import Words

_COMMANDS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins so for a formula."""
_SEPARATORS: Final = {"de": ";"}
"""Between cells, where it is no comma: spreadsheets take the one of their country, and where the
decimal sign is a comma they put a whole line with commas into one cell.
"""

Cell = str | int


def spreadsheet(series: Series, words: Words) -> str:
    """The table with its head; what is not known yet is an empty cell."""
    written = io.StringIO()
    table = csv.writer(written, delimiter=_SEPARATORS.get(words.language, ","))
    table.writerow(
        [
            words.say("Round"),
            words.say("Dealer"),
            words.say("Player"),
            words.say("Out first"),
            words.say("Cards left"),
            words.say("Points"),
            words.say("Chips"),
            words.say("Passes"),
            words.say("False passes"),
            words.say("Remark"),
        ]
    )
    table.writerows([_harmless(cell) for cell in row] for row in _rows(series, words))
    return written.getvalue()


def _rows(series: Series, words: Words) -> Iterator[list[Cell]]:
    for number, round_ in enumerate(series.rounds, 1):
        players, rulings = round_.setup.players, judge(round_).rulings
        left, counted = cards_left(round_), points(round_)
        dealer = series.name_of(players[round_.setup.dealer])
        remark = words.say("called off") if round_.void else ""
        remark = remark or ("" if round_.over else words.say("in play"))
        for seat, chips in enumerate(ledger(round_).chips):
            verdicts = [ruling.verdict for ruling in rulings if ruling.seat == seat]
            score = counted[seat]
            yield [
                number,
                dealer,
                series.name_of(players[seat]),
                int(seat == round_.winner),
                "" if left is None else left[seat],
                "" if score is None else score,
                chips,
                len(verdicts),
                verdicts.count(Verdict.ILLEGAL),
                ", ".join(
                    filter(None, (remark, moved_words(series, number, players[seat], words)))
                ),
            ]


def _harmless(cell: Cell) -> Cell:
    """A text that no spreadsheet takes for a formula; numbers are numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_COMMANDS) else cell
