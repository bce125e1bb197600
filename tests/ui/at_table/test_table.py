"""The table screen: every control by its name, a tap a turn, and nothing lost by a slip."""

import asyncio
from datetime import date, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from companion.core.cards import card
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.decisions import CalledOff
from companion.core.rounds.events.turns import Played
from companion.desk.archive import Archive
from companion.desk.commands import play
from companion.desk.ports import at_once
from companion.ui import session
from companion.ui.looks import Tone
from companion.ui.screens import main_for
from tests.cases import cases
from tests.desks import FRIDAY, Desk, begin, desk_in, turns
from tests.places import store_in
from tests.screens.nights import cards_of
from tests.ui.headless import Headless, Unhurried, opened
from tests.ui.screen_states import disk_full

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


async def test_a_pile_shows_its_top_card_and_no_sign_to_be_explained(app: Headless) -> None:
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


@cases("is_copy, today, told", COPIES)
async def test_the_first_own_step_on_a_copy_of_a_shared_table_is_explained(
    tmp_path: Path, today: date, told: list[bool], *, is_copy: bool
) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night")
        assert desk.do(play(card("7D"))) is None
    with store_in(tmp_path) as store:
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
        await app.closed()
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


async def test_a_pass_undone_at_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    await app.tap("play-7H")
    due = app.text("turn-of")
    shown = hold_frames(monkeypatch)
    await app.tap("pass")
    assert app.text("turn-of") != due
    await app.tap("undo")
    shown.set()
    await app.settle()
    assert (app.text("turn-of"), app.due) == (due, "Cem")


async def test_an_empty_place_answers_a_tap_until_the_table_changes(app: Headless) -> None:
    await app.tap("play-7H")
    says = app.find("why-not-9H")["label"]
    await app.tap("why-not-9H")
    assert app.text("notice") == f"{says} Close"
    assert Tone.WARNING not in grounds_of(app, "notice")
    await app.tap("play-8H")
    assert not app.has("notice")

    assert not app.has("why-not-9H")


@pytest.mark.parametrize("screen", ["hand/3", "mine"])
async def test_a_hand_that_a_turn_stands_against_leads_to_its_repair(
    app: Headless, screen: str
) -> None:
    await app.tap("play-7H")
    await app.go(f"/table/1/{screen}")
    await app.tap("hand-of-Cem", "hand-pick-7H" if screen == "mine" else "pick-7H")
    assert "Turn\N{NO-BREAK SPACE}1" in " ".join(app.texts())
    await app.tap("repair-7H")
    assert app.page.route == "/table/1/turns/repair/1"


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


async def test_a_report_of_the_table_stays_behind_when_the_round_is_over(desk: Desk) -> None:
    store = cast("Any", desk.archive)._store  # noqa: SLF001 - the disk that is full and has room
    save = store.save
    async with table(desk) as app:
        disk_full(app, desk)
        await app.tap("play-7H")
        assert app.has("notice")
        store.save = save
        desk.record(CalledOff())
        await app.settle()
        assert app.page.route.endswith("/over")
        assert not app.has("refusal")


def grounds_of(app: Headless, name: str) -> list[str]:
    """Return the colours of the grounds in the control."""
    return [node["bgcolor"] for node in app.tree.below(app.find(name)) if "bgcolor" in node]


def hold_frames(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let the client show no frame until the event is set."""
    shown = asyncio.Event()
    monkeypatch.setattr(session, "shown_frames", shown.wait)
    return shown


async def test_who_is_due_shows_first(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
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
