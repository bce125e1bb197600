"""The table screen: every control by its name, a tap a turn, and nothing lost by a slip."""

import asyncio
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import flet as ft
import pytest

from companion.core.cards import CARDS, card
from companion.core.rounds.events import HandEntered, Played
from companion.desk.archive import Archive
from companion.desk.commands import play
from companion.desk.ports import at_once
from companion.ui import session
from companion.ui.looks import Tone
from companion.ui.parts.basics.panels import WARNING, notice
from companion.ui.parts.basics.touch import RING_KEY
from companion.ui.screens import main_for
from storage.store import FolderStore
from tests.desks import FRIDAY, Desk, begin, desk_in, turns
from tests.layout.boxes import Size, body
from tests.layout.screen import Placed, screen
from tests.screens.nights import cards_of
from tests.ui.client_tree import Node
from tests.ui.headless import Headless, Small, Unhurried, opened
from tests.ui.screen_states import disk_full

SIZES = ((360, 640), (390, 844), (844, 390), (820, 1180), (820, 1366), (1180, 820), (1920, 1080))
FELT_PIECES = 1
"""Of the mat: its round ends, and what is between them."""
NAMES = "pass undo redo turns layout-menu enter-hand more turn-of pot"
HAND = "7C AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC QH 6D KH"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night")
    return desk


def table(desk: Desk, size: tuple[float, float] = (390, 844)) -> Headless:
    return opened(desk, "/table", size=size)


async def test_in_large_text_all_who_may_have_laid_a_card_are_in_sight(desk: Desk) -> None:
    begin(desk, "Friday night", "Ann Ben Cem Dee", rules="shichinarabe")
    async with opened(desk, "/table", size=(844, 390), language="de") as app:
        await app.write_at(2)
        assert len(app.places("lead-", scale=2, whole=True)) == 4


@pytest.mark.parametrize(
    "size", [(360, 740), (844, 390), (1180, 820)], ids=["phone", "phone on its side", "tablet"]
)
async def test_every_control_has_its_name(desk: Desk, size: tuple[float, float]) -> None:
    async with table(desk, size) as app:
        names = NAMES.split()
        for who in ("Ann", "Ben", "Cem"):
            names += [f"chips-{who}", f"cards-{who}", f"points-{who}"]
        names += [f"play-7{suit}" for suit in "CDHS"]
        assert [name for name in names if not app.has(name)] == []
        await app.tap("play-7H")
        assert app.has("card-7H")
        assert not app.has("play-7H")
        assert app.has("play-8H")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1180, 820)], ids=str)
async def test_a_ring_does_not_shine_through(desk: Desk, size: tuple[float, float]) -> None:
    async with table(desk, size) as app:
        shown = list(app.tree.below(app.find("seat-Ann")))
        ring = next(place for place, node in enumerate(shown) if node.get("key") == RING_KEY)
        face = next(node for node in shown[ring + 1 :] if node["_c"] == "Container")
        assert face["bgcolor"]


async def test_a_pile_shows_its_top_card_and_no_sign_to_be_explained(desk: Desk) -> None:
    async with table(desk) as app:
        for code in ("7H", "8H", "9H"):
            await app.tap(f"play-{code}")
        assert app.find("card-9H")["label"] == "9 of hearts"
        drawn = [node["value"] for node in app.tree.below(app.find("card-9H")) if "value" in node]
        assert drawn == ["9\n♥"]


COPIES = {
    "a copy": (True, FRIDAY, [True, False]),
    "a copy after midnight": (True, FRIDAY + timedelta(1), [True, False]),
    "a copy of an earlier evening": (True, FRIDAY + timedelta(2), [False, False]),
    "no copy": (False, FRIDAY, [False, False]),
}


@pytest.mark.parametrize(("is_copy", "today", "told"), COPIES.values(), ids=COPIES)
async def test_the_first_own_step_on_a_copy_of_a_shared_table_is_explained(
    tmp_path: Path, today: date, told: list[bool], *, is_copy: bool
) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night")
        assert desk.do(play(card("7D"))) is None
    with closing(FolderStore(tmp_path)) as store:
        of_room = frozenset(store.ids().values()) if is_copy else frozenset[str]()
        archive = Archive(store, lambda: today, at_once, of_room=of_room)
        async with Headless(main_for(archive), route="/table") as app:
            for again in ("undo", "redo"):
                await app.tap(again)
                assert not app.has("notice")
            shown = list[bool]()
            for code in ("7H", "8H"):
                await app.tap(f"play-{code}")
                shown.append(app.has("notice"))
            assert shown == told


async def test_passing_anyway_is_meant_for_the_table_that_was_seen(desk: Desk) -> None:
    desk.record(HandEntered(1, cards_of(HAND)))
    async with Unhurried(main_for(desk.archive), route="/table") as app:
        await app.tap("pass")
        button = app.finger_on("pass-yes")
        desk.record(Played(1, card("7C")))
        await app.settle()
        await button()
        assert app.has("notice")
    assert turns(desk) == ["7C"]


