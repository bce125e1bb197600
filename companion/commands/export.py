"""`fantan export`, which writes score sheets, tables or one backup to files."""

import csv
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.commands.folder import CANNOT_OPEN, DONE, NOT_ALL, Folder, in_folder
from companion.commands.series import Wanted, say_nothing
from companion.commands.streams import complain, in_one_line
from companion.core.backup import BackupError, is_zip, packed, packing, unpacked
from companion.core.kinship import Kin, is_here, kin
from companion.core.log import Log
from companion.core.names import CSV, SHEET, file_name
from companion.core.objections import SheetError
from companion.core.people import shown
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.desk.backup_store import about_of, log_here
from companion.screens.spreadsheet import score_table, spreadsheet
from companion.words import ENGLISH, Words
from storage.files import try_to_read

STANDARD_OUTPUT = "-"


@dataclass(frozen=True)
class _File:
    """File to be written, and whether other content in its place is a former state of it."""

    path: Path
    content: bytes
    replaces: Callable[[bytes], bool]


def export(
    folder: str | None, backup: str | None, number: int | None, *, as_csv: bool, as_scores: bool
) -> int:
    """Write each series into DIR, as a score sheet such as `00042 Friday night.fantan`.

    The path of each file is printed. A file is written whole or not at all. A file that was
    exported earlier is replaced once its series has changed; any other file is left alone.

    With --zip all series go into one backup, with the house rules for new series. With --csv each
    series is a table for spreadsheets, such as `00042 Friday night.csv`; with --table the table has
    a row for each round, as `fantan import` reads it. A single - in place of DIR or FILE writes to
    standard output: a backup, or the one series that --series names.

    exit codes, of which the highest counts:
      0  all files are there
      1  another file is in the place of one, or something stored cannot be read
      2  nothing can be written to DIR, or the command line is wrong
      3  there is no such series, or the data folder cannot be read

    `fantan import DIR/*.fantan` or `fantan import FILE` adds the series to another data folder.
    """

    def write(here: Folder) -> int:
        numbers = [entry.number for entry in here.entries if number in {None, entry.number}]
        if number is not None and not numbers:
            return complain(f"fantan export: there is no series {number}", CANNOT_OPEN)
        if not numbers:
            say_nothing("export", Wanted())
        if backup is not None:
            files, target = _backup(Path(backup), here, numbers), Path(backup).parent
        else:
            target = Path(folder or "")
            table = spreadsheet if as_csv else score_table if as_scores else None
            files = _series(target, here, numbers, table)
        if STANDARD_OUTPUT in {folder, backup}:
            return _print(files)
        return _write_all(target, files)

    return in_folder("export", write)


def _series(
    folder: Path, here: Folder, numbers: list[int], write: Callable[[Series, Words], str] | None
) -> Iterator[_File]:
    for number, log in here.logs(numbers):
        path = folder / file_name(number, log.series.name, CSV if write else SHEET)
        if write:
            table = write(log.series, ENGLISH)
            yield _File(
                path,
                table.encode("utf-8-sig"),
                partial(_grew, here=here, number=number, table=table),
            )
        else:
            yield _File(
                path, dumps(log).encode(), partial(_is_state, here=here, number=number, now=log)
            )


def _backup(path: Path, here: Folder, numbers: list[int]) -> Iterator[_File]:
    logs = dict(here.logs(numbers))
    content = packed(map(packing, logs.values()), about_of(here.store))
    yield _File(path, content, lambda old: _is_backup(old, here, logs))


def _is_state(content: bytes, here: Folder, number: int, now: Log) -> bool:
    """Return whether the content is a sheet as exported, of a former state of the series."""
    try:
        text = content.decode()
        log = loads(text)
    except (UnicodeDecodeError, SheetError):
        return False
    if dumps(log) != text:
        return False
    former = log_here(here.store, number, log).series
    if not former.id:  # exported by a former version
        return is_here(now, former)
    return former.id == now.series.id and kin(now, former) is not Kin.BOTH


def _is_backup(content: bytes, here: Folder, logs: Mapping[int, Log]) -> bool:
    """Return whether the content is a backup of former states of these series."""
    if not is_zip(content):
        return False
    try:
        former = unpacked(content)
    except BackupError:
        return False
    return not former.skipped and all(
        any(_is_state(sheet.text.encode(), here, *one) for one in logs.items())
        for sheet in former.sheets
    )


def _grew(content: bytes, here: Folder, number: int, table: str) -> bool:
    """Return whether the content is a table of a part of the rounds, with the same titles."""
    renamings = here.store.renamings_of(number)
    try:
        former = [*csv.reader(content.decode("utf-8-sig").splitlines())]
    except (UnicodeDecodeError, csv.Error):
        return False
    rows = [*csv.reader(table.splitlines())]
    keys = {tuple(row[:3]) for row in rows[1:]}
    here_now = ([shown(renamings, word, number) for word in row[:3]] for row in former[1:])
    return former[:1] == rows[:1] and all(tuple(row) in keys for row in here_now)


def _print(files: Iterator[_File]) -> int:
    """Write a single file to standard output."""
    wanted = [*files]
    if len(wanted) > 1:
        return complain("fantan export: - takes one series: name it with --series")
    for file in wanted:
        sys.stdout.flush()
        out = getattr(sys.stdout, "buffer", None)
        if out is None:
            sys.stdout.write(file.content.decode())
        else:
            out.write(file.content)
            out.flush()
    return DONE


def _write_all(target: Path, files: Iterator[_File]) -> int:
    code = DONE
    for file in files:
        at = target
        try:
            target.mkdir(parents=True, exist_ok=True)
            at = file.path
            written = put(file.path, file.content, file.replaces)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or fault
            return complain(f"{in_one_line(str(at))}: {reason}")
        named = in_one_line(str(file.path))
        if written:
            print(named)
        else:
            code = complain(f"{named}: another file is here; it is left alone", NOT_ALL)
    return code


def put(path: Path, content: bytes, replaces: Callable[[bytes], bool]) -> bool:
    """Write a file, and return whether there is a file with the content now.

    :raises OSError: when the file cannot be written; then what was there is unchanged
    """
    if os.path.lexists(path):
        former = _read(path)
        if former is None or former == content or not replaces(former):
            return former == content
    unfinished = path.with_name(f".{path.stem[:5]}.{secrets.token_hex(4)}.tmp")
    try:
        with unfinished.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return True


def _read(path: Path) -> bytes | None:
    """Return the content of a file, also through a link; devices and the like have none."""
    return try_to_read(Path(os.path.realpath(path)))
