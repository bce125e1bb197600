"""A round by its result alone: the taps that it takes, the way back to its turns, its repair."""

import pytest

from companion.core.rounds.setup import Result
from tests.desks import Desk, begin, turns
from tests.ui.headless import opened

FIVE = "Ann Ben Cem Dee Eva"
MOST_TAPS = 12
BEN_OUT = ("number-4", "number-0", "number-2", "number-1", "number-3")
"""The cards left, from Ann to Eva."""


async def test_a_round_of_five_takes_few_taps_and_one_undo(desk: Desk) -> None:
    begin(desk, "Friday night", FIVE)
    async with opened(desk, "/table") as app:
        await app.tap("play-7H", "play-6H")
        taps = ("more", "result-only", *BEN_OUT, "passes-Ann", "number-5", "save-result")
        await app.tap(*taps)
        assert len(taps) <= MOST_TAPS
        assert app.page.route == "/table/1/over"
        made = desk.night.round
        assert (made.cards_left, made.passes, turns(desk)) == ((4, 0, 2, 1, 3), (5, 1, 2, 2, 4), [])
        await app.tap("undo")
        assert app.page.route == "/table/1"
        assert turns(desk) == ["7H", "6H"]
