"""The picture of a result: winners or leaders, and all totals."""

import pytest

from companion.views.of_series.exports import picture
from companion.words import ENGLISH, words_in
from tests.views.nights import ANN_GOES_OUT, night, recorded

HEADLINES = {
    "series_over": ("Ben won this series.", "Diese Serie ging an Ben.", True),
    "friday_night": ("Ann is ahead.", "Ann liegt vorn.", False),
    "number_of_rounds": ("A and B share the win.", "A und B teilen sich den Sieg.", True),
}


@pytest.mark.parametrize("name", HEADLINES)
def test_the_headline_names_winners_or_leaders(name: str) -> None:
    english, german, over = HEADLINES[name]
    view = picture(recorded(name), ENGLISH)
    assert (view.headline, view.over) == (english, over)
    assert picture(recorded(name), words_in("de")).headline == german


def test_everybody_has_a_line_with_place_points_and_chips() -> None:
    view = picture(recorded("series_over"), ENGLISH)
    shown = [(one.place, one.player.name, one.points, one.chips, one.leads) for one in view.lines]
    assert shown == [
        ("1", "Ben", "1", "+14", True),
        ("2", "Chi", "2", "+15", False),
        ("3", "Ana", "4", "-11", False),
        ("4", "Dov", "8", "-18", False),
    ]
    assert (view.points_title, view.chips_title) == ("Points", "Chips")
    assert (view.title, view.subtitle) == ("Fan Tan", "2 rounds · to 8")
    said = "Fan Tan. 2 rounds · to 8. Ben won this series. Ben 1, Chi 2, Ana 4, Dov 8"
    assert view.says == said


def test_equal_totals_share_a_place_and_players_who_left_have_none() -> None:
    level = picture(recorded("friday_night"), ENGLISH)
    assert [one.place for one in level.lines] == ["1", "2", "2", "2"]
    assert level.file_name == "Friday night 2026-11-20.png"
    left = [one for one in picture(recorded("people_join_and_leave"), ENGLISH).lines if one.left]
    assert left
    assert {one.place for one in left} == {""}
    assert [one.named for one in left] == ["Ana María Pérez, left"]


def test_rules_without_points_show_chips_alone() -> None:
    view = picture(night(ANN_GOES_OUT, rules="bicycle points=none"), ENGLISH)
    assert view.points_title == ""
    assert {one.points for one in view.lines} == {""}
    assert view.foot == "most chips win"
