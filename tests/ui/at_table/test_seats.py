"""The seats of the table: their content, and kept parts equal to newly drawn parts."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import flet as ft
import pytest

from companion.desk.archive import Archive
from companion.screens.table import SeatView
from companion.ui.component import component, keyed, use_state
from companion.ui.device import Device
from companion.ui.looks import Tone
from companion.ui.parts.table.seat_tiles import SeatTile, Tile
from companion.ui.session import Session
from companion.ui.shown import DeviceState
from companion.words import offered
from tests.desks import desk_in
from tests.ui.headless import Small

State = tuple[str, SeatView]
"""A language and a seat."""

TILES = [*Tile]
ANN = SeatView(
    handle="Ann",
    name="Ann",
    title="Ann",
    short="Ann",
    initial="A",
    tint=0,
    cards=5,
    chips=-3,
    chips_text="−3",
    points=7,
    dealer=False,
    to_play=False,
    place=0,
    says="Ann",
)
SEATS = (
    ANN,
    replace(ANN, to_play=True),
    replace(ANN, to_play=True, dealer=True, says="Ann deals"),
    replace(ANN, cards=1, chips=1, chips_text="+1"),
    replace(ANN, cards=1, chips=0, chips_text="0", points=1),
    replace(ANN, points=None),
    ANN,
    replace(ANN, cards=0, place=2),
    replace(ANN, name="Anna", says="Anna"),
    replace(ANN, tint=3),
)
STATES = tuple((language, seat) for language in ("en", "de", "en") for seat in SEATS)


@component
def Seat(tile: Tile, states: tuple[State, ...], sessions: dict[str, Session]) -> ft.Control:
    """A seat, and a button that brings the seat into its next state; one session a language."""
    at, set_at = use_state(0)
    language, seat = states[at]
    after = ft.Button("Next", on_click=lambda: set_at(at + 1), key="next")
    return ft.Column([keyed("drawn", SeatTile, sessions[language], seat, tile, 1.0), after])


def session_in(language: str, page: ft.Page, archive: Archive) -> Session:
    return Session(page, archive, Device(page), shown=DeviceState(language=language))


def seated(tile: Tile, *states: State) -> Small:
    async def main(page: ft.Page) -> None:
        with TemporaryDirectory() as folder, desk_in(Path(folder)) as desk:
            sessions = {code: session_in(code, page, desk.archive) for code in offered()}
        page.render(Seat, tile, states, sessions)

    return Small(main)


def plain(node: Any) -> Any:
    """Return the control as shown, without Flet's numbers and unset properties."""
    if isinstance(node, dict):
        inside = {key: plain(node[key]) for key in node.keys() - {"_i", "_internals"}}
        return {key: value for key, value in inside.items() if value or value == ""}
    return [plain(item) for item in node] if isinstance(node, list) else node


def ground(app: Small) -> dict[str, Any]:
    """Return the container that bears the tile's ground and rim."""
    found = (control for control in app.tree.below(app.find("drawn")) if "padding" in control)
    return next(found)


def beside_name(app: Small) -> list[Any]:
    """Return the name and everything beside the name."""
    rows = (
        control["controls"]
        for control in app.tree.below(app.find("drawn"))
        if control["_c"] == "Row"
    )
    return next(row for row in rows if any(control.get("value") == ANN.name for control in row))


@pytest.fixture
def small_heap() -> Iterator[None]:
    """Keep existing objects out of the garbage collector's searches."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("small_heap")
@pytest.mark.parametrize("tile", TILES)
async def test_a_seat_that_changed_is_as_good_as_new(tile: Tile) -> None:
    async with seated(tile, *STATES) as app:
        for number, state in enumerate(STATES):
            if number:
                await app.tap("next")
            gc.collect()
            async with seated(tile, state) as new:
                assert plain(app.find("drawn")) == plain(new.find("drawn")), state


@pytest.mark.parametrize("tile", TILES)
async def test_a_seat_tells_all_of_it_and_then_the_numbers_alone(tile: Tile) -> None:
    ann = replace(ANN, place=2, says="all of Ann")
    async with seated(tile, ("en", ann)) as app:
        assert sorted(app.text("drawn").split()) == sorted(["all", "of", "Ann", "5", "−3", "7"])
        numbers = [app.text(f"{what}-Ann") for what in ("cards", "chips", "points")]
        assert numbers == ["5", "−3", "7"]


@pytest.mark.parametrize("tile", TILES)
async def test_a_rim_takes_its_width_off_the_padding(tile: Tile) -> None:
    async with seated(tile, ("en", ANN), ("en", replace(ANN, to_play=True))) as app:
        before = dict(ground(app)["padding"])
        await app.tap("next")
        now = ground(app)
        for side in ("left", "top", "right", "bottom"):
            assert now["padding"][side] + now["border"][side]["width"] == before[side]


@pytest.mark.parametrize("tile", TILES)
async def test_an_arrow_stands_before_the_name_of_who_is_due_unless_slim(tile: Tile) -> None:
    async with seated(tile, ("en", ANN), ("en", replace(ANN, to_play=True)), ("en", ANN)) as app:
        seen = []
        for following in (True, True, False):
            seen.append([(control["_c"], control["_i"]) for control in beside_name(app)])
            if following:
                await app.tap("next")
        due = ["Text"] if tile is Tile.SLIM else ["Icon", "Text"]
        assert [[kind for kind, _ in row] for row in seen] == [["Text"], due, ["Text"]]
        assert len({row[-1] for row in seen}) == 1


@pytest.mark.parametrize("tile", TILES)
async def test_the_place_of_who_is_out_shows(tile: Tile) -> None:
    out = replace(ANN, place=2)
    async with seated(tile, ("en", ANN), ("en", out)) as app:
        assert "2" not in "".join(app.tree.texts(app.find("drawn")))
        await app.tap("next")
        assert "2" in "".join(app.tree.texts(app.find("drawn")))


@pytest.mark.parametrize(
    ("chips", "tone"), [(1, Tone.FELT_GAIN), (0, Tone.FELT_MUTED), (-1, Tone.FELT_LOSS)]
)
async def test_chips_won_and_lost_have_colours(chips: int, tone: ft.Colors) -> None:
    async with seated(Tile.BROAD, ("en", replace(ANN, chips=chips))) as app:
        (shown,) = (node for node in app.tree.below(app.find("chips-Ann")) if "value" in node)
        assert shown["color"] == tone.value


@pytest.mark.parametrize("tile", TILES)
async def test_cards_left_are_the_largest_figure(tile: Tile) -> None:
    async with seated(tile, ("en", ANN)) as app:
        texts = [node for node in app.tree.below(app.find("drawn")) if "value" in node]
        assert max(texts, key=lambda node: node["size"])["value"] == "5"
