"""Every screen in the invented language: no text is outside its marks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ui.screens import main_for
from companion.words import LANGUAGES
from tests.cases import cases
from tests.desks import Desk, begin, desk_in
from tests.ui.client_tree import ClientTree
from tests.ui.every_screen.test_fits import OFTEN_SEEN
from tests.ui.headless import Headless
from tests.ui.screen_states import STATES, State, Step
from tests.words import marks


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    marks.speak(monkeypatch)
    with desk_in(tmp_path) as opened:
        yield opened


def names(desk: Desk, *steps: Step) -> list[str]:
    """Return the names of people, series, rules and payments, and what is written in the steps."""
    own = [
        *LANGUAGES.values(),
        *"ABCD",
        ".fantan",
        ".zip",
        ".csv",
        ".json",
        "Ein Bild vom Abend im Löwen.png",
    ]
    own += [step[1] for step in steps if isinstance(step, tuple)]
    for entry in (*desk.archive.catalogue.entries, *desk.archive.catalogue.removed):
        own += [entry.name, *entry.players]
        letters = [(word[0], word[1:]) for name in entry.players for word in name.split()]
        own += [f"{first}{letter}" for first, others in letters for letter in others]  # a mark
    if desk.archive.catalogue.entries:
        series, company = desk.night.series, desk.night.company
        notes = (paid.note for round_ in series.rounds for paid in round_.decisions.payments)
        own += [*(player.name for player in series.players), *notes]
        words = [word for player in series.players for word in player.name.split()]
        own += [word[:size] for word in words for size in range(1, len(word) + 1)]  # cut short
        own += [company.invitation, company.code] if company else []
    return own


def strange(app: Headless, known: list[str]) -> list[str]:
    """Return the shown texts with words that are no name and come from no catalogue."""
    return [shown for shown in marks.read(app.tree) if marks.foreign(shown, known)]


@pytest.mark.parametrize("state", STATES, ids=str)
async def test_all_words_come_from_a_catalogue(state: State, desk: Desk) -> None:
    state.fill(desk)
    async with Headless(main_for(desk.archive), route=state.path) as app:
        await state.bring_about(app, desk)
        known = names(desk, *state.steps)
        assert strange(app, known) == []
        if state.path.startswith("/table") or str(state) in OFTEN_SEEN:
            await app.resize(1180, 820)
            assert strange(app, known) == []


SHEETS = {
    "without a round": "fantan 1\nseries Friday\n",
    "without a beginning": "no sheet at all",
    "with rules that cannot be": "fantan 1\nrules pagat ante=lots\n",
    "with a turn that cannot be": "fantan 1\nround 1\ndealer Ben\n  Ann Ben\n 1 8C .\n",
    "with checks that do not hold": (
        "fantan 1\nround 1\ndealer Ben\n  Ann Ben\n 1 7C --\n= pot 77\n= chips Ann +9\n"
    ),
}


@cases("sheet", SHEETS)
async def test_a_sheet_looked_at(sheet: str, desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/import") as app:
        await app.enter_text("import-text", sheet)
        assert strange(app, [sheet, ".fantan", ".zip", ".csv", ".json"]) == []


# --- The marks themselves ---


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ("⟦Play ⟪⟦⟪10⟫ of ⟪⟦hearts⟧⟫⟧⟫⟧", []),
        ("⟦Undo⟧ · 7♥", []),
        ("⟦⟪Ann⟫ pays ⟪Ben⟫⟧, ⟦⟪4⟫ chips⟧", []),
        ("A\u2009♠", []),
        ("B", []),
        ("Undo", ["Undo"]),
        ("⟦Undo⟧ now", ["now"]),
        ("⟦⟪Ann⟫ pays ⟪the pot⟫⟧", ["the", "pot"]),
        ("⟦Line ⟪⟦⟪3⟫: ⟪bad card⟫⟧⟫⟧", ["bad", "card"]),
        ("Cem", ["Cem"]),
    ],
)
def test_only_what_is_marked_or_a_name_is_known(shown: str, words: list[str]) -> None:
    assert marks.foreign(shown, ["Ann", "Ben"]) == words


def test_everything_read_is_looked_at() -> None:
    tree = ClientTree(
        {
            "_c": "Page",
            "title": "a",
            "views": [
                {"_c": "Text", "value": "b", "tooltip": {"_c": "Tooltip", "message": "c"}},
                {"_c": "Semantics", "label": "d", "identifier": "no", "content": {"_c": "Text"}},
                {"_c": "TextField", "value": "no", "hint_text": "e"},
                {"_c": "Container", "visible": False, "content": {"_c": "Text", "value": "no"}},
            ],
        }
    )
    assert list(marks.read(tree)) == ["a", "b", "c", "d", "e"]


async def test_a_loose_word_shown_is_found(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(desk, "Friday night")
    monkeypatch.setattr("companion.screens.table.subtitle", lambda *_: "Round 1")
    async with Headless(main_for(desk.archive), route="/table") as app:
        assert strange(app, names(desk)) == ["Round 1"]
