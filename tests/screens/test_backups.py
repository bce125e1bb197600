"""Backups and score sheets from outside: what is in them, what a tap adds, and what is refused."""

import pytest

from companion.core.backup import Backup, unpacked
from companion.core.kinship import Kin, Match, Take, taken_by_default
from companion.core.sheet import loads
from companion.desk.archive import Catalogue
from companion.screens import blocks as b
from companion.screens.backups import (
    LONGEST,
    ImportForm,
    NoSheet,
    Outcome,
    backup_says,
    opened,
    parse_text,
)
from companion.screens.kit import BrowserStorage, ScreenFacts, edit
from companion.words import words_in
from tests.cases import cases
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


@cases("kinds, added", KINDS)
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


@cases("says, catalogue, brings", ALONE)
def test_backup_can_bring_rules_alone(says: str, catalogue: Catalogue, *, brings: bool) -> None:
    backup = unpacked(zipped({"backup.txt": f"{HEAD}{says}", "00001.fantan": NIGHT}))
    here = ScreenFacts(catalogue=catalogue)
    form = read(backup, Match(Kin.SAME, 7))
    assert bool(button(form, here).obstacle) is not brings
    assert not numbers(button(form, here).says)


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


@cases("content, line, file", REFUSED)
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


def test_file_of_any_system_is_read() -> None:
    written, outcome = opened(FRIDAY.replace("\n", "\r\n").encode("utf-8-sig"))
    assert isinstance(outcome, Backup)
    assert loads(outcome.sheets[0].text).series == loads(FRIDAY).series
    assert written.startswith("fantan 1")


@pytest.mark.parametrize("in_zip", [False, True])
def test_what_is_strange_is_told_with_its_line(*, in_zip: bool) -> None:
    strange = f"{SHEET} Ben\n1 7H .\nvoid\nhanded Ann Bem 3\n"
    outcome = unpacked(zipped({"a.fantan": strange})) if in_zip else parse_text(strange)
    form = read(outcome, Match(Kin.NEW), text=strange)
    says = texts(form.view(ScreenFacts()))["import-remarks"]
    assert "Bem" in says
    assert numbers(says)[-1] == strange.count("\n")


def test_remarks_that_are_not_shown_are_counted() -> None:
    strangers = "".join(f"handed Ann Bem{number} 3\n" for number in range(50))
    strange = f"{SHEET} Ben\n1 7H .\nvoid\n{strangers}"
    form = read(parse_text(strange), Match(Kin.NEW), text=strange)
    *shown, more = texts(form.view(ScreenFacts()))["import-remarks"].splitlines()
    assert all("Bem" in line for line in shown)
    assert numbers(more) == [50 - len(shown)]
