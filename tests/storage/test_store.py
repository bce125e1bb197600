"""What the store keeps: series, choices, names, and the catalogue as a cache."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.cli import main
from companion.core.backup import About, BroughtSheet, packed, packing, unpacked
from companion.core.entries import entry_of
from companion.core.log import Log
from companion.core.people import Renaming
from companion.core.presets import parse
from companion.core.sheet import dumps, read
from companion.core.statistics import sittings
from companion.core.steps import PlayerRenamed, Valued
from companion.desk.archive import Archive
from companion.desk.ports import (
    Finding,
    Membership,
    Problem,
    RemovedError,
    SealedError,
    Trouble,
    at_once,
)
from storage.catalogue import VERSION
from storage.store import FolderStore
from tests.cases import cases
from tests.choosing import choose, remove
from tests.desks import FRIDAY
from tests.places import ROOT, bytes_in, scratch, store_in
from tests.storage.logs import (
    NIGHTS,
    Moment,
    add_line,
    file_of,
    flip_line,
    keep,
    lines_of,
    moments,
    night,
    read_content,
    save,
)

CATALOGUE = "catalogue.tdb"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    save(tmp_path / "fantan", *NIGHTS)
    return tmp_path / "fantan"


def listed(root: Path) -> tuple[object, ...]:
    """Return everything that lists and statistics show."""
    with store_in(root, read_only=True) as store:
        return store.entries(), store.summaries(), store.reports(), store.ids()


@pytest.mark.parametrize(("seed", "undo"), [(1, 0), (2, 10), (3, 30), (4, 20)])
def test_random_evening_is_there_again(seed: int, undo: int) -> None:
    history = moments(Random(seed), 100, undo=undo)  # noqa: S311 - no secret
    with scratch() as folder:
        save(folder, history)
        with store_in(folder) as store:
            stored = store.load(1)
            assert stored.log == history[-1].log
            assert stored.log.series == history[-1].log.series
            assert dumps(stored.log.known_as("")) == dumps(history[-1].log)
            assert stored.log.series.id == store.ids()[1]
            assert store.entries() == (entry_of(1, stored.log.series),)
            assert store.summaries() == {1: sittings(stored.log.series)}


def test_worth_of_former_versions_is_kept_in_folders_and_backups(tmp_path: Path) -> None:
    now = NIGHTS[0][-1].log
    log = Log.of(now.head, (*now.steps, Valued("0.5 ¥")))
    with store_in(tmp_path) as store:
        store.create(log)
    with store_in(tmp_path) as store:
        kept = store.load(1).log
    (packed_sheet,) = unpacked(packed([packing(kept)], About())).sheets
    sheet = BroughtSheet.of(read(dumps(kept)))
    worths = [one.series.worth for one in (kept, packed_sheet.log, sheet.log)]
    assert worths == ["0.5 ¥"] * 3


def test_revision_grows_by_one(root: Path) -> None:
    with store_in(root) as store:
        before = store.load(1)
        store.save(1, before.log.without_last())
        assert store.load(1).revision == before.revision + 1
        store.save(1, before.log)
        assert store.load(1).revision == before.revision + 2
    with store_in(root) as store:
        assert store.load(1) == replace(before, revision=before.revision + 2)


def test_list_is_equal_without_catalogue(root: Path) -> None:
    before = listed(root)
    for content in (None, b"", b"damaged", b"0" * 5000):
        (root / CATALOGUE).unlink(missing_ok=True)
        if content is not None:
            (root / CATALOGUE).write_bytes(content)
        assert listed(root) == before


def test_list_is_right_after_each_step(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.create(NIGHTS[0][0].log)
        for moment in NIGHTS[0][1:]:
            store.save(number, moment.log)
            assert store.entries() == (entry_of(number, moment.log.series),)
            assert store.summaries() == {number: sittings(moment.log.series)}


def test_catalogue_is_read_instead_of_series(root: Path) -> None:
    for number in (1, 2, 3):
        flip_line(file_of(root, number), 1)  # of the same size
    entries, summaries, reports, _ = listed(root)
    assert len(entries) == len(summaries) == len(reports) == 3  # type: ignore[arg-type]


def test_what_an_older_version_listed_of_a_series_is_no_longer_added_up(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store_in(root, read_only=True) as store:
        entries, summaries = store.entries(), store.summaries()
    flip_line(file_of(root, 1), 0)
    for module in ("catalogue", "store"):
        monkeypatch.setattr(f"storage.{module}.VERSION", VERSION + 1)
    with store_in(root, read_only=True) as store:
        assert store.entries() == entries
        assert store.summaries() == {number: summaries[number] for number in (2, 3)}
        people = Archive(store, lambda: FRIDAY, at_once).people
        found = asyncio.run(people.add_up())
        assert {one.entry.number for one in found.all} == {2, 3}
        assert people.statistics.unread == 1


READING = (
    ["series"],
    ["series", "--json"],
    ["stats"],
    ["stats", "--json"],
    ["export", "../out"],
    ["export", "--zip", "../out.zip"],
    ["doctor"],
)


def cut_in_the_middle(root: Path) -> None:
    content = file_of(root, 1).read_bytes()
    file_of(root, 1).write_bytes(content[: len(content) // 2])


HARMS = {
    "nothing": lambda _root: None,
    "catalogue missing": lambda root: (root / CATALOGUE).unlink(),
    "cut": cut_in_the_middle,
    "a line damaged": lambda root: flip_line(file_of(root, 1), 3),
    "header damaged": lambda root: flip_line(file_of(root, 1), 0),
    "missing": lambda root: file_of(root, 1).unlink(),
    "another's": lambda root: shutil.copy(file_of(root, 2), file_of(root, 1)),
    "newer": lambda root: add_line(file_of(root, 1), {"round 1": {"999": {"says": "dance Ana"}}}),
    "choices damaged": lambda root: (root / "choices.tdb").write_bytes(b"?"),
}


@cases("harm", HARMS)
def test_nothing_that_only_reads_writes(
    harm: object, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store_in(root) as store:
        choose(store, usual=parse("pagat"))
    harm(root)  # type: ignore[operator]
    monkeypatch.setenv("FANTAN_HOME", str(root))
    monkeypatch.chdir(root)
    before = read_content(root)
    for words in READING:
        main(words)
        assert read_content(root) == before, words
    with store_in(root) as store:
        Archive(store, lambda: FRIDAY, at_once)
    assert read_content(root) == before


def test_loss_is_told_until_it_is_answered(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FANTAN_HOME", str(root))
    shell = "head -c 1200 series/00001.tdb > x; cat x > series/00001.tdb; rm x"
    subprocess.run(["sh", "-c", shell], cwd=root, check=True)  # noqa: S603, S607
    steps = len(NIGHTS[0])
    for job in ("doctor", "series", "doctor", "stats", "doctor"):
        main([job])
    with store_in(root, read_only=True) as store:
        left = store.look_at(1).revision
        lost = Finding(Problem.SERIES_CUT, "series/00001.tdb", 1, steps - left)
        assert store.findings() == (lost,)
    with store_in(root) as store:  # playing on is no answer, in any series
        store.save(1, store.load(1).log.without_last())
        store.save(2, store.load(2).log.without_last())
    (root / CATALOGUE).unlink()
    with store_in(root) as store:
        assert store.findings() == (lost,)
    assert main(["doctor"]) == 1
    assert main(["doctor", "--repair"]) == 0
    capsys.readouterr()
    assert main(["doctor"]) == 0
    assert "all is well" in capsys.readouterr().out


def test_answer_in_the_app_is_kept(root: Path) -> None:
    file_of(root, 3).unlink()
    with store_in(root) as store:
        assert [finding.problem for finding in store.findings()] == [Problem.SERIES_MISSING]
        store.answer()
        assert store.findings() == ()
    with store_in(root) as store:
        assert store.findings() == ()
        assert [entry.number for entry in store.entries()] == [2, 1]


def test_repair_rescues_rounds_behind_the_damage(root: Path) -> None:
    whole = NIGHTS[0][-1].log
    lines = lines_of(file_of(root, 1))
    bad = next(place for place, line in enumerate(lines) if b"\\nround" in line or place == 4)
    content = file_of(root, 1).read_bytes()
    flip_line(file_of(root, 1), bad)
    harmed = file_of(root, 1).read_bytes()
    assert harmed != content
    assert main(["doctor", "--repair", str(root)]) == 0
    assert (root / "series" / "00001.tdb.damaged").read_bytes() == harmed
    with store_in(root) as store:
        assert store.findings() == ()
        first = store.load(1).log
        assert first.steps == whole.steps[: len(first.steps)]
        rescued = store.load(4).log
        assert rescued.series.name == f"{whole.series.name} (rescued)"
        layouts = [round_.layout for round_ in whole.series.rounds]
        assert rescued.series.rounds[0].layout in layouts[1:]


def test_damaged_choices_are_read_from_their_copy(root: Path) -> None:
    with store_in(root) as store:
        choose(store, usual=parse("pagat"))
        choose(store, usual=parse("kartendomino"))
    (root / "choices.tdb").write_bytes(b"?")
    for _ in range(2):
        with store_in(root) as store:
            assert store.choices.usual == parse("pagat")
            assert [finding.problem for finding in store.findings()] == [Problem.CHOICES_DAMAGED]
            choose(store, colours={"Ann": 2})
    with store_in(root) as store:
        store.answer()
        assert store.findings() == ()
        assert (store.choices.usual, store.choices.colours) == (parse("pagat"), {"Ann": 2})


@cases(
    "change, trouble",
    {
        "unknown event": ({"round 1": {"999": {"says": "dance Ana"}}}, Trouble.UNCLEAR),
        "unknown step": ({"series": {"999": {"says": "tournament 7"}}}, Trouble.UNCLEAR),
        "no head": ({"round 1": {"999": {"says": "deal\nrules bicycle"}}}, Trouble.OTHER),
        "no words": ({"round 1": {"999": {}}}, Trouble.OTHER),
    },
)
def test_unknown_words_are_kept_and_the_series_is_sealed(
    change: object, trouble: Trouble, root: Path
) -> None:
    log = NIGHTS[0][-1].log
    add_line(file_of(root, 1), change)
    before = file_of(root, 1).read_bytes()
    with store_in(root) as store:
        stored = store.load(1)
        assert (stored.log, stored.sealed) == (log, trouble)
        with pytest.raises(SealedError):
            store.save(1, log.without_last())
        assert len(store.findings()) == 1
    assert file_of(root, 1).read_bytes() == before


def test_newer_format_is_only_read(root: Path) -> None:
    from storage.journal import line_of  # noqa: PLC0415

    lines = lines_of(file_of(root, 1))
    header = line_of({"fantan": 3, "id": "0123456789abcdef", "number": 1}, 0)
    file_of(root, 1).write_bytes(b"".join([header, *lines[1:]]))
    before = bytes_in(root)
    with store_in(root) as store:
        stored = store.load(1)
        assert (stored.log, stored.sealed) == (NIGHTS[0][-1].log, Trouble.NEWER)
        assert [finding.problem for finding in store.findings()] == [Problem.SERIES_NEWER]
    assert bytes_in(root) == before


def test_deleted_series_keeps_its_number(root: Path) -> None:
    with store_in(root) as store:
        remove(store, 3)
        assert [entry.number for entry in store.entries()] == [2, 1]
        assert [entry.number for entry in store.removed()] == [3]
        for use in (
            store.load,
            store.look_at,
            lambda number: store.save(number, store.load(1).log),
        ):
            with pytest.raises(RemovedError):
                use(3)
        store.forget(3)
        store.forget(2)  # it is not deleted
        assert not file_of(root, 3).exists()
        assert keep(store, NIGHTS[2]) == 4
    with store_in(root) as store:
        assert [entry.number for entry in store.entries()] == [4, 2, 1]
        assert store.findings() == ()


def test_rules_of_a_newer_version_are_kept(root: Path) -> None:
    from tinydb import TinyDB  # noqa: PLC0415

    from storage.journal import WholeStorage  # noqa: PLC0415

    newer = {"usual": "bicycle jokers=2", "mood": "good"}
    with TinyDB(root / "choices.tdb", storage=WholeStorage) as db:
        db.table("choices").insert(newer)
    with store_in(root) as store:
        assert store.choices.usual is None
        choose(store, colours={"Ann": 2})
    with TinyDB(root / "choices.tdb", storage=WholeStorage) as db:
        (doc,) = db.table("choices").all()
    assert (doc["usual"], doc["mood"]) == ("bicycle jokers=2", "good")
    assert doc["colours"] == {"Ann": 2}


def names(store: FolderStore, number: int) -> set[str]:
    return {player.name for player in store.look_at(number).log.series.players}


def rename(store: FolderStore, old: str, new: str, last: int) -> None:
    renamings = (*store.choices.renamings, Renaming(old, new, last))
    store.choose(replace(store.choices, renamings=renamings))


def called(history: Sequence[Moment], handle: str, name: str) -> list[Moment]:
    step = PlayerRenamed(handle, name)
    return [*history, Moment(history[-1].log.after(step), step)]


def test_renaming_changes_no_file_of_a_series(tmp_path: Path) -> None:
    handle = night(1, 2)[-1].log.series.rounds[0].setup.players[0]
    save(tmp_path, called(night(1, 2), handle, "Zoë"), called(night(1, 2), handle, "Zoë"))
    before = {number: file_of(tmp_path, number).read_bytes() for number in (1, 2)}
    with store_in(tmp_path) as store:
        rename(store, "Zoë", "Zoe Q", 1)
        assert "Zoe Q" in names(store, 1)
        assert "Zoë" in names(store, 2)  # a later namesake is another person
        assert any("Zoe Q" in sitting.summary for sitting in store.summaries()[1])
        assert all("Zoe Q" not in sitting.summary for sitting in store.summaries()[2])
        assert "Zoe Q" in store.reports()[1]["called"].values()
    assert {number: file_of(tmp_path, number).read_bytes() for number in (1, 2)} == before
    (tmp_path / CATALOGUE).unlink()
    with store_in(tmp_path) as store:
        assert "Zoe Q" in store.entries()[1].everybody
        log = store.load(1).log
        store.save(1, log.after(PlayerRenamed(handle, "Zoe R")))  # at the open table
        store.save(1, log)
        store.choose(replace(store.choices, renamings=()))
        assert "Zoë" in names(store, 1)


def test_shared_series_keeps_the_names_that_it_was_shared_with(tmp_path: Path) -> None:
    handle = night(1, 2)[-1].log.series.rounds[0].setup.players[0]
    save(tmp_path, called(night(1, 2), handle, "Zoë"))
    with store_in(tmp_path) as store:
        rename(store, "Zoë", "Zoe", 1)
        sheet = dumps(store.load(1).log)
        store.keep_membership(1, Membership("t", "s"))
        rename(store, "Zoe", "Zora", 1)
        assert dumps(store.load(1).log) == sheet
        assert "Zora" in store.entries()[0].everybody
    with store_in(tmp_path) as store:
        assert dumps(store.load(1).log) == sheet
        assert store.memberships() == {1: Membership("t", "s")}
        store.keep_membership(1, None)
        assert "Zora" in names(store, 1)


def test_folder_that_cannot_be_written_to_is_read(root: Path) -> None:
    with store_in(root, read_only=True) as store:
        assert store.load(1).sealed is Trouble.IN_USE
        with pytest.raises(Exception, match="another process"):
            store.create(NIGHTS[0][0].log)


def test_documented_lines_print_the_totals(root: Path) -> None:
    text = (ROOT / "docs" / "data.md").read_text()
    code = text.split("```python\n", 1)[1].split("```", 1)[0]
    assert len(code.splitlines()) <= 7
    environment = {**os.environ, "FANTAN_HOME": str(root), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(  # noqa: S603 - the documented lines
        command, cwd=root, env=environment, capture_output=True, text=True, check=True
    )
    standing = NIGHTS[0][-1].log.series.closed
    for chips in standing.chips.values():
        assert str(chips) in done.stdout
