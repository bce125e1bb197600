"""The fit of every screen whose text is kept, in the languages with the longest words and with
letters of their own.

The long tests in `tests/journeys/` draw the other languages.
"""

import re
from pathlib import Path

import pytest

from tests.layout.boxes import Size
from tests.screens.states import STATES
from tests.screens.tables import TABLES, TableState
from tests.ui.every_screen.test_fits import brought_about, faults_at
from tests.ui.headless import Headless
from tests.ui.screen_states import State

IN_THE_GATE = ("de", "ru", "ja")
PHONE, SCALES = Size(360, 740), (1.0, 2.0)
NOT_WRITTEN = {
    "fr": re.compile(r"(?<!\d)(?<!\N{NO-BREAK SPACE})[:;!](?=\s|$)"),
    "ja": re.compile(r"(?<=[^\x00-\xff])[,.:] "),
}
"""Signs of English that do not stand so in other languages."""


def table(state: TableState) -> State:
    """Return the state of the table as one of the app."""
    return State(state.name, "/table", lambda desk: desk.adopt(state.snapshot.log))


KEPT = (*STATES, *map(table, TABLES))


@pytest.mark.parametrize("state", KEPT, ids=str)
async def test_a_screen_fits_in_other_letters(state: State, tmp_path: Path) -> None:
    assert await faults_in_languages(state, IN_THE_GATE, tmp_path) == []


async def faults_in_languages(state: State, languages: tuple[str, ...], folder: Path) -> list[str]:
    """Return the faults of the state on a phone, in languages and at small and large text."""
    found: list[str] = []
    # A form is empty after a change of language.
    devices = [(one,) for one in languages] if state.steps else [languages]
    for first, *others in devices:
        async with brought_about(state, first, folder / first) as app:
            for language in (first, *others):
                if language in others:
                    app.speak_at_once(language)
                for scale in SCALES:
                    faults = await faults_at(app, PHONE, scale)
                    found += [f"{language} at {scale:.0%}: {fault}" for fault in faults]
                if language in NOT_WRITTEN:
                    found += filter(NOT_WRITTEN[language].search, read_on(app))
    return found


def read_on(app: Headless) -> list[str]:
    """Return all texts of the screen, and the labels that are read out."""
    labels = (node.get("label") for node in app.tree.below(app.tree.root))
    return [*app.texts(), *(label for label in labels if isinstance(label, str))]
