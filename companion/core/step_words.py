"""Steps in words: JSON documents in the words of the score sheet, for the store and for the lines
of a shared table.

A document of the wrong shape raises a `ValueError` such as `points: expected int, got 'three'`, a
document of an unknown kind an `UnknownKindError`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from reprlib import Repr
from typing import Any, Final, assert_never, cast, get_type_hints

from companion.core import steps
from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import RulesError
from companion.core.presets import describe, parse
from companion.core.rounds.setup import Event, Setup
from companion.core.rules import Rules
from companion.core.sheet import read_after
from companion.core.sheet.words import EVENT_WORDS, read_event, write_event
from companion.core.steps import Step

Doc = Mapping[str, Any]
Players = tuple[str, ...]
Shape = Mapping[str, Any]
"""Type of the value, or a list of a type, for each key of a document."""

_DEAL: Shape = {
    "rules": str,
    "players": [str],
    "dealer": str,
    "sizes": [int],
    "called": dict,
    "day": str,
}
_DEFAULTS: Final[Mapping[str, Any]] = {"day": "", "last": ""}
"""Values of keys that a document may lack."""
_PLAYER: Shape = {"handle": str, "name": str}
_REPAIR: Shape = {**_DEAL, "events": [str]}
_JSON_OF: Mapping[Any, Any] = {tuple[str, ...]: [str], Mapping[str, int]: dict}
_LARGEST = 999_999_999

_short = Repr()
_short.maxother = _short.maxstring = _short.maxlong = 40


class UnknownKindError(ValueError):
    """A document has content that only another version knows."""


def values(doc: Any, shape: Shape) -> list[Any]:
    """Return the values of a document in the order of the shape, with lists as tuples.

    :raises ValueError: when the document does not have the shape
    """
    content: Doc = doc
    if not isinstance(content, dict):
        raise ValueError(f"expected a document, got {_short.repr(doc)}")  # noqa: TRY004 - bad input
    return [checked(key, content.get(key, _DEFAULTS.get(key)), kind) for key, kind in shape.items()]


def checked(key: str, value: Any, kind: Any) -> Any:
    """Return a value of a document, with lists as tuples.

    :raises ValueError: when the value is not of the kind
    """
    if type(value) is kind:
        if kind is int and not -_LARGEST <= value <= _LARGEST:
            raise ValueError(f"{key}: {_short.repr(value)} is out of range")
        return value
    if isinstance(kind, dict):
        return values(value, cast("Shape", kind))
    if isinstance(kind, list):
        return tuple(checked(key, item, kind[0]) for item in checked(key, value, list))
    raise ValueError(f"{key}: expected {kind.__name__}, got {_short.repr(value)}")


def shape_of(kind: type) -> Shape:
    """Return the shape of a document with the fields of a dataclass."""
    return {name: _JSON_OF.get(hint, hint) for name, hint in get_type_hints(kind).items()}


def filled(shape: Shape, *content: Any) -> Doc:
    """Return the document of a shape with these values."""
    return dict(zip(shape, content, strict=True))


@lru_cache(maxsize=256)
def rules_in(words: str) -> Rules:
    """Parse house rules in the words of the score sheet.

    :raises UnknownKindError: when this version does not know the rules
    """
    try:
        return parse(words)
    except RulesError as fault:
        raise UnknownKindError(f"rules: {_short.repr(str(fault))}") from fault


def called_doc(players: Iterable[Player]) -> Doc:
    """Return the names of players by handle."""
    return {player.handle: player.name for player in players}


def read_called(called: Doc) -> tuple[Player, ...]:
    """Read players from their names by handle."""
    return tuple(Player(handle, checked(handle, name, str)) for handle, name in called.items())


@lru_cache(maxsize=4096)
def _event(words: str, players: Players) -> Event:
    if not players:
        raise ValueError("there is no deal before it")
    first = next(iter(words.split()), "")
    if first and first not in EVENT_WORDS and first not in players:
        raise UnknownKindError(f"event: {_short.repr(words)}")
    return read_event(words, players)


def _deal_doc(step: steps.Dealt | steps.Redealt | steps.Repaired) -> Doc:
    setup, called = step.setup, called_doc(step.joined)
    players, dealer = list(setup.players), setup.players[setup.dealer]
    sizes = list(setup.hand_sizes)
    doc = filled(_DEAL, describe(setup.rules), players, dealer, sizes, called, setup.date)
    return doc if setup.date else {key: doc[key] for key in doc if key not in _DEFAULTS}


def _deal(
    rules: str, players: Players, dealer: str, sizes: tuple[int, ...], called: Doc, day: str
) -> tuple[Setup, tuple[Player, ...]]:
    if len(sizes) != len(players):
        raise ValueError(f"sizes: expected {len(players)}, got {len(sizes)}")
    if dealer not in players:
        raise ValueError(f"dealer: {_short.repr(dealer)} does not sit at the table")
    return Setup(rules_in(rules), players, players.index(dealer), sizes, day), read_called(called)


def _repaired(number: int, *content: Any) -> steps.Repaired:
    *deal, events = content
    setup, joined = _deal(*deal)
    facts = tuple(_event(words, setup.players) for words in events)
    return steps.Repaired(number, setup, facts, joined)


def _written(step: Step, players: Players) -> tuple[str, Any]:  # noqa: C901 - a kind each
    """Return the kind and the content of a step in a round of these players."""
    content: tuple[str, Any]
    match step:
        case steps.Dealt():
            content = "dealt", _deal_doc(step)
        case steps.Redealt():
            content = "redealt", _deal_doc(step)
        case steps.Recorded(_, event):
            content = "event", write_event(event, players)
        case steps.Repaired(_, setup, events):
            facts = [write_event(event, setup.players) for event in events]
            content = "repaired", {**_deal_doc(step), "events": facts}
        case steps.Planned(rules):
            content = "planned", describe(rules)
        case steps.Ended(calls_off):
            content = "called off and ended" if calls_off else "ended", True
        case steps.Renamed(name):
            content = "renamed", name
        case steps.SeriesDated(date):
            content = "dated", date
        case steps.PlayerRenamed(handle, name):
            content = "player renamed", filled(_PLAYER, handle, name)
        case steps.Settled(source, target, chips):
            content = "settled", f"{source} {target} {chips}"
        case steps.Valued(worth):
            content = "worth", worth
        case _:
            assert_never(step)
    return content


_Read = Callable[[Any, int, Players], Step]
KINDS: Final[Mapping[str, tuple[Any, _Read]]] = {
    "dealt": (_DEAL, lambda content, _, __: steps.Dealt(*_deal(*content))),
    "redealt": (_DEAL, lambda content, _, __: steps.Redealt(*_deal(*content))),
    "event": (
        str,
        lambda content, number, players: steps.Recorded(number, _event(content, players)),
    ),
    "repaired": (_REPAIR, lambda content, number, _: _repaired(number, *content)),
    "planned": (str, lambda content, _, __: steps.Planned(rules_in(content))),
    "ended": (bool, lambda _, __, ___: steps.Ended()),
    "called off and ended": (bool, lambda _, __, ___: steps.Ended(calls_off=True)),
    "renamed": (str, lambda content, _, __: steps.Renamed(content)),
    "dated": (str, lambda content, _, __: steps.SeriesDated(content)),
    "player renamed": (_PLAYER, lambda content, _, __: steps.PlayerRenamed(*content)),
    "settled": (str, lambda content, _, __: read_after("settled", content.split())),
    "worth": (str, lambda content, _, __: steps.Valued(content)),
}
"""Shape of the content of each kind of step, and the function to read the content."""
UNDO: Final = "undo"
"""Kind of the documents that take back the last step of the round."""


def round_of(step: Step, dealt: int) -> int:
    """Return the round of a step, 0 for the whole series, when `dealt` rounds are dealt."""
    if isinstance(step, steps.Recorded | steps.Repaired):
        return step.number
    return dealt if isinstance(step, steps.Dealt | steps.Redealt) else 0


def place_of(log: Log) -> tuple[int, Players]:
    """Return the round of the last step of a log, 0 for the whole series, and the players in it."""
    number = round_of(log.steps[-1], log.round_number)
    return number, log.series.round(number).setup.players if number else ()


def step_doc(step: Step | None, number: int, players: Players = ()) -> Doc:
    """Return a step of round `number` of these players as a document; None takes back a step."""
    kind, content = _written(step, players) if step else (UNDO, True)
    return {"round": number, kind: content}


def read_step(kind: str, number: int, content: Any, players: Players) -> Step:
    """Read a step of round `number`, in which these players sit.

    :raises UnknownKindError: when this version does not know the kind
    """
    if kind not in KINDS:
        raise UnknownKindError(f"a step of the kind {_short.repr(kind)}")
    shape, read = KINDS[kind]
    return read(checked(kind, content, shape), number, players)
