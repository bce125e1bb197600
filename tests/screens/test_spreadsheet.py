"""The table for spreadsheets: a line for each player and round, and no formulas."""

import csv
import io

import pytest
from hypothesis import given, settings

from companion.core.log import Log
from companion.desk.table import Snapshot
from companion.screens.spreadsheet import spreadsheet
from companion.words import ENGLISH, LANGUAGES, words_in
from tests.screens.nights import ALL_TOLD, ANN_FIRST, IN_PLAY, night, recorded
from tests.strategies import dealt_logs

REMARKS = {"in play": (IN_PLAY, ""), "called off": (f"{IN_PLAY}void\n", "0")}


def rows(played: Snapshot) -> list[list[str]]:
    return list(csv.reader(io.StringIO(spreadsheet(played.series, ENGLISH))))


def test_a_line_a_player_and_round() -> None:
    head, *lines = rows(night(ALL_TOLD, ANN_FIRST))
    assert head == [
        *("Round", "Dealer", "Player", "Won", "Cards left", "Points", "Chips"),
        *("Passes", "False passes", "Remark", "Date"),
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


@pytest.mark.parametrize("remark", REMARKS)
def test_a_round_that_does_not_count_says_so(remark: str) -> None:
    part, points = REMARKS[remark]
    assert {(line[5], line[9]) for line in rows(night(part))[1:]} == {(points, remark)}


def test_a_round_by_its_result_has_passes_and_no_verdicts() -> None:
    by_result = "date 2026-11-27\ndealer Cem\nAnn Ben Cem\nresult Ann 0 1 Ben 3 2 Cem 4 5\n"
    lines = rows(night(ANN_FIRST, by_result))[4:]
    assert [line[4:10] for line in lines] == [
        ["0", "0", "18", "1", "", "entered by its result"],
        ["3", "3", "-7", "2", "", "entered by its result"],
        ["4", "4", "-11", "5", "", "entered by its result"],
    ]
    assert {line[10] for line in lines} == {"2026-11-27"}


def test_players_who_join_or_leave_have_a_remark() -> None:
    table = rows(recorded("people_join_and_leave"))
    remarks = {(line[0], line[2]): line[9] for line in table if line[9]}
    assert remarks == {
        ("Round", "Player"): "Remark",
        ("2", "Ana María Pérez"): "left",
        ("2", "Dov"): "begins with 1 point",
        ("3", "Eve O'Hara"): "begins with 3 points",
    }


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-Ann", "@Ann", "=cmd|' /C calc'!A0"])
def test_no_name_is_a_formula(name: str) -> None:
    handles = "called Ann " + name
    names = {line[2] for line in rows(night(f"{ANN_FIRST}{handles}\n"))[1:]}
    assert f"'{name}" in names


@settings(max_examples=40)
@given(dealt_logs(3))
def test_the_chips_of_a_round_are_those_of_its_books(log: Log) -> None:
    head, *lines = rows(Snapshot(1, 1, log))
    assert len(lines) == sum(len(round_.setup.players) for round_ in log.series.rounds)
    assert all(len(line) == len(head) for line in lines)
    total = sum(int(line[6]) for line in lines if "in play" not in line[9])
    assert total == sum(log.series.closed.chips.values())
    assert not any(cell[:1] in "=+@" for line in lines for cell in line if cell)


@pytest.mark.parametrize("language", LANGUAGES)
def test_separator_is_no_decimal_mark(language: str) -> None:
    words = words_in(language)
    separator = "," if language in {"en", "hi", "ja"} else ";"
    head = separator.join(map(words.say, ("Round", "Dealer", "Player")))
    assert spreadsheet(night(ANN_FIRST).series, words).startswith(head)
