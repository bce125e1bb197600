"""The race and its forecast."""

import pytest

from companion.core.rounds.setup import CalledOff, PointsCorrected
from companion.desk.table import Snapshot
from companion.views.of_series.standings import RaceView, forecast, race
from companion.words import ENGLISH
from tests.views import nights as n
from tests.views.nights import night, planned, then


def race_of(played: Snapshot) -> RaceView:
    """Return the race after the night's last round."""
    return race(played, ENGLISH, last=played.round.over)


def remarks(played: Snapshot) -> dict[str, tuple[int, str]]:
    """Return the total of each player and the remark on it."""
    return {line.player.name: (line.total, line.remark) for line in race_of(played).lines}


def test_in_chips_the_richest_is_ahead_and_bars_go_both_ways() -> None:
    view = race_of(night(n.ANN_GOES_OUT, rules="pagat-pool"))
    texts = [(line.player.name, line.total_text) for line in view.lines]
    assert texts == [("Ann", "+52"), ("Cem", "-25"), ("Ben", "-27")]
    assert (view.in_points, view.lines[0].share) == (False, 1)
    assert -1 < view.lines[2].share < 0


HEADS = {
    "pagat-pool": ("Chips", "most chips first"),
    "pagat-pool rounds=3": ("Chips", "most chips win"),
    "bicycle target=0": ("Points", "lowest first"),
    n.SEVEN_ROUNDS: ("Race over 7 rounds", "lowest wins"),
}


@pytest.mark.parametrize(("rules", "head"), HEADS.items())
def test_the_aim_heads_the_race(rules: str, head: tuple[str, str]) -> None:
    view = race_of(night(n.ANN_GOES_OUT, rules=rules))
    assert (view.title, view.beside) == head


TO_9, TO_50 = "bicycle rounds=9", "bicycle rounds=50"
PIPS = "bicycle points=pips"
OPEN = "The winner depends on points that are still open"
TIED = "Ann and Ben share the lowest total, 1 point: the series goes on until one is lowest."
TO_20 = night(n.ANN_GOES_OUT, rules="bicycle target=20")
LIMITED = night(n.ANN_GOES_OUT, rules=TO_9)
NEAR = night(n.FEW_LEFT, rules=f"{PIPS} target=20")
FORECASTS = {
    "as the rounds so far": (
        night(n.ANN_GOES_OUT, *(n.FEW_LEFT,) * 3, rules="bicycle target=300"),
        "about 9 rounds to go, 6 to 16",
    ),
    "nearly there": (night(*(n.FEW_LEFT,) * 4, rules="bicycle target=200"), "about 1 round to go"),
    "after two rounds": (night(n.FEW_LEFT, n.FEW_LEFT), ""),
    "before any round": (then(night(n.ANN_GOES_OUT), CalledOff()), ""),
    "when it is over": (TO_20, ""),
    "where nothing is counted": (night(n.ANN_GOES_OUT, rules="pagat"), ""),
    "to a limit": (night(n.ANN_GOES_OUT, rules=n.SEVEN_ROUNDS), "6 rounds to go"),
    "for chips": (night(n.ANN_GOES_OUT, rules="pagat-pool rounds=2"), "1 round to go"),
    "the limit is nearer": (LIMITED, "at most 8 rounds to go"),
    "the target is nearer": (night(n.ANN_GOES_OUT, rules=TO_50), "at most 49 rounds to go"),
    "a round called off": (then(LIMITED, CalledOff()), "at most 9 rounds to go"),
    "at the target, points open": (then(NEAR, PointsCorrected(1, 20)), OPEN),
    "after the last round with points open": (night(n.FEW_LEFT, rules=f"{PIPS} rounds=1"), OPEN),
    "pips count more than cards": (then(night(n.FEW_LEFT, rules=PIPS), CalledOff()), ""),
    "a tie at the target": (night(n.ANN_FIRST, n.BEN_FIRST), TIED),
    "a shared win": (night(n.ANN_FIRST, n.BEN_FIRST, rules="bicycle rounds=2"), ""),
    "the target is raised": (planned(TO_20, "bicycle target=50"), "The series goes on."),
    "the end is open now": (planned(TO_20, "bicycle target=0"), "The series goes on."),
}


@pytest.mark.parametrize(("played", "expected"), FORECASTS.values(), ids=FORECASTS)
def test_the_forecast(played: Snapshot, expected: str) -> None:
    assert forecast(played.series, ENGLISH) == expected


def test_whoever_joins_or_comes_back_begins_with_what_the_rules_say() -> None:
    back = (n.ANN_GOES_OUT, n.WITHOUT_CEM, n.FEW_LEFT)
    assert remarks(night(*back))["Cem"] == (77, "came back in round 3 with 76 points")
    assert remarks(night(*back, rules="pagat-pool"))["Cem"][1] == "came back in round 3"
    joined = (n.WITHOUT_CEM, n.ANN_GOES_OUT)
    assert remarks(night(*joined, rules="bicycle join_points=mean")) == {
        "Ann": (0, ""),
        "Ben": (76, ""),
        "Cem": (50, "joined in round 2 with 26 points"),
    }
    assert remarks(night(*joined, rules="pagat-pool"))["Cem"][1] == "joined in round 2"


def test_points_that_were_taken_away_leave_no_bar() -> None:
    line = race_of(then(night(n.ANN_GOES_OUT), PointsCorrected(0, -5))).lines[0]
    assert (line.player.name, line.total, line.share) == ("Ann", -5, 0)


def test_the_richest_who_left_is_named_with_the_reason() -> None:
    nights = (n.ANN_GOES_OUT, "dealer Cem\n Ben Cem\n 1 7D 6D")
    assert race_of(night(*nights, rules="pagat-pool")).unplaced == (
        "Ann has the most chips, but has left and cannot win."
    )
    assert race_of(night(nights[0], rules="pagat-pool")).unplaced == ""
