"""The command `fantan replay`: its output on each stream, and its exit codes."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from tests.places import RECORDS

GOOD = (
    "fantan 1\nrules    pagat\n\nround    1\ndealer   B\n\n         A    B  \n  1      7C   .  \n\n"
)
CHECKS = "= layout 7/-/-/-\n= pot    0\n= chips  A +0  B +0\n\n= total chips  A +0  B +0\n"
WRONG = "fantan 1\nrules pagat\nround 1\nA B\n1 7C .\n= pot 3\n= layout -/-/-/-\n"
BAD = "fantan 1\nround 1\nA B\n1 7C 9C\n"


class Printed:
    """The output of a run, and its exit code."""

    def __init__(self, code: int, printed: tuple[str, str]) -> None:
        self.code, (self.out, self.err) = code, printed


def _replay(capsys: pytest.CaptureFixture[str], *arguments: object) -> Printed:
    code = main(["replay", *map(str, arguments)])
    return Printed(code, capsys.readouterr())


def _written(folder: Path, **sheets: str) -> list[Path]:
    files = []
    for name, text in sheets.items():
        file = folder / f"{name}.fantan"
        file.write_text(text, encoding="utf-8", newline="")
        files.append(file)
    return files


def test_a_good_sheet_is_printed_with_all_its_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = _replay(capsys, *_written(tmp_path, good=GOOD))
    assert (run.code, run.out, run.err) == (0, GOOD + CHECKS, "")


def test_a_check_that_does_not_hold_is_reported_and_the_right_sheet_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = _written(tmp_path, wrong=WRONG)
    run = _replay(capsys, file)
    assert (run.code, run.out) == (1, GOOD + CHECKS)
    assert run.err.splitlines() == [
        f"{file}:6: pot is 0, not 3",
        f"{file}:7: layout is 7/-/-/-, not -/-/-/-",
    ]


UNREADABLE = {
    "a card that cannot be played": (
        BAD.encode(),
        "4: 9C cannot be played: 8C is not on the table",
    ),
    "an empty file": (b"", "1: a score sheet begins with fantan 1"),
    "another file": (b"\x89PNG\r\n\x1a\n\x00", "1: this is not UTF-8 text"),
    "another coding, further down": (
        "fantan 1\nseries Donnerstag für Ümit\n".encode("latin-1"),
        "2: this is not UTF-8 text",
    ),
    "a coding of two bytes": (GOOD.encode("utf-16"), "1: this is not UTF-8 text"),
    "nothing but zeros": (b"\x00" * 40, "1: a score sheet begins with fantan 1"),
    "a newer version": (b"fantan 2\n", "1: version 2 is not known here, only 1"),
}


@pytest.mark.parametrize(("written", "expected"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_is_one_line_and_nothing_on_standard_output(
    written: bytes, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.fantan"
    file.write_bytes(written)
    run = _replay(capsys, file)
    assert (run.code, run.out, run.err) == (2, "", f"{file}:{expected}\n")


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.fantan"
    run = _replay(capsys, file)
    assert (run.code, run.out) == (2, "")
    assert run.err == f"{file}: No such file or directory\n"


def test_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = _replay(capsys, tmp_path)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"{tmp_path}: ")
    assert run.err.count("\n") == 1


CODES = {
    "all good": (("good", "good"), 0),
    "a wrong check": (("good", "wrong"), 1),
    "a bad file between good ones": (("good", "bad", "good"), 2),
    "the worst counts, not the last": (("bad", "wrong", "good"), 2),
}


@pytest.mark.parametrize(("names", "code"), CODES.values(), ids=CODES)
def test_all_files_are_done_and_the_worst_code_counts(
    names: tuple[str, ...], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _written(tmp_path, good=GOOD, wrong=WRONG, bad=BAD)
    run = _replay(capsys, *(tmp_path / f"{name}.fantan" for name in names))
    assert run.code == code
    assert run.out == (GOOD + CHECKS) * sum(name != "bad" for name in names)


def test_json_is_one_line_a_file_in_the_order_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = _written(tmp_path, b=GOOD, bad=BAD, a=WRONG)
    run = _replay(capsys, *files, "--json")
    values = [json.loads(line) for line in run.out.splitlines()]
    assert run.code == 2
    assert [line["file"] for line in values] == [str(files[0]), str(files[2])]
    assert [line["rounds"] for line in values] == [values[0]["rounds"], values[0]["rounds"]]


def _from_standard_input(monkeypatch: pytest.MonkeyPatch, written: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written), encoding="ascii"))


def test_a_dash_is_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _from_standard_input(monkeypatch, GOOD.replace("7C", "7♣").encode())
    run = _replay(capsys, "-")
    assert (run.code, run.out) == (0, GOOD + CHECKS)


def test_a_fault_there_is_named_by_the_dash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _from_standard_input(monkeypatch, BAD.encode())
    run = _replay(capsys, "-", "--json")
    assert (run.code, run.out) == (2, "")
    assert run.err == "-:4: 9C cannot be played: 8C is not on the table\n"


def test_no_file_is_a_question_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        _replay(capsys)
    assert ended.value.code == 2
    assert capsys.readouterr().out == ""


NIGHT = {
    "turn 1": (("turns", 0), {"turn": 1, "player": "Ana", "move": "7D"}),
    "the false pass": (
        ("passes", 0),
        {
            "turn": 8,
            "player": "Dov",
            "verdict": "illegal",
            "proof": ["10D", "7H"],
            "waived": False,
        },
    ),
    "the first ante": (
        ("transfers", 0),
        {"from": "Ana", "to": "pot", "chips": 1, "reason": "ante", "turn": 0},
    ),
}


def _night(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    run = _replay(capsys, RECORDS / "night.fantan", "--json")
    answer: dict[str, object] = json.loads(run.out)
    return answer


def test_json_tells_the_series(capsys: pytest.CaptureFixture[str]) -> None:
    assert _night(capsys)["series"] == {
        "name": "Friday night",
        "target": 100,
        "limit": 0,
        "over": False,
        "ended": False,
        "winners": [],
        "left": [],
        "chips": {"Ana": 2, "Ben": -2, "Chi": 17, "Dov": -17},
        "points": {"Ana": 1, "Ben": 3, "Chi": 0, "Dov": 2},
    }


def test_json_tells_what_would_settle_the_series(capsys: pytest.CaptureFixture[str]) -> None:
    assert _night(capsys)["settle"] == [
        {"from": "Ben", "to": "Ana", "chips": 2},
        {"from": "Dov", "to": "Chi", "chips": 17},
    ]


ORDER = {
    "the file": ((), "file series rounds settle"),
    "the series": (
        ("series",),
        "name target limit over ended winners left chips points",
    ),
    "a round": (
        ("rounds", 0),
        """
        number players dealer leader rules hand_sizes over out cards_left turns passes doubt
        transfers payments pot chips points
        """,
    ),
    "a turn": (("rounds", 0, "turns", 0), "turn player move playable"),
    "a pass": (("rounds", 0, "passes", 0), "turn player verdict proof waived"),
    "a transfer": (("rounds", 0, "transfers", 0), "from to chips reason turn"),
    "a payment": (("rounds", 0, "payments", 0), "from to chips"),
}


@pytest.mark.parametrize(("place", "names"), ORDER.values(), ids=ORDER)
def test_json_has_its_names_in_order(
    place: tuple[str | int, ...], names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told: Any = _night(capsys)
    for part in place:
        told = told[part]
    assert list(told) == names.split()


def test_json_tells_the_round(capsys: pytest.CaptureFixture[str]) -> None:
    rounds = _night(capsys)["rounds"]
    assert isinstance(rounds, list)
    (told,) = rounds
    assert {name: told[name] for name in told if name not in {"turns", "passes", "transfers"}} == {
        "number": 1,
        "players": ["Ana", "Ben", "Chi", "Dov"],
        "dealer": "Dov",
        "leader": "Ana",
        "rules": {"preset": "bicycle", "changed": {}},
        "hand_sizes": {"Ana": 13, "Ben": 13, "Chi": 13, "Dov": 13},
        "over": True,
        "out": ["Chi"],
        "cards_left": {"Ana": 1, "Ben": 3, "Chi": 0, "Dov": 2},
        "doubt": {"contradiction": False, "suspects": []},
        "payments": [
            {"from": "Ana", "to": "Chi", "chips": 1},
            {"from": "Ben", "to": "Chi", "chips": 3},
            {"from": "Dov", "to": "Chi", "chips": 2},
            {"from": "pot", "to": "Chi", "chips": 12},
        ],
        "pot": 0,
        "chips": {"Ana": 2, "Ben": -2, "Chi": 17, "Dov": -17},
        "points": {"Ana": 1, "Ben": 3, "Chi": 0, "Dov": 2},
    }


@pytest.mark.parametrize(("place", "expected"), NIGHT.values(), ids=NIGHT)
def test_json_tells_turns_passes_and_transfers(
    place: tuple[str, int], expected: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = _night(capsys)["rounds"]
    assert isinstance(rounds, list)
    part, number = place
    told = rounds[0][part][number]
    assert {name: told[name] for name in expected} == expected


def test_json_tells_what_is_not_known_as_null(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _written(tmp_path, begun="fantan 1\nrules fwend\nround 1\nA B\n")
    run = _replay(capsys, tmp_path / "begun.fantan", "--json")
    (told,) = json.loads(run.out)["rounds"]
    assert (told["leader"], told["cards_left"]) == (None, None)
    assert told["points"] == {"A": None, "B": None}


def test_json_tells_which_fines_were_let_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _written(tmp_path, passed="fantan 1\nround 1\nA B\n1 -- --\nwaive 2\n")
    run = _replay(capsys, tmp_path / "passed.fantan", "--json")
    (told,) = json.loads(run.out)["rounds"]
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


def test_the_command_ends_with_the_code(tmp_path: Path) -> None:
    (bad,) = _written(tmp_path, bad=BAD)
    ran = _as_a_command(bad)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_who_reads_along_may_stop_before_the_end(tmp_path: Path) -> None:
    sheets = sorted(map(str, RECORDS.glob("*.fantan"))) * 5
    command = [sys.executable, "-m", "companion", "replay", *sheets]
    with (tmp_path / "errors").open("wb") as errors:
        reading = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)  # noqa: S603
    assert reading.stdout is not None
    reading.stdout.readline()
    reading.stdout.close()
    assert reading.wait() == 128 + signal.SIGPIPE
    assert (tmp_path / "errors").read_text("utf-8") == ""
