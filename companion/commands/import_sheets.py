"""`fantan import`, which adds the series of score sheets and backups, none twice."""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack, closing
from datetime import date
from typing import BinaryIO

from companion.commands import replay
from companion.commands.evenings import take_in_evenings
from companion.commands.folder import CANNOT_OPEN, DONE, FindingReporter
from companion.commands.streams import UNREADABLE, complain, in_one_line
from companion.core import backup
from companion.core.backup import About, Backup, BroughtSheet
from companion.core.kinship import USUAL, Kin, More, Take
from companion.core.objections import SheetError
from companion.core.outside import OutsideError
from companion.core.plays import read_scores, text_in
from companion.desk.archive import Archive
from companion.desk.backup_store import SeriesImport, take_rules
from companion.desk.ports import Store, StoreFailedError, at_once
from storage.paths import data_folder
from storage.store import FolderStore

_SAYS = {
    (Kin.NEW, Take.ADD): "it is new here, or in series {number}, which cannot be read",
    (Kin.SAME, Take.LEAVE): "series {number} is the same",
    (Kin.FURTHER, Take.CONTINUE): (
        "this goes on further than series {number}, which is continued with it"
    ),
    (Kin.BOTH, Take.ADD): "series {number} and this were both changed: it is added beside",
    (Kin.BOTH, Take.REPLACE): (
        "series {number} and this were both changed: this takes its place, until an undo"
    ),
}


def import_sheets(files: Sequence[str], how: str = "", *, replace: bool = False) -> int:
    """Add the series of each file, and print `series N` once it is stored.

    A faulty file is refused as a whole. A check that does not hold is reported, and the series is
    imported. So is what is strange on a sheet, in a line marked `note:`.

    A series that is stored already is known by the id on its sheet, and reported:
      - All of the file is here, perhaps with more: the stored one stays.
      - The file has all that is here, and more: the stored one is continued.
      - Both were changed: the series is added beside. With --replace it takes the place of the
        stored one, which one undo brings back.
    A sheet without an id is a new series, unless all its turns are here, of the same players on the
    same date.

    A table of scores has the names in its first row, and below it a row for each round. It holds
    cards left where each row has one zero, else points, of which the fewest win; --cards or
    --points says it. The export of BG Stats holds the plays of many games; --game names one.

    A backup, as `fantan export --zip` writes it, also has the rules for new series. They are used
    where none were chosen here. Other files in a backup are reported and left out.

    exit codes, of which the highest counts:
      0  all series are stored
      1  a check of a sheet does not hold
      2  a file cannot be read or has no round, or the command line is wrong; other files are
         imported
      3  the data folder cannot be opened or written to, or the app has it open
    """
    code = DONE
    importer = None
    with ExitStack() as opened:
        for name in files:
            found, of_file = _read(name, how)
            code = max(code, of_file)
            if found and importer is None:
                take_in_evenings(data_folder())
                try:
                    store = opened.enter_context(closing(FolderStore(data_folder())))
                except StoreFailedError as problem:
                    return complain(f"fantan import: {in_one_line(str(problem))}", CANNOT_OPEN)
                importer = _Importer(store, replace=replace)
                opened.callback(importer.finish)
            if found and importer:
                code = max(code, importer.take(in_one_line(name), found))
    return code


def _read(file: str, how: str) -> tuple[Backup | None, int]:
    """Return the content of the file, if readable, and the exit code for it."""
    try:
        content = replay.content_of(file, _sheet_or_zip)
    except (OSError, ValueError) as fault:
        return None, replay.report_unreadable(file, fault)
    if backup.is_zip(content):
        return _read_backup(file, content)
    try:
        scores = read_scores(text_in(content), replay.MOST_BYTES, how)
    except OutsideError as fault:
        return None, replay.report_unreadable(file, fault)
    except SheetError as first:
        return None, replay.report_unread(file, first)
    if scores:
        return _check_scores(file, scores)
    reading = replay.reading_of(file, content)
    if reading is None:
        return None, UNREADABLE
    if not reading.log.steps:
        return None, complain(f"{in_one_line(file)}:1: this sheet has no round yet")
    found = Backup((BroughtSheet.of(reading),), About())
    return found, replay.report_faults(file, reading)


