"""One build of the page for all tests, and Chromium for those that want it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import BrowserContext, sync_playwright

from companion.site.build import build
from tests.e2e.driver import find_chromium
from tests.page.hosts import Host, built_before, device, hosted


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page, built once."""
    if before := built_before():
        return before
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all processes that share the tests
    with FileLock(folder / "page.lock"):
        if not (folder / "page").exists():
            build(folder / "page")
    return folder / "page"


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[Host]:
    """Yield the page on a host."""
    with hosted(site) as serving:
        yield serving


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """Yield a browser that keeps its data; closed with the module, for its event loop would be in
    the way of other tests' loops.
    """
    if find_chromium() is None:
        reason = "Chromium is not installed: set FANTAN_CHROMIUM or install the package chromium"
        if os.environ.get("FANTAN_BROWSER_REQUIRED"):
            pytest.fail(reason)
        pytest.skip(reason)
    profile = tmp_path_factory.mktemp("profile")
    with sync_playwright() as playwright, device(playwright, profile) as context:
        yield context
