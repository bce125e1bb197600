"""An endless game night whose n-th action is always the same: a state tells how far it got."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tinydb.table import Document

from storage.folder import DataFolder
from tests.faults.operations import State, event, journal

_ROUND = 100
_NAMES = ("record", "record", "record", "take back", "record")


@dataclass(frozen=True)
class Action:
    """What is done at a place in the night, in which round."""

    name: str
    number: int

    @property
    def round(self) -> int:
        """The round it belongs to."""
        return self.number // _ROUND + 1


def action(number: int) -> Action:
    """The n-th action, counted from 0: a round is begun, played with second thoughts, summed up."""
    place = number % _ROUND
    if place == 0:
        return Action("begin", number)
    if place == _ROUND - 1:
        return Action("sum up", number)
    if place == _ROUND - 2:
        return Action("compact", number)
    return Action(_NAMES[place % len(_NAMES)], number)


def do(folder: DataFolder, action: Action) -> None:
    """Do it in the store."""
    events = folder.round(1, action.round).table("events")
    match action.name:
        case "begin":
            folder.round(1, action.round).table("setup").insert({"ante": action.round})
        case "record":
            events.insert(event(action.number))
        case "take back":
            events.drop_last()
        case "compact":
            journal(folder.series(1)).compact()
        case _:
            summary = Document({"ended": action.number}, action.round)
            folder.series(1).table("rounds").upsert(summary)


def imagine(state: State, action: Action) -> None:
    """Do it in a picture of the store."""
    played: dict[str, Any] = state.setdefault(f"round 1/{action.round}", {})
    events: dict[str, Any] = played.get("events", {})
    match action.name:
        case "begin":
            played["setup"] = {"1": {"ante": action.round}}
        case "record":
            played.setdefault("events", {})[str(len(events) + 1)] = event(action.number)
        case "take back":
            del events[str(len(events))]
        case "compact":
            pass
        case _:
            rounds = state.setdefault("series 1", {}).setdefault("rounds", {})
            rounds[str(action.round)] = {"ended": action.number}
