"""Random file work over a mirror, with power cuts: synced files return whole, and later changes
return up to some moment.
"""

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from storage import files
from storage.mirror import Mirror
from tests.page.media import MediumInMemory, Power, PowerCutError

NAMES = ("catalogue", "1", "2")
Tree = dict[str, bytes | None]
"""What is under a root: the content of each file, and None for a folder."""


@dataclass
class Told:
    """The counts of one run."""

    cuts: int = 0
    written_anew: int = 0
    refused: int = 0


@dataclass
class Run:
    """One browser with occasional power cuts; `seen` holds the states since the last sync."""

    folder: Path
    chance: Random
    told: Told = field(default_factory=Told)
    seen: list[Tree] = field(default_factory=list)
    power: Power = field(default_factory=Power)
    starts: int = 0

    def __post_init__(self) -> None:
        """Create the two media, which stay from the first start to the last one."""
        self.media = tuple(MediumInMemory(self.power, self.chance) for _ in range(2))

    @property
    def root(self) -> Path:
        """The folder with the files in memory of the current start."""
        return self.folder / str(self.starts)

    def go(self, starts: int, steps: int) -> Told:
        """Start the number of times, each time from the files left behind by the previous start."""
        for _ in range(starts):
            self._start(steps)
            shutil.rmtree(self.root)
        return self.told

    def _start(self, steps: int) -> None:
        self.starts += 1
        self.power.left = self.chance.choice((None, self.chance.randint(0, 6 * steps)))
        self.power.on_write = lambda: None
        try:
            self._start_and_work(steps)
        except PowerCutError:
            self.told.cuts += 1
        for medium in self.media:
            medium.room, medium.failing_flushes = None, 0
            medium.cut_power()

    def _start_and_work(self, steps: int) -> None:
        with mirrored(self.root, self.media) as mirror:
            assert (mirror.damaged, mirror.unread) == (0, False), "an alarm after a power cut"
            state = tree(self.root)
            assert not self.seen or state in self.seen, f"{state} is none of {self.seen}"
            self.seen = [state]
            self.power.on_write = lambda: self.seen.append(tree(self.root))
            try:
                self._work(mirror, steps)
            finally:
                self.seen.append(tree(self.root))

    def _work(self, mirror: Mirror, steps: int) -> None:
        work = Work(self.root, self.chance)
        for _ in range(steps):
            generation = mirror.generation
            self._hinder()
            try:
                synced = work.step()
            except OSError:
                self.told.refused += 1
                synced = False
            for medium in self.media:
                medium.room, medium.failing_flushes = None, 0
            if synced:
                self.seen = [tree(self.root)]
            self.told.written_anew += mirror.generation - generation

    def _hinder(self) -> None:
        """Run out of room or fail a flush, now and then."""
        match self.chance.randint(0, 19):
            case 0:
                for medium in self.media:
                    medium.room = len(medium.read()) + self.chance.randint(0, 60)
            case 1:
                for medium in self.media:
                    medium.failing_flushes = 1
            case _:
                pass


class Work:
    """A store's work on files: appends, whole new files, cuts, removals."""

    def __init__(self, root: Path, chance: Random) -> None:
        self._root = root
        self._chance = chance

    def step(self) -> bool:
        """Do one random piece of work; return whether it ended with a sync."""
        paths = [path for path in self._root.rglob("*") if path.is_file()]
        kind = self._chance.choice(("put", "append", "append", "append", "cut", "remove", "folder"))
        if kind == "folder" or not paths:
            files.make_folder(self._root / "series")
            kind = "put"
        path = self._chance.choice(sorted(paths)) if paths else self._root / NAMES[0]
        match kind:
            case "put":
                folder = self._chance.choice((self._root, self._root / "series"))
                target = folder if folder.is_dir() else self._root
                files.put(target / self._chance.choice(NAMES), self._content())
            case "remove":
                files.remove(path)
                return False
            case _:
                return self._change(path, kind)
        return True

    def _change(self, path: Path, kind: str) -> bool:
        descriptor = files.open_to_append(path)
        try:
            size = path.stat().st_size
            if kind == "cut":
                files.cut(descriptor, self._chance.randint(0, size))
            else:
                files.write_at(descriptor, self._content(), size)
            if self._chance.random() < 0.8:
                files.sync(descriptor)
                return True
        finally:
            files.close(descriptor)
        return False

    def _content(self) -> bytes:
        return self._chance.randbytes(self._chance.choice((1, 40, 90, 400)))


def tree(root: Path) -> Tree:
    """Return the content of all files below the root, and the folders."""
    found: Tree = {}
    for folder, folders, names in os.walk(root):
        inside = folder[len(str(root)) + 1 :]
        found |= {os.path.join(inside, name): None for name in folders}  # noqa: PTH118 - it is fast
        for name in names:
            with open(f"{folder}/{name}", "rb") as file:  # noqa: PTH123 - likewise
                found[os.path.join(inside, name)] = file.read()  # noqa: PTH118 - likewise
    return found


@contextmanager
def mirrored(
    root: Path, media: tuple[MediumInMemory, ...], *, long_bytes: int = 2000
) -> Generator[Mirror]:
    """Mirror files within the context, as after a start."""
    first, second = media
    try:
        files.mirror = Mirror(root, (first, second), long_bytes=long_bytes)
        yield files.mirror
    finally:
        files.mirror = None


def fuzz(folder: Path, seed: int) -> Told:
    """Run several starts, and raise where a file has the wrong content."""
    chance = Random(seed)  # noqa: S311 - the same seed gives the same run
    run = Run(folder / str(seed), chance)
    return run.go(starts=chance.randint(2, 5), steps=chance.randint(3, 25))
