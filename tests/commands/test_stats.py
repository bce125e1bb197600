"""`fantan stats`, compared with a plain count of the score sheets alone."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.judge import suspects
from companion.core.log import Log
from companion.core.series import Series
from companion.core.sheet import loads
from companion.core.statistics import Tally, summary, total
from storage.store import FolderStore
from tests.commands.recording import run
from tests.places import RECORDS
from tests.storage.logs import scratch
from tests.strategies import logs

KEYS = (
    *("name", "series", "rounds", "wins", "cards_left", "passes", "false_passes"),
    *("chips", "points"),
)


def stored(home: Path, logs: Iterable[Log]) -> None:
    with closing(FolderStore(home)) as store:
        for log in logs:
            store.create(log)


def objects(home: Path) -> list[dict[str, Any]]:
    ran = run(home, "stats", "--json")
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def sheets_in(home: Path, folder: Path) -> list[str]:
    run(home, "export", folder)
    return [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]


Lines = Sequence[list[str]]


def plain_count(sheets: Iterable[str]) -> dict[str, Counter[str]]:
    """Return each player's counts, read off the text of canonical sheets: turns are counted, and
    chips, points and verdicts come from the sheets' checks.
    """
    done: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sheet in sheets:
        lines = [words for line in sheet.splitlines() if (words := line.split())]
        names = {words[1]: " ".join(words[2:]) for words in lines if words[0] == "called"}
        plays_on, seated = False, set[str]()
        for block in _blocks(lines):
            plays_on = _plays_on(block, before=plays_on)
            if block[0][0] == "round":
                handles = _seats(block)
                seated |= {names.get(handle, handle) for handle in handles}
                for handle, counted in _of_round(block, handles, plays_on=plays_on).items():
                    done[names.get(handle, handle)].update(counted)
        for name in seated:
            done[name]["series"] += 1
    return done


def _blocks(lines: Lines) -> Iterator[Lines]:
    """Yield the head, and each round with its lines."""
    starts = [place for place, words in enumerate(lines) if words[0] == "round"]
    for start, stop in zip([0, *starts], [*starts, len(lines)], strict=True):
        yield lines[start:stop]


def _plays_on(block: Lines, *, before: bool) -> bool:
    rules = next((words[1:] for words in block if words[0] == "rules"), None)
    if rules is None:
        return before
    return "play_on=yes" in rules or (
        rules[0] == "kartendomino-ranking" and "play_on=no" not in rules
    )


def _seats(block: Lines) -> list[str]:
    """Return the row of handles, which stands below the lines of the deal."""
    of_the_deal = {"round", "rules", "dealer", "deal", "hand", "holds"}
    return next(words for words in block if words[0] not in of_the_deal)


def _sizes(block: Lines, handles: list[str]) -> list[int]:
    dealt = _pairs(block, "deal")
    if dealt:
        return [int(dealt[handle]) for handle in handles]
    (dealer,) = (handles.index(words[1]) for words in block if words[0] == "dealer")
    count = len(handles)
    return [52 // count + ((seat - dealer - 1) % count < 52 % count) for seat in range(count)]


def _pairs(block: Lines, *begins: str) -> dict[str, str]:
    for words in block:
        if tuple(words[: len(begins)]) == begins:
            rest = words[len(begins) :]
            return dict(zip(rest[::2], rest[1::2], strict=True))
    return {}


def _of_round(block: Lines, handles: list[str], *, plays_on: bool) -> dict[str, Counter[str]]:
    """Return each handle's counts, empty when the round was called off or not played out."""
    left, at_first_out, out = _sizes(block, handles), list[int](), list[int]()
    passes: list[tuple[int, int]] = []
    rows = (words[1:] for words in block if words[0].isdigit())
    cells = [(seat, cell) for row in rows for seat, cell in enumerate(row) if cell != "."]
    for turn, (seat, cell) in enumerate(cells, 1):
        if cell == "--":
            passes.append((turn, seat))
            continue
        left[seat] -= 1
        if not left[seat]:
            out.append(seat)
            at_first_out = at_first_out or list(left)
    if ["void"] in block or len(out) < (len(handles) - 1 if plays_on else 1):
        return {}
    verdicts, points = _pairs(block, "=", "passes"), _pairs(block, "=", "points")
    chips = _pairs(block, "=", "chips")
    return {
        handle: Counter(
            rounds=1,
            wins=seat == out[0],
            cards_left=at_first_out[seat],
            passes=sum(passer == seat for _, passer in passes),
            false_passes=sum(
                verdicts[str(turn)] == "illegal" for turn, passer in passes if passer == seat
            ),
            chips=int(chips[handle]),
            points=int(points.get(handle, 0)),
            scored=handle in points,
        )
        for seat, handle in enumerate(handles)
    }


