"""Files of the former format, read once and written anew; each old file is kept aside.

A line was `crc32 sequence json`, with the checksum over the id of the file, the number and the
text. A damaged file is not converted: it stays as it is and is reported.
"""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from companion.core.debts import mark_unticked_fines
from companion.core.log import Log
from companion.core.series import Series
from companion.core.sheet import loads
from companion.core.step_words import read_steps
from storage import files
from storage.journal import read_kept
from storage.series import UNFIT

_TEXTS: Final = {
    "planned": "planned ",
    "settled": "settled ",
    "dated": "date ",
    "renamed": "series ",
    "worth": "worth ",
}
_ENDS: Final = {"ended": "end", "called off and ended": "end void"}
_SEATINGS: Final = {"dealt": "deal", "redealt": "redeal", "repaired": "repair"}
_CHOICES = "choices"
_TABLES = "tables"
BALLAST: Final = "ballast"
FIRST_BYTES: Final = 200
_FOR_EVER: Final = 10**9
_EMPTY: Final[Mapping[str, Any]] = {
    "usual": None,
    "saved": {},
    "removed": [],
    "colours": {},
}


def is_former(content: bytes) -> bool:
    """Return whether a file has the former format."""
    return b'"format":1' in content[:FIRST_BYTES]


def values_of(content: bytes, seed: int) -> list[Any]:
    """Return the JSON value of each line.

    :raises ValueError: when a line is damaged, unless it was cut off
    """
    found: list[Any] = []
    *lines, _ = content.rstrip(b"\0").split(b"\n")
    for line in lines:
        if line[:9] != b"%08x " % zlib.crc32(line[9:], seed):
            raise ValueError("a line of the former file is damaged")
        found.append(read_kept(line[9:].partition(b" ")[2]))
    return found


def read_former(content: bytes) -> tuple[str, Log]:
    """Return the id and the log of a series.

    :raises ValueError: when the file is damaged, or something in it cannot follow
    """
    try:
        first = content[: content.index(b"\n")]
        known = read_kept(first.split(b" ", 2)[2])["id"]
        _, _, head, *changes = values_of(content, zlib.crc32(known.encode()))
        said: list[tuple[int, str]] = []
        for change in changes:
            for doc in change["steps"].values():
                if "undo" in doc:
                    said.pop()
                else:
                    said.append((doc["round"], _words_of(doc)))
        head_of = _head_of(head["head"]["1"])
        return known, mark_unticked_fines(head_of, read_steps(said))
    except UNFIT as unfit:
        raise ValueError(f"a file of the former version: {unfit}") from unfit


def _head_of(doc: Mapping[str, Any]) -> Series:
    stated = {"series": doc["name"], "date": doc["date"], "worth": doc["worth"]}
    lines = ["fantan 1", *(f"{word} {text}" for word, text in stated.items() if text)]
    lines.append(f"rules {doc['rules']}")
    lines += (f"called {handle} {name}" for handle, name in doc["called"].items())
    return loads("\n".join(lines)).head


def _words_of(doc: Mapping[str, Any]) -> str:
    (kind,) = doc.keys() - {"round", "count"}
    content = doc[kind]
    if kind in _SEATINGS:
        return _seating_of(_SEATINGS[kind], doc["round"], content)
    if kind == "player renamed":
        return f"called {content['handle']} {content['name']}"
    return _ENDS.get(kind) or _TEXTS.get(kind, "") + str(content)


def _seating_of(word: str, number: int, content: Mapping[str, Any]) -> str:
    players = content["players"]
    lines = [f"{word} {number}" if word == "repair" else word]
    if content.get("day"):
        lines.append(f"date {content['day']}")
    lines += [f"rules {content['rules']}", f"dealer {content['dealer']}"]
    lines.append(f"deal {' '.join(map(str, content['sizes']))}")
    lines += (f"called {handle} {name}" for handle, name in content["called"].items())
    return "\n".join([*lines, " ".join(players), *content.get("events", ())])


def has_former_choices(root: Path) -> bool:
    """Return whether a folder has choices of the former format."""
    return any(files.exists(root / name) for name in (_CHOICES, _TABLES))


def read_former_choices(root: Path) -> tuple[dict[str, Any], dict[int, Any], bool]:
    """Return the former choices, the memberships, and whether something of them is damaged."""
    chosen, chosen_well = _values_of_small(root, _CHOICES)
    members, members_well = _values_of_small(root, _TABLES)
    half: list[str] = chosen.get("renaming") or []
    renamings = [[*half, _FOR_EVER]] if half else []  # it was interrupted, and goes on
    choices = {key: chosen.get(key, empty) for key, empty in _EMPTY.items()}
    tables = {int(key): _membership_of(doc) for key, doc in members.get("tables", {}).items()}
    return {**choices, "renamings": renamings}, tables, not (chosen_well and members_well)


def _membership_of(doc: Mapping[str, Any]) -> dict[str, Any]:
    tail: list[str] = []
    for text in doc.get("tail", ()):
        step = json.loads(text)
        says = step["says"] if "says" in step else _words_of(step)
        tail.append(json.dumps({"round": step["round"], "says": says}, ensure_ascii=False))
    return {**doc, "tail": tail}


def _values_of_small(root: Path, name: str) -> tuple[dict[str, Any], bool]:
    """Return the content of a small file or else of its copy, and whether there is any or none."""
    places = [root / name, root / f"{name}.bak"]
    present = [place for place in places if files.exists(place)]
    for place in present:
        try:
            values = values_of(files.read(place), zlib.crc32(name.encode()))
        except ValueError:
            continue
        first: Any = values[0] if values else None
        if isinstance(first, dict):
            return cast("dict[str, Any]", first), place == places[0]
    return {}, not present
