"""Fines on the table: each stays until paid or waived, and moves no card meanwhile."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from companion.core.rounds.events import FineTicked
from companion.core.rounds.setup import POT
from companion.core.sheet import loads
from companion.screens import table as tables
from companion.words import ENGLISH
from tests.desks import Desk
from tests.screens.nights import PASS_TOO_MANY, night
from tests.screens.test_tray import WINNER_TO_COME
from tests.ui.headless import Headless, opened

HEAD = "fantan 1\nseries Friday night\ndate 2026-11-20\nrules bicycle\n"
TABLE = """round 1
deal Ann 13 Ben 13 Cem 13 Dee 13
dealer Dee
    Ann Ben Cem Dee
 1  7S  7H  --  8S
 2  6S  8H  --  9S
"""
NEXT = " 3  5S  9H  7D  10S\n"
ALL_KNOWN = f"{NEXT} 4  6D  8D  9D  .\n"
SIZES = [(360, 640), (844, 390), (1180, 820)]


@asynccontextmanager
async def table(
    desk: Desk, expected: str, size: tuple[float, float] = (390, 844)
) -> AsyncGenerator[Headless]:
    """Return the table with all fines shown, although one slip would explain two of them."""
    desk.adopt(loads(HEAD + expected))
    async with opened(desk, "/table", size=size) as app:
        if app.has("fines-wait"):
            await app.tap("fines-wait")
        yield app


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_nobody_is_accused_of_a_slip(desk: Desk, size: tuple[int, int]) -> None:
    desk.adopt(night(PASS_TOO_MANY).log)
    async with opened(desk, "/table", size=size) as app:
        assert app.has("slip-1")
        assert not app.has("owed-4")
        await app.tap("fines-wait")
        assert app.has("owed-4")
        await app.tap("fines-wait", "slip-1")
        assert app.page.route == "/table/1/slip/1"
        await app.tap("repair-apply")
        assert app.page.route == "/table/1"
        assert not app.has("slip-1")
        assert not app.has("owed-4")


async def test_a_tap_on_a_tick_takes_that_one_back_while_another_is_under_way(desk: Desk) -> None:
    async with table(desk, TABLE + ALL_KNOWN) as app:
        await app.tap("play-4S", "paid-3")
        await asyncio.gather(app.tap("paid-7"), app.tap("paid-3"))
        assert {tick.turn for tick in ticks(desk)} == {7}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("tap", ["paid-3", "waive-3"])
async def test_what_is_settled_stays(desk: Desk, tap: str, size: tuple[int, int]) -> None:
    async with table(desk, TABLE + ALL_KNOWN, size) as app:
        before = app.places("owed-")
        if not app.has(tap):
            await app.tap("fine-3")
        await app.tap(tap)
        assert app.places("owed-") == before
        assert app.find(tap)["checked"]
        await app.tap(tap)
        assert (*desk.night.round.decisions.paid, *desk.night.round.decisions.waived) == ()
        assert app.places("owed-") == before


async def test_a_later_part_waits_for_a_tick_of_its_own(desk: Desk) -> None:
    async with table(desk, TABLE + NEXT) as app:
        await app.tap("paid-3")
        assert ticks(desk) == [FineTicked(3, POT, 3)]
        assert app.find("paid-3")["checked"]
        await app.tap("play-6D", "paid-3")
        assert {tick.turn for tick in ticks(desk)} == {3}
        assert len(ticks(desk)) > 1


FOUR = f"""{TABLE} 3  5S  9H  --  10S
 4  6H  10H  --  JS
 5  5H  JH  7D .
"""
SMALL = [(360, 740), (740, 360), (844, 390)]


@pytest.mark.parametrize("size", [*SMALL, (1180, 820)], ids=str)
async def test_four_fines_lie_in_one_list(desk: Desk, size: tuple[int, int]) -> None:
    async with table(desk, FOUR, size) as app:
        rows = app.find("tray-list")["content"]
        assert (rows["_c"], rows["scroll"]) == ("Column", "always")
        inside = {str(node.get("identifier")) for node in app.tree.below(rows)}
        assert {"owed-3", "owed-7", "owed-11", "owed-15"} <= inside
        assert [said.split(" · ")[0] for said in app.texts() if " of 4 · " in said] == [
            f"{place} of 4" for place in range(1, 5)
        ]


@pytest.mark.parametrize("size", [*SMALL, (1180, 820)], ids=str)
async def test_the_last_turns_stay_in_sight(desk: Desk, size: tuple[int, int]) -> None:
    async with table(desk, FOUR, size) as app:
        assert app.text("told") == "Cem played 7♦ · Ben played J♥"
        assert {"told", "turn-of"} <= app.places(whole=True).keys()


async def test_in_large_text_the_tick_lies_above_the_big_buttons(desk: Desk) -> None:
    async with table(desk, TABLE + ALL_KNOWN, (360, 740)) as app:
        await app.write_at(2)
        if app.has("fines-wait"):
            await app.tap("fines-wait")
        places = app.places(scale=2)
        assert places["paid-3"].bottom <= places["pass"].top
        assert not app.has("waive-3")


@pytest.mark.parametrize(
    ("taps", "path"),
    [("owed-3", "verdict/3"), ("fine-3 why", "verdict/3"), ("fine-3 wrong-3", "turns")],
)
async def test_it_leads_to(desk: Desk, taps: str, path: str) -> None:
    async with table(desk, TABLE + NEXT) as app:
        await app.tap(*taps.split())
        assert app.page.route == f"/table/1/{path}"


CONTROLS = ("play-", "pass", "undo", "turns", "seat-")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_no_news_move_a_card(desk: Desk, size: tuple[int, int]) -> None:
    async with table(desk, TABLE + " 3  5S  9H  .  .\n", size) as app:
        before = app.places(*CONTROLS)
        await app.tap("play-7D")
        after = app.places(*CONTROLS)
        assert app.has("news")
        same = before.keys() & after.keys()
        assert {"play-4S", "pass", "seat-Ann"} <= same
        assert {name: after[name] for name in same} == {name: before[name] for name in same}


def ticks(desk: Desk) -> list[FineTicked]:
    return list(desk.night.round.decisions.paid)


def announced(app: Headless) -> list[str]:
    """Return the words of each live region of the tray."""
    live = [node for node in app.tree.below(app.find("news")) if node.get("live_region")]
    return [str(node.get("label") or " ".join(app.tree.texts(node))) for node in live]


@pytest.mark.parametrize("ticked", [False, True])
async def test_it_is_read_aloud(desk: Desk, *, ticked: bool) -> None:
    desk.adopt(night(WINNER_TO_COME).log)
    if ticked:
        desk.record(FineTicked(3))
    async with opened(desk, "/table") as app:
        await app.write_at(1.3)
        await app.tap("play-10D")
        view = tables.table(desk.night, ENGLISH)
        (fine,) = view.owed
        assert announced(app) == [*view.notices, fine.why_label]
        assert ("10" in fine.why_label) is not ticked


async def test_a_change_of_one_fine_does_not_read_the_others_again(desk: Desk) -> None:
    async with table(desk, TABLE + ALL_KNOWN) as app:
        first, second = announced(app)
        await app.tap("paid-3")
        assert "has paid" in announced(app)[0] != first
        assert announced(app)[1] == second
