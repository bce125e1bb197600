"""The accessible names of all touchable controls and text fields."""

from tests.e2e.driver import Table

NAMELESS = """() => [...document.querySelectorAll('[flt-tappable], input, textarea')]
  .filter((each) => !each.getAttribute('aria-label') && !each.textContent.trim())
  .map((each) => each.closest('[flt-semantics-identifier]')
    ?.getAttribute('flt-semantics-identifier') ?? each.outerHTML)"""


def nameless(table: Table, shows: str) -> object:
    """Return the controls without a name on the screen with the control."""
    table.see(shows)
    return table.page.evaluate(NAMELESS)


def called(table: Table, identifier: str) -> object:
    """Return the accessible name of the field."""
    return table.at(identifier).locator("input").get_attribute("aria-label")


def test_every_control_has_a_name_from_home_to_the_table(table: Table) -> None:
    assert nameless(table, "home-new-series") == []
    table.tap("home-new-series")
    assert nameless(table, "player-name-1") == []
    assert called(table, "player-name-1") == "Player 1"
    table.type_into("player-name-1", "Ann")
    table.type_into("player-name-2", "Ben")
    table.tap("open-dealer")
    table.see("dealer-Ben")
    assert called(table, "player-name-1") == "Player 1"
    assert nameless(table, "start-series") == []
    table.tap("start-series")
    assert nameless(table, "turn-of") == []
