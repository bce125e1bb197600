"""Taps: in whatever haste they come, each is a turn, and a bounced finger is not two."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.ui import taps
from tests.desks import begin, desk_in, turns

PASS = "--"


@pytest.mark.parametrize(
    ("tapped", "recorded"),
    [
        ([("7H", 1), ("6H", 2)], ["7H", "6H"]),
        ([("7H", 1), ("7S", 1)], ["7H", "7S"]),
        ([("7H", 1), ("7H", 1)], ["7H"]),
        ([(PASS, 1), (PASS, 1)], [PASS]),
        ([(PASS, 1), (PASS, 2)], [PASS, PASS]),
        ([("7H", 1), (PASS, 1)], ["7H", PASS]),
        ([(PASS, 1), ("7H", 1), ("8H", 2)], [PASS, "7H", "8H"]),
    ],
    ids=[
        "in step with the screen",
        "faster than the screen",
        "a card bounced",
        "a pass bounced",
        "two passes in a row",
        "a pass faster than the screen",
        "three in haste",
    ],
)
def test_every_tap_is_a_turn_unless_the_finger_bounced(
    tapped: list[tuple[str, int]], recorded: list[str], tmp_path: Path
) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night")
        for what, turn in tapped:
            refused = taps.pass_turn(desk, turn) if what == PASS else taps.play(desk, what, turn)
            assert refused is None
        assert turns(desk) == recorded
