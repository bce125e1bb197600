"""Output and exit codes of `fantan doctor`."""

import errno
import os
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli import main
from companion.commands.folder import CANNOT_OPEN, DONE, NOT_ALL
from companion.commands.streams import ProgressLine
from tests.commands.recording import Terminal
from tests.storage.logs import bytes_in, file_of, flip_line, night, save
from tests.storage.system import ReadOnly, every, system


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "game nights"
    save(root, night(1, 2), night(2, 1))
    return root


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_all_is_well(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FANTAN_HOME", str(root))
    for words in (["doctor"], ["doctor", "--repair"]):
        assert main(words) == DONE
        assert printed(capsys) == ["2 series, 3 rounds: all is well."]


def test_what_is_wrong_is_repaired(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flip_line(file_of(root, 1), 5)
    assert main(["doctor", str(root)]) == NOT_ALL
    line, summary = printed(capsys)
    assert line == ("series/00001.tdb: round 1 of series 1 is damaged: 1 entry is intact")
    found, _, advice = summary.partition(". Repair with: fantan ")
    assert found == "2 series, 3 rounds: 1 thing is wrong"
    assert shlex.split(advice) == ["doctor", "--repair", str(root)]
    assert main(shlex.split(advice)) == DONE
    assert printed(capsys)[1:] == [
        (
            "series/00001.tdb: repaired, but the lost parts stay lost; "
            "the damaged file is kept as 00001.tdb.damaged"
        ),
        "2 series, 3 rounds: repaired, but the lost parts stay lost.",
    ]
    assert main(["doctor", str(root)]) == DONE
    assert printed(capsys) == [
        "series/00001.tdb.damaged: note: a damaged file that was kept",
        "2 series, 3 rounds: all is well.",
    ]


def test_unrepairable_faults_are_reported(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file_of(root, 1).unlink()
    file_of(root, 1).mkdir()
    assert main(["doctor", "--repair", str(root)]) == NOT_ALL
    assert printed(capsys)[-2:] == [
        "series/00001.tdb: could not be repaired: series 1 cannot be read: not a file",
        "2 series, 1 round: 1 thing is still wrong.",
    ]


@pytest.mark.parametrize("repair", [[], ["--repair"]], ids=["look", "repair"])
@pytest.mark.parametrize("name", ["nowhere", "empty", "file", "file/below"])
def test_a_folder_without_game_nights(
    name: str, repair: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    assert main(["doctor", *repair, str(tmp_path / name)]) == CANNOT_OPEN
    assert "there are no game nights" in capsys.readouterr().err
    assert list((tmp_path / "empty").iterdir()) == []


NO_PERMISSION, BROKEN = "no permission (Permission denied)", "the medium reports an error"
UNREADABLE = {
    "list": ("listdir", errno.EACCES, (CANNOT_OPEN, NO_PERMISSION), (CANNOT_OPEN, NO_PERMISSION)),
    "its list is broken": ("listdir", errno.EIO, (CANNOT_OPEN, BROKEN), (CANNOT_OPEN, BROKEN)),
    "what only stat asks for": ("stat", errno.EACCES, (DONE, ""), (DONE, "")),
    "what is broken for stat": ("stat", errno.EIO, (CANNOT_OPEN, BROKEN), (CANNOT_OPEN, BROKEN)),
    "its files": ("open", errno.EACCES, (NOT_ALL, ""), (CANNOT_OPEN, NO_PERMISSION)),
    "its files are broken": ("open", errno.EIO, (NOT_ALL, ""), (CANNOT_OPEN, BROKEN)),
}
"""Failing calls and errors; exit codes and output of a check and a repair."""


@pytest.mark.parametrize(("name", "code", "look", "repair"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_folder_that_cannot_be_read(
    name: str,
    code: int,
    look: tuple[int, str],
    repair: tuple[int, str],
    root: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = bytes_in(root)
    for words, (exit_code, says) in (([], look), (["--repair"], repair)):
        with system(every(name, code=code)):
            assert main(["doctor", *words, str(root)]) == exit_code
        said = capsys.readouterr().err
        assert says in said
        assert said.startswith(f"fantan doctor: {root}" if says else "")
        assert bool(said) is bool(says)
        assert bytes_in(root) == before


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES], ids=errno.errorcode.get)
def test_a_folder_that_may_only_be_read_is_looked_at(
    code: int, root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    flip_line(file_of(root, 1), 5)
    before = bytes_in(root)
    monkeypatch.setattr(os, "open", ReadOnly(code).open)
    assert main(["doctor", str(root)]) == NOT_ALL
    assert "is damaged" in printed(capsys)[0]
    assert main(["doctor", "--repair", str(root)]) == CANNOT_OPEN
    assert "no permission" in capsys.readouterr().err
    monkeypatch.undo()
    assert bytes_in(root) == before


def test_looking_leaves_nothing_behind(root: Path) -> None:
    (root / "lock").unlink()
    (root / "ballast").unlink()
    assert main(["doctor", str(root)]) == DONE
    names = sorted(path.name for path in root.iterdir())
    assert names == ["catalogue.tdb", "series"]


def test_progress_is_shown_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.5, 0.9, 1.1, 1.4])
    clock = SimpleNamespace(monotonic=lambda: next(times))
    monkeypatch.setattr("companion.commands.streams.time", clock)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    progress = ProgressLine()
    for _ in range(4):
        progress.step()
    progress.clear()
    assert terminal.getvalue() == "\r3 series read\r4 series read\r" + " " * 13 + "\r"
