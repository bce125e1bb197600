"""The files of a data folder that are neither catalogue, nor head, nor round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from storage import files, places
from storage.checkup import damage_facts, intact_words
from storage.errors import DamagedFileError, reading
from storage.findings import Finding, What
from storage.looking import look
from storage.migrations import Migrations
from storage.recovery import Damage, examine

_ASIDE = re.compile(r".+\.damaged(-\d+)?")
_BACKUP, _UNFINISHED = ".bak", ".tmp"
_TOP = {places.LOCK, places.BALLAST, places.CATALOGUE, places.SERIES}


def strays(root: Path, migrations: Migrations) -> Iterator[Finding]:
    """What is to be told of them, folder by folder."""
    for path in _beside(root):
        if path.name not in _TOP:
            yield from _stray(root, path, migrations)
    for path in _beside(root / places.SERIES):
        if path.is_dir() and places.is_series(path.name):
            for file in _beside(path):
                if file.name != places.HEAD and not places.round_number(file.name):
                    yield from _stray(root, file, migrations)
        else:
            yield from _stray(root, path, migrations)


def sound(path: Path, migrations: Migrations) -> bytes:
    """The bytes of a sound file, without the zeros behind its last line.

    :raises DamagedFileError: when it is not sound
    """
    found = examine(path, migrations)
    if isinstance(found, Damage):
        raise DamagedFileError(found)
    with reading(path):
        return (files.read(path) or b"").rstrip(b"\0")


def _beside(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    with reading(folder):
        return sorted(folder.iterdir())


def _stray(root: Path, path: Path, migrations: Migrations) -> Iterator[Finding]:
    where = path.relative_to(root).as_posix()
    if path.is_dir():
        kept = path.parent.name == places.SERIES and _ASIDE.fullmatch(path.name)
        yield Finding(where, What.FOLDER_KEPT_ASIDE if kept else What.STRANGE)
    elif path.suffix == _BACKUP and _is_ours(path.stem):
        yield from _backup(root, path, migrations)
    elif path.suffix == _UNFINISHED:
        yield Finding(where, What.LEFT_OVER)
    elif _ASIDE.fullmatch(path.name):
        state = look(root, path, migrations).state
        intact = intact_words(state) if state else "nothing can be read"
        yield Finding(where, What.KEPT_ASIDE, {"intact": intact})
    else:
        yield Finding(where, What.STRANGE)


def _is_ours(name: str) -> bool:
    return name in (places.CATALOGUE, places.HEAD) or bool(places.round_number(name))


def _backup(root: Path, path: Path, migrations: Migrations) -> Iterator[Finding]:
    looked = look(root, path, migrations)
    if looked.damaged and looked.state and not looked.sealed:
        yield Finding(looked.where, What.BACKUP_DAMAGED, damage_facts(looked.state))
