"""`fantan export`, which writes score sheets or one backup to new files."""

import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from companion.commands.folder import CANNOT_OPEN, DONE, NOT_ALL, Folder, in_folder
from companion.commands.streams import complain, in_one_line
from companion.core.backup import packed, packing
from companion.core.names import SHEET, file_name
from companion.core.sheet import dumps
from companion.desk.backup_store import about_of

_Files = Iterator[tuple[Path, bytes]]


def export(folder: str | None, backup: str | None, number: int | None) -> int:
    """Write each series into DIR, as a score sheet such as `00042 Friday night.fantan`.

    The path of each file is printed. A file is written whole or not at all. An existing file with
    the same content stays as it is, and one with any other content is never overwritten.

    With --zip all series go into one backup, with the house rules for new series, the saved house
    rules and the list of archived series.

    exit codes, of which the highest counts:
      0  all files are there
      1  another file is in the place of one, or something stored cannot be read
      2  nothing can be written to DIR, or the command line is wrong
      3  there is no such series, the data folder cannot be opened, or the app has it open

    `fantan import DIR/*.fantan` or `fantan import FILE` adds the series to another data folder.
    """
    target = Path(folder or "") if backup is None else Path(backup).parent
    files = partial(_sheets, target) if backup is None else partial(_backup, backup)
    return in_folder("export", lambda here: _export(here, target, number, files))


def _sheets(folder: Path, here: Folder, numbers: list[int]) -> _Files:
    for number, log in here.logs(numbers):
        name = file_name(number, log.series.name, SHEET)
        yield folder / name, dumps(log).encode()


def _backup(path: str, here: Folder, numbers: list[int]) -> _Files:
    archived, ids = here.store.choices.archived, here.store.ids()
    packings = (
        packing(log, archived=number in archived, known_as=ids[number])
        for number, log in here.logs(numbers)
    )
    yield Path(path), packed(packings, about_of(here.store))


def _export(
    folder: Folder, target: Path, number: int | None, files: Callable[[Folder, list[int]], _Files]
) -> int:
    numbers = [entry.number for entry in folder.entries if number in {None, entry.number}]
    if number is not None and not numbers:
        return complain(f"fantan export: there is no series {number}", CANNOT_OPEN)
    code = DONE
    for path, content in files(folder, numbers):
        at = target
        try:
            target.mkdir(parents=True, exist_ok=True)
            at = path
            written = put_new(path, content)
        except (OSError, ValueError) as fault:
            folder.progress.clear()
            reason = getattr(fault, "strerror", None) or fault
            return complain(f"{in_one_line(str(at))}: {reason}")
        folder.progress.clear()
        code = max(code, _report(path, written=written))
    return code


def _report(path: Path, *, written: bool) -> int:
    if written:
        print(in_one_line(str(path)))
        return DONE
    return complain(f"{in_one_line(str(path))}: another file is here; it is left alone", NOT_ALL)


_BINARY: Final[int] = getattr(os, "O_BINARY", 0)


def put_new(path: Path, content: bytes) -> bool:
    """Write a new file, and return whether there is a file with the content now.

    :raises OSError: when the file cannot be written; then there is no file
    """
    if os.path.lexists(path):
        return _says(path, content)
    unfinished = path.with_name(f".{path.stem[:5]}.{secrets.token_hex(4)}.tmp")
    try:
        _write(unfinished, content)
        return _take_name(unfinished, path) or _says(path, content)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _says(path: Path, content: bytes) -> bool:
    """Return whether the path is a regular file with the content.

    Other files, such as devices, are not read.
    """
    try:
        found = path.stat()
    except FileNotFoundError:  # a link that leads nowhere
        return False
    same = stat.S_ISREG(found.st_mode) and found.st_size == len(content)
    try:
        return same and path.read_bytes() == content
    except PermissionError:
        return False


def _write(path: Path, content: bytes) -> None:
    """Write a new file through to the medium."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _take_name(unfinished: Path, path: Path) -> bool:
    """Return whether the file got its name; False if another file has the name already."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        return False
    except OSError:  # no links here, as on phones and memory cards
        if os.path.lexists(path):
            return False
        unfinished.rename(path)
    return True
