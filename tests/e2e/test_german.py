"""A grandmother's phone: small, German, and set to the largest text."""

from __future__ import annotations

from companion.core.round import Round
from tests.e2e.conftest import Place
from tests.e2e.driver import Server
from tests.e2e.evening import recorded_round, sit_down_and_start, tap_turn

DUE = "{} ist dran"


def test_a_round_in_german_on_a_small_phone_with_large_text(
    server: Server, sit_down: Place
) -> None:
    table = sit_down((360, 640), locale="de-AT", text_percent=200)
    table.open(server.url)
    recorded = recorded_round()
    players = recorded.setup.players
    sit_down_and_start(table, list(players), DUE)
    round_ = Round.begin(recorded.setup)
    for turn in recorded.turns:
        tap_turn(table, turn)
        round_ = round_.after(turn)
        if round_.due is not None and not round_.over:
            table.see("turn-of", DUE.format(players[round_.due]))
    seen = {table.text(f"payment-{number}") for number in range(1, 5)}
    assert seen == {"Topf zahlt Ann 13", "Ben zahlt Ann 3", "Cem zahlt Ann 3", "Dee zahlt Ann 3"}
    table.tap("next-round")
    table.see("turn-of", DUE.format("Ben"))
