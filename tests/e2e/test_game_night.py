"""A game night in the browser: the last turns of a round, a killed server, and the next round."""

from pathlib import Path

from companion.core.rounds.round import Round
from tests.e2e.conftest import Place
from tests.e2e.evening import recorded_round, see_round, served_after, tap_turn

TURNS = 10


def test_the_end_of_a_round_and_the_way_back_from_the_next(tmp_path: Path, sit_down: Place) -> None:
    table, recorded = sit_down(motion="no-preference"), recorded_round()
    first = len(recorded.turns) - TURNS
    with served_after(tmp_path, first) as server:
        table.open(f"{server.url}/table/1")
        round_ = Round.of(recorded.setup, recorded.turns[:first])
        see_round(table, round_)
        for number, turn in enumerate(recorded.turns[first:]):
            if number == TURNS // 2:
                with table.expect_reload():
                    server.restart()
                see_round(table, round_)  # the page came back by itself
            tap_turn(table, turn)
            round_ = round_.after(turn)
            if not round_.over:
                see_round(table, round_)
        assert (round_, table.taps) == (recorded, TURNS)
        seen = {table.text(f"payment-{number}") for number in range(1, 5)}
        assert seen == {"Pot pays Ann 10", "Ben pays Ann 11", "Cem pays Ann 3", "Dee pays Ann 3"}
        table.tap("next-round")
        table.see("turn-of", "Ben to play")
        table.tap("undo")
        table.see("payment-1")
        table.tap("undo")
        table.see("turn-of", "Ann to play")
        table.tap("redo")
        table.see("payment-1")
