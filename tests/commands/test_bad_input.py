"""Bad input of every kind: a line for each fault, the right exit code, and nothing lost."""

from pathlib import Path

import pytest

from tests.cases import cases
from tests.commands.recording import SHORT, Run, run, sheet_in
from tests.commands.test_command_line import refused
from tests.core.sheet.test_all_faults import MEANT, WORDS
from tests.core.sheet.test_sheet import BEGINNINGS, DOUBLED, HEADS, ROUNDS
from tests.core.sheet.test_sheet_checks import TABLE, UNREADABLE
from tests.core.test_objections import SHEETS as ILLEGAL
from tests.places import bytes_in

NUMBERS = {
    "chips beyond the limit": ("pay A B 1000000000", "is too large: at most 999999999"),
    "chips far beyond it": (f"pay A B {'9' * 3000}", "is too large: at most 999999999"),
    "chips with a point": ("pay A B 1.5", "1.5 is not a number from 1 up"),
    "chips below none": ("pay A B -3", "-3 is not a number from 1 up"),
    "chips in other digits": ("pay A B ٣", "٣ is not a number from 1 up"),
    "points beyond the limit": ("points A +1000000000", "is too large: at most 999999999"),
    "points of two signs": ("points A +-3", "+-3 is not a number of points such as 3 or -3"),
    "points with a point": ("points A 0.5", "0.5 is not a number of points such as 3 or -3"),
    "a turn beyond all": ("waive 99999999999", "99999999999 is too large: at most 999999999"),
    "cards left below none": (
        "result A -1 0 B 0 0 C 3 1",
        "-1 is not a number from 0 up",
    ),
    "passes in words": ("result A 0 none B 2 0 C 3 1", "none is not a number from 0 up"),
    "passes beyond the limit": (
        "result A 0 1000000000 B 2 0 C 3 1",
        "is too large: at most 999999999",
    ),
    "a day that is none": ("date 2026-02-30", "2026-02-30 is not a day of the calendar"),
    "a month that is none": ("date 2026-13-01", "2026-13-01 is not a day of the calendar"),
    "a date in another order": ("date 20.11.2026", "date takes one YYYY-MM-DD"),
    "a date and an hour": ("date 2026-11-20T20:00", "date takes one YYYY-MM-DD"),
}
OPTIONS_OF_RULES = {
    "an option without a value": ("pagat ante", "ante: expected each option once"),
    "an option twice": ("pagat ante=1 ante=2", "ante=2: expected each option once"),
    "an amount below none": ("pagat ante=-1", "ante=-1: expected a number of chips"),
    "an amount beyond the limit": ("pagat ante=1000001", "is too large: at most 1000000"),
    "yes in another language": ("pagat play_on=ja", "play_on=ja: expected yes or no"),
    "a pack of no such size": ("pagat pack=54", "pack=54: expected 52 or 48"),
    "an opening card outside of the pack": ("bicycle pack=36 opening=2C", "36 cards has no 2"),
    "an opening card that opens nothing": ("bicycle opening=8D", "only a 7 opens a suit"),
    "an option of nothing": ("bicycle =3", "no option is called"),
    "no preset": ("", "no house rules are called"),
}
HEADINGS = {
    "a heading called round": (
        "round Ben Cem",
        "round cannot be the heading of a column",
    ),
    "a heading called pot": (
        "Ann pot Cem",
        "pot cannot be the heading of a column",
    ),
    "a heading that is too long": (
        f"{'A' * 41} Ben",
        "a name has at most 40 characters",
    ),
    "a heading with a digit first": ("Ann 1st", "1st cannot be the heading of a column"),
    "a heading of an escape": ("Ann \x1b[2J", "\\x1b[2J cannot be the heading of a column"),
    "headings that look the same": ("Ann Ann.", "Ann. is spelled Ann elsewhere"),
}
SHEETS: dict[str, tuple[str, str]] = {
    **{f"beginning: {name}": case for name, case in BEGINNINGS.items()},
    **{f"head: {name}": (f"fantan 1\n{text}\n", says) for name, (text, says) in HEADS.items()},
    **{
        f"round: {name}": (f"fantan 1\nround 1\n{text}\n", says)
        for name, (text, says) in ROUNDS.items()
    },
    **{f"word: {name}": (f"fantan 1\n{text}", says) for name, (text, says) in WORDS.items()},
    **{f"name: {name}": (f"fantan 1\n{text}", says) for name, (text, says) in DOUBLED.items()},
    **{
        f"check: {name}": (f"fantan 1\nround 1\n{TABLE}{text}\n", says)
        for name, (text, says) in UNREADABLE.items()
    },
    **{
        f"play: {name}": (f"fantan 1\nround 1\n{text}\n", says)
        for name, (text, says) in ILLEGAL.items()
    },
    **{
        f"card: {name}": (f"fantan 1\nround 1\nA B\nhand A {typed}\n", f"did you mean {meant}?")
        for name, (_, typed, meant) in MEANT.items()
    },
    **{
        f"number: {name}": (f"fantan 1\nround 1\nA B C\n{text}\n", says)
        for name, (text, says) in NUMBERS.items()
    },
    **{
        f"rules: {name}": (f"fantan 1\nrules {text}\n", says)
        for name, (text, says) in OPTIONS_OF_RULES.items()
    },
    **{
        f"heading: {name}": (f"fantan 1\nround 1\n{text}\n", says)
        for name, (text, says) in HEADINGS.items()
    },
}


