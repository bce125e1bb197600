"""A tap on the page in the browser alone beside one in server mode: in one browser, by turns.

A tap passes, and is timed until the frame with the change (see `watch`), without assistive
technology. The page comes through its service worker, and the browser has a profile on disk, so
that both ways really store the turn.
"""

from collections.abc import Generator
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

from benchmarks.scout import Touch, Way, middle, start_of
from benchmarks.timing import in_turns, ratio_of
from benchmarks.watch import Answer, Watched, around, medians
from tests.e2e.driver import Server, Table
from tests.e2e.evening import sit_down_and_start
from tests.page.hosts import device, hosted, installed

TARGET = 1.2
_WARMING = 5
_SECONDS = 1e-3


def taps(playwright: Playwright, site: Path, home: Path, count: int) -> Generator[str]:
    """Time the number of taps of each kind, after some warming ones; yield lines to print."""
    home.mkdir()
    profile = home / "profile"
    with Server(home) as server, hosted(site) as host, device(playwright, profile) as phone:
        served, first = _sat_down(phone, server.url), _sat_down(phone, host.url)
        shows = around(start_of(served, "turn-of"))
        way = Way((Touch(middle(served, "pass"), shows),), middle(served, "undo"))
        installed(first)
        served.page.close()
        first.page.close()
        page, other = _watched(phone, f"{host.url}table"), _watched(phone, f"{server.url}/table")
        seen = in_turns(lambda: _seen(page, way), lambda: _seen(other, way), count, _WARMING)
    pairs = [(mine.changed * _SECONDS, theirs.changed * _SECONDS) for mine, theirs in seen]
    ratio = ratio_of("a tap until it is seen, page beside server", pairs)
    yield f"{ratio}; target {TARGET} ×: {'kept' if ratio.median <= TARGET else 'NOT KEPT'}"
    yield f"  the page: {medians([mine for mine, _ in seen])}"
    yield f"  the server: {medians([theirs for _, theirs in seen])}"


def _sat_down(phone: BrowserContext, url: str) -> Table:
    table = Table(phone.new_page())
    table.open(url)
    sit_down_and_start(table, ["Ann", "Ben", "Cem"])
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    return table


def _watched(phone: BrowserContext, url: str) -> Watched:
    watched = Watched(phone.new_page())
    watched.open(url)
    return watched


def _seen(watched: Watched, way: Way) -> Answer:
    watched.page.bring_to_front()
    answer = watched.tap(way.touches[0].spot, way.touches[0].shows)
    watched.touch(way.undo, 1)
    return answer
