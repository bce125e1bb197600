"""Entering a hand on screen: the player, the cards, and the conditions for saving."""

import pytest

from companion.core.cards import Pack, card, gather, spread
from companion.core.rounds.events import Seen
from tests.desks import Desk
from tests.screens.documents import numbers
from tests.screens.nights import night
from tests.ui.headless import opened

IN_PLAY = """
deal Ann 3 Ben 2 Cem 47
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
"""
HAND = "/table/hand"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.adopt(night(IN_PLAY).log)
    return desk


def entered(desk: Desk, seat: int) -> list[str]:
    """Return the hand recorded for the seat."""
    return list(map(str, spread(desk.night.round.knowledge.hands[seat] or 0)))


async def test_a_hand_is_entered_card_by_card(desk: Desk) -> None:
    async with opened(desk, HAND) as app:
        await app.tap("hand-of-Ben")
        assert numbers(app.text("save-hand")) == [0, 2]
        await app.tap("pick-KS")
        assert app.rests("save-hand")
        await app.tap("pick-QS")
        assert app.rests("pick-JS", "note-cards")
        await app.tap("pick-QS", "pick-7H")
        assert numbers(app.text("save-hand")) == [2, 2]
        await app.tap("save-hand")
        assert app.page.route == "/table/1"
        assert not any(b"hand-known" in frame for frame in app.frames)
        assert entered(desk, 1) == ["7H", "KS"]
        await app.go(HAND)
        await app.tap("hand-of-Ben")
        assert app.has("hand-known")
        assert app.find("pick-7H")["selected"]
        assert app.rests("save-hand")


async def test_cards_that_follow_from_the_rest_are_in_the_hand_from_the_start(desk: Desk) -> None:
    ann, ben = gather(map(card, ("7D", "KS", "7H"))), gather(map(card, ("AC", "2C")))
    assert desk.record(Seen(1, ben)) is None
    assert desk.record(Seen(2, Pack.FULL.cards & ~(ann | ben))) is None
    async with opened(desk, HAND) as app:
        await app.tap("hand-of-Ann")
        assert app.rests("pick-KS")
        await app.tap("save-hand")
    assert entered(desk, 0) == ["7D", "7H", "KS"]


async def test_cards_of_others_cannot_be_picked(desk: Desk) -> None:
    async with opened(desk, HAND) as app:
        assert app.rests("pick-6D")
        assert app.find("pick-6D")["label"].endswith("Cem")


async def test_another_player_starts_anew(desk: Desk) -> None:
    async with opened(desk, HAND) as app:
        await app.tap("hand-of-Ben", "pick-KS", "hand-of-Ann")
        assert numbers(app.text("save-hand")) == [1, 3]
        await app.tap("hand-of-Ben")
        assert numbers(app.text("save-hand")) == [0, 2]


async def test_the_first_player_whose_hand_is_not_known_is_asked_for(desk: Desk) -> None:
    async with opened(desk, HAND) as app:
        assert app.find("hand-of-Ann")["selected"]
        await app.tap("pick-8D", "pick-9D", "save-hand")
    async with opened(desk, HAND) as app:
        assert app.find("hand-of-Ben")["selected"]
