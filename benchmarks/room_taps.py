"""A tap until another phone of its table shows it, beside a tap on a phone that plays alone.

Each phone passes in turn, on the page that `fantan host` serves, until assistive technology can
read the next player. The phones, the room and a second Python for the other screen share this
machine, so the ratio is an upper bound.
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from benchmarks.timing import ratio_of
from tests.e2e.driver import CHROMIUM_ARGUMENTS, PHONE, Table, find_chromium
from tests.e2e.evening import due_says, sit_down_and_start
from tests.e2e.rooms import RoomServer, build_page, join_by_link, share, take_seat, visit

TARGET: Final = 2.0
_TAPS, _WARMING = 20, 4
_NAMES: Final = ["Ann", "Ben", "Cem"]
_SECONDS: Final = 1e-3
_PAUSE_MILLISECONDS: Final = 400
_WATCH = """() => {
  const shown = () => document.querySelector('[flt-semantics-identifier="turn-of"]');
  const read = () => shown() && readAloud(shown());
  let before = read();
  const clock = (at) => performance.timeOrigin + at;
  addEventListener('pointerup', ({timeStamp}) => { window.lifted = clock(timeStamp); }, true);
  setInterval(() => {
    const now = read();
    if (now && now !== before) {
      before = now;
      window.changed = clock(performance.now());
    }
  }, 1);
}"""


def run() -> None:
    """Print the ratio."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        home = Path(folder)
        build_page(home / "cache")
        room = stack.enter_context(RoomServer(home, home / "cache"))
        playwright = stack.enter_context(sync_playwright())
        executable, arguments = find_chromium(), list(CHROMIUM_ARGUMENTS)
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        stack.callback(browser.close)
        alone, host, guest = (_phone(browser) for _ in range(3))
        for phone in (alone, host):
            visit(phone, room.url)
            sit_down_and_start(phone, _NAMES)
        link, _ = share(host, "Ann")
        join_by_link(guest, link)
        take_seat(guest, "Ben")
        host.tap("back")
        host.see("turn-of", "Your turn")
        for phone in (alone, host, guest):
            phone.page.evaluate(_WATCH)
        pairs = [(_shown(host, guest), _shown(alone, alone)) for _ in range(_WARMING + _TAPS)]
    seconds = [(ours * _SECONDS, theirs * _SECONDS) for ours, theirs in pairs[_WARMING:]]
    ratio = ratio_of("a tap until another phone shows it, beside a tap alone", seconds)
    print(f"{ratio}; target {TARGET} ×: {'kept' if ratio.median <= TARGET else 'NOT KEPT'}")


def _phone(browser: Browser) -> Table:
    width, height = PHONE
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
    return Table(context.new_page())


def _shown(phone: Table, other: Table) -> float:
    """Return the milliseconds from a tap on a phone until the other shows the next player."""
    before = other.text("turn-of")
    due = next(at for at, name in enumerate(_NAMES) if due_says(other, name) == before)
    phone.page.wait_for_timeout(_PAUSE_MILLISECONDS)
    phone.tap("pass")
    after = _NAMES[(due + 1) % len(_NAMES)]
    for each in (phone, other):
        each.see("turn-of", due_says(each, after))
    return float(other.page.evaluate("changed")) - float(phone.page.evaluate("lifted"))
