"""The beginning of every evening in the browser: the recorded round, names, and taps."""

from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Download

from companion.core.dues import lying
from companion.core.rounds.events.turns import Played
from companion.core.rounds.position import Turn
from companion.core.rounds.round import Round
from companion.core.sheet import loads
from companion.screens.speech import signed
from tests.desks import desk_in
from tests.e2e.driver import AT_REST, Server, Table
from tests.e2e.forks import QuickServer
from tests.places import RECORDS
from tests.strategies import log_of

PAYMENTS = """() => {
  const all = [...document.querySelectorAll('[flt-semantics-identifier]')];
  const named = all.map((each) => [each.getAttribute('flt-semantics-identifier'), readAloud(each)]);
  const rows = named.filter(([name]) => name.startsWith('payment-'));
  return {rows: Object.fromEntries(rows), end: named.some(([name]) => name === 'more')};
}"""
"""The payments named now, and whether the end of the screen is named as well."""
_MOST_SCROLLS = 12
_MOST_SCREENS = 40
RECORD = RECORDS / "friday_night.fantan"


def recorded_round() -> Round:
    return loads(RECORD.read_text("utf-8")).series.rounds[0]


def sit_down_and_start(table: Table, names: list[str], due: str = "{} to play") -> None:
    """Go from the empty home screen to the table: the names, the dealer, and on."""
    table.tap("home-new-series")
    table.see("player-name-1")
    for number, name in enumerate(names, 1):
        table.type_into(f"player-name-{number}", name)
    table.tap("open-dealer")
    table.tap(f"dealer-{names[-1]}")
    table.tap("start-series")
    table.see("turn-of", due.format(names[0]))


@contextmanager
def served_after(home: Path, *turns: int) -> Generator[Server]:
    """Yield the app with a copy of the recorded round for each number, cut to as many turns."""
    recorded = recorded_round()
    with desk_in(home / "data") as desk:
        for many in turns:
            desk.adopt(log_of(Round.of(recorded.setup, recorded.turns[:many])))
    with QuickServer(home) as server:
        yield server


def tap_turn(table: Table, turn: Turn) -> None:
    table.tap(f"play-{turn.card}" if isinstance(turn, Played) else "pass")


def payments_shown(table: Table) -> dict[tuple[str, str], int]:
    """Return the chips of each payment of a finished round, by payer and payee.

    On a phone they stand below a question, and controls far below are named only when near.
    """
    said: dict[str, str] = {}
    table.wait_until(AT_REST)
    table.page.mouse.move(180, 320)
    for _ in range(_MOST_SCROLLS):
        seen = table.page.evaluate(PAYMENTS)
        said |= seen["rows"]
        if seen["end"]:
            break
        table.page.mouse.wheel(0, 200)
        table.wait_until(AT_REST)
    table.page.mouse.wheel(0, -10_000)
    table.wait_until(AT_REST)
    words = (one.split() for one in said.values())
    return {(payer, payee): int(chips) for payer, *_, payee, chips in words}


def balances(payments: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """Return what the payments bring to each player and to the pot."""
    gained = Counter[str]()
    for (payer, payee), chips in payments.items():
        gained[payer] -= chips
        gained[payee] += chips
    return {name: chips for name, chips in gained.items() if chips}


def due_says(table: Table, player: str) -> str:
    """Return the words for the player to move, as the device of a seat or any other shows them."""
    own = table.text(f"seat-{player}").startswith("You ·")
    return "Your turn" if own else f"{player} to play"


def see_round(table: Table, round_: Round) -> None:
    """Wait until the screen agrees with the engine."""
    players, chips = round_.setup.players, lying(round_)
    assert round_.due is not None
    shown: dict[str, str | None] = {
        "turn-of": due_says(table, players[round_.due]),
        "pot": str(chips["pot"]),
    }
    for seat, handle in enumerate(players):
        shown[f"cards-{handle}"] = str(round_.cards_left[seat])
        shown[f"chips-{handle}"] = signed(chips[handle])
    table.see_all(shown)


def scroll_to(table: Table, identifier: str) -> None:
    """Scroll down until the control is named, by half a screen at a time."""
    table.page.mouse.move(180, 320)
    for _ in range(_MOST_SCREENS):
        if table.has(identifier):
            return
        table.page.mouse.wheel(0, 200)
        table.wait_until(AT_REST)
    table.see(identifier)


def take_in(table: Table, url: str, sheet: Path) -> None:
    """Import the score sheet."""
    table.open(f"{url}/import")
    with table.page.expect_file_chooser() as chooser:
        table.tap("import-file")
    chooser.value.set_files(sheet)
    table.see("backup-1")
    table.tap("import")
    table.tap("resume")


def downloaded(table: Table, identifier: str) -> Download:
    with table.page.expect_download() as download:
        table.tap(identifier)
    return download.value
