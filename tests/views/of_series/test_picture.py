"""The picture of a result: winners or leaders, and all totals."""

import pytest

from companion.screens.picture import picture
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


def test_players_who_joined_have_no_remark_and_players_who_left_have_one() -> None:
    assert picture(recorded("friday_night"), ENGLISH).file_name == "Friday night 2026-11-20.png"
    lines = picture(recorded("people_join_and_leave"), ENGLISH).table.lines
    assert [one.named for one in lines if one.remark] == ["Ana María Pérez, left"]


FEET = {
    "bicycle": (("Points", "Chips"), "lowest wins"),
    "bicycle points=none": (("Chips",), "most chips win"),
    "pagat": (("Won",), "most rounds first"),
}


@pytest.mark.parametrize(("rules", "shown"), FEET.items())
def test_what_is_not_counted_is_not_shown(rules: str, shown: tuple[tuple[str, ...], str]) -> None:
    view = picture(night(ANN_GOES_OUT, rules=rules), ENGLISH)
    assert (view.table.titles, view.foot) == shown
