"""Table with several devices, whose first command wins."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.cards import card
from companion.core.objections import Objection, Why
from companion.core.rounds.events.times import Dated
from companion.core.rounds.events.turns import Played
from companion.core.steps import PlayerRenamed, Renamed
from companion.desk import commands
from companion.desk.archive import Archive
from companion.desk.ports import OneThread, at_once
from companion.desk.table import Table
from storage.store import FolderStore
from tests.cases import cases
from tests.desks import FRIDAY, begin, begun, desk_in, moves, turns, why
from tests.places import store_in


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with store_in(tmp_path) as store:
        yield Archive(store, lambda: FRIDAY, at_once)


async def play(table: Table, code: str) -> Objection | None:
    return await table.do(commands.play(card(code)), table.snapshot.revision)


async def undo(table: Table) -> None:
    await table.undo(table.snapshot.revision)


async def test_a_stale_tap_is_refused_and_never_recorded_for_somebody_else(
    archive: Archive,
) -> None:
    table = await begun(archive)
    for code in ("7H", "8H", "6H"):
        await play(table, code)
    seen_by_ben = table.snapshot.revision
    await undo(table)
    await undo(table)
    assert why(await table.do(commands.pass_turn, seen_by_ben)) is Why.QUICKER
    assert moves(table) == ["7H"]


async def test_listeners_hear_of_changes_and_of_nothing_else(archive: Archive) -> None:
    table, heard = await begun(archive), list[int]()
    leave = table.subscribe(lambda: heard.append(table.snapshot.revision))
    await play(table, "8H")
    await play(table, "7H")
    leave()
    await undo(table)
    assert heard == [2]


async def test_closing_waits_for_what_was_begun(tmp_path: Path) -> None:
    runner = OneThread()
    store = FolderStore(tmp_path)
    table = await begun(Archive(store, lambda: FRIDAY, runner))
    command = asyncio.create_task(play(table, "7H"))
    for _ in range(3):  # until the work lies before the runner
        await asyncio.sleep(0)
    runner.finish(store.close)
    assert await command is None
    with desk_in(tmp_path) as found:
        found.open(1)
        assert found.night.round.turns == (Played(0, card("7H")),)


NAMED: dict[str, commands.Command] = {
    "a player": PlayerRenamed("Ben", "Benno"),
    "the series": Renamed("Porch"),
    "the date of a round": commands.record(Dated("2026-11-27")),
}


@cases("named", NAMED)
async def test_a_name_takes_neither_redo_nor_what_is_reported_once(
    archive: Archive, named: commands.Command
) -> None:
    table = await begun(archive)
    await play(table, "7H")
    await undo(table)
    logs = table.snapshot.before, table.snapshot.led_to
    assert await table.do(named, table.snapshot.revision) is None
    assert (table.snapshot.before, table.snapshot.led_to) == logs
    assert table.snapshot.log.steps != logs[1].steps
    assert await table.redo(table.snapshot.revision) is None
    assert (moves(table), table.snapshot.can_redo) == (["7H"], False)
    assert table.snapshot.led_to is table.snapshot.log


async def test_passes_up_to_a_player_are_one_step_on_the_disk(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night", "Ann Ben Cem Dee")
        desk.do(commands.play(card("7H")))
        seen = desk.night.revision
        assert desk.do(commands.PassUntil("Ben")) is None
        assert (desk.night.revision, turns(desk)) == (seen + 1, ["7H", "--", "--", "--"])
    with desk_in(tmp_path) as desk:
        assert turns(desk) == ["7H", "--", "--", "--"]
        assert why(desk.do(commands.PassUntil("Ben"))) is Why.NOBODY_PASSES
        assert desk.undo() is None
        assert turns(desk) == ["7H"]
        assert desk.redo() is None
        assert turns(desk) == ["7H", "--", "--", "--"]
