"""Every identifier stands on a screen once, for the tools that read and tap it."""

from collections import Counter
from pathlib import Path

import pytest

from tests.desks import Desk, begin, desk_in
from tests.ui.headless import Headless, opened
from tests.ui.screen_states import STATES, State


def twice(app: Headless) -> list[str]:
    """Return the identifiers that stand more than once on the uppermost screen."""
    *_, top = [node for node in app.tree.below(app.tree.root) if node["_c"] == "View"]
    names = (node.get("identifier") for node in app.tree.below(top))
    return [name for name, count in Counter(filter(None, names)).items() if count > 1]


@pytest.mark.parametrize("state", STATES, ids=str)
async def test_no_identifier_stands_twice(state: State, tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        state.fill(desk)
        async with opened(desk, state.path) as app:
            await state.bring_about(app, desk)
            assert twice(app) == []


async def test_no_identifier_stands_twice_while_seats_change(desk: Desk) -> None:
    begin(desk, "Porch")
    async with opened(desk, "/table/1/deal") as app:
        await app.tap("change-seats")
        await app.tap("player-down-2")
        assert twice(app) == []
