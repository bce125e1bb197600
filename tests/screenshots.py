"""Command `python -m tests.screenshots DIR`, which takes pictures of every screen.

The pictures show three evenings of the records in every size and language, light and dark. The
app runs on its own server and is shown in Chromium.
"""

import argparse
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from companion.core.sheet import loads
from companion.screens.players import number_of
from companion.words import LANGUAGES
from tests.desks import desk_in
from tests.e2e.driver import CHROMIUM_ARGUMENTS, Server, Table, find_chromium
from tests.places import RECORDS

EVENINGS = ("series_over.fantan", "several_sevens_per_pass.fantan", "friday_night.fantan")
SIZES = ("360x640", "390x844", "844x390", "820x1180", "1180x820", "1920x1080")
LOOKS = ("light", "dark")
TAKEN_BACK = 22
IN_PLAY = {
    "home": ("/", "home-resume"),
    "table": ("/table", "turn-of"),
    "turns": ("/table/turns", "turn-11"),
    "repair": ("/table/turns/1/repair/11", "edit-11"),
    "seats": ("/table/seats", "repair-turns"),
    "hand": ("/table/hand", "save-hand"),
    "rules": ("/table/rules", "change-rules"),
    "series-in-play": ("/table/series", "series-more"),
    "new-series": ("/new", "start-series"),
    "referee": ("/referee", "pass"),
    "import": ("/import", "import"),
    "settings": ("/settings", "language-de"),
    "players": ("/players", "player-Ann"),
    "player": (f"/players/player/{number_of('Ann')}", "figure-won"),
}
AFTERWARDS = {
    "round-over": ("/table/over", "next-round"),
    "verdict": ("/table/over/verdict/10", "waive-10"),
    "cards-left": ("/table/over/cards", "reveal-to-Ben"),
    "next-round": ("/table/over/next", "deal-next"),
    "pay": ("/table/over/pay", "back"),
    "settle": ("/table/over/settle", "back"),
}
EARLIER = {
    "earlier-series": ("/series/1", "series-more"),
    "earlier-turns": ("/series/2/turns/1", "turn-1"),
}
STACKS = (IN_PLAY, AFTERWARDS, EARLIER)
"""Groups of screens, each with its own state of the evenings."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Kind of picture: size, light or dark, language, and size of text."""

    size: str
    look: str
    language: str
    text_percent: int

    @property
    def name(self) -> str:
        """Name of the folder."""
        large = f"-{self.text_percent}" if self.text_percent != 100 else ""
        return f"{self.size}-{self.look}-{self.language}{large}"


def lay_out(home: Path, *, taken_back: int) -> None:
    """Store three evenings, and undo some steps of the last one."""
    with desk_in(home / "data") as desk:
        for evening in EVENINGS:
            desk.adopt(loads((RECORDS / evening).read_text("utf-8")))
        for _ in range(taken_back):
            desk.undo()


@contextmanager
def device(browser: Browser, shelf: Shelf) -> Generator[Table]:
    """Open a browser page for pictures of this kind."""
    width, height = map(int, shelf.size.split("x"))
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shelf.look == "dark" else "light",
        locale=shelf.language,
        reduced_motion="reduce",
    )
    yield Table(context.new_page(), text_percent=shelf.text_percent)
    context.close()


@contextmanager
def served(*, taken_back: int) -> Generator[str]:
    """Serve the app with the evenings in its store; yield the address."""
    with tempfile.TemporaryDirectory() as scratch:
        lay_out(Path(scratch), taken_back=taken_back)
        with Server(Path(scratch)) as server:
            yield server.url


def take_all(browser: Browser, folder: Path, shelves: list[Shelf], wanted: set[str]) -> None:
    """Take the pictures of the wanted screens on each shelf.

    :raises AssertionError: when a screen shows the wrong content
    """
    for stack in STACKS:
        screens = {name: at for name, at in stack.items() if not wanted or name in wanted}
        if not screens:
            continue
        with served(taken_back=TAKEN_BACK if stack is IN_PLAY else 0) as url:
            for shelf in shelves:
                with device(browser, shelf) as table:
                    for name, (path, sign) in screens.items():
                        table.open(url + path)
                        if path == "/" and stack is IN_PLAY:
                            table.tap("back")  # a new session is at the table of the round in play
                        table.see(sign)
                        table.screenshot(folder / shelf.name / f"{name}.png")


def main() -> None:
    """Take all pictures, or those asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WxH")
    parser.add_argument("--looks", nargs="+", default=LOOKS, choices=LOOKS)
    parser.add_argument("--languages", nargs="+", default=tuple(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--text", type=int, default=100, metavar="PERCENT", help="size of text")
    parser.add_argument("--screens", nargs="+", default=(), metavar="NAME", help="only these")
    asked = parser.parse_args()
    shelves = [
        Shelf(size, look, language, asked.text)
        for size in asked.sizes
        for look in asked.looks
        for language in asked.languages
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS)
        )
        with closing(browser):
            take_all(browser, asked.folder, shelves, set(asked.screens))


if __name__ == "__main__":
    main()
