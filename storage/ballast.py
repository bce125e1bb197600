"""Room in reserve: a file that is given up when the disk is full, so that a night can be finished.

It is made when there is room and costs nothing but that; whatever fails here does no harm.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.desk.ports import Trouble
from storage import files
from storage.errors import WriteFailedError
from storage.paths import BALLAST

BALLAST_BYTES = 256 * 1024
"""Some thousands of turns."""
_Done = TypeVar("_Done")


class Ballast:
    """The reserve of one data folder; `freed` tells whoever wants to know that it is in use."""

    def __init__(self, root: Path, freed: Callable[[], object]) -> None:
        self._path = root / BALLAST
        self._freed = freed

    def lay(self) -> None:
        """Make it, unless it is there or there is no room; its bytes do not compress."""
        if files.mirror:  # a file in memory holds no room on the medium
            return
        with contextlib.suppress(OSError):
            if not files.exists(self._path):
                files.put(self._path, os.urandom(BALLAST_BYTES))

    def with_room(self, act: Callable[[], _Done]) -> _Done:
        """Do it; on a full disk once more, with the reserve given up."""
        try:
            return act()
        except WriteFailedError as failed:
            if failed.trouble is not Trouble.FULL or not self._give_up():
                raise
            self._freed()
            return act()

    def _give_up(self) -> bool:
        """Whether there was a reserve; what failed for want of room may be tried again."""
        with contextlib.suppress(OSError):
            files.remove(self._path)
            return True
        return False
