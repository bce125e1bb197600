"""State of a folder for the next process, compared with home and the doctor."""

from __future__ import annotations

import hashlib
import io
import shutil
import tempfile
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from companion.cli import main
from companion.core.forecast import Entry, entry_of
from companion.core.log import Log
from companion.core.rules import Rules
from companion.desk.ports import Finding, Problem, StoreFailedError
from storage.doctor import NOTES, Visit
from storage.paths import BALLAST, glances
from storage.store import FolderStore
from tests.faults.process import FOLDER


@dataclass(frozen=True)
class Chosen:
    """Choices: usual rules, saved rules, and archived and deleted series."""

    usual: Rules | None
    saved: tuple[tuple[str, Rules], ...]
    archived: frozenset[int]
    removed: tuple[Entry, ...]


Picture = tuple[tuple[tuple[int, Log], ...], Chosen]
"""Every series with its number, and what was chosen."""
FOR_A_PERSON = frozenset({Problem.SERIES_MISPLACED, Problem.SERIES_UNREADABLE})
"""Problems that no repair can decide, such as which of two files is right."""
_RESERVE_BYTES = 2048


@dataclass(frozen=True)
class Found:
    """State for a new process: content, findings, unreadable series, and broken promises."""

    picture: Picture
    reported: frozenset[Problem]
    unread: tuple[int, ...] = ()
    broken: tuple[str, ...] = ()


def found(root: Path, *, doctor: bool = True) -> Found:
    """Return the state that the next start finds and repairs, after the doctor saw the folder and
    repaired a copy. The home list is checked before series are opened, except for series damaged
    from outside.

    :raises StoreFailedError: when the app does not start
    """
    home, broken = root / FOLDER, list[str]()
    IDS.begin(3000)
    visit = Visit(home)
    if doctor:
        list(visit.look())
    copy = copied(root, root.with_name("for the doctor")) if doctor and visit.wrong else None
    with closing(FolderStore(home)) as store:
        listed = store.entries()
        logs, unread = dict[int, Log](), list[int]()
        for number in glances(home):
            try:
                log = store.load(number).log
            except StoreFailedError:
                unread.append(number)
            else:
                logs |= {number: log} if log.series.rounds else {}
        hurt = {finding.series for finding in store.findings()}
        for entry in (entry_of(number, log.series) for number, log in logs.items()):
            if entry not in listed and entry.number not in hurt:
                broken.append(f"home does not list {entry} before it is opened")
            if entry not in store.entries():
                broken.append(f"home does not list {entry}")
        reported, people = _problems(store.findings()), chosen(store)
    picture = tuple(sorted(logs.items(), key=lambda one: one[0])), people
    seen = _problems(visit.found)
    if doctor and seen != reported:
        broken.append(f"the doctor says {_names(seen)}, the next start {_names(reported)}")
    if copy:
        broken += _repaired(copy, picture)
    return Found(picture, reported, tuple(unread), tuple(broken))


def chosen(store: FolderStore) -> Chosen:
    """Return the choices of a store."""
    now = store.choices
    return Chosen(now.usual, now.saved, now.archived, store.removed())


def _repaired(root: Path, picture: Picture) -> list[str]:
    """Return errors in a copy after `fantan doctor --repair`: lost series, wrong places, and
    remaining problems.
    """
    code, said = _doctor(root / FOLDER, "--repair")
    visit = Visit(root / FOLDER)
    list(visit.look())
    left = _problems(visit.found)
    if left - FOR_A_PERSON or bool(code) != bool(left):
        return [f"the doctor leaves {_names(left)}: {said}"]
    now = found(root, doctor=False)
    logs = [log for _, log in now.picture[0]]
    lost = [number for number, log in picture[0] if log not in logs]
    return [f"the doctor loses series {lost}: {said}"] if lost or now.reported != left else []


def _doctor(home: Path, *options: str) -> tuple[int, str]:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        return main(["doctor", *options, str(home)]), said.getvalue()


def _problems(findings: Iterable[Finding]) -> frozenset[Problem]:
    return frozenset(finding.problem for finding in findings) - NOTES


def _names(problems: frozenset[Problem]) -> str:
    return ", ".join(sorted(problem.name for problem in problems)) or "nothing"


def difference(seen: Picture, expected: Picture) -> str:
    """Return the differences from the expected state in words, "" without any."""
    if seen == expected:
        return ""
    logs, other = dict(seen[0]), dict(expected[0])
    for number in sorted(logs.keys() | other.keys()):
        one, two = logs.get(number), other.get(number)
        if one != two:
            return f"series {number} has {_steps(one)}, expected {_steps(two)}"
    return f"chosen is {seen[1]}, expected {expected[1]}"


def _steps(log: Log | None) -> str:
    return f"{len(log.steps)} steps up to {log.steps[-1]}" if log else "no file"


@dataclass
class Tally:
    """Numbers of attempts, losses and reports, with the losses in words."""

    tries: int = 0
    reported: int = 0
    broken: list[str] = field(default_factory=list[str])

    def add(self, problem: str = "", *, reported: bool = False) -> None:
        """Count an attempt with the errors."""
        self.tries += 1
        self.reported += reported
        if problem:
            self.broken.append(problem)

    def take(self, other: Tally) -> None:
        """Add another tally."""
        self.tries += other.tries
        self.reported += other.reported
        self.broken += other.broken


def digest(root: Path) -> bytes:
    """Return a value that depends on the content of a folder."""
    content = hashlib.blake2b()
    for path in sorted(root.rglob("*")):
        content.update(f"{path.relative_to(root)}\n".encode())
        if path.is_file() and path.name != BALLAST:
            content.update(hashlib.blake2b(path.read_bytes()).digest())
    return content.digest()


def copied(source: Path, target: Path) -> Path:
    """Copy a folder."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)
    return target


class Ids:
    """Ids of new files, the same for the same acts, so that equal folders look equal."""

    def __init__(self) -> None:
        self._last = 0

    def begin(self, first: int) -> None:
        """Continue from a number."""
        self._last = first

    def __call__(self, _bytes: int) -> str:
        """Return the next id."""
        self._last += 1
        return f"{self._last:016x}"


IDS = Ids()


@contextmanager
def scratch() -> Generator[Path]:
    """Provide a folder, in memory if possible, with a small reserve for speed."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own inside
    root = tempfile.mkdtemp(dir=memory if memory.is_dir() else None)
    try:
        reserve = patch("storage.paths.BALLAST_BYTES", _RESERVE_BYTES)
        with reserve, patch("storage.lines.secrets.token_hex", IDS):
            yield Path(root)
    finally:
        shutil.rmtree(root)
