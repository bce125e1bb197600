# ruff: noqa: D102 - the methods are the system's calls, made as the store makes them
"""Disk that records the file calls of the store, and lays out the states after a power cut.

Only synced content is certain. Any other part may have arrived in any order: single sectors of a
write, a longer size without the bytes, a name without the earlier names.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from tests.faults.faulty_os import SYSTEM

SECTOR_BYTES = 512

Part = Callable[[bytearray], None]


@dataclass
class File:
    """Certain bytes and pending parts of a file."""

    content: bytearray = field(default_factory=bytearray)
    pending: list[Part] = field(default_factory=list[Part])

    def write(self, content: bytes, offset: int) -> None:
        end = offset + len(content)
        self.pending.append(partial(_grow, end))
        start = offset
        while start < end:
            stop = min(end, (start // SECTOR_BYTES + 1) * SECTOR_BYTES)
            self.pending.append(partial(_put, start, content[start - offset : stop - offset]))
            start = stop

    def cut(self, size: int) -> None:
        self.pending.append(partial(_cut, size))

    def sync(self) -> None:
        for part in self.pending:
            part(self.content)
        self.pending.clear()


def _grow(size: int, content: bytearray) -> None:
    content.extend(bytes(max(0, size - len(content))))


def _put(start: int, piece: bytes, content: bytearray) -> None:
    _grow(start + len(piece), content)
    content[start : start + len(piece)] = piece


def _cut(size: int, content: bytearray) -> None:
    del content[size:]


@dataclass
class Folder:
    """Certain names and pending changes of names: name, new target, and the name that disappears in
    the same step.
    """

    names: dict[str, File | Folder] = field(default_factory=dict[str, "File | Folder"])
    pending: list[tuple[str, File | Folder | None, str | None]] = field(
        default_factory=list[tuple[str, "File | Folder | None", "str | None"]]
    )

    def now(self) -> dict[str, File | Folder]:
        """Return the names in the running system."""
        names = dict(self.names)
        for change in self.pending:
            _rename(names, *change)
        return names

    def sync(self) -> None:
        self.names = self.now()
        self.pending.clear()


def _rename(
    names: dict[str, File | Folder], name: str, node: File | Folder | None, gone: str | None
) -> None:
    if node is None:
        names.pop(name, None)
    else:
        names[name] = node
    if gone is not None:
        names.pop(gone, None)


class RecordingOs:
    """System that passes on the calls on files, and records each as a change of a disk.

    `begun` is the number of changes before the acts, and `marks` has the number of changes at each
    acknowledgement. `without` ignores one kind of sync, as a careless store would. The
    `failing_sync`-th sync of a file fails, and the system drops the pending bytes, as Linux does.
    """

    def __init__(self, root: Path, without: str | None = None, failing_sync: int = 0) -> None:
        self.changes: list[Callable[[Disk], None]] = []
        self.begun = self.syncs_before = 0
        self.marks: list[int] = []
        self.file_syncs = 0
        self._root = root
        self._without = without
        self._failing_sync = failing_sync
        self._open: dict[int, Path] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(SYSTEM, name, None) or getattr(os, name)  # and the lock, which dies with us

    def begin(self) -> None:
        self.begun, self.syncs_before = len(self.changes), self.file_syncs

    def mark(self) -> None:
        self.marks.append(len(self.changes))

    def _note(self, change: Callable[[Disk], None]) -> None:
        self.changes.append(change)

    def _name(self, path: Path | str) -> Path:
        outside = not Path(path).is_relative_to(self._root)
        return Path("..") if outside else Path(path).relative_to(self._root)

    def open(self, path: Path | str, flags: int, mode: int = 0o777) -> int:
        descriptor: int = SYSTEM.open(path, flags, mode)
        name = self._name(path)
        self._open[descriptor] = name
        if flags & os.O_CREAT:
            self._note(lambda disk: disk.create(name, emptied=bool(flags & os.O_TRUNC)))
        return descriptor

    def write(self, descriptor: int, content: bytes) -> int:
        name, offset = self._open[descriptor], SYSTEM.lseek(descriptor, 0, os.SEEK_CUR)
        kept = bytes(content)
        written: int = SYSTEM.write(descriptor, content)
        self._note(lambda disk: disk.file(name).write(kept[:written], offset))
        return written

    def ftruncate(self, descriptor: int, size: int) -> None:
        name = self._open[descriptor]
        SYSTEM.ftruncate(descriptor, size)
        self._note(lambda disk: disk.file(name).cut(size))

    def fsync(self, descriptor: int) -> None:
        name = self._open[descriptor]
        is_folder = (self._root / name).is_dir()
        if name == Path("..") or self._without == ("folders" if is_folder else "files"):
            return
        self.file_syncs += not is_folder
        if not is_folder and self.file_syncs == self._failing_sync:
            self._note(lambda disk: disk.file(name).pending.clear())
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._note(lambda disk: disk.node(name).sync())

    def fdatasync(self, descriptor: int) -> None:
        assert not (self._root / self._open[descriptor]).is_dir(), "names are no data"
        self.fsync(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        SYSTEM.replace(source, target)
        old, new = self._name(source), self._name(target)
        self._note(lambda disk: disk.rename(old, new))

    def mkdir(self, path: Path, mode: int = 0o777) -> None:
        SYSTEM.mkdir(path, mode)
        name = self._name(path)
        self._note(lambda disk: disk.make_folder(name))

    def unlink(self, path: Path) -> None:
        SYSTEM.unlink(path)
        name = self._name(path)
        self._note(lambda disk: disk.remove(name))


class Disk:
    """Files and folders under a root, certain and pending."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = _read(root) if root else Folder()

    def node(self, path: Path) -> File | Folder:
        node: File | Folder = self.root
        for part in path.parts:
            assert isinstance(node, Folder)
            node = node.now()[part]
        return node

    def file(self, path: Path) -> File:
        node = self.node(path)
        assert isinstance(node, File)
        return node

    def folder(self, path: Path) -> Folder:
        node = self.node(path)
        assert isinstance(node, Folder)
        return node

    def create(self, path: Path, *, emptied: bool) -> None:
        parent = self.folder(path.parent)
        node = parent.now().get(path.name)
        if isinstance(node, File):
            if emptied:
                node.cut(0)
        else:
            parent.pending.append((path.name, File(), None))

    def make_folder(self, path: Path) -> None:
        self.folder(path.parent).pending.append((path.name, Folder(), None))

    def rename(self, old: Path, new: Path) -> None:
        node = self.node(old)
        self.folder(new.parent).pending.append((new.name, node, old.name))

    def remove(self, path: Path) -> None:
        self.folder(path.parent).pending.append((path.name, None, None))

    def lay_out(self, target: Path, chosen: Iterator[bool]) -> None:
        """Write one possible state; `chosen` selects the pending parts that arrived."""
        _lay_out(self.root, target, chosen)

    def pending(self) -> int:
        return _pending(self.root)


