"""The page in Firefox, driven over WebDriver BiDi: the first visit, a round, a reload, a second
tab, and a start without its host.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from companion.core.rounds.events.turns import Played
from tests.e2e.driver import PHONE
from tests.e2e.evening import recorded_round
from tests.page.hosts import INSTALLED, Host, hosted

NAMES = ("firefox-esr", "firefox")
_PATIENCE_SECONDS = 180.0
_LIFTED_SECONDS = 0.5
_PREFERENCES = {
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
_SEES = """((selector, text) => {
  document.querySelector('flt-semantics-placeholder')?.click();
  const el = document.querySelector(selector);
  const read = (each) => [each.getAttribute('aria-label'), each.value,
    ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)];
  return el !== null && (text === null ||
    [el, ...el.querySelectorAll('*')].flatMap(read).filter(Boolean).join(' ').trim() === text);
})"""
_MIDDLE = """((selector) => {
  const {left, top, width, height} = document.querySelector(selector).getBoundingClientRect();
  return JSON.stringify([left + width / 2, top + height / 2]);
})"""


class Tab:
    """One tab of the browser; Flutter draws on a canvas, so taps go to the places of controls."""

    def __init__(self, browser: "Firefox", context: str) -> None:
        self.browser = browser
        self.context = context

    def go(self, url: str) -> None:
        """Open the address."""
        asked = {"context": self.context, "url": url, "wait": "none"}
        self.browser.ask("browsingContext.navigate", **asked)

    def reload(self) -> None:
        """Load the page again."""
        self.run("window.loadedBefore = true")
        self.browser.ask("browsingContext.reload", context=self.context, wait="none")
        self._wait("!window.loadedBefore")

    def close(self) -> None:
        """Leave the page."""
        self.browser.ask("browsingContext.close", context=self.context)

    def run(self, expression: str) -> Any:
        """Return the value of an expression in the page.

        :raises AssertionError: when the expression throws
        """
        told = self.browser.ask(
            "script.evaluate",
            expression=expression,
            target={"context": self.context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return told["result"].get("value")

    def wait_for(self, selector: str, text: str | None = None) -> None:
        """Wait until the control is there and, if a text is given, reads like the text."""
        self._wait(f"{_SEES}({json.dumps(selector)}, {json.dumps(text)})")

    def _wait(self, condition: str) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not self._holds(condition):
            if time.monotonic() > deadline:
                raise TimeoutError(f"it never came to be: {condition}")
            time.sleep(0.05)

    def _holds(self, condition: str) -> bool:
        """Return whether the condition holds; false too during a navigation."""
        try:
            return bool(self.run(condition))
        except AssertionError:
            return False

    def see(self, identifier: str, text: str | None = None) -> None:
        """Wait until the control is there and, if a text is given, reads like the text."""
        self.wait_for(_selector(identifier), text)

    def tap(self, identifier: str) -> None:
        """Tap the control after the usual pause between two taps."""
        self.see(identifier)
        time.sleep(_LIFTED_SECONDS)
        self._tap_at(*json.loads(self.run(f"{_MIDDLE}({json.dumps(_selector(identifier))})")))

    def write(self, identifier: str, text: str) -> None:
        """Write into the text field."""
        self.tap(identifier)
        time.sleep(_LIFTED_SECONDS)
        for key in text:
            keys = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
            self._act({"type": "key", "id": "keyboard", "actions": keys})
        self._wait(f"document.querySelector('input:focus')?.value === {json.dumps(text)}")

    def _tap_at(self, x: float, y: float) -> None:
        actions: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "finger", "actions": actions})

    def _act(self, actions: dict[str, Any]) -> None:
        self.browser.ask("input.performActions", context=self.context, actions=[actions])


class Firefox:
    """A browser driven over WebDriver BiDi."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._asked = 0
        self.ask("session.new", capabilities={})

    def ask(self, method: str, **parameters: Any) -> Any:
        """Return the result of a command.

        :raises AssertionError: when the command is refused
        """
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while (told := json.loads(self._line.recv(_PATIENCE_SECONDS))).get("id") != self._asked:
            pass
        assert told["type"] == "success", told
        return told["result"]

    def tab(self) -> Tab:
        """Return a new tab the size of a phone."""
        context = self.ask("browsingContext.create", type="tab")["context"]
        width, height = PHONE
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=context, viewport=size)
        return Tab(self, context)


@contextmanager
def firefox(profile: Path) -> Generator[Firefox]:
    """Yield the browser with a profile, closed at the end.

    :raises FileNotFoundError: when Firefox is not installed
    """
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError("Firefox: install the package firefox-esr")
    profile.mkdir(parents=True, exist_ok=True)
    preferences = (
        f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in _PREFERENCES.items()
    )
    (profile / "user.js").write_text("\n".join(preferences), "utf-8")
    said = profile / "said.txt"
    with said.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603
            [found, "--headless", "--profile", str(profile), "--remote-debugging-port", "0"],
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        address = f"{_address(said)}/session"
        with connect(address, max_size=None, open_timeout=_PATIENCE_SECONDS) as line:
            yield Firefox(line)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _address(said: Path) -> str:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if listening := re.search(r"BiDi listening on (ws://\S+)\n", said.read_text("utf-8")):
            return listening[1]
        time.sleep(0.05)
    raise TimeoutError(f"Firefox does not listen: {said.read_text('utf-8')}")


def in_firefox(site: Path, scratch: Path) -> str:
    """Play a round to its end with a reload, a second tab, and a start without the host."""
    with hosted(site) as host, firefox(scratch / "firefox") as browser:
        tab = browser.tab()
        tab.go(host.url)
        _sit_down(tab)
        _play(tab)
        tab.run(f"({INSTALLED})()")
        _second_tab(browser, host)
        tab.reload()
        tab.see("next-round")
        tab.close()
        host.stop()
        try:
            again = browser.tab()
            again.go(f"{host.url}table")
            again.see("next-round")
            again.tap("undo")
            again.see("turn-of")
        finally:
            host.start()
    return "a first visit, a round, a reload, a second tab, and a start without the host"


def _sit_down(tab: Tab) -> None:
    names = recorded_round().setup.players
    tab.tap("home-new-series")
    for number, name in enumerate(names, 1):
        tab.write(f"player-name-{number}", name)
    tab.tap("open-dealer")
    tab.tap(f"dealer-{names[-1]}")
    tab.tap("start-series")
    tab.see("turn-of", f"{names[0]} to play")


def _play(tab: Tab) -> None:
    round_ = recorded_round()
    for number, turn in enumerate(round_.turns):
        if number == len(round_.turns) // 2:
            tab.reload()
        tab.tap(f"play-{turn.card}" if isinstance(turn, Played) else "pass")
        time.sleep(_LIFTED_SECONDS)


def _second_tab(browser: Firefox, host: Host) -> None:
    second = browser.tab()
    second.go(host.url)
    second.wait_for("#splash[data-told=taken]")
    second.close()


def _selector(identifier: str) -> str:
    return f'[flt-semantics-identifier="{identifier}"]'
