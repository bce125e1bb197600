"""Store of the app: one TinyDB for each series, one for what people chose, one for the catalogue.

Nothing that only reads writes. What the start finds, such as a file that became shorter, is kept
with the first change of a session.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from tinydb import TinyDB
from tinydb.table import Document

from companion.core.documents import UnknownKindError
from companion.core.entries import Entry
from companion.core.kinship import copy_id, new_id
from companion.core.log import Log
from companion.core.names import Colours, is_id
from companion.core.people import Renamings, shown
from companion.core.series import Series
from companion.core.statistics import Sitting, sittings
from companion.desk import ports
from companion.desk.ports import Choices, Finding, Membership, Problem, Stored, Trouble
from storage import files
from storage.catalogue import VERSION, Doc, entry_in, light_doc, report_of, sittings_in, whole_doc
from storage.choices import (
    choices_doc,
    choices_in,
    loss_doc,
    loss_in,
    membership_in,
    renamings_in,
)
from storage.files import (
    DamagedFileError,
    ReadFailedError,
    StorageError,
    WriteFailedError,
    reading,
    writing,
)
from storage.journal import (
    FORMAT,
    JournalStorage,
    Scan,
    Tables,
    WholeStorage,
    scan,
)
from storage.paths import (
    CATALOGUE,
    CHOICES,
    SERIES,
    StoreLock,
    copies,
    keep_aside,
    numbers,
    opening,
    sizes,
    where,
)
from storage.series import OpenSeries, changes_of, read_log, rescue_log

_CHOICES_LOSS = 0
"""Number in place of that of a series, for a loss of the choices."""
_DOCS_BEHIND = 16
"""Number of changed documents after which the catalogue is written in the middle of a session."""
_Done = TypeVar("_Done")


class FolderStore:
    """Implementation of `companion.desk.ports.Store` in a data folder.

    :raises StorageError: when a method fails, without any change
    """

    def __init__(self, root: Path, *, read_only: bool = False) -> None:
        """Create and lock the folder, and compare the catalogue with the files.

        A store that is `read_only` may read a folder that another process has locked.
        """
        self.root = root
        self._read_only = read_only
        self._lock = StoreLock(root)
        self._open: dict[int, OpenSeries] = {}
        self._findings: dict[Finding, None] = {}
        self._losses: dict[int, Finding] = {}
        self._losses_kept: dict[int, Finding] = {}
        self._choices = Choices()
        self._members: Mapping[int, Membership] = {}
        self._shared_names: dict[int, Renamings] = {}
        self._docs: dict[int, Doc] = {}
        self._written: Mapping[int, Doc] = {}
        self._shown: dict[int, tuple[Doc, Renamings, Entry]] = {}
        self._has_changed = False
        with opening(root):
            self._start()

    def _start(self) -> None:
        """Lock the folder unless it is only read, and look at all files."""
        if not self._read_only:
            self._take_place()
        try:
            self._read_choices()
            self._survey()
        except BaseException:
            self._lock.close()
            raise

    # the lists

    def entries(self) -> tuple[Entry, ...]:
        """Return the facts about all series that are not deleted, the newest first."""
        return self._entries(removed=False)

    def removed(self) -> tuple[Entry, ...]:
        """Return the facts about the deleted series that can be restored, the newest first."""
        return self._entries(removed=True)

    def findings(self) -> tuple[Finding, ...]:
        """Return all findings so far; losses are found until they are answered."""
        return (*self._losses.values(), *self._findings)

    def answer(self) -> None:
        """Keep that somebody knows of all losses found so far."""
        if self._losses:
            self._change(lambda: self._keep_losses({}))
            self._losses = {}

    def ids(self) -> Mapping[int, str]:
        """Return the id of each series, which is the same on other devices, by number."""
        return {number: doc["id"] for number, doc in self._listed().items()}

    def number_of(self, known_as: str) -> int | None:
        """Return the number of the series with an id, also of a deleted one."""
        docs = self._docs_of_today().items()
        return next((number for number, doc in docs if doc["id"] == known_as), None)

    def summaries(self) -> Mapping[int, tuple[Sitting, ...]]:
        """Return the summaries of all series that can be read, by number."""
        found: dict[int, tuple[Sitting, ...]] = {}
        for number, doc in self._listed().items():
            if "evenings" in doc and doc["version"] == VERSION:
                found[number] = sittings_in(doc, self._names(number))
            elif number in self._open:
                found[number] = sittings(self._open[number].log.series)
        return found

    def reports(self) -> Mapping[int, Mapping[str, Any]]:
        """Return the facts about each series for programs, by number."""
        found: dict[int, Mapping[str, Any]] = {}
        for number, doc in self._listed().items():
            if "report" in doc:
                names = self._names(number)
                called = doc["report"]["called"].items()
                named = {handle: names(name) for handle, name in called}
                report = {**doc["report"], "called": named}
            else:
                report = report_of(self._open[number].log.series)
            found[number] = {"number": number, **report}
        return found

    # a series

    def load(self, number: int) -> Stored:
        """Open a series, and return the readable part; a damaged file is cut, and kept aside."""
        opened = self._open.get(number)
        if opened and opened.sealed:
            self._open.pop(number).close()
            opened = None
        if number in self._choices.removed:
            self.release(number)
            raise ports.RemovedError(number)
        if opened is None:
            opened = self._open[number] = self._read(number, to_write=not self._read_only)
        return opened.stored

    def look_at(self, number: int) -> Stored:
        """Read a series without a change of the file."""
        if number in self._choices.removed:
            raise ports.RemovedError(number)
        opened = self._open.get(number)
        return (opened or self._read(number, to_write=False)).stored

    def create(self, log: Log) -> int:
        """Create a series with all steps of a log in one step, and return its number."""
        number = self._free_number()
        taken = {doc["id"] for doc in self._docs_of_today().values()}
        known = log.series.id or new_id()
        while known in taken:
            known = copy_id(known)
        log = log.known_as(known)
        header = {"id": known, "number": number}

        def put() -> TinyDB:
            db = self._new_database(number, header)
            try:
                _journal(db).extend(changes_of(log))
            except StorageError:
                with contextlib.suppress(StorageError):
                    self._remove_database(number)  # it may be there, and must not be there twice
                raise
            return db

        db = self._change(put)
        journal = _journal(db)
        revision = journal.changes - 1
        size = journal.length
        self._open[number] = OpenSeries(number, db, log, revision, known, size)
        return number

    def lend(self, log: Log, known_as: str) -> None:
        """Show the series with an id as in this log, with the number that it has or would get.

        Nothing is written.
        """
        number = self.number_of(known_as) or self._free_number()
        count = len(log.steps)
        lent = log.known_as(known_as)
        self._open[number] = OpenSeries(number, None, lent, count, known_as, -1, Trouble.IN_USE)

    def _free_number(self) -> int:
        removed = self._choices.removed
        used = {*self._docs, *self._open, *removed, *self._losses, *self._used_numbers()}
        return max(used, default=0) + 1

    def save(self, number: int, log: Log) -> None:
        """Save a log with one step more or one step less than the saved log."""
        if number in self._choices.removed:
            raise ports.RemovedError(number)
        if number not in self._open:
            self.load(number)
        self._change(lambda: self._open[number].save(log))

    def release(self, number: int) -> None:
        """Close a series, and keep its document."""
        if opened := self._open.pop(number, None):
            if not opened.sealed:
                self._docs[number] = self._whole_doc(opened)
            opened.close()
            behind = sum(self._written.get(key) is not doc for key, doc in self._docs.items())
            if behind >= _DOCS_BEHIND:
                self._keep_catalogue()

    def forget(self, number: int) -> None:
        """Remove the file of a deleted series for good; the choices keep the number."""
        if number not in self._choices.removed:
            return
        self.release(number)
        self._change(lambda: self._remove_database(number))
        self._docs.pop(number, None)
        self._losses.pop(number, None)

    def close(self) -> None:
        """Close all files, after an update of the catalogue."""
        for number in tuple(self._open):
            self.release(number)
        self._keep_catalogue()
        self._lock.close()

    def repair(self) -> list[int]:
        """Repair and answer all damage; return the numbers of series that were rescued from it."""
        rescued: list[int] = []
        for number in sizes(self.root):
            with contextlib.suppress(StorageError):
                rescued += self._repair(number)
        self.answer()
        return rescued

    def _repair(self, number: int) -> list[int]:
        content, found = self._scan(number)
        if number in self._choices.removed:
            return []
        known = Log.begin(Series())
        if found.header is None or not found.changes:
            self._change(lambda: self._give_up(number, content))
        elif found.lost:
            known = self.load(number).log
        log = rescue_log(found.behind, known) if found.lost else None
        return [self.create(log)] if log else []

    def _give_up(self, number: int, content: bytes) -> None:
        """Take away a file of which nothing can be read, and keep a copy of it."""
        path = self.root / where(number)
        with writing(path):
            keep_aside(path, content)
        self.release(number)
        self._remove_database(number)
        self._docs.pop(number, None)
        self._losses.pop(number, None)

    # the choices

    @property
    def choices(self) -> Choices:
        """Choices of the players."""
        return self._choices

    def choose(self, choices: Choices) -> None:
        """Save the choices."""
        if choices == self._choices:
            return
        table: Any = self._db.table("choices")
        doc = choices_doc(choices, table.get(doc_id=1) or {})
        self._change(lambda: table.upsert(Document(doc, 1)))
        before = self._choices
        self._choices = choices
        if choices.renamings != before.renamings:
            for number in self._open:
                self._read_names_again(number)

    def keep_colours(self, colours: Colours) -> None:
        """Save the colours of all players, with the next change if there was none yet."""
        if self._has_changed:
            with contextlib.suppress(StorageError):
                self.choose(replace(self._choices, colours=colours))

    def memberships(self) -> Mapping[int, Membership]:
        """Return the memberships at shared tables by number of series."""
        return self._members

    def keep_membership(self, number: int, membership: Membership | None) -> None:
        """Save the membership of a series, or forget it.

        The names that a series has when it is shared stay: they are part of what is shared.
        """
        if membership == self._members.get(number):
            return
        table: Any = self._db.table("members")
        if membership is None:
            self._change(lambda: table.remove(doc_ids=[number]))
            self._members = {key: one for key, one in self._members.items() if key != number}
            self._shared_names.pop(number, None)
            self._read_names_again(number)
            return
        names = self._shared_names.get(number, self.renamings_of(number))
        doc = Document({**asdict(membership), "renamings": [list(one) for one in names]}, number)
        self._change(lambda: table.upsert(doc))
        self._shared_names[number] = names
        self._members = {**self._members, number: membership}

    def renamings_of(self, number: int) -> Renamings:
        """Return the renamings that apply to the names in a series."""
        if number in self._shared_names:
            return self._shared_names[number]
        return tuple(one for one in self._choices.renamings if number <= one.last)

    # the places of the databases

    def _take_place(self) -> None:
        """Create and lock the folder."""
        with writing(self.root):
            files.make_folder(self.root)
            files.make_folder(self.root / SERIES)
        self._lock.acquire()

    def _small_database(self, name: str) -> TinyDB:
        return TinyDB(self.root / name, storage=WholeStorage, copies=name == CHOICES)

    def _new_database(self, number: int, header: Mapping[str, Any]) -> TinyDB:
        return TinyDB(self.root / where(number), storage=JournalStorage, header=header)

    def _remove_database(self, number: int) -> None:
        path = self.root / where(number)
        with writing(path):
            files.remove(path)
            files.sync_folder(path.parent)

    def _copies(self) -> Mapping[str, int]:
        return copies(self.root)

    def _used_numbers(self) -> Iterable[int]:
        return numbers(self.root).values()

    def _sizes(self) -> Mapping[int, int]:
        return sizes(self.root)

    # inside

    def _change(self, act: Callable[[], _Done]) -> _Done:
        """Make a change under the lock; the first one keeps what the start found as well."""
        if self._read_only:
            raise files.StoreLockedError(f"{self.root}: {Trouble.IN_USE.value}")
        self._lock.check()
        self._keep_losses(self._losses)
        done = act()
        if not self._has_changed:
            self._has_changed = True
            self._keep_catalogue()
        return done

    def _keep_losses(self, losses: Mapping[int, Finding]) -> None:
        if losses == self._losses_kept:
            return
        data: dict[str, Any] = dict(self._db.storage.read() or {})
        data["losses"] = {str(number): loss_doc(loss) for number, loss in losses.items()}
        self._db.storage.write(data)  # TinyDB would take two writes, and lose all between them
        self._losses_kept = dict(losses)

    def _keep_catalogue(self) -> None:
        """Write the catalogue if possible; it is a cache."""
        if not self._has_changed or self._lock.lost or self._docs == self._written:
            return
        data = {"series": {str(number): doc for number, doc in self._docs.items()}}
        with contextlib.suppress(StorageError):
            self._list.storage.write(data)
            self._written = dict(self._docs)

    def _read_choices(self) -> None:
        self._db: Any = self._small_database(CHOICES)
        tables: dict[str, dict[int, Any]] = {
            name: {doc.doc_id: doc for doc in self._db.table(name)}
            for name in ("choices", "members", "losses")
        }
        self._choices = choices_in(tables["choices"].get(1, {}))
        members = tables["members"]
        self._members = {number: membership_in(doc) for number, doc in members.items()}
        self._shared_names = {
            number: renamings_in(doc.get("renamings", ())) for number, doc in members.items()
        }
        self._losses = {number: loss_in(number, doc) for number, doc in tables["losses"].items()}
        self._losses_kept = dict(self._losses)
        if cast("WholeStorage", self._db.storage).damaged:
            self._losses[_CHOICES_LOSS] = Finding(Problem.CHOICES_DAMAGED, CHOICES)

    def _survey(self) -> None:
        """Read the catalogue, and the series whose size differs from it."""
        self._list: Any = self._small_database(CATALOGUE)
        listed: dict[int, Doc] = {doc.doc_id: dict(doc) for doc in self._list.table("series")}
        found = self._sizes()
        for number, size in found.items():
            doc = listed.get(number)
            if doc and doc["size"] == size and doc["version"] == VERSION:
                self._docs[number] = doc
                with contextlib.suppress(StorageError):
                    self._content(number, first=1)  # told where it may not be read
                continue
            with contextlib.suppress(StorageError):
                self._docs[number] = self._whole_doc(self._read(number, to_write=False))
            if doc and number not in self._docs:
                self._docs[number] = doc  # it is listed, though it cannot be read now
            lost = doc["lines"] - self._docs[number]["lines"] if doc else 0
            if lost > 0 and number not in self._losses:
                self._lose(Finding(Problem.SERIES_CUT, where(number), number, lost))
        for number in sorted(listed.keys() - found.keys() - self._choices.removed):
            doc = listed[number]
            if doc["dealt"] and number not in self._losses:
                finding = Finding(Problem.SERIES_MISSING, where(number), number, doc["lines"])
                self._lose(replace(finding, detail=doc["name"]))
        self._written = listed
        for name, number in self._copies().items():
            self._findings[Finding(Problem.SERIES_COPY, name, number)] = None

    def _find(self, problem: Problem, number: int, count: int = 0, detail: str = "") -> None:
        self._findings[Finding(problem, where(number), number, count, detail)] = None

    def _lose(self, finding: Finding) -> None:
        self._losses[finding.series or _CHOICES_LOSS] = finding

    def _content(self, number: int, first: int | None = None) -> bytes:
        """Return the content of a file, or the `first` bytes; what cannot be read is told."""
        path = self.root / where(number)
        try:
            with reading(path):
                return files.read(path, first)
        except ReadFailedError as failed:
            if failed.trouble is not Trouble.GONE:
                self._find(Problem.SERIES_CLOSED, number, detail=failed.reason)
            raise

    def _scan(self, number: int) -> tuple[bytes, Scan]:
        """Read the file of a series."""
        content = self._content(number)
        found = scan(content)
        said = found.header or {}
        if not (isinstance(said.get("number"), int) and is_id(str(said.get("id")))):
            found = found._replace(header=None)
        return content, found

    def _read(self, number: int, *, to_write: bool) -> OpenSeries:
        """Read a series up to the first bad line; to write, cut the file there and keep a copy."""
        path = self.root / where(number)
        content, found = self._scan(number)
        if found.header is None or not found.changes:
            self._find(Problem.SERIES_UNREADABLE, number, detail="damaged")
            raise DamagedFileError(f"{path}: damaged")
        if found.header.get("number") != number:
            of = cast("int", found.header["number"])
            self._find(Problem.SERIES_MISPLACED, number, of, where(of))
            raise DamagedFileError(f"{path}: the file of another series")
        if found.lost:
            aside = ""
            if to_write:
                with writing(path):
                    aside = keep_aside(path, content).relative_to(self.root).as_posix()
                    self._lose(_damage(number, found.lost, aside))
                    self._keep_losses(self._losses)
                    files.put(path, content[: found.end])
            self._lose(_damage(number, found.lost, aside))
        sealed = None if to_write else Trouble.IN_USE
        if found.header["fantan"] != FORMAT:
            sealed = Trouble.NEWER
            self._find(Problem.SERIES_NEWER, number)
        db: Any = None
        if to_write and sealed is None:
            try:
                db = TinyDB(path, storage=JournalStorage)
            except WriteFailedError as failed:
                sealed = failed.trouble
        return self._opened(number, found, db, sealed)

    def _opened(self, number: int, found: Scan, db: Any, sealed: Trouble | None) -> OpenSeries:
        tables = Tables(found.changes)
        try:
            log, back, fault = read_log(number, tables.by_name, self.renamings_of(number))
        except ValueError as unfit:
            self._find(Problem.SERIES_UNREADABLE, number, detail=str(unfit))
            raise DamagedFileError(f"{self.root / where(number)}: {unfit}") from unfit
        if isinstance(fault, UnknownKindError):
            sealed = Trouble.UNCLEAR
            self._find(Problem.SERIES_NEWER, number)
        elif fault and sealed is not Trouble.NEWER:
            sealed = Trouble.OTHER
            self._find(Problem.SERIES_UNREADABLE, number, detail=str(fault))
        known = cast("Mapping[str, Any]", found.header)["id"]
        revision = tables.changed - 1
        named = log.known_as(known)
        return OpenSeries(number, db, named, revision, known, found.end, sealed, back)

    def _read_names_again(self, number: int) -> None:
        opened = self._open.get(number)
        if opened and opened.db is not None:
            tables: Any = opened.db.storage.read()
            log, opened.back, _ = read_log(number, tables, self.renamings_of(number))
            opened.log = log.known_as(opened.id)

    def _listed(self) -> dict[int, Doc]:
        """Return the documents of today of all series that are not deleted."""
        removed = self._choices.removed
        docs = self._docs_of_today()
        return {key: doc for key, doc in docs.items() if doc["dealt"] and key not in removed}

    def _docs_of_today(self) -> dict[int, Doc]:
        for number, opened in self._open.items():
            kept = self._docs.get(number)
            if kept is None or kept["size"] != opened.size or kept["lines"] != opened.revision:
                self._docs[number] = light_doc(opened)
        return self._docs

    def _whole_doc(self, opened: OpenSeries) -> Doc:
        doc = self._docs.get(opened.number)
        if doc and doc["size"] == opened.size and "evenings" in doc:
            return doc
        return whole_doc(opened)

    def _entries(self, *, removed: bool) -> tuple[Entry, ...]:
        marked = self._choices.removed
        docs = self._docs_of_today()
        wanted = sorted(key for key, doc in docs.items() if doc["dealt"])
        return tuple(
            self._entry(key, docs[key]) for key in reversed(wanted) if (key in marked) is removed
        )

    def _entry(self, number: int, doc: Doc) -> Entry:
        renamings = self._choices.renamings
        made = self._shown.get(number)
        if made and made[0] is doc and made[1] is renamings:
            return made[2]
        entry = entry_in(doc, self._names(number))
        self._shown[number] = doc, renamings, entry
        return entry

    def _names(self, number: int) -> Callable[[str], str]:
        renamings = self._choices.renamings
        return lambda name: shown(renamings, name, number)


def _journal(db: TinyDB) -> JournalStorage:
    return cast("JournalStorage", db.storage)


def _damage(number: int, lost: int, aside: str) -> Finding:
    return Finding(Problem.SERIES_DAMAGED, where(number), number, lost, aside=aside)
