"""Backups made and restored while others play."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from companion.core.backup import Backup, unpacked
from companion.core.kinship import Kin, Match, More, Take, taken_by_default
from companion.core.log import Log
from companion.core.presets import parse
from companion.core.sheet import dumps, loads
from companion.desk.archive import Archive
from companion.desk.backup_store import Restored
from companion.desk.people import propose
from companion.desk.ports import StoreFailedError
from storage.store import FolderStore
from tests.core.backup.test_backup import NIGHT, SHARED, packed, played, zipped
from tests.desks import FRIDAY
from tests.places import store_in

_Done = TypeVar("_Done")


class Pieces:
    """Runner that counts the pieces of work and yields between them."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self, work: Callable[[], _Done]) -> _Done:
        """Run the work."""
        self.count += 1
        await asyncio.sleep(0)
        return work()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[FolderStore]:
    with store_in(tmp_path) as opened:
        yield opened


@pytest.fixture
def archive(store: FolderStore) -> Archive:
    return archive_on(store)


def archive_on(store: FolderStore) -> Archive:
    return Archive(store, lambda: FRIDAY, Pieces())


async def kinds(archive: Archive, backup: Backup) -> list[Kin]:
    return [match.kin for match in await archive.backups.match(backup.sheets)]


def sheets(archive: Archive) -> list[tuple[str, str]]:
    return [(entry.name, entry.date) for entry in reversed(archive.catalogue.entries)]


async def restore(archive: Archive, backup: Backup, shown: Sequence[Match] = ()) -> Restored:
    """Restore the default choice of series."""
    return await archive.backups.restore(
        backup, shown, taken_by_default(await archive.backups.match(backup.sheets))
    )


async def test_it_comes_back_whole_and_gives_the_same_bytes(tmp_path: Path) -> None:
    with store_in(tmp_path / "a") as here, store_in(tmp_path / "b") as new:
        old, empty = archive_on(here), archive_on(new)
        for text in (NIGHT, SHARED):
            await old.adopt(loads(text))
        await old.set_usual_rules(parse("kartendomino"))
        saved = await old.backups.make()
        assert (saved.count, saved.left_out) == (2, 0)
        backup = unpacked(saved.content)
        assert await kinds(empty, backup) == [Kin.NEW] * 2
        calls: list[int] = []
        empty.subscribe(lambda: calls.append(1))
        assert (await restore(empty, backup)).added == 2
        assert calls
        assert sheets(empty) == sheets(old)
        assert empty.catalogue.usual == parse("kartendomino")
        assert (await empty.backups.make()).content == saved.content
        assert (await restore(empty, backup)).added == 0


async def test_what_was_changed_on_both_can_take_the_place_and_be_undone(archive: Archive) -> None:
    table = await archive.open((await archive.adopt(played(["7C", "6C"]))).snapshot.number)
    ours = table.snapshot.log
    backup = unpacked(packed([played(["7C", "8C", "7D"]).known_as(ours.series.id)]))
    shown = await archive.backups.match(backup.sheets)
    assert shown == (Match(Kin.BOTH, 1, More(turns=1), More(turns=2)),)
    done = await archive.backups.restore(backup, shown, {0: Take.REPLACE})
    assert done == Restored(0, replaced=1)
    assert dumps(table.snapshot.log) == backup.sheets[0].text
    assert await kinds(archive, backup) == [Kin.SAME]
    await table.undo(table.snapshot.revision)
    assert table.snapshot.log == ours
    assert dumps(table.snapshot.log) == dumps(ours)


async def test_names_that_people_have_here_are_no_change(archive: Archive) -> None:
    number = (await archive.adopt(played(["7C"]))).snapshot.number
    backup = unpacked((await archive.backups.make()).content)
    evenings = await archive.people.add_up()
    await archive.people.rename(propose(evenings, "Ann", "Anna"))
    assert await kinds(archive, backup) == [Kin.SAME]
    longer = played(["7C", "6C"]).known_as(backup.sheets[0].id)
    await restore(
        archive, further := unpacked(packed([longer])), await archive.backups.match(further.sheets)
    )
    table = await archive.open(number)
    assert len(table.snapshot.round.turns) == 2
    assert table.snapshot.series.name_of("Ann") == "Anna"


async def test_deleted_evening_comes_back_beside_it_and_only_once(archive: Archive) -> None:
    number = (await archive.adopt(played(["7C"]))).snapshot.number
    backup = unpacked((await archive.backups.make()).content)
    await archive.remove(number)
    assert await restore(archive, backup, await archive.backups.match(backup.sheets)) == Restored(1)
    assert {*await kinds(archive, backup)} == {Kin.SAME}
    await archive.put_back(number)
    assert [one.number for one in await archive.backups.match(backup.sheets)] == [number]


async def test_two_devices_that_restore_the_same_add_it_once(
    archive: Archive, store: FolderStore
) -> None:
    backup = unpacked(packed([loads(NIGHT), loads(SHARED)]))
    added = await asyncio.gather(restore(archive, backup), restore(archive, backup))
    assert (sorted(one.added for one in added), len(store.entries())) == ([0, 2], 2)


async def test_states_of_an_evening_that_are_both_in_a_backup_both_come(archive: Archive) -> None:
    backup = unpacked(packed([played(["7C"]), played(["7C", "6C"]), played([])]))
    assert {*await kinds(archive, backup)} == {Kin.NEW}
    assert (await restore(archive, backup)).added == 3
    assert {*await kinds(archive, backup)} == {Kin.SAME}
    assert (await restore(archive, backup)).added == 0
    saved = await archive.backups.make()
    assert (saved.count, len(unpacked(saved.content).sheets)) == (3, 3)


class Full(FolderStore):
    """Store with space for one more series."""

    def create(self, log: Log) -> int:
        """Fail after the first new series."""
        if self.entries():
            raise StoreFailedError("no space left")
        return super().create(log)


async def test_what_was_stored_before_a_failure_stays_and_is_listed(tmp_path: Path) -> None:
    backup = unpacked(zipped({"a.fantan": NIGHT, "b.fantan": SHARED}))
    with closing(Full(tmp_path)) as store:
        archive = archive_on(store)
        with pytest.raises(StoreFailedError):
            await restore(archive, backup)
        assert sheets(archive) == [("Friday night", "2026-11-20")]
    with store_in(tmp_path) as store:
        archive = archive_on(store)
        assert (await restore(archive, backup)).added == 1


async def test_a_series_that_cannot_be_read_is_left_out_and_comes_back_once(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        archive = archive_on(store)
        for text in (NIGHT, SHARED):
            await archive.adopt(loads(text))
        backup = unpacked((await archive.backups.make()).content)
    (tmp_path / "series" / "00001.tdb").write_bytes(b"x" * 400)
    with store_in(tmp_path) as store:
        archive = archive_on(store)
        saved = await archive.backups.make()
        assert (saved.count, saved.left_out) == (1, 1)
        assert [one.text for one in unpacked(saved.content).sheets] == [backup.sheets[1].text]
        shown = await archive.backups.match(backup.sheets)
        assert [(one.kin, one.number) for one in shown] == [(Kin.NEW, 1), (Kin.SAME, 2)]
        assert await restore(archive, backup) == Restored(1)
        assert {*await kinds(archive, backup)} == {Kin.SAME}
