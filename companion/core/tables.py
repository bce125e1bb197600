"""Tables of scores as people keep them: a row of names, and below it a row for each round.

A table becomes a score sheet with rounds by their results, which the reader of sheets then checks.
It says nothing of passes, so its rules are without chips. It counts cards left where each row has
one zero and otherwise numbers that can be left of a hand, else points, of which the fewest win.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import blake2b
from itertools import zip_longest
from time import strptime
from types import MappingProxyType

from companion.core.backup import NO_ROUND, About, Backup, BroughtSheet
from companion.core.books import cards_left, points
from companion.core.log import Log
from companion.core.names import handle_for, is_short, tidy, uncased
from companion.core.objections import PhrasedError, SheetError, Why, phrase
from companion.core.outside import measure
from companion.core.rounds.events.results import Result, Scored
from companion.core.rounds.setup import FEWEST_PLAYERS, MOST_PLAYERS
from companion.core.rounds.texts import OPEN_POINTS, is_pass, with_hyphen
from companion.core.series import Series
from companion.core.sheet import begins_sheet, read
from companion.core.steps import MOST_ROUNDS

CARDS = "cards"
POINTS = "points"
_RULES = (
    "rules bicycle ante=0 short_ante=0 pass_fee=0 false_pass_fine=0 seven_fine=0 card_fee=0"
    " target=0 join_points=zero"
)
_PACK = 52
NO_HANDLES = MappingProxyType[str, str]({})
_DELIMITERS = "\t;,"
_QUOTED = re.compile(r'"[^"\n]*"')
_FEWEST_LINES = 2
_MOST_COLUMNS = 40
_MANY = 3
"""Fewer rows may add up, or count from one, by chance."""
_NUMBER = re.compile(r"([+-]?\d{1,9})(?:[.,]0{0,2})?")
_THOUSANDS = re.compile(r"[+-]?\d+(?:[.,]\d{3})+")
_DATE = re.compile(r"(\d{1,4}[-./年] ?\d{1,2}[-./月] ?\d{1,4})日?(?:[T ].*)?")
_ORDERS = (("%Y-%m-%d",), ("%d-%m-%Y", "%d-%m-%y"), ("%m-%d-%Y", "%m-%d-%y"))
"""Ways to write a date, the likelier first, once there are hyphens between the numbers."""
_TITLE = re.compile(r"(.*?) ?\[([0-9A-Za-z_-]{8,32})\]")
_SEPARATOR = re.compile("sep=.?")
"""First line that tells Excel the separator."""
_ABSENT = frozenset({"", "/", "x", "X"})
_COUNTS = frozenset(
    {
        *("", "no", "no.", "nr", "nr.", CARDS, POINTS),
        *("round", "runde", "ronda", "manche", "mano", "giro", "раунд", "राउंड", "ラウンド"),
    }
)
"""Heads of a first column that says no more than which round it is."""
_SUMS = frozenset(
    {
        *("total", "totals", "sum", "summe", "gesamt", "suma", "somme", "totale", "somma"),
        *("итого", "कुल", "合計"),
    }
)
_COMMANDS = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of a cell that a spreadsheet takes for a formula."""
_FORMULA = re.compile(r"^'(?=[=+@-])")
"""Mark before such a cell."""
WON = "*"
"""Mark of the winner behind a score, where it is not the lowest."""

_NO_NAMES = phrase("the first row takes the names of {fewest} to {most} players")
_NO_NUMBER = phrase("this is not a whole number: {text}")
_NO_WINNER = phrase("it takes one player with the fewest points")


class TableError(PhrasedError, ValueError):
    """Fault in a line of a table."""


class FaultyTableError(SheetError):
    """Table of which some lines cannot be read, and the series that the others bring."""

    def __init__(self, faults: Sequence[SheetError], brought: BroughtSheet | None = None) -> None:
        first, *others = sorted(faults, key=lambda fault: fault.line)
        super().__init__(first.line, first.problem)
        self.__cause__ = first.__cause__
        self.faults = first, *others
        self.brought = brought


