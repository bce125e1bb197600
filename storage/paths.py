"""Where the data lives on each platform, and which file of the data folder is what.

lock                  held while the folder is in use
ballast               room in reserve for when the disk is full
catalogue.tdb         the usual rules, and what the home screen lists
catalogue.tdb.bak     the catalogue as it was before
series/00042.tdb      one series, whole
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import platformdirs

LOCK, BALLAST, CATALOGUE, SERIES = "lock", "ballast", "catalogue.tdb", "series"
BACKUP, UNFINISHED, MOVED, ASIDE = ".bak", ".tmp", ".moved", ".damaged"

_APP = "fantan"
_CHOSEN = ("FANTAN_HOME", "FLET_APP_STORAGE_DATA")
_SERIES_FILE = re.compile(r"(\d{5,9})\.tdb")


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder named by FANTAN_HOME, else the packaged app's own, else the platform's."""
    for name in _CHOSEN:
        if chosen := environment.get(name):
            return Path(chosen).expanduser().absolute()
    return platformdirs.user_data_path(_APP, appauthor=False)


def series_file(root: Path, number: int) -> Path:
    """Where a series is."""
    return root / SERIES / f"{number:05d}.tdb"


def where(number: int) -> str:
    """The path of a series in the data folder."""
    return f"{SERIES}/{number:05d}.tdb"


def series_number(name: str) -> int | None:
    """The number of the series that a file of this name has, or None."""
    found = _SERIES_FILE.fullmatch(name)
    number = int(found[1]) if found else 0
    return number if number and name == f"{number:05d}.tdb" else None


def number_in(name: str) -> int:
    """The number that a name begins with, so that it is not given again; 0 where there is none."""
    found = None if name.endswith(UNFINISHED) else _SERIES_FILE.match(name)
    return int(found[1]) if found else 0


def beside(path: Path, ending: str) -> Path:
    """The path with an ending behind its name."""
    return path.with_name(path.name + ending)
