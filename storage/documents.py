"""What the store keeps as documents, checked on the way in and on the way out.

Events and rules are kept in the words of the score sheet, readable by a person. A document that is
not of its shape is refused with a message such as `points: expected int, got 'three'`; one of a
kind that only a newer version can know is told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from companion.core.errors import RulesError
from companion.core.presets import describe, parse
from companion.core.rules import Rules
from companion.core.names import Player
from companion.core.series import Series
from companion.core.setup import Setup
from companion.core.sheet.words import read_event, write_event
from companion.desk.ports import Dealt, Entry, Recorded

HEADS, ENTRIES = "head", "entries"
"""The tables of what stands before the rounds of a series, and of what the home screen lists."""

Doc = Mapping[str, Any]
_Plain = TypeVar("_Plain", str, int)

_HEAD = {"name": str, "date": str, "rules": str, "called": dict}
_DEAL = {"rules": str, "players": list, "dealer": str, "sizes": list, "called": dict}
_RULES = {"rules": str}
_EVENT = {"event": str}
_ENTRY = {
    "name": str,
    "date": str,
    "players": list,
    "rounds": int,
    "over": bool,
    "leaders": list,
    "score": int,
    "in_points": bool,
}


_KINDS = frozenset({"hand", "left", "waive", "charge", "pay", "void"})
"""The first words of events that are no turns."""


class UnknownKindError(ValueError):
    """A document says something that this version does not know; another one wrote it."""


def _checked(doc: Any, shape: Mapping[str, type]) -> Doc:
    if not isinstance(doc, dict):
        raise ValueError(f"expected a document, got {doc!r}")  # noqa: TRY004 - it is bad input
    told = cast("Doc", doc)
    for key, kind in shape.items():
        value = told.get(key)
        if type(value) is not kind:
            raise ValueError(f"{key}: expected {kind.__name__}, got {value!r}")
    return told


def head_doc(head: Series) -> dict[str, Any]:
    """What stands before the rounds of a series."""
    rules, called = describe(head.rules), _called(head.players)
    return {"name": head.name, "date": head.date, "rules": rules, "called": called}


def read_head(doc: Any) -> Series:
    """The series without its rounds.

    :raises ValueError: when the document is none
    """
    told = _checked(doc, _HEAD)
    return Series(told["name"], told["date"], _rules(told["rules"]), _players(told["called"]))


def deal_doc(deal: Dealt) -> dict[str, Any]:
    """The setup of a round, and who joined for it."""
    setup = deal.setup
    return {
        "rules": describe(setup.rules),
        "players": list(setup.players),
        "dealer": setup.players[setup.dealer],
        "sizes": list(setup.hand_sizes),
        "called": _called(deal.joined),
    }


def read_deal(number: int, doc: Any) -> Dealt:
    """The deal of round `number`.

    :raises ValueError: when the document is none
    """
    told = _checked(doc, _DEAL)
    players, sizes = _all(str, told, "players"), _all(int, told, "sizes")
    if len(sizes) != len(players):
        raise ValueError(f"sizes: expected {len(players)}, got {len(sizes)}")
    if told["dealer"] not in players:
        raise ValueError(f"dealer: {told['dealer']} does not sit at the table")
    setup = Setup(_rules(told["rules"]), players, players.index(told["dealer"]), sizes)
    return Dealt(number, setup, _players(told["called"]))


def rules_doc(rules: Rules) -> dict[str, Any]:
    """House rules: those from the next round on, or those of a new series."""
    return {"rules": describe(rules)}


def read_rules(doc: Any) -> Rules:
    """House rules.

    :raises ValueError: when the document has none
    """
    return _rules(_checked(doc, _RULES)["rules"])


def event_doc(step: Recorded, players: tuple[str, ...]) -> dict[str, Any]:
    """An event in the words of the score sheet."""
    return {"event": write_event(step.event, players)}


def read_recorded(doc: Any, number: int, players: tuple[str, ...]) -> Recorded:
    """The event of round `number`.

    :raises ValueError: when the document is none
    """
    words: str = _checked(doc, _EVENT)["event"]
    first = next(iter(words.split()), "")
    if first and first not in _KINDS and first not in players:
        raise UnknownKindError(f"event: {words!r}")
    return Recorded(number, read_event(words, players))


def entry_doc(entry: Entry) -> dict[str, Any]:
    """What the home screen lists of a series."""
    return {
        "name": entry.name,
        "date": entry.date,
        "players": list(entry.players),
        "rounds": entry.rounds,
        "over": entry.over,
        "leaders": list(entry.leaders),
        "score": entry.score,
        "in_points": entry.in_points,
    }


def read_entry(number: int, doc: Any) -> Entry:
    """The entry of series `number`.

    :raises ValueError: when the document is none
    """
    told = _checked(doc, _ENTRY)
    known: dict[str, Any] = {key: told[key] for key in _ENTRY}
    for key in ("players", "leaders"):
        known[key] = _all(str, told, key)
    return Entry(number, **known)


def _called(players: tuple[Player, ...]) -> dict[str, str]:
    return {each.handle: each.name for each in players}


def _players(called: Doc) -> tuple[Player, ...]:
    return tuple(Player(str(handle), str(name)) for handle, name in called.items())


def _all(kind: type[_Plain], doc: Doc, key: str) -> tuple[_Plain, ...]:
    """The list under a key, all of one kind."""
    for value in doc[key]:
        if type(value) is not kind:
            raise ValueError(f"{key}: expected {kind.__name__}, got {value!r}")
    return tuple(doc[key])


def _rules(words: str) -> Rules:
    try:
        return parse(words)
    except RulesError as fault:
        raise UnknownKindError(f"rules: {fault}") from fault
