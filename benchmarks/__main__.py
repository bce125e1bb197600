"""`python -m benchmarks NAME…` runs the named benchmarks, and lists them all without a name."""

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

NAMES = ("archive", "bulk", "engine", "hostile", "judge", "page", "slips", "store", "ui")


def main(asked: Sequence[str]) -> int:
    """Run the named benchmarks; return the exit code."""
    there = [name for name in NAMES if Path(__file__).with_name(f"{name}.py").exists()]
    if not asked or not set(asked) <= set(there):
        print(f"usage: python -m benchmarks {{{','.join(there)}}}…", file=sys.stderr)
        return 2
    for name in asked:
        importlib.import_module(f"benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
