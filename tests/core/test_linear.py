"""The cost of reading a sheet is linear in its size, whatever is in it."""

from __future__ import annotations

import gc
import json
from functools import cache
from time import process_time

import pytest

from companion.core.sheet import dumps, read, report
from tests.core.hostile import LINES, ROUNDS, hostile, ordinary

SIZE, SIZE_OF_LINES = 30_000, 90_000
MOST = 8
"""The bound is five, which the benchmark of the engine holds; on a busy machine times vary."""


def _seconds(text: str) -> float:
    """What reading, writing and reporting a sheet takes a character; the best of two."""
    taken: list[float] = []
    for _ in range(2):
        gc.collect()
        start = process_time()
        log = read(text).log
        assert dumps(log)
        assert json.dumps(report(log, ""))
        taken.append(process_time() - start)
    return min(taken) / len(text)


@cache
def _ordinary() -> float:
    return _seconds(ordinary(SIZE))


@pytest.mark.parametrize("name", ROUNDS)
def test_hostile_rounds_cost_little_more_than_ordinary_ones(name: str) -> None:
    assert _seconds(hostile(name, SIZE)) < MOST * _ordinary()


@pytest.mark.parametrize("name", LINES)
def test_so_do_hostile_lines(name: str) -> None:
    assert _seconds(hostile(name, SIZE_OF_LINES)) < MOST * _ordinary()
