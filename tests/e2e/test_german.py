"""A grandmother's phone: small, German, and set to the largest text."""

from collections.abc import Sequence
from pathlib import Path

from companion.core.rounds.position import Turn
from companion.core.rounds.round import Round
from companion.screens.players import number_of
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Server, Table
from tests.e2e.evening import (
    downloaded,
    recorded_round,
    scroll_to,
    served_after,
    sit_down_and_start,
    tap_turn,
)
from tests.screens.nights import ANN_FIRST, BEN_FIRST, night

DUE = "{} ist dran"
FIRST = 8
"""So many turns at the beginning of the recorded round are tapped."""
TWELVE = (ANN_FIRST, BEN_FIRST) * 6


def test_a_round_in_german_with_large_text(server: Server, tmp_path: Path, sit_down: Place) -> None:
    table, recorded = sit_down((360, 640), locale="de-AT", text_percent=200), recorded_round()
    players, turns = recorded.setup.players, recorded.turns
    table.open(server.url)
    sit_down_and_start(table, list(players), DUE)
    tapped(table, Round.begin(recorded.setup), turns[:FIRST])
    table.turn_away()
    server.close()
    lay_out(tmp_path / "late")
    with served_after(tmp_path / "late", len(turns)) as later:
        table.open(f"{later.url}/table/3/over")
        see_the_end(table)
        share_and_settle(table, later.url)
        make_two_spellings_one(table, later.url)
        table.open(f"{later.url}/settings")
        scroll_to_the_end(table)
        file = downloaded(table, "backup").path()
        table.see("backed-up")
        table.turn_away()
    server.start()
    table.open(f"{server.url}/settings/import")
    with table.page.expect_file_chooser() as chooser:
        table.tap("import-file")
    chooser.value.set_files(file)
    table.see("backup-1")
    table.tap("import")
    table.see("restored")
    # Two series are new, and the one begun here goes on.
    assert [part for part in table.text("restored").split() if part.isdecimal()] == ["3"]


def lay_out(home: Path) -> None:
    """Store a night of twelve rounds, and an evening with another spelling of Ann."""
    spelled = ANN_FIRST.replace("Ann", "Anne")
    with desk_in(home / "data") as desk:
        desk.adopt(night(*TWELVE, rules="bicycle target=0 chips=app", name="Freitagabend").log)
        desk.adopt(night(spelled, name="Hütte").log)


def tapped(table: Table, round_: Round, turns: Sequence[Turn]) -> None:
    """Tap the turns, and see after each whose turn it is."""
    for turn in turns:
        tap_turn(table, turn)
        round_ = round_.after(turn)
        if round_.due is not None and not round_.over:
            table.see("turn-of", DUE.format(round_.setup.players[round_.due]))


def see_the_end(table: Table) -> None:
    table.see("next-round")
    seen = set[str]()
    for number in range(1, 5):
        scroll_to(table, f"payment-{number}")
        seen.add(table.text(f"payment-{number}"))
    assert seen == {"Topf zahlt Ann 10", "Ben zahlt Ann 11", "Cem zahlt Ann 3", "Dee zahlt Ann 3"}
    table.tap("next-round")
    table.see("turn-of", DUE.format("Ben"))


def share_and_settle(table: Table, url: str) -> None:
    table.open(f"{url}/series/1/settle")
    assert table.text("settle-1").startswith("Cem zahlt")
    table.tap("paid-1")
    table.see("settle-2")
    scroll_to_the_end(table)
    table.tap("paid-2")
    table.see("even")


def make_two_spellings_one(table: Table, url: str) -> None:
    table.open(f"{url}/players/player/{number_of('Anne')}/name")
    table.type_into("player-new-name", "Ann")
    table.tap("rename-apply")
    table.tap("same-person-yes")
    table.see("undo-rename")


def scroll_to_the_end(table: Table) -> None:
    """Scroll down, since controls far below are named only when near."""
    table.page.mouse.move(180, 320)
    table.page.mouse.wheel(0, 10_000)
