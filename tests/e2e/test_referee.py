"""The referee in the browser: the cards on the table, a hand, and the answer at once."""

from tests.e2e.driver import Table


def test_the_referee_needs_no_series(table: Table) -> None:
    table.tap("home-referee")
    table.see("play-7H")
    table.tap("play-7H")
    table.tap("play-8H")
    table.tap("pass")
    table.tap("pick-9H")
    table.tap("judge-hand")
    assert table.text("verdict-3") == "illegal"
