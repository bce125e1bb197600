"""`fantan import` and `fantan export`: an archive there and back, and every way of failing."""

import asyncio
import errno
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.backup import unpacked
from companion.core.log import Log
from companion.core.names import file_name
from companion.core.sheet import dumps, loads
from companion.desk.archive import Archive
from companion.desk.people import propose
from companion.desk.ports import at_once
from tests.cases import cases
from tests.commands.recording import NO_ROOM, SHORT, Run, record, run, sheet_in
from tests.core.backup.test_backup import packed
from tests.desks import FRIDAY
from tests.places import RECORDS, bytes_in, scratch, store_in
from tests.storage.system import every, system
from tests.strategies import dealt_logs

posix = pytest.mark.skipif(sys.platform != "linux", reason="the shell and devices of Linux")
NIGHT, SHARED = RECORDS / "night.fantan", RECORDS / "number_of_rounds.fantan"
CANONICAL = dumps(loads(NIGHT.read_text(encoding="utf-8")))
BAD = f"{SHORT}1 9C . .\n"
UNREADABLE = "9C cannot be played: 8C is not on the table"


def stored(home: Path, logs: Iterable[Log]) -> None:
    with store_in(home) as store:
        for log in logs:
            store.create(log)


def sheets_of(home: Path) -> list[str]:
    with store_in(home) as store:
        numbers = sorted(entry.number for entry in store.entries())
        return [dumps(store.load(number).log.known_as("")) for number in numbers]


def with_id(text: str, known_as: str = "0123456789abcdef") -> str:
    return text.replace("fantan 1\n", f"fantan 1\nid       {known_as}\n", 1)


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """Return a sheet with an id."""
    return sheet_in(tmp_path, with_id(CANONICAL))


# There and back


@settings(max_examples=8)
@given(st.lists(dealt_logs(), max_size=4, unique_by=dumps))
def test_an_archive_goes_there_and_back_unchanged(sheets: list[Log]) -> None:
    with scratch() as home, scratch() as other:
        there, back = home.parent / "there", home.parent / "back"
        stored(home, sheets)
        exported = run(home, "export", there).out.splitlines()
        assert len(exported) == len(sheets)
        if not sheets:
            return
        numbers = [f"series {number}" for number in range(1, len(sheets) + 1)]
        lines = "".join(f"{number}\n" for number in numbers)
        first = run(other, "import", *exported)
        assert (first.code, first.out) == (0, lines)
        notes = first.err.splitlines()
        assert all(": note: " in note for note in notes)
        again = run(other, "import", *exported)
        same = zip(exported, numbers, strict=True)
        assert (again.code, again.out) == (0, lines)
        told = [line for line in again.err.splitlines() if line not in notes]
        assert told == [f"{path}: {number} is the same" for path, number in same]
        assert sheets_of(other) == sheets_of(home) == [dumps(log) for log in sheets]
        run(other, "export", back)
        assert bytes_in(back) == bytes_in(there)


def test_it_is_written_again_without_a_change(home: Path, tmp_path: Path, night: Path) -> None:
    run(home, "import", night, SHARED)
    first = run(home, "export", tmp_path / "a" / "b")
    files = [tmp_path / "a" / "b" / name for name in ("00001 Friday night.fantan", "00002.fantan")]
    assert first == Run(0, "".join(f"{file}\n" for file in files), "")
    assert files[0].read_bytes() == with_id(CANONICAL).encode()
    before = [file.stat() for file in files]
    assert run(home, "export", tmp_path / "a" / "b") == first
    assert [file.stat().st_mtime_ns for file in files] == [one.st_mtime_ns for one in before]
    assert sorted((tmp_path / "a" / "b").iterdir()) == files


# Import


def test_what_is_strange_on_a_sheet_is_noted_and_imported(home: Path) -> None:
    strange = sheet_in(home.parent, f"{SHORT}void\nhanded Ann Bem 3\n")
    note = f"{strange}:11: note: Bem does not play in this series\n"
    assert run(home, "import", strange) == Run(0, "series 1\n", note)
    backup = home.parent / "all.zip"
    with ZipFile(backup, "w") as file:
        file.write(strange, "1.fantan")
    ran = run(home, "import", backup)
    assert (ran.code, ran.err.splitlines()[0]) == (
        0,
        f"{backup}: 1.fantan:11: note: Bem does not play in this series",
    )


def test_a_series_is_not_taken_twice_however_its_sheet_is_written(home: Path) -> None:
    run(home, "import", SHARED, NIGHT)
    before = bytes_in(home)
    lines = NIGHT.read_text(encoding="utf-8").splitlines()
    same = sheet_in(
        home.parent, "\r\n".join(f"  {line}  # so" for line in lines if line[:1] != "=")
    )
    assert run(home, "import", same) == Run(0, "series 2\n", f"{same}: series 2 is the same\n")
    assert bytes_in(home) == before


