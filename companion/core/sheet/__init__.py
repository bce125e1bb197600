"""Score sheet, the text form of a series: its reader, and the names of its writer.

`dumps` writes canonical text: reading the text and writing the series again changes nothing.

One replay takes each fact as a step, in the order of the sheet. Checks are verified at the end of
their round.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.core.log import Log, Replay
from companion.core.names import (
    LONGEST,
    Player,
    is_handle,
    is_short,
    is_worth,
    tidy,
    worth_as_written,
)
from companion.core.objections import IllegalEventError, LineError, SheetError, phrase
from companion.core.presets import parse
from companion.core.rounds.setup import is_date
from companion.core.rounds.texts import words_of
from companion.core.series import Series
from companion.core.sheet.block import Block, Fault, Spellings, blamed_on
from companion.core.sheet.writer import VERSION, dumps, report, series_report
from companion.core.steps import KINDS, Repaired, Step

__all__ = ["Fault", "dumps", "report", "series_report"]  # beside what is defined here
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_TOO_LONG: Final = phrase("a name has at most {most} characters")
AFTER_WORDS: Final = frozenset({"end", "settled", "planned"})
"""First words of the lines after the last round."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Log of a sheet, and the failed checks."""

    log: Log
    faults: tuple[Fault, ...]


def decoded(content: bytes) -> str:
    """Return the text of a file.

    :raises SheetError: when the bytes are no text, naming the line
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise SheetError(line, phrase("this is not UTF-8 text")) from fault


def loads(text: str) -> Log:
    """Read the log from a score sheet, ignoring failed checks.

    :raises SheetError: naming the unreadable line
    """
    return read(text).log


def read(text: str) -> Reading:
    """Read the log and the failed checks from a score sheet.

    :raises SheetError: naming the unreadable line
    """
    lines = text.removeprefix("\ufeff").split("\n")
    reader = _Reader(_full_names(lines))
    for number, words in enumerate(map(words_of, lines), 1):
        if words:
            reader.line(number, words)
    return reader.end()


def _full_names(lines: Sequence[str]) -> tuple[Player, ...]:
    """Return the players with a full name, which may be given on any line of the sheet."""
    called = (words_of(line) for line in lines if line.lstrip().startswith("called"))
    names = {handle: " ".join(name) for _, handle, *name in filter(_has_name, called)}
    players = (Player(handle, name) for handle, name in names.items())
    return tuple(player for player in players if player.name != player.handle)


def _has_name(words: Sequence[str]) -> bool:
    return len(words) > 2 and words[0] == "called"  # noqa: PLR2004 - a handle, then a name


class _Reader:
    """Reader of a sheet: its head, the replay of its rounds, and the round that is being read."""

    def __init__(self, players: tuple[Player, ...]) -> None:
        self._head: Series = Series(players=players)
        self._spellings = Spellings(players)
        self._replay: Replay | None = None
        self._versioned = self._ruled = False
        self._called: set[str] = set()
        self._block: Block | None = None
        self._after = ""
        self._planned = False
        self._faults: list[Fault] = []

    def line(self, number: int, words: list[str]) -> None:
        """Read a line.

        :raises SheetError: when the line is refused
        """
        with blamed_on(number):
            self._take(number, words)

    def end(self) -> Reading:
        """Return the log and the failed checks at the end of the sheet."""
        if not self._versioned:
            with blamed_on(1):
                raise _no_beginning()
        self._close()
        log = self._replay.log() if self._replay else Log.begin(self._head)
        return Reading(log, tuple(self._faults))

    def _take(self, number: int, words: list[str]) -> None:
        word, *rest = words
        if not self._versioned:
            self._version(words)
        elif word == "=":
            if self._block is None:
                raise LineError(phrase("a check line comes after the lines it checks"))
            self._block.take(number, words)
        elif word == "called":
            self._name(rest)
        elif word in AFTER_WORDS and self._block:
            self._afterwards(self._block, word, rest)
        elif self._after:
            raise LineError(
                phrase("{word} must come before {after}, which follows the last round"),
                word=word,
                after=self._after,
            )
        elif word == "round":
            self._round(number, rest)
        elif self._block:
            self._block.take(number, words)
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
        head, text = self._head, tidy(" ".join(rest))
        if word == "series":
            _demand(not head.name and bool(text), phrase("series takes one name, once"))
            _demand(is_short(text), _TOO_LONG, most=LONGEST)
            self._head = replace(head, name=text)
        elif word == "date":
            _demand(not head.date and is_date(text), phrase("date takes one YYYY-MM-DD, once"))
            self._head = replace(head, date=text)
        elif word == "worth":
            worth = worth_as_written(text)
            _demand(
                not head.worth and is_worth(worth),
                phrase("worth takes a number and a word, such as 0.05 €, once"),
            )
            self._head = replace(head, worth=worth)
        elif word == "rules":
            _demand(not self._ruled, phrase("{word} is already given here"), word="rules")
            self._ruled = True
            self._head = replace(head, rules=parse(" ".join(rest)))
        else:
            raise LineError(phrase("{word} cannot come before the first round"), word=word)

    def _name(self, rest: list[str]) -> None:
        handle, *name = rest or [""]
        if not is_handle(handle) or not name:
            raise LineError(phrase("called takes a handle and a name"))
        _demand(is_short(tidy(" ".join(name))), _TOO_LONG, most=LONGEST)
        free = handle not in self._called
        _demand(free, phrase("{handle} already has a name"), handle=handle)
        self._spellings.note(handle)
        self._called.add(handle)

    def _round(self, line: int, rest: list[str]) -> None:
        self._close()
        replay = self._replay = self._replay or Replay(Log.begin(self._head))
        number, last = replay.series.round_number + 1, replay.series.last
        if rest != [str(number)]:
            raise LineError(
                phrase("this should be round {expected}, not {came}"),
                expected=number,
                came=" ".join(rest) or "a round",
            )
        if last and not last.over:
            raise LineError(phrase("round {number} is still in play"), number=number - 1)
        rules = last.setup.rules if last else self._head.rules
        self._block = Block(line, number, replay, rules, self._spellings)

    def _close(self) -> None:
        """End the current round and verify its checks."""
        block = self._block
        if block is None:
            return
        block.end()
        self._faults += block.faults()

    def _afterwards(self, block: Block, word: str, rest: list[str]) -> None:
        """Read a line `end`, `settled` or `planned`."""
        assert self._replay
        if word == "planned":
            _demand(not self._planned, phrase("{word} is already given here"), word=word)
            self._planned = True
        step = read_after(word, rest)
        block.demand_row()
        if refusal := self._replay.take(step):
            raise IllegalEventError(step, refusal)
        self._after = self._after or word


def read_after(word: str, rest: list[str]) -> Step:
    """Read a step that follows the last round; the word is one of `AFTER_WORDS`.

    :raises ValueError: when the other words do not fit
    """
    if word == "end":
        _demand(not rest, phrase("{word} takes nothing after it"), word=word)
    return KINDS[word].read(rest, ())


def _demand(holds: bool, problem: str, **fields: object) -> None:  # noqa: FBT001 - the demand itself
    if not holds:
        raise LineError(problem, **fields)


def _no_beginning() -> LineError:
    return LineError(phrase("a score sheet begins with fantan {version}"), version=VERSION)


_SERIES_CHECKS: Final = (["=", "total"], ["=", "winner"])
"""Checks of a series, not of its last round, which may be copied from a sheet together."""


@dataclass(frozen=True, slots=True)
class RoundReading:
    """Repair read from the lines of a round, and the failed checks."""

    step: Repaired
    faults: tuple[Fault, ...]


def read_round(lines: Iterable[str], log: Log, number: int) -> RoundReading:
    """Read round `number` of the log anew from these lines, which may begin with `round N`.

    The round must exist; rounds count from 1. As on a sheet, the deal passes left and the rules
    stay those of the round before, unless the lines change them.

    :raises SheetError: naming the unreadable line, counted from 1
    """
    series, rounds = log.series, log.series.rounds[: number - 1]
    last = rounds[-1] if rounds else None
    fresh = replace(series, planned=None, ended=False, settled=())
    before = replace(fresh, earlier=rounds[:-1], last=last)
    replay = Replay(Log(log.head, (), before))
    block = Block(1, number, replay, before.latest_rules, Spellings.of(series))
    numbered = [(line, words) for line, words in enumerate(map(words_of, lines), 1) if words]
    if numbered and numbered[0][1] == ["round", str(number)]:
        del numbered[0]
    for line, words in numbered:
        if words[:2] not in _SERIES_CHECKS:
            with blamed_on(line):
                block.take(line, words)
    block.end()
    joined = series.new_among(block.players)
    step = Repaired(number, block.round.setup, tuple(block.round.events), joined)
    return RoundReading(step, tuple(block.faults()))
