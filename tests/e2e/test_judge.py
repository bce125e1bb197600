"""The judge in the browser: a false pass is discovered, waived and fined, and cards are shown."""

import re
from collections import Counter
from pathlib import Path

from playwright.sync_api import expect

from companion.core.books import ledger
from companion.core.cards import CARDS, gather
from companion.core.judge import judge
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Shown
from tests.e2e.conftest import Place
from tests.e2e.driver import Table
from tests.e2e.evening import recorded_round, served_after, tap_turn

FALSE_PASS, EXPOSED_AT = 10, 14
LEFT = {"Ben": ("10C", "QC", "4D"), "Cem": ("KC", "AD", "5D")}
"""Dee's three cards follow by themselves."""


def show_cards_left(table: Table) -> None:
    for handle, cards in LEFT.items():
        for code in cards:
            table.tap(f"reveal-{code}")
            table.tap(f"reveal-to-{handle}")
            held = re.compile(f"held by {handle}")
            expect(table.at(f"reveal-{code}")).to_have_text(held)


def with_all_shown(round_: Round) -> Round:
    """Return the engine's round with Dee's cards left to counting."""
    by_code = {card.text: card for card in CARDS}
    for handle, codes in LEFT.items():
        seat = round_.setup.players.index(handle)
        round_ = round_.after(Shown(seat, gather(by_code[code] for code in codes)))
    return round_


def test_a_false_pass_comes_to_light_and_the_cards_left_judge_the_rest(
    tmp_path: Path, sit_down: Place
) -> None:
    table, recorded = sit_down(), recorded_round()
    with served_after(tmp_path, FALSE_PASS - 2, len(recorded.turns)) as server:
        table.open(f"{server.url}/table/1")
        see_the_fine_booked(table, recorded)
        table.open(f"{server.url}/table/2/over")
        let_go_charge_and_show(table, recorded)


def see_the_fine_booked(table: Table, recorded: Round) -> None:
    round_ = Round.of(recorded.setup, recorded.turns[: FALSE_PASS - 2])
    for number, turn in enumerate(recorded.turns[FALSE_PASS - 2 : EXPOSED_AT + 1], FALSE_PASS - 1):
        tap_turn(table, turn)
        round_ = round_.after(turn)
        table.see("pot", str(ledger(round_).pot))
        if number == EXPOSED_AT:
            see_exposed(table, round_)


def let_go_charge_and_show(table: Table, round_: Round) -> None:
    table.see("next-round")
    table.tap(f"verdict-{FALSE_PASS}")
    table.tap(f"waive-{FALSE_PASS}")
    table.see(f"charge-{FALSE_PASS}")
    table.tap("back")
    table.see("payment-1")
    # The fine counts as never paid; what Ben has back of it was said when it was let go.
    assert gains(table) == {"Ann": 10 + 9, "Ben": -3, "Cem": -3, "Dee": -3, "Pot": -10}
    table.tap(f"verdict-{FALSE_PASS}")
    table.tap(f"charge-{FALSE_PASS}")
    table.see(f"waive-{FALSE_PASS}")
    table.tap("back")
    table.see("payment-1")
    assert gains(table) == {"Ann": 13 + 9, "Ben": -3, "Cem": -3, "Dee": -3, "Pot": -13}

    table.tap("reveal")
    show_cards_left(table)
    table.see("all-known")
    table.tap("back")
    table.tap("turns")
    shown = with_all_shown(round_)
    for ruling in judge(shown).rulings:
        table.see(f"verdict-{ruling.turn}", ruling.verdict.value)


def see_exposed(table: Table, round_: Round) -> None:
    """Wait until the exposing play has booked its fine in pot and chips."""
    (fine,) = [
        transfer for transfer in ledger(round_).transfers if transfer.reason.value == "false_pass"
    ]
    assert fine.moment == EXPOSED_AT
    assert int(table.text("chips-Ben")) == ledger(round_).chips[1]
    assert "false" in table.text("news")


def gains(table: Table) -> dict[str, int]:
    """Return each player's gain in chips, once all payments on the screen are made."""
    gained: Counter[str] = Counter()
    for number in range(1, 5):
        payer, _, payee, chips = table.text(f"payment-{number}").split()
        gained[payer] -= int(chips)
        gained[payee] += int(chips)
    return dict(gained)


def test_the_referee_needs_no_series(table: Table) -> None:
    table.tap("home-referee")
    table.see("referee-7H")
    table.tap("referee-7H")
    table.tap("referee-8H")
    table.tap("referee-hand")
    table.tap("referee-9H")
    table.see("referee-total")
    assert "9♥" in table.text("referee-verdict")