@dataclass(frozen=True)
class Scores:
    """Round of a table: its line, its date if known, and the score of each player by name.

    A score is None where nobody noted it.
    """

    line: int = field(compare=False)
    date: str
    by_name: Mapping[str, int | None]
    winner: str = ""

    @property
    def best(self) -> str:
        """The winner, or else the only player with the fewest; empty if there is none."""
        known = [score for score in self.by_name.values() if score is not None]
        ahead = [name for name, score in self.by_name.items() if known and score == min(known)]
        return self.winner or (ahead[0] if len(ahead) == 1 else "")

    @property
    def may_be_cards(self) -> bool:
        """True if the scores can be cards left of hands from a pack of 52."""
        scores = [-1 if score is None else score for score in self.by_name.values()]
        most = -(-_PACK // max(1, len(scores)))
        return scores.count(0) == 1 and all(0 <= score <= most for score in scores)


def read_table(text: str, longest: int, unit: str = "") -> Backup | None:
    """Read a table of cards left or of points, as the `unit` says; return None if it is no table.

    :raises OutsideError: when the text is too long or nested too deeply
    :raises SheetError: naming the first line that cannot be read, with all faults of the table
    """
    delimiter = find_delimiter(text)
    if not delimiter:
        return None
    measure(text, longest)
    title = ""
    rows = _read_cells(text.splitlines(), delimiter)
    while rows and sum(number_in(cell) is None for cell in filter(None, rows[0][1])) <= 1:
        says = " ".join(filter(None, rows.pop(0)[1]))
        title = title if _SEPARATOR.fullmatch(says) else says
    if not rows:
        raise _refuse_names(1)
    lines = [line for line, _ in rows]
    columns = [[*column] for column in zip_longest(*(cells for _, cells in rows), fillvalue="")]
    labels = [""] * len(rows)
    dates = labels
    head = ""
    while (
        len(columns) > FEWEST_PLAYERS
        and head not in {CARDS, POINTS}
        and (_has_labels(*columns[0]) or (not any(labels) and _counts_up(columns[0][1:])))
    ):
        labels = columns.pop(0)
        days = ["", *_read_dates(labels[1:])]
        dates = days if any(days) else dates
        head = labels[0].casefold()
        unit = unit or (head if head in {CARDS, POINTS} else "")
    _take_out_sums(columns, labels, dates)
    names = [column[0] for column in columns]
    several = {*map(uncased, names)}
    if "" in several or not FEWEST_PLAYERS <= len(several) == len(names) <= MOST_PLAYERS:
        raise _refuse_names(lines[0])
    faults: list[SheetError] = []
    rounds = [*_read_rounds(lines, dates, columns, faults)]
    found = _TITLE.fullmatch(title)
    title, known = found.groups() if found else (title, "")
    unit = unit or unit_of(rounds)
    return Backup((bring(rounds, unit, title, known, faults),), About(), unit=unit)


def find_delimiter(text: str) -> str:
    """Return what divides the cells of a table, empty if the text is none."""
    lines = _QUOTED.sub("", text).splitlines()
    counts = {one: sum(one in line for line in lines) for one in _DELIMITERS}
    delimiter = max(_DELIMITERS, key=counts.__getitem__)
    return "" if counts[delimiter] < _FEWEST_LINES or begins_sheet(text) else delimiter


def _read_rounds(
    lines: Sequence[int],
    dates: Sequence[str],
    columns: Sequence[Sequence[str]],
    faults: list[SheetError],
) -> Iterator[Scores]:
    """Yield the rounds in the rows below the names; what cannot be read is a fault."""
    names, *rows = zip(*columns, strict=True)
    for line, day, row in zip(lines[1:], dates[1:], rows, strict=False):
        cells = {name: cell for name, cell in zip(names, row, strict=True) if not _is_absent(cell)}
        wrong = [cell for cell in cells.values() if not _is_score(cell)]
        if wrong:
            faults.append(_make_fault(line, TableError(_NO_NUMBER, text=wrong[0])))
        elif cells:
            winners = [name for name, cell in cells.items() if cell.endswith(WON)]
            scores = {name: number_in(cell.removesuffix(WON)) for name, cell in cells.items()}
            if len(winners) > 1:
                faults.append(_make_fault(line, TableError(_NO_WINNER)))
            yield Scores(line, day, scores, "".join(winners[:1]))


def _read_cells(lines: Sequence[str], delimiter: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with its line."""
    reader = csv.reader(lines, delimiter=delimiter)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            cells = [_FORMULA.sub("", tidy(cell), count=1) for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            if len(cells) > _MOST_COLUMNS:
                raise _refuse_names(reader.line_num)
            if cells:
                rows.append((reader.line_num, cells))
            if len(rows) > MOST_ROUNDS + _MOST_COLUMNS:
                too_many = TableError(Why.TOO_MANY_ROUNDS.value, expected=MOST_ROUNDS)
                raise _make_fault(reader.line_num, too_many)
    except csv.Error as error:
        raise SheetError(reader.line_num, str(error)) from error
    return rows


def _has_labels(head: str, *column: str) -> bool:
    """Return whether a column is of dates or names of rounds, or has such a head."""
    said = [cell for cell in column if not _is_absent(cell)]
    words = sum(not _is_score(cell) and not _THOUSANDS.fullmatch(cell) for cell in said)
    return head.casefold() in _COUNTS or words * 2 > len(said)


def _counts_up(column: Sequence[str]) -> bool:
    """Return whether all cells but the last, which may be below the rounds, number the rounds."""
    counted = [str(place) for place in range(1, len(column))]
    return len(column) > _MANY and [*column[:-1]] == counted


def _take_out_sums(columns: list[list[str]], labels: list[str], dates: Sequence[str]) -> None:
    """Take out a last row and a last column of sums."""
    exported = labels[0].casefold() in {CARDS, POINTS}
    many = len(labels) > _MANY and not exported
    if labels[-1].casefold() in _SUMS or (labels[1:] and _is_row_of_sums(columns, labels, dates)):
        for column in columns:
            column.pop()
    *others, last = columns
    rows = zip(*(column[1:] for column in columns), strict=True)
    named = last[0].casefold() in _SUMS
    # In a table that the app exported it can be a player of that name, unless it adds up.
    if (named and not exported) or ((named or many) and others[1:] and all(map(_is_sum, rows))):
        columns.pop()


def _is_row_of_sums(
    columns: Sequence[Sequence[str]], labels: Sequence[str], dates: Sequence[str]
) -> bool:
    """Return whether the last row adds up, and is no round like those above it.

    Below dates or numbers it may have another word. Without a word before it one player may be out
    in each row above, but not in it. Else only many rows tell sums from a round.
    """
    above = len(labels) - 2
    if not above or not all(_is_sum(column[1:]) for column in columns):
        return False
    plain = [
        bool(day) or number_in(label) is not None for label, day in zip(labels, dates, strict=True)
    ]
    below_plain = all(plain[1:-1])
    if labels[-1]:
        return below_plain and not plain[-1]
    *one_out, sums_one_out = (
        [number_in(cell) for cell in row].count(0) == 1
        for row in zip(*(column[1:] for column in columns), strict=True)
    )
    if above < _FEWEST_LINES or (all(one_out) and sums_one_out):
        return False
    return below_plain or all(one_out) or above >= _MANY


def _make_fault(line: int, error: BaseException, says: str = "") -> SheetError:
    fault = SheetError(line, says or str(error))
    fault.__cause__ = error
    return fault


def _refuse_names(line: int) -> SheetError:
    return _make_fault(line, TableError(_NO_NAMES, fewest=FEWEST_PLAYERS, most=MOST_PLAYERS))


def unit_of(rounds: Sequence[Scores]) -> str:
    """Return what the rounds count, if nobody says it."""
    return CARDS if all(row.may_be_cards for row in rounds) else POINTS


def _is_absent(cell: str) -> bool:
    return cell in _ABSENT or is_pass(cell)


def _is_score(cell: str) -> bool:
    written = cell.removesuffix(WON)
    return written == OPEN_POINTS or number_in(written) is not None


def number_in(cell: str) -> int | None:
    """Return the whole number in a cell, which may have decimals of zeros; None if it has none."""
    found = _NUMBER.fullmatch(with_hyphen(cell))
    return int(found[1]) if found else None


def harmless(cell: str | int) -> str | int:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_COMMANDS) else cell


def _is_sum(cells: Sequence[str]) -> bool:
    """Return whether the last of the cells is the sum of the others."""
    numbers = [0 if _is_absent(cell) else number_in(cell) for cell in cells]
    known = [number for number in numbers if number is not None]
    return len(known) == len(numbers) and sum(known) == 2 * known[-1]


def _read_dates(column: Sequence[str]) -> Iterator[str]:
    """Yield the date of each cell, and that of the cell above for an empty one.

    The dates are written in the order in which most of them are days.
    """
    found = [_DATE.fullmatch(cell) for cell in column]
    days = [re.sub(r"\D+", "-", one[1]) if one else "" for one in found]
    order = max(_ORDERS, key=lambda order: sum(bool(_day(day, order)) for day in days))
    latest = ""
    for cell, day in zip(column, days, strict=True):
        if cell:
            latest = day and (_day(day, order) or cell)
        yield latest


def _day(written: str, order: Sequence[str]) -> str:
    """Return the day as `YYYY-MM-DD`, empty if the calendar has none."""
    for form in order:
        with suppress(ValueError):
            return date(*strptime(written, form)[:3]).isoformat()
    return ""


def bring(
    rounds: Sequence[Scores],
    unit: str,
    title: str,
    known: str,
    faults: list[SheetError],
    handles: Mapping[str, str] = NO_HANDLES,
) -> BroughtSheet:
    """Return the series of these rounds.

    Without a `known` id the rounds make one. Whoever has no handle by name in `handles` gets one.

    :raises SheetError: naming the first line that cannot be read, with all others
    """
    handles = dict(handles)
    names = dict.fromkeys(name for row in rounds for name in row.by_name)
    for name in names:
        if name not in handles:
            handles[name] = handle_for(name, handles.values())
    if not rounds:
        raise FaultyTableError(faults or [_make_fault(1, TableError(NO_ROUND))])
    first = rounds[0]
    head = [
        "fantan 1",
        f"id {known or make_id(rounds)}",
        f"series {title}" if title and is_short(title) else "",
        _RULES,
        *(f"called {handles[name]} {name}" for name in names),
    ]
    lines = [(1, text) for text in head]
    day = first.date
    lines.append((first.line, f"date {day}" if day else ""))
    for number, row in enumerate(rounds, 1):
        players = [handles[name] for name in row.by_name]
        try:
            result = _result(row, unit).words(players)
        except TableError as error:
            faults.append(_make_fault(row.line, error))
            result = "void"
        dated = "" if row.date == day else f"date {row.date}"
        day = row.date
        texts = f"round {number}", dated, " ".join(players), result
        lines += [(row.line, text) for text in texts]
    lines.append((1, "end"))
    brought = None
    try:
        reading = read("\n".join(text for _, text in lines))
        brought = replace(BroughtSheet.of(reading), remarks=(), of_scores=True)
    except SheetError as error:
        # Only the first: what follows a round that is refused is refused as well.
        cause = error.__cause__ or error
        faults.append(_make_fault(lines[error.line - 1][0], cause, error.problem))
    if faults or brought is None:
        raise FaultyTableError(faults, brought)
    return brought


def make_id(rounds: Sequence[Scores], game: str = "") -> str:
    """Return the id of rounds that came without one.

    Those that begin with the same round of the same day are the same evening, and without a day
    only equal ones are. Neither the order of names nor that of day and month counts, since a row
    that is added may turn the latter.
    """
    first = rounds[0]
    told = [
        (sorted(row.date.split("-")), sorted(row.by_name.items()), row.best)
        for row in (rounds[:1] if first.date else rounds)
    ]
    return blake2b(repr((game, told)).encode(), digest_size=8).hexdigest()


def _result(row: Scores, unit: str) -> Result | Scored:
    """Return the event of a round.

    :raises TableError: when it has no winner, or something else than cards
    """
    scores = tuple(row.by_name.values())
    if unit == CARDS:
        known = tuple(score for score in scores if score is not None)
        if len(known) < len(scores):
            raise TableError(_NO_NUMBER, text=OPEN_POINTS)
        return Result(known, (0,) * len(known))
    if not row.best:
        raise TableError(_NO_WINNER)
    return Scored([*row.by_name].index(row.best), scores)


def table_of(series: Series) -> tuple[str, list[Scores]]:
    """Return what a series counts, and its rounds that are over as the rows of a table."""
    rows: list[Scores] = []
    cards = True
    for number, round_ in enumerate(series.rounds, 1):
        if round_.void or not round_.played_out or round_.winner is None:
            continue
        names = [series.name_of(handle) for handle in round_.setup.players]
        left = cards_left(round_)
        counts = points(round_)
        if left and not round_.setup.rules.count_points:
            counts = left
        cards = cards and counts == left
        scores = dict(zip(names, counts, strict=True))
        rows.append(Scores(number, series.dates[number - 1], scores, names[round_.winner]))
    return (CARDS if cards else POINTS), rows


def order_players(log: Log, ours: Series) -> Log:
    """Return the series of a table with its players in the seats and with the handles here.

    They are known by their names, which `log` has as they are here. Whoever is new comes last. It
    stays as it is where the seats here would deal somebody fewer cards than are left.
    """
    names = [uncased(player.name) for player in log.series.players]
    if len({*names}) < len(names):
        return log  # two of the table are one person here, and would lose a score
    unit, rows = table_of(log.series)
    _, here = table_of(ours)
    places = {player.name: place for place, player in enumerate(ours.players)}
    ordered = list[Scores]()
    for row, known in zip_longest(rows, here[: len(rows)]):
        order = sorted(row.by_name, key=lambda name: places.get(name, len(places)))
        if known and {*known.by_name} == {*order}:
            order = [*known.by_name]  # whoever came later stands last among the players
        ordered.append(replace(row, by_name={name: row.by_name[name] for name in order}))
    handles = {player.name: player.handle for player in ours.players}
    try:
        return bring(ordered, unit, log.series.name, log.series.id, [], handles).log
    except FaultyTableError:
        return log
