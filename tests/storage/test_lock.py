"""Locks against two processes in the same folder."""

import errno
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.cli import main
from companion.commands.folder import CANNOT_OPEN, DONE
from companion.core.presets import parse
from companion.desk.ports import StoreFailedError
from storage.files import LockLostError, NoLocksError, StoreLockedError
from storage.store import FolderStore
from tests.choosing import choose
from tests.places import ROOT, bytes_in, store_in
from tests.storage.logs import keep, night, save

HOLDER = """
import sys, time, pathlib
from storage.store import FolderStore
store = FolderStore(pathlib.Path(sys.argv[1]))
print("open", flush=True)
time.sleep(60)
"""
HISTORY = night(rounds=1)
posix = pytest.mark.skipif(os.name == "nt", reason="an open file cannot be removed there")


@contextmanager
def in_use(root: Path) -> Generator[subprocess.Popen[bytes]]:
    """Open the folder in another process."""
    command = [sys.executable, "-c", HOLDER, str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as holder:  # noqa: S603
        assert holder.stdout
        assert holder.stdout.readline() == b"open\n"
        yield holder
        holder.kill()


def test_second_process_only_reads(tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    with in_use(tmp_path) as holder:
        before = bytes_in(tmp_path)
        with pytest.raises(StoreLockedError):
            FolderStore(tmp_path)
        assert main(["doctor", str(tmp_path)]) == DONE
        assert bytes_in(tmp_path) == before
        holder.kill()
        holder.wait()
        save(tmp_path, HISTORY)


@posix
def test_lost_lock_is_noticed_before_anything_is_written(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    keep(store, HISTORY[:-2])
    (tmp_path / "lock").unlink()
    with store_in(tmp_path) as other:
        other.save(1, HISTORY[-2].log)
        other.save(1, HISTORY[-1].log)
        before = bytes_in(tmp_path)
        for write in (
            lambda: store.save(1, HISTORY[-2].log),
            lambda: store.create(HISTORY[-1].log),
            lambda: choose(store, usual=parse("pagat")),
        ):
            with pytest.raises(LockLostError, match="taken away"):
                write()
        store.close()
        assert bytes_in(tmp_path) == before
    with store_in(tmp_path) as again:
        assert (again.load(1).log, again.findings()) == (HISTORY[-1].log, ())


@posix
def test_file_replaced_by_another_program_is_never_written_to(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        keep(store, HISTORY[:-1])
        file = tmp_path / "series" / "00001.tdb"
        (tmp_path / "other").write_bytes(file.read_bytes())
        (tmp_path / "other").replace(file)
        theirs = file.read_bytes()
        for _ in range(2):
            with pytest.raises(StoreFailedError, match="another program"):
                store.save(1, HISTORY[-1].log)
        assert store.look_at(1).log == HISTORY[-2].log
    assert file.read_bytes() == theirs


@posix
@pytest.mark.parametrize("code", [errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK])
def test_drive_without_locks_is_named(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path, HISTORY)
    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(code, os.strerror(code))))
    with pytest.raises(NoLocksError, match="cannot be locked"):
        FolderStore(tmp_path)
    assert main(["doctor", str(tmp_path)]) == DONE
    assert main(["doctor", "--repair", str(tmp_path)]) in (DONE, CANNOT_OPEN)


def test_left_over_lock_file_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("4711")
    save(tmp_path, HISTORY)
    with store_in(tmp_path) as store:
        assert store.load(1).log == HISTORY[-1].log
