"""A round by its result alone: its entry, the way back to its turns, its repair."""

from tests.desks import Desk, begin, turns
from tests.screens.documents import numbers
from tests.screens.nights import ANN_GOES_OUT, night
from tests.ui.headless import opened

FIVE = "Ann Ben Cem Dee Eva"
BEN_OUT = ("number-4", "number-0", "number-2", "number-1", "number-3")
"""The cards left, from Ann to Eva."""
POINTS_BY_CARDS = """
dealer Cem
Ann Ben Cem
result Ann 0 3 Ben 1 5 Cem 2 6
"""


async def test_a_round_of_five_takes_a_tap_a_number_and_one_undo(desk: Desk) -> None:
    begin(desk, "Friday night", FIVE)
    async with opened(desk, "/table") as app:
        await app.tap("play-7H", "play-6H")
        await app.tap("more", "result-only", *BEN_OUT, "passes-Ann", "number-5", "save-result")
        assert app.page.route == "/table/1/over"
        made = desk.night.round
        assert (made.cards_left, made.passes) == ((4, 0, 2, 1, 3), (5, 1, 2, 2, 4))
        await app.tap("undo")
        assert app.page.route == "/table/1"
        assert turns(desk) == ["7H", "6H"]


async def test_no_screen_comes_between_a_result_and_the_end_of_the_round(desk: Desk) -> None:
    begin(desk, "Friday night", FIVE)
    async with opened(desk, "/table/result") as app:
        await app.tap(*BEN_OUT)
        before = len(app.frames)
        await app.tap("save-result")
        assert app.has("next-round")
        assert not any(b"go-on" in frame for frame in app.frames[before:])


async def test_no_number_of_the_pad_moves_once_somebody_is_out(desk: Desk) -> None:
    begin(desk, "Friday night", FIVE)
    async with opened(desk, "/table/result", size=(360, 740)) as app:
        before = app.places("number-1")["number-1"]
        await app.tap("number-0")
        assert app.places("number-1")["number-1"] == before


async def test_the_screen_scrolls_to_the_open_number(desk: Desk) -> None:
    begin(desk, "Friday night", f"{FIVE} Fay")
    async with opened(desk, "/table/result", size=(360, 740)) as app:
        await app.tap("passes-Eva", "number-3")
        await app.until(lambda: len(app.sent("scroll_to")) == 2)
        keys = [sent["scroll_key"] for sent in app.sent("scroll_to")]
        assert keys == ["line-4", "line-5"]


async def test_every_number_can_be_stepped_and_none_follows_once_it_is_entered(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, "/table/over/result") as app:
        await app.tap("left-Cem", "less", "passes-Ben", "more", "more", "passes-Cem")
        assert app.rests("less")
        await app.tap("save-result", "doubt-yes")
    made = desk.night.round
    assert (made.cards_left, made.passes) == ((0, 25, 23), (0, 3, 0))


async def test_a_result_is_repaired_as_a_result(desk: Desk) -> None:
    desk.adopt(night(POINTS_BY_CARDS, POINTS_BY_CARDS.replace("Cem 2", "Cem 3")).log)
    async with opened(desk, "/series/1/turns/1/repair/1") as app:
        await app.tap("left-Cem", "number-5", "save-result", "doubt-yes")
        assert app.page.route == "/series/1/turns/1"
        assert numbers(app.text("result-Cem")) == [5, 6]
        await app.tap("seats")
        assert not app.has("repair-turns")
    assert [round_.cards_left for round_ in desk.night.series.rounds] == [(0, 1, 5), (0, 1, 3)]


async def test_the_cards_left_of_a_result_are_shown_hand_by_hand(desk: Desk) -> None:
    rules = "badam-satti opening=left"
    desk.adopt(
        night(POINTS_BY_CARDS.replace("Ann Ben", "holds Ben 7H\nAnn Ben", 1), rules=rules).log
    )
    async with opened(desk, "/table/over/cards") as app:
        await app.tap("reveal-KH")
        assert app.rests("reveal-to-Cem")
        await app.tap("reveal-to-Ben", "reveal-QH", "reveal-JH", "reveal-to-Cem")
        assert app.has("done")
    assert desk.night.series.standing.points == {"Ann": 0, "Ben": 13, "Cem": 23}


async def test_a_round_with_places_is_entered_turn_by_turn(desk: Desk) -> None:
    begin(desk, "Friday night", rules="kartendomino-ranking")
    async with opened(desk, "/table") as app:
        await app.tap("more")
        assert app.rests("result-only")
        await app.tap("menu-close")
        await app.go("/table/result")
        await app.tap("number-0")
        assert app.has("A round with places is entered turn by turn.")
