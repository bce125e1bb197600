"""The chart of a series: its scale, and the initials at the ends of its lines."""

from itertools import pairwise

import pytest

from companion.screens.figures import Curve
from companion.screens.speech import Person
from companion.ui.parts.series_figures import Scale, spread_out

BOB = Person("Bob", "Bob", "B", 0)


@pytest.mark.parametrize(
    ("totals", "target", "expected"),
    [
        pytest.param((0, 3, 5), 0, (0, 5, 1), id="few points"),
        pytest.param((0, 21, 67), 100, (0, 100, 20), id="up to the target"),
        pytest.param((0, -27, 52), 0, (-40, 60, 20), id="chips both ways"),
        pytest.param((0, 0), 0, (0, 1, 1), id="nothing yet"),
    ],
)
def test_the_scale(totals: tuple[int, ...], target: int, expected: tuple[int, int, int]) -> None:
    scale = Scale.over([Curve(BOB, totals)], target, 300)
    assert (scale.low, scale.high, scale.step) == expected


def test_the_scale_reaches_to_the_last_round_of_whoever_joined_late() -> None:
    late = Curve(BOB, (3, 5), begins=2)
    assert Scale.over([Curve(BOB, (0, 0, 0)), late], 0, 300).rounds == 3


@pytest.mark.parametrize(
    "middles",
    [
        pytest.param([50, 50, 50], id="all equal"),
        pytest.param([205, 206, 207], id="at the foot"),
        pytest.param([0.0] * 10, id="ten players"),
    ],
)
def test_initials_at_the_ends_of_lines_do_not_cover_each_other(middles: list[float]) -> None:
    placed = spread_out(middles)
    assert all(below - above >= 20 for above, below in pairwise(placed))
    assert placed[0] >= 10
    assert placed[-1] <= 226
