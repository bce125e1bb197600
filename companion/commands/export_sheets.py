"""`fantan export`: writes the series of the data folder, as score sheets, pages, or one backup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.commands.folder import CANNOT_OPEN, DONE, NOT_ALL, Folder, in_folder
from companion.commands.new_file import put_new
from companion.commands.streams import complain, in_one_line
from companion.core.backup import packed, packing
from companion.core.file_names import HTML, file_name
from companion.core.sheet import dumps
from companion.views.of_series.html_page import html_page
from companion.words import ENGLISH

_Files = Callable[[Folder, list[int]], Iterator[tuple[Path, bytes]]]


def export_sheets(target: str, number: int | None, *, html: bool = False) -> int:
    """Writes one series, or all, as score sheets or as pages of HTML; gives the exit code: 1 where
    a series cannot be read or another file is in its place, 2 where nothing can be written, 3 where
    there is no such series or the data folder cannot be opened.
    """
    folder = Path(target)

    def files(here: Folder, numbers: list[int]) -> Iterator[tuple[Path, bytes]]:
        for one, log in here.logs(numbers):
            if html:
                page = html_page(log.series, ENGLISH).encode()
                yield folder / file_name(one, log.series.name, HTML), page
            else:
                yield folder / file_name(one, log.series.name), dumps(log).encode()

    return in_folder("export", lambda here: _export(here, folder, number, files))


def export_backup(target: str, number: int | None) -> int:
    """Writes one series, or all, the house rules that were kept and what was archived, into one
    file; gives the exit code as above. A series that cannot be read is not in it.
    """
    path = Path(target)

    def files(here: Folder, numbers: list[int]) -> Iterator[tuple[Path, bytes]]:
        archived, ids = here.archived, here.ids
        packings = (
            packing(log, archived=one in archived, known_as=ids[one])
            for one, log in here.logs(numbers)
        )
        yield path, packed(packings, here.about)

    return in_folder("export", lambda here: _export(here, path.parent, number, files))


def _export(folder: Folder, target: Path, number: int | None, files: _Files) -> int:
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
            folder.waiting.clear()
            told = getattr(fault, "strerror", None) or fault
            return complain(f"{in_one_line(str(at))}: {told}")
        folder.waiting.clear()
        code = max(code, _told(path, written=written))
    return code


def _told(path: Path, *, written: bool) -> int:
    if written:
        print(in_one_line(str(path)))
        return DONE
    return complain(f"{in_one_line(str(path))}: another file is here; it is left alone", NOT_ALL)
