"""A backup in words: its expected content, and the outcome of restoring one."""

from collections.abc import Iterable, Sequence

import pytest

from companion.core.backup import Backup, unpacked
from companion.core.kinship import Kin, Match, taken_by_default
from companion.core.presets import parse
from companion.core.sheet import loads
from companion.desk.backup_store import Restored, SavedBackup
from companion.forms.entries import ImportForm, opened
from companion.views.backups import (
    BackupView,
    Here,
    Keeping,
    backup_says,
    backup_view,
    importing,
    restored,
    saved,
)
from companion.words import ENGLISH, words_in
from tests.core.backup.test_backup import NIGHT, SHARED, packed, zipped
from tests.views.documents import panels, texts

HEAD = "fantan-backup 1\n"
NOTHING = Here()


def sheet(number: int) -> str:
    return NIGHT.replace("Friday night", f"Evening {number}")


def shown(kinds: Sequence[Kin], **more: str) -> BackupView:
    content = {f"{n}.fantan": sheet(n) for n, _ in enumerate(kinds)}
    backup = unpacked(zipped({"backup.txt": HEAD, **content, **more}))
    return view_of(backup, [Match(kin, 1) for kin in kinds])


def view_of(backup: Backup, matches: Sequence[Match], here: Here = NOTHING) -> BackupView:
    """Return the view before the first choice."""
    return backup_view(backup, matches, ENGLISH, taken_by_default(matches), here)


TITLES: dict[str, tuple[list[Kin], str, str]] = {
    "none": ([], "There is no series in it.", "Add"),
    "one": ([Kin.NEW], "1 series is new.", "Add 1 series"),
    "of all kinds": (
        [Kin.NEW, Kin.NEW, Kin.SAME, Kin.SHORTER, Kin.FURTHER, Kin.DIFFERS],
        "2 series are new, 2 are already here, 1 goes further than here, 1 differs.",
        "Add 4 series",
    ),
    "only here": ([Kin.SHORTER], "1 is already here.", "Add"),
}


@pytest.mark.parametrize(("kinds", "title", "act"), TITLES.values(), ids=TITLES)
def test_its_content_and_a_tap_are_said(kinds: list[Kin], title: str, act: str) -> None:
    view = shown(kinds)
    assert (view.title, view.act) == (title, act)
    assert view.obstacle == ("Everything in it is already here." if act == "Add" else "")


CHOSEN = {
    "further, left": (Kin.FURTHER, (), "; left out", "Continue it"),
    "different, left": (Kin.DIFFERS, (), "; left out", "Add separately"),
    "different, added": (Kin.DIFFERS, {0}, "; added separately", "Leave it out"),
    "the same": (Kin.SAME, (), "already here", ""),
}


@pytest.mark.parametrize(("kin", "added", "state", "choose"), CHOSEN.values(), ids=CHOSEN)
def test_what_would_stand_beside_another_can_be_chosen(
    kin: Kin, added: Iterable[int], state: str, choose: str
) -> None:
    backup = unpacked(zipped({"a.fantan": NIGHT}))
    view = backup_view(backup, [Match(kin, 1)], ENGLISH, frozenset(added))
    (line,) = view.lines
    assert line.state.endswith(state)
    assert (line.taken, line.choose_says, line.place) == (bool(added), choose, 0)
    assert (view.act == "Add 1 series", not view.obstacle) == (bool(added), bool(added))


USUAL = "Its usual house rules will be used if none were chosen here."
SAVED = "1 saved set of house rules will be added, unless its name is already used here."
OURS = Here(saved=(("ours", parse("fwend")),))
ALONE: dict[str, tuple[str, Here, tuple[str, ...]]] = {
    "rules": ("saved pagat : Ours\n", NOTHING, (SAVED,)),
    "usual rules": ("usual pagat\n", NOTHING, (USUAL,)),
    "usual rules where some were chosen": ("usual pagat\n", Here(usual_chosen=True), ()),
    "rules of a name that is taken": ("saved pagat : Ours\n", OURS, ()),
}


@pytest.mark.parametrize("beside", [{}, {"1.fantan": NIGHT}], ids=["alone", "beside a series"])
@pytest.mark.parametrize(("says", "here", "remarks"), ALONE.values(), ids=ALONE)
def test_house_rules_can_be_taken_too(
    says: str, here: Here, remarks: tuple[str, ...], beside: dict[str, str]
) -> None:
    backup = unpacked(zipped({"backup.txt": f"{HEAD}{says}", **beside}))
    view = view_of(backup, [Match(Kin.SAME, 7)] * len(beside), here=here)
    assert (view.act, view.remarks) == ("Add", remarks)
    assert bool(view.obstacle) is not bool(remarks)