def outcomes(disk: Disk, samples: int) -> Iterator[list[bool]]:
    """Yield the possible states: all combinations if few, otherwise none, all and a sample."""
    parts = disk.pending()
    if 2**parts <= samples:
        yield from map(list, product((False, True), repeat=parts))
        return
    yield [False] * parts
    yield [True] * parts
    chance = random.Random(parts)  # noqa: S311 - the same disks every time
    for _ in range(samples):
        yield [chance.random() < 0.5 for _ in range(parts)]


def _read(path: Path) -> Folder:
    folder = Folder()
    for entry in path.iterdir():
        found = _read(entry) if entry.is_dir() else File(bytearray(entry.read_bytes()))
        folder.names[entry.name] = found
    return folder


def _pending(node: File | Folder) -> int:
    """Count the pending parts, as an upper bound."""
    if isinstance(node, File):
        return len(node.pending)
    below = {id(child): child for child in node.names.values()}
    below |= {id(child): child for _, child, _ in node.pending if child is not None}
    return len(node.pending) + sum(map(_pending, below.values()))


def _lay_out(node: File | Folder, target: Path, chosen: Iterator[bool]) -> None:
    if isinstance(node, File):
        content = bytearray(node.content)
        for part in node.pending:
            if next(chosen):
                part(content)
        target.write_bytes(content)
        return
    names = dict(node.names)
    for change in node.pending:
        if next(chosen):
            _rename(names, *change)
    target.mkdir(exist_ok=True)
    for name, child in names.items():
        _lay_out(child, target / name, chosen)
