"""Two whole rounds on a small phone: what the table says aloud, and the chips that lie on it.

Only the test knows the hands. It keeps a book of the chips that are put down by hand, and a second
desk beside the phone, whose screen says which sentences the phone has to show. Every decision is a
tap; the quiet turns are recorded on both desks while the server is off.
"""

import re
from datetime import datetime
from pathlib import Path
from random import Random

from companion.core.cards import card
from companion.core.rounds.events import Event, FineTicked, FineWaived, Seen
from companion.desk.commands import Reveal, evening_of
from companion.screens.board import asking_menu
from companion.screens.table import TableView
from companion.screens.table import table as table_view
from companion.ui.parts.table.tray import pile_of
from companion.ui.shown import Pointer
from companion.words import ENGLISH
from tests.desks import Desk, desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import AT_REST, Table
from tests.e2e.evening import balances, payments_shown, scroll_to
from tests.e2e.forks import QuickServer
from tests.e2e.test_whole_evening import NAMES, SMALL_PHONE, dealt, recorded
from tests.e2e.true_hands import TrueHands
from tests.screens.nights import night

FIRST, SECOND = 1184, 306
"""Seeds of the rounds."""
NOTED, KEPT, LATE = 4, 7, 56
"""Turns of the false passes. In the first round Dee's is proved by a note of her 6♣, and that of
Ben, with a seven in hand, by the seven, which he lays at turn 12. That of the second round is
proved by the cards left.
"""
LAID = 12
HELD = "6C"
PLACES = """() => [...document.querySelectorAll('[flt-semantics-identifier]')]
  .map((each) => [each.getAttribute('flt-semantics-identifier'), each.getBoundingClientRect().top])
  .sort((one, other) => one[1] - other[1]).map(([name]) => name)"""


class Evening:
    """The phone, the desk beside it, and the book of the round in play."""

    def __init__(self, table: Table, server: QuickServer, beside: Desk) -> None:
        self.table = table
        self.server = server
        self.beside = beside
        self.begin(FIRST, 0)

    def begin(self, seed: int, leads: int) -> None:
        """Deal a round, whose turns are known from the start."""
        self.hands = TrueHands(Random(seed), 5, leads)  # noqa: S311 - the same hands
        self.turns = dealt(seed, 5, leads, 30).turns
        self.events = list(night(recorded(self.turns, 5, leads)).round.events)

    @property
    def view(self) -> TableView:
        """The screen of the desk beside the phone."""
        return table_view(self.beside.night, ENGLISH)

    def open(self) -> None:
        """Open the table on the phone."""
        self.table.open(f"{self.server.url}/table/1")

    def lay(self, turn: int) -> None:
        """Tap a turn of the round."""
        card_laid = self.turns[turn - 1]
        self.tap(f"play-{card_laid}" if card_laid else "pass", self.events[turn - 1])
        self.hands.take(card_laid)

    def tap(self, identifier: str, event: Event) -> None:
        """Tap a control that records an event."""
        self.table.tap(identifier)
        assert self.beside.record(event) is None

    def undo(self) -> None:
        """Take a step back, and see the notice of it, or the fine that is open again."""
        self.table.tap("undo")
        assert self.beside.undo() is None
        assert self.view.news.notices or self.view.fines.newest
        self.hear()

    def redo(self) -> None:
        """Put the step back."""
        self.table.tap("redo")
        assert self.beside.redo() is None

    def hear(self) -> None:
        """See the fine or the notices that the desk beside the phone has, and its pot."""
        view = self.view
        expected = {f"told-{place}": says for place, says in enumerate(view.news.notices, 1)}
        if fine := pile_of(view, Pointer(), 0).fine:
            expected = {f"owed-{fine.turn}": fine.why_label}
        self.table.see_all({**expected, "pot": str(view.pot)})

    def play_quietly(self) -> None:
        """Record all turns but the last while no server runs."""
        self.table.turn_away()
        self.server.kill()
        quiet = slice(len(self.hands.turns), -1)
        with desk_in(self.server.home / "data") as desk:
            desk.open(1)
            for known in (desk, self.beside):
                assert not any(map(known.record, self.events[quiet]))
        for turn in self.turns[quiet]:
            self.hands.take(turn)
        self.server.start()
        self.open()

    def see_pot(self) -> None:
        """See the chips that lie in the pot by the book."""
        self.table.see("pot", str(sum(self.hands.put)))

    def see_end(self) -> None:
        """See the hand-overs that settle the book."""
        hands = self.hands
        hands.finish()
        owed = zip([*NAMES, "Pot"], hands.owed(), strict=True)
        shown = balances(payments_shown(self.table))
        assert shown == {name: chips for name, chips in owed if chips}


def test_two_rounds(sit_down: Place, tmp_path: Path) -> None:
    today = evening_of(datetime.now().astimezone()).isoformat()
    start = night(recorded([], 5, 0), date=today).log
    with desk_in(tmp_path / "data") as desk:
        desk.adopt(start)
    table = sit_down(SMALL_PHONE)
    with desk_in(tmp_path / "beside") as beside, QuickServer(tmp_path) as server:
        beside.adopt(start)
        evening = Evening(table, server, beside)
        evening.open()
        see_antes(evening)
        play_the_beginning(evening)
        pay_in_parts(evening)
        evening.play_quietly()
        finish_the_first_round(evening)
        evening.play_quietly()
        finish_the_second_round(evening)