@settings(max_examples=6)
@given(
    sheets=st.lists(dealt_logs(), min_size=1, max_size=3, unique_by=dumps),
    order=st.permutations(("folder", "renamed", "zip")),
    at_once=st.booleans(),
)
def test_an_older_export_is_known(
    sheets: list[Log], order: tuple[str, ...], *, at_once: bool
) -> None:
    with scratch() as home:
        stored(home, sheets)
        there, zipped = home.parent / "there", home.parent / "all.zip"
        folder = run(home, "export", there).out.splitlines()
        run(home, "export", "--zip", zipped)
        renamed = list[Path]()
        for number, file in enumerate(folder):
            renamed.append(home.parent / f"{number} another name.fantan")
            renamed[-1].write_bytes(Path(file).read_bytes())
        for number in range(1, len(sheets) + 1):  # where a round is in play it goes on
            record(home, "--series", number, fed="void\ndeal\n7C\n7D\n")
        before = run(home, "stats", "--json"), sheets_of(home)
        files: dict[str, list[object]] = {
            "folder": [*folder],
            "renamed": [*renamed],
            "zip": [zipped],
        }
        for group in [order] if at_once else [[kind] for kind in order]:
            assert run(home, "import", *(file for kind in group for file in files[kind])).code == 0
            assert (run(home, "stats", "--json"), sheets_of(home)) == before


@pytest.mark.parametrize("content", [NIGHT.read_bytes(), packed([loads(CANONICAL)])])
def test_standard_input_is_a_file_too(content: bytes, home: Path) -> None:
    assert run(home, "import", "-", fed=content) == Run(0, "series 1\n", "")
    assert sheets_of(home) == [CANONICAL]


@pytest.mark.parametrize("text", ["", "fantan 2\n", "fantan 1\nrules pagat\n", BAD])
def test_no_folder_is_made_for_an_unreadable_sheet(text: str, home: Path) -> None:
    ran = run(home, "import", sheet_in(home.parent, text))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert not home.exists()


def test_without_room_it_is_reported_for_each_file_and_nothing_is_half_there(home: Path) -> None:
    run(home, "import", NIGHT)
    with system(every("write", code=errno.ENOSPC)):
        ran = run(home, "import", SHARED, NIGHT)
    assert (ran.code, ran.out) == (3, "series 1\n")
    assert f"{SHARED}: {home}/series/00002.tdb: no space left" in ran.err
    assert run(home, "import", SHARED).out == "series 2\n"


# Export


NAMES = {
    "Friday night": "00007 Friday night.fantan",
    "": "00007.fantan",
    'a/b\\c:d*e?f"g<h>i|j': "00007 a-b-c-d-e-f-g-h-i-j.fantan",
    "..": "00007.fantan",
    ". .hidden. .": "00007 hidden.fantan",
    "CON": "00007 CON.fantan",
    "Ümläut ♣ 夜": "00007 Ümläut ♣ 夜.fantan",
    "tab\tline\nend\x1b\x7f\u202e": "00007 tablineend.fantan",
    "x" * 40: f"00007 {'x' * 40}.fantan",
    "夜" * 50: f"00007 {'夜' * 40}.fantan",
    "é" * 61: f"00007 {'é' * 60}.fantan",
    f"a{'é' * 61}": f"00007 a{'é' * 59}.fantan",
}


@pytest.mark.parametrize(("name", "file"), NAMES.items(), ids=ascii)
def test_a_file_has_a_name_that_any_system_takes(name: str, file: str) -> None:
    assert file_name(7, name) == file
    assert len(file.encode()) <= 143


def test_one_series_can_be_asked_for(home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT, SHARED)
    there = tmp_path / "there"
    assert run(home, "export", "--series", 2, there) == Run(0, f"{there}/00002.fantan\n", "")
    assert [path.name for path in there.iterdir()] == ["00002.fantan"]
    file = tmp_path / "new" / "b.zip"
    assert run(home, "export", "--series", 2, "--zip", file) == Run(0, f"{file}\n", "")
    assert [one.file for one in unpacked(file.read_bytes()).sheets] == ["00001.fantan"]


@pytest.mark.parametrize("number", [2, 0, "9" * 300])
def test_one_that_is_not_there_is_reported(number: object, home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT)
    ran = run(home, "export", "--series", number, tmp_path / "there")
    assert ran == Run(3, "", f"fantan export: there is no series {number}\n")
    assert not (tmp_path / "there").exists()


