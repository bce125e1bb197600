"""`python -m tests.screenshots DIR`: a picture of every screen, at every size, light and dark.

The data is two evenings from the records of the tests; the app is its own server, in Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.core.sheet import loads
from companion.desk import Desk
from storage.folder import DataFolder
from storage.series_store import FolderStore
from tests.e2e.driver import CHROMIUM_ARGUMENTS, Server, Table, find_chromium

RECORDS = Path(__file__).parent / "records"
EVENINGS = ("series_over.fantan", "several_sevens_per_pass.fantan", "friday_night.fantan")
SIZES = ((360, 640), (360, 740), (390, 844), (844, 390), (820, 1180), (1180, 820), (1920, 1080))
TAKEN_BACK = 22
SCREENS = {
    "table": ("/table", "turn-of"),
    "turns": ("/table/turns", "turn-11"),
    "hand": ("/table/hand", "save-hand"),
    "rules": ("/table/rules", "change-rules"),
    "series-in-play": ("/table/series", "export"),
    "new-series": ("/new", "start-series"),
    "referee": ("/referee", "referee-clear"),
    "home": ("/", "home-resume"),
}
AFTERWARDS = {
    "round-over": ("/table/over", "next-round"),
    "verdict": ("/table/verdict/10", "waive-10"),
    "cards-left": ("/table/cards", "reveal-to-Ben"),
    "earlier-series": ("/series/1", "export"),
    "earlier-turns": ("/series/2/turns/1", "turn-1"),
}


def lay_out(home: Path) -> None:
    """Three evenings in the store, the last of them with a round in play."""
    with closing(FolderStore(DataFolder(home / "data"))) as store:
        desk = Desk(store, date.today)
        for evening in EVENINGS:
            desk.adopt(loads((RECORDS / evening).read_text("utf-8")))
        for _ in range(TAKEN_BACK):
            desk.undo()


@contextmanager
def device(browser: Browser, size: tuple[int, int], scheme: str) -> Iterator[Table]:
    """A browser page of that size."""
    width, height = size
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, color_scheme=scheme)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    yield Table(context.new_page())
    context.close()


def take(table: Table, url: str, folder: Path, screens: dict[str, tuple[str, str]]) -> None:
    """A picture of each screen; says where a screen is not what it should be."""
    for name, (path, sign) in screens.items():
        table.open(url + path)
        table.page.wait_for_timeout(300)
        if not table.has(sign):
            print(f"{folder.name}/{name}: there is no {sign}")
        table.screenshot(folder / f"{name}.png")


def play_on(table: Table, url: str) -> None:
    """Take again what was taken back, to the end of the round."""
    table.open(f"{url}/table")
    for _ in range(TAKEN_BACK):
        table.tap("redo")
        table.page.wait_for_timeout(120)
    table.see("next-round")


def main(folder: Path, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Takes all the pictures into a folder."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        home = Path(scratch)
        lay_out(home)
        server = Server(home)
        server.start()
        options = {"executable_path": find_chromium(), "args": list(CHROMIUM_ARGUMENTS)}
        browser = playwright.chromium.launch(**options)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        try:
            for screens in (SCREENS, AFTERWARDS):
                if screens is AFTERWARDS:
                    with device(browser, sizes[0], "light") as table:
                        play_on(table, server.url)
                for size in sizes:
                    for scheme in ("light", "dark"):
                        with device(browser, size, scheme) as table:
                            shelf = folder / f"{size[0]}x{size[1]}-{scheme}"
                            take(table, server.url, shelf, screens)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    chosen = tuple(
        (int(width), int(height)) for width, height in (each.split("x") for each in sys.argv[2:])
    )
    main(Path(sys.argv[1]), chosen or SIZES)
