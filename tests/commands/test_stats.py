"""`fantan stats`: its output, and the tallies of rounds by example."""

import json
from pathlib import Path
from typing import Any

from companion.core.names import in_order
from companion.core.series import Series
from companion.core.sheet import loads
from companion.core.statistics import Tally, summary, total
from tests.commands.recording import run, sheet_in
from tests.commands.test_import_export import stored
from tests.places import RECORDS

KEYS = (
    *("name", "series", "rounds", "wins", "cards_left", "passes", "false_passes"),
    *("chips", "points"),
)


def objects(home: Path) -> list[dict[str, Any]]:
    ran = run(home, "stats", "--json")
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_an_object_is_what_is_counted_of_a_player_in_all_series(home: Path) -> None:
    logs = [loads(path.read_text(encoding="utf-8")) for path in sorted(RECORDS.glob("*.fantan"))]
    stored(home, logs)
    totals = total(summary(log.series) for log in logs)
    assert len(totals) > 10
    assert objects(home) == [
        {"name": name, **{key: getattr(totals[name], key) for key in KEYS[1:]}}
        for name in sorted(totals, key=in_order)
    ]


SHORT = "fantan 1\n{called}round 1\ndealer Cem\ndeal Ann 1 Ben 2 Cem 49\nAnn Ben Cem\n"


def tallies(*sheets: str) -> dict[str, Tally]:
    return total(summary(loads(sheet).series) for sheet in sheets)


def test_who_is_named_and_never_played_is_no_player() -> None:
    assert "Jo March" not in tallies(SHORT.format(called="called Jo Jo March\n"))
    assert tallies("fantan 1\ncalled Jo Jo March\n") == {}
    assert summary(Series()) == {}


def test_figures_of_some_days_and_of_a_player(home: Path) -> None:
    text = (
        "fantan 1\nround 1\ndate 2026-11-20\ndealer Ben\ndeal Ana 1 Ben 51\nAna Ben\n1 7C .\n"
        "round 2\ndate 2026-11-27\ndealer Ben\ndeal Ana 1 Ben 51\nAna Ben\n1 7D .\n"
    )
    run(home, "import", sheet_in(home.parent, text))
    asked = {
        (): [("Ana", 1, 2), ("Ben", 1, 2)],
        ("--until", "2026-11-20"): [("Ana", 1, 1), ("Ben", 1, 1)],
        ("--since", "2026-11-21"): [("Ana", 1, 1), ("Ben", 1, 1)],
        ("--player", "ana"): [("Ana", 1, 2)],
        ("--since", "2026-12-01"): [],
    }
    for words, found in asked.items():
        lines = run(home, "stats", "--json", *words).out.splitlines()
        figures = [json.loads(line) for line in lines]
        assert [(one["name"], one["series"], one["rounds"]) for one in figures] == found
        table = run(home, "stats", "--csv", *words).out.splitlines()
        assert [tuple(row.split(",")[:3]) for row in table[1:]] == [
            (name, str(series), str(rounds)) for name, series, rounds in found
        ]


def test_points_that_are_known_of_no_round_are_null(home: Path) -> None:
    head = "fantan 1\nrules bicycle points=rank\nround 1\ndeal Ann 2 Ben 2 Cem 48\nAnn Ben Cem\n"
    run(home, "import", sheet_in(home.parent, f"{head}result Ann 0 1  Ben 1 1  Cem 47 1\n"))
    figures = [json.loads(line) for line in run(home, "stats", "--json").out.splitlines()]
    assert [one["points"] for one in figures] == [0, None, None]
    assert [line.split(",")[-1] for line in run(home, "stats", "--csv").out.splitlines()] == [
        *("points", "0", "", ""),
    ]
