"""A folder in which single payments were put off, as former versions did, keeps its debts."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from companion.core.log import Log
from companion.core.presets import parse
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.steps import Dealt, LeftOpen, NotPutOff, Planned, PutOff
from tests.desks import Desk, desk_in

MARKED = Path(__file__).parent / "marked"
"""Written by the last version that put off single payments, which showed these debts."""
DEBTS = {
    "Marks over deals": ["Ben Ann 20"],
    "Part of a payment": ["Ben Ann 5", "Cem Ann 9"],
    "Settled in part": ["Cem Ann 25"],
    "Corrections": ["Ben Ann 4", "Cem Ann 3"],
    "Late fact": ["Ben Ann 23"],
    "Repaired": ["Ben Ann 20"],
    "All paid": [],
    "In the last round": ["Ben Ann 20"],
    "Ended": ["Ben Ann 20"],
    "In the app": ["Ben Ann 26", "Cem Ann 60"],
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    copytree(MARKED, tmp_path / "data")
    with desk_in(tmp_path / "data") as desk:
        yield desk


def debts(series: Series) -> list[str]:
    """Return what stays open when the next round is dealt."""
    return [" ".join(map(str, paid)) for paid in series.hand_over().debts]


def find(desk: Desk, name: str) -> Log:
    """Look at the series with this name."""
    (number,) = (one.number for one in desk.archive.catalogue.entries if one.name == name)
    desk.open(number)
    assert not desk.night.sealed
    return desk.night.log


@pytest.mark.parametrize("name", DEBTS)
def test_debts_are_what_they_were(desk: Desk, name: str) -> None:
    log = find(desk, name)
    assert debts(log.series) == DEBTS[name]
    back = loads(dumps(log))
    assert (back.series, back.series.open) == (log.series, log.series.open)
    assert Log.of(log.head, log.steps).series == log.series


@pytest.mark.parametrize("name", ["Part of a payment", "In the last round", "Ended"])
def test_they_stay_over_deals_until_somebody_says_otherwise(desk: Desk, name: str) -> None:
    log = find(desk, name).after(Planned(parse("bicycle target=0")))
    dealt = log.after(Dealt(log.series.next_setup()))
    assert debts(dealt.series) == DEBTS[name]
    for payer in log.series.put_off_by:
        now = log.after(NotPutOff(payer))
        assert now.series.balance == log.series.balance
        assert not [debt for debt in debts(now.series) if debt.startswith(payer)]
    assert debts(log.after(LeftOpen()).series) == []


def test_who_puts_off_puts_off_everything_from_now_on(desk: Desk) -> None:
    log = find(desk, "Part of a payment").after(PutOff("Cem"))
    assert debts(log.series) == ["Ben Ann 25", "Cem Ann 38"]


def test_each_step_is_taken_back(desk: Desk) -> None:
    log = find(desk, "Corrections")
    while desk.night.can_undo:
        assert desk.undo() is None
        assert desk.night.series == Log.of(log.head, desk.night.log.steps).series
