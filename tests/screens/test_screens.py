"""The text of screens in states that people meet; `python -m tests.screens` writes it anew."""

from pathlib import Path

import pytest

from tests.desks import desk_in
from tests.screens.states import STATES, State
from tests.screens.text import dump


def file_of(state: State) -> Path:
    """Return the file with the text of a state."""
    return Path(__file__).with_name(f"{state.name.replace(' ', '-')}.screen.txt")


@pytest.mark.parametrize("state", STATES, ids=str)
async def test_the_screen_has_the_kept_text(state: State, tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        shown = dump(await state.screen(desk))
    assert shown == file_of(state).read_text("utf-8")


def test_no_text_is_kept_without_its_state() -> None:
    kept = {path.name for path in Path(__file__).parent.glob("*.screen.txt")}
    assert kept == {file_of(state).name for state in STATES}
