"""Whether each file of a series lies in its own place: what a look at its first bytes can tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.desk.ports import Finding, Problem
from storage import files
from storage.errors import reading
from storage.lines import Header, read_header
from storage.paths import SERIES, series_file, series_number, where

_FIRST_BYTES = 512


@dataclass(frozen=True, slots=True)
class Glance:
    """What the first bytes of a file say, and how long it is; `fault` says why it cannot be read,
    and then nothing is known of it.
    """

    header: Header | None = None
    size: int = -1
    fault: str = ""


def series_numbers(root: Path) -> list[int]:
    """The numbers of all series that have a file.

    :raises ReadFailedError: when the folder cannot be read
    """
    with reading(root / SERIES):
        numbers = map(series_number, files.names(root / SERIES))
        return sorted(number for number in numbers if number)


def glances(root: Path) -> dict[int, Glance]:
    """What each file of a series says at its beginning, by the number of its place.

    :raises ReadFailedError: when the folder cannot be read
    """
    return {number: glance(series_file(root, number)) for number in series_numbers(root)}


def glance(path: Path) -> Glance:
    """What a file says at its beginning."""
    try:
        found = files.glance(path, _FIRST_BYTES)
    except OSError as cause:
        return Glance(fault=cause.strerror or str(cause))
    if found is None:
        return Glance(fault="it is gone")
    return Glance(read_header(found[0]), found[1])


def misplaced(found: Mapping[int, Glance]) -> dict[int, Finding]:
    """What is wrong with the places of files, by the number of the place."""
    places: dict[str, int] = {}
    for number, seen in found.items():
        if seen.header and seen.header.number == number:
            places[seen.header.id] = number
    findings: dict[int, Finding] = {}
    for number, seen in found.items():
        if seen.header and seen.header.number != number:
            copied = seen.header.id in places
            places.setdefault(seen.header.id, number)
            problem = Problem.SERIES_COPIED if copied else Problem.SERIES_MISPLACED
            findings[number] = Finding(problem, where(number), number, count=seen.header.number)
    return findings
