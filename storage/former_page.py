"""Page of the former version, read once: a log of all changes to the files of a data folder.

A record was a length, a checksum and a body, `[number, safe, change, path, argument]` and written
bytes. The checksum began with the generation of the log, which was valid from its record `whole`.
The other handle had an acknowledgement: a record of no generation, with the generation of the log
and the number of its last durable record.
"""

import contextlib
import os
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from storage import files, former
from storage.handles import PageJournal, is_interrupted
from storage.journal import Change, Tables, read_kept
from storage.paths import sizes, where
from storage.series import changes_of

_HEAD: Final = struct.Struct("<II")
_WHOLE: Final = re.compile(rb'"whole", "", (\d{1,15})\]\n')


class FormerRecord(NamedTuple):
    """Record of one change."""

    number: int
    change: str
    path: str
    argument: Any
    content: bytes


class FormerLog(NamedTuple):
    """Valid log on the handle `place`; `lost` acknowledged records are damaged or missing."""

    place: int
    records: tuple[FormerRecord, ...]
    lost: int


def read_log(contents: Sequence[bytes]) -> FormerLog | None:
    """Read the records before the first bad one; None without a log."""
    generations = [_last_generation(content) for content in contents]
    generation = max(generations)
    if not generation:
        return None
    place = generations.index(generation)
    records = tuple(_records(contents[place], generation))
    acknowledged = [next(_records(content, 0), None) for content in contents]
    known = [(one.argument, one.number) for one in acknowledged if one]
    number = max((each for of, each in known if of == generation), default=0)
    return FormerLog(place, records, max(0, number - len(records)))


def take_over(journal: PageJournal, contents: Sequence[bytes]) -> None:
    """Begin a journal with what a former page has, and leave the former log as it is.

    :raises StorageError: when that fails, without any change
    """
    log = read_log(contents)
    if log is None:
        unreadable = [0 if is_interrupted(content) else len(content) for content in contents]
        if any(unreadable):
            journal.begin(unreadable.index(max(unreadable)), (), 1)
        return
    lost = log.lost
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for record in log.records:
            try:
                make_again(root, record)
            except OSError:
                lost += 1  # it depends on a file that was lost before
        changes, unread = _changes_of(root)
    journal.begin(log.place, changes, lost + unread)


def _changes_of(root: Path) -> tuple[list[Change], int]:
    """Return the changes that make the databases of a folder, and the number of unreadable ones."""
    chosen, members, damaged = former.read_former_choices(root)
    tables = {"choices": {"1": chosen}, "members": {str(key): doc for key, doc in members.items()}}
    changes: list[Change] = [{f"choices/{table}": docs for table, docs in tables.items() if docs}]
    unread = int(damaged)
    for number in sizes(root):
        try:
            known, log = former.read_former(files.read(root / where(number)))
        except ValueError:
            unread += 1
            continue
        followed = Tables(changes_of(log))
        facts = {"id": known, "number": number, "changes": followed.changed}
        named = {f"{number:05d}/{table}": docs for table, docs in followed.by_name.items()}
        changes.append({f"{number:05d}/": {"1": facts}, **named})
    return changes, unread


def make_again(root: Path, record: FormerRecord) -> None:
    """Repeat a change to the files under a folder."""
    path = root / record.path
    match record.change:
        case "create":
            path.write_bytes(b"")
        case "write":
            with path.open("r+b") as file:
                file.seek(record.argument)
                file.write(record.content)
        case "cut":
            os.truncate(path, record.argument)
        case "rename":
            path.replace(root / record.argument)
        case "remove":
            path.unlink(missing_ok=True)
        case "folder":
            path.mkdir(parents=True, exist_ok=True)
        case _:
            pass


def _last_generation(content: bytes) -> int:
    """Return the generation of the log that begins the content, 0 if it is not whole."""
    for text in reversed(_WHOLE.findall(content)):
        if any(record.change == "whole" for record in _records(content, int(text))):
            return int(text)
    return 0


def _records(content: bytes, generation: int) -> Iterator[FormerRecord]:
    """Yield the records of a log up to the first bad one."""
    at = 0
    with contextlib.suppress(struct.error, ValueError):
        while True:
            size, checksum = _HEAD.unpack_from(content, at)
            body = content[at + _HEAD.size : at + _HEAD.size + size]
            if zlib.crc32(body, generation) != checksum:
                return
            fields, _, written = body.partition(b"\n")
            number, _, change, path, argument = read_kept(fields)
            yield FormerRecord(number, change, path, argument, written)
            at += _HEAD.size + size
