"""Linear cost of reading a sheet, whatever its content."""

import json
from functools import cache

import pytest

from companion.core.sheet import dumps, read, report
from tests.core.sheet.hostile import DEBTS, LINES, ROUNDS, hostile, ordinary
from tests.work import steps_of_python

SIZE, SIZE_OF_LINES = 4_000, 10_000
MOST = 6
"""Bound of the work here; the benchmark allows a factor of five in seconds."""


def _work(text: str) -> float:
    """Return the work of reading, writing and reporting a sheet, per character."""

    def read_and_report() -> None:
        log = read(text).log
        assert dumps(log)
        assert json.dumps(report(log, ""))

    return steps_of_python(read_and_report) / len(text)


@cache
def _ordinary() -> float:
    return _work(ordinary(SIZE))


@pytest.mark.parametrize("name", ROUNDS)
def test_hostile_rounds_cost_little_more_than_ordinary_ones(name: str) -> None:
    assert _work(hostile(name, SIZE)) < MOST * _ordinary()


@pytest.mark.parametrize("name", DEBTS)
def test_hostile_debts_cost_little_more_than_an_ordinary_sheet(name: str) -> None:
    assert _work(hostile(name, SIZE)) < MOST * _ordinary()


@pytest.mark.parametrize("name", LINES)
def test_so_do_hostile_lines(name: str) -> None:
    assert _work(hostile(name, SIZE_OF_LINES)) < MOST * _ordinary()
