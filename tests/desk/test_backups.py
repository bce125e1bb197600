"""A backup made and brought back while others play on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from companion.core.backup import Kin, packed, unpacked
from companion.core.house_rules.presets import parse
from companion.core.log import Log
from companion.core.sheet import dumps, loads
from companion.desk.archive import Archive
from companion.desk.ports import StoreFailedError
from storage.store import FolderStore
from tests.core.test_backup import NIGHT, SHARED, played, zipped
from tests.desks import FRIDAY

_Done = TypeVar("_Done")


class Pieces:
    """Runs work at once, and counts its pieces; others can ask for something between two."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self, work: Callable[[], _Done]) -> _Done:
        """The outcome of the work."""
        self.count += 1
        await asyncio.sleep(0)
        return work()


def sheets(archive: Archive) -> list[tuple[str, str]]:
    return [(entry.name, entry.date) for entry in reversed(archive.catalogue.entries)]


async def test_it_comes_back_whole_and_gives_the_same_bytes(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path / "a")) as here, closing(FolderStore(tmp_path / "b")) as new:
        old, empty = Archive(here, lambda: FRIDAY, Pieces()), Archive(new, lambda: FRIDAY, Pieces())
        for text in (NIGHT, SHARED):
            await old.adopt(loads(text))
        await old.prefer(parse("kartendomino"))
        await old.archive(2, whether=True)
        await old.change_saved(lambda _: (("Ours : all", parse("pagat ante=2")),))
        saved = await old.back_up()
        assert (saved.count, saved.left_out) == (2, 0)
        backup = unpacked(saved.content)
        assert [match.kin for match in await empty.match(backup)] == [Kin.NEW, Kin.NEW]
        told: list[int] = []
        empty.subscribe(lambda: told.append(1))
        assert await empty.restore(backup) == 2
        assert told
        assert sheets(empty) == sheets(old)
        assert empty.catalogue.usual == parse("kartendomino")
        assert empty.catalogue.archived == {2}
        assert empty.catalogue.saved == (("Ours : all", parse("pagat ante=2")),)
        assert (await empty.back_up()).content == saved.content
        assert await empty.restore(backup) == 0


@pytest.mark.parametrize(
    ("ours", "theirs", "kin", "added"),
    [
        (["7C"], ["7C"], Kin.SAME, 0),
        (["7C", "6C"], ["7C"], Kin.BEHIND, 0),
        (["7C"], ["7C", "6C"], Kin.FURTHER, 1),
        (["7C"], ["7D"], Kin.DIFFERS, 1),
    ],
)
async def test_none_comes_twice(
    ours: list[str], theirs: list[str], kin: Kin, added: int, tmp_path: Path
) -> None:
    with closing(FolderStore(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        await archive.adopt(played(ours))
        backup = unpacked(packed([played(theirs)]))
        assert [(one.kin, one.number) for one in await archive.match(backup)] == [(kin, 1)]
        assert await archive.restore(backup) == added


async def test_each_series_is_a_piece_of_work_of_its_own(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        pieces = Pieces()
        archive = Archive(store, lambda: FRIDAY, pieces)
        backup = unpacked(packed(played(["7C"], f"Evening {n}") for n in range(9)))
        await archive.restore(backup)
        assert pieces.count >= 9
        before = pieces.count
        await archive.back_up()
        assert pieces.count - before >= 9


class Full(FolderStore):
    """A store in which there is room for one series more."""

    def create(self, log: Log) -> int:
        """Fails where there is one already."""
        if self.entries():
            raise StoreFailedError("no space left")
        return super().create(log)


async def test_what_was_stored_before_a_failure_stays_and_is_listed(tmp_path: Path) -> None:
    backup = unpacked(zipped({"a.fantan": NIGHT, "b.fantan": SHARED}))
    with closing(Full(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        with pytest.raises(StoreFailedError):
            await archive.restore(backup)
        assert sheets(archive) == [("Friday night", "2026-11-20")]
    with closing(FolderStore(tmp_path)) as store:
        assert await Archive(store, lambda: FRIDAY, Pieces()).restore(backup) == 1


async def test_a_series_that_cannot_be_read_is_left_out_and_counted(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        for text in (NIGHT, SHARED):
            await archive.adopt(loads(text))
    (tmp_path / "series" / "00001.tdb").write_bytes(b"x" * 400)
    with closing(FolderStore(tmp_path)) as store:
        saved = await Archive(store, lambda: FRIDAY, Pieces()).back_up()
    assert (saved.count, saved.left_out) == (1, 1)
    assert [one.text for one in unpacked(saved.content).sheets] == [dumps(loads(SHARED))]
