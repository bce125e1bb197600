"""Text fields: no letter is lost on its way to the app, whatever is drawn or tapped meanwhile."""

from companion.core.log import Log
from companion.core.objections import Why
from companion.core.rounds.events.decisions import ChipsCorrection
from companion.core.sheet import loads
from companion.screens.players import number_of
from companion.screens.speech import sentence
from companion.words import ENGLISH
from tests.cases import cases
from tests.desks import Desk, begin
from tests.places import RECORDS
from tests.ui.headless import opened

ROUND = "fantan 1\nround 1\ndealer Cem\ndeal {name} 1 Ben 2 Cem 49\n{name} Ben Cem\n1 7C . .\n"


def evening(name: str) -> Log:
    """Return a series that the player has won."""
    return loads(ROUND.format(name=name))


async def test_a_letter_just_before_the_tap_counts(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await app.enter_text("player-name-1", "Ann")
        await app.enter_text("player-name-2", "Be")
        app.write_at_once("player-name-2", "Ben")
        await app.tap("start-series")
        assert (desk.archive.catalogue.entries[0].players) == ("Ann", "Ben")
        await app.go("/series/1/pay")
        await app.tap("pay-from-Ben", "pay-to-Ann")
        await app.enter_text("pay-note", "the ant")
        app.write_at_once("pay-note", "the ante")
        await app.tap("pay")
        await app.go("/series/1")
        await app.tap("series-more")
        await app.enter_text("series-name", "Cabi")
        app.write_at_once("series-name", "Cabin")
        await app.tap("rename-series")
    desk.open(1)
    assert desk.night.series.name == "Cabin"
    assert desk.night.round.decisions.payments == (ChipsCorrection(1, 0, 1, "the ante"),)


LAST_LETTER = {
    "a new name": ("Ana Mari", "Ana Maria", "Ana Maria"),
    "somebody's name": ("Ann", "Anna", "Ana"),
    "no longer somebody's name": ("Anna", "Annab", "Annab"),
}


@cases("before, after, called", LAST_LETTER)
async def test_the_last_letter_of_a_new_name_counts(
    before: str, after: str, called: str, desk: Desk
) -> None:
    for name in ("Anna", "Ana"):
        desk.adopt(evening(name))
    async with opened(desk, f"/players/player/{number_of('Ana')}/name") as app:
        await app.enter_text("player-new-name", before)
        app.write_at_once("player-new-name", after)
        await app.tap("rename-apply")
        if called != after:
            await app.tap("same-person-no")
        assert app.has("undo-rename") == (called == after)
        await app.go("/players")
        assert app.has(f"player-{'-'.join(called.split())}")


async def test_a_name_that_went_just_before_the_tap_keeps_it_from_beginning(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await app.enter_text("player-name-1", "Ann")
        await app.enter_text("player-name-2", "B")
        app.write_at_once("player-name-2", "")
        await app.tap("start-series")
        assert app.text("obstacle") == sentence(Why.TOO_FEW_PLAYERS.value, ENGLISH)
    assert desk.archive.catalogue.entries == ()


async def test_letters_written_while_earlier_ones_are_drawn_stay(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        app.write_at_once("player-name-1", "An", further="n")
        await app.settle()
        assert app.text("player-name-1") == "Player 1 Ann"


async def test_a_name_that_is_being_written_survives_a_turn_of_the_device(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with opened(desk, "/series/1") as app:
        await app.tap("series-more")
        await app.enter_text("series-name", "Porch")
        await app.resize(1180, 820)
        await app.tap("rename-series")
    assert desk.night.series.name == "Porch"


async def test_enter_behind_the_last_name_makes_room_for_another_with_the_focus(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        await app.enter_text("player-name-4", "Dee", submit=True)
        assert app.has("player-name-5")
        asked = [(kind, name) for kind, name, _ in app.invoked]
        assert asked.count(("TextField", "focus")) == 1


async def test_a_row_with_a_new_number_is_a_new_row(desk: Desk) -> None:
    desk.adopt(loads((RECORDS / "friday_night.fantan").read_text("utf-8")))
    async with opened(desk, "/table/1/over/next") as app:
        await app.tap("remove-player-2", "add-player")
        # Browsers keep the former name of a row that is drawn again with another number.
        assert app.has("place-2-2")
        assert not app.has("place-2-3")
