"""Forecast of the rounds to go, and the share of right forecasts."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.forecast import Forecast, forecast, rounds_to_go
from companion.core.series import Series
from tests.core.tables import series_of
from tests.views.nights import ANN_GOES_OUT, FEW_LEFT, night

STEADY = {"Ann": [2, 2, 2, 2], "Ben": [2, 2, 2, 2]}

CASES: dict[str, tuple[dict[str, list[int]], dict[str, int], Forecast | None]] = {
    "always the same": (STEADY, {"Ann": 10, "Ben": 8}, Forecast(4, 4, 4)),
    "the next round": (STEADY, {"Ann": 90, "Ben": 1}, Forecast(1, 1, 1)),
    "nobody gains anything": ({"Ann": [0, 0, 0]}, {"Ann": 5}, None),
    "far away": (STEADY, {"Ann": 100_000, "Ben": 100_000}, None),
    "luck goes up and down": (
        {"Ann": [0, 4, 1, 3], "Ben": [5, 0, 2, 1], "Cem": [1, 2, 0, 5]},
        {"Ann": 20, "Ben": 20, "Cem": 20},
        Forecast(8, 5, 12),
    ),
    "somebody who joined": ({"Ann": [3, 0, 2]}, {"Ann": 12, "Ben": 4}, Forecast(3, 1, 11)),
}


@pytest.mark.parametrize(("gained", "missing", "expected"), CASES.values(), ids=CASES)
def test_rounds_to_go_by_gains_and_missing_points(
    gained: dict[str, list[int]], missing: dict[str, int], expected: Forecast | None
) -> None:
    assert rounds_to_go(gained, missing) == expected


GAINS = st.lists(st.lists(st.integers(0, 13), min_size=3, max_size=8), min_size=2, max_size=6)


@given(gains=GAINS, missing=st.integers(1, 100))
def test_it_lies_between_its_bounds_and_grows(gains: list[list[int]], missing: int) -> None:
    gained = {f"{place}": points for place, points in enumerate(gains)}
    near = rounds_to_go(gained, dict.fromkeys(gained, missing))
    far = rounds_to_go(gained, dict.fromkeys(gained, missing + 10))
    if near:
        assert 1 <= near.low <= near.rounds <= near.high
    if near and far:
        assert (near.low, near.rounds, near.high) <= (far.low, far.rounds, far.high)


@pytest.mark.parametrize("players", [3, 5])
def test_of_ten_series_about_eight_end_within_the_bounds(players: int) -> None:
    chance, inside, made = Random(players), 0, 0  # noqa: S311 - the same evenings every time
    for _ in range(200):
        totals, gained = [0] * players, [list[int]() for _ in range(players)]
        said, played = None, 0
        while max(totals) < 50:
            left = [0, *(chance.choice((0, 1, 1, 2, 2, 3, 4, 6)) for _ in range(players - 1))]
            chance.shuffle(left)
            played += 1
            for place, points in enumerate(left):
                totals[place] += points
                gained[place].append(points)
            if played == 5 and max(totals) < 50:
                missing = {f"{place}": 50 - total for place, total in enumerate(totals)}
                said = rounds_to_go({f"{k}": gains for k, gains in enumerate(gained)}, missing)
        if said:
            made += 1
            inside += said.low <= played - 5 <= said.high
    assert made > 150
    assert 0.7 < inside / made < 0.92


NOTHING_SAID = {
    "after two rounds": night(ANN_GOES_OUT, FEW_LEFT, rules="bicycle target=300"),
    "with an open end": night(*(ANN_GOES_OUT,) * 3, rules="bicycle target=0"),
    "where nothing is counted": night(*(ANN_GOES_OUT,) * 3, rules="pagat"),
    "when it is over": night(*(FEW_LEFT,) * 3, rules="bicycle target=100"),
    "before the first round": None,
}


@pytest.mark.parametrize("played", NOTHING_SAID.values(), ids=NOTHING_SAID)
def test_nothing_is_said(played: object) -> None:
    series = getattr(played, "series", Series())
    assert forecast(series) is None


GAINS_OF_FOUR = "dealer Cem\ndeal Ana 1 Ben 10 Cem 41\nAna Ben Cem\n1 7C . .\n"
FOUR = "".join(f"round {number}\n{GAINS_OF_FOUR}" for number in range(1, 5))
CAME_BACK = "round 5\ndealer Cem\ndeal Ben 1 Cem 51\nBen Cem\n1 7C .\nround 6\nAna Ben\n"
SEATED: dict[str, tuple[str, list[int], dict[str, int]]] = {
    "the same": ("round 5\nAna Ben Cem\n", [], {"Ana": 1000, "Ben": 960, "Cem": 836}),
    "two who join": ("round 5\nDan Ben Eve\n", [], {"Dan": 836, "Ben": 960, "Eve": 836}),
    "one who comes back": (CAME_BACK, [0, 51], {"Ana": 785, "Ben": 960}),
}


@pytest.mark.parametrize(("lines", "fifth", "missing"), SEATED.values(), ids=SEATED)
def test_who_joins_is_counted(lines: str, fifth: list[int], missing: dict[str, int]) -> None:
    gained = {"Ana": [0] * 4, "Ben": [10] * 4 + fifth[:1], "Cem": [41] * 4 + fifth[1:]}
    series = series_of(f"rules bicycle target=1000\n{FOUR}{lines}")
    assert forecast(series) == rounds_to_go(gained, missing)
