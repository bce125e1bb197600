"""Series into one zip, of which the same series always give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from companion.core.backup.about import FILE, About, is_id, written
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
    """A series by its name and its canonical sheet; whether it was archived; whether it has just
    begun, with no turn yet; and the id by which it is known here, if any.
    """

    name: str
    sheet: str
    archived: bool = False
    just_begun: bool = False
    id: str = ""


def packing(log: Log, *, archived: bool = False, known_as: str = "") -> Packing:
    """The series of a log as it goes into a backup."""
    begun = not any(round_.turns for round_ in log.series.rounds)
    return Packing(log.series.name, dumps(log), archived, begun, known_as)


def told_apart(packings: Iterable[Packing]) -> tuple[Packing, ...]:
    """Of those whose sheets are the same the first; but those that have just begun are each a
    series of its own, however alike they are.
    """
    sheets: dict[tuple[str, int], Packing] = {}
    for place, one in enumerate(packings, 1):
        sheets.setdefault((one.sheet, place if one.just_begun else 0), one)
    return tuple(sheets.values())


def packed(packings: Iterable[Packing], about: About) -> bytes:
    """The backup of these series. Their files are numbered by their place in it, not as a data
    folder numbers them, so that a backup of what was restored is the same again.
    """
    content, placed = BytesIO(), dict(enumerate(told_apart(packings), 1))
    archived = frozenset(place for place, packing in placed.items() if packing.archived)
    ids = {place: packing.id for place, packing in placed.items() if is_id(packing.id)}
    with ZipFile(content, "w") as file:
        _put(file, FILE, written(replace(about, archived=archived, ids=ids)))
        for place, packing in placed.items():
            _put(file, file_name(place, packing.name), packing.sheet)
    return content.getvalue()


def _put(file: ZipFile, name: str, text: str) -> None:
    entry = ZipInfo(name, _ALWAYS)
    entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
    file.writestr(entry, text.encode(), ZIP_DEFLATED, _BEST)
