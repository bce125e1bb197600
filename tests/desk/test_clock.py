"""Days and times of rounds, read from a clock at the desk."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest

from companion.core.presets import preset
from companion.core.rounds.events.decisions import CalledOff
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.position import Event
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, Recorded
from companion.desk.archive import Archive
from companion.desk.commands import Command, at_moment, evening_of
from companion.desk.ports import at_once
from storage.store import FolderStore
from tests.cases import cases
from tests.desks import Desk

at = datetime.fromisoformat
EVENINGS: dict[str, tuple[date, str]] = {
    "in the evening": (at("2026-11-20 20:15"), "2026-11-20"),
    "before midnight": (at("2026-11-20 23:59"), "2026-11-20"),
    "after midnight": (at("2026-11-21 00:07"), "2026-11-20"),
    "just before five": (at("2026-11-21 04:59"), "2026-11-20"),
    "at five": (at("2026-11-21 05:00"), "2026-11-21"),
    "on New Year's morning": (at("2027-01-01 01:00"), "2026-12-31"),
    "at an unknown time": (date(2026, 11, 21), "2026-11-21"),
}


@cases("moment, day", EVENINGS)
def test_a_moment_before_five_belongs_to_the_evening_before(moment: date, day: str) -> None:
    assert evening_of(moment).isoformat() == day


class Clock:
    """Clock that is set by hand."""

    now: date = at("2026-11-20 23:40")

    def __call__(self) -> date:
        """Return the moment."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    store = FolderStore(tmp_path)
    yield Desk(Archive(store, clock, at_once))
    store.close()


def do(desk: Desk, clock: Clock, command: Command) -> None:
    assert desk.do(at_moment(command, clock.now)) is None


ENDS: dict[str, Event] = {
    "by its result": Result((0, 3, 2), (1, 4, 2)),
    "called off": CalledOff(),
}


@cases("end", ENDS)
def test_a_round_knows_when_it_was_dealt_and_when_it_ended(
    end: Event, desk: Desk, clock: Clock
) -> None:
    desk.start("", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
    clock.now = at("2026-11-20 23:45")
    do(desk, clock, Recorded(1, Passed(0)))
    assert desk.night.round.setup.ended_at == ""
    clock.now = at("2026-11-21 00:01")
    do(desk, clock, Recorded(1, end))
    setup = desk.night.round.setup
    assert (setup.dealt_at, setup.ended_at, setup.minutes) == ("23:40", "00:01", 21)
    desk.undo()
    assert desk.night.round.setup.minutes is None
    desk.redo()
    assert loads(dumps(desk.night.log)).series == desk.night.series
    do(desk, clock, Dealt(desk.night.series.next_setup()))
    clock.now = at("2026-11-21 19:30")
    do(desk, clock, Recorded(2, CalledOff()))
    do(desk, clock, Dealt(desk.night.series.next_setup()))
    assert desk.night.series.dates == ("2026-11-20", "2026-11-20", "2026-11-21")
    assert desk.night.round.setup.dealt_at == "19:30"
