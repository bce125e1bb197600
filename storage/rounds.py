"""A round's documents as steps: how far they are understood, and what is wrong where they are not.

Each step lies under its place among all steps of the series, so that their order is known again
when several files are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from companion.desk.ports import Dealt, Ended, Planned, Recorded, Step
from storage import documents
from storage.documents import UnknownKindError

Placed = tuple[int, Step]
Tables = Mapping[str, Mapping[str, Any]]

TABLES: Mapping[type[Step], str] = {
    Dealt: "deals",
    Recorded: "events",
    Planned: "plans",
    Ended: "ends",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """The steps of a round up to the first document that is not understood, `fault` says why;
    `unknown` that it is of a kind which only another version can know.
    """

    placed: tuple[Placed, ...] = ()
    fault: str = ""
    unknown: bool = False


def read_round(number: int, tables: Tables) -> Reading:
    """What the documents of round `number` say."""
    placed: list[Placed] = []
    players: tuple[str, ...] | None = None
    try:
        for place, table, doc in _in_order(tables):
            step = _step(number, table, doc, players)
            if isinstance(step, Dealt):
                players = step.setup.players
            placed.append((place, step))
    except ValueError as fault:
        return Reading(tuple(placed), str(fault), isinstance(fault, UnknownKindError))
    return Reading(tuple(placed))


def _in_order(tables: Tables) -> list[tuple[int, str, Any]]:
    """All documents of a round by their places.

    :raises UnknownKindError: when something else than a place stands over one
    """
    found: list[tuple[int, str, Any]] = []
    for table, docs in tables.items():
        for place, doc in docs.items():
            if not place.isdecimal():
                raise UnknownKindError(f"{table}: {place!r} is no place")
            found.append((int(place), table, doc))
    return sorted(found, key=lambda each: each[0])


def _step(number: int, table: str, doc: Any, players: tuple[str, ...] | None) -> Step:
    """One document as a step.

    :raises ValueError: when it is none
    """
    if table == TABLES[Dealt]:
        return documents.read_deal(number, doc)
    if table not in TABLES.values():
        raise UnknownKindError(f"a document in {table!r}")
    if players is None:
        raise ValueError("there is no deal before it")
    if table == TABLES[Recorded]:
        return documents.read_recorded(doc, number, players)
    return Planned(number, documents.read_rules(doc)) if table == TABLES[Planned] else Ended(number)


def document_of(step: Step, players: tuple[str, ...]) -> dict[str, Any]:
    """A step as a document, of a round in which these players sit."""
    match step:
        case Dealt():
            return documents.deal_doc(step)
        case Planned():
            return documents.rules_doc(step.rules)
        case Ended():
            return {}
        case Recorded():
            return documents.event_doc(step, players)
        case _:
            assert_never(step)


def documents_of(placed: Iterable[Placed]) -> dict[str, dict[str, Any]]:
    """The documents of one round's steps, of which the first is its deal, by table and place."""
    tables: dict[str, dict[str, Any]] = {}
    players: tuple[str, ...] = ()
    for place, step in placed:
        if isinstance(step, Dealt):
            players = step.setup.players
        tables.setdefault(TABLES[type(step)], {})[str(place)] = document_of(step, players)
    return tables
