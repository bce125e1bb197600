"""A whole evening on a small phone: five players, four rounds, two fines, a debt, a misdeal.

A round is entered by its result alone, and a player leaves. In the end the app asks for what is
owed, and the score sheet shows the same evening in another place. Every decision is a tap; the
other turns are recorded while the server is off, in short hands.
"""

from datetime import datetime
from pathlib import Path

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import AT_REST, Table
from tests.e2e.forks import QuickServer
from tests.e2e.test_taking_along import downloaded
from tests.screens.nights import night

SMALL_PHONE = (360, 740)
FIRST = """
deal Ann 4 Ben 12 Cem 12 Dee 12 Eva 12
dealer Eva
holds Ben 7H
holds Eva 7C
    Ann Ben Cem Dee Eva
 1  7D  --  6D  8D  --
 2  9D  7H  8H  6H  7C
 3  10D 6C  8C  5D  4D
"""
"""Ben passed falsely at turn 2 and Eva at turn 5; one more card and Ann is out."""
SECOND = ("number-2", "number-0", "number-1", "number-3", "number-4")
"""The cards left, from Ann to Eva: Ben is out."""
THIRD = """
deal Ann 17 Ben 17 Cem 2 Dee 16
dealer Ben
    Ann Ben Cem Dee
 1  .   .   7D  --
 2  6D  8D  9D  .
"""
FOURTH = """
deal Ann 16 Ben 17 Cem 17 Dee 2
dealer Cem
    Ann Ben Cem Dee
 1  .   .   .   7S
 2  7H  6S  8S  .
"""
"""One more card and Dee is out."""
BALANCES = {"Ann": "+7", "Ben": "-33", "Cem": "+29", "Dee": "+19", "Eva": "-22"}
READ_ALOUD = "() => readAloud(document.querySelector('flt-semantics-host'))"


def test_a_whole_evening(sit_down: Place, tmp_path: Path) -> None:
    table, here, there = sit_down(SMALL_PHONE), tmp_path / "here", tmp_path / "there"
    sheet = tmp_path / "evening.fantan"
    today = datetime.now().astimezone().date().isoformat()
    with desk_in(here / "data") as desk:
        desk.adopt(night(FIRST, date=today).log)
    with QuickServer(here) as server:
        table.open(f"{server.url}/table/1")
        settle_fines(table)
        table.tap("play-JD")
        table.tap("next-round")
        enter_the_second_round(table)
        owe_and_leave(table)
        table.turn_away()
        server.kill()
        record_the_other_turns(here)
        server.start()
        table.open(f"{server.url}/table/1")
        table.tap("play-9S")
        screens = read_screens(table)
        table.tap("back")
        table.see_all({f"chips-{name}": balance for name, balance in BALANCES.items()})
        downloaded(table, "export").save_as(sheet)
        table.turn_away()
    there.mkdir()
    with QuickServer(there) as server:
        take_in(table, server.url, sheet)
        assert read_screens(table) == screens


def settle_fines(table: Table) -> None:
    """Tick one fine, and let the other go."""
    table.see("turn-of", "Ann to play")
    table.tap("paid-2")
    table.tap("turns")
    table.tap("verdict-5")
    table.tap("waive-5")
    table.see("charge-5")
    table.tap("back")
    table.tap("back")


def enter_the_second_round(table: Table) -> None:
    """Deal again after the first card, and enter only the result."""
    table.see("turn-of", "Ben to play")
    table.tap("play-7H")
    table.see("turn-of", "Cem to play")
    table.tap("more")
    table.tap("wrong")
    table.tap("deal-again")
    table.see("turn-of", "Ben to play")
    table.tap("more")
    table.tap("result-only")
    for number in SECOND:
        table.tap(number)
    table.tap("save-result")


def owe_and_leave(table: Table) -> None:
    """Mark what Eva does not pay, and deal without her."""
    table.see("next-table")
    table.see("payment-4", "Eva pays Ben 4")
    table.tap("still-owes-4")
    table.tap("next-table")
    table.tap("remove-player-5")
    table.tap("deal-next")
    table.see("turn-of", "Cem to play")


def record_the_other_turns(home: Path) -> None:
    third, fourth = (night(played).round for played in (THIRD, FOURTH))
    with desk_in(home / "data") as desk:
        desk.open(1)
        steps = (
            desk.redeal(third.setup),
            *map(desk.record, third.events),
            desk.deal(fourth.setup),
            *map(desk.record, fourth.events),
        )
        assert not any(steps)


def take_in(table: Table, url: str, sheet: Path) -> None:
    """Import the score sheet."""
    table.open(f"{url}/import")
    with table.page.expect_file_chooser() as chooser:
        table.tap("import-file")
    chooser.value.set_files(sheet)
    table.see("import-name")
    table.tap("import")
    table.tap("resume")


def read_screens(table: Table) -> list[str]:
    """Return the words of the last round, of the series and of the way to settle it."""
    read = [read_aloud(table, "next-round")]
    table.tap("series")
    read.append(read_aloud(table, "export"))
    table.tap("settle")
    read.append(read_aloud(table, "settle-1"))
    table.see("settle-1", "Eva pays Ben 4")
    assert not table.has("settle-2")
    return read


def read_aloud(table: Table, shown: str) -> str:
    """Return all words of a screen, once the screen has come and is at rest."""
    table.see(shown)
    table.page.wait_for_function(AT_REST)
    return str(table.page.evaluate(READ_ALOUD))
