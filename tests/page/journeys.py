"""The long journeys: kill -9 right after a turn, no room, updates, installation."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright

from companion.core.rounds.round import Round
from companion.site.build import put_service_worker
from tests.e2e.driver import Table
from tests.e2e.evening import recorded_round, see_round, sit_down_and_start, tap_turn
from tests.page.browsers import Chromium, chromium, fresh, unlocked
from tests.page.hosts import Host, device, hosted, installed, second_tab, visit

NAMES = ["Ann", "Ben", "Cem"]
_FULL_WHEN_TOLD = """
const write = FileSystemSyncAccessHandle.prototype.write;
let full = false;
new BroadcastChannel('quota').onmessage = ({data}) => { full = data; };
FileSystemSyncAccessHandle.prototype.write = function (...given) {
  if (full) { throw new DOMException('no room', 'QuotaExceededError'); }
  return write.apply(this, given);
};
"""
"""What stands before the worker's script, for the browser to have no room when it is told to."""

_WAITING = "navigator.serviceWorker.getRegistration().then(({waiting}) => waiting !== null)"
_UPDATE = """() => navigator.serviceWorker.getRegistration().then(async (registered) => {
  // A look that is under way already, from before the new build, answers for this one too.
  while (!registered.waiting) {
    await registered.update();
    await new Promise((wake) => setTimeout(wake, 200));
  }
})"""
_BUILD = "document.querySelector('meta[name=build]')?.content ?? '1'"


def kills(playwright: Playwright, site: Path, scratch: Path, times: int) -> str:
    """Kill the browser as soon as the screen shows a turn; the next start shows the whole round and
    takes the next turn.
    """
    profile = fresh(scratch / "killed")
    recorded = recorded_round()
    rounds = [Round.begin(recorded.setup)]
    for turn in recorded.turns[:-1]:
        rounds.append(rounds[-1].after(turn))
    with hosted(site) as host:
        _begin(playwright, host, profile, list(recorded.setup.players))
        at = 0
        for number in range(times):
            browser = Chromium(playwright, unlocked(profile))
            try:
                table = visit(browser.context, f"{host.url}table")
                see_round(table, rounds[at])
                forward = number % (2 * len(rounds) - 2) < len(rounds) - 1
                if forward:
                    tap_turn(table, recorded.turns[at])
                else:
                    table.tap("undo")
                at += 1 if forward else -1
                due = rounds[at].due
                assert due is not None
                table.see("turn-of", f"{recorded.setup.players[due]} to play")
            finally:
                browser.kill()
        with chromium(playwright, unlocked(profile)) as last:
            see_round(visit(last.context, f"{host.url}table"), rounds[at])
    return f"{times} times kill -9 right after a turn: nothing lost"


def _begin(playwright: Playwright, host: Host, profile: Path, names: list[str]) -> None:
    with device(playwright, profile) as context:
        table = visit(context, host.url)
        sit_down_and_start(table, names)
        installed(table)


@contextmanager
def _after_a_turn(
    playwright: Playwright, site: Path, profile: Path, before: str
) -> Generator[Table]:
    """Yield a table after one turn, on a page with a script before its worker's own."""
    with hosted(site) as host, device(playwright, fresh(profile)) as context:
        worker = before + (site / "worker.js").read_text("utf-8")
        context.route(
            "**/worker.js", lambda route: route.fulfill(body=worker, content_type="text/javascript")
        )
        context.add_init_script("Object.defineProperty(navigator, 'serviceWorker', {value: null})")
        table = visit(context, host.url)
        sit_down_and_start(table, NAMES)
        table.tap("play-7H")
        table.see("turn-of", "Ben to play")
        yield table


def no_room(playwright: Playwright, site: Path, scratch: Path) -> str:
    """Refuse room for a turn: the error is reported, the turn works again later, and every shown
    turn is there at the next start.
    """
    with _after_a_turn(playwright, site, scratch / "full", _FULL_WHEN_TOLD) as table:
        _tell_quota(table.page, full=True)
        table.tap("play-7S")
        table.see("notice")
        assert "full" in table.text("notice").lower(), table.text("notice")
        assert table.text("turn-of") == "Ben to play"
        _tell_quota(table.page, full=False)
        table.tap("play-7S")
        table.see("turn-of", "Cem to play")
        table.reload()
        table.see("turn-of", "Cem to play")
        table.tap("undo")
        table.see("turn-of", "Ben to play")
    return "without room a turn is refused with a word, and nothing is lost"


