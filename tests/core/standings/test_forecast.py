"""Rounds to go: points to go by the usual gain a round."""

import pytest

from companion.core.forecast import rounds_to_go
from companion.core.series import Series
from tests.core.tables import night, series_of

# A goes out in each round; B gains 10 and C 41.
EACH = "A B 10 C 41"
GOING_ON: dict[str, tuple[str, int | None]] = {
    "the fastest player decides": (night(*[EACH] * 4, rules="bicycle target=1000"), 21),
    "never less than one": (night(*[EACH] * 4, rules="bicycle target=165"), 1),
    "after two rounds": (night(EACH, EACH, rules="bicycle target=300"), None),
    "with an open end": (night(*[EACH] * 4, rules="bicycle target=0"), None),
    "where nothing is counted": (night(*[EACH] * 4, rules="pagat"), None),
    "when it is over": (night(*[EACH] * 4, rules="bicycle target=150"), None),
    "somebody who joined gains what the table does": (
        f"{night(*[EACH] * 4, rules='bicycle target=1000 join_points=zero')}round 5\nA B D\n",
        59,
    ),
}


@pytest.mark.parametrize(("sheet", "expected"), GOING_ON.values(), ids=GOING_ON)
def test_rounds_to_go(sheet: str, expected: int | None) -> None:
    assert rounds_to_go(series_of(sheet)) == expected


def test_nothing_is_said_before_the_first_round() -> None:
    assert rounds_to_go(Series()) is None
