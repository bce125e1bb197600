"""Rounds and series from score sheets without their first lines, for tables of cases."""

from __future__ import annotations

from textwrap import dedent

from companion.core.judge import judge
from companion.core.round import Round
from companion.core.series import Series
from companion.core.sheet import loads


def series_of(text: str) -> Series:
    """The series of a sheet written without `fantan 1`."""
    return loads(f"fantan 1\n{dedent(text)}")


def round_of(text: str) -> Round:
    """The one round of a sheet written without `fantan 1` and `round 1`."""
    (round_,) = series_of(f"round 1\n{dedent(text)}").rounds
    return round_


def verdicts(round_: Round) -> str:
    """The verdicts as the check `= passes` has them, e.g. `2 illegal  5 open`."""
    return "  ".join(f"{each.turn} {each.verdict.value}" for each in judge(round_).rulings)
