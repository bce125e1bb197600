"""Backups and score sheets from outside: what is in them, what a tap adds, and what is refused."""

import re
from dataclasses import replace

import pytest

from companion.core.backup import Backup, unpacked
from companion.core.entries import entry_of
from companion.core.kinship import Kin, Match, More, Take, taken_by_default
from companion.core.sheet import loads
from companion.desk.archive import Catalogue
from companion.desk.backup_store import Restored, SavedBackup
from companion.screens import blocks as b
from companion.screens.backups import (
    LONGEST,
    ImportForm,
    NoSheet,
    Outcome,
    backup_says,
    opened,
    parse_text,
    restored,
    saved,
)
from companion.screens.kit import BrowserStorage, ScreenFacts, edit
from companion.words import ENGLISH, words_in
from tests.core.backup.test_backup import NIGHT, SHARED, packed, zipped
from tests.places import RECORDS
from tests.screens.documents import actions, blocks, numbers, panels, rows, texts

HEAD = "fantan-backup 1\n"
FRIDAY = (RECORDS / "friday_night.fantan").read_text("utf-8")


def backup_of(count: int) -> Backup:
    """Return a backup of this many evenings, each of another name."""
    sheets = {f"{n}.fantan": NIGHT.replace("Friday night", f"Evening {n}") for n in range(count)}
    return unpacked(zipped({"backup.txt": HEAD, **sheets}))


def read(outcome: Outcome, *matches: Match, text: str = "") -> ImportForm:
    """Return the form after a text or file was read."""
    return ImportForm(text, None, outcome, text, matches, taken_by_default(matches))


def of_kinds(*kinds: Kin) -> ImportForm:
    return read(backup_of(len(kinds)), *(Match(kin, 1) for kin in kinds))


def button(form: ImportForm, here: ScreenFacts | None = None) -> b.Action:
    """Return the button that imports."""
    return actions(form.view(here or ScreenFacts()))["import"]


def listed(form: ImportForm) -> list[tuple[str, b.Status]]:
    """Return the name of each series, and whether it is added."""
    return [(b.plain(row.title), row.status) for row in rows(form.view(ScreenFacts()))]


KINDS = {
    "none": ([], 0),
    "of all that act by themselves": ([Kin.NEW, Kin.NEW, Kin.SAME, Kin.FURTHER], 3),
    "two that go further": ([Kin.FURTHER, Kin.FURTHER], 2),
    "only here": ([Kin.SAME], 0),
}


@pytest.mark.parametrize(("kinds", "added"), KINDS.values(), ids=KINDS)
def test_button_counts_what_it_adds(kinds: list[Kin], added: int) -> None:
    form = of_kinds(*kinds)
    assert numbers(button(form).says) == [added] * bool(added)
    assert bool(button(form).obstacle) is not bool(added)


def test_series_that_goes_further_can_be_left_out_or_kept_beside() -> None:
    form = of_kinds(Kin.NEW, Kin.FURTHER)
    (choice,) = rows(form.view(ScreenFacts()))[0].choices
    assert [action.id for action in choice.answers] == ["continue-1", "add-1", "leave-1"]
    assert [action.chosen for action in choice.answers] == [True, False, False]
    left = form.choosing(1, Take.LEAVE)
    assert choice.answers[2].intent == edit(ImportForm.choosing, 1, Take.LEAVE)
    assert left.answers == {0: Take.ADD, 1: Take.LEAVE}
    assert left.choosing(1, Take.CONTINUE) == form
    assert [status for _, status in listed(left)] == [b.Status.MUTED, b.Status.PLAIN]
    assert button(left.choosing(0, Take.LEAVE)).obstacle


def test_series_that_was_changed_here_and_there_is_asked_for() -> None:
    form = of_kinds(Kin.NEW, Kin.BOTH, Kin.BOTH)
    assert [row.status for row in rows(form.view(ScreenFacts()))] == [b.Status.PLAIN] * 3
    assert "Evening 1" in button(form).obstacle
    one = form.choosing(1, Take.REPLACE)
    assert "Evening 2" in button(one).obstacle
    both = one.choosing(2, Take.ADD)
    assert (button(both).obstacle, numbers(button(both).says)) == ("", [3])
    choices = [row.choices[0].answers for row in rows(form.view(ScreenFacts()))[:2]]
    assert [action.id for action in choices[0]] == ["add-1", "replace-1", "leave-1"]
    assert not any(action.chosen for action in (*choices[0], *choices[1]))


def test_series_that_needs_a_look_comes_first() -> None:
    form = of_kinds(Kin.SAME, Kin.NEW, Kin.FURTHER, Kin.BOTH)
    assert listed(form) == [
        ("Evening 3", b.Status.PLAIN),
        ("Evening 2", b.Status.PLAIN),
        ("Evening 1", b.Status.PLAIN),
        ("Evening 0", b.Status.MUTED),
    ]


