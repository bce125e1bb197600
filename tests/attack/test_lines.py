"""Silent, broken and excessive lines: they leave nothing behind, keep nobody waiting, and never
keep the app from ending.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import pytest

from companion.ui.web.connections import MOST
from tests.attack.conftest import Counts
from tests.attack.memory import allow_open_files, open_sockets, resident_bytes
from tests.attack.visitor import HOST, Page, framed, is_closed, registration, reset, upgrade
from tests.e2e.driver import Server

MEGABYTE = 2**20
SILENT_SECONDS = 10
ENDS_WITHIN_SECONDS = 2
TAPS = 3
NAMES = ("Ann", "Ben", "Cem")


def said_nothing(port: int) -> socket.socket:
    return socket.create_connection((HOST, port), timeout=10)


def half_a_request(port: int) -> socket.socket:
    line = said_nothing(port)
    line.sendall(b"GET / HTTP/1.1\r\nHost: ")
    return line


def never_registered(port: int) -> socket.socket:
    return upgrade(port)[1]


def half_a_frame(port: int) -> socket.socket:
    line = never_registered(port)
    line.sendall(framed(registration())[:-10])
    return line


def never_reads(port: int) -> socket.socket:
    line = never_registered(port)
    line.sendall(framed(registration()))
    return line


def read_once(port: int) -> socket.socket:
    line = never_reads(port)
    line.recv(100)
    return line


CUT_OFF = (half_a_frame, never_registered, never_reads, read_once)
SILENT: dict[str, Callable[[int], socket.socket]] = {
    "says nothing": said_nothing,
    "says half a request": half_a_request,
    "never registers": never_registered,
    "says half a frame": half_a_frame,
}


@pytest.fixture(scope="module")
def opened_long_ago(server: Server) -> Iterator[tuple[float, dict[str, socket.socket]]]:
    """Yield the opening time and one line of each kind, opened first in the module."""
    lines = {name: open_line(server.port) for name, open_line in SILENT.items()}
    yield time.monotonic(), lines
    for line in lines.values():
        line.close()


@pytest.fixture(scope="module")
def table(
    server: Server,
    opened_long_ago: object,  # noqa: ARG001 - those lines are there before all else
) -> Iterator[Page]:
    """Yield a page at the table of a new series."""
    with Page(server.port, route="/new") as page:
        page.see("player-name-1")
        for number, name in enumerate(NAMES, 1):
            page.write(f"player-name-{number}", name)
            page.rest()
        last = f"dealer-{NAMES[-1]}"
        page.until(lambda: page.reacts(last))
        page.tap(last)
        page.rest()
        page.tap("start-series")
        page.see("turn-of")
        page.rest()
        tap_seconds(page)  # which warms all of it up
        yield page


def tap_seconds(page: Page) -> float:
    """Return the shortest time from a tap to its answer, with all others notified too; other work
    on this machine only lengthens times.
    """
    took: list[float] = []
    for _ in range(TAPS):
        for what, laid in ((playable(page), True), ("undo", False)):
            start = time.perf_counter()
            page.tap(what)
            assert page.take(10.0)
            took.append(time.perf_counter() - start)
            page.until(partial(_is_laid, page, laid=laid))
            page.rest(0.2)  # a second tap on the same place soon after is a finger that bounced
    return min(took)


def _is_laid(page: Page, *, laid: bool) -> bool:
    return page.reacts("undo") is laid


def playable(page: Page) -> str:
    """Return a card that can be laid now."""
    names = (trail[-1].get("identifier") or "" for trail in page.tree.trails())
    return next(name for name in names if name.startswith("play-"))


def opened(port: int, count: int, kinds: list[Callable[[int], socket.socket]]) -> ExitStack:
    """Return the number of open lines, of each kind in turn; some may be closed again already."""
    stack = ExitStack()
    for number in range(count):
        with suppress(OSError):
            stack.enter_context(kinds[number % len(kinds)](port))
    return stack


def test_taps_that_come_at_once_count_by_their_stamps(table: Page) -> None:
    def due() -> int:
        return next(at for at, name in enumerate(NAMES) if f"{name} to play" in table.texts())

    first = due()
    for at in (100.0, 100.5, 100.6):
        table.tap("pass", at)
    table.see("notice")
    assert due() == (first + 2) % len(NAMES)
    for _ in range(2):  # the other tests begin at the first turn
        table.rest(0.5)
        table.tap("undo")
    table.until(lambda: due() == first)


def test_silent_lines_take_nothing_from_others(server: Server, table: Page, counts: Counts) -> None:
    process = server.process.pid
    bytes_before, seconds_before = resident_bytes(process), tap_seconds(table)
    allow_open_files(counts.silent + 100)
    with opened(server.port, counts.silent, list(SILENT.values())):
        assert open_sockets(process) <= MOST + 10
        seconds_with = tap_seconds(table)
        with Page(server.port) as page:
            page.see("home-new-series")
    seconds_after = tap_seconds(table)
    grown = resident_bytes(process) - bytes_before
    _tell(f"{counts.silent} silent lines", grown, seconds_before, seconds_with, seconds_after)
    assert grown < 20 * MEGABYTE
    assert max(seconds_with, seconds_after) < 2 * seconds_before + 0.02 * _share()


def test_lines_that_are_cut_off_leave_nothing(server: Server, table: Page, counts: Counts) -> None:
    process = server.process.pid
    for number in range(10):
        reset(CUT_OFF[number % 4](server.port))
    table.rest(0.5)
    bytes_before, seconds_before = resident_bytes(process), tap_seconds(table)
    for number in range(counts.cut_off):
        reset(CUT_OFF[number % 4](server.port))
    table.rest(0.5)
    seconds_after = tap_seconds(table)
    grown = resident_bytes(process) - bytes_before
    _tell(f"{counts.cut_off} lines cut off", grown, seconds_before, seconds_after)
    assert grown < 20 * MEGABYTE
    assert seconds_after < 2 * seconds_before + 0.02 * _share()
    assert open_sockets(process) <= 20


@pytest.mark.usefixtures("table")
def test_a_page_that_was_closed_finds_its_session_again(server: Server) -> None:
    with Page(server.port, route="/settings") as page:
        page.see("language-de")
        page.rest()
    again = Page(server.port, session=page.session, route="/settings")
    with again:
        assert again.session == page.session
        again.see("language-de")


def test_silent_lines_are_closed(opened_long_ago: tuple[float, dict[str, socket.socket]]) -> None:
    since, lines = opened_long_ago
    time.sleep(max(0.0, since + SILENT_SECONDS + 2 - time.monotonic()))
    assert [name for name, line in lines.items() if not is_closed(line, 1.0)] == []


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_it_ends_in_two_seconds_whoever_is_connected(tmp_path: Path, told: signal.Signals) -> None:
    kinds = [*SILENT.values(), never_reads]
    with (
        Server(tmp_path) as server,
        opened(server.port, 3 * len(kinds), kinds),
        Page(server.port) as page,
    ):
        page.see("home-new-series")
        start = time.monotonic()
        server.process.send_signal(told)
        code = server.process.wait(timeout=10)
        took = time.monotonic() - start
    print(f"\nit ended after {took:.1f} s")
    assert code == 0
    assert took < ENDS_WITHIN_SECONDS * _share()
    assert "Traceback" not in server.log.read_text("utf-8")


def _share() -> float:
    """Return the factor by which the machine is slowed down by other work."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def _tell(what: str, grown: int, *seconds: float) -> None:
    taps = " → ".join(f"{1000 * one:.1f}" for one in seconds)
    print(f"\n{what}: {grown / MEGABYTE:+.1f} MB, a tap {taps} ms")


def test_a_device_turned_while_its_page_was_gone_is_drawn_as_it_lies(server: Server) -> None:
    with Page(server.port, route="/import", width=1180.0, height=820.0) as page:
        page.see("import-text")
        wide = page.control("TextField")["min_lines"]
    with Page(server.port, page.session, route="/import", width=390.0, height=844.0) as page:
        page.see("import-text")
        page.until(lambda: page.control("TextField")["min_lines"] < wide)
