"""The series on screen: totals, chart and table, its rounds' screens, and the score sheet."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.core.sheet import dumps, loads
from companion.screens.figures import Curve
from companion.screens.speech import Person
from companion.screens.spreadsheet import spreadsheet
from companion.ui.parts.series_figures import Scale, spread_out
from companion.words import ENGLISH
from tests.desks import Desk
from tests.layout.boxes import Size
from tests.layout.screen import Rect, name_of, screen
from tests.screens.nights import ANN_GOES_OUT, FEW_LEFT, night
from tests.ui.headless import Headless, opened
from tests.ui.screen_states import having, recorded

SERIES = "/series/1"
MONITOR = (1180, 820)
BOB = Person("Bob", "Bob", "B", 0)


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.adopt(night(ANN_GOES_OUT, FEW_LEFT).log)
    return desk


async def test_a_name_that_is_being_written_survives_a_turn_of_the_device(desk: Desk) -> None:
    async with opened(desk, SERIES) as app:
        await app.tap("series-more")
        await app.enter_text("series-name", "Porch")
        await app.resize(1180, 820)
        await app.tap("rename-series")
    assert desk.night.series.name == "Porch"


async def test_a_series_is_called_something_else(desk: Desk) -> None:
    async with opened(desk, "/table/series") as app:
        await app.tap("series-more")
        assert app.rests("rename-series")
        await app.enter_text("series-name", "  Porch   night ")
        await app.tap("rename-series")
        assert desk.night.series.name == "Porch night"
        assert desk.archive.catalogue.entries[0].name == "Porch night"
        await app.enter_text("series-name", "")
        assert app.rests("rename-series")


async def test_no_letter_is_lost_that_was_written_just_before_the_tap(desk: Desk) -> None:
    async with opened(desk, "/table/series") as app:
        await app.tap("series-more")
        await app.enter_text("series-name", "Porc")
        app.write_at_once("series-name", "Porch")
        await app.tap("rename-series")
    assert desk.night.series.name == "Porch"


async def test_chart_and_table_count_what_is_tapped(desk: Desk) -> None:
    async with opened(desk, SERIES) as app:
        await app.tap("show-cards")
        assert (app.text("total-cards-Ann"), app.has("chart")) == ("46", True)
        await app.tap("show-chips")
        assert app.text("total-chips-Ann") == "+5"
        await app.tap("show-points")
        assert app.has("total-points-Ann")


@pytest.mark.parametrize("base", [SERIES, "/table/1/series", "/table/1/over/series"])
async def test_a_round_opens_its_turns(base: str, desk: Desk) -> None:
    async with opened(desk, base) as app:
        await app.tap("round-1")
        assert app.page.route == f"{base}/turns/1"
        assert app.has(
            "Round\N{NO-BREAK SPACE}1 · 4\N{NO-BREAK SPACE}turns · 1\N{NO-BREAK SPACE}pass"
        )
        await app.tap("back")
        assert app.page.route == base


async def test_cards_left_are_one_tap_away(desk: Desk) -> None:
    async with opened(desk, SERIES) as app:
        await app.tap("round-1-cards")
        assert app.page.route == f"{SERIES}/cards/1"
        assert app.has("reveal-7C")


async def test_a_long_series_shows_its_last_rounds_first(desk: Desk) -> None:
    number = desk.adopt(night(*[FEW_LEFT] * 14, rules="bicycle target=0").log)
    async with opened(desk, f"/series/{number}") as app:
        assert app.has("round-3")
        assert not app.has("round-2")
        await app.tap("all-rounds")
        assert app.has("round-1")
        assert not app.has("all-rounds")


FILES: dict[str, Callable[[Desk], str]] = {
    "export fantan": lambda desk: dumps(desk.night.log),
    "export-csv csv": lambda desk: spreadsheet(desk.night.series, ENGLISH),
}


@pytest.mark.parametrize(("saved_as", "content"), FILES.items(), ids=FILES)
async def test_a_file_is_saved(saved_as: str, content: Callable[[Desk], str], desk: Desk) -> None:
    save, ending = saved_as.split()
    async with opened(desk, SERIES) as app:
        await app.tap("series-more")
        assert not app.has("taken-along")
        await app.tap(save)
        asked = app.sent("save_file")[0]
        assert asked["file_name"] in app.text("taken-along")
    assert asked["file_name"] == f"Friday night 2026-11-20.{ending}"
    assert asked["src_bytes"].decode("utf-8-sig") == content(desk)


async def test_the_score_sheet_is_copied(desk: Desk) -> None:
    async with opened(desk, SERIES) as app:
        await app.tap("series-more")
        assert not app.has("taken-along")
        await app.tap("copy-sheet")
        copied = next(args for kind, _, args in app.invoked if kind == "Clipboard")
        assert app.text("taken-along")

    assert loads(next(iter(copied.values()))).series == desk.night.series


@pytest.mark.parametrize(
    ("totals", "target", "expected"),
    [
        pytest.param((0, 3, 5), 0, (0, 5, 1), id="few points"),
        pytest.param((0, 21, 67), 100, (0, 100, 20), id="up to the target"),
        pytest.param((0, -27, 52), 0, (-40, 60, 20), id="chips both ways"),
        pytest.param((0, 0), 0, (0, 1, 1), id="nothing yet"),
    ],
)
def test_the_scale(totals: tuple[int, ...], target: int, expected: tuple[int, int, int]) -> None:
    scale = Scale.over([Curve(BOB, totals)], target, 300)
    assert (scale.low, scale.high, scale.step) == expected


def test_the_scale_reaches_to_the_last_round_of_whoever_joined_late() -> None:
    late = Curve(BOB, (3, 5), begins=2)
    assert Scale.over([Curve(BOB, (0, 0, 0)), late], 0, 300).rounds == 3


@pytest.mark.parametrize(
    "middles",
    [
        pytest.param([50, 50, 50], id="all equal"),
        pytest.param([205, 206, 207], id="at the foot"),
        pytest.param([0.0] * 10, id="ten players"),
    ],
)
def test_initials_at_the_ends_of_lines_do_not_cover_each_other(middles: list[float]) -> None:
    placed = spread_out(middles)
    assert all(below - above >= 20 for above, below in pairwise(placed))
    assert placed[0] >= 10
    assert placed[-1] <= 226


async def test_initials_above_the_rounds_stand_in_one_line(desk: Desk) -> None:
    having(recorded("people_join_and_leave", renamed=False))(desk)
    async with opened(desk, "/series/2") as app:
        tops = {placed[name].top for placed in [await drawn(app)] for name in ("Ana", "Ben", "Eve")}
    assert len(tops) == 1


async def drawn(app: Headless) -> dict[str, Rect]:
    """Return the places of all controls with an identifier, scrolled to the top."""
    size = Size(*MONITOR)
    await app.resize(*MONITOR)
    return {name_of(one.node): one.place for one in screen(app.tree.root, size)}
