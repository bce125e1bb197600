"""A room in a process of its own: `python -m tests.room.process PORT FOLDER-OR-DSN`.

The process prints a line when it is open; it serves no page.
"""

import asyncio
import subprocess
import sys
from pathlib import Path

from starlette.applications import Starlette

from companion.commands.evenings import lines_in
from companion.commands.host import Opened, serve_room
from companion.room.limits import Limits
from companion.ui.web.door import bound
from tests.places import ROOT
from tests.room.rooms import KEY

LIMITS = Limits(tables=(1000, 1000), sockets=(5000, 5000))


class RoomProcess:
    """A room that can be killed."""

    def __init__(self, port: int, where: str) -> None:
        self.url, self._arguments = f"ws://127.0.0.1:{port}/room", (str(port), where)

    def start(self) -> None:
        """Start the room, and wait until it is open."""
        command = [sys.executable, "-m", "tests.room.process", *self._arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)  # noqa: S603
        assert self.process.stdout
        assert self.process.stdout.readline() == b"open\n"

    def kill(self) -> None:
        """End the room at once."""
        self.process.kill()
        self.process.communicate()


def main(port: int, where: str) -> None:
    """Serve a room until a signal ends the process."""
    at = Opened(("127.0.0.1",), (f"http://127.0.0.1:{port}",), "the test")
    is_dsn = "://" in where
    lines = lines_in(where if is_dsn else None, Path(where))
    sockets = [bound(port)]
    serving = serve_room(
        lines, at, sockets, Starlette(), _report, find_key=lambda _: KEY, limits=LIMITS
    )
    asyncio.run(serving)


def _report() -> None:
    sys.stdout.write("open\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
