"""The strength and the cost of hints, and how well the odds of open passes are calibrated.

Blocks of deals are played on all cores until each standard error is small enough, in about 25
minutes on two cores. `python -m benchmarks.hints 0.5` plays until the errors are half as
large, which takes four times as long.
"""

import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from math import hypot, sqrt
from multiprocessing import Pool
from os import cpu_count

from benchmarks.hinted import ADVICE, BLOCK, TABLE, Match, calibration, cost
from companion.core.odds import FALSE_RATE

ERRORS = {2: 1.0, 3: 1.0, 4: 0.5, 5: 0.4, 6: 0.3, 7: 0.3, 8: 0.3}
"""Largest standard errors of what hints win beyond the rule of thumb, by the number of players."""
FACTORS = {(4, "random"): 0.5, (4, "rule"): 0.4, (3, "hint"): 2, (4, "hint"): 2, (5, "hint"): 2}
"""Factors to `ERRORS` where a figure has to be finer, or a round takes long, by players and foe."""
FEWEST, ROUNDS, TIMED = 5 * BLOCK, 4_000, 12
ADVISED = 4
FALSE_RATES = (0.01, 0.02, 0.05)
MATCHES = [
    *(
        Match(players, hero, foe)
        for players in ERRORS
        for foe in TABLE
        for hero in ("rule", "hint")
        if not hero == foe == "hint"
    ),
    *(Match(ADVISED, advice, "random") for advice in ADVICE),
]


def run(scale: float = 1.0) -> None:
    """Print the share of wins of the rule of thumb and of hints, their cost, and the odds."""
    report(played(scale))
    cost(TIMED)
    for rate in FALSE_RATES:
        for assumed in sorted({rate, FALSE_RATE}):
            calibration(rate, assumed, ROUNDS)


def played(scale: float) -> dict[Match, list[float]]:
    """Play until the standard errors are small enough."""
    shares = defaultdict[Match, list[float]](list)
    with Pool() as pool:
        while left := [one for one in MATCHES if not is_played(one, shares[one], scale)]:
            blocks = [
                (match, pool.apply_async(match.shares, [len(shares[match]) + BLOCK * core]))
                for core in range(cpu_count() or 1)
                for match in left
            ]
            for match, block in blocks:
                shares[match] += block.get()
    return shares


def is_played(match: Match, shares: Sequence[float], scale: float) -> bool:
    """Return whether the standard error is small enough: half as large where that costs little."""
    largest = scale * ERRORS[match.players] * FACTORS.get((match.players, match.foe), 1)
    return len(shares) >= FEWEST and error(shares) <= largest / (1 if "hint" in match else 2)


def report(shares: dict[Match, list[float]]) -> None:
    """Print the shares of wins with their standard errors."""
    for players in ERRORS:
        print(f"{players} players, wins in percent, {100 / players:.1f} would be even")
        for foe in TABLE:
            rule, more = (shares[Match(players, hero, foe)] for hero in ("rule", "hint"))
            line = f"  against {foe:<8} rule {figure(rule)}"
            if more:
                won = statistics.mean(rule) + statistics.mean(more)
                line += f", hint {won:.1f} ± {hypot(error(rule), error(more)):.2f}"
                line += f", more {figure(more)} in {len(more)} deals"
            print(line)
    print(f"{ADVISED} players, against random players, one piece of advice alone")
    for advice in ADVICE:
        print(f"  {advice:<54} {figure(shares[Match(ADVISED, advice, 'random')])}", flush=True)


def figure(shares: Sequence[float]) -> str:
    """Return the mean and its standard error in words."""
    return f"{statistics.mean(shares):.2f} ± {error(shares):.2f}" if shares else "not played"


def error(shares: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return statistics.stdev(shares) / sqrt(len(shares))


if __name__ == "__main__":
    run(*map(float, sys.argv[1:]))