_LOST_WHEN_TOLD = """
const make = FileSystemFileHandle.prototype.createSyncAccessHandle;
const write = FileSystemSyncAccessHandle.prototype.write;
const held = new Set(), lost = new Set();
let forGood = false;
FileSystemFileHandle.prototype.createSyncAccessHandle = async function () {
  const handle = await make.apply(this);
  held.add(handle);
  if (forGood) { lost.add(handle); }
  return handle;
};
new BroadcastChannel('hold').onmessage = ({data}) => {
  forGood = data;
  held.forEach((handle) => lost.add(handle));
};
FileSystemSyncAccessHandle.prototype.write = function (...given) {
  return lost.has(this) ? 4294967292 : write.apply(this, given);
};
"""
"""What stands before the worker's script, for the browser to lose its files when told to."""


def no_hold(playwright: Playwright, site: Path, scratch: Path) -> str:
    """Let the browser lose hold of its files: a turn is written on files opened anew. If it loses
    them for good, the words say what to do, and nothing that was shown is lost.
    """
    with _after_a_turn(playwright, site, scratch / "unheld", _LOST_WHEN_TOLD) as table:
        _tell_hold(table.page, for_good=False)
        table.tap("play-7S")
        table.see("turn-of", "Cem to play")
        _tell_hold(table.page, for_good=True)
        table.tap("play-7C")
        table.see("notice")
        assert "load this page again" in table.text("notice").lower(), table.text("notice")
        assert table.text("turn-of") == "Cem to play"
        table.reload()
        table.see("turn-of", "Cem to play")
        table.tap("play-7C")
        table.see("turn-of", "Ann to play")
    return "a file that the browser lost hold of is opened anew, and nothing is lost"


def _tell_hold(page: Page, *, for_good: bool) -> None:
    page.evaluate("forGood => new BroadcastChannel('hold').postMessage(forGood)", for_good)
    page.wait_for_timeout(200)


def _tell_quota(page: Page, *, full: bool) -> None:
    page.evaluate("full => new BroadcastChannel('quota').postMessage(full)", full)
    page.wait_for_timeout(200)


def update(playwright: Playwright, site: Path, scratch: Path) -> str:
    """Update the page: a new build waits while any tab has a table open, starts next time, and
    reports its news on home.
    """
    newer = scratch / "newer"
    shutil.rmtree(newer, ignore_errors=True)
    shutil.copytree(site, newer)
    index = newer / "index.html"
    text = index.read_text("utf-8")
    index.write_text(text.replace("<title>", '<meta name="build" content="2"><title>'), "utf-8")
    put_service_worker(newer)
    with hosted(site) as host, device(playwright, fresh(scratch / "updated")) as context:
        table = visit(context, host.url)
        sit_down_and_start(table, NAMES)
        installed(table)
        table.reload()
        host.stop()
        host.start(newer)
        table.page.evaluate(_UPDATE)
        _still_on_the_table(context, table, host)
        table.page.close()
        again = visit(context, f"{host.url}table")
        again.page.wait_for_function(f"() => ({_BUILD}) === '2'")
        again.wait_for_app()
        again.see("turn-of", "Ben to play")
        assert not again.page.evaluate(_WAITING)
    return "an update waits while a table is open, and is taken at the next start"


def _still_on_the_table(context: BrowserContext, table: Table, host: Host) -> None:
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    second = second_tab(context, host.url).page
    assert second.evaluate(_BUILD) == table.page.evaluate(_BUILD) == "1"
    assert second.evaluate(_WAITING)
    second.close()
    table.see("turn-of", "Ben to play")


def install(playwright: Playwright, site: Path, scratch: Path) -> str:
    """Ask Chromium for obstacles to an installation, and find none."""
    with hosted(site) as host, device(playwright, fresh(scratch / "installed")) as context:
        table = visit(context, host.url)
        installed(table)
        table.reload()
        asked = context.new_cdp_session(table.page)
        manifest: dict[str, Any] = asked.send("Page.getAppManifest")
        assert manifest["errors"] == [], manifest["errors"]
        missing: dict[str, Any] = asked.send("Page.getInstallabilityErrors")
        assert missing["installabilityErrors"] == [], missing
    return "it can be installed"