def test_a_file_with_other_content_is_left_alone(home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT, SHARED, sheet_in(home.parent))
    other = {"00001 Friday night.fantan": b"mine", "00002.fantan": b""}
    for name, content in other.items():
        (tmp_path / name).write_bytes(content)
    ran = run(home, "export", tmp_path)
    assert ran == Run(
        1,
        f"{tmp_path}/00003 Friday night.fantan\n",
        "".join(f"{tmp_path}/{name}: another file is here; it is left alone\n" for name in other),
    )
    assert {name: (tmp_path / name).read_bytes() for name in other} == other
    assert len([*tmp_path.iterdir()]) == 3


@posix
@pytest.mark.parametrize("kind", ["folder", "pipe", "broken link", "device", "other length"])
def test_existing_files_are_left_alone(kind: str, home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT)
    there = tmp_path / "00001 Friday night.fantan"
    match kind:
        case "folder":
            there.mkdir()
        case "pipe":
            os.mkfifo(there)
        case "broken link":
            there.symlink_to("nowhere")
        case "device":
            there.symlink_to("/dev/zero")
        case _:
            there.write_bytes(CANONICAL.encode()[:-1])
    ran = run(home, "export", tmp_path)
    assert ran == Run(1, "", f"{there}: another file is here; it is left alone\n")
    assert [*tmp_path.iterdir()] == [there]


FULL = OSError(errno.ENOSPC, "No space left on device")


def test_a_failed_write_is_reported_in_one_line(home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT, SHARED)
    with patch("companion.commands.export.put", side_effect=FULL):
        ran = run(home, "export", tmp_path)
    file = tmp_path / "00001 Friday night.fantan"
    assert ran == Run(2, "", f"{file}: No space left on device\n")


def test_a_folder_that_cannot_be_made_is_reported(home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT)
    file = tmp_path / "file"
    file.write_text("here")
    assert run(home, "export", file) == Run(2, "", f"{file}: File exists\n")
    assert run(home, "export", file / "x") == Run(2, "", f"{file}/x: Not a directory\n")
    assert run(home, "export", "a\0b") == Run(2, "", "a\\x00b: embedded null byte\n")


GROWN = f"{SHORT}1 7C -- 7D\n"
OWN = {
    "fewer turns": (f"{SHORT}1 7C -- .\n", True),
    "the deal alone": (SHORT, True),
    "a turn taken back since": (f"{SHORT}1 7C -- 7D\n2 8C . .\n", True),
    "other turns": (f"{SHORT}1 7H -- 7D\n", False),
    "another name": (SHORT.replace("Friday", "Monday"), False),
    "another id": (with_id(GROWN, "fedcba9876543210"), False),
    "other players": (SHORT.replace("Ann", "Anna"), False),
}


@cases("former, own", OWN)
@pytest.mark.parametrize("form", ["sheet", "zip"])
def test_a_former_export_is_replaced(
    form: str, former: str, *, own: bool, home: Path, tmp_path: Path
) -> None:
    run(home, "import", sheet_in(tmp_path, with_id(GROWN)))
    there = tmp_path / "there"
    words = ["export", "--zip", there / "all.zip"] if form == "zip" else ["export", there]
    with scratch() as other:
        run(other, "import", sheet_in(tmp_path, former if "\nid" in former else with_id(former)))
        run(other, *words)
    (file,) = there.iterdir()
    file = file.rename(there / "00001 Friday night.fantan") if form == "sheet" else file
    before = file.read_bytes()
    ran = run(home, *words)
    assert (ran.code, file.read_bytes() != before) == ((0, True) if own else (1, False))
    assert [*there.iterdir()] == [file]
    assert run(home, *words).out == ran.out


@pytest.mark.parametrize("form", ["--zip", "--csv"])
def test_a_former_export_is_replaced_after_people_were_renamed(
    form: str, home: Path, tmp_path: Path
) -> None:
    run(home, "import", sheet_in(home.parent, with_id(GROWN)))
    for old, new in (("Ann", "Annie"), ("Annie", "Anna")):
        assert run(home, "export", form, tmp_path / "there").code == 0
        with store_in(home) as store:
            people = Archive(store, lambda: FRIDAY, at_once).people
            asyncio.run(people.rename(propose(asyncio.run(people.add_up()), old, new)))
    assert run(home, "export", form, tmp_path / "there").code == 0


def test_a_table_is_replaced_by_a_longer_one(home: Path, tmp_path: Path) -> None:
    record(home, "--new", sheet_in(home.parent), fed="7C\nvoid\n")
    (file,) = map(Path, run(home, "export", "--csv", tmp_path).out.splitlines())
    assert file.name == "00001 Friday night.csv"
    short = file.read_text("utf-8")
    record(home, "--series", 1, fed="deal\n--\n")
    assert run(home, "export", "--csv", tmp_path).code == 0
    assert file.read_text("utf-8").count("\n") == short.count("\n") + 3
    file.write_text("mine", encoding="utf-8")
    assert run(home, "export", "--csv", tmp_path).code == 1
    assert file.read_text("utf-8") == "mine"


