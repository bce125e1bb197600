"""Forgotten turns: passes up to a player."""

import pytest

from tests.desks import Desk, begin, turns
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
