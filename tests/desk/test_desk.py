"""Desk over the real store."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.cards import card
from companion.core.log import Log
from companion.core.presets import parse, preset
from companion.core.rounds.events.decisions import CalledOff, ChipsCorrection
from companion.core.rounds.events.times import Dated
from companion.core.rounds.events.turns import Passed, Played
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.desk.commands import deal_again
from tests.cases import cases
from tests.desks import Desk, desk_in
from tests.places import RECORDS

NAMES = ("Ann", "Ben", "Cem")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as begun:
        yield begun


def record(name: str) -> Log:
    """Return a series from a score sheet written by hand."""
    return loads((RECORDS / f"{name}.fantan").read_text("utf-8"))


def test_the_last_rules_begin_the_next_series(desk: Desk) -> None:
    assert not desk.archive.catalogue.usual_chosen
    desk.start("", NAMES, 2, parse("pagat ante=2"))
    assert desk.archive.catalogue.usual == parse("pagat ante=2")
    desk.start("", NAMES, 2, preset("bicycle"))
    assert desk.archive.catalogue.usual == preset("bicycle")


def series_of(desk: Desk) -> Series:
    return desk.night.series


def reopened(folder: Path, number: int) -> Log:
    """Load a series in a new process."""
    with desk_in(folder) as found:
        found.open(number)
        return found.night.log


RECORDED = ("friday_night", "series_over", "people_join_and_leave", "all_that_a_table_writes")


@pytest.mark.parametrize("name", RECORDED)
def test_undo_goes_back_to_the_first_deal_and_redo_returns(name: str, tmp_path: Path) -> None:
    log = record(name)
    with desk_in(tmp_path) as desk:
        number = desk.adopt(log)
        sheets = []
        while desk.night.can_undo:
            sheets.append(dumps(desk.night.log))
            desk.undo()
        assert len(series_of(desk).rounds) == 1
        assert series_of(desk).rounds[0].turns == ()
        for sheet in reversed(sheets):
            desk.redo()
            assert dumps(desk.night.log) == sheet
        assert not desk.night.can_redo
    assert reopened(tmp_path, number) == log


@cases("called_off", {"in play": False, "called off": True})
def test_a_round_is_dealt_again_by_the_same_dealer_as_one_step(
    desk: Desk,
    called_off: bool,  # noqa: FBT001
) -> None:
    desk.start("", NAMES, 1, preset("bicycle"))
    for event in (Played(2, card("7H")), Passed(0)):
        desk.record(event)
    if called_off:
        desk.record(CalledOff())
    before = desk.night
    assert desk.do(deal_again) is None
    now = desk.night
    assert (now.round.setup, now.round.untouched) == (before.round.setup, True)
    assert (now.round_number, len(now.log.steps)) == (1, len(before.log.steps) + 1)
    desk.undo()
    assert desk.night.round == before.round


def test_an_honest_deal_takes_the_place_of_a_misdeal_and_corrections_stay(desk: Desk) -> None:
    desk.start("", NAMES, 1, preset("bicycle"))
    honest = desk.night.round.setup
    desk.redeal(replace(honest, hand_sizes=(19, 17, 16)))
    desk.record(Passed(2))
    desk.record(ChipsCorrection(0, 1, 4))
    desk.record(Dated("2026-11-21"))
    assert desk.do(deal_again) is None
    assert desk.night.round.setup == replace(honest, date="2026-11-21")
    assert list(desk.night.round.events) == [ChipsCorrection(0, 1, 4)]
    for event in (CalledOff(), ChipsCorrection(1, 0, 2)):
        desk.record(event)
    assert desk.do(deal_again) is None
    assert list(desk.night.round.events) == [ChipsCorrection(1, 0, 2)]


@pytest.mark.parametrize("names", [("x" * 40, "x" * 40, "x" * 40), ("é" * 40, "é" * 40, "Ann")])
def test_long_names_that_come_twice_are_made_distinct_and_can_be_written(
    desk: Desk, names: tuple[str, ...]
) -> None:
    desk.start("", names, 0, preset("bicycle"))
    series = desk.night.series
    assert len({player.name for player in series.players}) == len(names)
    assert loads(dumps(desk.night.log)).series == series
