"""The strength and the cost of hints, and how well the odds of open passes are calibrated.

`python -m benchmarks.hints 100` plays a hundred deals of each match; hints for two to five players
take about a tenth of a second a round.
"""

import sys
import tempfile
from pathlib import Path

from benchmarks.hinted import ADVICE, TABLE, calibration, cost, match, matches, mean
from companion.core.odds import FALSE_RATE
from companion.site.archives import run_node, zipped
from companion.site.client import client_folder
from tests.places import ROOT

DEALS, ROUNDS, TIMED = 400, 4_000, 12
PLAYERS = (2, 3, 4, 5, 6, 7, 8)
ADVISED = 4
FALSE_RATES = (0.01, 0.02, 0.05)
_IN_PAGE = Path(__file__).with_name("in_page.mjs")


def run(deals: int = DEALS) -> None:
    """Print the share of wins of the rule of thumb and of hints, their cost, and the odds."""
    print(f"wins in percent, {deals} deals, each once for each seat of the hero")
    for players in PLAYERS:
        print(f"{players} players, {100 / players:.1f} would be even")
        for foe in TABLE:
            matches(players, foe, deals)
    print(f"{ADVISED} players, against random players, one piece of advice alone")
    for advice, advised in ADVICE.items():
        shares = match(advised, TABLE["random"], ADVISED, 10 * deals)
        print(f"  {advice:<54} {mean(shares)}", flush=True)
    cost(TIMED)
    print("in the page's Python")
    print(in_page("from benchmarks.hinted import cost; cost(2)"), end="", flush=True)
    for rate in FALSE_RATES:
        for assumed in sorted({rate, FALSE_RATE}):
            calibration(rate, assumed, ROUNDS)


def in_page(code: str) -> str:
    """Return the output of the code in the page's own Python, with the core and the players."""
    sources = [*(ROOT / "companion/core").rglob("*.py"), ROOT / "benchmarks/hinted.py"]
    sources += [ROOT / "companion/__init__.py", ROOT / "benchmarks/__init__.py"]
    files = {str(path.relative_to(ROOT)): path.read_bytes() for path in sources}
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "sources.zip"
        archive.write_bytes(zipped(files))
        return run_node(client_folder() / "pyodide", archive, code, script=_IN_PAGE)


if __name__ == "__main__":
    run(*map(int, sys.argv[1:]))
