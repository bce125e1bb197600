"""Score sheet, the text form of a series: its reader, and the names of its writer.

`dumps` writes canonical text: reading the text and writing the series again changes nothing.

One replay takes each fact as a step, in the order of the sheet. Checks are verified at the end of
their round.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.core.log import Log, Replay
from companion.core.names import (
    LONGEST,
    Player,
    is_handle,
    is_id,
    is_short,
    is_worth,
    tidy,
    worth_as_written,
)
from companion.core.objections import (
    IllegalEventError,
    LineError,
    RulesError,
    SheetError,
)
from companion.core.presets import guess, parse
from companion.core.rounds.texts import read_day, words_of
from companion.core.series import Series, to_coins
from companion.core.sheet.block import (
    AFTER_WORDS,
    KNOWN_WORDS,
    Block,
    Fault,
    Faults,
    Remark,
    Spellings,
    UnknownWordError,
)
from companion.core.sheet.writer import VERSION, dumps, report, series_report
from companion.core.steps import (
    KINDS,
    Ended,
    HandedOver,
    LeftOpen,
    Planned,
    PutOff,
    Repaired,
    Step,
    to_strangers,
)

__all__ = [
    "AFTER_WORDS",
    "Fault",
    "Remark",
    "dumps",
    "report",
    "series_report",
]  # beside what is defined here
_NUMBER = re.compile(r"[0-9]{1,9}")
_LINE_END = re.compile(r"\r\n|\r|\n")
_MARK = "\ufeff"
_MARKED = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_ZERO_OR_NOT = bytes([0, *[1] * 255])
_WIDE = {b"\1\0": "utf-16-le", b"\0\1": "utf-16-be"}
"""Encoding by the first two bytes, 1 for any but zero: a sheet begins with a plain letter."""
_INVISIBLE = " \t\xa0\ufeff\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060"
_AROUND = f">{_INVISIBLE}"
_FIRST = re.compile(
    r"(?:^|: ?|[\"'\u201c\u201e])(?=fantan[ \t]+[0-9]+[ \t]*(?:#|$))", re.IGNORECASE
)
"""Place before the first line of a sheet; a chat puts who wrote it and when before it."""
_FENCE = re.compile(r"```|~~~")
_TOO_LONG = "a name has at most {most} characters"


@dataclass(frozen=True)
class Reading:
    """Log of a sheet, the failed checks, and what can be read but is strange."""

    log: Log
    faults: tuple[Fault, ...]
    remarks: tuple[Remark, ...] = ()


def decoded(content: bytes) -> str:
    """Return the text of a file, in UTF-8 or in UTF-16 with or without its mark.

    :raises SheetError: when the bytes are no text, naming the line
    """
    if wide := _WIDE.get(content[:2].translate(_ZERO_OR_NOT)) or _MARKED.get(content[:2]):
        with suppress(UnicodeDecodeError):
            return content.decode(wide).removeprefix(_MARK)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = len(_LINE_END.findall(content[: fault.start].decode("latin-1"))) + 1
        raise SheetError(line, "this is not UTF-8 text") from fault


def begins_sheet(text: str) -> bool:
    """Return whether a line of the text is the first one of a score sheet."""
    return any(_FIRST.search(line.strip(_AROUND)) for line in _LINE_END.split(text))


def loads(text: str) -> Log:
    """Read the log from a score sheet that the app has kept, ignoring failed checks.

    :raises SheetError: naming the unreadable line
    """
    return read(text).log


def read(text: str) -> Reading:
    """Read the log, the failed checks and the remarks from a score sheet.

    :raises SheetError: naming the first unreadable line, with all faults of the sheet
    """
    lines = _own_lines(_LINE_END.split(text))
    reader = _Reader(_full_names(lines))
    for number, words in enumerate(map(words_of, lines), 1):
        if words:
            reader.line(number, words)
    return reader.end()


def _own_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines without what a chat or a mail has put around them, each in its place.

    These are marks of quotation, fences of code, invisible marks, and other words above and below.
    """
    own = [line.lstrip(_AROUND).rstrip(_INVISIBLE) for line in lines]
    found = ((place, first) for place, line in enumerate(own) if (first := _FIRST.search(line)))
    begins, first = next(found, (0, None))
    if first is None:
        return own
    above = next((line for line in reversed(own[:begins]) if line), "")
    own[begins] = own[begins][first.end() :]
    fences = {place for place, line in enumerate(own) if _FENCE.match(line)}
    ends = min((place for place in fences if place > begins), default=len(own))
    inside = range(begins, ends if _FENCE.match(above) else len(own))
    own_places = {*inside} - fences
    return [line if place in own_places else "" for place, line in enumerate(own)]


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
        self._versioned = self._ruled = self._rules_lost = False
        self._called: set[str] = set()
        self._number = 0
        self._block: Block | None = None
        self._lost = False
        self._after = ""
        self._planned = False
        self._later: list[tuple[int, Step]] = []
        self._faults = Faults()
        self._failed: list[Fault] = []
        self._remarks: list[Remark] = []

    def line(self, number: int, words: list[str]) -> None:
        """Read a line; what is wrong with it is noted.

        :raises SheetError: when this is no score sheet, or has too many faults
        """
        if not self._versioned:
            with self._faults.of(number):
                self._version(words)
            self._faults.refuse()
            return
        try:
            self._take(number, words)
        except UnknownWordError as unknown:
            self._faults.note(number, unknown)
            if unknown.meant:
                with suppress(IllegalEventError, RulesError, ValueError):
                    self._take(number, [unknown.meant, *words[1:]])
        except (IllegalEventError, RulesError, ValueError) as error:
            self._faults.note(number, error)

    def end(self) -> Reading:
        """Return the log, the failed checks and the remarks at the end of the sheet.

        :raises SheetError: when a line was unreadable
        """
        if not self._versioned:
            self._faults.note(1, _no_beginning())
        self._follow()
        self._close()
        if self._faults:
            for failed in self._failed:
                self._faults.note(failed.line, failed.error)
            self._faults.refuse()
        log = self._replay.log() if self._replay else Log.begin(self._head)
        return Reading(log, tuple(self._failed), tuple(self._remarks))

    def _take(self, number: int, words: list[str]) -> None:
        word, *rest = words
        if word == "settled" and self._block and self._block.begun:
            word = HandedOver.word  # as former versions wrote it
        if word == "=":
            if self._block is None:
                raise LineError("a check line comes after the lines it checks")
            self._block.take(number, words)
        elif word == "called":
            self._name(rest)
        elif word in AFTER_WORDS and self._block:
            self._afterwards(number, self._block, word, rest)
        elif self._after:
            after = self._after
            self._after = ""
            raise LineError(
                "{word} must come before {after}, which follows the last round",
                word=word,
                after=after,
            )
        elif word == "round" and not self._is_row(rest):
            self._round(number, rest)
        elif self._block:
            self._block.take(number, words)
        else:
            self._in_head(number, word, rest)

    def _is_row(self, rest: list[str]) -> bool:
        """Return whether the words behind `round` are handles, so that it was meant as one."""
        in_head = self._block is not None and not self._block.begun
        return in_head and bool(rest) and all(map(is_handle, rest))

    def _version(self, words: list[str]) -> None:
        word, *versions = words
        if word.lower() != "fantan" or not versions or not _NUMBER.fullmatch(versions[0]):
            raise _no_beginning()
        if len(versions) > 1:
            raise LineError("{word} takes a version and nothing else", word="fantan")
        if versions[0] != str(VERSION):
            raise LineError(
                "version {version} is not known here, only {known}",
                version=versions[0],
                known=VERSION,
            )
        self._versioned = True

    def _in_head(self, line: int, word: str, rest: list[str]) -> None:
        head = self._head
        text = tidy(" ".join(rest))
        if word == "series":
            _demand(not head.name and bool(text), "series takes one name, once")
            _demand(is_short(text), _TOO_LONG, most=LONGEST)
            self._head = replace(head, name=text)
        elif word == "date":
            _demand(not head.date, "{word} is already given here", word="date")
            self._head = replace(head, date=read_day(text))
        elif word == "id":
            _demand(not head.id and is_id(text), "id takes 8 to 32 letters and digits, once")
            self._head = replace(head, id=text)
        elif word == "worth":
            worth = worth_as_written(text)
            _demand(
                not head.worth and is_worth(worth),
                "worth takes a number and a word, such as 0.05 €, once",
            )
            if doubt := to_coins(worth):  # a former version took it: its sheets come back
                self._remarks.append(Remark(line, doubt))
            self._head = replace(head, worth=worth)
        elif word == "rules":
            _demand(not self._ruled, "{word} is already given here", word="rules")
            self._ruled = True
            meant = guess(text)
            self._rules_lost = meant is None
            self._head = replace(head, rules=meant or head.rules)
            self._head = replace(head, rules=parse(text))
        elif word in KNOWN_WORDS or word[0].isdigit():
            raise LineError("{word} cannot come before the first round", word=word)
        else:
            raise UnknownWordError(word)

    def _name(self, rest: list[str]) -> None:
        handle, *name = rest or [""]
        if not is_handle(handle) or not name:
            raise LineError("called takes a handle and a name")
        _demand(is_short(tidy(" ".join(name))), _TOO_LONG, most=LONGEST)
        free = handle not in self._called
        _demand(free, "{handle} already has a name", handle=handle)
        self._spellings.note(handle)
        self._called.add(handle)

    def _round(self, line: int, rest: list[str]) -> None:
        """Begin a round, even if its number is wrong or the round before is still in play."""
        self._close()
        replay = self._replay = self._replay or Replay(Log.begin(self._head))
        before = self._block
        last = replay.last
        expected = self._number = self._number + 1
        if rest != [str(expected)]:
            self._faults.note(line, _other_round(expected, rest))
            if len(rest) == 1 and _NUMBER.fullmatch(rest[0]):
                self._number = int(rest[0])
        elif before and before.dealt and last and not last.over:
            in_play = LineError("round {number} is still in play", number=expected - 1)
            self._faults.note(line, in_play)
            before.call_off()
        self._block = Block(line, self._number, replay, self._spellings, self._faults)
        self._block.lost = self._rules_lost
        self._block.dealer_unknown = before is not None and not before.dealt

    def _close(self) -> None:
        """End the current round and verify its checks."""
        block = self._block
        if block is None:
            return
        with self._faults.of(block.line):
            block.end()
        self._lost |= block.lost
        self._failed += block.faults(of_series=not self._lost)
        self._remarks += block.remarks()

    def _afterwards(self, line: int, block: Block, word: str, rest: list[str]) -> None:
        """Read a line below the last round, which counts in the order of the words."""
        if word == "planned":
            _demand(not self._planned, "{word} is already given here", word=word)
            self._planned = True
        self._later.append((line, read_after(word, rest)))
        block.demand_row()
        self._after = self._after or word

    def _follow(self) -> None:
        """Take the lines below the last round."""
        block = self._block
        if self._replay is None or block is None:
            return
        steps = sorted(self._later, key=lambda after: _ORDER.index(type(after[1])))
        for line, step in steps:
            if stranger := to_strangers(self._replay.series, step):
                self._remarks.append(Remark(line, stranger))
            with self._faults.of(line):
                refusal = self._replay.take(step)
                if refusal and not self._lost and not block.lost:
                    raise IllegalEventError(step, refusal)


