"""Chromium for the journeys through the whole app: a server and a page for every test.

Without Chromium they are skipped, unless `FANTAN_BROWSER_REQUIRED` is set: then they fail.
"""

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.e2e.devices import Device, Devices
from tests.e2e.driver import PHONE, Server, Table, find_chromium
from tests.e2e.forks import QuickServer
from tests.e2e.rooms import build_page
from tests.places import ROOT
from tests.room.conftest import postgres, postgres_programs

__all__ = ["postgres", "postgres_programs"]

HERE = Path(__file__).parent
PICTURES = ROOT / "test-results"
Place = Callable[..., Table]
Phones = Callable[[int], list[Table]]
_FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test."""
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


def picture_failure(node: pytest.Item, pages: Sequence[Page]) -> None:
    """Save a picture of each page if the test has failed."""
    if not node.stash.get(_FAILED, False):
        return
    for number, page in enumerate(pages, 1):
        if not page.is_closed():
            page.screenshot(path=PICTURES / f"{node.name}-{number}.png")


@pytest.fixture(scope="session")
def devices() -> Iterator[Devices]:
    """Yield the browser for all journeys of this process."""
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
    """Yield the app with an empty store."""
    with QuickServer(tmp_path) as serving:
        yield serving


@pytest.fixture
def viewport() -> tuple[int, int]:
    """Return the size of the page; parametrize the fixture for another size."""
    return PHONE


@pytest.fixture
def sit_down(devices: Devices, request: pytest.FixtureRequest) -> Iterator[Place]:
    """Yield a function that opens a page for a new person, with a size and preferences. Without a
    wish for motion nothing moves, for a machine without a graphics card draws each frame slowly.
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
        picture_failure(request.node, [page for _, page in taken])
        for device, _ in taken:
            device.leave()


@pytest.fixture
def table(server: Server, sit_down: Place, viewport: tuple[int, int]) -> Table:
    """Yield one device with the app open."""
    person = sit_down(viewport)
    person.open(server.url)
    return person


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the cache with the page of `fantan host`, built once for all processes."""
    cache = tmp_path_factory.getbasetemp().parent / "cache"
    build_page(cache)
    return cache


@pytest.fixture
def phones(devices: Devices, request: pytest.FixtureRequest) -> Generator[Phones]:
    """Yield a function that returns as many phones, with nothing kept."""
    taken: list[Table] = []
    with devices.in_use(), ExitStack() as stack:

        def take(count: int) -> list[Table]:
            contexts = [stack.enter_context(devices.phone()) for _ in range(count)]
            taken.extend(Table(context.new_page()) for context in contexts)
            return taken[-count:]

        yield take
        picture_failure(request.node, [phone.page for phone in taken])
