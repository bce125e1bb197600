"""What the store keeps as documents, checked on the way in.

Events and rules are kept in the words of the score sheet, readable by a person. A document that is
not of its shape is refused with a `ValueError` such as `points: expected int, got 'three'`; one of
a kind that only a newer version can know is told apart by an `UnknownKindError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from reprlib import Repr
from typing import Any, Final, NamedTuple, assert_never, cast

from companion.core.errors import RulesError
from companion.core.house_rules.presets import describe, parse
from companion.core.house_rules.rules import Rules
from companion.core.names import Player
from companion.core.rounds.events import Event
from companion.core.rounds.setup import Setup
from companion.core.series import Series
from companion.core.sheet.words import EVENT_WORDS, read_event, write_event
from companion.core.standings.entry import Entry, entry_of
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
