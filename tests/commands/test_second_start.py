"""A start of the app beside one that runs already."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.ui.web.door import bound
from storage.paths import ADDRESS
from tests.cases import cases
from tests.e2e.driver import COMPANION, KEY
from tests.places import ROOT, store_in

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and browsers are another matter")


class Starts:
    """Starts of the app with one data folder, and a browser that notes what it opens."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home = home
        self._browser = folder / "browser"
        self._browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {folder}/opened\n')
        self._browser.chmod(0o755)
        self._opened = folder / "opened"
        with bound(0) as free:
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}/?key={KEY}"

    @property
    def opened(self) -> str:
        """The address that a browser opened last."""
        return self._opened.read_text() if self._opened.exists() else ""

    def start(self, *options: str, display: str = "") -> subprocess.Popen[str]:
        """Start the app, without a window."""
        environment = {
            "BROWSER": str(self._browser),
            "DISPLAY": display,
            "WAYLAND_DISPLAY": "",
            "FANTAN_HOME": str(self.home),
            "FANTAN_KEY": KEY,
            "FLET_CLIENT_URL": "http://127.0.0.1:9/",
            "XDG_CACHE_HOME": str(self._browser.parent),
        }
        return subprocess.Popen(  # noqa: S603
            [*COMPANION, *options],
            cwd=ROOT,
            env=os.environ | environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def served(self) -> subprocess.Popen[str]:
        """Start the app, and wait until it says where it is served."""
        process = self.start("--web", "--port", str(self.port))
        assert process.stdout
        assert self.address in process.stdout.readline()
        return process


@pytest.fixture
def starts(home: Path, tmp_path: Path) -> Starts:
    return Starts(home, tmp_path)


@pytest.fixture
def first(starts: Starts) -> Iterator[subprocess.Popen[str]]:
    """Yield the app as served already."""
    process = starts.served()
    yield process
    process.kill()
    process.communicate()


def visit(address: str) -> int:
    parts = urlsplit(address)
    with closing(HTTPConnection("127.0.0.1", parts.port or 0, timeout=10)) as asking:
        asking.request("GET", f"{parts.path}?{parts.query}")
        return asking.getresponse().status


def test_a_second_start_opens_a_browser_at_the_first(
    starts: Starts, first: subprocess.Popen[str]
) -> None:
    second = starts.start(display=":7")
    output, errors = second.communicate(timeout=60)
    assert (second.returncode, errors) == (0, "")
    assert starts.address in output
    assert starts.opened.startswith(starts.address.removesuffix(KEY))
    assert KEY not in starts.opened
    assert [visit(starts.opened), visit(starts.opened)] == [303, 403]
    assert visit(f"http://127.0.0.1:{starts.port}/visit") == 403  # the key of a visit needs the key
    assert first.poll() is None


@pytest.mark.usefixtures("first")
@cases("options", {"no display": (), "a server": ("--web", "--port", "1")})
def test_a_second_start_without_a_browser_says_where_the_first_is(
    options: tuple[str, ...], starts: Starts
) -> None:
    second = starts.start(*options)
    output, errors = second.communicate(timeout=60)
    assert (second.returncode, errors, starts.opened) == (3, "", "")
    assert starts.address in output


def test_the_address_is_for_its_owner_alone_and_goes_with_the_app(
    starts: Starts, first: subprocess.Popen[str]
) -> None:
    left = starts.home / ADDRESS
    assert visit(starts.address) == 303  # so the app runs
    assert left.read_text() == starts.address
    assert left.stat().st_mode & 0o077 == 0
    first.send_signal(signal.SIGINT)
    assert first.wait(20) == 0
    assert not left.exists()


def test_an_address_whose_app_was_killed_does_not_matter(starts: Starts) -> None:
    killed = starts.served()
    assert visit(starts.address) == 303
    killed.kill()
    killed.communicate()
    assert (starts.home / ADDRESS).exists()
    with store_in(starts.home):
        second = starts.start()
        output, errors = second.communicate(timeout=60)
    assert (second.returncode, output) == (3, "")
    assert errors.count("\n") == 1
    starts.served().kill()


@cases(
    "content",
    {
        "empty": "",
        "nonsense": "nonsense",
        "no port": "http://127.0.0.1:70000/?key=aaaaaaaaaaaaaaaa",
        "zeros": "\0" * 99,
        "elsewhere": "http://x/?key=a",
    },
)
def test_an_address_that_is_none_does_not_matter(content: str, starts: Starts) -> None:
    starts.home.mkdir()
    (starts.home / ADDRESS).write_text(content)
    starts.served().kill()
