"""Data folder of each platform, and names of the files in the folder.

lock                  locked while the folder is in use
ballast               reserve of space for a full disk
choices               choices that belong to no single series; choices.bak is a copy
tables                memberships at shared tables; tables.bak is a copy
catalogue.tdb         cache of the facts for the home screen and of the statistics
series/00042.tdb      one whole series; .damaged is the copy of a damaged file
"""

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import platformdirs

from storage import files
from storage.files import reading
from storage.lines import Header, read_header

LOCK, BALLAST, CATALOGUE, SERIES = "lock", "ballast", "catalogue.tdb", "series"
CHOICES, TABLES, COPY = "choices", "tables", ".bak"
KEPT = frozenset({CHOICES, CHOICES + COPY, TABLES, TABLES + COPY})
"""Small files that are written whole, and their copies."""
UNFINISHED, ASIDE = ".tmp", ".damaged"

_SERIES_FILE = re.compile(r"(\d{5,9})\.tdb")
_FIRST_BYTES = 512


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of FANTAN_HOME, of the packaged app or of the platform, in this order."""
    chosen = environment.get("FANTAN_HOME") or environment.get("FLET_APP_STORAGE_DATA")
    if chosen:
        return Path(chosen).expanduser().absolute()
    return platformdirs.user_data_path("fantan", appauthor=False)


def where(number: int) -> str:
    """Return the path of a series in the data folder."""
    return f"{SERIES}/{number:05d}.tdb"


def numbers(root: Path) -> dict[str, int]:
    """Return the names in the folder of series that begin with a number, with this number.

    :raises ReadFailedError: when the folder cannot be read
    """
    with reading(root / SERIES):
        names = [name for name in files.names(root / SERIES) if not name.endswith(UNFINISHED)]
    return {name: int(found[1]) for name in names if (found := _SERIES_FILE.match(name))}


def keep_aside(path: Path, content: bytes) -> Path:
    """Write a durable copy of a damaged file, and return the path.

    The file keeps its name, so that an interrupted call can be repeated.

    :raises OSError: when the copy cannot be written
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
    """Header and size of a file; the defaults stand for unreadable files."""

    header: Header | None = None
    size: int = -1


def glance(path: Path) -> Glance:
    """Return the header and the size of a file."""
    with contextlib.suppress(OSError):
        beginning, size = files.glance(path, _FIRST_BYTES)
        return Glance(read_header(beginning), size)
    return Glance()


def glances(root: Path) -> dict[int, Glance]:
    """Return the header and the size of each file of a series, by number of the file name.

    :raises ReadFailedError: when the folder cannot be read
    """
    regular = [
        number for name, number in numbers(root).items() if f"{SERIES}/{name}" == where(number)
    ]
    return {number: glance(root / where(number)) for number in regular if number}