@settings(max_examples=8)
@given(st.lists(logs().filter(lambda log: bool(log.steps)), max_size=4))
def test_it_is_what_a_plain_count_of_the_sheets_gives(told: list[Log]) -> None:
    with scratch() as home:
        stored(home, told)
        counted = plain_count(sheets_in(home, home.parent / "sheets") if told else [])
        right = [{"name": name, **_numbers(counted[name])} for name in sorted(counted)]
        assert objects(home) == right
        totals = total(summary(log.series) for log in told)
        assert {name: record.tally.scored for name, record in totals.items()} == {
            name: counted[name]["scored"] for name in counted
        }


def _numbers(counted: Counter[str]) -> dict[str, int]:
    return {key: counted[key] for key in KEYS[1:]}


def test_all_records_are_what_a_plain_count_gives(home: Path, tmp_path: Path) -> None:
    run(home, "import", *sorted(RECORDS.glob("*.fantan")))
    counted = plain_count(sheets_in(home, tmp_path))
    assert len(counted) > 10
    assert objects(home) == [{"name": name, **_numbers(counted[name])} for name in sorted(counted)]


def test_an_object_has_these_numbers_in_this_order(home: Path) -> None:
    run(home, "import", RECORDS / "night.fantan")
    lines = run(home, "stats", "--json").out.splitlines()
    assert [*json.loads(lines[0])] == [*KEYS]
    assert lines[0] == (
        '{"name": "Ana María Pérez", "series": 1, "rounds": 1, "wins": 0, "cards_left": 1, '
        '"passes": 1, "false_passes": 0, "chips": 2, "points": 1}'
    )
    assert lines[3] == (
        '{"name": "Dov", "series": 1, "rounds": 1, "wins": 0, "cards_left": 2, '
        '"passes": 1, "false_passes": 1, "chips": -17, "points": 2}'
    )


def test_the_table_says_on_how_many_rounds_points_are_based(home: Path) -> None:
    run(home, "import", RECORDS / "night.fantan", RECORDS / "kartendomino.fantan")
    lines = run(home, "stats").out.splitlines()
    head = (
        "player           series  rounds  wins  cards left  passes  false  chips  points  in rounds"
    )
    assert lines[0] == head
    night = {line.split("  ")[0]: line.split()[-9:] for line in lines[1:]}
    assert night["Ana María Pérez"] == ["1", "1", "0", "1", "1", "0", "+2", "1", "1"]
    assert night["Ben"][-2:] == ["3", "1"]
    assert {len(line) for line in lines} == {len(head)}


SHORT = "fantan 1\n{called}round 1\ndealer Cem\ndeal Ann 1 Ben 2 Cem 49\nAnn Ben Cem\n"


def tallies(*sheets: str) -> dict[str, Tally]:
    counted = total(summary(loads(sheet).series) for sheet in sheets)
    return {name: record.tally for name, record in counted.items()}


@pytest.mark.parametrize("end", ["", "1 -- 7C 7D\n", "1 7C . .\nvoid\n", "void\n"])
def test_a_round_that_was_not_played_out_counts_nothing(end: str) -> None:
    counted = tallies(SHORT.format(called="") + end)
    assert counted == dict.fromkeys(("Ann", "Ben", "Cem"), Tally(series=1))
    assert [*counted] == ["Ann", "Ben", "Cem"]


