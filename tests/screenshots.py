"""`python -m tests.screenshots DIR`: a picture of every screen, at every size, light and dark.

The data is two evenings from the records of the tests; the app is its own server, in Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Generator
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
Screens = dict[str, tuple[str, str]]
Sizes = tuple[tuple[int, int], ...]
SIZES: Sizes = (
    (360, 640),
    (360, 740),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1180, 820),
    (1920, 1080),
)
TAKEN_BACK = 22
IN_PLAY = {
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
    "verdict": ("/table/over/verdict/10", "waive-10"),
    "cards-left": ("/table/over/cards", "reveal-to-Ben"),
}
EARLIER = {
    "earlier-series": ("/series/1", "export"),
    "earlier-turns": ("/series/2/turns/1", "turn-1"),
}


def lay_out(home: Path, *, taken_back: int) -> None:
    """Three evenings in the store; of the last one that many turns are taken back."""
    with closing(FolderStore(DataFolder(home / "data"))) as store:
        desk = Desk(store, date.today)
        for evening in EVENINGS:
            desk.adopt(loads((RECORDS / evening).read_text("utf-8")))
        for _ in range(taken_back):
            desk.undo()


@contextmanager
def device(browser: Browser, size: tuple[int, int], scheme: str) -> Generator[Table]:
    """A browser page of that size."""
    width, height = size
    viewport = {"width": width, "height": height}
    context = browser.new_context(viewport=viewport, color_scheme=scheme)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    yield Table(context.new_page())
    context.close()


def take(table: Table, url: str, folder: Path, screens: Screens) -> None:
    """A picture of each screen.

    :raises AssertionError: where a screen is not what it should be
    """
    for name, (path, sign) in screens.items():
        table.open(url + path)
        table.see(sign)
        table.screenshot(folder / f"{name}.png")


def take_all(
    browser: Browser, folder: Path, sizes: Sizes, screens: Screens, *, taken_back: int = 0
) -> None:
    """Pictures of these screens; of the last evening that many turns are taken back."""
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        lay_out(home, taken_back=taken_back)
        server = Server(home)
        server.start()
        try:
            for size in sizes:
                for scheme in ("light", "dark"):
                    shelf = folder / f"{size[0]}x{size[1]}-{scheme}"
                    with device(browser, size, scheme) as table:
                        take(table, server.url, shelf, screens)
        finally:
            server.kill()


def main(folder: Path, sizes: Sizes) -> None:
    """Takes all the pictures into a folder."""
    options = {"executable_path": find_chromium(), "args": list(CHROMIUM_ARGUMENTS)}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**options)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        with closing(browser):
            take_all(browser, folder, sizes, IN_PLAY, taken_back=TAKEN_BACK)
            take_all(browser, folder, sizes, AFTERWARDS)
            take_all(browser, folder, sizes, EARLIER)


if __name__ == "__main__":
    chosen = [each.split("x") for each in sys.argv[2:]]
    main(Path(sys.argv[1]), tuple((int(wide), int(high)) for wide, high in chosen) or SIZES)
