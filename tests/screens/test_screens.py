"""The text of screens in states that people meet; `python -m tests.screens` writes it anew."""

from pathlib import Path

import pytest

from tests.screens.states import STATES
from tests.screens.text import dump


def file_of(name: str) -> Path:
    """Return the file with the text of a state."""
    return Path(__file__).with_name(f"{name}.screen.txt")


@pytest.mark.parametrize("name", STATES)
def test_the_screen_has_the_kept_text(name: str) -> None:
    assert dump(STATES[name]()) == file_of(name).read_text("utf-8")


def test_no_text_is_kept_without_its_state() -> None:
    assert {path.name for path in Path(__file__).parent.glob("*.screen.txt")} == {
        file_of(name).name for name in STATES
    }
