"""What the store keeps as documents, checked on the way in and on the way out.

Events and rules are kept in the words of the score sheet, readable by a person. A document that is
not of its shape is refused with a message such as `points: expected int, got 'three'`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import RulesError
from companion.core.presets import describe, parse
from companion.core.series import Player, Series
from companion.core.setup import Setup
from companion.core.sheet.lines import read_event, write_event
from companion.ports import Dealt, Entry, Planned, Recorded

Doc = Mapping[str, Any]

_HEAD = {"name": str, "date": str, "rules": str, "called": dict}
_DEAL = {"rules": str, "players": list, "dealer": str, "sizes": list, "called": dict}
_PLAN = {"rules": str}
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


def _checked(doc: Doc, shape: Mapping[str, type]) -> Doc:
    for key, kind in shape.items():
        value = doc.get(key)
        if type(value) is not kind:
            raise ValueError(f"{key}: expected {kind.__name__}, got {value!r}")
    return doc


def head_doc(head: Series) -> dict[str, Any]:
    """What stands before the rounds of a series."""
    rules, called = describe(head.rules), _called(head.players)
    return {"name": head.name, "date": head.date, "rules": rules, "called": called}


def read_head(doc: Doc) -> Series:
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


def read_deal(number: int, doc: Doc) -> Dealt:
    """The deal of round `number`.

    :raises ValueError: when the document is none
    """
    told = _checked(doc, _DEAL)
    players = tuple(map(str, told["players"]))
    sizes = tuple(map(int, told["sizes"]))
    setup = Setup(_rules(told["rules"]), players, players.index(told["dealer"]), sizes)
    return Dealt(number, setup, _players(told["called"]))


def plan_doc(plan: Planned) -> dict[str, Any]:
    """The rules from the next round on."""
    return {"rules": describe(plan.rules)}


def read_plan(number: int, doc: Doc) -> Planned:
    """The change of rules that was made in round `number`.

    :raises ValueError: when the document is none
    """
    return Planned(number, _rules(_checked(doc, _PLAN)["rules"]))


def event_doc(step: Recorded, players: tuple[str, ...]) -> dict[str, Any]:
    """An event in the words of the score sheet."""
    return {"event": write_event(step.event, players)}


def read_recorded(doc: Doc, number: int, players: tuple[str, ...]) -> Recorded:
    """The event of round `number`.

    :raises ValueError: when the document is none
    """
    return Recorded(number, read_event(_checked(doc, _EVENT)["event"], players))


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


def read_entry(number: int, doc: Doc) -> Entry:
    """The entry of series `number`.

    :raises ValueError: when the document is none
    """
    told = dict(_checked(doc, _ENTRY))
    players, leaders = tuple(told.pop("players")), tuple(told.pop("leaders"))
    return Entry(number, players=players, leaders=leaders, **told)


def _called(players: tuple[Player, ...]) -> dict[str, str]:
    return {each.handle: each.name for each in players}


def _players(called: Doc) -> tuple[Player, ...]:
    return tuple(Player(str(handle), str(name)) for handle, name in called.items())


def _rules(words: str) -> Any:
    try:
        return parse(words)
    except RulesError as fault:
        raise ValueError(f"rules: {fault}") from fault
