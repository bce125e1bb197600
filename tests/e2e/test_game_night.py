"""A game night in the browser: from nothing, through a whole round, a killed server and on."""

from companion.core.books import ledger
from companion.core.rounds.round import Round
from tests.e2e.conftest import Place
from tests.e2e.driver import Server, Table
from tests.e2e.evening import recorded_round, sit_down_and_start, tap_turn


def due_says(table: Table, player: str) -> str:
    """Return the words for the player to move, as the device of a seat or any other shows them."""
    own = table.text(f"seat-{player}").startswith("You ·")
    return "Your turn" if own else f"{player} to play"


def see_round(table: Table, round_: Round) -> None:
    """Wait until the screen agrees with the engine."""
    players, books = round_.setup.players, ledger(round_)
    assert round_.due is not None
    shown: dict[str, str | None] = {
        "turn-of": due_says(table, players[round_.due]),
        "pot": str(books.pot),
    }
    for seat, handle in enumerate(players):
        shown[f"cards-{handle}"] = str(round_.cards_left[seat])
        chips = books.chips[seat]
        shown[f"chips-{handle}"] = f"{chips:+}" if chips else "0"
    table.see_all(shown)


def test_a_game_night_from_nothing_to_the_second_round(server: Server, sit_down: Place) -> None:
    table, recorded = sit_down(motion="no-preference"), recorded_round()
    table.open(server.url)
    sit_down_and_start(table, list(recorded.setup.players))
    taps_before = table.taps
    round_ = Round.begin(recorded.setup)
    see_round(table, round_)
    for number, turn in enumerate(recorded.turns, 1):
        tap_turn(table, turn)
        round_ = round_.after(turn)
        if round_.over:
            break
        see_round(table, round_)
        if number == len(recorded.turns) // 2:
            with table.expect_reload():
                server.restart()
            see_round(table, round_)  # the page came back by itself
            table.open(server.url)
            table.tap("home-resume")
            taps_before += 1
            see_round(table, round_)
    assert table.taps - taps_before == len(recorded.turns)

    assert round_ == recorded
    seen = {table.text(f"payment-{number}") for number in range(1, 5)}
    assert seen == {"Pot pays Ann 13", "Ben pays Ann 3", "Cem pays Ann 3", "Dee pays Ann 3"}
    taps_before = table.taps
    table.tap("next-round")
    table.see("turn-of", "Ben to play")
    assert table.taps - taps_before == 1
    table.tap("undo")
    table.see("payment-1")
    table.tap("undo")
    table.see("turn-of", "Ann to play")
    table.tap("redo")
    table.see("payment-1")
