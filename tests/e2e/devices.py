"""One Chromium for all journeys of a process, with what Flutter's code costs to compile paid once.

A page takes the code that another page of the same process holds, if both are of the same address.
So the journeys share a browser's memory, one device each; a page stays, cut off from its server and
with nothing kept, until the next journey of that device has ended; and all servers have one port.
"""

from asyncio import _set_running_loop, get_running_loop
from collections.abc import Generator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.driver import CHROMIUM_ARGUMENTS, PHONE, Size

_LEAVE = """() => {
  window.fetch = () => new Promise(() => {});  // lest it loads itself when a server answers again
  window.sockets.forEach((each) => each.close());
  document.activeElement?.blur();
  sessionStorage.clear();
}"""

_DOTS = 0.5
"""Dots to draw for each one of the layout where several phones are drawn, which is done in software
and costs by the dot.
"""


class Device:
    """A device between journeys, with nothing kept but compiled code."""

    def __init__(self, browser: Browser) -> None:
        width, height = PHONE
        self._context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, locale="en"
        )
        self._left: Page | None = None
        self._page: Page | None = None

    def taken(self, size: Size, locale: str) -> Page:
        """Return a new page for a journey, without what the last one kept in the browser: it may
        have left its page before.
        """
        self._page = page = self._context.new_page()
        asked = self._context.new_cdp_session(page)
        asked.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "local_storage"})
        width, height = size
        page.set_viewport_size({"width": width, "height": height})
        if locale != "en":
            agent = page.evaluate("navigator.userAgent")
            asked.send(
                "Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": locale}
            )
        return page

    def leave(self) -> None:
        """End the journey."""
        if self._left:
            self._left.close()
        self._left, self._page = self._page, None
        if self._left:
            try:
                self._left.evaluate(_LEAVE)
            except PlaywrightError:  # after a failure it may be loading
                self._left.close()
                self._left = None
        self._context.clear_cookies()


class Devices:
    """The browser, and the devices opened so far."""

    def __init__(self, executable: str) -> None:
        self._playwright = sync_playwright().start()
        self._loop = get_running_loop()
        self._browser = self._playwright.chromium.launch(
            executable_path=executable, args=[*CHROMIUM_ARGUMENTS, "--process-per-site"]
        )
        self._devices: list[Device] = []
        _set_running_loop(None)

    @contextmanager
    def in_use(self) -> Generator[None]:
        """Run Playwright's event loop only inside this context, away from other tests' loops."""
        _set_running_loop(self._loop)
        try:
            yield
        finally:
            _set_running_loop(None)

    def device(self, number: int) -> Device:
        """Return the device with the number, counted from 0."""
        while len(self._devices) <= number:
            self._devices.append(Device(self._browser))
        return self._devices[number]

    def phone(self, user_agent: str | None = None) -> BrowserContext:
        """Return a device with nothing kept, for the caller to close. Nothing moves on it, for
        each frame of a motion costs every phone of the table what a turn costs.
        """
        width, height = PHONE
        return self._browser.new_context(
            viewport={"width": width, "height": height},
            locale="en",
            device_scale_factor=_DOTS,
            user_agent=user_agent,
            reduced_motion="reduce",
        )

    def close(self) -> None:
        """End the browser."""
        with self.in_use():
            self._browser.close()
            self._playwright.stop()
