"""`python -m benchmarks NAME…` runs the named benchmarks, and lists them all without a name."""

import importlib
import sys
from collections.abc import Sequence

NAMES = (
    "engine",
    "hints",
    "judge",
    "page",
    "room",
    "store",
    "ui",
)


def main(asked: Sequence[str]) -> int:
    """Run the named benchmarks; return the exit code."""
    if not asked or not set(asked) <= set(NAMES):
        print(f"usage: python -m benchmarks {{{','.join(NAMES)}}}…", file=sys.stderr)
        return 2
    for name in asked:
        importlib.import_module(f"benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
