"""The cost of reading a sheet is linear in its size, whatever is in it."""

from __future__ import annotations

import gc
import json
from functools import cache
from time import process_time

import pytest

from companion.core.sheet import dumps, read, report
from tests.core.sheet.hostile import LINES, ROUNDS, hostile, ordinary

SIZE, SIZE_OF_LINES = 30_000, 90_000
MOST = 8
"""The bound is five, which the benchmark of the engine holds; on a busy machine times vary."""


def _seconds(text: str) -> float:
    """What reading, writing and reporting a sheet takes a character."""
    gc.collect()
    start = process_time()
    log = read(text).log
    assert dumps(log)
    assert json.dumps(report(log, ""))
    return (process_time() - start) / len(text)


@cache
def _ordinary() -> float:
    text = ordinary(SIZE)
    return min(_seconds(text) for _ in range(2))


def _is_linear(text: str) -> bool:
    """Whether it is within the bound; a second try, since a busy machine may stop at any time."""
    return any(_seconds(text) < MOST * _ordinary() for _ in range(2))


@pytest.mark.parametrize("name", ROUNDS)
def test_hostile_rounds_cost_little_more_than_ordinary_ones(name: str) -> None:
    assert _is_linear(hostile(name, SIZE))


@pytest.mark.parametrize("name", LINES)
def test_so_do_hostile_lines(name: str) -> None:
    assert _is_linear(hostile(name, SIZE_OF_LINES))
