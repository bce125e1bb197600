"""Reads the score sheet line by line, and holds its checks against the facts.

The reader keeps the round it is in; a round is begun by its row of handles and joins the series
when the next one, or the end, comes. Checks are verified when all facts of their round are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from companion.core.errors import LineError
from companion.core.names import Player, is_handle, tidy
from companion.core.phrases import phrase
from companion.core.presets import parse
from companion.core.series import Series
from companion.core.sheet.block import EVENT_WORDS, FAULTS, HEAD_WORDS, Block, blamed
from companion.core.sheet.checks import fault_in_pairs, fault_in_words, read_pairs, total
from companion.core.sheet.writer import VERSION

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Fault:
    """A check that does not hold: its line, counted from 1, and what is so instead."""

    line: int
    told: LineError = field(compare=False)

    @property
    def problem(self) -> str:
        """What is so instead, in English."""
        return str(self.told)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sheet says, and which of its checks do not hold."""

    series: Series
    faults: tuple[Fault, ...]


def loads(text: str) -> Series:
    """The series that a score sheet tells, its checks aside.

    :raises SheetError: naming the line that cannot be read.
    """
    return read(text).series


def read(text: str) -> Reading:
    """The series that a score sheet tells, and the checks that do not hold.

    :raises SheetError: naming the line that cannot be read.
    """
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        words = line.partition("#")[0].split()
        if words:
            reader.line(number, words)
    return reader.end()


class _Reader:
    """The sheet so far: its head, the rounds that are closed, and the round at hand."""

    def __init__(self) -> None:
        self._series = Series()
        self._versioned = False
        self._ruled = False
        self._names: dict[str, str] = {}
        self._block: Block | None = None
        self._totals: list[tuple[int, str, list[str]]] = []
        self._faults: list[Fault] = []

    def line(self, number: int, words: list[str]) -> None:
        """Takes the words of a line."""
        try:
            self._take(number, words)
        except FAULTS as fault:
            raise blamed(number, fault) from fault

    def end(self) -> Reading:
        """Takes the end of the sheet."""
        if not self._versioned:
            raise blamed(1, _no_beginning()) from _no_beginning()
        self._close()
        series = self._series
        seated = dict.fromkeys(each for one in series.rounds for each in one.setup.players)
        absent = (handle for handle, name in self._names.items() if name != handle)
        handles = dict.fromkeys((*seated, *absent))
        players = tuple(Player(each, self._names.get(each, each)) for each in handles)
        return Reading(replace(series, players=players), tuple(self._faults))

    def _take(self, number: int, words: list[str]) -> None:
        word, *rest = words
        if not self._versioned:
            self._version(words)
        elif word == "=":
            self._check(number, rest)
        elif word == "round":
            self._round(number, rest)
        elif word == "called":
            self._called(rest)
        elif self._block:
            self._in_round(self._block, number, words)
        else:
            self._in_head(word, rest)

    def _version(self, words: list[str]) -> None:
        word, *versions = words
        if word != "fantan" or len(versions) != 1 or not _NUMBER.fullmatch(versions[0]):
            raise _no_beginning()
        if versions[0] != str(VERSION):
            raise LineError(
                phrase("version {version} is not known here, only {known}"),
                version=versions[0],
                known=VERSION,
            )
        self._versioned = True

    def _in_head(self, word: str, rest: list[str]) -> None:
        text = tidy(" ".join(rest))
        if word == "series":
            self._demand(
                not self._series.name and bool(text), phrase("series takes one name, once")
            )
            self._series = replace(self._series, name=text)
        elif word == "date":
            self._demand(
                not self._series.date and _is_date(text), phrase("date takes one YYYY-MM-DD, once")
            )
            self._series = replace(self._series, date=text)
        elif word == "rules":
            self._demand(not self._ruled, phrase("{word} stands here already"), word="rules")
            self._ruled = True
            self._series = replace(self._series, rules=parse(" ".join(rest)))
        else:
            raise LineError(phrase("{word} cannot stand before the first round"), word=word)

    def _in_round(self, block: Block, line: int, words: list[str]) -> None:
        word, *rest = words
        if word in HEAD_WORDS:
            block.head(line, word, rest)
        elif word in EVENT_WORDS:
            block.event(line, words)
        elif word[0].isdigit():
            block.trip(word, rest)
        else:
            block.handles(words)

    def _called(self, rest: list[str]) -> None:
        handle, *name = rest or [""]
        if not is_handle(handle) or not name:
            raise LineError(phrase("called takes a handle and a name"))
        free = handle not in self._names
        self._demand(free, phrase("{handle} is called something already"), handle=handle)
        self._names[handle] = tidy(" ".join(name))

    def _round(self, number: int, rest: list[str]) -> None:
        self._close()
        expected = len(self._series.rounds) + 1
        if rest != [str(expected)]:
            came = " ".join(rest) or "a round"
            raise LineError(
                phrase("round {expected} comes here, not {came}"), expected=expected, came=came
            )
        last = self._series.last
        if last and not last.over:
            raise LineError(phrase("round {number} is still in play"), number=expected - 1)
        self._block = Block(number, expected, self._series)

    def _close(self) -> None:
        block = self._block
        if block is None:
            return
        if block.round is None:
            headless = LineError(
                phrase("round {number} has no row of handles"), number=block.number
            )
            raise blamed(block.line, headless) from headless
        self._series = self._series.with_round(block.round)
        self._faults += [Fault(line, problem) for line, problem in block.faults()]
        self._faults += self._faults_in_totals()
        self._totals.clear()

    def _check(self, number: int, rest: list[str]) -> None:
        if self._block is None:
            raise LineError(phrase("a check follows what it checks"))
        name, *words = rest or [""]
        if name == "total" and words[:1] in (["chips"], ["points"]):
            handles = {*self._series.standing.chips, *self._block.begun.setup.players}
            read_pairs(f"total {words[0]}", words[1:], tuple(handles))
            self._totals.append((number, f"total {words[0]}", words[1:]))
        elif name == "winner":
            self._demand(bool(words), phrase("= {name} takes handles"), name=name)
            self._totals.append((number, name, words))
        else:
            self._block.check(number, name, words)

    def _faults_in_totals(self) -> list[Fault]:
        standing = self._series.standing
        found: list[Fault] = []
        for line, name, words in self._totals:
            if name == "winner":
                problem = fault_in_words(name, words, standing.winners)
            else:
                stated = read_pairs(name, words, tuple(standing.chips))
                problem = fault_in_pairs(name, stated, total(standing, name))
            if problem:
                found.append(Fault(line, problem))
        return found

    @staticmethod
    def _demand(holds: bool, problem: str, **fields: object) -> None:  # noqa: FBT001 - the demand itself
        if not holds:
            raise LineError(problem, **fields)


def _no_beginning() -> LineError:
    return LineError(phrase("a score sheet begins with fantan {version}"), version=VERSION)


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
