"""Any environment: the app listens to this machine alone, or has a window."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.ui.web import door
from companion.ui.web.door import NotLoopbackError, only_loopback
from tests.attack.visitor import ask
from tests.e2e.driver import KEY
from tests.places import ROOT

FOREIGN = {"FLET_SERVER_IP": "0.0.0.0", "FLET_SERVER_PORT": "18999"}  # noqa: S104 - what it is not to do
ENVIRONMENTS: dict[str, tuple[dict[str, str], bool]] = {
    "nothing": ({}, False),
    "nothing, with a client": ({}, True),
    "a display": ({"DISPLAY": ":7"}, True),
    "a display, no client": ({"DISPLAY": ":7"}, False),
    "Wayland": ({"WAYLAND_DISPLAY": "wayland-0"}, True),
    "Wayland, a server forced": (
        {"WAYLAND_DISPLAY": "wayland-0", "FLET_FORCE_WEB_SERVER": "true", **FOREIGN},
        True,
    ),
    "a display, server forced": ({"DISPLAY": ":7", "FLET_FORCE_WEB_SERVER": "1", **FOREIGN}, True),
    "nothing, another address": (FOREIGN, False),
    "a prefix of addresses": ({"DISPLAY": ":7", "FLET_DISPLAY_URL_PREFIX": "x", **FOREIGN}, True),
    "a platform, as if packaged": ({"FLET_PLATFORM": "linux", "FLET_SERVER_IP": "0.0.0.0"}, False),  # noqa: S104
}
OPENED = "a display, no client"
IN_THE_GATE = ("nothing", OPENED, "Wayland, a server forced", "a platform, as if packaged")
TRIED = ENVIRONMENTS if os.environ.get("FANTAN_ATTACK_ALL") else IN_THE_GATE
_STARTING_SECONDS = 40.0
_LISTENING = "0A"


@pytest.fixture(scope="module")
def started(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """Yield the app in each of the environments, all at the same time."""
    if not Path("/proc/net/tcp").exists():
        pytest.skip("only Linux tells which sockets a process has")
    client = tmp_path_factory.mktemp("client")
    window = client / "flet"
    window.write_text("#!/bin/sh\nexec sleep 60\n")
    window.chmod(0o755)
    running = {
        name: _start(tmp_path_factory.mktemp("home"), said, client if has_client else None)
        for name, (said, has_client) in ENVIRONMENTS.items()
        if name in TRIED
    }
    yield running
    for process in running.values():
        os.killpg(process.pid, signal.SIGKILL)  # its window as well
        process.wait()


def _start(home: Path, said: dict[str, str], client: Path | None) -> subprocess.Popen[bytes]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("FLET_") and name not in {"DISPLAY", "WAYLAND_DISPLAY"}
    }
    browser = home / "browser"
    browser.write_text('#!/bin/sh\nprintf %s "$1" > "$HOME/opened"\n')
    browser.chmod(0o755)
    ours = {"FANTAN_HOME": str(home / "data"), "PYTHONPATH": str(ROOT), "HOME": str(home)}
    ours |= {"BROWSER": str(browser), "FANTAN_KEY": KEY}
    # Without a client none is to be fetched, which the address of one that is not there sees to.
    where = (
        {"FLET_VIEW_PATH": str(client)} if client else {"FLET_CLIENT_URL": "http://127.0.0.1:9/"}
    )
    with (home / "log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "companion"],
            env={**kept, **ours, **where, **said},
            cwd=home,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


@pytest.mark.parametrize("name", TRIED)
def test_only_loopback_is_bound(started: dict[str, subprocess.Popen[bytes]], name: str) -> None:
    process = started[name]
    found = _sockets(process)
    assert process.poll() is None
    assert found  # a server of ours, or the window's own socket
    assert [where for where in found if not where.startswith(("127.0.0.1:", "a path"))] == []


def test_the_address_of_a_start_opens_once(started: dict[str, subprocess.Popen[bytes]]) -> None:
    process = started[OPENED]
    opened = Path(f"/proc/{process.pid}/cwd").resolve() / "opened"
    end = time.monotonic() + _STARTING_SECONDS
    while not (opened.exists() and opened.read_text()) and time.monotonic() < end:
        time.sleep(0.1)
    address = urlsplit(opened.read_text())
    assert KEY not in address.query
    visits = [ask(address.port or 0, f"/?{address.query}")[0] for _ in range(2)]
    assert [answer.status for answer in visits] == [303, 403]
    assert f"fantan-key={KEY};" in visits[0].getheader("Set-Cookie", "")


def _sockets(process: subprocess.Popen[bytes]) -> list[str]:
    """Return the addresses on which the process listens, once it does."""
    end = time.monotonic() + _STARTING_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError):
            mine = {
                found[1]
                for link in Path(f"/proc/{process.pid}/fd").iterdir()
                if (found := re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink())))
            }
            if listening := [where for inode, where in _listening() if inode in mine]:
                return listening
        time.sleep(0.1)
    return []


def _listening() -> Iterator[tuple[str, str]]:
    """Return the numbers and addresses of all listening sockets of this machine."""
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == _LISTENING:
                host, port = fields[1].split(":")
                yield fields[9], f"{_address(host)}:{int(port, 16)}"
    for line in Path("/proc/net/unix").read_text().splitlines()[1:]:
        fields = line.split()
        if len(fields) > 7 and fields[3] == "00010000":  # it accepts connections
            yield fields[6], "a path"


def _address(host: str) -> str:
    if len(host) > 8:
        return f"[{host}]"
    return socket.inet_ntoa(int(host, 16).to_bytes(4, "little"))


@pytest.mark.parametrize("address", [("0.0.0.0", 0), ("", 0), ("10.0.0.1", 0)])  # noqa: S104
def test_nothing_else_is_bound(monkeypatch: pytest.MonkeyPatch, address: tuple[str, int]) -> None:
    for name in ("FLET_SERVER_IP", "DISPLAY"):
        monkeypatch.setenv(name, "")
    only_loopback()
    with socket.socket() as ours, pytest.raises(NotLoopbackError):
        ours.bind(address)
    with socket.socket() as ours:
        ours.bind((door.LOOPBACK, 0))
