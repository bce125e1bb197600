"""Every screen in the languages and states that the tests of every day leave out."""

from pathlib import Path

import pytest

from companion.ui import requests
from companion.words import LANGUAGES, SOURCE
from tests.ui.every_screen import test_fits, test_other_languages
from tests.ui.every_screen.test_other_languages import KEPT, faults_in_languages
from tests.ui.screen_states import STATES, State

KEPT_IN = tuple(LANGUAGES.keys() - {SOURCE, *test_other_languages.IN_THE_GATE})
FULLEST_IN = tuple(LANGUAGES.keys() - {*test_fits.IN_THE_GATE})


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 0)


@pytest.mark.parametrize("state", KEPT, ids=str)
async def test_a_screen_whose_text_is_kept_fits(state: State, tmp_path: Path) -> None:
    assert await faults_in_languages(state, KEPT_IN, tmp_path) == []


@pytest.mark.parametrize("state", STATES, ids=str)
async def test_a_screen_at_its_fullest_fits(state: State, tmp_path: Path) -> None:
    assert await faults_in_languages(state, FULLEST_IN, tmp_path) == []
