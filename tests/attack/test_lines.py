"""Lines of all kinds: taps count by their stamps, pages come back, and nobody keeps the app from
ending.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.attack.visitor import HOST, Page, framed, registration, upgrade
from tests.cases import cases
from tests.e2e.driver import Server

ENDS_WITHIN_SECONDS = 2
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


SILENT: dict[str, Callable[[int], socket.socket]] = {
    "says nothing": said_nothing,
    "says half a request": half_a_request,
    "never registers": never_registered,
    "says half a frame": half_a_frame,
}


@pytest.fixture(scope="module")
def table(server: Server) -> Iterator[Page]:
    """Yield a page at the table of a new series."""
    with Page(server.port, route="/new") as page:
        page.see("player-name-1")
        for number, name in enumerate(NAMES, 1):
            page.write(f"player-name-{number}", name)
            page.rest()
        page.until(lambda: page.reacts("open-dealer"))
        page.tap("open-dealer")
        page.rest()
        last = f"dealer-{NAMES[-1]}"
        page.until(lambda: page.reacts(last))
        page.tap(last)
        page.rest()
        page.tap("start-series")
        page.see("turn-of")
        page.rest()
        yield page


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


@pytest.mark.usefixtures("table")
def test_a_page_that_was_closed_finds_its_session_again(server: Server) -> None:
    with Page(server.port, route="/settings") as page:
        page.see("language-de")
        page.rest()
    again = Page(server.port, session=page.session, route="/settings")
    with again:
        assert again.session == page.session
        again.see("language-de")


@cases("told", {"SIGTERM": signal.SIGTERM, "Ctrl-C": signal.SIGINT})
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


def test_a_device_turned_while_its_page_was_gone_is_drawn_as_it_lies(server: Server) -> None:
    with Page(server.port, route="/settings", width=1180.0, height=820.0) as page:
        page.see("backup")
        abreast = _rows(page)
    with Page(server.port, page.session, route="/settings", width=390.0, height=844.0) as page:
        page.see("backup")
        page.until(lambda: _rows(page) < abreast)


def _rows(page: Page) -> int:
    """Return how many rows of controls show; two columns stand in one more."""
    return sum(node["_c"] == "Row" for node in page.tree.below(page.tree.root))
