"""Ports of the desk and of the room: the store, the lines of shared tables, the date, and the
runner of blocking work.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.core.entries import Entry
from companion.core.log import Log
from companion.core.names import Colours
from companion.core.people import Renamings
from companion.core.rules import Rules
from companion.core.statistics import Sitting

HOST = 1
"""Member who opened a shared table."""
FORMAT = 1
"""Version of the frames of the room, and of the lines of a table."""
Clock = Callable[[], date]
_Done = TypeVar("_Done")


class Runner(Protocol):
    """Runner of blocking work in order, in a thread or, without threads, at once."""

    def __call__(self, work: Callable[[], _Done], /) -> Awaitable[_Done]:
        """Run the work, and return the result."""
        ...


class Trouble(Enum):
    """Reason for a failure of the store."""

    FULL = "no space left"
    FORBIDDEN = "no permission"
    GONE = "file or folder is missing"
    BROKEN = "the medium reports an error"
    UNHELD = "the browser has lost hold of the file"
    NEWER = "written by a newer version"
    UNCLEAR = "not everything in it is understood"
    REMOVED = "this series was deleted"
    IN_USE = "in use by another process"
    UNLOCKABLE = "files cannot be locked there"
    OTHER = "the data cannot be used"


class Problem(Enum):
    """Kind of finding about the store, with the English text of the doctor."""

    CHOICES_DAMAGED = "the file of what was chosen is damaged; its last copy is used"
    SERIES_CUT = "series {series} is shorter than it was: {count:step is|steps are} missing"
    SERIES_DAMAGED = "series {series} is damaged: {count:line is|lines are} lost at its end"
    SERIES_MISPLACED = (
        "this is the file of series {count}, so it is not opened: rename it to {detail}, "
        "or take it away if there is such a file"
    )
    SERIES_MISSING = "the file of series {series} is gone"
    SERIES_NEWER = "series {series} was written by a newer version: it is only read"
    SERIES_UNREADABLE = "series {series} cannot be read in full: {detail}"
    SERIES_CLOSED = "series {series} cannot be read: {detail}"
    SERIES_COPY = (
        "this looks like a copy of series {series} that a cloud folder made: it is not opened"
    )
    MEMORY_DAMAGED = "the files in the browser were altered from outside: {count} changes are lost"


LOSSES = frozenset(
    {
        Problem.CHOICES_DAMAGED,
        Problem.SERIES_CUT,
        Problem.SERIES_DAMAGED,
        Problem.SERIES_MISSING,
        Problem.MEMORY_DAMAGED,
    }
)
"""Problems that are found again until they are answered."""


@dataclass(frozen=True)
class Finding:
    """Finding about a file of the store.

    `where` is the path in the data folder. `series` is counted from 1, None if the finding is about
    none. `count` and `detail` complete the text of the problem. `aside` is the path of the damaged
    file that was kept, empty without one.
    """

    problem: Problem
    where: str = ""
    series: int | None = None
    count: int = 0
    detail: str = ""
    aside: str = ""


@dataclass(frozen=True)
class Stored:
    """Readable part of a stored series.

    `revision` is the number of lines after the head, and grows by one with each `save`; `sealed` is
    the reason why the series is read-only.
    """

    log: Log
    revision: int
    sealed: Trouble | None = None


@dataclass(frozen=True)
class Choices:
    """Choices that belong to no single series.

    `usual` are the rules of a new series, None before the first one. `removed` are the
    numbers of deleted series, and `renamings` the new names of people, the latest last. `colours`
    are those of all players so far, deleted series included.
    """

    usual: Rules | None = None
    removed: frozenset[int] = frozenset()
    renamings: Renamings = ()
    colours: Colours = field(default_factory=dict[str, int])


@dataclass(frozen=True)
class Membership:
    """Membership of this device at a shared table.

    `token` and `member` are empty while the room has not admitted this device. `seat` is the handle
    of the own seat. `tail` has the steps that are not shared yet, each as the JSON text of a
    document, `base_digest` the digest of the score sheet before them, and `sent` the number of
    first steps of the tail in each line that the room may have received, by the id of the line.
    `refused` are the steps of a former tail that others did not wait for, like those. Once this
    device has left the table, its series is a copy up to the turn `copied`, which was played on
    `alone` if the table could not go on with it.
    """

    table: str
    secret: str
    token: str = ""
    member: int = 0
    seat: str = ""
    tail: tuple[str, ...] = ()
    base_digest: str = ""
    sent: Mapping[str, int] = field(default_factory=dict[str, int])
    refused: tuple[str, ...] = ()
    copied: int | None = None
    alone: bool = False


class StoreFailedError(Exception):
    """A method of the store failed, without any change."""

    trouble = Trouble.OTHER


class SealedError(StoreFailedError):
    """The series is read-only because of `trouble`."""

    def __init__(self, number: int, trouble: Trouble) -> None:
        super().__init__(f"series {number} can be looked at, not changed: {trouble.value}")
        self.trouble = trouble


class RemovedError(StoreFailedError):
    """The series was deleted."""

    trouble = Trouble.REMOVED

    def __init__(self, number: int) -> None:
        super().__init__(f"series {number}: {self.trouble.value}")


class Store(Protocol):
    """Store of logs; changes are durable when a method returns.

    :raises StoreFailedError: when a method fails, without any change
    """

    def entries(self) -> tuple[Entry, ...]:
        """Return the facts about all series that are not deleted, the newest first."""
        ...

    def findings(self) -> tuple[Finding, ...]:
        """Return all findings so far, in order; losses are found until they are answered."""
        ...

    def answer(self) -> None:
        """Keep that somebody knows of all losses found so far."""
        ...

    def load(self, number: int) -> Stored:
        """Open a series, and return the readable part."""
        ...

    def look_at(self, number: int) -> Stored:
        """Read a series without keeping the file open."""
        ...

    def ids(self) -> Mapping[int, str]:
        """Return the id of each series, which is the same on other devices, by number."""
        ...

    def create(self, log: Log) -> int:
        """Create a series with all steps of a log, which begins with a deal, and return the number.

        The revision is the number of steps. The id is that of the log, or else a new one; beside a
        series that has it already, it is that of another copy of the evening.
        """
        ...

    def save(self, number: int, log: Log) -> None:
        """Save the log of an open series with one step more or one step less.

        :raises ValueError: when the log does not follow the saved log
        """
        ...

    @property
    def choices(self) -> Choices:
        """Choices that belong to no single series."""
        ...

    def choose(self, choices: Choices) -> None:
        """Save the choices.

        Deleted series keep their files and numbers; their use raises a `RemovedError`.
        """
        ...

    def keep_colours(self, colours: Colours) -> None:
        """Save the colours of all players if possible."""
        ...

    def memberships(self) -> Mapping[int, Membership]:
        """Return the memberships at shared tables by number of series."""
        ...

    def keep_membership(self, number: int, membership: Membership | None) -> None:
        """Save the membership of a series, or forget it."""
        ...

    def removed(self) -> tuple[Entry, ...]:
        """Return the facts about the deleted series that can be restored, the newest first."""
        ...

    def forget(self, number: int) -> None:
        """Remove the file of a deleted series for good."""
        ...

    def summaries(self) -> Mapping[int, tuple[Sitting, ...]]:
        """Return the summaries of all series that can be read, by number."""
        ...

    def reports(self) -> Mapping[int, Mapping[str, Any]]:
        """Return the facts about each series for programs, by number."""
        ...

    def renamings_of(self, number: int) -> Renamings:
        """Return the renamings that apply to the names in a series."""
        ...

    def release(self, number: int) -> None:
        """Close a series that is not in use."""
        ...

    def close(self) -> None:
        """Close all files."""
        ...


class Socket(Protocol):
    """Connection to the room, which connects again by itself."""

    def send(self, frame: str) -> bool:
        """Send a frame; return False while there is no connection."""
        ...

    def close(self) -> None:
        """Close the connection for good."""
        ...


class Room(Protocol):
    """Room beside the page, which puts the lines of shared tables in order.

    `address` is the address of the page, such as `https://host/`. `keeps` is false if this device
    keeps nothing, such as a guest in a private window.
    """

    @property
    def address(self) -> str:
        """Address of the page."""
        ...

    @property
    def keeps(self) -> bool:
        """True if this device keeps what it records."""
        ...

    @property
    def broken(self) -> str:
        """Name of the table that could not be opened at the last start, or nothing."""
        ...

    def mend(self) -> None:
        """Let the table be opened again that could not be."""
        ...

    def connect(
        self, greet: Callable[[], str], hear: Callable[[str], None], lost: Callable[[], None]
    ) -> Socket:
        """Connect, and again after each loss, until the socket is closed.

        On each connection the frame of `greet` is sent, `hear` is called with each frame, and
        `lost` at the end; all of them on the event loop.
        """
        ...


class LinesFailedError(Exception):
    """The engine of the lines failed.

    The line of a failed `append` may be there or not: look for the line before another try.
    """


class Stream(NamedTuple):
    """A stream of lines: its name, how many it has, and the times of the first and the last one.

    Times are in seconds since 1970.
    """

    name: str
    lines: int
    first: float
    last: float


class Lines(Protocol):
    """Ordered lines of many streams.

    A line is opaque bytes, at most 64 KiB long; places count from 1 without gaps. The name of a
    stream matches `[a-z0-9.-]{1,80}`.

    :raises LinesFailedError: when the engine fails
    """

    async def open(self) -> None:
        """Open the engine; call this method before any other."""
        ...

    async def append(self, stream: str, place: int, line: bytes) -> bool:
        """Append a line durably if `place` is the next place, and return whether it was.

        Of several calls for the same place exactly one returns True.
        """
        ...

    async def count(self, stream: str) -> int:
        """Return the number of lines, 0 for a stream that does not exist."""
        ...

    def follow(self, stream: str, after: int) -> AsyncIterator[tuple[int, bytes]]:
        """Yield each line after a place in order, first the present ones, then each new one."""
        ...

    async def streams(self) -> list[Stream]:
        """Return all streams, by name."""
        ...

    async def delete(self, stream: str) -> None:
        """Delete a stream with all its lines; followers wait for a first line again."""
        ...

    async def tell(self, text: str) -> None:
        """Tell the other rooms on these lines something that nobody keeps, at most 4 KB."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard` on the event loop with what rooms tell, also this one."""
        ...

    async def close(self) -> None:
        """Close the engine, which ends all followers."""
        ...


class OneThread:
    """Runner in a single thread beside the event loop."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def __call__(self, work: Callable[[], _Done]) -> _Done:
        """Run the work to the end, even if the caller is cancelled, and return the result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def finish(self, work: Callable[[], _Done]) -> _Done:
        """Run the last work after all earlier work, blocking, and end the thread."""
        done = self._pool.submit(work).result()
        self._pool.shutdown()
        return done


async def at_once(work: Callable[[], _Done]) -> _Done:
    """Run the work immediately, where there are no threads."""
    return work()
