"""One running app for all these tests, and the number of tries of each attack."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.attack.visitor import Page
from tests.e2e.driver import Server
from tests.page.conftest import site

__all__ = ["site"]  # a fixture


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of tries of each attack; the gate makes fewer than `python -m tests.attack`."""

    bad_frames: int
    silent: int
    cut_off: int
    wrong_codes: int
    texts: int
    collisions: int
    """Of each pair of deeds."""


@pytest.fixture(scope="session")
def counts() -> Counts:
    """Return the full numbers, or the smaller ones of the gate."""
    full = os.environ.get("FANTAN_ATTACK_ALL")
    return Counts(5000, 2000, 500, 1000, 100_000, 100) if full else Counts(200, 300, 40, 80, 150, 2)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield the app with an empty store."""
    with Server(tmp_path_factory.mktemp("attacked")) as serving:
        yield serving


@pytest.fixture
def page(server: Server) -> Iterator[Page]:
    """Yield a page at home with everything shown."""
    with Page(server.port) as opened:
        opened.see("home-new-series")
        yield opened