def test_a_round_that_is_played_on_counts_when_one_is_left_and_the_first_out_wins_it() -> None:
    sheet = "fantan 1\nrules bicycle play_on=yes\nround 1\ndealer Cem\ndeal Ann 1 Ben 2 Cem 49\n"
    won = f"{sheet}Ann Ben Cem\n1 7C 8C 9C\n"
    assert tallies(won) == dict.fromkeys(("Ann", "Ben", "Cem"), Tally(series=1))
    counted = tallies(f"{won}2 . 6C .\n")
    assert [one.rounds for one in counted.values()] == [1, 1, 1]
    assert [one.wins for one in counted.values()] == [1, 0, 0]
    assert [one.cards_left for one in counted.values()] == [0, 2, 49]


def test_rules_that_count_no_points_score_nothing() -> None:
    counted = tallies(SHORT.format(called="rules pagat\n") + "1 7C . .\n")
    assert [one.rounds for one in counted.values()] == [1, 1, 1]
    assert [(one.points, one.scored) for one in counted.values()] == [(0, 0)] * 3


def test_a_false_pass_counts_whether_it_is_let_go_or_not() -> None:
    sheet = SHORT.format(called="") + "1 -- 7D 7S\n2 7C . .\n"
    charged, let_go = tallies(sheet), tallies(f"{sheet}waive 1\n")
    assert charged["Ann"].passes == charged["Ann"].false_passes == 1
    assert let_go["Ann"].passes == let_go["Ann"].false_passes == 1


def test_a_player_is_a_name_whatever_heads_the_column() -> None:
    first = SHORT.format(called="called Ann Zoë\n") + "1 7C . .\n"
    other = SHORT.format(called="called Ben Zoë\n") + "1 7C . .\n"
    counted = tallies(first, other)
    assert [*counted] == ["Ann", "Ben", "Cem", "Zoë"]
    zoe = counted["Zoë"]
    assert (zoe.series, zoe.rounds, zoe.wins, zoe.cards_left) == (2, 2, 1, 0 + 2)


def test_who_is_named_and_never_played_is_no_player() -> None:
    assert "Jo March" not in tallies(SHORT.format(called="called Jo Jo March\n"))
    assert tallies("fantan 1\ncalled Jo Jo March\n") == {}
    assert summary(Series()) == {}


def test_points_are_without_what_somebody_joined_with() -> None:
    first = SHORT.format(called="") + "1 7C . .\npoints Ben +30\n"
    second = "round 2\ndealer Dov\ndeal Ann 1 Ben 2 Dov 49\nAnn Ben Dov\n1 7C . .\n"
    log = loads(first + second)
    assert log.series.standing.points["Dov"] == 49 + 49
    counted = summary(log.series)
    assert {name: record.tally.points for name, record in counted.items()} == {
        "Ann": 0,
        "Ben": 34,
        "Cem": 49,
        "Dov": 49,
    }


def test_points_that_are_not_known_are_none_and_said_to_be_none() -> None:
    pips = SHORT.format(called="rules fwend opening=left\n") + "1 7C . .\n"
    counted = tallies(pips, f"{pips}left Ben 2C 3C\n")
    assert (counted["Ben"].points, counted["Ben"].rounds, counted["Ben"].scored) == (5, 2, 1)
    assert (counted["Ann"].points, counted["Ann"].scored) == (0, 2)


def test_what_was_kept_of_each_series_gives_the_same_total() -> None:
    series = [loads(path.read_text(encoding="utf-8")).series for path in RECORDS.glob("*.fantan")]
    kept = [summary(one) for one in series]
    assert total(kept) == total([total(kept[:9]), total(kept[9:])])
    assert total([]) == {}


def test_no_round_is_judged_twice(home: Path) -> None:
    names = ("friday_night", "people_join_and_leave", "leaves_and_comes_back", "number_of_rounds")
    logs = [loads((RECORDS / f"{name}.fantan").read_text(encoding="utf-8")) for name in names]
    stored(home, logs)
    rounds = sum(len(log.series.rounds) for log in logs)
    with patch("companion.core.judge.suspects", side_effect=suspects) as judged:
        objects(home)
    assert judged.call_count == rounds
