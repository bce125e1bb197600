"""The home screen leads to the table, to a new series and to the referee."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.core.presets import parse
from companion.desk.archive import Archive
from companion.desk.ports import Finding, Problem, Stored, Trouble, at_once
from companion.ui.screens import main_for
from storage.store import FolderStore
from tests.desks import FRIDAY, Desk, begin, desk_in, turns
from tests.screens.documents import numbers
from tests.screens.nights import ANN_GOES_OUT, night
from tests.ui.headless import Headless, opened


async def test_an_import_does_not_take_over_home(desk: Desk) -> None:
    async with opened(desk) as app:
        begin(desk, "Friday night")
        await app.go("/series/1/table")
        await app.tap("pass")
        begin(desk, "Porch", "Zoe Yve")
        await app.go("/")
        assert any(shown.endswith("Ann, Ben, Cem") for shown in app.texts())
        await app.tap("home-new-series")
        assert "Ann, Ben and Cem" in app.text("same-table")


async def test_how_to_play_is_shown_by_the_usual_rules_with_no_series(desk: Desk) -> None:
    desk.set_usual_rules(parse("fwend"))
    async with opened(desk) as app:
        await app.tap("how-to-play")
        assert "The holder of the 7♥ begins" in app.text("rule-R2")
        await app.tap("change-usual", "preset-pagat", "back")
        assert "above the king" in app.text("rule-R15")


class Newer(FolderStore):
    """A store whose series were all written by a newer version."""

    def load(self, number: int) -> Stored:
        """Load the series for reading only."""
        return replace(super().load(number), sealed=Trouble.NEWER)

    def findings(self) -> tuple[Finding, ...]:
        """Return the finding of the newer version."""
        return (Finding(Problem.SERIES_NEWER, series=1),)


async def test_a_newer_series_is_reported_opens_and_is_not_changed(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night")
    with closing(Newer(tmp_path)) as store:
        archive = Archive(store, lambda: FRIDAY, at_once)
        async with Headless(main_for(archive)) as app:
            assert "by a newer version: it can be looked at" in app.text("finding-1")
            await app.tap("home-resume", "play-7H")
            assert app.due == "Ben"
            assert any("by a newer version" in text for text in app.texts())
    with desk_in(tmp_path) as desk:
        assert turns(desk) == []


async def test_a_further_round_is_in_play_once_it_is_dealt(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk) as app:
        before = [numbers(shown) for shown in app.texts() if shown.endswith("Ann, Ben, Cem")]
        desk.deal(desk.night.series.next_setup())
        await app.settle()
        after = [numbers(shown) for shown in app.texts() if shown.endswith("Ann, Ben, Cem")]
        assert (before, after) == ([[1, 0]], [[2, 0]])
