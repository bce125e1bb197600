"""A series as a table for spreadsheets."""

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

from companion.core.books import cards_left, ledger, points
from companion.core.judge import Verdict, judge
from companion.core.rounds.texts import OPEN_POINTS
from companion.core.series import Series
from companion.core.tables import WON, harmless, table_of
from companion.screens.speech import by_result, state_words
from companion.screens.standings import moved_words
from companion.screens.worth import decimal_words
from companion.words import Words

Cell = str | int


def spreadsheet(series: Series, words: Words) -> str:
    """Return the table as CSV; facts not known yet are empty cells."""
    written = io.StringIO()
    table = csv.writer(written, delimiter=_separator(words))
    table.writerow(
        [
            words.say("Round"),
            words.say("Dealer"),
            words.say("Player"),
            words.say("Won"),
            words.say("Cards left"),
            words.say("Points"),
            words.say("Chips"),
            words.say("Passes"),
            words.say("False passes"),
            words.say("Remark"),
            words.say("Date"),
        ]
    )
    table.writerows([harmless(cell) for cell in row] for row in _rows(series, words))
    return written.getvalue()


def score_table(series: Series, words: Words) -> str:
    """Return the rounds that are over as a table of scores, which an import reads again."""
    unit, rows = table_of(series)
    names = [*dict.fromkeys(name for row in rows for name in row.by_name)]
    written = io.StringIO()
    # Quotes tell the separator from one in a name.
    table = csv.writer(written, delimiter=_separator(words), quoting=csv.QUOTE_NONNUMERIC)
    table.writerow([harmless(f"{series.name} [{series.id}]".strip())])
    table.writerow([unit, *map(harmless, names)])
    for row in rows:
        scores: dict[str, Cell] = {
            name: OPEN_POINTS if n is None else n for name, n in row.by_name.items()
        }
        if row.winner != replace(row, winner="").best:
            scores[row.winner] = f"{scores[row.winner]}{WON}"
        table.writerow([row.date or row.line, *(scores.get(name, "") for name in names)])
    return written.getvalue()


def _separator(words: Words) -> str:
    """Return the separator of cells.

    Where a comma is the decimal mark, spreadsheets put a line with commas into one cell.
    """
    return ";" if "," in decimal_words("0.5", words) else ","


def _rows(series: Series, words: Words) -> Iterator[list[Cell]]:
    for number, round_ in enumerate(series.rounds, 1):
        players = round_.setup.players
        rulings = judge(round_).rulings
        left = cards_left(round_)
        counted = points(round_)
        dealer = series.name_of(players[round_.setup.dealer])
        remark = state_words(round_, words) or by_result(round_, words)
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
                round_.passes[seat] if round_.by_result else len(verdicts),
                "" if round_.by_result else verdicts.count(Verdict.ILLEGAL),
                words.join((remark, moved_words(series, number, players[seat], words))),
                series.dates[number - 1],
            ]
