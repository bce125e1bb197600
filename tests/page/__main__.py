"""`python -m tests.page` runs all long tests of the page, or the named ones."""

import argparse
import filecmp
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from playwright.sync_api import sync_playwright

from companion.site.build import build
from tests.page import journeys
from tests.page.firefox import in_firefox
from tests.page.fuzz import fuzz
from tests.page.hosts import built_before

RUNS, KILLS = 10_000, 50
NAMES = ("fuzz", "same", "kill", "room", "hold", "update", "install", "firefox")


def fuzzed(runs: int) -> str:
    """Cut the power at any call of the handles, and refuse some."""
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(fuzz, range(runs), chunksize=50))
    anew = sum(run.written_anew > 0 for run in results)
    assert anew > runs / 2, f"only {anew} of {runs} runs wrote everything anew"
    cuts, refused = sum(run.cuts for run in results), sum(run.refused for run in results)
    return (
        f"{runs} runs, {cuts} power cuts, {refused} refusals, {anew} runs that wrote everything "
        "anew: nothing lost that was acknowledged"
    )


def same_bytes(site: Path, scratch: Path) -> str:
    """Build the page again, and compare all bytes, the memory's snapshot included."""
    again = scratch / "again"
    no_snapshot = build(again).no_snapshot
    assert not no_snapshot, no_snapshot
    names = _names(again)
    assert names == _names(site)
    _, differing, errors = filecmp.cmpfiles(site, again, names, shallow=False)
    assert not differing + errors, differing + errors
    size = (again / "snapshot/memory.gz").stat().st_size
    return f"built twice: {len(names)} files, the same bytes, {size} of them the memory's snapshot"


def _names(folder: Path) -> list[str]:
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(name.as_posix() for name in found)


def main(arguments: Sequence[str]) -> int:
    """Run the named tests; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.page")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--runs", type=int, default=RUNS, help="of the power cuts")
    parser.add_argument("--kills", type=int, default=KILLS)
    asked = parser.parse_args(arguments)
    if unknown := set(asked.names) - set(NAMES):
        parser.error(f"{', '.join(sorted(unknown))}: not among {', '.join(NAMES)}")
    with tempfile.TemporaryDirectory(prefix="fantan-tests-") as folder:
        scratch = Path(folder)
        names = asked.names or NAMES
        site = built_before() or scratch / "site"
        if set(names) != {"fuzz"} and not site.is_dir():
            build(site)
        with sync_playwright() as playwright:
            tests: dict[str, Callable[[], str]] = {
                "fuzz": lambda: fuzzed(asked.runs),
                "same": lambda: same_bytes(site, scratch),
                "kill": lambda: journeys.kills(playwright, site, scratch, asked.kills),
                "room": lambda: journeys.no_room(playwright, site, scratch),
                "hold": lambda: journeys.no_hold(playwright, site, scratch),
                "update": lambda: journeys.update(playwright, site, scratch),
                "install": lambda: journeys.install(playwright, site, scratch),
                "firefox": lambda: in_firefox(site, scratch),
            }
            for name in names:
                _run(name, tests[name])
    return 0


def _run(name: str, test: Callable[[], str]) -> None:
    start = time.monotonic()
    told = test()
    print(f"{name}: {told} ({time.monotonic() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
