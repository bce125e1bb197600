"""Room in reserve: a file that is given up when the disk is full, so that a night can be finished.

It is made when there is room and costs nothing but that; whatever fails here does no harm.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from storage import files
from storage.places import BALLAST

BALLAST_BYTES = 256 * 1024
"""Some thousands of turns."""


class Ballast:
    """The reserve of one data folder."""

    def __init__(self, root: Path) -> None:
        self._path = root / BALLAST

    def lay(self) -> None:
        """Make it, unless it is there or there is no room; its bytes do not compress."""
        with contextlib.suppress(OSError):
            if not self._path.exists():
                files.put(self._path, os.urandom(BALLAST_BYTES))

    def give_up(self) -> bool:
        """Whether there was a reserve; what failed for want of room may be tried again."""
        with contextlib.suppress(OSError):
            files.remove(self._path)
            return True
        return False
