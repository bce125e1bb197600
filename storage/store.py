"""Store of the app: one TinyDB for each series, one for the choices, and one for the totals.

A series has the table `head` with the head of its score sheet, the table `series` with steps for
the whole series, and a table such as `round 3` with the steps of each round. A document is
`{"says": WORDS}`; its id gives the order of all steps. A step that is taken back is removed.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from tinydb import TinyDB
from tinydb import where as field_of
from tinydb.table import Document

from companion.core.documents import UnknownKindError, rules_in
from companion.core.forecast import Entry, entry_of
from companion.core.kinship import first_of
from companion.core.log import Log
from companion.core.names import Colours
from companion.core.objections import FanTanError
from companion.core.people import Renaming, shown, with_names
from companion.core.presets import describe
from companion.core.sheet import loads
from companion.core.sheet.writer import head_words
from companion.core.statistics import Duel, Record, Sitting, Streak, Tally, sittings
from companion.core.step_words import place_of, read_steps, write_steps
from companion.desk import ports
from companion.desk.ports import Choices, Finding, Membership, Problem, Stored, Trouble
from storage import files, former
from storage.files import (
    DamagedFileError,
    NewerSchemaError,
    StorageError,
    WriteFailedError,
    writing,
)
from storage.journal import JournalStorage, WholeStorage, new_id, scan
from storage.paths import (
    CATALOGUE,
    CHOICES,
    OLD,
    SERIES,
    StoreLock,
    free_ballast,
    keep_aside,
    lay_ballast,
    numbers,
    sizes,
    where,
)

VERSION: Final = 5
"""Version of the totals, raised with every change in the statistics."""
_HEAD, _SERIES, _ROUND = "head", "series", "round "
_UNFIT = (ValueError, KeyError, TypeError, AttributeError, FanTanError)
"""Errors of documents that do not fit."""
_Done = TypeVar("_Done")


def _table_of(number: int) -> str:
    return f"{_ROUND}{number}" if number else _SERIES


def tables_of(log: Log) -> list[dict[str, Any]]:
    """Return the changes that make a new file of a log: the head, then a line a round."""
    changes: list[dict[str, Any]] = [{_HEAD: {"1": {"says": head_words(log.head)}}}]
    for place, (number, words) in enumerate(write_steps(log.steps), 2):
        name = _table_of(number)
        if name not in changes[-1]:
            changes.append({name: {}})
        changes[-1][name][str(place)] = {"says": words}
    first = changes[1] if len(changes) > 1 else {}
    return [changes[0] | first, *changes[2:]]  # a file without a deal is no series


@dataclass
class OpenSeries:
    """Open series; `log` is the saved log, `sealed` the reason why the series is read-only."""

    number: int
    db: TinyDB | None
    log: Log
    revision: int
    id: str = ""
    sealed: Trouble | None = None
    back: Mapping[str, str] = field(default_factory=dict[str, str])
    """Name in the file, by a name that shows otherwise."""

    @property
    def stored(self) -> Stored:
        """Series in the form of the port."""
        return Stored(self.log, self.revision, self.sealed)

    @property
    def size(self) -> int:
        """Number of bytes of the file."""
        return -1 if self.db is None else self.journal.length

    @property
    def journal(self) -> JournalStorage:
        """Storage of the file."""
        assert self.db is not None  # an empty TinyDB is false
        return cast("JournalStorage", self.db.storage)

    def save(self, log: Log) -> None:
        """Save a log with one step more or one step less than the saved log."""
        if self.sealed or self.db is None:
            raise ports.SealedError(self.number, self.sealed or Trouble.OTHER)
        grows = len(log.steps) > len(self.log.steps)
        longer, shorter = (log, self.log) if grows else (self.log, log)
        *before, step = longer.steps[-2:]
        follows = len(longer.steps) == len(shorter.steps) + 1 and before == [*shorter.steps[-1:]]
        if not follows or log.head != self.log.head:
            raise ValueError(f"series {self.number}: this log does not follow the stored one")
        number, players = place_of(longer)
        table = self.db.table(_table_of(number))
        if grows:
            doc = {"says": step.words(players)}
            table.insert(Document(doc, doc_id=self.journal.changes + 1))
        else:
            table.remove(doc_ids=[max(doc.doc_id for doc in table)])
        self.log, self.revision = log, self.journal.changes - 1

    def close(self) -> None:
        """Close the file."""
        if self.db is not None:
            self.db.close()


def _log_of(
    number: int, tables: Mapping[str, Any], choices: Choices, *, local: bool
) -> tuple[Log, dict[str, str]]:
    """Return the log in the tables of a series, and the names in the file by the shown names.

    :raises ValueError: when a document does not fit
    """
    said = sorted(
        (int(key), int(name.removeprefix(_ROUND)) if name != _SERIES else 0, doc["says"])
        for name, docs in tables.items()
        if name != _HEAD
        for key, doc in docs.items()
    )
    head = loads(tables[_HEAD]["1"]["says"]).head
    steps = read_steps([(round_, words) for _, round_, words in said])
    renamings = choices.renamings if local else ()
    back: dict[str, str] = {}
    return Log.of(*with_names(renamings, number, head, steps, back)), back


class FolderStore:
    """Implementation of `companion.desk.ports.Store` in a data folder.

    :raises StorageError: when a method fails, without any change
    """

    def __init__(self, root: Path, *, read_only: bool = False) -> None:
        """Create and lock the folder, and compare the totals with the files."""
        self.root, self._read_only, self._lock = root, read_only, StoreLock(root)
        self._findings: dict[Finding, None] = {}
        self._open: dict[int, OpenSeries] = {}
        self._sittings: dict[int, tuple[Any, tuple[Sitting, ...]]] = {}
        self._shown: tuple[Any, dict[int, Entry]] = None, {}
        if not read_only:
            with writing(root):
                files.make_folder(root)
                files.make_folder(root / SERIES)
            self._lock.acquire()
        try:
            if not read_only:
                lay_ballast(root)
                self._take_over()
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
        """Return all findings so far, in order."""
        return tuple(self._findings)

    def ids(self) -> Mapping[int, str]:
        """Return the id of each series, which is the same on other devices, by number."""
        removed = self.choices.removed
        return {k: doc["id"] for k, doc in self._listed().items() if k not in removed}

    def firsts(self) -> Mapping[int, str]:
        """Return the first deal and cards of each series, by number."""
        removed = self.choices.removed
        return {k: doc["first"] for k, doc in self._listed().items() if k not in removed}

    def summaries(self) -> Mapping[int, tuple[Sitting, ...]]:
        """Return the valid summaries of series, by number."""
        found: dict[int, tuple[Sitting, ...]] = {}
        for number, doc in self._listed().items():
            kept, key = self._sittings.get(number), self._key(doc)
            if (kept is None or kept[0] != key) and doc["evenings"] is not None:
                names = self._names(number)
                kept = self._sittings[number] = (
                    key,
                    tuple(_sitting(evening, names) for evening in doc["evenings"]),
                )
            if kept and kept[0] == key:
                found[number] = kept[1]
        return found

    def _key(self, doc: Mapping[str, Any]) -> tuple[Any, ...]:
        return doc["lines"], self._choices.renamings

    def keep_summaries(self, summaries: Mapping[int, ports.SummaryAt]) -> None:
        """Keep summaries of open series until they are closed."""
        listed = self._listed()
        for number, (revision, found) in summaries.items():
            if number in listed and listed[number]["lines"] == revision:
                self._sittings[number] = self._key(listed[number]), found

    # a series

    def load(self, number: int) -> Stored:
        """Open a series, and return the readable part."""
        if number in self._open and self._open[number].sealed:
            self._open.pop(number).close()
        series = self._open[number] = self._at_hand(number)
        return series.stored

    def look_at(self, number: int) -> Stored:
        """Read a series without keeping the file open."""
        series = self._at_hand(number)
        if series is not self._open.get(number):
            series.close()
        return series.stored

    def create(self, log: Log, known_as: str = "") -> int:
        """Create a series with all steps of a log in one step, and return its number."""
        listed = self._totals.keys() | self._open.keys() | self._choices.removed
        number = max({0, *listed, *self._choices.archived, *numbers(self.root).values()}) + 1
        taken = {doc["id"] for doc in self._listed().values()}
        header = {"id": new_id() if known_as in taken else known_as or new_id(), "number": number}

        def put() -> TinyDB:
            db = TinyDB(self.root / where(number), storage=JournalStorage, header=header)
            cast("JournalStorage", db.storage).extend(tables_of(log))
            return db

        db = self._change(put)
        revision = cast("JournalStorage", db.storage).changes - 1
        self._open[number] = OpenSeries(number, db, log, revision, header["id"])
        return number

    def save(self, number: int, log: Log) -> None:
        """Save a log with one step more or one step less than the saved log."""
        series = self._open.get(number) or self._at_hand(number)
        self._open[number] = series
        self._change(lambda: series.save(log))

    def release(self, number: int) -> None:
        """Close a series, and keep its totals."""
        if series := self._open.pop(number, None):
            self._totals[number] = self._as_now(series)
            series.close()

    def forget(self, number: int) -> None:
        """Remove the file of a deleted series for good; the choices keep the number."""
        if number in self._choices.removed:
            self.release(number)

            def gone() -> None:
                with writing(self.root / where(number)):
                    files.remove(self.root / where(number))
                    files.sync_folder(self.root / SERIES)

            self._change(gone)
            self._totals.pop(number, None)

    def close(self) -> None:
        """Close all files, after an update of the totals."""
        for number in tuple(self._open):
            self.release(number)
        self._keep_totals()
        self._lock.close()

    def repair(self) -> None:
        """Read all series again."""
        for number in sizes(self.root):
            self._renew(number)

    # the choices

    @property
    def choices(self) -> Choices:
        """Choices of the players."""
        return self._choices

    def choose(self, choices: Choices) -> None:
        """Save the choices."""
        if choices != self._choices:
            self._change(lambda: self._db.table("choices").upsert(Document(_chosen(choices), 1)))
            before, self._choices = self._choices, choices
            if choices.renamings != before.renamings:
                for number, series in self._open.items():
                    if series.db is not None and number not in self._members:
                        tables = dict(series.journal.read() or {})
                        series.log, series.back = _log_of(number, tables, choices, local=True)

    def keep_colours(self, colours: Colours) -> None:
        """Save the colours of all players if possible."""
        if not self._read_only:
            with contextlib.suppress(StorageError):
                self.choose(replace(self._choices, colours=colours))

    def memberships(self) -> Mapping[int, Membership]:
        """Return the memberships at shared tables by number of series."""
        return self._members

    def keep_membership(self, number: int, membership: Membership | None) -> None:
        """Save the membership of a series, or forget it."""
        if membership == self._members.get(number):
            return
        table = self._db.table("members")
        if membership is None:
            self._change(lambda: table.remove(doc_ids=[number]))
        else:
            doc = Document(asdict(membership), number)
            self._change(lambda: table.upsert(doc))
        self._members = _members_in(self._db)

    # inside

    def _change(self, act: Callable[[], _Done]) -> _Done:
        """Run a change under the lock; on a full disk free the reserve and run it again."""
        if self._read_only:
            raise files.StoreLockedError(f"{self.root}: {Trouble.IN_USE.value}")
        self._lock.check()
        try:
            return act()
        except WriteFailedError as failed:
            if failed.trouble is not Trouble.FULL or not free_ballast(self.root):
                raise
        self._report(Finding(Problem.RESERVE_FREED))
        return act()

    def _report(self, *findings: Finding) -> None:
        self._findings |= dict.fromkeys(findings)

    def _take_over(self) -> None:
        """Write the files of the former format anew, each once; the old ones are kept aside."""
        for number in sizes(self.root):
            path = self.root / where(number)
            content = files.try_to_read(path)[0] or b""
            if former.is_former(content):
                with contextlib.suppress(*_UNFIT):
                    known, log = former.log_of(content)
                    with writing(path):
                        files.put(path.with_suffix(OLD), content)
                        files.remove(path)
                    header = {"id": known, "number": number}
                    with TinyDB(path, storage=JournalStorage, header=header) as db:
                        cast("JournalStorage", db.storage).extend(tables_of(log))
        if files.exists(self.root / "choices") and not files.exists(self.root / CHOICES):
            with (
                contextlib.suppress(ValueError),
                TinyDB(self.root / CHOICES, storage=WholeStorage) as db,
            ):
                chosen, members = former.choices_of(self.root)
                db.table("choices").insert(Document(chosen, 1))
                for number, doc in members.get("tables", {}).items():
                    db.table("members").insert(Document(doc, int(number)))

    def _survey(self) -> None:
        """Read the choices and the totals, and the series whose size differs from the totals."""
        self._report(*(files.mirror.findings if files.mirror else ()))
        self._db = TinyDB(self.root / CHOICES, storage=WholeStorage)
        if cast("WholeStorage", self._db.storage).damaged:
            self._report(Finding(Problem.CHOICES_LOST, CHOICES, detail="damaged"))
        self._choices, self._members = _choices_in(self._db), _members_in(self._db)
        self._list = TinyDB(self.root / CATALOGUE, storage=WholeStorage)
        listed = {doc.doc_id: dict(doc) for doc in self._list.table("series")}
        self._totals, found = dict[int, dict[str, Any]](), sizes(self.root)
        for number, size in found.items():
            doc = listed.get(number)
            if doc and doc["size"] == size and doc["version"] == VERSION:
                self._totals[number] = doc
            else:
                self._renew(number)
                if doc and size < doc["size"]:
                    lost = doc["lines"] - self._totals.get(number, doc)["lines"]
                    place = where(number)
                    self._report(Finding(Problem.SERIES_OLDER, place, number, count=lost))
        for number in sorted(listed.keys() - found - self._choices.removed):
            self._report(Finding(Problem.SERIES_MISSING, where(number), number))
        self._before = listed
        self._keep_totals()

    def _keep_totals(self) -> None:
        """Write the totals if possible; they are a cache."""
        if not self._read_only and not self._lock.lost and self._totals != self._before:
            docs = [Document(doc, number) for number, doc in self._totals.items()]
            with contextlib.suppress(StorageError):
                self._list.storage.write({"series": {str(doc.doc_id): doc for doc in docs}})
                self._before = dict(self._totals)

    def _renew(self, number: int) -> None:
        with contextlib.suppress(StorageError):
            series = self._read(number)
            self._totals[number] = self._as_now(series)
            series.close()

    def _at_hand(self, number: int) -> OpenSeries:
        if number in self._choices.removed:
            self.release(number)
            raise ports.RemovedError(number)
        return self._open.get(number) or self._read(number)

    def _read(self, number: int) -> OpenSeries:
        """Read a series; a damaged file is kept aside, and ends before the first bad line."""
        path, place, sealed = self.root / where(number), where(number), None
        local = number not in self._members
        with files.reading(path):
            content = files.read(path)
        found = scan(content)
        if found.header is None:
            self._report(Finding(Problem.SERIES_UNREADABLE, place, number, detail="damaged"))
            raise DamagedFileError(f"{path}: damaged")
        if found.header.get("number") != number:
            of = found.header.get("number")
            self._report(
                Finding(Problem.SERIES_MISPLACED, place, number, count=of, detail=where(of))
            )
            raise DamagedFileError(f"{path}: the file of another series")
        if found.lost:
            aside = None
            if not self._read_only:
                with writing(path):
                    aside = keep_aside(path, content)
                    content = content[: found.end]
                    files.put(path, content)
            self._report(Finding(Problem.STEPS_LOST, place, number, count=found.lost, aside=aside))
        if self._read_only:
            journal, sealed = _Frozen(found.changes), Trouble.IN_USE
            return self._opened(number, None, journal, found.header["id"], sealed, local)
        try:
            db = TinyDB(path, storage=JournalStorage)
        except NewerSchemaError:
            self._report(Finding(Problem.SERIES_NEWER, place, number))
            sealed = Trouble.NEWER
            return self._opened(number, None, _Frozen(found.changes), "", sealed, local)
        except WriteFailedError as failed:
            sealed = failed.trouble
            self._report(Finding(Problem.SERIES_READ_ONLY, place, number, detail=failed.reason))
            return self._opened(number, None, _Frozen(found.changes), "", sealed, local)
        return self._opened(number, db, db.storage, found.header["id"], None, local)

    def _opened(
        self,
        number: int,
        db: Any,
        journal: Any,
        known: str,
        sealed: Any,
        local: bool,  # noqa: FBT001
    ) -> OpenSeries:
        tables, back = dict(journal.read() or {}), dict[str, str]()
        try:
            log, back = _log_of(number, tables, self._choices, local=local)
        except UnknownKindError as unknown:
            finding = Finding(Problem.SERIES_UNCLEAR, where(number), number, detail=str(unknown))
            log, sealed = self._before_bad(number, tables, local), Trouble.UNCLEAR
            self._report(finding)
        except _UNFIT as fault:
            finding = Finding(
                Problem.STEP_REFUSED, where(number), number, detail=str(fault), round=0
            )
            log, sealed = self._before_bad(number, tables, local), Trouble.OTHER
            self._report(finding)
        return OpenSeries(number, db, log, journal.changes - 1, known, sealed, back)

    def _before_bad(self, number: int, tables: Mapping[str, Any], local: bool) -> Log:  # noqa: FBT001
        """Return the longest readable beginning of a series, by bisection."""
        ids = sorted(int(key) for name, docs in tables.items() if name != _HEAD for key in docs)
        least, most, log = 0, len(ids), Log.begin(loads("fantan 1").head)
        while least < most:
            middle = (least + most + 1) // 2
            part = {
                name: {key: doc for key, doc in docs.items() if int(key) <= ids[middle - 1]}
                for name, docs in tables.items()
            }
            try:
                log, least = _log_of(number, part, self._choices, local=local)[0], middle
            except _UNFIT:
                most = middle - 1
        return log

    def _listed(self) -> dict[int, dict[str, Any]]:
        """Return the current totals of each series."""
        for number, series in self._open.items():
            kept = self._totals.get(number)
            if kept is None or kept["size"] != series.size or kept["lines"] != series.revision:
                self._totals[number] = self._as_now(series, whole=False)
        return {k: doc for k, doc in self._totals.items() if doc["dealt"]}

    def _entries(self, *, removed: bool) -> tuple[Entry, ...]:
        listed, marked = self._listed(), self._choices.removed
        wanted = (number for number in listed if (number in marked) is removed)
        return tuple(self._entry(k, listed[k]) for k in sorted(wanted, reverse=True))

    def _entry(self, number: int, doc: dict[str, Any]) -> Entry:
        kept, made = self._shown
        if kept is not self._choices.renamings:
            made = {}
            self._shown = self._choices.renamings, made
        entry, of = made.get(number, (None, None))
        if of is not doc:
            names = self._names(number)
            fields = {name: doc[name] for name in Entry.__match_args__}
            for name in ("players", "leaders", "left"):
                fields[name] = tuple(map(names, fields[name]))
            entry = Entry(**fields)
            made[number] = entry, doc
        return entry

    def _names(self, number: int) -> Callable[[str], str]:
        renamings = () if number in self._members else self._choices.renamings
        return lambda name: shown(renamings, name, number)

    def _as_now(self, series: OpenSeries, *, whole: bool = True) -> dict[str, Any]:
        """Return the totals of a series, with the names as the file has them.

        Only `whole` totals have the statistics, which cost time in proportion to the rounds.
        """
        log, number = series.log, series.number
        rest = {"size": series.size, "lines": series.revision, "id": series.id, "version": VERSION}
        if not log.series.rounds:
            return {"number": number, "dealt": 0, **rest}
        back = lambda name: series.back.get(name, name)  # noqa: E731 - prototype
        entry = asdict(entry_of(number, log.series))
        for name in ("players", "leaders", "left"):
            entry[name] = [back(each) for each in entry[name]]
        closed = log.series.closed
        totals = {
            back(log.series.name_of(handle)): [closed.chips[handle], closed.points[handle]]
            for handle in closed.chips
        }
        doc = {**entry, **rest, "totals": totals, "evenings": None}
        doc["first"] = first_of(log.series)
        if whole:
            known = self._sittings.get(number)
            fresh = known[1] if known and known[0] == self._key(doc) else sittings(log.series)
            doc["evenings"] = [_evening(one, back) for one in fresh]
        return doc

    def with_player(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the series of a player, by a query of the totals."""
        names = {name, *(one.old for one in self._choices.renamings)}
        found = self._list.table("series").search(field_of("players").any(list(names)))
        return tuple(d.doc_id for d in found if name in map(self._names(d.doc_id), d["players"]))


