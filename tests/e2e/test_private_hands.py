"""Private hands at a shared table: no hidden card leaves its phone, or is kept on one."""

import re
from base64 import b64decode
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from random import Random

from playwright.sync_api import WebSocket

from companion.core.cards import CARDS, NO_CARDS, Cards, card, gather, spread
from companion.core.presets import parse
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.screens.board import offered
from companion.screens.speech import card_name, short
from companion.words import ENGLISH
from tests.e2e.conftest import Phones
from tests.e2e.driver import Table
from tests.e2e.evening import downloaded, see_round
from tests.e2e.rooms import RoomServer, brought, join_by_link, play, share, take_seat
from tests.strategies import Hands, choose_turn, deal

SEED = 3
BEFORE = 40
"""Turns that the host brings along; 11 are played on the phones, from a true pass on."""
HINTS = (1, 4, 7)
FALSE = 5
"""Turns on the phones with a hint before, and with a false pass that is taken back."""
LINES = re.compile(r"[^\x00-\x1f\x7f\ufffd]{6,}")
PLAYERS = ("Ann", "Ben", "Cem", "Dee")
FILES = """() => self.flet_js.handles.map((handle) => {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, {at: 0});
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})"""
KEPT = """() => JSON.stringify([
  {...localStorage}, {...sessionStorage}, document.cookie, document.title, history.state,
])"""
PICTURE = """() => {
  const turn = (to) => {
    Object.defineProperty(document, 'visibilityState', {value: to, configurable: true});
    dispatchEvent(new Event('visibilitychange'));
  };
  turn('hidden');
  const kept = localStorage.getItem('fantan.picture');
  turn('visible');
  return kept !== null;
}"""
"""True if the browser keeps a picture of the table while the page is hidden."""
OFFERS = """() => [...document.querySelectorAll('[flt-semantics-identifier]')]
  .map((each) => each.getAttribute('flt-semantics-identifier'))
  .filter((name) => /^(play|noted|why-not)-(10|[2-9AJQK])[CDHS]$/.test(name))"""


SPELLINGS = {
    spelling: each
    for each in CARDS
    for name in [card_name(each, ENGLISH)]
    for spelling in (each.text, short(each, ENGLISH), name, name.capitalize())
}
SPELLED = re.compile(rf"(?<!\w)(?:{'|'.join(SPELLINGS)})(?!\w)")


class Recording:
    """Record of all that leaves the phones, and of all that they and the room keep."""

    def __init__(self, phones: Sequence[Table], room: RoomServer) -> None:
        self.phones, self.room = phones, room
        self.new: list[tuple[str, str]] = []
        self.found = NO_CARDS
        for phone in phones:
            phone.page.on("websocket", self._record_socket)
            phone.page.context.on(
                "request",
                lambda asked: self.add("requests", f"{asked.method} {asked.url} {asked.post_data}"),
            )

    def _record_socket(self, socket: WebSocket) -> None:
        for event in ("framesent", "framereceived"):
            socket.on(event, lambda frame: self.add("frames", str(frame)))

    def add(self, kind: str, text: str) -> None:
        """Record a text."""
        self.new.append((kind, text))

    def _kept(self) -> Iterator[tuple[str, str]]:
        """Yield what is on the disk, in the browser and in the address bar now."""
        for path in self.room.home.rglob("*"):
            if path.is_file():
                # A database has checksums between its lines, and two of their bytes may be a card.
                for line in LINES.findall(path.read_text("utf-8", "replace")):
                    yield path.name, line
        for phone in self.phones:
            yield "address", phone.page.url
            yield "storage", str(phone.page.evaluate(KEPT))
            (worker,) = (each for each in phone.page.workers if "worker.js" in each.url)
            for medium in worker.evaluate(FILES):
                yield "file", b64decode(medium).decode("utf-8", "replace")

    def add_exports(self) -> None:
        """Save all that the page of the series saves, on each phone."""
        for phone in self.phones:
            if phone.has("more"):
                phone.tap("more")
            if not phone.has("export"):
                phone.tap("series")
                phone.tap("series-more")
            for name in ("export", "export-csv"):
                self.add(name, Path(downloaded(phone, name).path()).read_text("utf-8"))

    def look(self, hidden: Cards) -> None:
        """Look for hidden cards in all that is new, and all that is kept now."""
        texts, self.new = [*self.new, *self._kept()], []
        for kind, text in texts:
            cards = cards_in(text)
            assert not cards & hidden, (kind, [*spread(cards & hidden)], text)
            self.found |= cards


def cards_in(text: str) -> Cards:
    """Return the cards in a text, as a code, in short or by name."""
    return gather(SPELLINGS[found] for found in SPELLED.findall(text.replace("\\n", " ")))


