"""The file calls on each platform: which ones are made, and which refusals are put up with."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from storage import files
from tests.faults.faulty_os import Fault, FaultyOs, How, Stopped, standing_in


class Apple:
    """A stand-in for `fcntl` where a plain fsync is not enough."""

    F_FULLFSYNC = 51

    def __init__(self, code: int = 0) -> None:
        self.commands: list[int] = []
        self._code = code

    def fcntl(self, _descriptor: int, command: int) -> None:
        """Note the command, or refuse it."""
        self.commands.append(command)
        if self._code:
            raise OSError(self._code, os.strerror(self._code))


def test_apple_flushes_its_drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    apple, calls = Apple(), FaultyOs(Fault())
    monkeypatch.setattr(files, "fcntl", apple)
    with standing_in(calls):
        files.put(tmp_path / "file", b"bytes")
    assert apple.commands == [51, 51]
    assert not any("sync" in name for name in calls.calls)


def test_a_volume_that_cannot_flush_gets_a_plain_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = FaultyOs(Fault())
    monkeypatch.setattr(files, "fcntl", Apple(errno.ENOTSUP))
    with standing_in(calls):
        files.put(tmp_path / "file", b"bytes")
    assert [name for name in calls.calls if "sync" in name] == ["fdatasync", "fsync"]


def test_a_flush_that_fails_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "fcntl", Apple(errno.EIO))
    with pytest.raises(OSError, match="Input/output error"):
        files.put(tmp_path / "file", b"bytes")
    assert list(tmp_path.iterdir()) == []


class Windows(FaultyOs):
    """A stand-in for `os` on Windows, where a scanner holds a file for its first few renames."""

    name = "nt"


def windows(monkeypatch: pytest.MonkeyPatch, refusals: int) -> tuple[Windows, list[float]]:
    stand_in, pauses = Windows(Fault()), list[float]()
    left = [PermissionError(errno.EACCES, "in use")] * refusals

    def replace(source: Path, target: Path) -> None:
        stand_in.calls.append("replace")
        if left:
            raise left.pop()
        Path(source).rename(target)

    monkeypatch.setattr(stand_in, "replace", replace, raising=False)
    monkeypatch.setattr(files, "time", SimpleNamespace(sleep=pauses.append))
    return stand_in, pauses


def test_windows_tries_a_rename_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in, pauses = windows(monkeypatch, refusals=3)
    with standing_in(stand_in):
        files.put(tmp_path / "file", b"bytes")
    assert (tmp_path / "file").read_bytes() == b"bytes"
    assert pauses == [0.01, 0.02, 0.04]
    assert stand_in.calls == ["open", "lseek", "write", "fdatasync", "close", *["replace"] * 4]


def test_windows_gives_up_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in, pauses = windows(monkeypatch, refusals=9)
    with standing_in(stand_in), pytest.raises(PermissionError):
        files.put(tmp_path / "file", b"bytes")
    assert sum(pauses) < 1


def test_a_file_system_that_keeps_names_by_itself(tmp_path: Path) -> None:
    refusing = FaultyOs(Fault(at=2, code=errno.EINVAL))
    with standing_in(refusing):
        files.sync_folder(tmp_path)
    assert refusing.calls == ["open", "fsync", "close"]


def test_a_closed_parent_does_not_lock_us_out_of_our_folder(tmp_path: Path) -> None:
    with standing_in(FaultyOs(Fault(at=1, code=errno.EACCES))):
        files.make_folder(tmp_path)
    with standing_in(FaultyOs(Fault(at=2, code=errno.EACCES))), pytest.raises(PermissionError):
        files.make_folder(tmp_path / "new")


def test_a_folder_that_was_cut_off_from_its_sync_gets_it_the_next_time(tmp_path: Path) -> None:
    with standing_in(FaultyOs(Fault(at=2, how=How.STOPS))), pytest.raises(Stopped):
        files.make_folder(tmp_path / "new")
    calls = FaultyOs(Fault())
    with standing_in(calls):
        files.make_folder(tmp_path / "new")
    assert calls.calls == ["open", "fsync", "close"]


def test_what_could_not_be_completed_takes_no_space(tmp_path: Path) -> None:
    with standing_in(FaultyOs(Fault(at=3, how=How.FAILS_HALF, code=errno.ENOSPC))):
        with pytest.raises(OSError, match="No space left"):
            files.put(tmp_path / "file", b"bytes")
        assert list(tmp_path.iterdir()) == []
