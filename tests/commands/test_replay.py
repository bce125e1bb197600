"""The command `fantan replay`: its output on each stream, and its exit codes."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.cases import cases
from tests.commands.recording import Run, run
from tests.places import RECORDS

GOOD = (
    "fantan 1\nrules    pagat\n\nround    1\ndealer   B\n\n         A    B  \n  1      7C   .  \n\n"
)
CHECKS = "= layout 7/-/-/-\n= pot    0\n= chips  A +0  B +0\n\n= total chips  A +0  B +0\n"
WRONG = "fantan 1\nrules pagat\nround 1\nA B\n1 7C .\n= pot 3\n= layout -/-/-/-\n"
BAD = "fantan 1\nround 1\nA B\n1 7C 9C\n"


def _replay(*arguments: object, fed: str = "") -> Run:
    return run(Path(), "replay", *arguments, fed=fed)


def _written(folder: Path, **sheets: str) -> list[Path]:
    files = []
    for name, text in sheets.items():
        file = folder / f"{name}.fantan"
        file.write_text(text, encoding="utf-8", newline="")
        files.append(file)
    return files


def test_a_good_sheet_is_printed_whole(tmp_path: Path) -> None:
    assert _replay(*_written(tmp_path, good=GOOD)) == Run(0, GOOD + CHECKS, "")


def test_a_check_that_does_not_hold_is_reported_and_the_right_sheet_printed(tmp_path: Path) -> None:
    (file,) = _written(tmp_path, wrong=WRONG)
    ran = _replay(file)
    assert (ran.code, ran.out) == (1, GOOD + CHECKS)
    assert ran.err.splitlines() == [
        f"{file}:6: pot is 0, not 3",
        f"{file}:7: layout is 7/-/-/-, not -/-/-/-",
    ]


UNREADABLE = {
    "a card that is not playable": (BAD.encode(), "4: 9C cannot be played: 8C is not on the table"),
    "an empty file": (b"", "1: a score sheet begins with fantan 1"),
    "another file": (b"\x89PNG\r\n\x1a\n\x00", "1: this is not UTF-8 text"),
    "another coding, further down": (
        "fantan 1\nseries Donnerstag für Ümit\n".encode("latin-1"),
        "2: this is not UTF-8 text",
    ),
    "nothing but zeros": (b"\x00" * 40, "1: a score sheet begins with fantan 1"),
    "a newer version": (b"fantan 2\n", "1: version 2 is not known here, only 1"),
}


@cases("written, expected", UNREADABLE)
def test_an_unreadable_file_is_one_line(written: bytes, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.fantan"
    file.write_bytes(written)
    assert _replay(file) == Run(2, "", f"{file}:{expected}\n")


CODES = {
    "all good": (("good", "good"), 0),
    "a wrong check": (("good", "wrong"), 1),
    "a bad file between good ones": (("good", "bad", "good"), 2),
    "the worst counts, not the last": (("bad", "wrong", "good"), 2),
}


@cases("names, code", CODES)
def test_the_worst_code_of_all_counts(names: tuple[str, ...], code: int, tmp_path: Path) -> None:
    _written(tmp_path, good=GOOD, wrong=WRONG, bad=BAD)
    ran = _replay(*(tmp_path / f"{name}.fantan" for name in names))
    assert ran.code == code
    assert ran.out == (GOOD + CHECKS) * sum(name != "bad" for name in names)


def test_json_is_a_line_a_file_in_order(tmp_path: Path) -> None:
    files = _written(tmp_path, b=GOOD, bad=BAD, a=WRONG)
    ran = _replay(*files, "--json")
    values = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert [line["file"] for line in values] == [str(files[0]), str(files[2])]
    assert [line["rounds"] for line in values] == [values[0]["rounds"], values[0]["rounds"]]


def test_json_of_a_round_by_its_result_has_no_turns(tmp_path: Path) -> None:
    (file,) = _written(tmp_path, result="fantan 1\nround 1\nA B\nresult A 0 1 B 2 3\nowed B A 4\n")
    (round_,) = (printed := json.loads(_replay(file, "--json").out))["rounds"]
    assert (round_["result"], round_["turns"], round_["passes"]) == (True, [], [])
    assert (round_["out"], round_["cards_left"]) == (["A"], {"A": 0, "B": 2})
    assert (round_["chips"], round_["points"]) == ({"A": 6, "B": -6}, {"A": 0, "B": 2})
    # B puts off more than the 2 of the list, and is owed the rest by the same A.
    assert printed["settle"] == [
        {"from": "B", "to": "A", "chips": 2},
        {"from": "pot", "to": "A", "chips": 6},
    ]
    assert printed["later"] == ["B"]


STRANGE = {
    "an impossible result": ("result A 0 0 B 17 17 C 17 17", "A would have had 18 turns, not 17"),
    "chips of who does not play": ("handed A D 3", "D does not play in this series"),
    "debts of who does not play": ("open A B 1 D B 3", "D does not play in this series"),
}


@cases("line, note", STRANGE)
def test_what_is_strange_is_a_note_and_no_fault(tmp_path: Path, line: str, note: str) -> None:
    (file,) = _written(tmp_path, strange=f"fantan 1\nround 1\nA B C\n{line}\n")
    ran = _replay(file)
    assert (ran.code, ran.err) == (0, f"{file}:4: note: {note}\n")


def test_all_faults_of_a_file_are_reported(tmp_path: Path) -> None:
    (file,) = _written(tmp_path, bad=BAD + "= pot 3\nwiave 1\n")
    ran = _replay(file)
    assert (ran.code, ran.out) == (2, "")
    assert [line.split(":")[1] for line in ran.err.splitlines()] == ["4", "5", "6"]


def test_a_dash_is_standard_input() -> None:
    assert _replay("-", fed=GOOD.replace("7C", "7♣")) == Run(0, GOOD + CHECKS, "")


def test_a_fault_there_is_named_by_the_dash() -> None:
    problem = "-:4: 9C cannot be played: 8C is not on the table\n"
    assert _replay("-", "--json", fed=BAD) == Run(2, "", problem)


def _parts(name: str, fact: object) -> Iterator[str]:
    """Yield the facts of a report, each on a line behind the names of what it is in."""
    inside: Iterable[tuple[object, object]] = ()
    match fact:
        case dict() if fact:
            inside = fact.items()
        case [dict(), *_]:
            inside = enumerate(fact)
        case _:
            yield f"{name} = {json.dumps(fact)}"
    for key, part in inside:
        yield from _parts(f"{name} {key}".lstrip(), part)


def test_json_tells_all_facts_in_order() -> None:
    ran = _replay(RECORDS / "night.fantan", "--json")
    printed = json.loads(ran.out)
    assert printed["file"] == str(RECORDS / "night.fantan")
    printed["file"] = "night.fantan"
    expected = (RECORDS / "night.report").read_text("utf-8").splitlines()
    assert [*_parts("", printed)] == expected


def test_json_has_null_for_the_unknown(tmp_path: Path) -> None:
    _written(tmp_path, begun="fantan 1\nrules fwend\nround 1\nA B\n")
    ran = _replay(tmp_path / "begun.fantan", "--json")
    (told,) = json.loads(ran.out)["rounds"]
    assert (told["leader"], told["cards_left"]) == (None, None)
    assert told["points"] == {"A": None, "B": None}


def test_json_tells_waived_fines(tmp_path: Path) -> None:
    _written(tmp_path, passed="fantan 1\nround 1\nA B\n1 -- --\nwaive 2\n")
    ran = _replay(tmp_path / "passed.fantan", "--json")
    (told,) = json.loads(ran.out)["rounds"]
    assert [one["waived"] for one in told["passes"]] == [False, True]


def _as_a_command(*arguments: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", "replay", *arguments]
    return subprocess.run(command, capture_output=True, check=False)  # type: ignore[arg-type]  # noqa: S603


@pytest.mark.skipif(sys.platform != "linux", reason="only there a file name can be any bytes")
def test_a_file_name_that_is_not_utf_8_is_no_reason_for_a_traceback(tmp_path: Path) -> None:
    folder = str(tmp_path).encode()
    (tmp_path / "good.fantan").write_text(GOOD, encoding="utf-8")
    (tmp_path / "good.fantan").rename(folder.decode() + "/\udcff.fantan")
    ran = _as_a_command(folder + b"/\xff.fantan", folder + b"/\xfe.fantan", "--json")
    assert (ran.returncode, ran.stdout.count(b"\n")) == (2, 1)
    assert ran.stderr == folder + b"/\xfe.fantan: No such file or directory\n"
