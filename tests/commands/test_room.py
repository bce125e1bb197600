"""`fantan room` on a folder with tables that phones have played at."""

import asyncio
import json
import secrets
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.evenings import take_in_evenings
from companion.core.sheet import dumps, loads
from companion.core.steps import Renamed
from companion.desk.shared_log import first_text
from companion.room.tables import delete_older
from storage.sqlite_lines import SqliteLines
from storage.store import FolderStore
from tests.room.engines import opened
from tests.room.phone import Phone, opening
from tests.room.rooms import room

SHEET = "fantan 1\nseries Friday\nround 1\ndealer Cem\ndeal Ann 18 Ben 17 Cem 17\nAnn Ben Cem\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "room"


@pytest.fixture
def table(folder: Path) -> str:
    """Return the name of a table with a turn, which its host has closed."""

    async def play() -> str:
        async with opened(lambda: SqliteLines(folder)) as lines, room(lines) as served:
            greeting = opening(first_text(loads(SHEET), again=False), secrets.token_hex(16))
            ann = await served.open(greeting)
            await ann.say('[{"round":1,"says":"Ann 7D"}]')
            await ann.say('[{"closed":true}]')
            await ann.send(close=True)
            await ann.refusal()
            await ann.stop()
            return ann.table

    return asyncio.run(play())


def run(folder: Path, *arguments: str) -> int:
    return main(["room", *arguments, "--folder", str(folder)])


def test_list(folder: Path, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "list") == 0
    line = capsys.readouterr().out
    assert line.split()[0] == table[:8]
    assert "Friday" in line
    assert "Ann, Ben, Cem" in line
    assert "closed" in line


def test_list_as_json(folder: Path, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "list", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    del found["last"]
    assert found == {
        "table": table,
        "lines": 3,
        "closed": True,
        "name": "Friday",
        "players": ["Ann", "Ben", "Cem"],
        "round": 1,
    }


def test_export(folder: Path, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "export", table[:6]) == 0
    sheet = capsys.readouterr().out
    assert dumps(loads(sheet)) == sheet
    assert "7D" in sheet


def test_reopened_table_goes_on(folder: Path, table: str) -> None:
    assert run(folder, "reopen", table) == 0
    assert run(folder, "reopen", table) == 0

    async def go_on() -> int:
        async with opened(lambda: SqliteLines(folder)) as lines, room(lines) as served:
            greeting = opening(first_text(loads(SHEET), again=False), table)
            # The host's token is gone with the phone; the invitation is signed anew.
            hub = await served.gateway._known(table)  # noqa: SLF001 - the operator's own page asks so
            greeting = {"join": table, "secret": hub.members.secret}
            ben = await Phone(served.url, greeting).ready()
            place = await ben.say("[]")
            await ben.stop()
            return place

    assert asyncio.run(go_on()) == 5


def test_delete(folder: Path, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "delete", table) == 0
    capsys.readouterr()
    assert run(folder, "list") == 0
    assert capsys.readouterr().out == "no shared tables\n"
    assert run(folder, "delete", table) == 1


WRONG: dict[str, tuple[list[str], int]] = {
    "an unknown table": (["export", "0123"], 1),
    "too few letters": (["delete", ""], 1),
    "a name with an escape": (["export", "\x1b[2J\x1b[H"], 1),
}


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(("arguments", "code"), WRONG.values(), ids=WRONG)
def test_wrong_names_are_one_line(
    folder: Path, arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, *arguments) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "\x1b" not in printed.err


def test_missing_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "list") == 3
    assert capsys.readouterr().err.count("\n") == 1
    assert not folder.exists()


def test_running_room_can_be_listed_and_not_changed(folder: Path, table: str) -> None:
    async def both() -> tuple[int, int]:
        async with opened(lambda: SqliteLines(folder)):
            listed = await asyncio.to_thread(run, folder, "list")
            return listed, await asyncio.to_thread(run, folder, "delete", table)

    assert asyncio.run(both()) == (0, 3)


def test_old_tables_go(folder: Path, table: str) -> None:
    async def delete(before: float) -> tuple[list[str], list[str]]:
        async with opened(lambda: SqliteLines(folder)) as lines:
            gone = await delete_older(lines, before)
            return gone, [stream.name for stream in await lines.streams()]

    assert asyncio.run(delete(0)) == ([], [table, f"{table}.door"])
    assert asyncio.run(delete(9e9)) == ([table], [])


def test_evening_is_a_series_of_this_computer(
    folder: Path,
    table: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FANTAN_HOME", str(tmp_path))
    assert main(["series", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Friday"
    assert main(["doctor"]) == 0
    capsys.readouterr()
    assert main(["export", "-", "--series", "1"]) == 0
    assert len(loads(capsys.readouterr().out).round.turns) == 1
    assert run(folder, "reopen", table) == 0

    async def go_on() -> None:
        async with opened(lambda: SqliteLines(folder)) as lines:
            text = '[{"round":1,"says":"Ben --"}]'
            line = json.dumps([1, secrets.token_hex(8), text]).encode()
            assert await lines.append(table, 5, line)

    asyncio.run(go_on())
    assert main(["stats"]) == 0
    with closing(FolderStore(tmp_path)) as store:
        assert [entry.number for entry in store.entries()] == [1]
        ours = store.load(1).log
        assert len(ours.round.turns) == 2
        store.choose(replace(store.choices, removed=frozenset({1})))
        store.forget(1)
    assert main(["series"]) == 0
    with closing(FolderStore(tmp_path, read_only=True)) as store:
        assert store.entries() == ()  # what was deleted does not come back by itself


def test_evening_that_was_played_on_here_stays(
    folder: Path, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FANTAN_HOME", str(tmp_path))
    assert folder.name == "room"
    take_in_evenings(tmp_path)
    with closing(FolderStore(tmp_path)) as store:
        store.save(1, store.load(1).log.without_last())
        take_in_evenings(tmp_path)  # the app has the folder open
    (folder / "taken").unlink()
    with closing(FolderStore(tmp_path)) as store:
        log = store.load(1).log.after(Renamed("Ours"))
        store.save(1, log)
    take_in_evenings(tmp_path)
    with closing(FolderStore(tmp_path, read_only=True)) as store:
        assert store.look_at(1).log.steps == log.steps
    assert table