def play_the_beginning(evening: Evening) -> None:
    """Take back a card, note a card that proves a pass false, and let its fine go."""
    evening.lay(1)
    evening.undo()
    evening.redo()
    for turn in range(2, NOTED + 1):
        evening.lay(turn)
    table = evening.table
    seat = (NOTED - 1) % 5
    table.tap("turns")
    table.tap(f"verdict-{NOTED}")
    table.tap(asking_menu(card(HELD)))
    evening.tap(f"holds-{HELD}-{seat + 1}", Seen(seat, card(HELD).bit))
    table.tap("back")
    table.tap("back")
    evening.hear()
    evening.undo()
    assert not table.has(f"owed-{NOTED}")
    evening.redo()
    see_slip(table, NOTED, evening.hands.fines[NOTED])
    evening.tap(f"waive-{NOTED}", FineWaived(NOTED))
    evening.undo()
    evening.tap(f"waive-{NOTED}", FineWaived(NOTED))
    evening.hands.waive(NOTED)
    evening.see_pot()


def pay_in_parts(evening: Evening) -> None:
    """Prove the other false pass by its seven, and pay what is certain."""
    for turn in range(NOTED + 1, LAID + 1):
        evening.lay(turn)
        if turn == KEPT:
            evening.undo()
            evening.redo()
    evening.hear()
    table = evening.table
    hands = evening.hands
    to_pot = hands.fines[KEPT][0]
    see_slip(table, KEPT, [to_pot])
    tick = FineTicked(KEPT)
    evening.tap(f"paid-{KEPT}", tick)
    evening.undo()
    evening.tap(f"paid-{KEPT}", tick)
    hands.put[to_pot[0]] += to_pot[2]
    evening.see_pot()


def finish_the_first_round(evening: Evening) -> None:
    """Lay the last card twice, and see the end in the order of the questions people ask."""
    last = len(evening.turns)
    evening.see_pot()
    evening.lay(last)
    evening.table.see("next-round")
    evening.table.tap("undo")
    assert evening.beside.undo() is None
    evening.hear()
    evening.redo()
    evening.table.see("next-round")
    see_order(evening.table, ["chips-Ann", "payment-1", f"turn-{KEPT}", "turns"])
    evening.see_end()
    evening.table.tap("next-round")
    beside = evening.beside
    assert beside.deal(beside.night.series.next_setup()) is None
    evening.begin(SECOND, 1)
    see_antes(evening)


def finish_the_second_round(evening: Evening) -> None:
    """Say who held the cards left, which proves a pass false, and leave what that costs open."""
    table = evening.table
    hands = evening.hands
    beside = evening.beside
    evening.lay(len(evening.turns))
    table.see("next-round")
    see_order(table, ["chips-Ann", "asks", "payment-1", "turns"])
    while table.has("asks"):
        asks = table.text("asks")
        held = card_in(asks)
        seat = hands.holder(held)
        table.tap(f"reveal-to-{NAMES[seat]}")
        assert beside.do(Reveal(seat, card(held).bit, 2)) is None
        assert table.changes("asks", asks)
        table.wait_until(AT_REST)
    see_order(table, ["chips-Ann", "payment-1", f"turn-{LATE}", "turns"])
    evening.see_end()
    payer = NAMES[LATE % 5]
    owed = payments_shown(table)
    chips = sum(paid for ends, paid in owed.items() if ends[0] == payer)
    scroll_to(table, f"later-{payer}")
    table.tap(f"later-{payer}")
    scroll_to(table, "next-round")
    table.tap("next-round")
    table.see(f"owes-{payer}")
    assert str(chips) in table.text(f"owes-{payer}").split()


def see_antes(evening: Evening) -> None:
    """See what everybody puts down, with the names of all who put down more, or less."""
    put = evening.hands.put
    said = evening.view.news.happened
    evening.table.see_all({"happened": said, "pot": str(sum(put))})
    least, most = min(put), max(put)
    assert re.findall(r"\d+", said) == [str(least), str(most)]
    (named,) = {chips for name, chips in zip(NAMES, put, strict=True) if name in said}
    assert [name for name in NAMES if name in said] == [
        name for name, chips in zip(NAMES, put, strict=True) if chips == named
    ]


def see_slip(table: Table, turn: int, parts: list[tuple[int, int, int]]) -> None:
    """See the slip of the fine with its payer, its cards and its parts, and nothing cut."""
    table.see(f"owed-{turn}")
    payer = NAMES[parts[0][0]]
    said = table.text(f"owed-{turn}").replace("\N{NO-BREAK SPACE}", " ")
    kept, _, shares = said.partition(". ")[0].partition(": ")
    assert payer in kept
    assert re.findall(r"\d+", shares) == [str(chips) for _, _, chips in parts]
    named = [name for name in NAMES if name in shares]
    assert named == [NAMES[payee] for _, payee, _ in parts if payee < len(NAMES)]


def see_order(table: Table, expected: list[str]) -> None:
    """See the controls one below the other; those far below are named only when near."""
    met: list[str] = []
    table.page.mouse.move(180, 320)
    for _ in range(20):
        met += [name for name in table.page.evaluate(PLACES) if name not in met]
        if met and expected[-1] in met:
            break
        table.page.mouse.wheel(0, 200)
        table.wait_until(AT_REST)
    assert [name for name in met if name in expected] == expected
    table.page.mouse.wheel(0, -10_000)
    table.wait_until(AT_REST)


def card_in(question: str) -> str:
    """Return the first card in the words, as in the identifiers."""
    named: str = re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", question)[0]
    return named.translate(str.maketrans("♣♦♥♠", "CDHS"))
