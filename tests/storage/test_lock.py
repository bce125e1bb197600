"""Locks against two processes in the same folder."""

import errno
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from companion.cli import main
from companion.commands.folder import CANNOT_OPEN
from companion.core.presets import parse
from companion.desk.people import summed_up
from companion.desk.ports import StoreFailedError
from storage import files
from storage.files import LockLostError, NoLocksError, StoreLockedError
from storage.store import FolderStore
from tests.choosing import archive, choose
from tests.places import ROOT
from tests.storage.logs import bytes_in, keep, night, save, unreadable

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


def test_a_second_process_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(tmp_path, HISTORY)
    with in_use(tmp_path) as holder:
        before = bytes_in(tmp_path)
        with pytest.raises(StoreLockedError):
            FolderStore(tmp_path)
        for words in (["doctor"], ["doctor", "--repair"]):
            assert main([*words, str(tmp_path)]) == CANNOT_OPEN
            said = capsys.readouterr().err
            assert "Fan Tan is open already: another process is using this data folder" in said
        assert bytes_in(tmp_path) == before
        holder.kill()
        holder.wait()
        save(tmp_path, HISTORY)


@posix
def test_a_lock_that_was_taken_away_is_noticed_before_anything_is_written(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    keep(store, HISTORY[:-1])
    summary_at = summed_up(store, 1)
    (tmp_path / "lock").unlink()
    log = HISTORY[-1].log
    with closing(FolderStore(tmp_path)) as other:
        other.save(1, log)
        before = bytes_in(tmp_path)
        for write in (
            lambda: store.save(1, log),
            lambda: store.save(1, HISTORY[-3].log),
            lambda: store.create(log),
            lambda: choose(store, usual=parse("pagat")),
            lambda: choose(store, removed=frozenset({1})),
        ):
            with pytest.raises(LockLostError, match="taken away"):
                write()
        store.keep_summaries({1: summary_at})
        store.close()
        assert bytes_in(tmp_path) == before
    with closing(FolderStore(tmp_path)) as again:
        assert again.load(1).log == log
        assert again.findings() == ()


@posix
@pytest.mark.parametrize("let_go", [True, False], ids=["let go of before", "open to the end"])
def test_who_lost_the_lock_cuts_nothing_off_of_others(tmp_path: Path, *, let_go: bool) -> None:
    store = FolderStore(tmp_path)
    keep(store, HISTORY[:-2])
    (tmp_path / "lock").unlink()
    with closing(FolderStore(tmp_path)) as other:
        other.save(1, HISTORY[-2].log)
        other.save(1, HISTORY[-1].log)
        if let_go:
            store.release(1)
    store.close()
    with closing(FolderStore(tmp_path)) as again:
        assert (again.load(1).log, again.findings()) == (HISTORY[-1].log, ())


@posix
@pytest.mark.parametrize("code", [errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK])
def test_a_drive_that_cannot_lock_files_is_said_to_be_so(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path, HISTORY)

    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(code, os.strerror(code))))
    with pytest.raises(NoLocksError, match="cannot be locked"):
        FolderStore(tmp_path)
    assert main(["doctor", str(tmp_path)]) == 0
    assert main(["doctor", "--repair", str(tmp_path)]) in (0, CANNOT_OPEN)
    assert "all is well" in capsys.readouterr().out


@posix
def test_a_lock_that_fails_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcntl.flock", Mock(side_effect=OSError(errno.EIO, "broken")))
    with pytest.raises(StoreFailedError, match="medium"):
        FolderStore(tmp_path)


def test_a_left_over_lock_file_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("4711")
    save(tmp_path, HISTORY)
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(1).log == HISTORY[-1].log


@posix
def test_a_store_without_its_lock_reads_the_choices_again(tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    with unreadable(tmp_path / "choices"):
        store = FolderStore(tmp_path)
    (tmp_path / "lock").unlink()
    with closing(FolderStore(tmp_path)) as other:
        archive(other, 1)
        before = bytes_in(tmp_path)
        assert store.choices.archived == {1}
        assert bytes_in(tmp_path) == before
        store.close()
        assert bytes_in(tmp_path) == before


def test_a_step_is_saved_while_neither_list_nor_folder_can_be_read(tmp_path: Path) -> None:
    save(tmp_path, HISTORY[:-1])
    with unreadable(tmp_path / "catalogue.tdb"):
        store = FolderStore(tmp_path)
        store.load(1)
        with patch.object(files, "names", side_effect=OSError(errno.EMFILE, "too many")):
            store.save(1, HISTORY[-1].log)
            assert [entry.number for entry in store.entries()] == [1]
    store.close()
