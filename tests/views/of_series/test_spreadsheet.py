"""The table for spreadsheets: one line a player and round, and no formula in any cell."""

import csv
import io

import pytest
from hypothesis import given, settings

from companion.core.log import Log
from companion.core.sheet import loads
from companion.desk.table import Snapshot
from companion.views.of_series.exports import spreadsheet
from companion.words import ENGLISH, words_in
from tests.places import RECORDS
from tests.views.logs import logs
from tests.views.nights import ALL_TOLD, ANN_FIRST, night

IN_PLAY = "dealer Ann\nAnn Ben Cem\n1 . 7D --\n"
CALLED_OFF = "dealer Ann\nAnn Ben Cem\n1 . 7D --\nvoid\n"


def rows(played: Snapshot) -> list[list[str]]:
    return list(csv.reader(io.StringIO(spreadsheet(played.series, ENGLISH))))


def test_a_line_a_player_and_round() -> None:
    head, *lines = rows(night(ALL_TOLD, ANN_FIRST))
    assert head == [
        *("Round", "Dealer", "Player", "Out first", "Cards left", "Points", "Chips"),
        *("Passes", "False passes", "Remark"),
    ]
    assert [line[:6] for line in lines] == [
        ["1", "Cem", "Ann", "1", "0", "0"],
        ["1", "Cem", "Ben", "0", "23", "23"],
        ["1", "Cem", "Cem", "0", "23", "23"],
        ["2", "Cem", "Ann", "1", "0", "0"],
        ["2", "Cem", "Ben", "0", "1", "1"],
        ["2", "Cem", "Cem", "0", "50", "50"],
    ]
    assert [line[7:9] for line in lines[:3]] == [["0", "0"], ["1", "1"], ["0", "0"]]


@pytest.mark.parametrize(
    ("expected", "remark", "points"), [(IN_PLAY, "in play", ""), (CALLED_OFF, "called off", "0")]
)
def test_what_does_not_count_says_so(expected: str, remark: str, points: str) -> None:
    assert {line[9] for line in rows(night(expected))[1:]} == {remark}
    assert {line[5] for line in rows(night(expected))[1:]} == {points}


def test_who_joins_and_who_leaves_is_remarked() -> None:
    text = (RECORDS / "people_join_and_leave.fantan").read_text("utf-8")
    table = csv.reader(io.StringIO(spreadsheet(loads(text).series, ENGLISH)))
    remarks = {(line[0], line[2]): line[9] for line in table if line[9]}
    assert remarks == {
        ("Round", "Player"): "Remark",
        ("2", "Ana María Pérez"): "left after this round",
        ("2", "Dov"): "begins with 1 point",
        ("3", "Eve O'Hara"): "begins with 3 points",
    }


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-Ann", "@Ann", "=cmd|' /C calc'!A0"])
def test_no_name_is_a_formula(name: str) -> None:
    handles = "called Ann " + name
    snapshot = night(f"{ANN_FIRST}{handles}\n")
    names = {line[2] for line in rows(snapshot)[1:]}
    assert f"'{name}" in names


@settings(max_examples=40, deadline=None)
@given(logs())
def test_the_chips_of_a_round_are_those_of_its_books(log: Log) -> None:
    head, *lines = rows(Snapshot(1, 1, log))
    assert len(lines) == sum(len(round_.setup.players) for round_ in log.series.rounds)
    assert all(len(line) == len(head) for line in lines)
    total = sum(int(line[6]) for line in lines if "in play" not in line[9])
    assert total == sum(log.series.closed.chips.values())
    assert not any(cell[:1] in "=+@" for line in lines for cell in line if cell)


def test_it_is_there_in_german() -> None:
    assert spreadsheet(night(ANN_FIRST).series, words_in("de")).startswith("Runde;Geber;")
