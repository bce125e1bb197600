"""The doctor: looks over a whole data folder, and repairs it where that is wanted.

Looking changes nothing. A repair puts a new file in the place of one that is wrong, which is kept
beside it as `.damaged`; it may be cut off anywhere and done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.desk.ports import StoreFailedError
from storage import documents, files, places
from storage.catalogue_checkup import CatalogueCheckup, check_catalogue
from storage.checkup import Checkup, check_series
from storage.documents import HEADS
from storage.errors import writing
from storage.findings import Finding, What
from storage.journal import JournalStorage
from storage.looking import Looked, nothing
from storage.migrations import MIGRATIONS, Migrations
from storage.recovery import keep_aside, names_aside, restore
from storage.rounds import documents_of
from storage.strays import sound, strays

Tick = Callable[[int], object]


class Doctor:
    """One visit to a data folder that nobody else uses meanwhile. `left` counts what is wrong in
    the end.
    """

    def __init__(
        self,
        root: Path,
        *,
        repair: bool = False,
        tick: Tick = int,
        migrations: Migrations = MIGRATIONS,
    ) -> None:
        """`tick` is told of each series how many rounds it has, once it was looked over."""
        self.left = 0
        self._root, self._repair, self._tick = root, repair, tick
        self._migrations = migrations

    def visit(self) -> Iterator[Finding]:
        """All that is found, and what was done about it.

        :raises ReadFailedError: when a folder cannot be read
        """
        catalogue = check_catalogue(self._root, self._migrations)
        for number in places.series_numbers(self._root):
            checkup = self._checked(number, catalogue)
            yield from checkup.findings
            self._tick(len(checkup.rounds))
            if self._repair and checkup.wrong:
                yield from self._mend(checkup)
                if not checkup.folder.exists():
                    continue
                checkup = self._checked(number, catalogue)
                yield from _not_mended(checkup)
            self.left += sum(each.wrong for each in checkup.findings)
            catalogue.compare(checkup)
        yield from self._list_anew(catalogue)
        yield from self._put_strays_right()

    def _checked(self, number: int, catalogue: CatalogueCheckup) -> Checkup:
        return check_series(self._root, number, catalogue.listed.get(number), self._migrations)

    def _mend(self, checkup: Checkup) -> Iterator[Finding]:
        """Replace what is wrong in a series, unless a part of it is not ours to change."""
        if checkup.sealed:
            return
        try:
            if checkup.lost:
                yield self._put_away(checkup)
                return
            for number, placed in checkup.rewritten.items():
                looked = checkup.rounds.get(number) or Looked(
                    checkup.round_path(number), self._where(checkup.round_path(number))
                )
                yield self._replace(looked, documents_of(placed))
            if (tables := _head_tables(checkup)) is not None:
                yield self._replace(checkup.head, tables)
        except StoreFailedError as failed:
            yield Finding(self._where(checkup.folder), What.NOT_REPAIRED, {"fault": failed})

    def _replace(self, looked: Looked, tables: dict[str, dict[str, Any]]) -> Finding:
        state = looked.state or nothing(looked.path, self._migrations.schema)
        aside = restore(state, tables, self._migrations)
        if aside is None:
            return Finding(looked.where, What.MADE)
        return Finding(looked.where, What.REPLACED, {"aside": aside.name})

    def _put_away(self, checkup: Checkup) -> Finding:
        """A series of which no round is left makes room; its files stay under another name."""
        aside = next(each for each in names_aside(checkup.folder) if not each.exists())
        with writing(checkup.folder):
            files.take_name(checkup.folder, aside)
        return Finding(self._where(checkup.folder), What.REPLACED, {"aside": aside.name})

    def _list_anew(self, catalogue: CatalogueCheckup) -> Iterator[Finding]:
        findings = [*catalogue.findings, *catalogue.compared()]
        yield from findings
        wrong = sum(each.wrong for each in findings)
        if wrong and self._repair and not catalogue.looked.sealed:
            try:
                yield self._write_catalogue(catalogue)
                wrong = 0
            except StoreFailedError as failed:
                where = catalogue.looked.where
                yield Finding(where, What.NOT_REPAIRED, {"fault": failed})
        self.left += wrong

    def _write_catalogue(self, catalogue: CatalogueCheckup) -> Finding:
        """In a sound file one record puts the list right, and all that was listed stays in it."""
        looked = catalogue.looked
        if looked.damaged or not looked.there:
            return self._replace(looked, catalogue.tables())
        journal = JournalStorage(looked.path, long_lived=True, migrations=self._migrations)
        with closing(journal):
            journal.write(catalogue.tables())
        return Finding(looked.where, What.REPAIRED)

    def _put_strays_right(self) -> Iterator[Finding]:
        for stray in strays(self._root, self._migrations):
            yield stray
            if stray.wrong and self._repair:
                yield self._back_up_anew(self._root / stray.where)
            self.left += stray.wrong and not self._repair

    def _back_up_anew(self, backup: Path) -> Finding:
        """Copy the sound file over its damaged backup, which is kept."""
        where, live = self._where(backup), backup.with_suffix("")
        try:
            content = sound(live, self._migrations)
            with writing(backup):
                aside = keep_aside(backup)
                files.put(backup, content)
        except StoreFailedError as failed:
            self.left += 1
            return Finding(where, What.NOT_REPAIRED, {"fault": failed})
        return Finding(where, What.REPLACED, {"aside": aside.name if aside else ""})

    def _where(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()


def _head_tables(checkup: Checkup) -> dict[str, dict[str, Any]] | None:
    """What the head of a series is to say, where it has to be written anew."""
    if checkup.renewed:
        return checkup.head.everything | {HEADS: {"1": documents.head_doc(checkup.renewed)}}
    return checkup.head.everything if checkup.head.damaged else None


def _not_mended(checkup: Checkup) -> Iterator[Finding]:
    reason = "another version of the companion has a part of this series" if checkup.sealed else ""
    for each in checkup.findings:
        if each.wrong:
            yield Finding(each.where, What.NOT_REPAIRED, {"fault": reason or each.says})
