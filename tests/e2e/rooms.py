"""`fantan host`, and phones that share a table there."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Final

from filelock import FileLock

from tests.e2e.driver import COMPANION, Server, Table
from tests.e2e.test_taking_along import downloaded
from tests.places import ROOT

UNTRUSTED: Final = "fantan.test"
"""Name of this machine that gives no page a secure context."""


class RoomServer(Server):
    """`fantan host` on a free port, with the page built before."""

    def __init__(self, home: Path, cache: Path, *options: str, name: str = "127.0.0.1") -> None:
        super().__init__(home)
        self.url = f"http://{name}:{self.port}/"
        self._cache = cache
        self._options = options if name == "127.0.0.1" else (*options, "--origin", self.url)

    @property
    def arguments(self) -> list[str]:
        """The arguments of the command."""
        folder = str(self.home / "room")
        return ["host", "--port", str(self.port), "--folder", folder, *self._options]

    def _begun(self, environment: dict[str, str], log: IO[bytes]) -> subprocess.Popen[bytes]:
        return super()._begun(environment | {"XDG_CACHE_HOME": str(self._cache)}, log)


def build_page(cache: Path) -> None:
    """Build the page of `fantan host`, unless another process of the tests has built it."""
    environment = os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    with FileLock(f"{cache}.lock"):
        subprocess.run([*COMPANION, "host", "--build"], env=environment, check=True)


def visit(phone: Table, url: str) -> Table:
    """Return the phone with the page open at the address."""
    phone.page.set_default_timeout(60_000)
    phone.page.goto(url)
    phone.wait_for_app()
    return phone