def test_what_needs_a_look_comes_first_and_each_says_how_it_stands() -> None:
    view = shown([Kin.SAME, Kin.NEW, Kin.DIFFERS, Kin.FURTHER, Kin.SHORTER])
    assert [(line.name, line.state, line.taken) for line in view.lines] == [
        ("Evening 2", "differs from the one here; added separately", True),
        ("Evening 3", "goes further than the one here, which will be continued", True),
        ("Evening 1", "new", True),
        ("Evening 4", "already here, and played further", False),
        ("Evening 0", "already here", False),
    ]
    assert view.lines[0].beneath == "20 November 2026 · 1 round · Ana María Pérez, Ben, Chi and Dov"


def test_of_many_only_the_first_are_listed_and_all_that_need_a_look() -> None:
    backup = unpacked(zipped({f"{n}.fantan": sheet(n) for n in range(45)}))
    view = view_of(backup, [Match(Kin.NEW)] * 45)
    assert (len(view.lines), view.further_lines) == (40, "and 5 more")
    view = view_of(backup, [Match(Kin.SAME), *[Match(Kin.DIFFERS, 1)] * 43, Match(Kin.NEW)])
    assert (len(view.lines), view.further_lines) == (43, "and 2 more")
    assert {line.state for line in view.lines} == {"differs from the one here; added separately"}


def test_what_is_left_out_and_what_does_not_hold_is_shown() -> None:
    view = shown([], **{f"{n}.png": "" for n in range(5)})
    assert view.remarks == ("Left out, not a score sheet: 0.png, 1.png and 2.png and 2 more",)
    wrong = unpacked(zipped({"a.fantan": NIGHT.replace("= pot    0", "= pot    7", 1)}))
    assert view_of(wrong, [Match(Kin.NEW)]).remarks == (
        "On 1 sheet a check line is wrong. Its figures will be recalculated.",
    )


ERRORS = {
    "a line": (
        zipped({"a.fantan": "fantan 1\nround 1\n    Ann Ben\n 1  9H  .\n"}),
        "a.fantan: Line 4: 9♥ cannot be played: 8♥ is not on the table.",
    ),
    "no round": (
        zipped({"a.fantan": "fantan 1"}),
        "a.fantan: Line 1: This sheet has no round yet.",
    ),
    "a password": (zipped({"a.zip": ""}), "a.zip: A zip within the zip is not opened."),
    "damaged": (packed([loads(SHARED)])[:200], "This zip is damaged."),
}


@pytest.mark.parametrize(("content", "error"), ERRORS.values(), ids=ERRORS)
def test_what_cannot_be_read_names_file_and_line(content: bytes, error: str) -> None:
    form = ImportForm(outcome=opened(content)[1])
    view, german = (importing(form, NOTHING, words_in(one), restores=True) for one in ("en", "de"))
    assert texts(view)["import-error"] == error != texts(german)["import-error"]
    assert "backup" not in panels(view)
    assert view.footer[0].obstacle == "Choose another file."


def test_while_a_file_is_read_that_is_said() -> None:
    forms = (ImportForm(file=("a.zip", b"")), ImportForm())
    views = [importing(form, NOTHING, ENGLISH, restores=True) for form in forms]
    assert [view.footer[0].obstacle for view in views] == [
        *("One moment: the file is being read.", "Choose a backup first.")
    ]


def test_what_became_of_it_is_said() -> None:
    assert restored(Restored(1), ENGLISH) == "1 series was added."
    assert restored(Restored(0, 1), ENGLISH) == "1 series was continued."
    assert restored(Restored(0, rules=True), ENGLISH) == "The house rules were added."
    both = "3 series were added. 1 series was continued."
    assert restored(Restored(3, 1), ENGLISH) == both
    assert saved(SavedBackup(b"", 3), ENGLISH) == "A backup of 3 series."
    left_out = "A backup of 3 series. 1 series cannot be read and is not in it."
    assert saved(SavedBackup(b"", 3, 1), ENGLISH) == left_out


DELETES = "This browser may delete them: save a backup now and then."
KEEPS = "This browser keeps them until you delete them."
ONLINE = "Fan Tan does not start without a network here: page.js could not be saved."
KEPT = {
    "for good": (Keeping(for_good=True), f" {KEEPS}"),
    "perhaps": (Keeping(for_good=False), f" {DELETES}"),
    "not without a network": (Keeping(for_good=True, missing="page.js"), f" {KEEPS} {ONLINE}"),
}


@pytest.mark.parametrize(("kept", "says"), KEPT.values(), ids=KEPT)
def test_a_backup_says_whether_the_browser_keeps_the_series(kept: Keeping, says: str) -> None:
    assert backup_says(kept, ENGLISH) == backup_says(Keeping(), ENGLISH) + says
