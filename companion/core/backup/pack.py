"""Series into one zip, of which the same series always give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from companion.core.backup.about import FILE, About, written
from companion.core.file_names import file_name
from companion.core.log import Log
from companion.core.sheet import dumps

_ALWAYS: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every entry; a zip knows none before it."""
_UNIX: Final = 3
_PLAIN_FILE: Final = 0o100644 << 16
_BEST: Final = 9


@dataclass(frozen=True, slots=True)
class Packing:
    """A series by its name and its canonical sheet, and whether it was put away."""

    name: str
    sheet: str
    archived: bool = False


def packed(logs: Iterable[Log], about: About | None = None) -> bytes:
    """The backup of these series, in their order."""
    told = (Packing(log.series.name, dumps(log)) for log in logs if log.series.rounds)
    return packed_sheets(told, about or About())


def packed_sheets(packings: Iterable[Packing], about: About) -> bytes:
    """The backup of series by their names and canonical sheets; those whose sheets are the same are
    one. Their files are numbered by their place in it, not as a data folder numbers them, so that a
    backup of what was restored is the same again.
    """
    content, sheets = BytesIO(), dict[str, Packing]()
    for packing in packings:
        sheets.setdefault(packing.sheet, packing)
    placed = dict(enumerate(sheets.values(), 1))
    archived = frozenset(place for place, packing in placed.items() if packing.archived)
    with ZipFile(content, "w") as file:
        _put(file, FILE, written(replace(about, archived=archived)))
        for place, packing in placed.items():
            _put(file, file_name(place, packing.name), packing.sheet)
    return content.getvalue()


def _put(file: ZipFile, name: str, text: str) -> None:
    entry = ZipInfo(name, _ALWAYS)
    entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
    file.writestr(entry, text.encode(), ZIP_DEFLATED, _BEST)