@pytest.mark.parametrize(("kin", "shown"), [(Kin.NEW, 40), (Kin.FURTHER, 42), (Kin.BOTH, 42)])
def test_only_the_first_of_many_new_series_are_listed(kin: Kin, shown: int) -> None:
    form = of_kinds(*[kin] * 42)
    more = b.Text("+ 2", style=b.Style.MUTED) in blocks(form.view(ScreenFacts()))
    assert (len(listed(form)), more) == (shown, shown < 42)


ALONE = {
    "rules that were saved under a name": ("saved pagat : Ours\n", Catalogue(()), False),
    "usual rules": ("usual pagat\n", Catalogue(()), True),
    "usual rules, others chosen here": ("usual pagat\n", Catalogue((), usual_chosen=True), False),
}


@pytest.mark.parametrize(("says", "catalogue", "brings"), ALONE.values(), ids=ALONE)
def test_backup_can_bring_rules_alone(says: str, catalogue: Catalogue, *, brings: bool) -> None:
    backup = unpacked(zipped({"backup.txt": f"{HEAD}{says}", "00001.fantan": NIGHT}))
    here = ScreenFacts(catalogue=catalogue)
    form = read(backup, Match(Kin.SAME, 7))
    assert bool(button(form, here).obstacle) is not brings
    assert not numbers(button(form, here).says)


def test_backup_names_left_out_files() -> None:
    names = [f"{n}.png" for n in range(5)]
    form = read(unpacked(zipped({"backup.txt": HEAD, **dict.fromkeys(names, "")})))
    panel = panels(form.view(ScreenFacts()))["backup"]
    (says,) = (block.says for block in panel if isinstance(block, b.Text))
    assert re.findall(r"\d\.png", says) == names


REPORTS = {
    "one": (restored(Restored(1), ENGLISH), [1]),
    "rules alone": (restored(Restored(0, rules=True), ENGLISH), []),
    "added, continued and replaced": (restored(Restored(3, 1, replaced=1), ENGLISH), [5]),
    "saved": (saved(SavedBackup(b"", 3), "3.zip", ENGLISH), [3]),
    "saved, one left out": (saved(SavedBackup(b"", 3, 1), "3.zip", ENGLISH), [3, 1]),
}


@pytest.mark.parametrize(("report", "counts"), REPORTS.values(), ids=REPORTS)
def test_report_of_a_backup_counts_its_series(report: str, counts: list[int]) -> None:
    assert numbers(report) == counts


@pytest.mark.parametrize("language", ["en", "de"])
def test_backup_warns_of_each_browser_that_may_lose_it(language: str) -> None:
    words = words_in(language)
    plain = backup_says(BrowserStorage(), words)
    losing = (BrowserStorage(for_good=False), BrowserStorage(cleared=True))
    said = [backup_says(kept, words) for kept in losing]
    assert backup_says(BrowserStorage(for_good=True), words) == plain
    assert len({plain, *said}) == 3
    assert all(one.startswith(plain) for one in said)


SHEET = "fantan 1\nround 1\n Ann"
REFUSED = {
    "a letter": (b"Dear Ann,", 1, ""),
    "comments": (b"# only\n# remarks", 1, ""),
    "newer": (b"fantan 2", 1, ""),
    "no round": (b"fantan 1\nseries Porch", 0, ""),
    "one player": (SHEET.encode(), 3, ""),
    "neighbour missing": (f"{SHEET} Ben\n1 9H .".encode(), 4, ""),
    "braces": (f"{SHEET} Ben\n1 {{x}} .".encode(), 4, ""),
    "too long": (b"#" * (LONGEST + 1), 0, ""),
    "picture": (b"\x89PNG\r\n\x1a\n\xff", 0, ""),
    "latin-1": (b"fantan 1\nseries \xc4rger", 2, ""),
    "half of utf-16": ("fantan 1".encode("utf-16")[:-1], 0, ""),
    "zeros": (b"a\0b", 0, ""),
    "empty": (b"\xef\xbb\xbf \r\n", 0, ""),
    "a sheet in a zip": (zipped({"a.fantan": f"{SHEET} Ben\n 1  9H  .\n"}), 4, "a.fantan"),
    "a zip in a zip": (zipped({"a.zip": ""}), 0, "Friday.zip"),
    "a damaged zip": (packed([loads(SHARED)])[:200], 0, "Friday.zip"),
}
"""Each content with the faulty line and the faulty file that the refusal names."""


@pytest.mark.parametrize(("content", "line", "file"), REFUSED.values(), ids=REFUSED)
def test_content_that_cannot_be_read_is_refused_with_the_reason(
    content: bytes, line: int, file: str
) -> None:
    text, outcome = opened(content, "Friday.zip")
    form = read(outcome, text=text)
    assert isinstance(outcome, NoSheet)
    assert (outcome.line, outcome.file) == (line, file)
    said = [texts(form.view(ScreenFacts(words_in(code))))["import-error"] for code in ("en", "de")]
    assert said[0] != said[1]
    for says in said:
        assert says.startswith(file)
        assert line in {0, *numbers(says)}
    assert button(form).obstacle not in {"", button(ImportForm()).obstacle}
    assert {"series", "backup"}.isdisjoint(panels(form.view(ScreenFacts())))


