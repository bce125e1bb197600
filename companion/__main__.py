"""The command `fantan`, also as `python -m companion`."""

import sys

from companion.interrupts import LeavingAtOnce


def main() -> int:
    """Load the command line and run it."""
    with LeavingAtOnce():
        from companion.cli import main as run  # noqa: PLC0415 - most of the time of a start
    return run()


if __name__ == "__main__":
    sys.exit(main())
