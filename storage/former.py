"""Files of the former format, read once and written anew; each old file is kept aside.

A line was `crc32 sequence json`, with the checksum over the id of the file, the number and the
text. A damaged file is not converted: it stays as it is and is reported.
"""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.core.log import Log
from companion.core.people import Renaming
from companion.core.sheet import loads
from companion.core.step_words import read_steps

_SAME = {"planned": "planned ", "settled": "settled ", "dated": "date ", "renamed": "series "}
_ENDS = {"ended": "end", "called off and ended": "void end"}


def is_former(content: bytes) -> bool:
    """Return whether a file has the former format."""
    return b'"format":1' in content[:200]


def content_of(content: bytes, seed: int) -> list[Any]:
    """Return the JSON value of each line.

    :raises ValueError: when a line is damaged, unless it was cut off
    """
    found: list[Any] = []
    *lines, _ = content.rstrip(b"\0").split(b"\n")
    for line in lines:
        if line[:9] != b"%08x " % zlib.crc32(line[9:], seed):
            raise ValueError("a line of the former file is damaged")
        found.append(json.loads(line[9:].partition(b" ")[2].decode("utf-8", "surrogatepass")))
    return found


def log_of(content: bytes) -> tuple[str, Log]:
    """Return the id and the log of a series.

    :raises ValueError: when the file is damaged
    """
    known = json.loads(content[: content.index(b"\n")].split(b" ", 2)[2])["id"]
    _, _, head, *changes = content_of(content, zlib.crc32(known.encode()))
    said: list[tuple[int, str]] = []
    for change in changes:
        for doc in change["steps"].values():
            if "undo" in doc:
                said.pop()
            else:
                said.append((doc["round"], _words(doc)))
    return known, Log.of(_head(head["head"]["1"]), read_steps(said))


def _head(doc: Mapping[str, Any]) -> Any:
    stated = {"series": doc["name"], "date": doc["date"], "worth": doc["worth"]}
    lines = ["fantan 1", *(f"{word} {text}" for word, text in stated.items() if text)]
    lines += [f"rules {doc['rules']}"]
    return loads("\n".join([*lines, *_called(doc["called"])])).head


def _called(called: Mapping[str, str]) -> list[str]:
    return [f"called {handle} {name}" for handle, name in called.items()]


def _words(doc: Mapping[str, Any]) -> str:
    (kind,) = doc.keys() - {"round", "count"}
    content = doc[kind]
    if kind in {"dealt", "redealt", "repaired"}:
        word = {"dealt": "deal", "redealt": "redeal", "repaired": "repair"}[kind]
        sizes = zip(content["players"], content["sizes"], strict=True)
        lines = [word, *_called(content["called"])]
        lines += [f"date {content['day']}"] if content.get("day") else []
        lines += [f"rules {content['rules']}", f"dealer {content['dealer']}"]
        lines.append(f"deal {' '.join(f'{handle} {size}' for handle, size in sizes)}")
        return "\n".join([*lines, *content.get("events", ())])
    if kind == "player renamed":
        return f"called {content['handle']} {content['name']}"
    return _ENDS.get(kind) or _SAME.get(kind, "worth " if kind == "worth" else "") + str(content)


def choices_of(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the former choices and memberships as documents of today."""
    docs = []
    for name in ("choices", "tables"):
        content = (path / name).read_bytes() if (path / name).exists() else b""
        docs += content_of(content, zlib.crc32(name.encode())) or [{}]
    chosen, members = docs
    empty = {"usual": None, "saved": {}, "archived": [], "removed": [], "colours": {}}
    half = chosen.get("renaming") or []
    renamings = [Renaming(*half, 10**9)] if len(half) == 2 else []  # noqa: PLR2004 - old and new
    chosen = {key: chosen.get(key, other) for key, other in empty.items()}
    return {**chosen, "renamings": renamings}, members
