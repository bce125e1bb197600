"""Fines on the table: each stays until paid or waived, and moves no card meanwhile."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from companion.core.rounds.events.decisions import FineTicked
from companion.core.rounds.setup import POT
from companion.core.sheet import loads
from companion.screens.table import table as table_of
from companion.words import ENGLISH
from tests.desks import Desk
from tests.screens.nights import TWICE_SHOWN, night
from tests.screens.test_tray import WINNER_TO_COME
from tests.ui.headless import Headless, opened
from tests.ui.screen_states import recorded, shared_with_a_fine

HEAD = "fantan 1\nseries Friday night\ndate 2026-11-20\nrules bicycle\n"
TABLE = """round 1
deal Ann 13 Ben 13 Cem 13 Dee 13
dealer Dee
    Ann Ben Cem Dee
 1  7S  7H  --  8S
 2  6S  8H  --  9S
"""
NEXT = " 3  5S  9H  7D  10S\n"
KEPT_BACK = """round 1
deal Ann 13 Ben 13 Cem 13 Dee 13
dealer Dee
    Ann Ben Cem Dee
 1  --  7H  7S  8S
 2  6S  8H  --  9S
 3  5S  9H  .   .
"""
"""Cem passes at turn 7 and is due."""
ALL_KNOWN = f"{NEXT} 4  6D  8D  9D  .\n"
SIZES = [(360, 640), (844, 390), (1180, 820)]


@asynccontextmanager
async def table(
    desk: Desk, expected: str, size: tuple[float, float] = (390, 844)
) -> AsyncGenerator[Headless]:
    """Return the table, which has a fine."""
    desk.adopt(loads(HEAD + expected))
    async with opened(desk, "/table", size=size) as app:
        if app.has("fines-due"):
            await app.tap("fines-due")
        yield app


def shown(app: Headless) -> list[str]:
    """Return the fines that show."""
    names = (str(node.get("identifier")) for trail in app.tree.trails() for node in trail)
    return sorted({name for name in names if name.startswith("owed-")})


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("tap", "other"), [("paid-6", "paid-3"), ("waive-6", "waive-3")])
async def test_what_is_answered_leaves_and_the_rest_waits(
    desk: Desk, tap: str, other: str, size: tuple[int, int]
) -> None:
    desk.adopt(night(TWICE_SHOWN).log)
    async with opened(desk, "/table", size=size) as app:
        assert shown(app) == ["owed-6"]
        await app.tap(tap)
        assert shown(app) == []
        await app.tap("fines-due")
        assert shown(app) == ["owed-3"]
        await app.tap(other)
        assert shown(app) == []
        assert not app.has("fines-due")
        await app.tap("undo")
        assert (shown(app), app.has("redo")) == ([], True)
        await app.tap("fines-due")
        assert shown(app) == ["owed-3"]


async def test_each_fine_shows_in_turn(desk: Desk) -> None:
    async with table(desk, FOUR) as app:
        seen = [shown(app)]
        for _ in range(4):
            await app.tap("fine-aside")
            assert shown(app) == []
            await app.tap("fines-due")
            seen.append(shown(app))
        assert seen == [[f"owed-{turn}"] for turn in (15, 11, 7, 3, 15)]
        await app.tap("fine-aside")
        assert shown(app) == []


async def test_a_later_part_is_a_fine_of_its_own(desk: Desk) -> None:
    async with table(desk, TABLE + NEXT) as app:
        await app.tap("fine-aside", "fines-due", "paid-3")
        assert ticks(desk) == [FineTicked(3, POT, 3)]
        await app.tap("play-6D")
        if not shown(app):
            await app.tap("fines-due")
        await app.tap("paid-3")
        assert {tick.turn for tick in ticks(desk)} == {3}
        assert len(ticks(desk)) > 1


async def test_where_the_app_keeps_the_chips_nobody_ticks(desk: Desk) -> None:
    desk.adopt(night(TWICE_SHOWN, rules="bicycle chips=app").log)
    async with opened(desk, "/table") as app:
        assert shown(app) == ["owed-6"]
        assert not app.has("paid-6")
        assert not app.has("fines-due")
        aside = app.tree.below(app.find("fine-aside"))
        assert "OK" in [node.get("value") for node in aside], "nothing is put off"
        await app.tap("waive-6")
        assert desk.night.round.decisions.waived == {6}
        assert shown(app) == []


FOUR = f"""{TABLE} 3  5S  9H  --  10S
 4  6H  10H  --  JS
 5  5H  JH  7D .
