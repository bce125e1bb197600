"""`fantan export --zip` and `fantan import` of a backup: all or nothing, and none twice."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.log import Log
from companion.core.presets import parse
from companion.core.sheet import dumps, loads
from tests.choosing import choose
from tests.commands.recording import SHORT, Run, record, run, sheet_in
from tests.commands.test_import_export import (
    BAD,
    NIGHT,
    SHARED,
    UNREADABLE,
    sheets_of,
    stored,
    with_id,
)
from tests.core.backup.test_backup import named, packed, zipped
from tests.places import bytes_in, scratch, store_in
from tests.strategies import dealt_logs

NIGHT_TEXT, SHARED_TEXT = (one.read_text(encoding="utf-8") for one in (NIGHT, SHARED))


def put(folder: Path, content: bytes, name: str = "b.zip") -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


def prefer(home: Path, rules: str) -> None:
    with store_in(home) as store:
        choose(store, usual=parse(rules))


def usual(home: Path) -> object:
    with store_in(home) as store:
        return store.choices.usual


@settings(max_examples=6)
@given(
    st.lists(dealt_logs(), min_size=1, max_size=4),
    st.lists(st.sampled_from(["CON", "../..", "🎉", "x" * 40, ""]), min_size=4, max_size=4),
    st.sampled_from([None, "bicycle ante=3"]),
)
def test_out_in_and_out_again_is_the_same(
    sheets: list[Log], names: list[str], rules: str | None
) -> None:
    plain = [named(loads(dumps(log)), name) for log, name in zip(sheets, names, strict=False)]
    with scratch() as home, scratch() as other:
        there, back = home.parent / "there.zip", home.parent / "back.zip"
        stored(home, plain)
        if rules:
            prefer(home, rules)
        assert run(home, "export", "--zip", there) == Run(0, f"{there}\n", "")
        assert run(other, "import", there).code == 0
        assert sheets_of(other) == [*map(dumps, plain)]
        assert run(other, "export", "--zip", back).code == 0
        assert there.read_bytes() == back.read_bytes()
        before = bytes_in(other)
        assert run(other, "import", back).code == 0
        assert bytes_in(other) == before


def test_a_backup_is_refused_whole_and_other_files_are_still_done(
    home: Path, tmp_path: Path
) -> None:
    half = put(tmp_path, packed([loads(NIGHT_TEXT)])[:300])
    bad = put(tmp_path, zipped({"a.fantan": NIGHT_TEXT, "b.fantan": BAD}), "bad.zip")
    says = f"{half}: this zip is damaged\n{bad}: b.fantan:10: {UNREADABLE}\n"
    assert run(home, "import", half, bad, SHARED) == Run(2, "series 1\n", says)
    assert sheets_of(home) == [dumps(loads(SHARED_TEXT))]


def test_stored_series_are_not_added_again_and_each_is_reported(home: Path, tmp_path: Path) -> None:
    known = with_id(SHORT)
    sheet = sheet_in(tmp_path, f"{known}1 7C . .\n")
    run(home, "import", NIGHT, sheet, SHARED)
    record(home, "--series", 2, fed="6C\n")
    longer = f"{known}1 7C 6C 5C\n"
    file = put(
        tmp_path,
        zipped(
            {
                "1.fantan": NIGHT_TEXT,
                "2.fantan": sheet.read_text(encoding="utf-8"),
                "3.fantan": longer,
                "4.fantan": f"{known}1 7D . .\n",
                "x.png": "",
            }
        ),
    )
    ran = run(home, "import", file)
    assert (ran.code, ran.out) == (0, "series 1\nseries 2\nseries 2\nseries 4\n")
    assert ran.err.splitlines() == [
        f"{file}: x.png: left out: this is no score sheet",
        f"{file}: 1.fantan: series 1 is the same",
        f"{file}: 2.fantan: series 2 is the same, with 1 turn more here",
        f"{file}: 3.fantan: this goes on further than series 2, which is continued with it",
        f"{file}: 4.fantan: series 2 and this were both changed: it is added beside",
    ]
    assert longer.splitlines()[-1].split() == sheets_of(home)[1].split("\n")[9].split()
    before = bytes_in(home)
    again = run(home, "import", file)
    assert (again.code, again.out, again.err.count("is the same")) == (0, ran.out, 4)
    assert bytes_in(home) == before


def test_what_was_changed_on_both_takes_the_place_if_asked(home: Path, tmp_path: Path) -> None:
    ours, theirs = f"{with_id(SHORT)}1 7C 6C .\n", f"{with_id(SHORT)}1 7D . .\nwaive 1\n"
    theirs = theirs.replace("waive 1\n", "pay Ann Ben 3\n")
    run(home, "import", sheet_in(tmp_path, ours))
    before = sheets_of(home)
    ran = run(home, "import", "--replace", file := sheet_in(tmp_path, theirs))
    says = f"{file}: series 1 and this were both changed: this takes its place, until an undo\n"
    assert ran == Run(0, "series 1\n", says)
    assert sheets_of(home) == [dumps(loads(theirs).known_as(""))]
    assert run(home, "import", "--replace", file).err == f"{file}: series 1 is the same\n"
    assert record(home, "--series", 1, fed="undo\n").code == 0
    assert sheets_of(home) == before


def test_a_check_that_does_not_hold_is_reported_by_its_file(home: Path, tmp_path: Path) -> None:
    file = put(tmp_path, zipped({"a.fantan": f"{SHORT}= pot 99\n"}))
    ran = run(home, "import", file)
    assert ran == Run(1, "series 1\n", f"{file}: a.fantan:10: pot is 5, not 99\n")


@pytest.mark.parametrize(
    ("here", "brought", "kept", "expected"),
    [
        (None, "bicycle ante=3", "bicycle ante=3", ""),
        ("kartendomino", "bicycle", "kartendomino", "usual rules that were chosen here are kept"),
        ("kartendomino", "kartendomino", "kartendomino", ""),
    ],
)
def test_usual_rules_are_taken_where_none_were_chosen(
    here: str | None, brought: str, kept: str, expected: str, home: Path, tmp_path: Path
) -> None:
    if here:
        prefer(home, here)
    content = zipped({"backup.txt": f"fantan-backup 1\nusual {brought}\n"})
    ran = run(home, "import", put(tmp_path, content))
    assert (ran.code, ran.out, expected in ran.err, bool(expected)) == (0, "", True, bool(ran.err))
    assert usual(home) == parse(kept)


def test_another_file_in_its_place_is_left_alone(home: Path, tmp_path: Path) -> None:
    run(home, "import", NIGHT)
    file = put(tmp_path, b"mine")
    ran = run(home, "export", "--zip", file)
    assert ran == Run(1, "", f"{file}: another file is here; it is left alone\n")
    assert file.read_bytes() == b"mine"


def test_tables_do_not_go_into_a_backup(home: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(home, "export", "--csv", "--zip", tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()
