"""Which file of the data folder is where.

lock                        held while the folder is open
ballast                     room in reserve for when the disk is full
catalogue.tdb               settings, and what the home screen lists
series/00042/series.tdb     what stands before the rounds of a series
series/00042/r0007.tdb      one round: its deal and its events
"""

from __future__ import annotations

import re
from pathlib import Path

from storage.errors import reading

LOCK, BALLAST, CATALOGUE, SERIES, HEAD = "lock", "ballast", "catalogue.tdb", "series", "series.tdb"

_NUMBER = re.compile(r"\d{5,}")
_ROUND = re.compile(r"r(\d{4,})\.tdb")


def has_nights(root: Path) -> bool:
    """Whether the folder has files of the companion in it.

    :raises ReadFailedError: when it cannot be read
    """
    with reading(root):
        return root.is_dir() and any(each.name in (CATALOGUE, SERIES) for each in root.iterdir())


def catalogue_file(root: Path) -> Path:
    """Where the catalogue is."""
    return root / CATALOGUE


def series_folder(root: Path, number: int) -> Path:
    """Where the files of a series are."""
    return root / SERIES / f"{number:05d}"


def head_file(root: Path, number: int) -> Path:
    """Where the head of a series is."""
    return series_folder(root, number) / HEAD


def round_file(root: Path, number: int, round_number: int) -> Path:
    """Where a round of a series is."""
    return series_folder(root, number) / f"r{round_number:04d}.tdb"


def series_numbers(root: Path) -> list[int]:
    """The series that have a folder; none where the folder of all of them is gone.

    :raises ReadFailedError: when the folder cannot be read
    """
    with reading(root):
        there = any(entry.name == SERIES for entry in root.iterdir())
        names = [entry.name for entry in (root / SERIES).iterdir()] if there else []
    return sorted({int(name) for name in names if is_series(name)})


def round_numbers(root: Path, number: int) -> list[int]:
    """The rounds of a series that have a file.

    :raises ReadFailedError: when the folder cannot be read
    """
    folder = series_folder(root, number)
    with reading(folder):
        names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
    return sorted(found for name in names if (found := round_number(name)))


def is_series(name: str) -> bool:
    """Whether a folder of this name has a series in it."""
    return bool(_NUMBER.fullmatch(name)) and name == f"{int(name):05d}"


def round_number(name: str) -> int | None:
    """The number of the round that a file of this name has, or None."""
    found = _ROUND.fullmatch(name)
    number = int(found[1]) if found else 0
    return number if number and name == f"r{number:04d}.tdb" else None
