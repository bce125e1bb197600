"""Chromium for the journeys through the whole app: a server and a page for every test.

Without Chromium they are skipped, unless `FANTAN_BROWSER_REQUIRED` is set: then they fail.
"""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.e2e.devices import Device, Devices
from tests.e2e.driver import PHONE, Server, Table, find_chromium
from tests.e2e.forks import QuickServer
from tests.places import ROOT

HERE = Path(__file__).parent
PICTURES = ROOT / "test-results"
Place = Callable[..., Table]
_FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure, for its picture."""
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


@pytest.fixture(scope="session")
def devices() -> Iterator[Devices]:
    """Chromium for all journeys of this process."""
    executable = find_chromium()
    if executable is None:
        reason = "Chromium is not installed: set FANTAN_CHROMIUM or install the package chromium"
        if os.environ.get("FANTAN_BROWSER_REQUIRED"):
            pytest.fail(reason)
        pytest.skip(reason)
    found = Devices(executable)
    yield found
    found.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The app, with nothing in its store yet."""
    with QuickServer(tmp_path) as serving:
        yield serving


@pytest.fixture
def viewport() -> tuple[int, int]:
    """The size of the page; parametrize it for another."""
    return PHONE


@pytest.fixture
def sit_down(devices: Devices, request: pytest.FixtureRequest) -> Iterator[Place]:
    """Takes a place at the table: a device of its own, of that size and those wishes. Where no test
    asks for motion nothing moves: a machine without a graphics card draws every frame slowly.
    """
    taken: list[tuple[Device, Page]] = []

    def take(
        size: tuple[int, int] = PHONE,
        *,
        motion: Literal["no-preference", "reduce"] = "reduce",
        locale: str = "en",
        text_percent: int = 100,
    ) -> Table:
        device = devices.device(len(taken))
        page = device.taken(size, locale)
        page.emulate_media(reduced_motion=motion)
        taken.append((device, page))
        return Table(page, text_percent=text_percent)

    with devices.in_use():
        yield take
        for number, (device, page) in enumerate(taken, 1):
            if request.node.stash.get(_FAILED, False):
                page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png")
            device.leave()


@pytest.fixture
def table(server: Server, sit_down: Place, viewport: tuple[int, int]) -> Table:
    """One device at the table, with the app open."""
    person = sit_down(viewport)
    person.open(server.url)
    return person
