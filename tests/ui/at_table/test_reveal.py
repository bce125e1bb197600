"""Cards left on screen: a card, a player, derived cards, and undo."""

import pytest

from companion.core.judge import How, judge
from tests.desks import Desk
from tests.screens.nights import ANN_GOES_OUT, FEW_LEFT, night
from tests.ui.headless import Headless, opened

CARDS = "/table/1/over/cards"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.adopt(night(FEW_LEFT).log)
    return desk


def holders(desk: Desk, number: int = 1, *, how: How = How.SEEN) -> dict[str, str]:
    """Return the known holder of each card of the round."""
    round_ = desk.night.series.rounds[number - 1]
    return {
        str(card): round_.setup.players[held.seat]
        for card, held in judge(round_).holdings.items()
        if held.how is how
    }


def said(app: Headless, identifier: str) -> object:
    """Return the spoken words of a control."""
    return app.find(identifier)["label"]


def reacts(app: Headless, identifier: str) -> bool:
    """Return whether a tap on the control on the top screen does something."""
    return bool(app.tree.find(identifier)[-1][-1]["content"].get("on_click"))


async def test_several_cards_go_to_a_player_at_once(desk: Desk) -> None:
    async with opened(desk, CARDS) as app:
        await app.tap("reveal-KS", "reveal-QS", "reveal-JS", "reveal-QS")
        assert app.find("reveal-KS")["selected"]
        assert not app.find("reveal-QS")["selected"]
        await app.tap("reveal-to-Ann")
    assert holders(desk) == {"KS": "Ann", "JS": "Ann"}


async def test_what_follows_fills_in_and_ends_it(desk: Desk) -> None:
    async with opened(desk, CARDS) as app:
        await app.tap("reveal-KS", "reveal-to-Cem")
        assert {"Cem", "K♠."} <= set(app.text("answer").split())
        assert not app.has("reveal-to-Ann")
        await app.tap("done")
        assert app.page.route == "/table/1/over"
    assert len(holders(desk, how=How.COUNTED)) == 46


async def test_each_assignment_can_be_undone(desk: Desk) -> None:
    async with opened(desk, CARDS) as app:
        assert not reacts(app, "undo")
        before = said(app, "reveal-KS")
        await app.tap("reveal-KS", "reveal-to-Cem")
        assert reacts(app, "undo")
        assert said(app, "reveal-KS") != before
        await app.tap("undo")
        assert said(app, "reveal-KS") == before
    assert holders(desk) == {}


async def test_a_player_who_cannot_have_held_so_many_is_out_of_reach(desk: Desk) -> None:
    async with opened(desk, CARDS) as app:
        assert app.rests("reveal-to-Cem")
        await app.tap("reveal-KS", "reveal-QS")
        assert app.rests("reveal-to-Cem")
        await app.tap("reveal-to-Ann")
        assert app.rests("reveal-KS"), "a known card is not given away again"
    assert holders(desk) == {"KS": "Ann", "QS": "Ann"}


async def test_cards_of_an_earlier_round_are_shown_in_that_round(desk: Desk) -> None:
    number = desk.adopt(night(FEW_LEFT, ANN_GOES_OUT).log)
    async with opened(desk, f"/series/{number}/cards/1") as app:
        await app.tap("reveal-KS", "reveal-to-Ann")
    assert holders(desk, 1) == {"KS": "Ann"}
    assert holders(desk, 2) == {}


async def test_what_would_have_ended_the_series_earlier_is_refused(desk: Desk) -> None:
    rules = "bicycle points=pips target=290"
    number = desk.adopt(night(FEW_LEFT, ANN_GOES_OUT, rules=rules).log)
    async with opened(desk, f"/series/{number}/cards/1") as app:
        await app.tap("reveal-KS", "reveal-to-Cem")
        assert "ended before" in app.text("refusal")
        assert app.find("reveal-KS")["selected"]
    assert holders(desk, 1) == {}
