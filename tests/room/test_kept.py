"""Tables that a room keeps: `fantan room`, and evenings as series of this computer."""

import asyncio
import json
import secrets
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.evenings import read_ids, take_in_evenings
from companion.core.entries import Entry
from companion.core.sheet import dumps, loads
from companion.core.steps import Renamed
from companion.desk.archive import Archive
from companion.desk.company import series_id
from companion.desk.ports import at_once
from companion.desk.shared_log import first_text
from companion.room.tables import delete_older
from storage.postgres import PostgresLines
from storage.sqlite_lines import SqliteLines
from tests.cases import cases
from tests.places import ROOT, store_in
from tests.room.engines import PostgresServer, opened
from tests.room.phone import Phone, opening
from tests.room.rooms import Room, room

SHEET = "fantan 1\nseries Friday\nround 1\ndealer Cem\ndeal Ann 18 Ben 17 Cem 17\nAnn Ben Cem\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the data folder of this computer, which has the folder of the room in it."""
    monkeypatch.setenv("FANTAN_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def folder(home: Path) -> Path:
    return home / "room"


async def open_table(served: Room, sheet: str = SHEET) -> Phone:
    """Open a table with the round of a sheet, and return its host's phone."""
    return await served.open(opening(first_text(loads(sheet), again=False), secrets.token_hex(16)))


@pytest.fixture
def table(folder: Path) -> str:
    """Return the name of a table with a turn, three lines in all."""
    return asyncio.run(play(folder, closes=False))


@pytest.fixture
def closed_table(folder: Path) -> str:
    """Return the name of a table with a turn, which its host has closed."""
    return asyncio.run(play(folder, closes=True))


async def play(folder: Path, *, closes: bool) -> str:
    """Open a table, take a seat and lay a card at it, and return its name."""
    async with opened(lambda: SqliteLines(folder)) as lines, room(lines) as served:
        ann = await open_table(served)
        await ann.say('[{"seat":"Ann"}]')
        await ann.say('[{"round":1,"says":"Ann 7D"}]')
        if closes:
            await ann.say('[{"closed":true}]')
            await ann.send(close=True)
            await ann.refusal()
        return ann.table


def run(*arguments: str) -> int:
    return main(["room", *arguments])


def test_list(closed_table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    line = capsys.readouterr().out
    assert line.split()[0] == closed_table[:8]
    assert "Friday" in line
    assert "Ann, Ben, Cem" in line
    assert "host Ann" in line
    assert "1 phone " in line
    assert "closed" in line


def test_list_as_json(closed_table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    document = (ROOT / "docs" / "commands.md").read_text("utf-8").partition("## Room")[2]
    assert [key for key in found if f"`{key}`" not in document] == []
    del found["last"]
    assert found == {
        "table": closed_table,
        "lines": 4,
        "closed": True,
        "host": "Ann",
        "phones": 1,
        "name": "Friday",
        "players": ["Ann", "Ben", "Cem"],
        "round": 1,
    }


def test_export(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", table[:6]) == 0
    sheet = capsys.readouterr().out
    assert dumps(loads(sheet)) == sheet
    assert "7D" in sheet


def test_delete(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("delete", table) == 0
    capsys.readouterr()
    assert run("list") == 0
    assert capsys.readouterr().out == "no shared tables\n"
    assert run("delete", table) == 1


WRONG: dict[str, tuple[list[str], int]] = {
    "an unknown table": (["export", "0123"], 1),
    "too few letters": (["delete", "1d1"], 1),
    "no table to print": (["export"], 2),
    "no table to delete": (["delete"], 2),
    "a name with an escape": (["export", "\x1b[2J\x1b[H"], 1),
}


@pytest.mark.usefixtures("table")
@cases("arguments, code", WRONG)
def test_wrong_names_are_one_line(
    arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "\x1b" not in printed.err


def test_missing_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 3
    assert capsys.readouterr().err.count("\n") == 1
    assert not folder.exists()


def test_running_room_can_be_listed_and_not_changed(folder: Path, table: str) -> None:
    async def both() -> tuple[int, int]:
        async with opened(lambda: SqliteLines(folder)):
            listed = await asyncio.to_thread(run, "list")
            return listed, await asyncio.to_thread(run, "delete", table)

    assert asyncio.run(both()) == (0, 3)


def test_old_tables_go(folder: Path, table: str) -> None:
    async def delete(before: float) -> tuple[list[str], list[str]]:
        async with opened(lambda: SqliteLines(folder)) as lines:
            await lines.append("code.ab12", 1, b"{}")
            gone = await delete_older(lines, before)
            return gone, [stream.name for stream in await lines.streams()]

    assert asyncio.run(delete(0)) == ([], sorted(["code.ab12", table, f"{table}.door"]))
    assert asyncio.run(delete(9e9)) == ([table], [])


async def go_on(folder: Path, table: str) -> None:
    """Append a turn of Ben as the fourth line of the table."""
    async with opened(lambda: SqliteLines(folder)) as lines:
        text = '[{"round":1,"says":"Ben --"}]'
        line = json.dumps([1, secrets.token_hex(8), text]).encode()
        assert await lines.append(table, 4, line)


def content_of(root: Path) -> dict[str, tuple[int, bytes]]:
    """Return the time and the bytes of everything in a folder."""
    return {
        str(path): (path.stat().st_mtime_ns, b"" if path.is_dir() else path.read_bytes())
        for path in (root, *root.rglob("*"))
    }


READING: dict[str, list[str]] = {
    "series": ["series", "--json"],
    "stats": ["stats", "--json"],
    "export": ["export", "-", "--series", "2"],
    "doctor": ["doctor"],
    "room list": ["room", "list"],
}


def printed_of(root: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, list[str]]:
    """Return what each job that only reads prints, and hold that it changes no byte."""
    printed: dict[str, list[str]] = {}
    for name, arguments in READING.items():
        before = content_of(root)
        assert main(arguments) == 0
        assert content_of(root) == before
        printed[name] = capsys.readouterr().out.splitlines()
    return printed


def store_sheet(root: Path, name: str) -> None:
    with store_in(root) as store:
        store.create(loads(SHEET.replace("Friday", name).replace("Ann", "Dee")))


WORK = """\
import asyncio, sys
from pathlib import Path
from storage.sqlite_lines import SqliteLines

async def work():
    lines = SqliteLines(Path(sys.argv[1]))
    await lines.open()
    print(await lines.append(sys.argv[2], 4, b'[1, "x", "[]"]'), flush=True)
    sys.stdin.read()
    await lines.close()

asyncio.run(work())
"""


@contextmanager
def room_at_work(folder: Path, table: str) -> Generator[None]:
    """Let another process append the fourth line of a table, and keep the folder in use."""
    command = [sys.executable, "-c", WORK, str(folder), table]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as working:  # noqa: S603
        assert working.stdout
        assert working.stdout.readline() == "True\n"
        yield


@pytest.mark.parametrize("state", ["stopped", "running", "killed"])
def test_jobs_that_read_show_the_evening_and_change_no_byte(
    state: str,
    folder: Path,
    table: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store_sheet(tmp_path, "Porch")
    capsys.readouterr()
    home = tmp_path
    with room_at_work(folder, table) if state != "stopped" else nullcontext():
        if state == "killed":
            home = tmp_path.with_name(f"{tmp_path.name} killed")
            shutil.copytree(tmp_path, home)
            assert (home / "room" / "room.db-wal").exists()
        monkeypatch.setenv("FANTAN_HOME", str(home))
        printed = printed_of(home, capsys)
    listed = [json.loads(line) for line in printed["series"]]
    assert [(one["number"], one["name"]) for one in listed] == [(1, "Porch"), (2, "Friday")]
    assert {json.loads(line)["name"] for line in printed["stats"]} == {"Ann", "Ben", "Cem", "Dee"}
    assert "7D" in "".join(printed["export"])
    assert printed["doctor"] == ["2 series, 2 rounds: all is well."]
    assert len(printed["room list"]) == 1


def test_evening_has_the_number_under_which_it_is_taken_in(
    folder: Path,
    table: str,
    home: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:

    async def open_another() -> None:
        async with opened(lambda: SqliteLines(folder)) as lines, room(lines) as served:
            await open_table(served, SHEET.replace("Friday", "Saturday"))

    asyncio.run(open_another())
    asyncio.run(go_on(folder, table))  # the older table has the latest line
    capsys.readouterr()
    assert main(["series", "--json"]) == 0
    before = capsys.readouterr().out
    assert [json.loads(line)["name"] for line in before.splitlines()] == ["Friday", "Saturday"]
    record = f"{home}/sheet.fantan"
    Path(record).write_text(SHEET.replace("Friday", "Porch").replace("Ann", "Dee"), "utf-8")
    assert main(["import", record]) == 0
    capsys.readouterr()
    assert main(["series", "--json"]) == 0
    after = capsys.readouterr().out
    assert after.startswith(before)
    assert [json.loads(line)["number"] for line in after.splitlines()] == [1, 2, 3]


def test_evening_grows_until_it_is_deleted_here(
    folder: Path,
    table: str,
    home: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    take_in_evenings(home)
    asyncio.run(go_on(folder, table))
    capsys.readouterr()
    assert main(["export", "-", "--series", "1"]) == 0
    assert len(loads(capsys.readouterr().out).round.turns) == 2
    take_in_evenings(home)
    with store_in(home) as store:
        assert [entry.number for entry in store.entries()] == [1]
        assert len(store.load(1).log.round.turns) == 2
        store.choose(replace(store.choices, removed=frozenset({1})))

    async def add_nothing(place: int) -> None:
        async with opened(lambda: SqliteLines(folder)) as lines:
            assert await lines.append(table, place, b'[1, "x", "[]"]')

    def listed() -> tuple[Entry, ...]:
        take_in_evenings(home)
        assert main(["series"]) == 0
        assert capsys.readouterr().out == ""
        with store_in(home) as store:
            return store.entries()

    asyncio.run(add_nothing(5))
    assert listed() == ()
    with store_in(home) as store:
        store.forget(1)
    assert listed() == ()  # what was deleted does not come back by itself


def test_tables_of_a_database_are_series_of_this_computer(
    postgres: PostgresServer,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asyncio.run(postgres.ask("create database kept"))
    dsn = postgres.dsn.replace("/postgres", "/kept")
    monkeypatch.setenv("FANTAN_POSTGRES", dsn)
    assert main(["series"]) == 1  # the database has no lines of a room yet, and gets none

    async def play() -> str:
        async with opened(lambda: PostgresLines(dsn)) as lines, room(lines) as served:
            return (await open_table(served)).table

    table = asyncio.run(play())
    capsys.readouterr()
    before = content_of(home)
    assert main(["series"]) == 0
    assert content_of(home) == before
    listed = capsys.readouterr().out
    assert "Friday" in listed
    assert main(["room", "list", "--postgres", dsn]) == 0
    assert "Friday" in capsys.readouterr().out
    damaged = home / "room"
    damaged.mkdir()
    (damaged / "room.db").write_bytes(b"no database" * 99)
    assert main(["series"]) == 1  # the folder is told, and hides no table of the database
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == (listed, 1)
    shutil.rmtree(damaged)
    take_in_evenings(home)
    with store_in(home) as store:
        archive = Archive(store, datetime.now, at_once, of_room=read_ids(home))
        assert archive.catalogue.taken_in == {1}
    monkeypatch.delenv("FANTAN_POSTGRES")
    assert main(["series"]) == 0
    assert capsys.readouterr().out == listed
    assert main(["room", "delete", table, "--postgres", dsn]) == 0


def test_series_is_a_copy_while_it_and_its_table_can_go_on(
    folder: Path, table: str, home: Path
) -> None:
    def is_copy() -> bool:
        take_in_evenings(home)
        return series_id(table) in read_ids(home)

    assert is_copy()
    assert is_copy()
    with store_in(home) as store:
        store.save(1, store.load(1).log.after(Renamed("Ours")))
    asyncio.run(go_on(folder, table))
    assert not is_copy()
    assert not is_copy()
    with store_in(home) as store:
        store.save(1, store.load(1).log.without_last())
    assert is_copy()
    with store_in(home, read_only=True) as store:
        assert len(store.look_at(1).log.round.turns) == 2


def test_evening_that_was_played_on_here_stays(folder: Path, table: str, home: Path) -> None:
    assert folder.name == "room"
    take_in_evenings(home)
    with store_in(home) as store:
        store.save(1, store.load(1).log.without_last())
        take_in_evenings(home)  # the app has the folder open
    (home / "room.taken").unlink()
    with store_in(home) as store:
        log = store.load(1).log.after(Renamed("Ours"))
        store.save(1, log)
    take_in_evenings(home)
    with store_in(home, read_only=True) as store:
        assert store.look_at(1).log.steps == log.steps
    assert table
