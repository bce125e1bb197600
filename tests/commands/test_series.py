"""`fantan series`: its list, and its messages about unreadable files."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cases import cases
from tests.commands.recording import Run, record, run, sheet_in
from tests.places import RECORDS, bytes_in, store_in
from tests.storage.logs import add_line, file_of

LISTED = ("friday_night", "series_over", "in_play_all_passed", "number_of_rounds")


def filled(home: Path, *records: str) -> None:
    """Return a data folder with the records."""
    for name in records or LISTED:
        ran = record(home, "--new", RECORDS / f"{name}.fantan")
        assert (ran.code, ran.err) == (0, "")


def test_a_line_is_a_series(home: Path) -> None:
    filled(home)
    ended = "fantan 1\nseries Späte Runde\nround 1\nZoë Mo\nvoid\nend\n"
    record(home, "--new", sheet_in(home.parent, ended))
    dealt = "fantan 1\ndate 2026-12-24\nround 1\nAna Ben\nvoid\nround 2\nCem Ana Ben\n1 . 7C .\n"
    record(home, "--new", sheet_in(home.parent, dealt))
    assert run(home, "series") == Run(
        0,
        "    1  2026-11-20  Friday night  Ann, Ben, Cem, Dee  round 1 over\n"
        "    2                            Ana, Ben, Chi, Dov  won by Ben\n"
        "    3                            Ana, Ben, Chi, Dov  round 1 in play\n"
        "    4                            B, A, C             won by A, B\n"
        "    5              Späte Runde   Zoë, Mo             won by Zoë, Mo\n"
        "    6  2026-12-24                Cem, Ana, Ben       round 2 in play\n",
        "",
    )


def test_an_object_agrees_with_replay(home: Path, tmp_path: Path) -> None:
    filled(home, "friday_night", "people_join_and_leave")
    run(home, "export", tmp_path)
    sheets = sorted(tmp_path.iterdir())
    lines = [json.loads(line) for line in run(home, "series", "--json").out.splitlines()]
    again = run(home, "replay", "--json", *sheets).out.splitlines()
    for place, (one, line) in enumerate(zip(lines, again, strict=True), 1):
        replayed = json.loads(line)
        assert one.pop("number") == place
        assert one.pop("dealt") == len(replayed["rounds"])
        assert one.pop("played") == sum(round_["over"] for round_ in replayed["rounds"])
        assert {*one["called"]} == {*replayed["series"]["chips"]}
        assert one["date"] == f"2026-11-2{place - 1}"
        assert one == replayed["series"]


READERS = (["series"], ["series", "--json"], ["stats"], ["stats", "--json"], ["export", "{there}"])


each_reader = pytest.mark.parametrize("words", READERS, ids=" ".join)


def asked(words: list[str], there: Path) -> list[str]:
    return [word.format(there=there) for word in words]


@each_reader
def test_an_empty_or_missing_folder_has_none(words: list[str], home: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    nothing = Run(0, "", f"fantan {words[0]}: no series is here yet\n")
    assert run(home, *asked(words, there)) == nothing
    assert not home.exists()
    home.mkdir()
    assert run(home, *asked(words, there)) == nothing
    assert not there.exists()


@each_reader
def test_what_the_app_has_open_is_only_read(words: list[str], home: Path, tmp_path: Path) -> None:
    filled(home, "friday_night", "series_over")
    expected = run(home, *asked(words, tmp_path / "there"))
    with store_in(home) as store:
        log = store.load(1).log
        store.save(1, log.without_last())  # one line that the list does not know
        store.save(1, log)
        before = bytes_in(home)
        ran = run(home, *asked(words, tmp_path / "there"))
        assert bytes_in(home) == before
        store.save(1, log.without_last())
    assert ran == expected


@each_reader
def test_a_path_that_is_no_folder_is_reported(words: list[str], home: Path, tmp_path: Path) -> None:
    home.write_text("a file")
    ran = run(home, *asked(words, tmp_path))
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert ran.err.startswith(f"fantan {words[0]}: {home}")
    assert "this is not a folder; FANTAN_HOME can name another folder" in ran.err


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (Path.touch, ""),
    "gone": (lambda _: None, "the file of series 2 is gone\n"),
}


@cases("leave, why", BROKEN)
@each_reader
def test_of_a_series_that_cannot_be_read_that_is_reported_and_the_others_are_done(
    words: list[str], leave: Callable[[Path], object], why: str, home: Path, tmp_path: Path
) -> None:
    filled(home)
    file_of(home, 2).unlink()
    leave(file_of(home, 2))
    ran = run(home, *asked(words, tmp_path))
    assert ran.code == 1
    assert ran.err.startswith(f"fantan {words[0]}: series/00002.tdb: {why}")
    assert ran.err.count("\n") == 1
    assert ran.out.count("\n") >= 3
    assert ran.err == run(home, *asked(words, tmp_path)).err


def test_unclear_lines_are_reported_and_the_series_is_unchanged(home: Path) -> None:
    filled(home, "friday_night", "series_over")
    add_line(file_of(home, 1), {"steps": {"99": {"round": 1, "says": "shout Ann"}}})
    before = bytes_in(home)["series/00001.tdb"]
    ran = run(home, "stats", "--json")
    assert ran.code == 1
    assert "newer version" in ran.err
    assert bytes_in(home)["series/00001.tdb"] == before


def listed(home: Path, *words: str) -> list[str]:
    """Return the numbers of the series listed."""
    ran = run(home, "series", "--json", *words)
    return [str(json.loads(line)["number"]) for line in ran.out.splitlines()]


CHOSEN = {
    "all": ((), "1 2 3"),
    "a later day": (("--since", "2026-11-21"), "2 3"),
    "an earlier day": (("--until", "2026-11-20"), "1 2"),
    "one day": (("--since", "2026-11-22", "--until", "2026-11-23"), "2"),
    "a player": (("--player", "BEN"), "1 3"),
    "a player and a day": (("--player", "Ben", "--since", "2026-12-01"), "3"),
    "nobody": (("--player", "Nobody"), ""),
}


@cases("words, numbers", CHOSEN)
def test_series_are_chosen_by_day_and_player(
    words: tuple[str, ...], numbers: str, home: Path
) -> None:
    for text in (
        "date 2026-11-20\nround 1\nAna Ben\nvoid\n",
        "date 2026-11-20\nround 1\nAna Cem\nvoid\nround 2\ndate 2026-11-25\nAna Cem\nvoid\n",
        "date 2026-12-24\nround 1\nBen Cem\nvoid\n",
    ):
        record(home, "--new", sheet_in(home.parent, f"fantan 1\n{text}"))
    assert listed(home, *words) == numbers.split()
    assert run(home, "series", *words).out.count("\n") == len(numbers.split())
    rows = run(home, "series", "--csv", *words).out.splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == numbers.split()


def test_a_table_has_no_formula(home: Path) -> None:
    text = "fantan 1\nseries =1+1\nround 1\nAna Ben\nvoid\n"
    record(home, "--new", sheet_in(home.parent, text))
    row = run(home, "series", "--csv").out.splitlines()[1]
    assert row.startswith("1,,,'=1+1,")