_ORDER = (Ended, HandedOver, LeftOpen, PutOff, Planned)
"""Order of the steps below the last round, whatever that of their lines."""


def read_after(word: str, rest: list[str]) -> Step:
    """Read a step that follows the last round; the word is one of `AFTER_WORDS`.

    :raises ValueError: when the other words do not fit
    """
    if word == "end":
        _demand(not rest, "{word} takes nothing after it", word=word)
    return KINDS[word].read(rest, ())


_ROUND_LINE = 2
"""Words of a line that begins a round."""


def _other_round(expected: int, came: list[str]) -> LineError:
    return LineError(
        "this should be round {expected}, not {came}",
        expected=expected,
        came=" ".join(came) or "a round",
    )


def _demand(holds: bool, problem: str, **fields: object) -> None:  # noqa: FBT001 - the demand itself
    if not holds:
        raise LineError(problem, **fields)


def _no_beginning() -> LineError:
    return LineError("a score sheet begins with fantan {version}", version=VERSION)


_SERIES_CHECKS = (["=", "total"], ["=", "winner"])
"""Checks of a series, not of its last round, which may be copied from a sheet together."""


@dataclass(frozen=True)
class RoundReading:
    """Repair read from the lines of a round, and the failed checks."""

    step: Repaired
    faults: tuple[Fault, ...]
    remarks: tuple[Remark, ...] = ()


