"""Statistics and renaming of players."""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.rounds.events import Passed
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.statistics import Evenings, summary
from companion.core.steps import PlayerRenamed, Recorded, Renamed
from companion.desk import commands
from companion.desk.archive import Archive
from companion.desk.people import People, Proposal, Renaming, Statistics, propose
from companion.desk.ports import Runner, Trouble, at_once
from companion.desk.table import Table
from storage.files import WriteFailedError
from storage.store import FolderStore
from tests.choosing import put_back, remove
from tests.desks import FRIDAY
from tests.storage.logs import scratch
from tests.strategies import logs

_Done = TypeVar("_Done")
ROUND = "round 1\ndealer {last}\ndeal {first} 1 {second} 2 {last} 49\n{first} {second} {last}\n"


def evening(name: str, *players: str, called: str = "") -> Log:
    """Build a series of one round, won by the first player."""
    first, second, last = players
    round_ = ROUND.format(first=first, second=second, last=last)
    return loads(f"fantan 1\nseries {name}\n{called}{round_}1 7C . .\n")


def two_called_ana() -> Log:
    """Return a series with two players of one name, as only a stored log can have them."""
    log = evening("Twice", "Ana", "Ana2", "Cem")
    return Log.of(replace(log.head, players=(Player("Ana2", "Ana"),)), log.steps)


FRIDAY_NIGHT = evening("Friday night", "Anna", "Ben", "Cem")
PORCH = evening("Porch", "Ana", "Ben", "Cem")
CABIN = evening("Cabin", "Dee", "Ana", "Eve", called="called Ana Ana\n")
TOGETHER = evening("Together", "Ana", "Anna", "Cem")


class Full(FolderStore):
    """Store with space for a limited number of steps."""

    room = 1_000

    def __init__(self, root: Path) -> None:
        self.closed: list[int] = []
        super().__init__(root)

    def save(self, number: int, log: Log) -> None:
        """Save a step if there is space."""
        self._spend()
        super().save(number, log)

    def release(self, number: int) -> None:
        """Close a series and record the number."""
        self.closed.append(number)
        super().release(number)

    def _spend(self) -> None:
        if not self.room:
            raise WriteFailedError(self.root, OSError(28, "No space left on device"))
        self.room -= 1


class Desk:
    """Blocking interface of an archive."""

    def __init__(self, root: Path, run: Runner = at_once) -> None:
        self.store = Full(root)
        self.archive = Archive(self.store, lambda: FRIDAY, run)

    @property
    def people(self) -> People:
        """Players of the archive."""
        return self.archive.people

    def adopt(self, *logs: Log) -> None:
        """Add series to the archive."""
        for log in logs:
            self.store.create(log)

    def rename(self, old: str, new: str) -> Renaming | Proposal:
        """Rename a player."""
        return asyncio.run(self.renamed(old, new))

    async def renamed(self, old: str, new: str) -> Renaming | Proposal:
        """Rename a player with a proposal."""
        return await self.people.rename(propose(await self.people.add_up(), old, new))

    def go_on(self) -> Renaming | Proposal | None:
        """Continue the last renaming."""
        assert self.people.renamed
        return asyncio.run(self.people.go_on(self.people.renamed))

    def undo(self) -> Renaming | None:
        """Undo the last renaming."""
        last = self.people.renamed
        return asyncio.run(self.people.undo(last)) if last else None

    def names(self) -> list[str]:
        """Return all players."""
        return [*asyncio.run(self.people.add_up()).players]

    def series(self) -> list[Series]:
        """Return the results of all series, the newest first."""
        return [log.series for log in self.logs()]

    def logs(self) -> list[Log]:
        """Return all series, the newest first."""
        return [self.store.load(entry.number).log for entry in self.store.entries()]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    begun = Desk(tmp_path)
    yield begun
    begun.store.close()


