"""`fantan export`: writes the series of the data folder as score sheets, a file each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from companion.commands.folder import CANNOT_OPEN, DONE, NOT_ALL, Folder, in_folder
from companion.commands.new_file import put_new
from companion.commands.streams import complain, in_one_line
from companion.core.sheet import dumps

ENDING: Final = ".fantan"
_LONGEST_NAME_BYTES: Final = 120
"""With number and ending it is below 143, which is what encrypted folders take; 255 is usual."""
_NOT_IN_NAMES: Final = re.compile(r'[<>:"/\\|?*]')
"""What some file system takes in no name."""


def export_sheets(target: str, number: int | None) -> int:
    """Writes one series, or all; gives the exit code: 1 where a series cannot be read or another
    file is in its place, 2 where nothing can be written, 3 where there is no such series or the
    data folder cannot be opened.
    """
    return in_folder("export", lambda folder: _export(folder, Path(target), number))


def _export(folder: Folder, target: Path, number: int | None) -> int:
    numbers = [entry.number for entry in folder.entries if number in {None, entry.number}]
    if number is not None and not numbers:
        return complain(f"fantan export: there is no series {number}", CANNOT_OPEN)
    code, path = DONE, target
    for one, log in folder.logs(numbers):
        try:
            target.mkdir(parents=True, exist_ok=True)
            path = target / file_name(one, log.series.name)
            written = put_new(path, dumps(log).encode())
        except (OSError, ValueError) as fault:
            folder.waiting.clear()
            told = getattr(fault, "strerror", None) or fault
            return complain(f"{in_one_line(str(path))}: {told}")
        folder.waiting.clear()
        code = max(code, _told(path, written=written))
    return code


def _told(path: Path, *, written: bool) -> int:
    if written:
        print(in_one_line(str(path)))
        return DONE
    return complain(f"{in_one_line(str(path))}: another file is here; it is left alone", NOT_ALL)


def file_name(number: int, name: str) -> str:
    """A name that sorts by the number and that any file system takes."""
    plain = "".join(filter(str.isprintable, _NOT_IN_NAMES.sub("-", name)))
    cut = plain.encode()[:_LONGEST_NAME_BYTES].decode(errors="ignore").strip(" .")
    return f"{number:05d} {cut}".rstrip() + ENDING
