"""The settings with which Flet runs the app."""

import os
import sys
import time
import zlib
from collections.abc import Callable
from email.message import Message
from errno import ENOSPC
from http.client import IncompleteRead
from pathlib import Path
from tarfile import ReadError
from types import SimpleNamespace
from urllib.error import HTTPError, URLError
from zipfile import BadZipFile

import flet as ft
import pytest

from companion.ui import run
from tests.cases import cases


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "patch_flet", lambda: None)
    monkeypatch.setattr(run, "only_loopback", lambda: None)


# --- A window needs Flet's client, which is fetched when it is first wanted ---

NO_CLIENT = {
    "no network": URLError("Name or service not known"),
    "no such file there": HTTPError("http://x/y", 404, "Not Found", Message(), None),
    "the line was cut": IncompleteRead(b"", 9),
    "a cut zip": BadZipFile("File is not a zip file"),
    "a page in place of the archive": ReadError("not a gzip file"),
    "a cut archive": EOFError("Compressed file ended"),
    "a damaged archive": zlib.error("Error -3"),
    "an address that is none": ValueError("unknown url type"),
    "no home": RuntimeError("Could not determine home directory."),
    "a full disk": OSError(ENOSPC, "No space left on device"),
    "nothing said": EOFError(),
}


def client_that(monkeypatch: pytest.MonkeyPatch, fetch: Callable[[], object]) -> None:
    """Fake a display, and Flet's desktop package with the given download."""
    monkeypatch.setenv("DISPLAY", ":7")
    for name in ("FLET_PLATFORM", "FLET_VIEW_PATH"):
        monkeypatch.delenv(name, raising=False)
    module = SimpleNamespace(ensure_client_cached=fetch)
    monkeypatch.setitem(sys.modules, "flet_desktop", module)


class Tries:
    """Starts of the app that ask for a window, with the reasons that are reported."""

    def __init__(self, failures: Path) -> None:
        self.failures = failures
        self.reported: list[str] = []

    def has_window(self) -> bool:
        """Ask once more."""
        return run.has_window(self.reported.append, self.failures)


@pytest.fixture
def tries(tmp_path: Path) -> Tries:
    return Tries(tmp_path / "cache" / "no-window")


@cases("failed", NO_CLIENT)
def test_without_a_client_is_no_window(
    failed: Exception, tries: Tries, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch() -> None:
        raise failed

    client_that(monkeypatch, fetch)
    assert not tries.has_window()
    assert tries.reported == [str(failed) or "EOFError()"]


def test_without_the_desktop_package_there_is_no_window(
    tries: Tries, monkeypatch: pytest.MonkeyPatch
) -> None:
    client_that(monkeypatch, lambda: None)
    desktop = sys.modules["flet_desktop"]
    monkeypatch.setitem(sys.modules, "flet_desktop", None)
    assert not tries.has_window()
    assert "flet_desktop" in tries.reported[0]
    monkeypatch.setitem(sys.modules, "flet_desktop", desktop)
    assert tries.has_window()


def test_a_failed_download_is_tried_again_after_a_day(
    tries: Tries, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def fetch() -> None:
        asked.append(time.time())
        raise URLError("timed out")

    client_that(monkeypatch, fetch)
    for hours_ago, downloads in {0: 1, 1: 1, 23: 1, 25: 2, -1: 3}.items():
        if tries.failures.exists():
            at = time.time() - hours_ago * 3600
            os.utime(tries.failures, (at, at))
        assert not tries.has_window()
        assert "timed out" in tries.reported[-1]
        assert len(asked) == downloads, hours_ago
    monkeypatch.setattr(ft, "__version__", "99.0")
    assert not tries.has_window()
    assert len(asked) == 4


def test_a_failed_download_that_cannot_be_kept_is_tried_again(
    tries: Tries, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch() -> None:
        raise URLError("timed out")

    client_that(monkeypatch, fetch)
    tries.failures.parent.write_text("no folder", "utf-8")
    assert not tries.has_window()
    assert not tries.has_window()
    assert tries.reported[0] == tries.reported[1]
