"""Ports of the desk: the store, the date, and the runner of blocking work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Protocol, TypeVar

from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.presets import SavedRules
from companion.core.rules import Rules
from companion.core.statistics import Summary

Clock = Callable[[], date]
_Done = TypeVar("_Done")


class Runner(Protocol):
    """Where blocking work runs, one piece after the other: a thread beside the event loop, or at
    once where there are no threads.
    """

    def __call__(self, work: Callable[[], _Done], /) -> Awaitable[_Done]:
        """The outcome of the work."""
        ...


class Trouble(Enum):
    """What a person can do something about when a store fails."""

    FULL = "no space left"
    FORBIDDEN = "no permission"
    GONE = "file or folder is missing"
    BROKEN = "the medium reports an error"
    NEWER = "written by a newer version"
    UNCLEAR = "not everything in it is understood"
    REMOVED = "this series was deleted"
    IN_USE = "in use by another process"
    UNLOCKABLE = "files cannot be locked there"
    OTHER = "the data cannot be used"


class Problem(Enum):
    """What can be wrong with what is stored; each value says it in English, for the doctor."""

    CHOICES_RESTORED = "the file of choices is {detail}; its copy is used"
    CHOICES_LOST = "the file of choices is {detail}: rules, archived and deleted marks are lost"
    CHOICES_UNREADABLE = "the file of choices cannot be read ({detail}); nothing can be chosen"
    CHOICES_NEWER = "the file of choices was written by a newer version: it is only read"
    CATALOGUE_NEWER = "the list of series was written by a newer version: it is only read"
    ENTRY_WRONG = "what is listed of series {series} is not what its file says; it can be renewed"
    ENTRY_BEHIND = "the list is behind series {series}; the next start renews it"
    SERIES_MISSING = "series {series} is listed, and its file is gone"
    SERIES_UNREADABLE = "series {series} cannot be read: {detail}"
    SERIES_NEWER = "series {series} was written by a newer version: it is only read"
    SERIES_UNCLEAR = "a step in series {series} is of a kind that this version does not know"
    SERIES_MISPLACED = "this file is series {count}, in the place of series {series}"
    SERIES_COPIED = "this file is a copy of series {count}, in the place of series {series}"
    SERIES_OLDER = "series {series} is an older copy: {count:step is|steps are} missing at its end"
    SERIES_REPLACED = "another program replaced the file of series {series} while it was open"
    SERIES_READ_ONLY = "series {series} can be read, but not written to: {detail}"
    HEAD_DAMAGED = "the name and the date of series {series} are lost"
    ROUND_DAMAGED = (
        "round {round} of series {series} is damaged: "
        "{count:entry of it is|entries of it are} intact"
    )
    STEPS_LOST = (
        "series {series} misses {count:line that belongs|lines that belong} to no round for sure"
    )
    NOTHING_LOST = "lines of series {series} are damaged; nothing that stands in it is lost"
    STEP_REFUSED = "a step in round {round} of series {series} cannot be: {detail}"
    UNFINISHED = (
        "ends in an unfinished write of {count:byte|bytes}; nothing that was shown is in it"
    )
    LEFT_OVER = "left over from a write that was cut off"
    KEPT_ASIDE = "a damaged file that was kept"
    SERIES_REMOVED = "series {series} was deleted; it can be put back on the home screen"
    STRANGE = "none of the companion's files; it is left alone"
    MEMORY_UNREADABLE = "what the browser kept is damaged and cannot be read; it is kept aside"
    MEMORY_DAMAGED = "what the browser kept was changed from outside: {count} changes are lost"
    RESERVE_FREED = "the disk is full, and what was kept in reserve for that is in use"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about one file of the store: the file's path in the data folder, the series and the
    round it is about, counted from 1, if any; how many (see the problem's words); whether the
    round was called off for it; and where the file as it was is kept, once it was repaired.
    """

    problem: Problem
    where: str = ""
    series: int | None = None
    round: int | None = None
    count: int = 0
    detail: str = ""
    called_off: bool = False
    aside: Path | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """A series as it was saved, as far as it can be read. `revision` counts all that was ever
    written to it after its head, and grows by one with each `save`; `sealed` says why it can be
    looked at and not changed.
    """

    log: Log
    revision: int
    sealed: Trouble | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What people chose for no single series: the house rules that a new one begins with, None
    until somebody chose any; those that were saved under a name; and the numbers of the series that
    were archived, and of those that were deleted, for good or not. `renaming` has the former and
    the new name of a player while names are changed, so that a change that was cut off is finished.
    """

    usual: Rules | None = None
    saved: SavedRules = ()
    archived: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    renaming: tuple[str, ...] = ()


SummaryAt = tuple[int, Summary]
"""A revision of a series, and what each player had done in it by then."""


class StoreFailedError(Exception):
    """A store could not do what was asked, and changed nothing."""

    trouble = Trouble.OTHER


class SealedError(StoreFailedError):
    """The series can be looked at, not changed; `trouble` says why."""

    def __init__(self, number: int, trouble: Trouble) -> None:
        super().__init__(f"series {number} can be looked at, not changed: {trouble.value}")
        self.trouble = trouble


class RemovedError(StoreFailedError):
    """The series was deleted."""

    trouble = Trouble.REMOVED

    def __init__(self, number: int) -> None:
        super().__init__(f"series {number}: {self.trouble.value}")


class Store(Protocol):
    """Keeps logs step by step. Whatever a method did is on the medium when it returns.

    Every method raises `StoreFailedError` when it could not be done; then it changed nothing.
    """

    def entries(self) -> tuple[Entry, ...]:
        """All series in short that were not deleted, the newest first, as they themselves say."""
        ...

    def findings(self) -> tuple[Finding, ...]:
        """What was found wrong so far, in the order it was met."""
        ...

    def load(self, number: int) -> Stored:
        """The series of that number, as far as it can be read."""
        ...

    def look_at(self, number: int) -> Stored:
        """The same, to be read once: the series is not kept open."""
        ...

    def ids(self) -> Mapping[int, str]:
        """The id of each series, by its number; on other devices it is the same."""
        ...

    def create(self, log: Log, known_as: str = "") -> int:
        """A new series with all steps of the log, of which the first is a deal; gives its number.
        It is there whole or not at all, and its revision is how many steps it has. It has the id
        that it is `known_as`, unless another one here has that.
        """
        ...

    def save(self, number: int, log: Log) -> None:
        """Saves a series that was created or loaded, and has one step more since, or the last one
        less.

        :raises ValueError: when it is another log
        """
        ...

    @property
    def choices(self) -> Choices:
        """What people chose for no single series."""
        ...

    def choose(self, choices: Choices) -> None:
        """Keeps these choices. Whatever is asked of a series that they remove raises a
        `RemovedError`; it stays as it is, and nobody else gets its number.
        """
        ...

    def removed(self) -> tuple[Entry, ...]:
        """The series that were deleted and can be put back, the newest first."""
        ...

    def forget(self, number: int) -> None:
        """Takes away for good what a deleted series has."""
        ...

    def summaries(self) -> Mapping[int, Summary]:
        """The statistics that were kept, by number, of the series that have not changed since: a
        cache, so that these need not be read again.
        """
        ...

    def keep_summaries(self, summaries: Mapping[int, SummaryAt]) -> None:
        """Keeps these too, if that is possible; nothing depends on it."""
        ...

    def release(self, number: int) -> None:
        """Lets go of a series that nobody looks at; it is read again when it is asked for."""
        ...

    def close(self) -> None:
        """Lets go of all files."""
        ...


class OneThread:
    """One thread for all blocking work, which so keeps its order and leaves the event loop free."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def __call__(self, work: Callable[[], _Done]) -> _Done:
        """The outcome of the work. It is done to its end even if nobody waits for it any more."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def finish(self, work: Callable[[], _Done]) -> _Done:
        """The outcome of the last work, behind all that was asked for before; blocks until then."""
        done = self._pool.submit(work).result()
        self._pool.shutdown()
        return done


async def at_once(work: Callable[[], _Done]) -> _Done:
    """A runner where there are no threads: the work is done before anything else."""
    return work()
