"""Every screen in the invented language: no text is outside its marks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.judge import judge
from companion.core.sheet import loads
from companion.ui.drawing import _OF_A_SERIES, ALONE
from companion.ui.routes import table_path
from companion.ui.screens import main_for
from companion.words import LANGUAGES
from tests.desks import Desk, begin, desk_in
from tests.places import RECORDS
from tests.ui.client_tree import ClientTree
from tests.ui.headless import Headless
from tests.words import marks

SIZES = {"phone": (360, 740), "phone on its side": (844, 390), "tablet": (1180, 820)}
EVENINGS = (
    *("friday_night", "series_over", "several_sevens_per_pass"),
    *("in_play_all_passed", "people_join_and_leave", "unknown_holder_not_shown"),
)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    marks.speak(monkeypatch)
    with desk_in(tmp_path) as opened:
        yield opened


def names(desk: Desk) -> list[str]:
    """Return the names of people, series and payments."""
    own = [*LANGUAGES.values(), ".fantan", ".zip"]
    for entry in desk.archive.catalogue.entries:
        own += [entry.name, *entry.players]
    if desk.archive.catalogue.entries:
        series = desk.night.series
        notes = (paid.note for round_ in series.rounds for paid in round_.decisions.payments)
        own += [*(player.name for player in series.players), *notes]
    return own


def strange(app: Headless, known: list[str]) -> list[str]:
    """Return the shown texts with words that are no name and come from no catalogue."""
    return [shown for shown in marks.read(app.tree) if marks.foreign(shown, known)]


def of_the_table(desk: Desk) -> list[str]:
    """Return the paths of all screens that can be opened on the table now."""
    table, rulings = table_path(desk.night.number), judge(desk.night.round).rulings
    paths = [f"{table}/{name}" for name in _OF_A_SERIES if name not in {"table", "verdict"}]
    passes = {ruling.verdict: f"{table}/turns/verdict/{ruling.turn}" for ruling in rulings}
    return [table, *paths, *passes.values()]


async def strange_by_screen(desk: Desk, size: tuple[float, float]) -> dict[str, list[str]]:
    """Return the strange texts by screen of the series on the desk."""
    known, found = names(desk), dict[str, list[str]]()
    async with Headless(main_for(desk.archive), route="/", size=size) as app:
        for path in of_the_table(desk):
            await app.go(path)
            found[path] = strange(app, known)
            assert not app.has("broken")
    return {path: words for path, words in found.items() if words}


def take_back(desk: Desk, part: float) -> None:
    """Undo some of the steps of the series on the desk."""
    for _ in range(int(len(desk.night.log.steps) * part)):
        desk.undo()


@pytest.mark.parametrize("evening", EVENINGS)
async def test_all_screens_of_an_evening(evening: str, desk: Desk) -> None:
    desk.adopt(loads((RECORDS / f"{evening}.fantan").read_text("utf-8")))
    assert await strange_by_screen(desk, SIZES["phone"]) == {}


@pytest.mark.parametrize("size", list(SIZES)[1:])
async def test_all_screens_at_other_sizes(size: str, desk: Desk) -> None:
    desk.adopt(loads((RECORDS / "friday_night.fantan").read_text("utf-8")))
    assert await strange_by_screen(desk, SIZES[size]) == {}
    take_back(desk, 0.4)
    assert await strange_by_screen(desk, SIZES[size]) == {}


@pytest.mark.parametrize("known", [False, True], ids=["the first start", "with earlier evenings"])
@pytest.mark.parametrize("size", SIZES)
async def test_all_screens_beside_the_table(size: str, desk: Desk, *, known: bool) -> None:
    for evening in EVENINGS[:3] if known else ():
        desk.adopt(loads((RECORDS / f"{evening}.fantan").read_text("utf-8")))
    async with Headless(main_for(desk.archive), route="/", size=SIZES[size]) as app:
        for path in ("/", *(f"/{name}" for name in ALONE)):
            await app.go(path)
            assert strange(app, names(desk)) == [], path


async def test_a_new_series_filled_in(desk: Desk) -> None:
    players = ["Ann", "ann", "Cem", "Dee"]
    async with Headless(main_for(desk.archive), route="/new") as app:
        for number, name in enumerate(players, 1):
            await app.enter_text(f"player-name-{number}", name)
            assert strange(app, players) == []
        seats, rules = ("dealer-cut", "change-seats"), ("all-presets", "preset-five-or-nine")
        for tap in (*seats, *rules, "change-rules"):
            await app.tap(tap)
            assert strange(app, players) == [], tap
        await app.tap("start-series")
        assert strange(app, [*players, *names(desk)]) == []


SHEETS = {
    "without a round": "fantan 1\nseries Friday\n",
    "without a beginning": "no sheet at all",
    "with rules that cannot be": "fantan 1\nrules pagat ante=lots\n",
    "with a turn that cannot be": "fantan 1\nround 1\ndealer Ben\n  Ann Ben\n 1 8C .\n",
    "with checks that do not hold": (
        "fantan 1\nround 1\ndealer Ben\n  Ann Ben\n 1 7C --\n= pot 77\n= chips Ann +9\n"
    ),
}


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
async def test_a_sheet_looked_at(sheet: str, desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/import") as app:
        await app.enter_text("import-text", sheet)
        assert strange(app, [sheet, ".fantan", ".zip"]) == []


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
    monkeypatch.setattr("companion.views.at_table.table.subtitle", lambda *_: "Round 1")
    assert table_path(1) in await strange_by_screen(desk, SIZES["phone"])
