"""The own turn, told once and on that phone alone: by a tick, a chime and the title of the page."""

import time
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.core.rounds.round import Round
from tests.e2e.conftest import picture_failure
from tests.e2e.devices import Devices
from tests.e2e.driver import PATIENCE_MILLISECONDS, Table
from tests.e2e.evening import recorded_round
from tests.e2e.rooms import RoomServer, brought, join_by_link, see_due, share, take_seat

ANDROID = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/130.0.0.0 Mobile Safari/537.36"
)
STRONG_MILLISECONDS = 30
"""A tick in the hand at the own turn, longer than the one that answers a tap."""
TELLS = """
// On phones Flutter takes only a click in the middle for a wish for semantics.
setInterval(() => {
  const asked = document.querySelector('flt-semantics-placeholder');
  if (asked) {
    const {left, top, width, height} = asked.getBoundingClientRect();
    const middle = {clientX: left + width / 2, clientY: top + height / 2};
    asked.dispatchEvent(new MouseEvent('click', {bubbles: true, ...middle}));
  }
}, 50);
const vibrate = Navigator.prototype.vibrate;
Navigator.prototype.vibrate = function (pattern) {
  window.ticked(Array.isArray(pattern) ? pattern[0] : pattern);
  return vibrate.call(this, pattern);
};
const {start} = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...at) {
  window.sounded();
  return start.apply(this, at);
};
"""
NOTES = 2
"""Tones of a chime."""


class Phone(Table):
    """A phone that counts what it has told its owner, also over reloads."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.ticks: list[int] = []
        self.tones = 0
        self.page.expose_function("ticked", self._tick)
        self.page.expose_function("sounded", self._sound)
        self.page.add_init_script(TELLS)

    def _tick(self, milliseconds: int) -> None:
        self.ticks.append(milliseconds)

    def _sound(self) -> None:
        self.tones += 1

    @property
    def told(self) -> tuple[int, int, bool]:
        """The ticks, the tones, and whether the title is that of the own turn."""
        own = self.page.title() == self.text("turn-of")
        return self.ticks.count(STRONG_MILLISECONDS), self.tones, own


def see_told(phones: Sequence[Phone], *expected: tuple[int, int, bool]) -> None:
    """Wait until the phones have told this, and see that they tell no more."""
    for phone, told in zip(phones, expected, strict=True):
        deadline = time.monotonic() + PATIENCE_MILLISECONDS / 1000
        while phone.told != told and time.monotonic() < deadline:
            phone.look()
    phones[0].look()
    assert [phone.told for phone in phones] == [*expected]


@pytest.fixture
def three(devices: Devices, request: pytest.FixtureRequest) -> Generator[list[Phone]]:
    """Yield three Android phones, with nothing kept."""
    with devices.in_use(), ExitStack() as stack:
        contexts = [stack.enter_context(devices.phone(user_agent=ANDROID)) for _ in range(3)]
        taken = [Phone(context.new_page()) for context in contexts]
        yield taken
        picture_failure(request.node, [phone.page for phone in taken])


def test_the_own_turn_is_told_once_and_on_that_phone_alone(
    three: list[Phone], page: Path, tmp_path: Path
) -> None:
    recorded = recorded_round()
    host, ben, cem = three
    ann, *others = recorded.setup.players
    with RoomServer(tmp_path, page) as room:
        brought(host, room, Round.begin(recorded.setup), tmp_path / "begun.fantan")
        link, _ = share(host, ann)
        for phone, seat in zip((ben, cem), others, strict=False):
            join_by_link(phone, link)
            take_seat(phone, seat)
        host.tap("back")
        see_due(ann, *three)
        see_told(three, (1, 0, True), (0, 0, False), (0, 0, False))

        for tap in ("back", "settings", "chime-on", "back", "home-resume"):
            ben.tap(tap)
        host.tap("play-7H")
        see_due(others[0], *three)
        see_told(three, (1, 0, False), (1, NOTES, True), (0, 0, False))

        ben.reload()
        see_due(others[0], ben)
        see_told([ben], (1, NOTES, True))

        room.kill()
        ben.see("phones")
        room.start()
        expect(ben.at("phones")).to_have_count(0)
        see_told(three, (1, 0, False), (1, NOTES, True), (0, 0, False))

        room.kill()
        cem.see("phones")
        ben.tap("pass")  # nobody hears of it yet
        ben.see("not-shared", "1")
        see_told(three, (1, 0, False), (1, NOTES, False), (0, 0, False))
        room.start()
        see_due(others[1], *three)
        see_told(three, (1, 0, False), (1, NOTES, False), (1, 0, True))
