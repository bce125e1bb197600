"""The referee in the browser: the cards on the table, a hand, and the answer at once."""

from tests.e2e.driver import Table


def test_the_referee_needs_no_series(table: Table) -> None:
    table.tap("home-referee")
    table.see("referee-7H")
    table.tap("referee-7H")
    table.tap("referee-8H")
    table.tap("referee-hand")
    table.tap("referee-9H")
    table.see("referee-total")
    assert "9♥" in table.text("referee-verdict")
