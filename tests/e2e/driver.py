"""A person at the table with a phone: the app's own server, and a page of Chromium to tap.

Flutter draws to a canvas, so texts and taps go through its semantics tree: every control is known
by its Semantics identifier.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import IO, TYPE_CHECKING, ClassVar, Self, TypeAlias

from playwright.sync_api import FloatRect, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.places import ROOT

if TYPE_CHECKING:
    from tests.e2e.forks import Fork

COMPANION = (sys.executable, "-m", "companion")
KEY = "the-key-of-the-tests"
Size = tuple[int, int]
PHONE, WIDE = (390, 844), (1180, 820)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Code is made faster only where it runs often: a journey is over before the rest is worth it.
    "--js-flags=--wasm-tiering-budget=200000000",
    # The app must do without the network; browsers do not trust `fantan.test` as they do loopback.
    "--host-resolver-rules=MAP fantan.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
IN_EVERY_PAGE = """
// Flutter shows nothing to assistive technology before it is asked to, after every load anew.
setInterval(() => {
  if (window.name === 'asks no more') { return; }
  document.querySelector('flt-semantics-placeholder')?.click();
}, 50);
// A tap on what Flutter is just naming anew is lost on its way; people wait for what they see.
window.namedAt = 0;
new MutationObserver((changes) => {
  if (changes.some(({target}) => target.nodeName.startsWith('FLT-SEMANTICS'))) {
    window.namedAt = performance.now();
  }
}).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
window.sockets = [];
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...given) {
    super(...given);
    window.sockets.push(this);
  }
};
// What was named is drawn later, and handed to Flutter's canvas here; one frame may be under way.
window.drawn = [0];
const canvas = ImageBitmapRenderingContext.prototype, hand = canvas.transferFromImageBitmap;
canvas.transferFromImageBitmap = function (frame) {
  window.drawn = [performance.now(), ...window.drawn].slice(0, 2);
  return hand.call(this, frame);
};
// A letter that comes before Flutter listens to a text field stands there, but only in the browser.
window.heard = new WeakSet();
const {addEventListener, removeEventListener} = HTMLElement.prototype;
Object.assign(HTMLElement.prototype, {
  addEventListener(type, ...rest) {
    if (type === 'input') { window.heard.add(this); }
    return addEventListener.call(this, type, ...rest);
  },
  removeEventListener(type, ...rest) {
    if (type === 'input') { window.heard.delete(this); }
    return removeEventListener.call(this, type, ...rest);
  },
});
window.readAloud = (el) => [el, ...el.querySelectorAll('*')].flatMap((each) => [
  each.getAttribute('aria-label'),
  each.value,
  ...[...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((n) => n.data),
]).filter(Boolean).join(' ').replace(/\\s+/g, ' ').trim();
"""
LARGE_TEXT = """
// Flutter takes the size of text from the page's root.
setInterval(() => { document.documentElement.style.fontSize = 'SIZE'; }, 50);
"""
AT_REST = "() => performance.now() - window.namedAt > 80"
DRAWN = """() => {
  const [last, before] = window.drawn, {namedAt} = window;
  return before > namedAt || (last > namedAt && performance.now() - last > 400);
}"""
FOCUS_IS_HEARD = "() => window.heard.has(document.activeElement)"
IS_HEARD = f"box => document.activeElement === box && ({FOCUS_IS_HEARD})()"
SEES = """(asked) => asked.every(([selector, text]) => {
  const el = document.querySelector(selector);
  return el !== null && (text === null || readAloud(el) === text);
})"""
_STARTING_SECONDS = 180.0
PATIENCE_MILLISECONDS = 60_000
LOADING_MILLISECONDS = 180_000
"""Longer than any answer and any start: that a machine is busy is nothing to be found."""
_POLL_MILLISECONDS = 40
_FRAME_MILLISECONDS = 300
_RESTLESS_MILLISECONDS = 1_500
_DRAWING_MILLISECONDS = 5_000
_MOST_PICTURES = 20
_KEYSTROKE_MILLISECONDS = 15
_MEASURED = "() => performance.now() - window.namedAt > 1000"
_LOOKING_MILLISECONDS = 600
"""A turn within half a second after somebody else's is taken for one that was meant before it."""
_LIFTED_SECONDS, _ELSEWHERE_SECONDS = 0.8, 0.5
"""A second tap on the same place within 0.35 s is a finger that bounced, and under load, where the
answer is late, within 0.7 s; so is a tap into another screen that just came.
"""


def find_chromium() -> str | None:
    """Return the browser named by `FANTAN_CHROMIUM`, else the first installed one."""
    named = os.environ.get("FANTAN_CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


expect.set_options(timeout=PATIENCE_MILLISECONDS)

Process: TypeAlias = "subprocess.Popen[bytes] | Fork"


class Server:
    """The app on a free port of its own, with all its data under `home`; a context that starts the
    app and ends it for good.
    """

    _free: ClassVar[list[int]] = []
    """Ports of servers that ended for good. For the browser the next one is the same address."""

    def __init__(self, home: Path, command: Sequence[str] = COMPANION) -> None:
        self.home = home
        self.command = command
        self.port = self._free.pop() if self._free else _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = home / "server.log"
        self._process: Process | None = None
        self._closed = False

    @property
    def arguments(self) -> list[str]:
        """The arguments of the command."""
        return ["--web", "--port", str(self.port)]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the app and wait for its first answer.

        :raises AssertionError: when the process ends instead
        :raises TimeoutError: when the process neither answers nor ends
        """
        environment = os.environ | {
            "FANTAN_HOME": str(self.home / "data"),
            "FANTAN_KEY": KEY,
            "PYTHONPATH": str(ROOT),
            "BROWSER": "true",  # a command that does nothing, lest a window opens
        }
        with self.log.open("ab") as log:
            self._process = self._begun(environment, log)
        self._wait_for_answer(self._process)

    def _begun(self, environment: dict[str, str], log: IO[bytes]) -> Process:
        return subprocess.Popen(
            [*self.command, *self.arguments], cwd=self.home, env=environment, stdout=log, stderr=log
        )

    @property
    def process(self) -> Process:
        """The serving process.

        :raises AssertionError: when no process runs
        """
        assert self._process, "the server does not run"
        return self._process

    def kill(self) -> None:
        """End the process as a power cut would."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """End the process for good."""
        self.kill()
        if not self._closed:
            self._closed = True
            self._free.append(self.port)

    def restart(self) -> None:
        """Kill the process and start another one at the same address."""
        self.kill()
        self.start()

    def _wait_for_answer(self, process: Process) -> None:
        deadline = time.monotonic() + _STARTING_SECONDS
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise AssertionError(f"the server ended:\n{self.log.read_text()}")
            try:
                _ask(self.port)
            except (OSError, HTTPException):
                time.sleep(0.05)
            else:
                return
        raise TimeoutError(f"the server does not answer:\n{self.log.read_text()}")


class Table:
    """One page of the browser, with a count of its taps."""

    def __init__(self, page: Page, *, text_percent: int = 100) -> None:
        """Open a page with the text size of the browser's own setting."""
        self.page = page
        self.taps = 0
        self._large = text_percent != 100
        self._last: tuple[str, FloatRect | None] = ("", None)
        self._tapped_at = 0.0
        page.set_default_timeout(PATIENCE_MILLISECONDS)
        page.set_default_navigation_timeout(LOADING_MILLISECONDS)
        page.add_init_script(IN_EVERY_PAGE)
        if self._large:
            page.add_init_script(LARGE_TEXT.replace("SIZE", f"{text_percent}%"))

    def open(self, url: str) -> None:
        """Go to the address with the key and wait until the app shows something."""
        self.page.goto(f"{url}?key={KEY}")
        self.wait_for_app()

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.wait_for_app()

    def ask_no_more(self) -> None:
        """Stop asking for semantics; the page must do so by itself from here on."""
        self.page.evaluate("() => { window.name = 'asks no more'; }")

    def turn_away(self) -> None:
        """Leave the app, so that the page does not reload when another server answers."""
        self.page.goto("about:blank")

    @contextmanager
    def expect_reload(self) -> Generator[None]:
        """Wait until the page has reloaded by itself in consequence of the block.

        :raises TimeoutError: when the page does not reload
        """
        self.page.evaluate("() => { window.loadedBefore = true; }")
        yield
        self.wait_until("() => !window.loadedBefore", timeout=LOADING_MILLISECONDS)
        self.wait_for_app()

    def wait_for_app(self) -> None:
        """Wait until the app shows something to assistive technology, in its own fonts."""
        anything = self.page.locator("[flt-semantics-identifier]").first
        anything.wait_for(state="attached", timeout=LOADING_MILLISECONDS)
        self.page.wait_for_load_state("networkidle")
        if self._large:  # the app measures its text once it shows, and draws all of it anew
            with suppress(PlaywrightTimeoutError):
                self.wait_until(_MEASURED, timeout=_DRAWING_MILLISECONDS)

    def wait_until(self, holds: str, arg: object = None, *, timeout: int | None = None) -> None:
        """Wait until the function of the page returns true; asked in every frame it would cost
        more than what is waited for.
        """
        self.page.wait_for_function(holds, arg=arg, timeout=timeout, polling=_POLL_MILLISECONDS)

    def at(self, identifier: str) -> Locator:
        """Return the control with the identifier."""
        return self.page.locator(_selector(identifier))

    def has(self, identifier: str) -> bool:
        """Return whether the control is there now."""
        return self.at(identifier).count() > 0

    def text(self, identifier: str) -> str:
        """Return the words read aloud inside the control, once the control is there."""
        return str(self.at(identifier).evaluate("readAloud"))

    def tap(self, identifier: str) -> None:
        """Tap the control once the screen is at rest, or after the patience for rest; count the
        tap.
        """
        target = self.at(identifier)
        target.wait_for(state="attached")
        self._rest()
        last, self._last = self._last, (identifier, target.bounding_box())
        again = any(was == now for was, now in zip(last, self._last, strict=True))
        self._lift(_LIFTED_SECONDS if again else _ELSEWHERE_SECONDS)
        target.click()
        self._tapped_at = time.monotonic()
        self.taps += 1

    def look(self) -> None:
        """Look at what somebody else has changed, as people do before they tap."""
        self.page.wait_for_timeout(_LOOKING_MILLISECONDS)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(_KEYSTROKE_MILLISECONDS)

    def type_into(self, what: str, text: str) -> None:
        """Replace the content of the text field with the identifier or label.

        A page that has just opened may take the focus once more for its first field.
        """
        self._rest()
        box = self._text_box(what)
        box.click()
        with suppress(PlaywrightTimeoutError):
            self.wait_until(IS_HEARD, arg=box.element_handle(), timeout=2_000)
        if not self.page.evaluate(IS_HEARD, box.element_handle()):
            box.click()
        self.wait_until(IS_HEARD, arg=box.element_handle())
        self.page.keyboard.press("Control+a")
        self.write(text)
        expect(self._text_box(what)).to_have_value(text)

    def write(self, text: str) -> None:
        """Write at the focus, once keys are heard; the field is empty or wholly selected."""
        self.wait_until(FOCUS_IS_HEARD)
        self.page.keyboard.type(text, delay=_KEYSTROKE_MILLISECONDS)
        expect(self.page.locator("input:focus, textarea:focus")).to_have_value(text)

    def see(self, identifier: str, text: str | None = None) -> None:
        """Wait until the control is there and, if a text is given, reads like the text.

        :raises AssertionError: when the wait is in vain
        """
        self.see_all({identifier: text})

    def see_all(self, texts: Mapping[str, str | None]) -> None:
        """Wait until all the controls read as given at the same moment.

        :raises AssertionError: when the wait is in vain
        """
        asked = [[_selector(identifier), text] for identifier, text in texts.items()]
        try:
            self.wait_until(SEES, arg=asked)
        except PlaywrightTimeoutError as late:
            shown = {
                identifier: self.text(identifier) if self.has(identifier) else None
                for identifier in texts
            }
            raise AssertionError(f"there is {shown}, not {texts}") from late

    def changes(self, identifier: str, text: str, *, within: int = PATIENCE_MILLISECONDS) -> bool:
        """Return whether the control changes or vanishes within the milliseconds."""
        try:
            asked = [[_selector(identifier), text]]
            self.wait_until(f"asked => !({SEES})(asked)", arg=asked, timeout=within)
        except PlaywrightTimeoutError:
            return False
        return True

    def screenshot(self, path: Path) -> None:
        """Save a picture of the page once the page is drawn and at rest, or after the patience for
        rest.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(PlaywrightTimeoutError):
            self.wait_until(DRAWN, timeout=_DRAWING_MILLISECONDS)
        before = b""
        for _ in range(_MOST_PICTURES):
            if before == (before := self.page.screenshot(path=path)):
                return
            self.page.wait_for_timeout(_FRAME_MILLISECONDS)

    def _lift(self, seconds: float) -> None:
        """Pause as long as people do between two taps."""
        lifted = time.monotonic() - self._tapped_at
        self.page.wait_for_timeout(max(0.0, seconds - lifted) * 1000)

    def _rest(self) -> None:
        with suppress(PlaywrightTimeoutError):
            self.wait_until(AT_REST, timeout=_RESTLESS_MILLISECONDS)

    def _text_box(self, what: str) -> Locator:
        if self.has(what):
            return self.at(what).locator("input, textarea")
        return self.page.get_by_role("textbox", name=what, exact=True)


def _selector(identifier: str) -> str:
    return f'[flt-semantics-identifier="{identifier}"]'


def _ask(port: int) -> None:
    with closing(HTTPConnection("127.0.0.1", port, timeout=1)) as asking:
        asking.request("GET", "/")
        asking.getresponse()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