async def test_who_holds_the_opening_card_is_one_tap(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night", rules="fwend")
        async with table(desk) as app:
            assert app.due == ""
            await app.tap("lead-Cem")
            assert turns(desk) == ["7H"]
            assert app.due == "Ann"


async def test_a_tapped_card_shows_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = hold_frames(monkeypatch)
    async with table(desk) as app:
        due = app.text("turn-of")
        await app.tap("play-7H")
        assert (app.has("card-7H"), app.text("turn-of")) == (True, due)
        assert (app.has("play-7H"), app.has("play-8H")) == (False, True)
        shown.set()
        await app.until(lambda: app.text("turn-of") != due)


async def test_a_laid_card_is_named_where_it_is_on_top_of_its_pile(desk: Desk) -> None:
    async with table(desk) as app:
        hearts = ("7H", "8H", "9H")
        await app.tap(*(f"play-{card}" for card in hearts))
        assert [name for name in hearts if app.has(f"card-{name}")] == ["7H", "9H"]
        await app.tap("undo")
        assert [name for name in hearts if app.has(f"card-{name}")] == ["7H", "8H"]


async def test_a_rim_shows_where_the_last_card_was_laid(desk: Desk) -> None:
    async with table(desk) as app:
        assert not app.has("rim")
        for code in ("7H", "7S"):
            await app.tap(f"play-{code}")
            seven, rim = drawn(app.find(code)), app.find("rim")
            assert (rim["left"], rim["top"]) == (seven["left"], seven["top"])
        await app.tap("undo", "undo")
        assert not app.has("rim")


async def test_a_pass_undone_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(desk) as app:
        await app.tap("play-7H")
        due = app.text("turn-of")
        shown = hold_frames(monkeypatch)
        await app.tap("pass")
        assert app.text("turn-of") != due
        await app.tap("undo")
        shown.set()
        await app.settle()
        assert (app.text("turn-of"), app.due) == (due, "Cem")


async def test_places_show_where_no_card_does(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = hold_frames(monkeypatch)
    async with table(desk, (1180, 820)) as app:
        assert len(ranks_of_places(app)) == len(CARDS) - 4
        await app.tap("play-7H")
        assert len(ranks_of_places(app)) == len(CARDS) - 4
        shown.set()
        await app.until(lambda: len(ranks_of_places(app)) == len(CARDS) - 6)
        await app.tap("undo")
        await app.until(lambda: len(ranks_of_places(app)) == len(CARDS) - 4)


async def test_a_smaller_pack_has_a_place_for_each_of_its_cards(desk: Desk) -> None:
    begin(desk, "Pack of 36", rules="bicycle pack=36")
    async with table(desk, (1180, 820)) as app:
        assert len(ranks_of_places(app)) == 36 - 4
        assert set(ranks_of_places(app)) == {"A", "6", "8", "9", "10", "J", "Q", "K"}
        assert len(cards_on(app)) == 36


async def test_an_empty_place_answers_a_tap_until_the_table_changes(desk: Desk) -> None:
    async with table(desk) as app:
        await app.tap("play-7H")
        says = app.find("why-not-9H")["label"]
        await app.tap("why-not-9H")
        assert app.text("notice") == f"{says} Close"
        assert Tone.WARNING not in grounds_of(app, "notice")
        await app.tap("play-8H")
        assert not app.has("notice")

        assert not app.has("why-not-9H")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1180, 820)])
async def test_a_laid_card_leads_to_the_repair_of_its_turn(
    desk: Desk, size: tuple[int, int]
) -> None:
    async with table(desk, size) as app:
        await app.tap("play-7H", "pass", "play-8H")
        await app.tap("card-8H")
        assert {"Ann", "8♥", "3"} <= set(app.text("notice").split())
        await app.tap("card-7H", "notice-repair")
        assert app.page.route.endswith("/turns/repair/1")


@pytest.mark.usefixtures("_bouncing")
async def test_a_finger_that_bounces_asks_nothing_of_the_card_it_laid(desk: Desk) -> None:
    async with table(desk, (1180, 820)) as app:
        await app.tap("play-7H", "card-7H")
        assert not app.has("notice")


async def test_a_refusal_has_a_look_of_its_own(desk: Desk) -> None:
    async with table(desk) as app:
        disk_full(app, desk)
        await app.tap("play-7H")
        assert Tone.WARNING in grounds_of(app, "notice")


def grounds_of(app: Headless, name: str) -> list[str]:
    """Return the colours of the grounds in the control."""
    return [node["bgcolor"] for node in app.tree.below(app.find(name)) if "bgcolor" in node]


