"""How the table shares its room: what comes and goes moves no card while there is room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.ui.parts.board import Side
from companion.ui.parts.plan import Needs, plan
from companion.ui.screens import Room

ROOMS = [(360, 640), (360, 740), (390, 844), (412, 915), (820, 1180), (1180, 820), (1920, 1080)]
SIDE = Side(low_right=True, columns=False, turned=False)
AFTER_A_TURN = Needs(seats=10)


@pytest.mark.parametrize("room", [Room(*each) for each in ROOMS], ids=str)
@pytest.mark.parametrize("columns", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_no_card_moves_when_news_come(room: Room, columns: bool, seats: int) -> None:  # noqa: FBT001
    side, needs = replace(SIDE, columns=columns), replace(AFTER_A_TURN, seats=seats)
    assert plan(room, replace(needs, news=True), side).board == plan(room, needs, side).board


@pytest.mark.parametrize("news", [False, True], ids=["nothing new", "news"])
def test_on_a_low_phone_no_card_moves_for_a_doubt(news: bool) -> None:  # noqa: FBT001
    needs, room = replace(AFTER_A_TURN, news=news), Room(360, 640)
    assert plan(room, replace(needs, doubt=True), SIDE).board == plan(room, needs, SIDE).board


@pytest.mark.parametrize("width", [360, 390, 600])
def test_no_card_moves_with_the_first_turn(width: int) -> None:
    room = Room(width, 740)
    before = plan(room, replace(AFTER_A_TURN, tool_rows=2), SIDE)
    assert before.board == plan(room, AFTER_A_TURN, SIDE).board
