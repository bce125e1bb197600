"""Corrections: chips paid from one player to another are recorded, reported and undone."""

import pytest

from companion.core.rounds.events import CalledOff, ChipsCorrection, PointsCorrection
from tests.desks import Desk, begin
from tests.layout.boxes import Size
from tests.layout.screen import name_of, screen
from tests.screens.nights import ANN_GOES_OUT, night
from tests.ui.headless import opened


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Porch")
    return desk


def payments(desk: Desk) -> tuple[ChipsCorrection, ...]:

    return desk.night.round.decisions.payments


async def test_one_pays_another(desk: Desk) -> None:
    async with opened(desk, "/table/pay") as app:
        asks = app.text("obstacle")
        await app.tap("pay-from-Ben")
        assert app.text("obstacle") not in {"", asks}
        await app.tap("pay-to-Ann", "pay-chips-more-5", "pay-chips-less")
        assert app.text("pay-chips") == "4"
        await app.enter_text("pay-note", "forgot the ante")
        await app.tap("pay")
        assert app.page.route == "/table/1"
        assert not any(b"correction-1" in frame for frame in app.frames)
        assert any(says.endswith("4 (forgot the ante)") for says in app.texts())
        await app.go("/table/pay")
        assert app.text("correction-1").endswith("4 forgot the ante")
        assert app.text("pay-chips") == "1"
        assert app.text("obstacle")
        assert not app.find("pay-note")["content"].get("value")
    assert payments(desk) == (ChipsCorrection(1, 0, 4, "forgot the ante"),)


async def test_the_player_whose_seat_was_tapped_is_chosen(desk: Desk) -> None:
    async with opened(desk, "/table/1") as app:
        await app.tap("seat-Ben", "menu-correction", "pay-to-Ann", "pay")
        assert app.page.route == "/table/1"
    assert payments(desk) == (ChipsCorrection(1, 0, 1),)


async def test_the_points_of_the_player_whose_seat_was_tapped_are_corrected(desk: Desk) -> None:
    begin(desk, "Points", rules="pagat points=card")
    async with opened(desk, "/table/2") as app:
        await app.tap("seat-Ben", "menu-correction", "pay")
    assert desk.night.round.decisions.corrections == (PointsCorrection(1, 1),)


@pytest.mark.parametrize("window", [Size(360, 740), Size(844, 390)], ids=str)
async def test_the_number_is_in_sight_however_many_play(desk: Desk, window: Size) -> None:
    begin(desk, "Ten", players="Ann Ben Cem Dee Eva Fay Gus Hal Ida Jon")
    async with opened(desk, "/table/2/payer/3", size=window) as app:
        placed = {name_of(at.node): at for at in screen(app.tree.root, window)}
        for name in ("pay-chips", "pay-chips-less", "pay-chips-more-5"):
            assert placed[name].place.bottom <= placed[name].seen.bottom


async def test_no_letter_is_lost_that_was_written_just_before_the_tap(desk: Desk) -> None:
    async with opened(desk, "/table/pay") as app:
        await app.tap("pay-from-Ben", "pay-to-Ann")
        await app.enter_text("pay-note", "the ant")
        app.write_at_once("pay-note", "the ante")
        await app.tap("pay")
    assert payments(desk) == (ChipsCorrection(1, 0, 1, "the ante"),)


@pytest.mark.parametrize("path", ["/table/1/over", "/series/1"])
async def test_it_is_shown_where_the_person_came_from(desk: Desk, path: str) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    path = path.replace("1", str(desk.night.number))
    async with opened(desk, f"{path}/pay") as app:
        await app.tap("pay-from-Cem", "pay-to-Ann", "pay")
        assert app.page.route == path
        assert any({"Cem", "Ann", "1"} <= set(says.split()) for says in app.texts())


async def test_an_earlier_round_is_corrected(desk: Desk) -> None:
    desk.record(CalledOff())
    desk.undo()
    desk.record(ChipsCorrection(0, 1, 2))
    async with opened(desk, "/series/1/pay/1") as app:
        assert app.has("correction-1")
        await app.tap("pay-from-Cem", "pay-to-Ann", "pay")
    assert payments(desk)[-1] == ChipsCorrection(2, 0, 1)


async def test_the_points_of_a_round_called_off_are_corrected(desk: Desk) -> None:
    desk.record(CalledOff())
    async with opened(desk, "/series/1") as app:
        await app.tap(
            "series-more", "correction", "correct-points", "points-of-Ben", "pay-points-less-5"
        )
        assert app.text("pay-points") == "−5"
        await app.tap("pay")
        assert app.page.route == "/series/1"
        await app.tap("correction")
        assert "−5" in app.text("correction-1")
    assert desk.night.round.decisions.after_void == (PointsCorrection(1, -5),)