def _check_scores(file: str, scores: Backup) -> tuple[Backup | None, int]:
    """Report what is left out of a table or the plays of a game, and which games there are."""
    name = in_one_line(file)
    if scores.games and not scores.chosen:
        return None, complain(f"{name}: choose with --game: {in_one_line(', '.join(scores.games))}")
    if scores.unread:
        complain(f"{name}: plays left out, as they are no rounds: {scores.unread}")
    if scores.games:
        complain(f"{name}: places, times, roles and notes are left out")
    return scores, DONE


def _sheet_or_zip(opened: BinaryIO) -> bytes:
    content = opened.read(replay.MOST_BYTES + 1)
    if backup.is_zip(content):
        return content + opened.read(backup.MOST_PACKED_BYTES + 1 - len(content))
    if len(content) > replay.MOST_BYTES:
        raise replay.TOO_LONG
    return content


def _read_backup(file: str, content: bytes) -> tuple[Backup | None, int]:
    """Read every sheet of a backup before the first is added."""
    try:
        unpacked = backup.unpacked(content)
    except backup.BackupError as fault:
        return None, complain(f"{in_one_line(file)}: {in_one_line(fault.where_and_why)}")
    code = DONE
    for name in unpacked.skipped:
        complain(f"{in_one_line(file)}: {name}: left out: this is no score sheet")
    for sheet in unpacked.sheets:
        code = max(code, replay.report_faults(f"{file}: {sheet.file}", sheet))
    return unpacked, code


def _more(more: More) -> str:
    """Return what only the stored series has."""
    units = ("round", "turn", "other entry"), ("rounds", "turns", "other entries")
    counted = [
        f"{n} {one if n == 1 else many}" for n, one, many in zip(more, *units, strict=True) if n
    ]
    return f", with {', '.join(counted)} more here" if counted else ""


class _Importer:
    """Importer of series into a store, with a report on each series."""

    def __init__(self, store: Store, *, replace: bool) -> None:
        self._replace = replace
        self._store, self._reporter = store, FindingReporter("import")
        self._archive = Archive(store, date.today, at_once)
        self._import = asyncio.run(SeriesImport.begin(store, at_once, self._archive))
        self._report()

    def take(self, name: str, file: Backup) -> int:
        """Add the series of the file or report the stored ones, and return the exit code."""
        try:
            asyncio.run(self._take(name, file))
        except StoreFailedError as problem:
            self._report()
            return complain(f"{name}: {in_one_line(str(problem))}", CANNOT_OPEN)
        return DONE

    def finish(self) -> None:
        """Give colours to the players of all series."""
        self._archive.refresh()

    async def _take(self, name: str, file: Backup) -> None:
        try:
            for sheet in file.sheets:
                of_file = f"{name}: {sheet.file}" if sheet.file else name
                await self._take_one(of_file, sheet)
        finally:
            self._import.settle()
        if take_rules(self._store, file.about):
            complain(f"{name}: the usual rules that were chosen here are kept")
        self._report()

    async def _take_one(self, name: str, sheet: BroughtSheet) -> None:
        """Add, continue or replace a series, or report which stored series is the same."""
        match = await self._import.match(sheet)
        if match.kin is Kin.BOTH:
            how = Take.REPLACE if self._replace else Take.ADD  # nobody can be asked
        else:
            how = USUAL[match.kin]
        number = await self._import.take(sheet, match, how)
        self._report()
        says = _SAYS.get((match.kin, how))
        if match.number and says:
            more = _more(match.ours) if match.kin is Kin.SAME else ""
            complain(f"{name}: {says.format(number=match.number)}{more}")
        print(f"series {number}", flush=True)

    def _report(self) -> None:
        self._reporter.report(self._store.findings())