def test_a_dash_is_standard_output(home: Path, night: Path) -> None:
    run(home, "import", night)
    assert run(home, "export", "-") == Run(0, with_id(CANONICAL), "")
    assert run(home, "export", "--csv", "-").out.count("\n") == 5
    run(home, "import", SHARED)
    several = Run(2, "", "fantan export: - takes one series: name it with --series\n")
    assert run(home, "export", "-") == several
    assert run(home, "export", "--series", 1, "-") == Run(0, with_id(CANONICAL), "")


@posix
def test_a_backup_goes_to_standard_output(home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT, SHARED)
    run(home, "export", "--zip", tmp_path / "all.zip")
    command = [sys.executable, "-m", "companion", "export", "--zip", "-"]
    environment = {**os.environ, "FANTAN_HOME": str(home)}
    ran = subprocess.run(command, env=environment, capture_output=True, check=True)  # noqa: S603
    assert ran.stdout == (tmp_path / "all.zip").read_bytes()


# Every way of failing ends in one line


COMMAND = f"{sys.executable} -m companion"
ENDS = {
    "standard output is closed": (f"import {NIGHT} >&-", 2, "standard output is closed\n"),
    "the disk is full": (f"import {NIGHT} >/dev/full", 2, NO_ROOM),
    "standard input is closed": ("import - <&-", 2, "-: standard input is closed\n"),
    "the list has no room": ("series >/dev/full", 2, NO_ROOM),
    "numbers have no room": ("stats >/dev/full", 2, NO_ROOM),
    "without standard error": ("stats 2>&- >/dev/null", 0, ""),
    "sheets go where nothing can be": ("export /dev/null/x", 2, "/dev/null/x: Not a directory\n"),
    "paths have no room": ('export "$FANTAN_HOME/../out" >/dev/full', 2, NO_ROOM),
}


def shell(home: Path, words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        ["/bin/bash", "-c", f"{COMMAND} {words}"],
        env={**os.environ, "FANTAN_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


@posix
@cases("words, code, expected", ENDS)
def test_it_ends_in_one_line_and_a_code(words: str, code: int, expected: str, home: Path) -> None:
    assert run(home, "import", SHARED).code == 0
    ran = shell(home, words)
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", expected)


PLAYS = (
    '{"games": [{"id": 1, "name": "Fan Tan"}, {"id": 2, "name": "Chess"}],'
    ' "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Ben"}], "plays": ['
    + ", ".join(
        f'{{"gameRefId": {game}, "playDate": "2024-01-05 20:15:00", "playerScores": ['
        f'{{"playerRefId": 1, "score": "0", "winner": true}},'
        f'{{"playerRefId": 2, "score": "3", "winner": {second}}}]}}'
        for game, second in ((1, "false"), (1, "true"), (2, "false"))
    )
    + "]}"
)
LEFT_OUT = "places, times, roles and notes are left out"
SCORES = {
    "table": ((), "Ana;Ben\n0;3\n4;0\n", Run(0, "series 1\n", "")),
    "table of points": (("--points",), "Ana;Ben\n0;3\n4;0\n", Run(0, "series 1\n", "")),
    "faulty table": (
        (),
        "Ana;Ben\n0;x y\n4;4\n",
        Run(
            2,
            "",
            "{file}:2: this is not a whole number: x y\n"
            "{file}:3: it takes one player with the fewest points\n",
        ),
    ),
    "no game named": ((), PLAYS, Run(2, "", "{file}: choose with --game: Fan Tan, Chess\n")),
    "game": (
        ("--game", "fan tan"),
        PLAYS,
        Run(
            0,
            "series 1\n",
            "{file}: plays left out, as they are no rounds: 1\n{file}: " + LEFT_OUT + "\n",
        ),
    ),
    "other JSON": ((), "{}", Run(2, "", "{file}: this is neither a score sheet nor a backup\n")),
}


@cases("options, text, ran", SCORES)
def test_scores_of_other_programs_come_in_once(
    home: Path, options: tuple[str, ...], text: str, ran: Run
) -> None:
    file = sheet_in(home.parent, text)
    expected = Run(ran.code, ran.out, ran.err.format(file=file))
    assert run(home, "import", *options, file) == expected
    if not ran.code:
        sheet = run(home, "export", "-").out
        assert ("scored" in sheet) is ("--points" in options)
        again = Run(0, ran.out, f"{expected.err}{file}: series 1 is the same\n")
        assert run(home, "import", *options, file) == again


def test_table_of_an_evening_is_that_evening(home: Path, night: Path) -> None:
    run(home, "import", night)
    table = Path(run(home, "export", "--table", home.parent / "tables").out.strip())
    assert table.name == "00001 Friday night.csv"
    ran = run(home, "import", table)
    assert (ran.code, ran.out) == (0, "series 1\n")
    assert ran.err.startswith(f"{table}: series 1 is the same, with ")
