"""What the table says aloud on a small phone: the antes, a false pass, and who still owes chips.

Only the test knows the hands; it works out from them what would lie on the table.
"""

import re
from pathlib import Path
from random import Random

import pytest

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Table
from tests.e2e.evening import balances, payments_shown
from tests.e2e.forks import QuickServer
from tests.e2e.test_german import scroll_to
from tests.e2e.test_whole_evening import NAMES, SMALL_PHONE, dealt, recorded
from tests.e2e.true_hands import TrueHands
from tests.screens.nights import night

SEED = 121
FALSE, SEVEN, NEIGHBOUR = 8, 13, 15
"""Cem passes falsely at turn 8 and lays the seven at turn 13; its neighbour is laid at turn 15."""


class Round:
    """A round whose turns are known from the start, and what has been played so far."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.turns = dealt(SEED, 5, 0, 60).turns
        self.hands = TrueHands(Random(SEED), 5, 0)  # noqa: S311 - the same hands

    def record(self, turns: int) -> None:
        """Record so many turns while no server runs."""
        told = night(recorded(self.turns[:turns], 5, 0)).round
        played = len(self.hands.turns)
        with desk_in(self.home / "data") as desk:
            desk.open(1)
            assert not any(map(desk.record, told.turns[played:]))
        for turn in self.turns[played:turns]:
            self.hands.take(turn)

    def tap(self, table: Table) -> None:
        """Tap the next turn."""
        turn = self.turns[len(self.hands.turns)]
        table.tap(f"play-{turn}" if turn else "pass")
        self.hands.take(turn)

    def put(self, payer: int, payee: int, chips: int) -> None:
        """Put chips of a fine down, in the pot or before a player."""
        self.hands.put[payer] += chips
        if payee != self.hands.pot:
            self.hands.put[payee] -= chips

    def see_pot(self, table: Table) -> None:
        """See the chips that lie in the pot."""
        in_pot = sum(self.hands.put)
        table.see("pot", str(in_pot))


@pytest.mark.parametrize("chips", ["table", "app"])
def test_antes_and_a_false_pass(sit_down: Place, tmp_path: Path, chips: str) -> None:
    table = sit_down(SMALL_PHONE)
    round_ = Round(tmp_path)
    hands = round_.hands
    (to_pot, *to_holders) = dealt(SEED, 5, 0, 60).fines[FALSE]
    with desk_in(tmp_path / "data") as desk:
        desk.adopt(night(recorded([], 5, 0), rules=f"bicycle chips={chips}").log)
    with QuickServer(tmp_path) as server:
        table.open(f"{server.url}/table/1")
        see_antes(table, hands)
        round_.see_pot(table)
        table.turn_away()
        server.kill()
        round_.record(SEVEN - 1)
        server.start()
        table.open(f"{server.url}/table/1")
        round_.tap(table)
        see_slip(table, [to_pot])
        if chips == "app":
            see_slip_of_the_app(table)
            return
        table.tap(f"paid-{FALSE}")
        round_.put(*to_pot)
        round_.see_pot(table)
        assert not table.has(f"owed-{FALSE}")
        for _ in range(SEVEN, NEIGHBOUR):
            round_.tap(table)
        laid = hands.turns[-1]
        known = next(part for part in to_holders if part[1] == hands.holder(laid))
        see_slip(table, [known])
        table.tap("fine-aside")
        table.see("fines-due")
        table.turn_away()
        server.kill()
        round_.record(len(round_.turns) - 1)
        server.start()
        table.open(f"{server.url}/table/1")
        round_.see_pot(table)
        round_.tap(table)
        see_badge(table, hands)


def see_antes(table: Table, hands: TrueHands) -> None:
    """See what everybody puts down, with the names of the few who put down something else."""
    table.see("happened")
    said = table.text("happened")
    usual, other = sorted((min(hands.put), max(hands.put)), key=hands.put.count, reverse=True)
    few = [name for name, ante in zip(NAMES, hands.put, strict=True) if ante == other]
    assert re.findall(r"\d+", said) == [str(usual), str(other)]
    assert [name for name in NAMES if name in said] == few


def see_slip(table: Table, parts: list[tuple[int, int, int]]) -> None:
    """See the slip of the fine with its payer, its cards and its parts, and nothing cut."""
    table.see(f"owed-{FALSE}")
    payer = NAMES[parts[0][0]]
    said = table.text(f"owed-{FALSE}").replace("\N{NO-BREAK SPACE}", " ")
    kept, _, shares = said.partition(". ")[0].partition(": ")
    assert payer in kept
    assert re.findall(r"\d+", shares) == [str(chips) for _, _, chips in parts]
    named = [name for name in NAMES if name in shares]
    assert named == [NAMES[payee] for _, payee, _ in parts if payee < len(NAMES)]


def see_slip_of_the_app(table: Table) -> None:
    """See that nobody has to tick, and put the slip away."""
    assert not table.has(f"paid-{FALSE}")
    table.tap("fine-aside")
    table.see("more")
    assert not table.has("fines-due")


def see_badge(table: Table, hands: TrueHands) -> None:
    """Leave what the false passer owes, and see it at the seat in the next round."""
    table.see("next-round")
    hands.finish()
    shown = payments_shown(table)
    owed = zip([*NAMES, "Pot"], hands.owed(), strict=True)
    assert balances(shown) == {name: chips for name, chips in owed if chips}
    payer = NAMES[(FALSE - 1) % len(NAMES)]
    number, (_, chips) = next(
        (number, payment)
        for number, payment in enumerate(shown.items(), 1)
        if payment[0][0] == payer
    )
    scroll_to(table, f"still-owes-{number}")
    table.tap(f"still-owes-{number}")
    scroll_to(table, "next-round")
    table.tap("next-round")
    table.see(f"owes-{payer}")
    assert str(chips) in table.text(f"owes-{payer}").split()
