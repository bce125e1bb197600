"""The race and its forecast."""

import pytest

from companion.core.rounds.setup import CalledOff, PointsCorrected
from companion.desk.table import Snapshot
from companion.views.of_series.standings import RaceView, forecast, race
from companion.words import ENGLISH
from tests.views.nights import (
    ANN_FIRST,
    ANN_GOES_OUT,
    BEN_FIRST,
    FEW_LEFT,
    SEVEN_ROUNDS,
    WITHOUT_CEM,
    night,
    planned,
    then,
)


def race_of(played: Snapshot) -> RaceView:
    """Return the race after the night's last round."""
    return race(played, ENGLISH, last=played.round.over)


def test_the_lowest_total_of_points_is_ahead() -> None:
    view = race_of(night(ANN_GOES_OUT))
    assert (view.title, view.beside, view.in_points) == ("Race to 100", "lowest wins", True)
    assert [(line.player.name, line.total, line.share) for line in view.lines] == [
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
    assert [(line.player.name, line.total_text) for line in view.lines] == [
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
    assert {line.player.name: line.added for line in lines} == {
        "Ann": "+46",
        "Ben": "+0",
        "Cem": "+1",
    }


def test_points_that_are_not_known_yet_are_a_question() -> None:
    lines = race_of(night(FEW_LEFT, rules="bicycle points=pips")).lines
    assert {line.player.name: line.added for line in lines} == {"Ann": "?", "Ben": "+0", "Cem": "?"}


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param(
            night(ANN_GOES_OUT, FEW_LEFT, FEW_LEFT, FEW_LEFT, rules="bicycle target=300"),
            "about 9 rounds to go, 6 to 16",
            id="as the rounds so far",
        ),
        pytest.param(
            night(*(FEW_LEFT,) * 4, rules="bicycle target=200"),
            "about 1 round to go",
            id="nearly there",
        ),
        pytest.param(night(FEW_LEFT, FEW_LEFT), "", id="after two rounds"),
        pytest.param(then(night(ANN_GOES_OUT), CalledOff()), "", id="before any round"),
        pytest.param(night(ANN_GOES_OUT, rules="bicycle target=20"), "", id="when it is over"),
        pytest.param(night(ANN_GOES_OUT, rules="pagat"), "", id="where nothing is counted"),
        pytest.param(night(ANN_GOES_OUT, rules=SEVEN_ROUNDS), "6 rounds to go", id="to a limit"),
        pytest.param(
            night(ANN_GOES_OUT, rules="pagat-pool rounds=2"), "1 round to go", id="for chips"
        ),
        pytest.param(
            night(ANN_GOES_OUT, rules="bicycle rounds=9"),
            "at most 8 rounds to go",
            id="the limit is nearer",
        ),
        pytest.param(
            night(ANN_GOES_OUT, rules="bicycle rounds=14"),
            "at most 13 rounds to go",
            id="both at once",
        ),
        pytest.param(
            then(night(FEW_LEFT, rules="bicycle points=pips target=20"), PointsCorrected(1, 20)),
            "The winner depends on points that are still open",
            id="at the target with points open",
        ),
        pytest.param(
            night(ANN_GOES_OUT, rules="bicycle rounds=50"),
            "at most 49 rounds to go",
            id="the target is nearer",
        ),
        pytest.param(
            then(night(ANN_GOES_OUT, rules="bicycle rounds=9"), CalledOff()),
            "at most 9 rounds to go",
            id="a round called off does not count",
        ),
        pytest.param(
            night(FEW_LEFT, rules="bicycle points=pips rounds=1"),
            "The winner depends on points that are still open",
            id="after the last round with points open",
        ),
        pytest.param(
            then(night(FEW_LEFT, rules="bicycle points=pips"), CalledOff()),
            "",
            id="pips count more than cards",
        ),
        pytest.param(
            night(ANN_FIRST, BEN_FIRST),
            "Ann and Ben share the lowest total, 1 point: the series goes on until one is lowest.",
            id="a tie at the target",
        ),
        pytest.param(night(ANN_FIRST, BEN_FIRST, rules="bicycle rounds=2"), "", id="a shared win"),
        pytest.param(
            planned(night(ANN_GOES_OUT, rules="bicycle target=20"), "bicycle target=50"),
            "The series goes on.",
            id="the target is raised",
        ),
        pytest.param(
            planned(night(ANN_GOES_OUT, rules="bicycle target=20"), "bicycle target=0"),
            "The series goes on.",
            id="the end is open now",
        ),
    ],
)
def test_the_forecast(played: Snapshot, expected: str) -> None:
    assert forecast(played.series, ENGLISH) == expected


def test_a_limit_heads_the_race() -> None:
    view = race_of(night(ANN_GOES_OUT, rules=SEVEN_ROUNDS))
    assert (view.title, view.beside) == ("Race over 7 rounds", "lowest wins")
    view = race_of(night(ANN_GOES_OUT, rules="pagat-pool rounds=3"))
    assert (view.title, view.beside) == ("Chips", "most chips win")


def test_whoever_left_stands_last_and_gains_nothing() -> None:
    lines = race_of(night(ANN_GOES_OUT, WITHOUT_CEM)).lines
    assert [(line.player.name, line.total, line.added, line.remark) for line in lines] == [
        ("Ann", 0, "+0", ""),
        ("Ben", 76, "+51", ""),
        ("Cem", 24, "", "left"),
    ]
    assert lines[-1].says == "Cem, 24 points, left"


def test_whoever_comes_back_begins_with_what_the_rules_say() -> None:
    back = night(ANN_GOES_OUT, WITHOUT_CEM, FEW_LEFT)
    cem = race_of(back).lines[-1]
    assert (cem.player.name, cem.total, cem.added) == ("Cem", 77, "+1")
    assert cem.remark == "came back in round 3 with 76 points"
    assert (
        race_of(night(ANN_GOES_OUT, WITHOUT_CEM, FEW_LEFT, rules="pagat-pool")).lines[1].remark
        == "came back in round 3"
    )


def test_a_newcomer_joins_with_what_the_rules_say() -> None:
    joined = night(WITHOUT_CEM, ANN_GOES_OUT, rules="bicycle join_points=mean")
    remarks = {line.player.name: (line.total, line.remark) for line in race_of(joined).lines}
    assert remarks["Cem"] == (50, "joined in round 2 with 26 points")
    assert remarks["Ann"] == (0, "")
    chips = race_of(night(WITHOUT_CEM, ANN_GOES_OUT, rules="pagat-pool"))
    assert {line.player.name: line.remark for line in chips.lines}["Cem"] == "joined in round 2"


def test_points_that_were_taken_away_leave_no_bar() -> None:
    corrected = then(night(ANN_GOES_OUT), PointsCorrected(0, -5))
    line = race_of(corrected).lines[0]
    assert (line.player.name, line.total, line.share) == ("Ann", -5, 0)
