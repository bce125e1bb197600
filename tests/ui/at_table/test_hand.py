"""Entering a hand on screen: the player, the cards, and the conditions for saving."""

import pytest

from companion.core.cards import Pack, card, gather, spread
from companion.core.rounds.setup import Seen, Setup
from companion.ui.screens import main_for
from tests.desks import Desk
from tests.ui.headless import Headless
from tests.views.nights import night

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
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        assert "0 of 2 cards" in app.text("save-hand")
        await app.tap("pick-KS")
        await app.tap("pick-7H")
        assert "2 of 2 cards" in app.text("save-hand")
        await app.tap("save-hand")
        assert app.page.route == "/table/1"
    assert entered(desk, 1) == ["7H", "KS"]


async def test_a_hand_begun_is_for_the_seats_it_was_begun_at(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Cem")
        await app.tap("pick-KS")
        for _ in range(3):
            desk.undo()
        desk.redeal(Setup.dealt(desk.night.round.setup.rules, ("Ben", "Ann"), 0))
        await app.settle()
        assert app.find("hand-of-Ben")["selected"]
        assert app.text("save-hand").endswith("0 of 26 cards")


async def test_a_hand_that_is_not_whole_cannot_be_saved(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        await app.tap("pick-KS")
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("save-hand")


async def test_a_single_card_that_was_shown_is_noted(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        assert app.text("note-cards") == "Note cards"
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("note-cards")
        await app.tap("pick-7H")
        assert app.text("note-cards") == "Note 1 card"
        await app.tap("note-cards")
        assert app.page.route == "/table/1"
        await app.go(HAND)
        await app.tap("hand-of-Ben")
        assert app.find("pick-7H")["selected"]
        assert "1 of 2 cards" in app.text("save-hand")
    assert list(map(str, spread(desk.night.round.knowledge.seen[1]))) == ["7H"]


async def test_a_whole_hand_is_saved_and_not_noted(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        await app.tap("pick-7H")
        await app.tap("pick-KS")
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("note-cards")


async def test_a_card_noted_shows_that_a_pass_was_false(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        await app.tap("pick-7S")
        await app.tap("note-cards")
        await app.go("/table/verdict/2")
        assert app.text("verdict-2") == "illegal"
        assert app.find("card-7S")["label"] == "7 of spades, held by Ben, seen"


async def test_cards_laid_are_in_the_hand_from_the_start(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        assert "1 of 3 cards" in app.text("save-hand")
        assert app.find("pick-7D")["selected"]
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("pick-7D")
        await app.tap("pick-8D")
        await app.tap("pick-9D")
        await app.tap("save-hand")
    assert entered(desk, 0) == ["7D", "8D", "9D"]


async def test_cards_that_follow_from_the_rest_are_in_the_hand_from_the_start(desk: Desk) -> None:
    ann, ben = gather(map(card, ("7D", "KS", "7H"))), gather(map(card, ("AC", "2C")))
    assert desk.record(Seen(1, ben)) is None
    assert desk.record(Seen(2, Pack.FULL.cards & ~(ann | ben))) is None
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ann")
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("pick-KS")
        await app.tap("save-hand")
    assert entered(desk, 0) == ["7D", "7H", "KS"]


async def test_cards_of_others_cannot_be_picked(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("pick-6D")
        assert app.find("pick-6D")["label"] == "6 of diamonds, held by Cem"


async def test_a_pick_can_be_taken_back_and_no_more_than_the_hand_be_picked(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        await app.tap("pick-KS")
        await app.tap("pick-QS")
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("pick-JS")
        await app.tap("pick-QS")
        await app.tap("pick-JS")
        await app.tap("save-hand")
    assert entered(desk, 1) == ["JS", "KS"]


async def test_another_player_starts_anew(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        await app.tap("pick-KS")
        await app.tap("hand-of-Ann")
        assert "1 of 3 cards" in app.text("save-hand")
        await app.tap("hand-of-Ben")
        assert "0 of 2 cards" in app.text("save-hand")


async def test_a_hand_that_is_known_is_shown_and_not_entered_twice(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        await app.tap("pick-KS")
        await app.tap("pick-7H")
        await app.tap("save-hand")
    async with Headless(main_for(desk.archive), route=HAND) as app:
        await app.tap("hand-of-Ben")
        assert app.text("hand-known") == "Ben’s hand is known."
        assert app.find("pick-7H")["selected"]
        with pytest.raises(AssertionError, match="does not react"):
            await app.tap("save-hand")


async def test_the_first_player_whose_hand_is_not_known_is_asked_for(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND) as app:
        assert app.find("hand-of-Ann")["selected"]
        await app.tap("pick-8D")
        await app.tap("pick-9D")
        await app.tap("save-hand")
    async with Headless(main_for(desk.archive), route=HAND) as app:
        assert app.find("hand-of-Ben")["selected"]


@pytest.mark.parametrize(
    ("width", "least"), [(360, 48), (390, 48), (1180, 48)], ids=["phone", "tall phone", "desktop"]
)
async def test_every_card_is_a_target_for_a_finger(width: int, least: int, desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route=HAND, size=(width, 740)) as app:
        target = app.find("pick-KS")["content"]
        assert min(target["width"], target["height"]) >= least
