"""What the store keeps as documents, checked on the way in and on the way out.

Events and rules are kept in the words of the score sheet, readable by a person. A document that is
not of its shape is refused with a message such as `points: expected int, got 'three'`; one of a
kind that only a newer version can know is told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import lru_cache
from reprlib import Repr
from typing import Any, Final, TypeVar, assert_never, cast

from companion.core.entry import Entry
from companion.core.errors import RulesError
from companion.core.events import Event
from companion.core.house_rules.presets import describe, parse
from companion.core.house_rules.rules import Rules
from companion.core.names import Player
from companion.core.series import Series
from companion.core.setup import Setup
from companion.core.sheet.words import EVENT_WORDS, read_event, write_event
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    Recorded,
    Redealt,
    Renamed,
    Repaired,
    Settled,
    Step,
)

Doc = Mapping[str, Any]
_Plain = TypeVar("_Plain", str, int)

UNDO: Final = "undo"
"""The kind of document that takes the last step of its round back."""
_KIND: Final[Mapping[type[Step], str]] = {
    Dealt: "dealt",
    Redealt: "redealt",
    Recorded: "event",
    Repaired: "repaired",
    Planned: "planned",
    Ended: "ended",
    Renamed: "renamed",
    Settled: "settled",
}
_ALL_KINDS = frozenset({UNDO, *_KIND.values()})
_FRAME = {"round": int, "count": int}
_HEAD = {"name": str, "date": str, "rules": str, "worth": str, "called": dict}
_DEAL = {"rules": str, "players": list, "dealer": str, "sizes": list, "called": dict}
_KINDS_OF: Final[Mapping[str, type]] = {
    "int": int,
    "str": str,
    "bool": bool,
    "tuple[str, ...]": list,
}
_ENTRY = {field.name: _KINDS_OF[str(field.type)] for field in fields(Entry)}
_LARGEST = 999_999_999

_short = Repr()
_short.maxother = _short.maxstring = _short.maxlong = 40


class UnknownKindError(ValueError):
    """A document says something that this version does not know; another one wrote it."""


def checked(doc: Any, shape: Mapping[str, type]) -> Doc:
    """The document, once it has all that its shape asks for.

    :raises ValueError: when it has not
    """
    if not isinstance(doc, dict):
        raise ValueError(f"expected a document, got {_short.repr(doc)}")  # noqa: TRY004 - bad input
    told = cast("Doc", doc)
    for key, kind in shape.items():
        value = told.get(key)
        if type(value) is not kind or kind is int:
            _check(key, value, kind)
    return told


def _check(key: str, value: Any, kind: type) -> None:
    if type(value) is not kind:
        raise ValueError(f"{key}: expected {kind.__name__}, got {_short.repr(value)}")
    if type(value) is int and not -_LARGEST <= value <= _LARGEST:
        raise ValueError(f"{key}: {_short.repr(value)} is out of range")


def head_doc(head: Series) -> dict[str, Any]:
    """What stands before the rounds of a series."""
    return {
        "name": head.name,
        "date": head.date,
        "rules": describe(head.rules),
        "worth": head.worth,
        "called": _called(head.players),
    }


def read_head(doc: Any) -> Series:
    """The series without its rounds.

    :raises ValueError: when the document is none
    """
    told = checked(doc, _HEAD)
    rules, players = read_rules(told["rules"]), _players(told["called"])
    return Series(told["name"], told["date"], rules, players, worth=told["worth"])


def step_doc(step: Step, number: int, count: int, players: tuple[str, ...]) -> dict[str, Any]:
    """A step of round `number`, the `count`-th line of it, of a round in which these sit."""
    return {"round": number, "count": count, _KIND[type(step)]: _said(step, players)}


def undo_doc(number: int, count: int) -> dict[str, Any]:
    """That the last step of round `number` is taken back."""
    return {"round": number, "count": count, UNDO: True}


def round_of(step: Step, dealt: int) -> int:
    """The number of the round that a step concerns, 0 for the series as a whole; so many rounds
    are dealt with it.
    """
    if isinstance(step, Recorded | Repaired):
        return step.number
    return dealt if isinstance(step, Dealt | Redealt) else 0


def _said(step: Step, players: tuple[str, ...]) -> Any:
    match step:
        case Dealt() | Redealt():
            return _deal_doc(step.setup, step.joined)
        case Recorded():
            return write_event(step.event, players)
        case Repaired(_, setup, events, joined):
            told = [write_event(event, setup.players) for event in events]
            return {**_deal_doc(setup, joined), "events": told}
        case Planned():
            return describe(step.rules)
        case Ended():
            return True
        case Renamed(name):
            return name
        case Settled(source, target, chips):
            return f"{source} {target} {chips}"
        case _:
            assert_never(step)


def read_frame(doc: Any) -> tuple[int, int]:
    """The number of the round that a line concerns, 0 for the series as a whole, and the line's
    count among those of that round.

    :raises ValueError: when the document has none
    """
    told = checked(doc, _FRAME)
    number, count = told["round"], told["count"]
    if number < 0 or count < 1:
        raise ValueError(f"round {number}, count {count}: out of range")
    return number, count


def kind_of(doc: Doc) -> str:
    """What a line of a series says: a kind of step, or `UNDO`.

    :raises UnknownKindError: when it is a kind that this version does not know
    """
    kinds = [key for key in doc if key not in _FRAME]
    if len(kinds) == 1 and kinds[0] in _ALL_KINDS:
        return kinds[0]
    raise UnknownKindError(f"a step of the kind {_short.repr(' '.join(kinds))}")


def read_step(kind: str, number: int, told: Any, players: tuple[str, ...] | None) -> Step:
    """The step of round `number` that a line says of that kind, in a round where these sit.

    :raises ValueError: when it is none
    """
    if kind == _KIND[Recorded]:
        if players is None:
            raise ValueError("there is no deal before it")
        return Recorded(number, _read_event(told, players))
    if kind in {_KIND[Dealt], _KIND[Redealt]}:
        setup, joined = _read_deal(told)
        return Dealt(setup, joined) if kind == _KIND[Dealt] else Redealt(setup, joined)
    if kind == _KIND[Repaired]:
        setup, joined = _read_deal(told)
        events = _all(str, checked(told, {"events": list}), "events")
        return Repaired(
            number, setup, tuple(_read_event(event, setup.players) for event in events), joined
        )
    if kind == _KIND[Planned]:
        _check(kind, told, str)
        return Planned(read_rules(told))
    if kind == _KIND[Ended]:
        _check(kind, told, bool)
        return Ended()
    if kind == _KIND[Renamed]:
        _check(kind, told, str)
        return Renamed(told)
    return _read_settled(told)


def _read_event(told: Any, players: tuple[str, ...]) -> Event:
    _check("event", told, str)
    return _event_of(told, players)


@lru_cache(maxsize=4096)
def _event_of(words: str, players: tuple[str, ...]) -> Event:
    first = next(iter(words.split()), "")
    if first and first not in EVENT_WORDS and first not in players:
        raise UnknownKindError(f"event: {_short.repr(words)}")
    return read_event(words, players)


def _read_settled(told: Any) -> Settled:
    _check("settled", told, str)
    source, target, chips = [*told.split(" "), "", "", ""][:3]
    if not chips.isdecimal() or len(chips) > len(str(_LARGEST)) or told.count(" ") > 2:  # noqa: PLR2004
        raise ValueError(f"settled: expected two players and chips, got {_short.repr(told)}")
    return Settled(source, target, int(chips))


def _deal_doc(setup: Setup, joined: tuple[Player, ...]) -> dict[str, Any]:
    return {
        "rules": describe(setup.rules),
        "players": list(setup.players),
        "dealer": setup.players[setup.dealer],
        "sizes": list(setup.hand_sizes),
        "called": _called(joined),
    }


def _read_deal(doc: Any) -> tuple[Setup, tuple[Player, ...]]:
    told = checked(doc, _DEAL)
    players, sizes = _all(str, told, "players"), _all(int, told, "sizes")
    if len(sizes) != len(players):
        raise ValueError(f"sizes: expected {len(players)}, got {len(sizes)}")
    if told["dealer"] not in players:
        raise ValueError(f"dealer: {_short.repr(told['dealer'])} does not sit at the table")
    dealer = players.index(told["dealer"])
    return Setup(read_rules(told["rules"]), players, dealer, sizes), _players(told["called"])


def rules_doc(rules: Rules) -> dict[str, Any]:
    """The rules of a new series."""
    return {"rules": describe(rules)}


def read_rules_doc(doc: Any) -> Rules:
    """The rules of a new series.

    :raises ValueError: when the document has none
    """
    return read_rules(checked(doc, {"rules": str})["rules"])


@lru_cache(maxsize=256)
def read_rules(words: str) -> Rules:
    """House rules in the words of the score sheet.

    :raises UnknownKindError: when they name what this version does not know
    """
    try:
        return parse(words)
    except RulesError as fault:
        raise UnknownKindError(f"rules: {_short.repr(str(fault))}") from fault


def entry_doc(entry: Entry) -> dict[str, Any]:
    """What the home screen lists of a series."""
    return {
        key: [*told] if isinstance(told, tuple) else told for key, told in asdict(entry).items()
    }


def read_entry(doc: Any) -> Entry:
    """What the home screen lists of a series.

    :raises ValueError: when the document is none
    """
    told = checked(doc, _ENTRY)
    known: dict[str, Any] = {
        key: _all(str, told, key) if kind is list else told[key] for key, kind in _ENTRY.items()
    }
    return Entry(**known)


def _called(players: tuple[Player, ...]) -> dict[str, str]:
    return {player.handle: player.name for player in players}


def _players(called: Doc) -> tuple[Player, ...]:
    for handle, name in called.items():
        _check(f"called {_short.repr(handle)}", name, str)
    return tuple(Player(handle, name) for handle, name in called.items())


def _all(kind: type[_Plain], doc: Doc, key: str) -> tuple[_Plain, ...]:
    """The list under a key, all of one kind."""
    for value in doc[key]:
        _check(key, value, kind)
    return tuple(doc[key])
