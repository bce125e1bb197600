"""Documents of the store, and the lines of a series read as steps.

Events and rules are kept in the words of the score sheet, readable by a person. A document that is
not of its shape is refused with a `ValueError` such as `points: expected int, got 'three'`; one of
a kind that only a newer version can know is told apart by an `UnknownKindError`.

Each line has the number of the round it concerns, and its count among the lines of that round. So
a missing line shows in its round, and damage in one round stays there: from the first line that it
misses on nothing of it is read, until it is dealt anew.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from reprlib import Repr
from typing import Any, Final, NamedTuple, assert_never, cast

from companion.core.forecast import Entry, entry_of
from companion.core.log import Log, Replay
from companion.core.names import Player
from companion.core.objections import RulesError
from companion.core.presets import describe, parse
from companion.core.rounds.setup import CalledOff, Event, Setup
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.sheet.words import EVENT_WORDS, read_event, write_event
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Repaired,
    Settled,
    Step,
)
from companion.desk.ports import Finding, Problem
from storage.lines import HEADS, STEPS, Scan

Doc = Mapping[str, Any]
Players = tuple[str, ...]
_Shape = Mapping[str, Any]

_FRAME: _Shape = {"round": int, "count": int}
_HEAD: _Shape = {"name": str, "date": str, "rules": str, "worth": str, "called": dict}
_DEAL: _Shape = {"rules": str, "players": [str], "dealer": str, "sizes": [int], "called": dict}
_PLAYER: _Shape = {"handle": str, "name": str}
_REPAIR: _Shape = {**_DEAL, "events": [str]}
_JSON_OF = {"int": int, "str": str, "bool": bool, "tuple[str, ...]": [str]}
_ENTRY = {field.name: _JSON_OF[str(field.type)] for field in fields(Entry)}
_NOTED: _Shape = {**_ENTRY, "id": str, "lines": int, "length": int}
"""The shapes of documents: under each key a value of a kind, or a list of such values."""

_SETTLED = re.compile(r"([^ ]*) ([^ ]*) (\d{1,9})")
_LARGEST = 999_999_999

_short = Repr()
_short.maxother = _short.maxstring = _short.maxlong = 40


class UnknownKindError(ValueError):
    """A document says something that this version does not know; another one wrote it."""


class Noted(NamedTuple):
    """What the catalogue notes of a series: its entry, its file's id, the number of its last line,
    its length in bytes, and what each player did in it, as a document, if that was worked out.
    """

    entry: Entry
    id: str
    lines: int
    length: int
    summary: Any = None

    @staticmethod
    def of(number: int, series: Series, *file: Any) -> Noted | None:
        """What is noted of a series with such a file; nothing while it has no round."""
        return Noted(entry_of(number, series), *file) if series.rounds else None


def values(doc: Any, shape: _Shape) -> list[Any]:
    """What a document has under the keys of its shape, in their order; lists come as tuples."""
    told: Doc = doc
    if not isinstance(told, dict):
        raise ValueError(f"expected a document, got {_short.repr(doc)}")  # noqa: TRY004 - bad input
    return [_checked(key, told.get(key), kind) for key, kind in shape.items()]


def _checked(key: str, value: Any, kind: Any) -> Any:
    if type(value) is kind:
        if kind is int and not -_LARGEST <= value <= _LARGEST:
            raise ValueError(f"{key}: {_short.repr(value)} is out of range")
        return value
    if isinstance(kind, dict):
        return values(value, cast("_Shape", kind))
    if isinstance(kind, list):
        return tuple(_checked(key, one, kind[0]) for one in _checked(key, value, list))
    raise ValueError(f"{key}: expected {kind.__name__}, got {_short.repr(value)}")


def _doc(shape: _Shape, *said: Any) -> Doc:
    return dict(zip(shape, said, strict=True))


@lru_cache(maxsize=256)
def rules_in(words: str) -> Rules:
    """House rules in the words of the score sheet."""
    try:
        return parse(words)
    except RulesError as fault:
        raise UnknownKindError(f"rules: {_short.repr(str(fault))}") from fault


def _called(players: Iterable[Player]) -> Doc:
    return {player.handle: player.name for player in players}


def _players(called: Doc) -> tuple[Player, ...]:
    return tuple(Player(handle, _checked(handle, name, str)) for handle, name in called.items())


def head_doc(head: Series) -> Doc:
    """What stands before the rounds of a series."""
    rules, called = describe(head.rules), _called(head.players)
    return _doc(_HEAD, head.name, head.date, rules, head.worth, called)


def read_head(doc: Any) -> Series:
    """The series without its rounds."""
    name, date, rules, worth, called = values(doc, _HEAD)
    return Series(name, date, rules_in(rules), _players(called), worth=worth)


def noted_doc(noted: Noted) -> Doc:
    """What the catalogue notes of a series."""
    *file, summary = noted[1:]
    return {**_doc(_NOTED, *asdict(noted.entry).values(), *file), "summary": summary}


def read_noted(doc: Any) -> Noted:
    """What the catalogue notes of a series."""
    *entry, known, lines, length = values(doc, _NOTED)
    return Noted(Entry(*entry), known, lines, length, doc.get("summary"))


@lru_cache(maxsize=4096)
def _event(words: str, players: Players) -> Event:
    if not players:
        raise ValueError("there is no deal before it")
    first = next(iter(words.split()), "")
    if first and first not in EVENT_WORDS and first not in players:
        raise UnknownKindError(f"event: {_short.repr(words)}")
    return read_event(words, players)


def _settled(told: str) -> Settled:
    found = _SETTLED.fullmatch(told)
    if found is None:
        raise ValueError(f"settled: expected two players and chips, got {_short.repr(told)}")
    return Settled(found[1], found[2], int(found[3]))


def _deal_doc(step: Dealt | Redealt | Repaired) -> Doc:
    setup, called = step.setup, _called(step.joined)
    players, dealer = list(setup.players), setup.players[setup.dealer]
    return _doc(_DEAL, describe(setup.rules), players, dealer, list(setup.hand_sizes), called)


def _deal(
    rules: str, players: Players, dealer: str, sizes: tuple[int, ...], called: Doc
) -> tuple[Setup, tuple[Player, ...]]:
    if len(sizes) != len(players):
        raise ValueError(f"sizes: expected {len(players)}, got {len(sizes)}")
    if dealer not in players:
        raise ValueError(f"dealer: {_short.repr(dealer)} does not sit at the table")
    return Setup(rules_in(rules), players, players.index(dealer), sizes), _players(called)


def _repaired(number: int, *told: Any) -> Repaired:
    *deal, events = told
    setup, joined = _deal(*deal)
    facts = tuple(_event(words, setup.players) for words in events)
    return Repaired(number, setup, facts, joined)


def _said(step: Step, players: Players) -> tuple[str, Any]:
    """The kind of a step, and what a line says of it, in a round where these sit."""
    said: tuple[str, Any]
    match step:
        case Dealt():
            said = "dealt", _deal_doc(step)
        case Redealt():
            said = "redealt", _deal_doc(step)
        case Recorded(_, event):
            said = "event", write_event(event, players)
        case Repaired(_, setup, events):
            facts = [write_event(event, setup.players) for event in events]
            said = "repaired", {**_deal_doc(step), "events": facts}
        case Planned(rules):
            said = "planned", describe(rules)
        case Ended(calls_off):
            said = "called off and ended" if calls_off else "ended", True
        case Renamed(name):
            said = "renamed", name
        case PlayerRenamed(handle, name):
            said = "player renamed", _doc(_PLAYER, handle, name)
        case Settled(source, target, chips):
            said = "settled", f"{source} {target} {chips}"
        case _:
            assert_never(step)
    return said


_Read = Callable[[Any, int, Players], Step]
_KINDS: Final[Mapping[str, tuple[Any, _Read]]] = {
    "dealt": (_DEAL, lambda told, _, __: Dealt(*_deal(*told))),
    "redealt": (_DEAL, lambda told, _, __: Redealt(*_deal(*told))),
    "event": (str, lambda told, number, players: Recorded(number, _event(told, players))),
    "repaired": (_REPAIR, lambda told, number, _: _repaired(number, *told)),
    "planned": (str, lambda told, _, __: Planned(rules_in(told))),
    "ended": (bool, lambda _, __, ___: Ended()),
    "called off and ended": (bool, lambda _, __, ___: Ended(calls_off=True)),
    "renamed": (str, lambda told, _, __: Renamed(told)),
    "player renamed": (_PLAYER, lambda told, _, __: PlayerRenamed(*told)),
    "settled": (str, lambda told, _, __: _settled(told)),
}
"""Of each kind of step what a line has to say of it, and the step that it says, of that round, in
which these sit.
"""
UNDO: Final = "undo"
"""The kind of document that takes the last step of its round back."""


def line_doc(step: Step | None, number: int, count: int, players: Players = ()) -> Doc:
    """A step of round `number`, in which these sit, or that its last step is taken back; as the
    `count`-th line of the round.
    """
    kind, said = _said(step, players) if step else (UNDO, True)
    return {"round": number, "count": count, kind: said}


def round_of(step: Step, dealt: int) -> int:
    """The round that a step concerns, 0 for the series as a whole; so many are dealt with it."""
    if isinstance(step, Recorded | Repaired):
        return step.number
    return dealt if isinstance(step, Dealt | Redealt) else 0


def read_frame(doc: Any) -> tuple[int, int, str]:
    """The round that a line concerns, 0 for the series as a whole, the line's count in it, and what
    it says: a kind of step, `UNDO`, or what this version does not know.
    """
    number, count = values(doc, _FRAME)
    if number < 0 or count < 1:
        raise ValueError(f"round {number}, count {count}: out of range")
    return number, count, " ".join([key for key in doc if key not in _FRAME])


def is_known(kind: str) -> bool:
    """Whether this version knows that kind of step."""
    return kind in _KINDS


def read_step(kind: str, number: int, told: Any, players: Players) -> Step:
    """The step of round `number` that a line says of that kind, in a round where these sit."""
    if kind not in _KINDS:
        raise UnknownKindError(f"a step of the kind {_short.repr(kind)}")
    shape, read = _KINDS[kind]
    return read(_checked(kind, told, shape), number, players)


_MOST_LOST_ROUNDS = 1000
"""More rounds without one intact line between two others are not believed."""


class StandingLine(NamedTuple):
    """A step that stands: the numbers of its line and its round, its kind, and what it says."""

    sequence: int
    round: int
    kind: str
    told: Any


class StepLines:
    """The lines as steps that stand. `counts` has how many lines each round had, `missing` how many
    of them are lost, `cut` the rounds that miss one with the first line behind the gap, `faults`
    why a line of a round cannot be used, the first one of each round; `unknown` says what is of an
    unknown kind.
    """

    def __init__(self, found: Scan) -> None:
        self.found = found
        self.damaged = bool(found.lost) or found.damaged
        self.standing: list[StandingLine] = []
        self.counts, self.missing = Counter[int](), Counter[int]()
        self.cut: dict[int, int] = {}
        self.faults: dict[int, str] = {}
        self.unknown = ""
        self.head: Any = None
        self._of_round: dict[int, list[StandingLine]] = defaultdict(list)
        for sequence, said in found.changes:
            self._take(sequence, said)

    def _take(self, sequence: int, said: dict[str, Any]) -> None:
        for table, docs in said.items():
            if table == STEPS and isinstance(docs, dict):
                for doc in cast("dict[str, Any]", docs).values():
                    self._take_doc(sequence, doc)
            elif table == HEADS and isinstance(docs, dict):
                self.head = next(iter(cast("dict[str, Any]", docs).values()), None)
            elif table != "schema":
                self.unknown = self.unknown or f"something called {table[:40]!r}"

    def _take_doc(self, sequence: int, doc: Any) -> None:
        number = 0
        try:
            number, count, kind = read_frame(doc)
            self._count(number, count, sequence)
            if kind == UNDO:
                self._take_back(number)
            else:
                self._add(StandingLine(sequence, number, kind, doc.get(kind)))
        except ValueError as fault:
            self.faults.setdefault(number, str(fault))
            if number:  # from a line that cannot be used on, nothing of its round is
                self.cut.setdefault(number, sequence)

    def _count(self, number: int, count: int, sequence: int) -> None:
        expected = self.counts[number] + 1
        if count < expected:
            raise ValueError(f"count: expected {expected}, got {count}")
        if count > expected:
            self.missing[number] += count - expected
            self.cut[number] = sequence
        self.counts[number] = count

    def _add(self, line: StandingLine) -> None:
        if self.damaged and line.kind == "dealt":
            # A round is dealt when it is not there, so whatever stands of it was taken back.
            while self._of_round[line.round]:
                self._pop()
            self.cut.pop(line.round, None)
        # What is of an unknown kind is never left out, so that it seals the file.
        if not line.round or line.round not in self.cut or not is_known(line.kind):
            self.standing.append(line)
            self._of_round[line.round].append(line)

    def _take_back(self, number: int) -> None:
        """What stands behind the last step of that round was taken back before, in lost lines."""
        of_round = self._of_round[number]
        if number in self.cut and (number or not of_round or of_round[-1].sequence < self.cut[0]):
            return  # of the series as a whole, whose steps stand alone, what is behind the gap goes
        if not of_round:
            raise ValueError("there is no step to take back")
        if not self.damaged and self.standing[-1].round != number:
            raise ValueError("the step to take back is not the last one")
        while self._pop() != number:
            pass

    def _pop(self) -> int:
        number = self.standing.pop().round
        self._of_round[number].pop()
        return number


class StoredLog:
    """The log of the steps that stand, and what was found wrong with them and with their file. A
    round that is not over although another one was dealt after it has lost its end: it is called
    off. So are rounds of which not even the deal is left, with the seats of the next one.
    """

    def __init__(self, head: Series, lines: StepLines) -> None:
        self._lines = lines
        self._replay = Replay(Log.begin(head))
        self._dealt = 0
        self._kept = Counter[int]()
        self._refused = dict(lines.faults)
        self._dropped, self._called_off = set[int](), set[int]()
        self._stopped = False
        self.unknown = lines.unknown
        for line in lines.standing:
            self._take(line)

    @property
    def log(self) -> Log:
        """The log of all that could be kept."""
        return self._replay.log()

    def findings(self, tell: Callable[..., Finding], *, refusals: bool) -> Iterator[Finding]:
        """What was found wrong, round by round; with `refusals`, what the rules refuse too."""
        off, missing, found = self._called_off, self._lines.missing, self._lines.found
        hurt = {number for number in self._lines.cut if missing[number]} | off
        for number in sorted(hurt - {0} - self._refused.keys()):
            kept, is_off = self._kept[number], number in off
            yield tell(Problem.ROUND_DAMAGED, round=number, count=kept, called_off=is_off)
        for number, why in sorted(self._refused.items()) if refusals else ():
            about, is_off = number or None, number in off
            yield tell(Problem.STEP_REFUSED, round=about, detail=why, called_off=is_off)
        # Of these it is not known what they were about; a round called off misses one at least.
        explained = {**dict.fromkeys(off, 1), **missing, 0: self._lines.head is None}
        unexplained = max(found.lost - sum(explained.values()), 0)
        if lost := unexplained + found.lost_at_end:
            yield tell(Problem.STEPS_LOST, count=lost)

    def _take(self, line: StandingLine) -> None:
        number, why = line.round, ""
        try:
            why = self._follow(line)
        except UnknownKindError as fault:
            self.unknown = self.unknown or str(fault)
        except ValueError as fault:
            why = str(fault)
        if why and not (self._stopped and number > self._dealt):
            self._refused.setdefault(number, why)
            self._dropped |= {number} - {0}
            self._stopped |= line.kind == "dealt"  # those after it cannot be dealt either

    def _follow(self, line: StandingLine) -> str:
        """Take a step; why it cannot be, or nothing. Of a round that is refused or called off no
        more is taken.
        """
        number, rounds = line.round, self._replay.rounds
        players = rounds[number - 1].setup.players if 0 < number <= self._dealt else ()
        step = read_step(line.kind, number, line.told, players)
        if isinstance(step, Dealt):
            return "" if self._stopped else self._deal(number, step)
        if number in self._dropped:
            return ""
        if isinstance(step, Redealt) and number != self._dealt:
            return "it is not the last round"
        refusal = self._replay.take(step)
        self._kept[number] += isinstance(step, Recorded) and not refusal
        return refusal.english if refusal else ""

    def _deal(self, number: int, step: Dealt) -> str:
        """Deal a round, and before it those that are lost; why that cannot be, or nothing. Whatever
        is in the way since its end is lost is called off.
        """
        expected, damaged = self._dealt + 1, self._lines.damaged
        lost = number - expected
        believed = damaged and len(self._called_off) + lost <= _MOST_LOST_ROUNDS
        if lost < 0 or (lost and not believed):
            return f"round {expected} is expected"
        refusal = None
        for place in range(expected, number + 1):
            deal = step if place == number else Dealt(step.setup)
            refusal = self._replay.take(deal)
            if refusal and self._dealt and (damaged or self._dealt in self._refused):
                self._call_off()
                refusal = self._replay.take(deal)
            if refusal is None:
                self._dealt = place
        return refusal.english if refusal else ""

    def _call_off(self) -> None:
        if not self._replay.take(Recorded(self._dealt, CalledOff())):
            self._called_off.add(self._dealt)
            self._dropped.add(self._dealt)
