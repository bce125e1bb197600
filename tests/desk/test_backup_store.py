"""Backups made and restored while others play."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from companion.core.backup import Backup, unpacked
from companion.core.cards import card
from companion.core.kinship import Kin, Match, taken_by_default
from companion.core.log import Log
from companion.core.names import Player
from companion.core.presets import parse
from companion.core.rounds.events import ChipsCorrection
from companion.core.rounds.setup import POT, Setup
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, PlayerRenamed, Recorded
from companion.desk import commands
from companion.desk.archive import Archive
from companion.desk.backup_store import Restored, carry_on
from companion.desk.ports import StoreFailedError
from storage.store import FolderStore
from tests.core.backup.test_backup import NIGHT, SHARED, packed, played, zipped
from tests.desks import FRIDAY
from tests.places import RECORDS

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
    with closing(FolderStore(tmp_path)) as opened:
        yield opened


@pytest.fixture
def archive(store: FolderStore) -> Archive:
    return Archive(store, lambda: FRIDAY, Pieces())


def sheets(archive: Archive) -> list[tuple[str, str]]:
    return [(entry.name, entry.date) for entry in reversed(archive.catalogue.entries)]


async def restore(archive: Archive, backup: Backup, shown: Sequence[Match] = ()) -> Restored:
    """Restore the default choice of series."""
    return await archive.backups.restore(
        backup, shown, taken_by_default(await archive.backups.match(backup.sheets))
    )


async def test_it_comes_back_whole_and_gives_the_same_bytes(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path / "a")) as here, closing(FolderStore(tmp_path / "b")) as new:
        old, empty = Archive(here, lambda: FRIDAY, Pieces()), Archive(new, lambda: FRIDAY, Pieces())
        for text in (NIGHT, SHARED):
            await old.adopt(loads(text))
        await old.set_usual_rules(parse("kartendomino"))
        saved = await old.backups.make()
        assert (saved.count, saved.left_out) == (2, 0)
        backup = unpacked(saved.content)
        assert [match.kin for match in await empty.backups.match(backup.sheets)] == [
            Kin.NEW,
            Kin.NEW,
        ]
        calls: list[int] = []
        empty.subscribe(lambda: calls.append(1))
        assert (await restore(empty, backup)).added == 2
        assert calls
        assert sheets(empty) == sheets(old)
        assert empty.catalogue.usual == parse("kartendomino")
        assert (await empty.backups.make()).content == saved.content
        assert (await restore(empty, backup)).added == 0


@pytest.mark.parametrize(
    ("ours", "theirs", "kin", "added"),
    [
        (["7C"], ["7C"], Kin.SAME, 0),
        (["7C", "6C"], ["7C"], Kin.SAME, 0),
        (["7C"], ["7C", "6C"], Kin.FURTHER, 0),
    ],
)
async def test_none_comes_twice(
    ours: list[str], theirs: list[str], kin: Kin, added: int, archive: Archive
) -> None:
    await archive.adopt(played(ours))
    backup = unpacked(packed([played(theirs)]))
    shown = await archive.backups.match(backup.sheets)
    assert [(one.kin, one.number) for one in shown] == [(kin, 1)]
    assert (await restore(archive, backup)).added == 0, (
        "nobody has seen that it is added beside another"
    )
    done = await restore(archive, backup, shown)
    assert (done.added, done.continued) == (added, kin is Kin.FURTHER)
    assert await restore(archive, backup, shown) == Restored(0)


async def test_each_series_is_a_piece_of_work_of_its_own(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        pieces = Pieces()
        archive = Archive(store, lambda: FRIDAY, pieces)
        backup = unpacked(packed(played(["7C"], f"Evening {n}") for n in range(9)))
        await restore(archive, backup)
        assert pieces.count >= 9
        before = pieces.count
        await archive.backups.make()
        assert pieces.count - before >= 9


async def test_a_series_that_is_begun_meanwhile_is_in_the_backup_or_not(tmp_path: Path) -> None:
    class Busy(FolderStore):
        """Store in which another device begins series."""

        def ids(self) -> Mapping[int, str]:
            ids = super().ids()
            self.create(played(["7H"], f"Evening {len(ids)}"))
            return ids

    with closing(Busy(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        await archive.adopt(played(["7C"]))
        assert (await archive.backups.make()).count == 1


async def test_what_was_dealt_anew_since_is_known_and_can_be_had_beside(
    archive: Archive, store: FolderStore
) -> None:
    table = await archive.adopt(played(["7C"]))
    backup = unpacked((await archive.backups.make()).content)
    for _ in table.snapshot.log.steps[1:]:
        await table.undo(table.snapshot.revision)
    await table.do(commands.play(card("7D")), table.snapshot.revision)
    shown = await archive.backups.match(backup.sheets)
    assert [match.kin for match in shown] == [Kin.NEW]
    assert await archive.backups.restore(backup, shown, ()) == Restored(0)
    assert await restore(archive, backup, shown) == Restored(1)
    assert [match.kin for match in await archive.backups.match(backup.sheets)] == [Kin.SAME]
    assert len(set(store.ids().values())) == 2


async def test_new_one_can_be_left_out_and_another_name_is_the_same(archive: Archive) -> None:
    await archive.adopt(played(["7C"]))
    backup = unpacked(packed([played(["7D"]), played(["7H", "6H"]), played(["7C"], "Porch")]))
    shown = await archive.backups.match(backup.sheets)
    assert [match.kin for match in shown] == [Kin.NEW, Kin.NEW, Kin.SAME]
    assert await archive.backups.restore(backup, shown, {1}) == Restored(1)
    assert [match.kin for match in await archive.backups.match(backup.sheets)] == [
        *(Kin.NEW, Kin.SAME, Kin.SAME)
    ]


async def test_two_devices_that_restore_the_same_add_it_once(
    archive: Archive, store: FolderStore
) -> None:
    backup = unpacked(packed([loads(NIGHT), loads(SHARED)]))
    added = await asyncio.gather(restore(archive, backup), restore(archive, backup))
    assert (sorted(one.added for one in added), len(store.entries())) == ([0, 2], 2)


async def test_nothing_stays_open_for_a_backup(archive: Archive, store: FolderStore) -> None:
    backup = unpacked(packed([loads(NIGHT), loads(SHARED)]))
    await restore(archive, backup)
    await archive.backups.make()
    await archive.backups.match(backup.sheets)
    assert store._open == {}  # noqa: SLF001 - what is kept open shows nowhere else


async def test_states_of_an_evening_that_are_both_in_a_backup_both_come(archive: Archive) -> None:
    backup = unpacked(packed([played(["7C"]), played(["7C", "6C"]), played([])]))
    assert {match.kin for match in await archive.backups.match(backup.sheets)} == {Kin.NEW}
    assert (await restore(archive, backup)).added == 3
    assert {match.kin for match in await archive.backups.match(backup.sheets)} == {Kin.SAME}
    assert (await restore(archive, backup)).added == 0
    saved = await archive.backups.make()
    assert (saved.count, len(unpacked(saved.content).sheets)) == (3, 3)


class Full(FolderStore):
    """Store with space for one more series."""

    def create(self, log: Log, known_as: str = "") -> int:
        """Fail after the first new series."""
        if self.entries():
            raise StoreFailedError("no space left")
        return super().create(log, known_as)


async def test_what_was_stored_before_a_failure_stays_and_is_listed(tmp_path: Path) -> None:
    backup = unpacked(zipped({"a.fantan": NIGHT, "b.fantan": SHARED}))
    with closing(Full(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        with pytest.raises(StoreFailedError):
            await restore(archive, backup)
        assert sheets(archive) == [("Friday night", "2026-11-20")]
    with closing(FolderStore(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        assert (await restore(archive, backup)).added == 1


async def test_a_series_that_cannot_be_read_is_left_out_and_comes_back_once(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        for text in (NIGHT, SHARED):
            await archive.adopt(loads(text))
        backup = unpacked((await archive.backups.make()).content)
    (tmp_path / "series" / "00001.tdb").write_bytes(b"x" * 400)
    with closing(FolderStore(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, Pieces())
        saved = await archive.backups.make()
        assert (saved.count, saved.left_out) == (1, 1)
        assert [one.text for one in unpacked(saved.content).sheets] == [dumps(loads(SHARED))]
        shown = await archive.backups.match(backup.sheets)
        assert [(one.kin, one.number) for one in shown] == [(Kin.NEW, 0), (Kin.SAME, 2)]
        assert await restore(archive, backup) == Restored(1)
        assert {one.kin for one in await archive.backups.match(backup.sheets)} == {Kin.SAME}


async def test_nothing_is_stored_of_a_continuation_that_cannot_follow_as_a_whole(
    archive: Archive,
    store: FolderStore,
) -> None:
    night = loads((RECORDS / "friday_night.fantan").read_text("utf-8"))
    ours = night.after(PlayerRenamed("Ben", "Chris"))
    seats = Setup.dealt(night.round.setup.rules, ("Ann", "Cem", "Dee", "Chris"), 0)
    theirs = night.after(Recorded(1, ChipsCorrection(0, POT, 3))).after(
        Dealt(seats, (Player("Chris", "Chris"),))
    )
    number = (await archive.adopt(ours)).snapshot.number
    with pytest.raises(StoreFailedError, match="cannot be continued: somebody else"):
        await carry_on(archive, number, theirs)
    assert store.load(number).log == ours


async def test_the_same_evening_is_found_among_those_of_its_date(archive: Archive) -> None:
    logs = [played(["7C"]), played(["7H"]), played(["7C", "6C"], "Porch")]
    for log in logs:
        await archive.adopt(log)
    shown = await archive.backups.match(unpacked(packed(reversed(logs))).sheets)
    assert [(match.kin, match.number) for match in shown] == [
        *((Kin.SAME, 3), (Kin.SAME, 2), (Kin.SAME, 1))
    ]
    other = loads(dumps(logs[0]).replace("2026-11-20", "2026-11-21"))
    (match,) = await archive.backups.match(unpacked(packed([other])).sheets)
    assert match == Match(Kin.NEW)
