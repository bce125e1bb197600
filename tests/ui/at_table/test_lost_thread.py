"""Forgotten turns: passes up to a player, and the question before doubtful passes."""

import pytest

from tests.desks import Desk, begin, turns
from tests.screens.nights import HELD_BY_BEN, night
from tests.ui.headless import opened

WAYS = {
    "of the seat": ("tap seat-Ann", "tap turn-of-Ann"),
    "of a long pass": ("hold pass", "tap pass-until-Ann"),
}


@pytest.mark.parametrize("touches", WAYS.values(), ids=WAYS)
async def test_forgotten_turns_take_two_taps(desk: Desk, touches: tuple[str, ...]) -> None:
    begin(desk, "Friday night", "Ann Ben Cem Dee")
    async with opened(desk, "/table") as app:
        await app.tap("play-7H")
        before = desk.night.revision
        for touch in touches:
            kind, what = touch.split()
            await (app.hold(what) if kind == "hold" else app.tap(what))
        assert app.due == "Ann"
        assert (turns(desk), desk.night.revision) == (["7H", "--", "--"], before + 1)
        await app.tap("undo")
        assert turns(desk) == ["7H"]


@pytest.mark.parametrize("lead", ["seat-Cem turn-of-Cem", "pass-until-Cem"])
async def test_a_forgotten_card_is_offered_before_a_doubtful_pass(desk: Desk, lead: str) -> None:
    desk.adopt(night(HELD_BY_BEN).log)
    async with opened(desk, "/table") as app:
        if " " not in lead:
            await app.hold("pass")
        await app.tap(*lead.split())
        assert turns(desk) == ["7H"]
        await app.tap("slip-1")
        assert app.has("repair-apply")
        await app.tap("repair-apply")
        assert app.page.route == "/table/1"
        assert (turns(desk), app.due) == (["7H", "8H"], "Cem")
        await app.tap("undo")
        assert turns(desk) == ["7H"]


async def test_the_slips_denied_by_passing_all_the_same_are_offered_no_more(desk: Desk) -> None:
    desk.adopt(night("\ndealer Cem\n Ann Ben Cem\n 1 7D -- .\n").log)
    async with opened(desk, "/table") as app:
        await app.tap("seat-Ben", "turn-of-Ben")
        await app.tap("all-the-same")
        for card in ("6D", "8D", "9D", "5D"):
            assert not app.has("slip-1")
            await app.tap(f"play-{card}")


@pytest.mark.parametrize(
    ("rules", "seat"),
    [("bicycle", "Ben"), ("seven-of-diamonds", "Cem")],
    ids=["the player who is due", "before the card that leads"],
)
async def test_a_turn_that_cannot_be_claimed(desk: Desk, rules: str, seat: str) -> None:
    begin(desk, "Friday night", rules=rules)
    async with opened(desk, "/table") as app:
        await app.tap(f"seat-{seat}")
        assert app.rests(f"turn-of-{seat}")
