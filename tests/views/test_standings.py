"""The race and its forecast."""

from __future__ import annotations

import pytest

from companion.core.events import CalledOff
from companion.desk.table import Snapshot
from companion.views.standings import RaceView, forecast, race
from companion.words import ENGLISH
from tests.views.nights import ANN_GOES_OUT, FEW_LEFT, night, then


def race_of(played: Snapshot) -> RaceView:
    """The race after the night's last round."""
    return race(played.series, ENGLISH, last=played.round.over)


def test_the_lowest_total_of_points_is_ahead() -> None:
    view = race_of(night(ANN_GOES_OUT))
    assert (view.title, view.beside, view.in_points) == ("Race to 100", "lowest wins", True)
    assert [(each.player.name, each.total, each.share) for each in view.lines] == [
        ("Ann", 0, 0.0),
        ("Cem", 24, 0.24),
        ("Ben", 25, 0.25),
    ]
    assert view.lines[1].says == "Cem, 24 points"


def test_beyond_the_target_the_longest_bar_is_full() -> None:
    lines = race_of(night(ANN_GOES_OUT, rules="bicycle target=20")).lines
    assert lines[-1].share == 1


def test_in_chips_the_richest_is_ahead_and_bars_go_both_ways() -> None:
    view = race_of(night(ANN_GOES_OUT, rules="pagat-pool"))
    assert (view.title, view.beside, view.in_points) == ("Chips", "most chips first", False)
    assert [(each.player.name, each.total_text) for each in view.lines] == [
        ("Ann", "+52"),
        ("Cem", "-25"),
        ("Ben", "-27"),
    ]
    assert view.lines[0].share == 1
    assert -1 < view.lines[2].share < 0


def test_without_a_target_points_are_just_counted() -> None:
    view = race_of(night(ANN_GOES_OUT, rules="bicycle target=0"))
    assert (view.title, view.forecast) == ("Points", "")


def test_what_the_last_round_added() -> None:
    lines = race_of(night(ANN_GOES_OUT, FEW_LEFT)).lines
    assert {each.player.name: each.added for each in lines} == {
        "Ann": "+46",
        "Ben": "+0",
        "Cem": "+1",
    }


def test_points_that_are_not_known_yet_are_a_question() -> None:
    lines = race_of(night(FEW_LEFT, rules="bicycle points=pips")).lines
    assert {each.player.name: each.added for each in lines} == {"Ann": "?", "Ben": "+0", "Cem": "?"}


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param(night(ANN_GOES_OUT), "about 13 rounds to go", id="as the rounds so far"),
        pytest.param(night(FEW_LEFT, FEW_LEFT), "about 1 round to go", id="nearly there"),
        pytest.param(
            then(night(ANN_GOES_OUT), CalledOff()), "about 50 rounds to go", id="before any round"
        ),
        pytest.param(night(ANN_GOES_OUT, rules="bicycle target=20"), "", id="when it is over"),
        pytest.param(night(ANN_GOES_OUT, rules="pagat"), "", id="where nothing is counted"),
    ],
)
def test_the_forecast(played: Snapshot, expected: str) -> None:
    assert forecast(played.series, ENGLISH) == expected
