"""The standing and its forecast."""

import pytest

from companion.core.rounds.events import CalledOff, ChipsCorrection, PointsCorrection
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.standings import forecast, standing_panel, standing_table, unplaced
from companion.words import ENGLISH
from tests.views import nights as n
from tests.views.nights import night, planned, then


def lines(played: Snapshot) -> list[tuple[str, str, list[str], tuple[str, ...]]]:
    """Return place, name, figures and gains of each player."""
    return [
        (line.place, line.player.name, [b.plain(one) for one in line.figures], line.gains)
        for line in standing_table(played, ENGLISH).lines
    ]


def remarks(played: Snapshot) -> dict[str, tuple[str, str]]:
    """Return the deciding figure of each player and the remark on it."""
    shown = standing_table(played, ENGLISH).lines
    return {line.player.name: (line.figures[0].says, line.remark) for line in shown}


STANDINGS = {
    "chips alone": (
        night(n.ANN_GOES_OUT, rules="pagat-pool"),
        [
            ("1", "Ann", ["+52"], ("+52",)),
            ("2", "Cem", ["-25"], ("-25",)),
            ("3", "Ben", ["-27"], ("-27",)),
        ],
    ),
    "a round in play": (
        night(n.IN_PLAY),
        [
            ("1", "Ann", ["0", "-1"], ("-1 chip",)),
            ("1", "Ben", ["0", "-3"], ("-3 chips",)),
            ("1", "Cem", ["0", "-2"], ("-2 chips",)),
        ],
    ),
}
"""Those that no kept screen shows."""


@pytest.mark.parametrize(("played", "expected"), STANDINGS.values(), ids=STANDINGS)
def test_the_standing(
    played: Snapshot, expected: list[tuple[str, str, list[str], tuple[str, ...]]]
) -> None:
    assert lines(played) == expected


HEADS = {
    "pagat-pool": ("Chips", "most chips first"),
    "pagat-pool rounds=3": ("Chips", "most chips win"),
    "pagat": ("Rounds won", "most first"),
    "bicycle target=0": ("Points", "lowest first"),
    n.SEVEN_ROUNDS: ("Race over 7 rounds", "lowest wins"),
}


@pytest.mark.parametrize(("rules", "head"), HEADS.items())
def test_the_aim_heads_the_standing(rules: str, head: tuple[str, str]) -> None:
    panel = standing_panel(night(n.ANN_GOES_OUT, rules=rules), ENGLISH)
    assert (panel.title, panel.beside) == head


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
    "at the target, points open": (then(NEAR, PointsCorrection(1, 20)), OPEN),
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
    assert remarks(night(*back))["Cem"] == ("77", "came back in round 3 with 76 points")
    assert remarks(night(*back, rules="pagat-pool"))["Cem"][1] == "came back in round 3"
    joined = (n.WITHOUT_CEM, n.ANN_GOES_OUT)
    assert remarks(night(*joined, rules="bicycle join_points=mean")) == {
        "Ann": ("0", ""),
        "Ben": ("76", ""),
        "Cem": ("50", "joined in round 2 with 26 points"),
    }
    assert remarks(night(*joined, rules="pagat-pool"))["Cem"][1] == "joined in round 2"


def test_points_that_were_taken_away_leave_no_bar() -> None:
    (line, *_) = standing_table(then(night(n.ANN_GOES_OUT), PointsCorrection(0, -5)), ENGLISH).lines
    assert (line.player.name, line.figures[0].says, line.share) == ("Ann", "-5", 0)


ANN_LEFT = "dealer Cem\n Ben Cem\n 1 7D 6D"
UNPLACED = {
    "ahead": (
        night(n.ANN_GOES_OUT, ANN_LEFT, rules="pagat-pool"),
        "Ann has the most chips, but has left and cannot win.",
    ),
    "nobody left": (night(n.ANN_GOES_OUT, rules="pagat-pool"), ""),
    "level with others": (
        then(night(n.ANN_GOES_OUT, ANN_LEFT, rules="pagat pass_fee=1"), ChipsCorrection(0, 1, 1)),
        "",
    ),
    "neither chips nor points": (night(n.ANN_GOES_OUT, ANN_LEFT, rules="pagat"), ""),
}


@pytest.mark.parametrize(("played", "says"), UNPLACED.values(), ids=UNPLACED)
def test_a_player_who_left_ahead_is_named_with_the_reason(played: Snapshot, says: str) -> None:
    assert unplaced(played.series, ENGLISH) == says
