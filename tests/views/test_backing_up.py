"""A backup in words: its expected content, and the outcome of restoring one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pytest
from companion.forms.entries import ImportForm, opened

from companion.core.backup import Backup, unpacked
from companion.core.kinship import Kin, Match, taken_by_default
from companion.core.presets import parse
from companion.core.sheet import loads
from companion.desk.backup_store import Restored, SavedBackup
from companion.screens import blocks as b
from companion.screens.backups import (
    Keeping,
    LocalChoices,
    backup_says,
    contents,
    importing,
    restored,
    saved,
)
from companion.screens.blocks import plain
from companion.words import ENGLISH, words_in
from tests.core.backup.test_backup import NIGHT, SHARED, packed, zipped
from tests.views.documents import panels, texts

HEAD = "fantan-backup 1\n"
NOTHING = LocalChoices()


def sheet(number: int) -> str:
    return NIGHT.replace("Friday night", f"Evening {number}")


@dataclass(frozen=True)
class Shown:
    """Contents of a backup on the screen, with the button."""

    panel: b.Panel
    act: b.Action

    @property
    def title(self) -> str:
        """Summary of the series."""
        return self.texts[0]

    @property
    def texts(self) -> list[str]:
        """Paragraphs of the panel."""
        return [block.says for block in self.panel.blocks if isinstance(block, b.Text)]

    @property
    def rows(self) -> tuple[b.Row, ...]:
        """Rows of the series."""
        return next(block.rows for block in self.panel.blocks if isinstance(block, b.List))

    @property
    def lines(self) -> list[tuple[str, str, bool]]:
        """Name and state of each series, and True if it is added."""
        return [
            (plain(row.title), plain(row.subtitle), row.status is b.Status.PLAIN)
            for row in self.rows
        ]


def shown(kinds: Sequence[Kin], language: str = "en", **more: str) -> Shown:
    content = {f"{n}.fantan": sheet(n) for n, _ in enumerate(kinds)}
    backup = unpacked(zipped({"backup.txt": HEAD, **content, **more}))
    return view_of(backup, [Match(kin, 1) for kin in kinds], language)


def view_of(
    backup: Backup, matches: Sequence[Match], language: str = "en", here: LocalChoices = NOTHING
) -> Shown:
    """Return the contents before the first choice."""
    added = taken_by_default(matches)
    return Shown(*contents(backup, matches, words_in(language), added, here))


TITLES = {
    "none": ([], "There is no series in it."),
    "one": ([Kin.NEW], "1 series is new."),
    "of all kinds": (
        [Kin.NEW, Kin.NEW, Kin.SAME, Kin.SHORTER, Kin.FURTHER, Kin.DIFFERS],
        "2 series are new, 2 are already here, 1 goes further than here, 1 differs.",
    ),
    "only here": ([Kin.SHORTER], "1 is already here."),
}


@pytest.mark.parametrize(("kinds", "title"), TITLES.values(), ids=TITLES)
def test_it_is_shown_in_a_sentence(kinds: list[Kin], title: str) -> None:
    assert shown(kinds).title == title


ACTS = {
    "two of four": ([Kin.NEW, Kin.SAME, Kin.SHORTER, Kin.FURTHER], "Add 2 series", ""),
    "nothing": ([Kin.SAME], "Add", "Everything in it is already here."),
    "none": ([], "Add", "Everything in it is already here."),
}


@pytest.mark.parametrize(("kinds", "act", "obstacle"), ACTS.values(), ids=ACTS)
def test_what_a_tap_does_is_said(kinds: list[Kin], act: str, obstacle: str) -> None:
    assert (shown(kinds).act.says, shown(kinds).act.obstacle) == (act, obstacle)


CHOSEN = {
    "further, added": (Kin.FURTHER, {0}, "which will be continued", "Leave it out"),
    "further, left": (Kin.FURTHER, (), "; left out", "Continue it"),
    "different, added": (Kin.DIFFERS, {0}, "; added separately", "Leave it out"),
    "different, left": (Kin.DIFFERS, (), "; left out", "Add separately"),
    "new": (Kin.NEW, {0}, "new", ""),
    "the same": (Kin.SAME, (), "already here", ""),
}


@pytest.mark.parametrize(("kin", "added", "state", "choose"), CHOSEN.values(), ids=CHOSEN)
def test_a_copy_can_be_chosen(kin: Kin, added: Iterable[int], state: str, choose: str) -> None:
    backup = unpacked(zipped({"a.fantan": NIGHT}))
    view = Shown(*contents(backup, [Match(kin, 1)], ENGLISH, frozenset(added)))
    ((_, stands, taken),) = view.lines
    assert stands.endswith(state)
    answers = [act for block in view.rows[0].choices for act in block.answers]
    assert (taken, [act.says for act in answers]) == (bool(added), [choose] if choose else [])
    assert all(act.intent == b.Edit("choosing", (0,)) for act in answers)
    assert (view.act.says == "Add 1 series", not view.act.obstacle) == (bool(added), bool(added))


ALONE = {
    "rules": ("saved pagat : Ours\n", LocalChoices(), "Add", ""),
    "usual rules": ("usual pagat\n", LocalChoices(), "Add", ""),
    "usual rules where some were chosen": (
        "usual pagat\n",
        LocalChoices(usual_chosen=True),
        "Add",
        "Everything in it is already here.",
    ),
    "rules of a name that is taken": (
        "saved pagat : Ours\n",
        LocalChoices(saved=(("ours", parse("fwend")),)),
        "Add",
        "Everything in it is already here.",
    ),
}


@pytest.mark.parametrize(("says", "here", "act", "obstacle"), ALONE.values(), ids=ALONE)
def test_rules_alone_can_be_taken(says: str, here: LocalChoices, act: str, obstacle: str) -> None:
    backup = unpacked(zipped({"backup.txt": f"{HEAD}{says}", "00001.fantan": NIGHT}))
    view = view_of(backup, [Match(Kin.SAME, 7)], here=here)
    assert (view.act.says, view.act.obstacle) == (act, obstacle)
    assert bool(view.texts[1:]) is not bool(obstacle)


def test_usual_rules_alone_can_be_taken() -> None:
    view = view_of(unpacked(zipped({"backup.txt": f"{HEAD}usual pagat\n"})), ())
    assert (view.act.says, view.act.obstacle) == ("Add", "")
    assert view.texts[1:] == ["Its usual house rules will be used if none were chosen here."]


def test_saved_rules_come_along() -> None:
    text = f"{HEAD}saved pagat : Ours\n"
    view = view_of(unpacked(zipped({"backup.txt": text})), ())
    assert view.act.obstacle == ""
    assert view.texts[1:] == [
        "1 saved set of house rules will be added, unless its name is already used here."
    ]


def test_what_needs_a_look_comes_first_and_each_says_how_it_stands() -> None:
    view = shown([Kin.SAME, Kin.NEW, Kin.DIFFERS, Kin.FURTHER, Kin.SHORTER])
    assert view.lines == [
        ("Evening 2", "differs from the one here; added separately", True),
        ("Evening 3", "goes further than the one here, which will be continued", True),
        ("Evening 1", "new", True),
        ("Evening 4", "already here, and played further", False),
        ("Evening 0", "already here", False),
    ]
    assert view.rows[0].note == "20 November 2026 · 1 round · Ana María Pérez, Ben, Chi and Dov"


def test_what_would_stand_beside_another_is_always_listed() -> None:
    backup = unpacked(zipped({f"{n}.fantan": sheet(n) for n in range(45)}))
    matches = [Match(Kin.SAME), *[Match(Kin.DIFFERS, 1)] * 43, Match(Kin.NEW)]
    view = view_of(backup, matches)
    assert (len(view.lines), view.texts[-1]) == (43, "and 2 more")
    assert {state for _, state, _ in view.lines} == {"differs from the one here; added separately"}


def test_of_many_only_the_first_are_listed() -> None:
    backup = unpacked(zipped({f"{n}.fantan": sheet(n) for n in range(42)}))
    view = view_of(backup, [Match(Kin.NEW)] * 42)
    assert (len(view.lines), view.texts[-1]) == (40, "and 2 more")


def test_what_is_left_out_and_what_does_not_hold_is_shown() -> None:
    view = shown([], **{f"{n}.png": "" for n in range(5)})
    assert view.texts[1:] == ["Left out, not a score sheet: 0.png, 1.png and 2.png and 2 more"]
    wrong = unpacked(zipped({"a.fantan": NIGHT.replace("= pot    0", "= pot    7", 1)}))
    assert view_of(wrong, [Match(Kin.NEW)]).texts[1:] == [
        "On 1 sheet a check line is wrong. Its figures will be recalculated."
    ]


ERRORS = {
    "a line": (
        zipped({"a.fantan": "fantan 1\nround 1\n    Ann Ben\n 1  9H  .\n"}),
        "a.fantan: Line 4: 9♥ cannot be played: 8♥ is not on the table.",
    ),
    "no round": (
        zipped({"a.fantan": "fantan 1\n"}),
        "a.fantan: Line 1: This sheet has no round yet.",
    ),
    "a password": (zipped({"a.zip": ""}), "a.zip: A zip within the zip is not opened."),
    "damaged": (packed([loads(SHARED)])[:200], "This zip is damaged."),
}


@pytest.mark.parametrize(("content", "error"), ERRORS.values(), ids=ERRORS)
def test_what_cannot_be_read_names_file_and_line(content: bytes, error: str) -> None:
    _, outcome = opened(content)
    view = importing(NOTHING, ENGLISH, ImportForm(outcome=outcome), restores=True)
    assert texts(view)["import-error"] == error
    assert "backup" not in panels(view)
    assert view.footer[0].obstacle == "Choose another file."
    german = importing(NOTHING, words_in("de"), ImportForm(outcome=outcome))
    assert texts(german)["import-error"] != error


def test_while_a_file_is_read_that_is_said() -> None:
    busy = importing(NOTHING, ENGLISH, ImportForm(file=("a.zip", b"")), restores=True)
    assert busy.footer[0].obstacle == "One moment: the file is being read."
    begun = importing(NOTHING, ENGLISH, ImportForm(), restores=True)
    assert begun.footer[0].obstacle == "Choose a backup first."


def test_what_became_of_it_is_said() -> None:
    assert restored(Restored(1), ENGLISH) == "1 series was added."
    assert restored(Restored(0, 1), ENGLISH) == "1 series was continued."
    assert restored(Restored(0, rules=True), ENGLISH) == "The house rules were added."
    both = "3 series were added. 1 series was continued."
    assert restored(Restored(3, 1), ENGLISH) == both
    assert saved(SavedBackup(b"", 3), ENGLISH) == "A backup of 3 series."
    left_out = "A backup of 3 series. 1 series cannot be read and is not in it."
    assert saved(SavedBackup(b"", 3, 1), ENGLISH) == left_out


KEPT = {
    "elsewhere": (Keeping(), "", ""),
    "for good": (
        Keeping(for_good=True),
        " This browser keeps them until you delete them.",
        " Dieser Browser behält sie, bis ihr sie löscht.",
    ),
    "perhaps": (
        Keeping(for_good=False),
        " This browser may delete them: save a backup now and then.",
        " Dieser Browser kann sie löschen: Ab und zu eine Sicherung speichern.",
    ),
    "not without a network": (
        Keeping(for_good=True, missing="page.js"),
        (
            " This browser keeps them until you delete them."
            " Fan Tan does not start without a network here: page.js could not be saved."
        ),
        (
            " Dieser Browser behält sie, bis ihr sie löscht."
            " Ohne Netz startet Fan Tan hier nicht: page.js ließ sich nicht speichern."
        ),
    ),
}


@pytest.mark.parametrize(("kept", "english", "german"), KEPT.values(), ids=KEPT)
def test_a_backup_says_whether_it_is_kept(kept: Keeping, english: str, german: str) -> None:
    for words, told in ((ENGLISH, english), (words_in("de"), german)):
        before = backup_says(Keeping(), words)
        assert backup_says(kept, words) == before + told