"""
SMALL = [(360, 740), (740, 360), (844, 390)]


def due(app: Headless) -> tuple[str, float]:
    """Return the words for whose turn it is, and their size."""
    words = next(node for node in app.tree.below(app.find("turn-of")) if node.get("value"))
    return words["value"], words["size"]


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (844, 390), (1180, 820)], ids=str)
async def test_the_news_of_a_phone_come_before_a_fine(desk: Desk, size: tuple[int, int]) -> None:
    shared_with_a_fine(desk)
    async with opened(desk, "/table", size=size) as app:
        assert {"phone-news", "fines-due", "undo", "pass"} <= app.places(whole=True).keys()
        await app.tap("fines-due")
        assert "owed-10" in app.places(whole=True)
        await app.tap("phone-news")
        assert app.page.route == "/table/1/company"


@pytest.mark.parametrize("size", [*SMALL, (1180, 820)], ids=str)
async def test_redo_shows_after_an_undo_alone(desk: Desk, size: tuple[int, int]) -> None:
    desk.adopt(recorded("friday_night", 17))
    async with opened(desk, "/table", size=size) as app:
        assert not app.has("redo")
        await app.tap("undo")
        assert {"redo", "fines-due"} <= app.places(whole=True).keys()
        await app.tap("redo")
        assert len(desk.night.round.turns) == 17
        assert not app.has("redo")


@pytest.mark.parametrize("size", [(360, 740), (844, 390), (1180, 820)], ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_in_large_text_the_answers_are_in_sight_above_the_big_buttons(
    desk: Desk, size: tuple[int, int], language: str
) -> None:
    desk.adopt(loads(HEAD + TABLE + ALL_KNOWN))
    async with opened(desk, "/table", size=size, language=language) as app:
        await app.write_at(2)
        if app.has("fines-due"):
            await app.tap("fines-due")
        places = app.places("paid-", "waive-", "pass", scale=2, whole=True)
        assert len(places) == 3
        assert max(place.bottom for place in places.values()) == places["pass"].bottom


async def test_its_words_lead_to_the_verdict(desk: Desk) -> None:
    desk.adopt(night(TWICE_SHOWN).log)
    async with opened(desk, "/table") as app:
        await app.tap("owed-6")
        assert app.page.route == "/table/1/verdict/6"


CONTROLS = ("play-", "pass", "undo", "turns", "seat-")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_no_news_move_a_card(desk: Desk, size: tuple[int, int]) -> None:
    desk.adopt(loads(HEAD + KEPT_BACK))
    async with opened(desk, "/table", size=size) as app:
        before = app.places(*CONTROLS)
        await app.tap("play-7D")
        after = app.places(*CONTROLS)
        assert shown(app) == ["owed-7"]
        same = before.keys() & after.keys()
        assert {"play-4S", "pass", "seat-Ann"} <= same
        assert {name: after[name] for name in same} == {name: before[name] for name in same}


def ticks(desk: Desk) -> list[FineTicked]:
    return [tick for tick in desk.night.round.decided if isinstance(tick, FineTicked)]


async def test_a_new_fine_is_read_aloud(desk: Desk) -> None:
    desk.adopt(night(WINNER_TO_COME).log)
    async with opened(desk, "/table") as app:
        await app.tap("play-10D")
        (fine,) = table_of(desk.night, ENGLISH).fines.owed
        assert app.find("owed-3")["live_region"]
        assert app.find("owed-3")["label"] == fine.why_label