def dealt() -> tuple[Hands, Round]:
    """Deal the pack to four players, and play a round with honest turns."""
    chance = Random(SEED)  # noqa: S311 - repeatable
    round_ = Round.begin(Setup.dealt(parse("bicycle"), PLAYERS, 3))
    hands = deal(chance, round_.setup.hand_sizes)
    while not round_.over:
        round_ = round_.after(choose_turn(chance, round_, hands, 0))
    return hands, round_


def left(hands: Hands, round_: Round) -> Cards:
    """Return the cards that nobody has laid."""
    return reduce(or_, hands) & ~round_.layout.laid


def see_offers(four: Sequence[Table], round_: Round, hands: Hands) -> None:
    """See that a phone offers what the record and its own hand allow, whatever the others hold.

    A guest enters no turn of another player: the cards that fit wait there, whoever holds them.
    """
    fitting, waiting = offered(round_), set[Cards]()
    for seat, phone in enumerate(four):
        names = [name.rpartition("-") for name in phone.page.evaluate(OFFERS)]
        shown = {
            kind: gather(card(code) for of, _, code in names if of == kind)
            for kind in ("play", "noted", "why-not")
        }
        mine, others = fitting & hands[seat], fitting & ~hands[seat]
        if seat == round_.due:
            assert (shown["play"], shown["noted"]) == (mine, NO_CARDS)
        elif seat == 0:  # the host may record for everybody
            assert (shown["play"], shown["noted"]) == (others, mine)
        else:
            assert (shown["play"], shown["noted"]) == (NO_CARDS, NO_CARDS)
            waiting.add(shown["why-not"])
    (waits,) = waiting
    assert waits & round_.playable == fitting


def pass_falsely(four: Sequence[Table], round_: Round) -> None:
    """Pass with a card that fits after the warning, and take the pass back."""
    assert round_.due is not None
    phone = four[round_.due]
    phone.look()
    phone.tap("pass")
    phone.see("pass-no")
    phone.tap("pass-yes")
    for other in four:
        see_round(other, round_.after(Passed(round_.due)))
    phone.tap("undo")
    for other in four:
        see_round(other, round_)


def sit_down(four: Sequence[Table], room: RoomServer, round_: Round, sheet: Path) -> str:
    """Bring the round along to a shared table of four phones, and return the invitation."""
    host, *guests = four
    brought(host, room, round_, sheet)
    link, code = share(host, PLAYERS[0])
    for phone, seat in zip(guests, PLAYERS[1:], strict=True):
        join_by_link(phone, link)
        take_seat(phone, seat)
    for tap in ("company-more", "who-records-own", "back"):
        host.tap(tap)
    return f"{link} {code}"


def enter(phone: Table, hand: Cards, laid: Cards) -> None:
    """Let the phone offer hints, and enter the hand as dealt, whose laid cards are known."""
    for tap in ("back", "settings", "hints-on", "back", "home-resume"):
        phone.tap(tap)
    phone.see("turn-of")
    assert phone.page.evaluate(PICTURE)
    phone.tap("more")
    phone.tap("enter-hand")
    for held in spread(hand & ~laid):
        phone.tap(f"hand-pick-{held}")
    phone.tap("keep-hand")
    phone.see("turn-of")
    assert not phone.page.evaluate(PICTURE)


def ask_for_hint(phone: Table) -> None:
    """Ask for a hint, and close it."""
    phone.tap("hint")
    phone.see("hint-1")
    phone.tap("menu-close")


def test_no_hidden_card_leaves_a_phone(phones: Phones, page: Path, tmp_path: Path) -> None:
    (hands, whole), four = dealt(), phones(4)
    round_ = Round.of(whole.setup, whole.turns[:BEFORE])
    with RoomServer(tmp_path, page) as room:
        recording = Recording(four, room)
        recording.add("invitation", sit_down(four, room, round_, tmp_path / "begun.fantan"))
        for phone, hand in zip(four, hands, strict=True):
            enter(phone, hand, round_.layout.laid)
            recording.look(left(hands, round_))
        for number, turn in enumerate(whole.turns[BEFORE:]):
            assert round_.due is not None
            see_offers(four, round_, hands)
            if number in HINTS:
                ask_for_hint(four[round_.due])
            if number == FALSE:
                pass_falsely(four, round_)
            recording.look(left(hands, round_))
            round_ = play(four, round_, [turn])
            recording.look(left(hands, round_))
        assert round_ == whole
        recording.add_exports()
        recording.look(left(hands, round_))
        four[0].tap("back")
        four[0].tap("show-hand")
        four[0].at("show-hand").wait_for(state="detached")
        recording.add_exports()
        public = gather(CARDS) & ~left(hands, round_) | hands[0]
        recording.look(gather(CARDS) & ~public)
        assert recording.found == public
