"""Bounds on the wording of the code."""

import pytest

from tests.grain import BOUNDS, Bound


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda bound: bound.figure)
def test_a_figure_gets_no_worse(bound: Bound) -> None:
    figure, places = bound.measure()
    assert figure <= bound.limit, "\n".join(places)