class _Frozen:
    """Tables of a journal that is only read."""

    def __init__(self, changes: Iterable[Any]) -> None:
        self._tables: dict[str, dict[str, Any]] = {}
        self.changes = 0
        for change in changes:
            for name, docs in change.items():
                table = self._tables.setdefault(name, {})
                table.update(docs)
                self._tables[name] = {key: doc for key, doc in table.items() if doc is not None}
                self.changes += len(docs)

    def read(self) -> Any:
        """Return all tables."""
        return self._tables


def _evening(one: Sitting, back: Callable[[str], str]) -> list[Any]:
    records = {
        back(name): [tally, streak, {back(other): duel for other, duel in duels.items()}]
        for name, (tally, streak, duels) in one.summary.items()
    }
    return [one.date, records]


def _sitting(content: Any, names: Callable[[str], str]) -> Sitting:
    date, records = content
    return Sitting(
        date,
        {
            names(name): Record(
                Tally(*tally), Streak(*streak), {names(n): Duel(*d) for n, d in duels.items()}
            )
            for name, (tally, streak, duels) in records.items()
        },
    )


def _chosen(choices: Choices) -> dict[str, Any]:
    return {
        "usual": choices.usual and describe(choices.usual),
        "saved": {name: describe(rules) for name, rules in choices.saved},
        "archived": sorted(choices.archived),
        "removed": sorted(choices.removed),
        "renamings": choices.renamings,
        "colours": dict(choices.colours),
    }


def _choices_in(db: TinyDB) -> Choices:
    """Return the choices; rules of a newer version are left out."""
    doc = cast("Any", db.table("choices").get(doc_id=1))
    if not doc:
        return Choices()
    saved: list[Any] = []
    for name, words in (*doc["saved"].items(), ("", doc["usual"])):
        with contextlib.suppress(ValueError):
            saved.append((name, rules_in(words) if words else None))
    return Choices(
        dict(saved).get(""),
        tuple((name, rules) for name, rules in saved if name),
        frozenset(doc["archived"]),
        frozenset(doc["removed"]),
        tuple(Renaming(*one) for one in doc["renamings"]),
        doc["colours"],
    )


def _members_in(db: TinyDB) -> dict[int, Membership]:
    return {
        doc.doc_id: Membership(
            **{**doc, "tail": tuple(doc["tail"]), "refused": tuple(doc["refused"])}
        )
        for doc in db.table("members")
    }