def test_faulty_line_is_shown_as_it_was_written_and_cut() -> None:
    long = "x" * LONGEST
    shown = [
        texts(read(parse_text(text), text=text).view(ScreenFacts()))["import-line"]
        for text in (f"{SHEET} Ben\n 1  9H  .\r\n", long)
    ]
    assert shown[0] == "1  9H  ."
    assert len(shown[1]) < 1000


@pytest.mark.parametrize("text", ["", " \n\t\n"], ids=["empty", "blank"])
def test_import_waits_for_a_file(text: str) -> None:
    form = ImportForm(text, None, parse_text(text), text)
    assert button(form).obstacle
    busy = button(form.opening("a.zip", b""))
    assert busy.obstacle not in {"", button(form).obstacle}


def test_text_or_another_file_replaces_the_file_that_is_being_read() -> None:
    form = ImportForm().opening("a.zip", b"a").opening("b.zip", b"b")
    assert form.file == ("b.zip", b"b")
    assert form.pasting("fantan 1").file is None


def test_file_of_any_system_is_read() -> None:
    written, outcome = opened(FRIDAY.replace("\n", "\r\n").encode("utf-8-sig"))
    assert isinstance(outcome, Backup)
    assert loads(outcome.sheets[0].text).series == loads(FRIDAY).series
    assert written.startswith("fantan 1")


def test_sheet_is_shown_as_the_series_of_a_backup() -> None:
    form = read(parse_text(FRIDAY), Match(Kin.NEW), text=FRIDAY)
    (row,) = rows(form.view(ScreenFacts()))
    assert b.plain(row.title) == "Friday night"
    assert row.note == "20 November 2026 · 1 round · Ann, Ben, Cem and Dee"
    assert "import-faults" not in texts(form.view(ScreenFacts()))
    assert not button(form).obstacle


SHORT = {"": [1], "void\n": [0, 1]}


@pytest.mark.parametrize(("more", "rounds"), SHORT.items(), ids=["in play", "called off"])
def test_sheet_without_name_or_date_is_listed(more: str, rounds: list[int]) -> None:
    form = read(parse_text(f"{SHEET} Ben\n1 7H .\n{more}"), Match(Kin.NEW))
    (row,) = rows(form.view(ScreenFacts()))
    assert b.plain(row.title)
    assert numbers(row.note) == rounds


def test_wrong_check_lines_are_told() -> None:
    sheet = FRIDAY.replace("= pot    0", "= pot    7", 1)
    form = read(parse_text(sheet), Match(Kin.NEW), text=sheet)
    assert "import-faults" in texts(form.view(ScreenFacts()))


@pytest.mark.parametrize("in_zip", [False, True])
def test_what_is_strange_is_told_with_its_line(*, in_zip: bool) -> None:
    strange = f"{SHEET} Ben\n1 7H .\nvoid\nhanded Ann Bem 3\n"
    outcome = unpacked(zipped({"a.fantan": strange})) if in_zip else parse_text(strange)
    form = read(outcome, Match(Kin.NEW), text=strange)
    says = texts(form.view(ScreenFacts()))["import-remarks"]
    assert "Bem" in says
    assert numbers(says)[-1] == strange.count("\n")


def test_text_that_is_still_being_read_adds_nothing() -> None:
    form = read(parse_text(FRIDAY), Match(Kin.NEW), text=FRIDAY)
    assert form.backup
    assert form.pasting(FRIDAY[:-1]).backup is None


OF_FRIDAY = "Friday night · 20 November 2026"
STATES = {
    "new": (Match(Kin.NEW), [], ""),
    "the same": (Match(Kin.SAME, 1), [], OF_FRIDAY),
    "older": (Match(Kin.SAME, 1, More(2, 3, 0), More(0, 0, 1)), [2, 3], OF_FRIDAY),
    "newer": (Match(Kin.FURTHER, 1, theirs=More(1, 12, 5)), [1, 12, 5], OF_FRIDAY),
    "changed": (Match(Kin.BOTH, 1, More(0, 4, 0), More(0, 7, 0)), [4, 7], OF_FRIDAY),
}


@pytest.mark.parametrize(("match", "counts", "meant"), STATES.values(), ids=STATES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_series_that_is_here_already_is_named_with_what_each_has_more(
    match: Match, counts: list[int], meant: str, language: str
) -> None:
    here = ScreenFacts(
        words_in(language), catalogue=Catalogue((entry_of(1, loads(FRIDAY).series),))
    )
    form = read(parse_text(FRIDAY), match, text=FRIDAY)
    (row,) = rows(form.view(here))
    assert isinstance(row.subtitle, b.Text)
    assert row.subtitle.id == "backup-1"
    assert numbers(row.subtitle.says.partition("2026")[2] or row.subtitle.says) == counts
    if language == "en":
        assert meant in row.subtitle.says
    else:
        assert row.subtitle != rows(form.view(replace(here, words=ENGLISH)))[0].subtitle
