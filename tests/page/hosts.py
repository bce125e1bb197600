"""The page on a host of this machine, and browsers that visit it."""

import asyncio
import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

from companion.commands.offline_page import server
from companion.ui.web.door import bound
from tests.e2e.driver import CHROMIUM_ARGUMENTS, PHONE, Table, find_chromium

BUILT = "FANTAN_PAGE"
"""Names a folder with a page that is built already, for tests that are run again and again."""

INSTALLED = """() => navigator.serviceWorker.ready.then(async ({active}) => {
  while (active.state !== 'activated') { await new Promise((wake) => setTimeout(wake, 20)); }
})"""
_PATIENCE_MILLISECONDS = 180_000
"""Longer than any start on a busy machine: that it is busy is nothing to be found."""


class Host:
    """Serves a page at an address that stays the same while it is stopped and started."""

    def __init__(self, folder: Path, base: str = "/") -> None:
        self.folder = folder
        self.base = base
        self.port = 0
        self._serve()
        self.url = f"http://127.0.0.1:{self.port}{base}"

    def stop(self) -> None:
        """Stop serving at the address."""
        self._server.should_exit = True
        self._thread.join()

    def start(self, folder: Path | None = None) -> None:
        """Serve again, perhaps another build."""
        self.folder = folder or self.folder
        self._serve()

    def _serve(self) -> None:
        self._server, listening = server(self.folder, self.base), bound(self.port)
        self.port = listening.getsockname()[1]
        serving = partial(self._server.serve, [listening])
        self._thread = threading.Thread(target=lambda: asyncio.run(serving()))
        self._thread.start()


@contextmanager
def hosted(folder: Path) -> Generator[Host]:
    """Yield the page on a host, stopped at the end."""
    host = Host(folder)
    try:
        yield host
    finally:
        host.stop()


@contextmanager
def device(playwright: Playwright, profile: Path) -> Generator[BrowserContext]:
    """Yield a browser with a lasting profile, as on a phone."""
    width, height = PHONE
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=find_chromium(),
        args=list(CHROMIUM_ARGUMENTS),
        viewport={"width": width, "height": height},
        locale="en",
    )
    try:
        yield context
    finally:
        context.close()


def visit(context: BrowserContext, url: str) -> Table:
    """Return a new tab at the address, as soon as the app shows."""
    table = open_tab(context, url)
    table.wait_for_app()
    return table


def second_tab(context: BrowserContext, url: str) -> Table:
    """Return another tab at the address, as soon as it reports the first one."""
    table = open_tab(context, url)
    table.page.locator("#splash[data-told=taken]").wait_for()
    return table


def open_tab(context: BrowserContext, url: str) -> Table:
    """Return a new tab at the address."""
    table = Table(context.new_page())
    table.page.set_default_timeout(_PATIENCE_MILLISECONDS)
    table.page.goto(url)
    return table


def installed(table: Table) -> None:
    """Wait until the page would start without its host."""
    table.page.evaluate(INSTALLED)


def built_before() -> Path | None:
    """Return the page already built, if one is named."""
    named = os.environ.get(BUILT)
    return Path(named) if named else None
