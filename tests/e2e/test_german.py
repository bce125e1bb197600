"""A grandmother's phone: small, German, and set to the largest text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.core.rounds.events import Turn
from companion.core.rounds.round import Round
from tests.e2e.conftest import Place
from tests.e2e.driver import Server, Table
from tests.e2e.evening import recorded_round, served_after, sit_down_and_start, tap_turn

DUE = "{} ist dran"
FIRST = 8
"""So many turns at the beginning of the recorded round are tapped."""


def test_a_round_in_german_on_a_small_phone_with_large_text(
    server: Server, tmp_path: Path, sit_down: Place
) -> None:
    table, recorded = sit_down((360, 640), locale="de-AT", text_percent=200), recorded_round()
    players, turns = recorded.setup.players, recorded.turns
    table.open(server.url)
    sit_down_and_start(table, list(players), DUE)
    tapped(table, Round.begin(recorded.setup), turns[:FIRST])
    table.turn_away()
    server.close()
    with served_after(tmp_path / "late", len(turns)) as later:
        table.open(f"{later.url}/table/1/over")
        see_the_end(table)


def tapped(table: Table, round_: Round, turns: Sequence[Turn]) -> None:
    """Tap these turns, and see after each whose turn it is."""
    for turn in turns:
        tap_turn(table, turn)
        round_ = round_.after(turn)
        if round_.due is not None and not round_.over:
            table.see("turn-of", DUE.format(round_.setup.players[round_.due]))


def see_the_end(table: Table) -> None:
    table.see("payment-4")
    seen = {table.text(f"payment-{number}") for number in range(1, 5)}
    assert seen == {"Topf zahlt Ann 13", "Ben zahlt Ann 3", "Cem zahlt Ann 3", "Dee zahlt Ann 3"}
    table.tap("next-round")
    table.see("turn-of", DUE.format("Ben"))