@cases("text, says", SHEETS)
def test_a_bad_sheet_is_refused_by_replay_and_import(text: str, says: str, home: Path) -> None:
    file = sheet_in(home.parent, text)
    replayed = run(home, "replay", file)
    lines = replayed.err.splitlines()
    assert (replayed.code, replayed.out) == (2, "")
    assert any(says in line for line in lines), lines
    assert all(line.startswith(f"{file}:") and line.isprintable() for line in lines)
    assert [int(line.split(":")[1]) for line in lines] == sorted(
        int(line.split(":")[1]) for line in lines
    )
    assert run(home, "import", file) == replayed
    assert not home.exists()


OPTIONS = {
    "replay: no file": ["replay"],
    "replay: a misspelt option": ["replay", "--jsn", "a"],
    "replay: a value for json": ["replay", "--json=yes", "a"],
    "record: nothing": ["record"],
    "record: both": ["record", "--new", "a", "--series", "1"],
    "record: a series in words": ["record", "--series", "one"],
    "record: a file too many": ["record", "--new", "a", "b"],
    "series: a day that is none": ["series", "--since", "2026-02-30"],
    "series: a day in words": ["series", "--until", "today"],
    "series: a name too many": ["series", "Ann"],
    "stats: a misspelt option": ["stats", "--jason"],
    "stats: no player": ["stats", "--player"],
    "import: nothing": ["import"],
    "import: a misspelt option": ["import", "--force", "a"],
    "export: nowhere": ["export"],
    "export: two places": ["export", "a", "--zip", "b"],
    "export: tables in a backup": ["export", "--csv", "--zip", "b"],
    "export: tables of scores in a backup": ["export", "--table", "--zip", "b"],
    "import: two ways": ["import", "--cards", "--game", "a", "b"],
    "export: pages": ["export", "--html", "a"],
    "export: a series in words": ["export", "--series", "one", "a"],
    "doctor: a misspelt option": ["doctor", "--mend"],
    "doctor: two folders": ["doctor", "a", "b"],
}


@cases("words", OPTIONS)
def test_a_wrong_option_shows_the_usage_of_its_own_job(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(words, capsys).startswith(
        (f"fantan {words[0]}: error: ", "fantan: error: --csv")
    )


FILES = {
    "no such file": ("absent", 2),
    "no name": ("", 2),
    "a zero in the name": ("a\0b", 2),
    "a folder": (".", 2),
    "an empty file": (b"", 2),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", 2),
    "another coding": ("fantan 1\nseries Jörg\n".encode("latin-1"), 2),
    "half a letter of two bytes": ("fantan 1\n".encode("utf-16")[:-1], 2),
    "zeros": (b"\0" * 100, 2),
    "a file of more than any sheet": (b"#" * (16 * 2**20 + 1), 2),
    "half a zip": (b"PK\x03\x04" + b"\0" * 30, 2),
    "a newer version": (b"fantan 2\nnews\n", 2),
    "a check that does not hold": (f"{SHORT}= pot 99\n".encode(), 1),
}


@cases("file, code", FILES)
def test_a_bad_file_is_one_line_and_the_others_are_done(
    file: str | bytes, code: int, home: Path, tmp_path: Path
) -> None:
    good, bad = sheet_in(tmp_path), tmp_path / "bad.fantan"
    if isinstance(file, bytes):
        bad.write_bytes(file)
    named = bad if isinstance(file, bytes) else file
    ran = run(home, "replay", named, good)
    assert (ran.code, ran.err.count("\n")) == (code, 1)
    assert ran.out.startswith("fantan 1\n")
    before = run(home, "import", good)
    kept = bytes_in(home)
    assert before == Run(0, "series 1\n", "")
    assert run(home, "import", named).code == code
    if code == 2:
        assert bytes_in(home) == kept
