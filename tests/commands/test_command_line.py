"""The command line before a job begins: the version, help, and misspelt commands."""

import tomllib

import pytest

from companion.cli import main
from companion.commands.record import ALONE, TAKES
from companion.core.rounds.reading import KINDS
from tests.cases import cases
from tests.places import ROOT


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"fantan {package['version']}\n"


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return the line about the misunderstood part."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


NOT_UNDERSTOOD = {
    "two forms": (["series", "--json", "--csv"], "two forms: choose one"),
    "two forms of figures": (["stats", "--csv", "--json"], "two forms: choose one"),
    "no folder": (["export", ""], "name a DIR or a FILE"),
    "the app and a job": (["--web", "series"], "leave it out with series"),
    "no job's file": (["replay"], "the following arguments are required: FILE"),
    "no series to record": (["record"], "one of the arguments --new --series is required"),
    "no number of a series": (["record", "--series"], "expected one argument"),
    "two sheets": (["record", "--new", "a", "b"], "unrecognized arguments: b"),
    "nowhere to export": (["export"], ""),
    "two places to export": (["export", "a", "--zip", "b"], ""),
    "another option": (["doctor", "--mend"], "unrecognized arguments: --mend"),
    "two folders": (["doctor", "one", "two"], "unrecognized arguments: two"),
    "another job": (["play"], "argument JOB: invalid choice: 'play'"),
    "a port that is a word": (["--port", "http"], "http is not a port from 1 to 65535"),
    "a port that is no whole number": (["--port", "85.5"], "85.5 is not a port from 1 to 65535"),
    "a port below all": (["--port", "0"], "0 is not a port from 1 to 65535"),
    "a port above all": (["--port", "65536"], "65536 is not a port from 1 to 65535"),
    "a port without end": (["--port", "9" * 5000], "… is not a port from 1 to 65535"),
    "an escape for a port": (["--port", "\x1b[2J"], "\\x1b[2J is not a port from 1 to 65535"),
    "a port of the page": (["page", "x", "--port", "x"], "x is not a port from 1 to 65535"),
    "a series that is a word": (["record", "--series", "x"], "x is not the number of a series"),
    "a series to export that is a word": (["export", "--series", "x", "y"], "x is not the number"),
}


@cases("arguments, says", NOT_UNDERSTOOD)
def test_bad_arguments(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = refused(arguments, capsys)
    assert says in text
    assert "_" not in text


def help_of(job: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main([job, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "job", ["replay", "record", "series", "stats", "import", "export", "doctor"]
)
def test_help_has_exit_codes_in_short_lines(job: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = help_of(job, capsys)
    codes = text.partition("exit codes")[2]
    assert all(f"\n  {code}  " in codes for code in (0, 2))
    assert max(map(len, text.splitlines())) <= 100


def test_help_of_record_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = help_of("record", capsys).replace(",", " ").split()
    assert {*KINDS, *ALONE, *TAKES, "forget"} <= set(text)
