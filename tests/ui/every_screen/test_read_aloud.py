"""Screen readers: what cannot be tapped says so, and each thing is named once, before its value."""

from companion.views.players import number_of
from tests.desks import Desk
from tests.ui.headless import opened
from tests.ui.screen_states import in_play
from tests.views.nights import ANN_GOES_OUT, night


async def test_a_button_that_cannot_be_tapped_is_disabled(desk: Desk) -> None:
    in_play(4)(desk)
    async with opened(desk, "/table") as app:
        assert app.find("redo")["disabled"]
        assert not app.find("undo").get("disabled")
        await app.tap("undo")
        assert not app.find("redo").get("disabled")


async def test_the_card_that_was_laid_is_announced(desk: Desk) -> None:
    in_play(4)(desk)
    async with opened(desk, "/table") as app:
        assert app.find("happened")["live_region"]


async def test_a_dealer_is_one_button_with_the_name_of_the_player(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        for number, name in enumerate(("Ann", "Ben"), 1):
            await app.enter_text(f"player-name-{number}", name)
        assert app.find("dealer-Ann")["label"] == "Ann"


async def test_a_figure_is_read_after_its_label(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, f"/players/player/{number_of('Ann')}") as app:
        said = app.tree.spoken(app.tree.root)
        figure = app.text("figure-left")
        assert said[said.index("cards left") + 1] == figure
