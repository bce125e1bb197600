"""Chromium as a process of its own, which a test can kill as a phone kills it."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright

from tests.e2e.driver import CHROMIUM_ARGUMENTS, PHONE, find_chromium

_STARTING_SECONDS = 180.0


class Chromium:
    """A browser with a profile; `kill` ends all its processes at once."""

    def __init__(self, playwright: Playwright, profile: Path) -> None:
        """Start the browser and wait until it listens.

        :raises FileNotFoundError: when Chromium is not installed
        """
        executable = find_chromium()
        if executable is None:
            raise FileNotFoundError("Chromium: set FANTAN_CHROMIUM or install the package chromium")
        port = profile / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        width, height = PHONE
        self._process = subprocess.Popen(  # noqa: S603
            [
                executable,
                *CHROMIUM_ARGUMENTS,
                "--headless=new",
                "--remote-debugging-port=0",
                f"--user-data-dir={profile}",
                f"--window-size={width},{height}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._browser = playwright.chromium.connect_over_cdp(
            _address(port), timeout=_STARTING_SECONDS * 1000
        )
        self.context: BrowserContext = self._browser.contexts[0]

    def kill(self) -> None:
        """Kill all processes of the browser with SIGKILL, like a power cut."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def _address(port: Path) -> str:
    deadline = time.monotonic() + _STARTING_SECONDS
    while time.monotonic() < deadline:
        if port.is_file() and len(lines := port.read_text().splitlines()) > 1:
            return f"http://127.0.0.1:{lines[0]}"
        time.sleep(0.02)
    raise TimeoutError(f"Chromium does not tell its port in {port}")


@contextmanager
def chromium(playwright: Playwright, profile: Path) -> Generator[Chromium]:
    """Yield a browser, closed at the end."""
    browser = Chromium(playwright, profile)
    try:
        yield browser
    finally:
        browser.kill()


def unlocked(profile: Path) -> Path:
    """Return the profile of a killed browser without the mark left by it."""
    for mark in profile.glob("Singleton*"):
        mark.unlink()
    return profile


def fresh(profile: Path) -> Path:
    """Return an unused profile."""
    shutil.rmtree(profile, ignore_errors=True)
    profile.mkdir(parents=True)
    return profile
