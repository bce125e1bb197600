"""Hasty taps: each is a turn, a bounced finger counts once, and other devices' turns stay."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.core.cards import card
from companion.core.objections import Objection, Why
from companion.core.rounds.events.decisions import ChipsCorrection
from companion.core.rounds.events.turns import Passed, Played
from companion.desk import commands
from companion.desk.archive import Archive
from companion.desk.ports import at_once
from companion.desk.table import Table
from companion.ui import requests
from companion.ui.requests import BOUNCE_SECONDS, Requests, tapped_at
from tests.cases import cases
from tests.desks import FRIDAY, Desk, begin, begun, moves, turns, why
from tests.places import store_in
from tests.ui.headless import opened

PASS = "--"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with store_in(tmp_path) as store:
        yield Archive(store, lambda: FRIDAY, at_once)


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let taps bounce as on a real device, and return the clock."""
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", BOUNCE_SECONDS)  # as it stands
    return [0.0]


@pytest.fixture
def device(seconds: list[float]) -> Requests:
    return Requests(lambda: seconds[0])


async def tap(device: Requests, table: Table, what: str, shown: int) -> Objection | None:
    """Tap a turn on a screen that shows the revision."""
    command = commands.pass_turn if what == PASS else commands.play(card(what))
    return await device.do(table, command, shown)


@cases(
    "tapped, made",
    {
        "in step with the screen": ([("7H", 1), ("6H", 2)], ["7H", "6H"]),
        "faster than the screen": ([("7H", 1), ("7S", 1)], ["7H", "7S"]),
        "passes": ([(PASS, 1), (PASS, 1), (PASS, 1)], [PASS, PASS, PASS]),
        "three in haste": ([(PASS, 1), ("7H", 1), ("8H", 2)], [PASS, "7H", "8H"]),
    },
)
async def test_own_turns_count_as_seen(
    archive: Archive, tapped: list[tuple[str, int]], made: list[str]
) -> None:
    table, device = await begun(archive), Requests(lambda: 0.0)
    outcomes = await asyncio.gather(*(tap(device, table, what, shown) for what, shown in tapped))
    assert outcomes == [None] * len(tapped)
    assert moves(table) == made


async def test_what_another_device_did_does_not(archive: Archive) -> None:
    table, mine, other = await begun(archive), Requests(lambda: 0.0), Requests(lambda: 0.0)
    await tap(mine, table, "7H", 1)
    await tap(other, table, "8H", 2)
    assert why(await tap(mine, table, PASS, 1)) is Why.QUICKER
    assert await tap(mine, table, PASS, 3) is None
    assert moves(table) == ["7H", "8H", PASS]


@cases(
    "taps, bounced",
    {
        "at once": ([("pass", 0.0), ("pass", 0.34)], [False, True]),
        "later": ([("pass", 0.0), ("pass", 0.36)], [False, False]),
        "elsewhere": ([("pass", 0.0), ("undo", 0.1), ("pass", 0.2)], [False, False, False]),
        "three": ([("pass", 0.0), ("pass", 0.3), ("pass", 0.6)], [False, True, False]),
        "no place": ([("", 0.0), ("", 0.0)], [False, False]),
    },
)
def test_a_tap_at_once_is_a_bounce(
    device: Requests, seconds: list[float], taps: list[tuple[str, float]], bounced: list[bool]
) -> None:
    assert [device.bounced(place) for place, seconds[0] in taps] == bounced


LATE = {
    "not answered yet": (None, 0.6, True),
    "a long time not answered": (None, 0.75, False),
    "just after a late answer": (0.4, 0.45, True),
    "some time after a late answer": (0.4, 0.5, False),
    "after an answer that came too late": (0.66, 0.71, False),
    "answered at once": (0.02, 0.34, True),
    "later": (0.02, 0.36, False),
}


@cases("answered, again, bounces", LATE)
def test_a_bounce_may_come_late_where_its_answer_does(
    device: Requests, seconds: list[float], answered: float | None, again: float, *, bounces: bool
) -> None:
    assert not device.bounced("pass")
    with ExitStack() as answering:
        answering.enter_context(device.answering("pass"))
        if answered is not None:
            seconds[0] = answered
            answering.close()
        seconds[0] = again
        assert device.bounced("pass") is bounces


STAMPED = {
    "honest taps that the network bunched": ((0.0, 100.0), (0.01, 100.5), False),
    "a bounce that the network delayed": ((0.0, 100.0), (9.0, 100.2), True),
    "honest taps, late": ((0.0, 100.0), (9.0, 100.4), False),
    "a clock that was set back": ((0.0, 100.0), (0.4, 3.0), False),
    "stamped after one that was not": ((0.0, None), (0.2, 100.0), True),
    "not stamped after one that was": ((0.0, 100.0), (0.4, None), False),
}
Stamped = tuple[float, float | None]


@cases("first, then, bounces", STAMPED)
def test_stamped_taps_are_compared_by_the_clock_of_their_page(
    device: Requests, seconds: list[float], first: Stamped, then: Stamped, *, bounces: bool
) -> None:
    outcomes: list[bool] = []
    for seconds[0], stamp in (first, then):
        tapped_at.set(stamp)
        outcomes.append(device.bounced("pass"))
    tapped_at.set(None)
    assert outcomes == [False, bounces]


@pytest.mark.parametrize("again", ["play-8H", "pass", "undo"])
@pytest.mark.usefixtures("_bouncing")
async def test_a_bounce_does_it_once(desk: Desk, again: str) -> None:
    begin(desk, "Friday night")
    for event in (Played(1, card("7H")), Passed(2), Passed(0)):
        desk.record(event)
    async with opened(desk, "/table") as app:
        await app.tap(again)
        if app.has(again):
            await app.tap(again)
        if again == "play-8H":  # the next card of the run lies where the last one was
            await app.tap("play-9H")
        assert app.text("notice")
        desk.record(Passed(desk.night.round.due or 0))
        await app.settle()
        assert not app.has("notice")
    made = {"play-8H": ["7H", PASS, PASS, "8H"], "pass": ["7H", *[PASS] * 3], "undo": ["7H", PASS]}
    assert turns(desk) == [*made[again], PASS]


def test_a_tap_into_a_new_screen_is_a_bounce(device: Requests, seconds: list[float]) -> None:
    assert not device.bounced("next-round")
    device.turned()
    taps = (("pass", 0.2), ("pass", 0.4), ("7H", 0.5))
    assert [device.bounced(place) for place, seconds[0] in taps] == [True, False, False]


async def test_a_request_while_another_is_under_way_is_refused(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with opened(desk, "/table/1/rules") as app:
        await app.tap("change-rules", "all-presets")
        await asyncio.gather(app.tap("preset-fwend"), app.tap("preset-kartendomino"))
        assert app.has("refusal")


async def test_what_is_meant_once_is_done_once_however_often_it_is_tapped(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with opened(desk, "/table/1/pay") as app:
        await app.tap("pay-from-Ann", "pay-to-Ben")
        await asyncio.gather(app.tap("pay"), app.tap("pay"))
    assert list(desk.night.round.decided) == [ChipsCorrection(0, 1, 1)]


async def test_a_refusal_goes_with_the_position_that_it_was_about(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with opened(desk, "/table") as app:
        meant = app.tap("play-7H")
        desk.record(Played(1, card("7S")))
        await meant
        assert app.text("notice").startswith("Somebody else was quicker")
        desk.record(Passed(2))
        await app.settle()
        assert not app.has("notice")