def read_round(lines: Iterable[str], log: Log, number: int) -> RoundReading:
    """Read round `number` of the log anew from these lines, which may begin with `round N`.

    The round must exist; rounds count from 1. As on a sheet, the deal passes left and the rules
    stay those of the round before, unless the lines change them.

    :raises SheetError: naming the unreadable line, counted from 1
    """
    series = log.series
    rounds = log.series.rounds[: number - 1]
    last = rounds[-1] if rounds else None
    fresh = replace(
        series,
        planned=None,
        ended=False,
        carried=(),
        promised=(),
        handed=(),
        later=(),
        former=False,
    )
    before = replace(fresh, earlier=rounds[:-1], last=last)
    faults = Faults()
    block = Block(1, number, Replay(Log(log.head, (), before)), Spellings.of(series), faults)
    numbered = [(line, words) for line, words in enumerate(map(words_of, lines), 1) if words]
    if numbered and numbered[0][1][0] == "round" and len(numbered[0][1]) <= _ROUND_LINE:
        at, words = numbered.pop(0)
        if words[1:] != [str(number)]:
            faults.note(at, _other_round(number, words[1:]))
    for line, words in numbered:
        if words[:2] not in _SERIES_CHECKS:
            with faults.of(line):
                block.take(line, words)
    with faults.of(1):
        block.end()
    faults.refuse()
    joined = series.new_among(block.players)
    step = Repaired(number, block.round.setup, tuple(block.round.events), joined)
    return RoundReading(step, tuple(block.faults()), tuple(block.remarks()))