def hold_frames(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let the client show no frame until the event is set."""
    shown = asyncio.Event()
    monkeypatch.setattr(session, "shown_frames", shown.wait)
    return shown


def ranks_of_places(app: Headless) -> list[str]:
    """Return the ranks in the places without a card."""
    shapes = drawn(app.find("places"))["content"]["shapes"]
    return [rank for found in shapes if found["_c"] == "Text" for rank in found["value"].split()]


def drawn(component: Node) -> Node:
    shown = body(component)
    assert shown
    return shown


def cards_on(app: Headless) -> dict[str, Node]:
    """Return every card on the client's board, laid or not."""
    suits = [drawn(found) for found in app.find("board")["controls"] if found["key"] in "SHDC"]
    return {card["key"]: deepcopy(drawn(card)) for suit in suits for card in suit["controls"]}


async def test_a_tap_leaves_all_other_cards_as_they_are(desk: Desk) -> None:
    async with table(desk) as app:
        await app.tap("play-7H")
        before = cards_on(app)
        await app.tap("play-8H")
        after = cards_on(app)
        assert len(after) == len(CARDS)
        assert {code for code in after if after[code] != before[code]} == {"8H"}


@pytest.mark.parametrize("across", ["rows", "columns"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_all_begin_on_a_whole_pixel(desk: Desk, size: tuple[int, int], across: str) -> None:
    async with table(desk, size) as app:
        if across == "columns":
            await app.tap("layout-menu", "suits")
        for code in ("7H", "8H", "7S"):
            await app.tap(f"play-{code}")
            laid = screen(app.tree.root, Size(*size))
            felt, cards = list(filter(_is_felt, laid)), list(filter(_is_on_the_board, laid))
            assert len(felt) == FELT_PIECES
            assert len(cards) > len(CARDS)
            corners = {(found.place.left, found.place.top) for found in (*felt, *cards)}
            assert {part % 1 for corner in corners for part in corner} == {0}


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["upright", "on its side"])
async def test_the_layout_stays_until_the_app_hears_that_the_phone_was_turned(
    desk: Desk, size: tuple[int, int]
) -> None:
    wide, high = size
    async with table(desk, size) as app:
        (felt,) = filter(_is_felt, screen(app.tree.root, Size(wide, high)))
        (turned,) = filter(_is_felt, screen(app.tree.root, Size(high, wide)))
    assert turned.place == felt.place
    assert min(turned.seen.wide, turned.seen.high) > 90


def _is_felt(found: Placed) -> bool:
    return bool(found.node.get("bgcolor") == Tone.FELT.value)


def _is_on_the_board(found: Placed) -> bool:
    return any(box.node.get("key") == "board" for box in found.around)


async def test_closing_a_run_leaves_the_boards_order_as_it_is(desk: Desk) -> None:
    async with table(desk) as app:
        for code in ("7H", "8H", "9H", "10H", "JH", "QH"):
            await app.tap(f"play-{code}")
        before = [found["key"] for found in app.find("board")["controls"]]
        assert not app.has("shut-H-4")
        await app.tap("play-KH")
        assert app.has("shut-H-4")
        assert [found["key"] for found in app.find("board")["controls"]] == before


async def test_columns_are_not_offered_where_they_have_no_room(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night", "Ann Ben Cem Dee Eve Fay Gus")
        async with table(desk, (360, 640)) as app:
            await app.tap("layout-menu")
            assert app.rests("suits")
            await app.resize(360, 740)
            await app.tap("suits", "layout-menu")
            assert not app.rests("suits")


async def test_who_is_due_shows_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(desk) as app:
        await app.tap("play-7H")
        await app.until(lambda: app.has("happened"))
        played = app.text("happened")
        shown = hold_frames(monkeypatch)
        await app.tap("pass")
        assert "Ann" in app.text("turn-of")
        assert app.text("happened") == played
        shown.set()
        await app.until(lambda: app.text("happened") != played)
        passed = app.text("happened")
        shown.clear()
        await app.tap("undo")
        assert "Cem" in app.text("turn-of")
        assert app.text("happened") == passed
        shown.set()
        await app.until(lambda: app.has("news") and not app.has("happened"))


async def test_what_another_device_laid_lies_there_when_the_table_shows_again(desk: Desk) -> None:
    async with table(desk) as one, opened(desk, "/table", hub=one.pubsubhub) as other:
        await other.tap("turns")
        await one.tap("play-7H")
        await other.settle()
        await other.tap("back")
        assert other.has("card-7H")
        assert not other.has("play-7H")


async def test_a_notice_that_scrolls_is_shown_once() -> None:
    async def main(page: ft.Page) -> None:
        page.add(notice("Many words.", look=replace(WARNING, height=68)))

    async with Small(main) as app:
        assert app.text("notice") == "Many words."
        columns = [found for found in app.tree.below(app.find("notice")) if found["_c"] == "Column"]
        assert [found["scroll"] for found in columns] == ["auto"]
