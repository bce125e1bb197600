"""Where the data lives on each platform, which file of the data folder is what, and whether each
file of a series lies in its own place.

lock                  held while the folder is in use
ballast               room in reserve for when the disk is full
choices               what people chose, which no other file says; choices.bak is a copy
catalogue.tdb         what the home screen lists and what each player did, a cache
series/00042.tdb      one series, whole; .damaged is what was kept of a damaged one
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import platformdirs

from companion.desk.ports import Finding, Problem
from storage import files
from storage.errors import reading
from storage.lines import Header, read_header

LOCK, BALLAST, CATALOGUE, SERIES = "lock", "ballast", "catalogue.tdb", "series"
CHOICES, CHOICES_COPY = "choices", "choices.bak"
UNFINISHED, MOVED, ASIDE = ".tmp", ".moved", ".damaged"

_SERIES_FILE = re.compile(r"(\d{5,9})\.tdb")
_FIRST_BYTES = 512


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder named by FANTAN_HOME, else the packaged app's own, else the platform's."""
    chosen = environment.get("FANTAN_HOME") or environment.get("FLET_APP_STORAGE_DATA")
    if chosen:
        return Path(chosen).expanduser().absolute()
    return platformdirs.user_data_path("fantan", appauthor=False)


def where(number: int) -> str:
    """The path of a series in the data folder."""
    return f"{SERIES}/{number:05d}.tdb"


def numbers(root: Path) -> dict[str, int]:
    """The names in the folder of the series that begin with a number, whatever the files are, and
    that number.

    :raises ReadFailedError: when the folder cannot be read
    """
    with reading(root / SERIES):
        names = [name for name in files.names(root / SERIES) if not name.endswith(UNFINISHED)]
    return {name: int(found[1]) for name in names if (found := _SERIES_FILE.match(name))}


def keep_aside(path: Path, content: bytes) -> Path:
    """A durable copy of what is damaged; the file itself keeps its name until it is replaced, so
    that this may be cut off anywhere and done again.

    :raises OSError: when that cannot be done
    """
    taken = files.names(path.parent)
    aside, count = path.with_name(path.name + ASIDE), 1
    while aside.name in taken:
        if files.try_to_read(aside)[0] == content:
            return aside
        count += 1
        aside = path.with_name(f"{path.name}{ASIDE}-{count}")
    files.put(aside, content)
    return aside


class Glance(NamedTuple):
    """The header at the beginning of a file, and how long the file is, where it can be read."""

    header: Header | None = None
    size: int = -1


def glance(path: Path) -> Glance:
    """What a file says at its beginning."""
    with contextlib.suppress(OSError):
        beginning, size = files.glance(path, _FIRST_BYTES)
        return Glance(read_header(beginning), size)
    return Glance()


def glances(root: Path) -> dict[int, Glance]:
    """What the file of each series says at its beginning, by the number of its place.

    :raises ReadFailedError: when the folder cannot be read
    """
    there = numbers(root).items()
    places = [number for name, number in there if number and where(number) == f"{SERIES}/{name}"]
    return {number: glance(root / where(number)) for number in places}


def misplaced(found: Mapping[int, Glance]) -> dict[int, Finding]:
    """What is wrong with the places of files, by their numbers."""
    headers = {number: seen.header for number, seen in found.items() if seen.header}
    placed = {header.id for number, header in headers.items() if header.number == number}
    findings: dict[int, Finding] = {}
    for number, header in headers.items():
        if header.number != number:
            problem = Problem.SERIES_COPIED if header.id in placed else Problem.SERIES_MISPLACED
            placed.add(header.id)
            findings[number] = Finding(problem, where(number), number, count=header.number)
    return findings
