"""The data folder: where things lie, what one damaged file costs, and who may come in."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.desk.ports import Trouble
from storage.errors import DamagedFileError, StoreLockedError, WriteFailedError
from storage.folder import CutOff, DataFolder
from storage.recovery import Damage
from tests.faults.faulty_os import Fault, FaultyOs, standing_in
from tests.storage.made_up import (
    FIVE_TURNS,
    TALKED_ABOUT,
    begin_round,
    event,
    flip,
    found,
    record_event,
    run,
    tables,
)


@contextmanager
def opened(root: Path) -> Generator[DataFolder, None, None]:
    folder = DataFolder(root)
    try:
        yield folder
    finally:
        folder.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A night with two rounds."""
    root = tmp_path / "home" / "fantan"
    with opened(root) as folder:
        run(folder, (*FIVE_TURNS, begin_round(2)))
    return root


def test_where_things_lie(root: Path) -> None:
    names = sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    assert names == [
        "catalogue.tdb",
        "lock",
        "series/00001/r0001.tdb",
        "series/00001/r0002.tdb",
        "series/00001/series.tdb",
    ]


def test_what_there_is(root: Path) -> None:
    (root / "series" / "notes").mkdir()
    (root / "series" / "00001" / "r0003.tdb.tmp").touch()
    with opened(root) as folder:
        folder.series(12)
        assert folder.series_numbers() == [1, 12]
        assert folder.round_numbers(1) == [1, 2]
        assert folder.round_numbers(12) == []
        assert folder.round_numbers(99) == []


def test_files_stay_open_until_another_round_is_asked_for(root: Path) -> None:
    with opened(root) as folder:
        assert folder.catalogue() is folder.catalogue()
        assert folder.series(1) is folder.series(1)
        first = folder.round(1, 1)
        assert folder.round(1, 1) is first
        assert folder.round(1, 2) is not first
        with pytest.raises(ValueError, match="was closed"):
            first.table("events").insert(event(6))


def test_one_damaged_file_costs_its_round(root: Path) -> None:
    before, _ = found(root)
    flip(root / "series" / "00001" / "r0001.tdb", -120)
    with opened(root) as folder:
        for _ in range(2):
            with pytest.raises(DamagedFileError, match="lost: 5"):
                folder.round(1, 1)
        assert tables(folder.round(1, 2)) == before["round 1/2"]
        assert tables(folder.series(1)) == before["series 1"]
        (report,) = folder.reports
        assert isinstance(report, Damage)
        assert folder.restore(report) == root / "series" / "00001" / "r0001.tdb.damaged"
        assert list(tables(folder.round(1, 1))["events"]) == ["1", "2", "3", "5"]


@pytest.mark.parametrize("name", ["catalogue.tdb", "series/00001/series.tdb"])
def test_long_lived_files_are_restored_at_once(tmp_path: Path, name: str) -> None:
    with opened(tmp_path) as folder:
        run(folder, TALKED_ABOUT)
    flip(tmp_path / name, 20)
    bad = (tmp_path / name).read_bytes()
    with opened(tmp_path) as folder:
        assert tables(folder.catalogue()) == {"series": {"1": {"state": "open"}}}
        assert tables(folder.series(1))["rounds"]["1"]["state"] == "done"
        (report,) = folder.reports
        assert report.path == tmp_path / name
    assert (tmp_path / f"{name}.damaged").read_bytes() == bad
    assert found(tmp_path)[1] == []


def test_an_unfinished_write_is_reported(root: Path) -> None:
    path = root / "series" / "00001" / "r0001.tdb"
    path.write_bytes(path.read_bytes()[:-7])
    with opened(root) as folder:
        assert len(folder.round(1, 1).table("events")) == 4
        (report,) = folder.reports
    assert isinstance(report, CutOff)
    assert report.path == path
    assert report.dropped_bytes > 40


def test_a_second_one_is_refused(root: Path) -> None:
    with opened(root), pytest.raises(StoreLockedError, match="another process"):
        DataFolder(root)
    DataFolder(root).close()


def test_a_start_that_fails_lets_the_next_one_in(root: Path) -> None:
    with standing_in(FaultyOs(Fault(at=10))), pytest.raises(WriteFailedError) as told:
        DataFolder(root)
    assert told.value.trouble is Trouble.BROKEN
    DataFolder(root).close()


def test_a_place_that_cannot_be_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WriteFailedError):
        DataFolder(tmp_path / "file" / "fantan")


_HOLDER = """
import sys, time, pathlib
from storage.folder import DataFolder
folder = DataFolder(pathlib.Path(sys.argv[1]))
print("open", flush=True)
time.sleep(60)
"""


def test_a_second_process_is_refused_until_the_first_is_dead(root: Path) -> None:
    command = [sys.executable, "-c", _HOLDER, str(root)]
    project = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=project) as holder:  # noqa: S603
        assert holder.stdout
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(StoreLockedError) as told:
            DataFolder(root)
        assert told.value.folder == root
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with opened(root) as folder:
            record_event(6)(folder)
