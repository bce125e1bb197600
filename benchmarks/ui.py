"""The table's costs beside a bare Flet counter: from a tap to the frame that it changed.

Both are served by this machine and shown in one Chromium, with a tap on each by turns; the timing
of a tap is described in `watch`. The counter is the first example of Flet's guide. At the table a
whole round is tapped, cards and passes in order and, after an undo of all turns, again; twenty taps
before that only warm both up. Cards and chips move, as they do for people, and the first changed
frame counts: the one with the card, or after a pass with the next player, which the table shows
first; the other changes of a turn follow three frames later, and their bytes count too. A load is a
page without a cache, timed from the navigation until the first playable card, or the counter's
number, has its final look. Bytes are those of all messages of the server after a tap, as received
by the page.

`python -m benchmarks.ui --taps N --loads N` takes fewer samples.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks import beside
from benchmarks.beside import Course
from benchmarks.evenings import Evening, evening
from benchmarks.scout import at_table, scouted, serving
from benchmarks.timing import Ratio, numbers, ratio_of, shown_time
from benchmarks.watch import Answer, Size, medians
from tests.e2e.driver import CHROMIUM_ARGUMENTS, PHONE, WIDE, find_chromium

TAPS, LOADS = 100, 20
TAP_TARGET, LOAD_TARGET = 1.5, 1.35
PLAYERS_AND_ROUNDS = ((4, 1), (10, 50))
_COUNTER = (sys.executable, "-m", "benchmarks.counter")
_SECONDS = 1e-3
_LINE = "{:<58} {:>9} {:>9} {:>6}  {:<12} {:>6}  {}"


def run(taps: int = TAPS, loads: int = LOADS) -> None:
    """Print every ratio with its bound, and the bytes of a turn."""
    print(f"{taps} taps and {loads} loads of each; {_load()}\n")
    print(_LINE.format("what", "ours", "theirs", "ratio", "middle half", "target", "ahead"))
    evenings = [evening(players, rounds) for players, rounds in PLAYERS_AND_ROUNDS]
    with _chromium() as browser:
        for size in (PHONE, WIDE):
            for played in evenings:
                _report(browser, played, size, taps, loads)
    print(f"\n{_load()}")


def _report(browser: Browser, played: Evening, size: Size, taps: int, loads: int) -> None:
    name = f"{played.name}, {size[0]} × {size[1]}"
    with _course(browser, played, size) as course:
        answers = beside.taps(course, taps)
        loaded = beside.loads(course, loads)
    changed = [(mine.changed, other.changed) for mine, other in answers]
    _print_ratio(f"tap to changed frame, {name}", changed, TAP_TARGET)
    _print_parts("the table", [mine for mine, _ in answers])
    _print_parts("the counter", [other for _, other in answers])
    _print_ratio(f"first usable frame, {name}", loaded, LOAD_TARGET)


@contextmanager
def _course(browser: Browser, played: Evening, size: Size) -> Generator[Course]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        way = scouted(browser, played, size, home / "scout")
        with at_table(home / "ours", played) as ours, serving(home / "theirs", _COUNTER) as theirs:
            yield Course(browser, ours, theirs, size, way)


def _print_ratio(name: str, pairs: Sequence[tuple[float, float]], target: float) -> None:
    ratio = ratio_of(name, [(ours * _SECONDS, theirs * _SECONDS) for ours, theirs in pairs])
    print(_line(ratio, target), flush=True)


def _line(ratio: Ratio, target: float) -> str:
    return _LINE.format(
        ratio.name,
        shown_time(ratio.ours_seconds),
        shown_time(ratio.theirs_seconds),
        f"{ratio.median:.2f}",
        f"{ratio.low:.2f}–{ratio.high:.2f}",
        f"{target:.2f}",
        "yes" if ratio.median <= target else "no",
    )


def _print_parts(name: str, answers: Sequence[Answer]) -> None:
    """Print the parts of the median, and the bytes of a tap."""
    down = [answer.down for answer in answers]
    sent = f"{statistics.median(down):.0f} bytes sent per turn, {max(down)} at most"
    print(f"  {name}: {medians(answers)}; {sent}")


@contextmanager
def _chromium() -> Generator[Browser]:
    """Yield Chromium.

    :raises FileNotFoundError: when Chromium is not installed
    """
    path = find_chromium()
    if path is None:
        raise FileNotFoundError("Chromium: set FANTAN_CHROMIUM or install the package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_ARGUMENTS))
        yield browser
        browser.close()


def _load() -> str:
    minute, five_minutes, _ = os.getloadavg()
    load = f"load of this machine {minute:.1f}, over five minutes {five_minutes:.1f}"
    return f"{load}, {os.cpu_count()} cores"


if __name__ == "__main__":
    run(**numbers(taps=TAPS, loads=LOADS))
