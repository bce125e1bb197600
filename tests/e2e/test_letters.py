"""Names in scripts that our typefaces lack, in the app in a browser.

Where npm reaches no registry, such letters are boxes, and all else works.
"""

from pathlib import Path

from playwright.sync_api import Response

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Table
from tests.e2e.forks import QuickServer
from tests.screens.nights import ANN_FIRST, night

PAIRS = {
    "Hangul": ("민", "준", "notosanskr"),
    "Devanagari": ("अ", "क", "notosans"),
    "Han": ("花", "子", "notosans"),
    "emoji": ("🙂", "🐱", "notocoloremoji"),
    "Cyrillic": ("Ж", "Ш", ""),
}
"""Two letters of each script, and where they come from; Inter has Cyrillic letters itself."""
_LOOKS = 40


def test_two_letters_of_each_script_are_drawn_differently(tmp_path: Path, sit_down: Place) -> None:
    with desk_in(tmp_path / "data") as desk:
        for one, two, _ in PAIRS.values():
            for name in (one, two):
                desk.adopt(night(ANN_FIRST, rules="bicycle target=0", name=name).log)
        desk.adopt(night(ANN_FIRST, name="the newest one, above the others").log)
    answers: dict[str, bool] = {}

    def note(answer: Response) -> None:
        _, asked, path = answer.url.partition("/assets/fonts/noto")
        if asked:
            answers[f"noto{path}"] = answer.ok

    with QuickServer(tmp_path) as server:
        table = sit_down((390, 1200))
        table.page.on("response", note)
        table.open(server.url)
        table.see("home-series-1")
        for place, (script, (_, _, family)) in enumerate(PAIRS.items()):
            there = arrived(answers, family)
            while family and not there:
                table.page.wait_for_timeout(100)
                there = arrived(answers, family)
            laid = not family or all(there)
            assert differ(table, 2 * place + 1, expected=laid) is laid, script
        table.turn_away()


def arrived(answers: dict[str, bool], family: str) -> list[bool]:
    """Return which slices of a family that were asked for are there."""
    return [ok for path, ok in answers.items() if family and path.startswith(family)]


def differ(table: Table, number: int, *, expected: bool) -> bool:
    """Return whether a series in the list and the next one look different, soon if expected."""
    seen = False
    for _ in range(_LOOKS if expected else 1):
        pictures = {table.at(f"home-series-{one}").screenshot() for one in (number, number + 1)}
        seen = len(pictures) == 2
        if seen:
            break
        table.page.wait_for_timeout(500)
    return seen
