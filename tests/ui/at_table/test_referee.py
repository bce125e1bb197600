"""The referee by taps: the table, the hand, and the answer at once."""

from tests.desks import Desk
from tests.ui.headless import Headless, opened
from tests.views.nights import BEN_PASSED, IN_PLAY, night

DEALT = "dealer Cem\nAnn Ben Cem\n"


async def tap_cards(app: Headless, cards: str) -> None:
    for code in cards.split():
        await app.tap(f"referee-{code}")


async def test_a_legal_pass(desk: Desk) -> None:
    async with opened(desk, "/referee") as app:
        await tap_cards(app, "9S 5S")
        await app.tap("referee-hand")
        await tap_cards(app, "KC 2H")
        assert "A legal pass" in app.text("referee-verdict")
        assert app.text("referee-total") == "1"
        await app.tap("referee-clear")
        assert "Can be played: 7♠ 7♥ 7♦ 7♣" in app.text("referee-verdict")


async def test_the_first_card_names_the_rank_and_can_be_corrected(desk: Desk) -> None:
    async with opened(desk, "/referee") as app:
        await app.tap("preset-five-or-nine")
        await tap_cards(app, "9S 5S")
        assert "9♥ 9♦ 9♣" in app.text("referee-verdict")
        await app.tap("referee-opened-5")
        assert "5♥ 5♦ 5♣" in app.text("referee-verdict")


async def test_all_thirteen_ranks_have_room_above_the_verdict_on_a_phone(desk: Desk) -> None:
    async with opened(desk, "/referee", size=(390, 844)) as app:
        places = app.places()
        assert places["referee-AC"].bottom <= places["referee-verdict"].top


async def test_a_verdict_of_an_earlier_round_leads_to_the_referee_of_its_pass(desk: Desk) -> None:
    desk.adopt(night(BEN_PASSED + " 3 9D  --  .\nvoid\n", IN_PLAY).log)
    async with opened(desk, "/series/1/turns/1/verdict/3") as app:
        await app.tap("referee-3")
        assert app.page.route == "/series/1/turns/1/verdict/3/referee/3"
        assert "Ben’s pass at turn 3" in app.texts()
        await app.tap("back")
        assert app.page.route == "/series/1/turns/1/verdict/3"


async def test_a_single_rule_is_changed_and_the_rules_of_a_series_are_taken(desk: Desk) -> None:
    desk.adopt(night(DEALT, rules="pagat pass_fee=2").log)
    async with opened(desk, "/referee") as app:
        await tap_cards(app, "KS")
        await app.tap("referee-hand")
        await tap_cards(app, "AS")
        assert "A legal pass" in app.text("referee-verdict")
        await app.tap("referee-change-rules", "rule-pass_fee-more")
        assert app.text("referee-total") == "2"
        await app.tap("rule-aces-high")
        assert "Not a legal pass" in app.text("referee-verdict")
        await app.tap("rule-aces-low", "rule-pass_fee-less", "referee-series", "rules-of-1")
        assert app.text("referee-total") == "2"