def test_a_player_has_the_new_name_on_all_evenings(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    assert desk.rename("Ana", "  Ana  María ") == Renaming("Ana", "Ana María", 2)
    assert desk.names() == ["Ana María", "Anna", "Ben", "Cem", "Dee", "Eve"]
    assert [entry.players[0] for entry in desk.store.entries()] == ["Dee", "Ana María", "Anna"]
    sheets = [loads(dumps(log)) for log in desk.logs()]
    assert [summary(log.series) for log in sheets] == [summary(log.series) for log in desk.logs()]


def test_a_name_that_somebody_has_makes_one_player_of_two(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    evenings = asyncio.run(desk.people.add_up())
    proposal = propose(evenings, "Ana", "Anna")
    assert (proposal.merges, proposal.possible) == (True, True)
    assert [entry.name for entry in proposal.series] == ["Porch", "Cabin"]
    before = evenings.players
    desk.rename("Ana", "Anna")
    assert desk.names() == ["Anna", "Ben", "Cem", "Dee", "Eve"]
    after = asyncio.run(desk.people.add_up()).players
    assert after["Anna"].tally.series == 3
    assert after["Anna"].tally.chips == before["Anna"].tally.chips + before["Ana"].tally.chips
    assert after["Ben"].duels["Anna"].rounds == 2


def test_two_who_sat_together_are_two_people(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, TOGETHER)
    before = desk.logs()
    refused = desk.rename("Ana", "Anna")
    assert isinstance(refused, Proposal)
    assert refused.together
    assert (refused.together.name, refused.possible) == ("Together", False)
    assert desk.logs() == before
    assert desk.undo() is None


@pytest.mark.parametrize(
    ("name", "objection"),
    [
        ("", Objection(Why.NAMELESS)),
        (" \t\u200b", Objection(Why.NAMELESS)),
        ("x" * 41, Objection(Why.NAME_TOO_LONG, expected=40)),
        (" Ana ", None),
    ],
    ids=["empty", "nothing that can be seen", "too long", "the same"],
)
def test_a_name_is_checked_as_everywhere(
    name: str, objection: Objection | None, desk: Desk
) -> None:
    desk.adopt(PORCH)
    refused = desk.rename("Ana", name)
    assert isinstance(refused, Proposal)
    assert (refused.objection, refused.possible) == (objection, False)
    assert desk.logs() == [PORCH]


def test_a_player_whom_nobody_knows_has_no_evenings(desk: Desk) -> None:
    desk.adopt(PORCH)
    refused = desk.rename("Zoë", "Zoe")
    assert isinstance(refused, Proposal)
    assert (refused.series, refused.possible) == ((), False)


def test_undo_leaves_the_series_as_they_were(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    before = desk.series()
    desk.rename("Ana", "Anna")
    assert desk.undo() == Renaming("Ana", "Anna", 2, taken_back=True)
    assert desk.series() == before
    assert desk.undo() is None
    assert "Ana" in desk.names()


def test_undo_after_something_else_gives_the_former_name_back(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    desk.rename("Ana", "Anna")
    table = asyncio.run(desk.archive.open(2))
    asyncio.run(table.do(Renamed("Veranda"), table.snapshot.revision))
    assert desk.undo() == Renaming("Ana", "Anna", 2, taken_back=True)
    assert [log.series.players[0].name for log in desk.logs()] == ["Dee", "Ana", "Anna"]
    assert desk.logs()[0].series == CABIN.series
    assert desk.logs()[1].series == replace(PORCH.series, name="Veranda")


def test_what_is_taken_back_at_the_table_is_not_taken_back_again(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    desk.rename("Ana", "Anna")
    table = asyncio.run(desk.archive.open(1))
    asyncio.run(table.undo(table.snapshot.revision))
    assert desk.undo() == Renaming("Ana", "Anna", 2, taken_back=True)
    assert desk.series() == [CABIN.series, PORCH.series]


def test_an_open_table_is_notified(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    table, names = asyncio.run(desk.archive.open(1)), list[str]()
    table.subscribe(lambda: names.append(table.snapshot.series.players[0].name))
    desk.rename("Ana", "Anna")
    assert names == ["Anna"]
    assert asyncio.run(desk.archive.open(1)) is table


async def a_moment_later(work: Callable[[], _Done]) -> _Done:
    """Other tasks run between the steps, as in a browser without threads."""
    await asyncio.sleep(0)
    return work()


@pytest.mark.parametrize("later", range(0, 60, 3))
def test_a_series_has_one_table_even_for_who_opens_it_just_then(later: int, tmp_path: Path) -> None:
    desk = Desk(tmp_path, a_moment_later)
    twice = two_called_ana()
    desk.adopt(twice, PORCH)
    desk.store.release(1)
    desk.store.release(2)

    async def opened(number: int) -> Table:
        for _ in range(later):
            await asyncio.sleep(0)
        return await desk.archive.open(number)

    async def both() -> None:
        _, *tables = await asyncio.gather(desk.renamed("Ana", "Anna"), opened(1), opened(2))
        assert tables == [await desk.archive.open(1), await desk.archive.open(2)]

    asyncio.run(both())
    desk.store.close()


def test_no_series_stays_open_that_nobody_looks_at(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    desk.store.room = 1
    desk.rename("Ana", "Anna")
    assert desk.store.closed == [2, 3]


def test_a_disk_that_is_full_half_way_is_reported_and_doing_it_again_ends_it(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    before = desk.series()
    desk.store.room = 1
    assert desk.rename("Ana", "Anna") == Renaming("Ana", "Anna", 1, trouble=Trouble.FULL)
    assert desk.names() == ["Ana", "Anna", "Ben", "Cem", "Dee", "Eve"]
    desk.store.room = 1_000
    assert desk.go_on() == Renaming("Ana", "Anna", 2)
    assert "Ana" not in desk.names()
    desk.store.room = 1
    assert desk.undo() == Renaming("Ana", "Anna", 1, trouble=Trouble.FULL, taken_back=True)
    desk.store.room = 1_000
    assert desk.undo() == Renaming("Ana", "Anna", 1, taken_back=True)
    assert desk.series() == before


def test_a_table_keeps_its_redo_and_gets_none_of_a_name(desk: Desk) -> None:
    desk.adopt(PORCH)
    table = asyncio.run(desk.archive.open(1))
    asyncio.run(table.undo(table.snapshot.revision))
    desk.rename("Ana", "Anna")
    desk.undo()
    asyncio.run(table.redo(table.snapshot.revision))
    assert (table.snapshot.series, table.snapshot.can_redo) == (PORCH.series, False)


def test_two_become_one_only_if_that_was_seen(desk: Desk) -> None:
    desk.adopt(PORCH)
    seen = propose(asyncio.run(desk.people.add_up()), "Ana", "Anna")
    desk.adopt(FRIDAY_NIGHT)
    asked = asyncio.run(desk.people.rename(seen))
    assert isinstance(asked, Proposal)
    assert (seen.merges, asked.merges, asked.possible) == (False, True, True)
    assert desk.logs() == [FRIDAY_NIGHT, PORCH]
    assert asyncio.run(desk.people.rename(asked)) == Renaming("Ana", "Anna", 1)


def test_further_evenings_of_the_same_player_are_no_other_proposal(desk: Desk) -> None:
    desk.adopt(PORCH)
    seen = propose(asyncio.run(desk.people.add_up()), "Ana", "Zoë")
    desk.adopt(CABIN)
    assert asyncio.run(desk.people.rename(seen)) == Renaming("Ana", "Zoë", 2)


def test_to_go_on_makes_no_two_one_that_were_not_to_be(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    desk.store.room = 1
    desk.rename("Ana", "Anna")
    desk.store.room = 1_000
    desk.adopt(FRIDAY_NIGHT)
    asked = desk.go_on()
    assert isinstance(asked, Proposal)
    assert asked.merges
    assert desk.names() == ["Ana", "Anna", "Ben", "Cem", "Dee", "Eve"]


def test_only_the_change_that_was_seen_is_taken_back_or_gone_on_with(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    desk.rename("Ana", "Anna")
    seen = desk.people.renamed
    assert seen
    desk.rename("Dee", "Dora")
    before = desk.logs()
    assert asyncio.run(desk.people.undo(seen)) is None
    assert asyncio.run(desk.people.go_on(seen)) is None
    assert desk.logs() == before
    assert desk.people.renamed == Renaming("Dee", "Dora", 1)


def test_a_change_that_was_done_twice_is_taken_back_whole(desk: Desk) -> None:
    twice = two_called_ana()
    desk.adopt(PORCH, twice)
    desk.rename("Ana", "Zoë")
    desk.adopt(CABIN)
    desk.rename("Ana", "Zoë")
    desk.undo()
    assert desk.series() == [CABIN.series, twice.series, PORCH.series]


def test_an_undo_that_was_cut_off_and_done_over_is_whole_all_the_same(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    desk.rename("Ana", "Zoë")
    desk.store.room = 1
    desk.undo()
    desk.store.room = 1_000
    desk.rename("Ana", "Zoë")
    desk.undo()
    assert desk.series() == [CABIN.series, PORCH.series]
    assert desk.people.renamed is None


def test_a_series_that_was_deleted_meanwhile_is_reported_and_taken_back_later(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    desk.rename("Ana", "Zoë")
    remove(desk.store, 1)
    done = desk.undo()
    assert done
    assert (done.done, [entry.name for entry in done.refused]) == (1, ["Porch"])
    assert desk.people.renamed == done
    put_back(desk.store, 1)
    assert desk.undo() == Renaming("Ana", "Zoë", 1, taken_back=True)
    assert desk.series() == [CABIN.series, PORCH.series]
    assert desk.people.renamed is None


def test_a_series_with_two_people_of_that_name_is_left_as_it_is(desk: Desk) -> None:
    twice = two_called_ana()
    desk.adopt(PORCH, twice)
    done = desk.rename("Ana", "Zoë")
    assert isinstance(done, Renaming)
    assert (done.done, [entry.name for entry in done.refused]) == (1, ["Twice"])
    assert desk.logs()[0] == twice


def test_a_series_that_cannot_be_changed_is_reported_and_the_others_are(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    path = desk.store.root / "series" / "00001.tdb"
    desk.store.release(1)
    desk.names()
    path.rename(path.with_suffix(".gone"))
    done = desk.rename("Ana", "Zoë")
    assert isinstance(done, Renaming)
    assert (done.done, [entry.name for entry in done.refused]) == (1, ["Porch"])


def test_somebody_who_plays_on_at_the_same_moment_keeps_nobody_from_it(desk: Desk) -> None:
    began = loads(dumps(PORCH).split("  1      ")[0])
    desk.adopt(began)
    table = asyncio.run(desk.archive.open(1))
    quick = [Recorded(1, Passed(0))]
    real = table.do

    async def slow(command: commands.Command, seen: int) -> Objection | None:
        while quick:
            assert await real(commands.pass_turn, table.snapshot.revision) is None
            quick.pop()
        return await real(command, seen)

    table.do = slow  # type: ignore[method-assign]
    assert desk.rename("Ana", "Anna") == Renaming("Ana", "Anna", 1)
    assert table.snapshot.log.steps[-2:] == (Recorded(1, Passed(0)), PlayerRenamed("Ana", "Anna"))


def test_a_name_that_is_gone_by_then_is_no_refusal(desk: Desk) -> None:
    desk.adopt(PORCH, CABIN)
    table = asyncio.run(desk.archive.open(1))
    desk.names()
    real, other = desk.archive.borrow, PlayerRenamed("Ana", "Zoë")

    @asynccontextmanager
    async def late(number: int) -> AsyncGenerator[Table, None]:
        if number == 1:
            await table.do(other, table.snapshot.revision)
        async with real(number) as borrowed:
            yield borrowed

    desk.archive.borrow = late  # type: ignore[method-assign]
    assert desk.rename("Ana", "Anna") == Renaming("Ana", "Anna", 2)
    assert table.snapshot.series.name_of("Ana") == "Zoë"


def test_how_far_adding_up_is_can_be_seen(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    seen: list[Statistics] = []
    desk.archive.subscribe(lambda: seen.append(desk.people.statistics))
    evenings = asyncio.run(desk.people.add_up())
    assert [(one.done, one.of, one.under_way) for one in seen] == [
        (0, 3, True),
        (1, 3, True),
        (2, 3, True),
        (0, 0, False),
    ]
    assert seen[-1].evenings is evenings
    assert asyncio.run(desk.people.add_up()) is evenings
    assert len(seen) == 4


def test_how_far_renaming_is_can_be_seen(desk: Desk) -> None:
    desk.adopt(FRIDAY_NIGHT, PORCH, CABIN)
    desk.names()
    seen: list[Statistics] = []
    desk.archive.subscribe(lambda: seen.append(desk.people.statistics))
    desk.rename("Ana", "Zoë")
    renaming = [(one.done, one.of) for one in seen if one.renaming]
    assert list(dict.fromkeys(renaming)) == [(0, 2), (1, 2)]
    assert not seen[-1].under_way


def test_evenings_are_in_the_order_of_their_dates(desk: Desk) -> None:
    dated = [
        loads(dumps(log).replace("series", f"date {date}\nseries", 1)) if date else log
        for log, date in ((FRIDAY_NIGHT, "2026-11-20"), (PORCH, ""), (CABIN, "2025-01-02"))
    ]
    desk.adopt(*dated)
    evenings = asyncio.run(desk.people.add_up())
    assert [one.entry.name for one in evenings.all] == ["Porch", "Cabin", "Friday night"]
    assert [one.entry.name for one in evenings.with_player("Ana")] == ["Porch", "Cabin"]
    assert evenings.together("Ana", "Anna") is None
    assert Evenings.of(()).players == {}


@settings(max_examples=20, deadline=None)
@given(
    st.lists(logs(most=2).filter(lambda log: bool(log.steps)), min_size=1, max_size=3),
    st.data(),
)
def test_names_and_nothing_else_change(logs: list[Log], data: st.DataObject) -> None:
    with scratch() as root:
        desk = Desk(root)
        desk.adopt(*logs)
        before = desk.logs()
        players = desk.names()
        old = data.draw(st.sampled_from(players))
        new = data.draw(st.sampled_from((*players, "Zoë 2", "Renée")))
        done = desk.rename(old, new)
        after = desk.logs()
        for was, now in zip(before, after, strict=True):
            named = {
                one.handle: new if one.name == old and now != was else one.name
                for one in was.series.players
            }
            assert replace(now.series, players=was.series.players) == was.series
            assert {one.handle: one.name for one in now.series.players} | named == named
            assert loads(dumps(now)).series == now.series
        if isinstance(done, Renaming) and not done.refused:
            assert (old in desk.names(), new in desk.names()) == (False, True)
        desk.undo()
        assert desk.series() == [log.series for log in before]
        desk.store.close()


@pytest.mark.parametrize(("undone", "name"), [(False, "Zoë"), (True, "Ana")], ids=["", "undone"])
def test_a_change_of_a_name_that_was_killed_is_finished_by_the_next_process(
    tmp_path: Path, name: str, *, undone: bool
) -> None:
    """The first process ends when the change, or its undo, is done in one of three series."""
    left = tmp_path / "left"

    async def change_in_one() -> None:
        store = Full(tmp_path / "data")
        for _ in range(3):
            store.create(PORCH)
        people = Archive(store, lambda: FRIDAY, at_once).people
        store.room = 3 if undone else 1
        done = await people.rename(propose(await people.add_up(), "Ana", "Zoë"))
        assert isinstance(done, Renaming)
        if undone:
            store.room = 1
            back = await people.undo(done)
            assert back is not None
            done = back
        assert (done.done, done.trouble) == (1, Trouble.FULL)
        shutil.copytree(tmp_path / "data", left)
        store.close()

    async def names_by_then() -> set[str]:
        store = FolderStore(left)
        names = {*(await Archive(store, lambda: FRIDAY, at_once).people.add_up()).players}
        assert store.choices.renaming == ()
        store.close()
        return names

    asyncio.run(change_in_one())
    assert asyncio.run(names_by_then()) == {name, "Ben", "Cem"}
