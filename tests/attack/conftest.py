"""One running app for all these tests, and how often each attack is tried."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.attack.visitor import Page
from tests.e2e.driver import Server


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of each; the gate tries fewer than `python -m tests.attack`."""

    bad_frames: int
    silent: int
    cut_off: int


@pytest.fixture(scope="session")
def counts() -> Counts:
    """All of them, or those that the gate has the time for."""
    return Counts(5000, 2000, 500) if os.environ.get("FANTAN_ATTACK_ALL") else Counts(200, 300, 40)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, with nothing in its store yet."""
    with Server(tmp_path_factory.mktemp("attacked")) as serving:
        yield serving


@pytest.fixture
def page(server: Server) -> Iterator[Page]:
    """A page at home, that shows all that it will show."""
    with Page(server.port) as opened:
        opened.see("home-new-series")
        yield opened
