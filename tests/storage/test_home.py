"""Agreement of the home list with the series after any damage."""

import shutil
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from storage.lines import write_line

from companion.core.forecast import entry_of
from companion.core.presets import parse
from companion.desk.ports import Problem, StoreFailedError
from storage.catalogue import CatalogueFile, noted_doc
from storage.files import DamagedFileError
from storage.store import FolderStore
from tests.choosing import choose
from tests.storage.logs import (
    NIGHTS,
    add_line,
    bytes_in,
    drop_lines,
    file_of,
    flip_line,
    flipped,
    keep,
    looked_over,
    mend,
    save,
)

LOGS = [history[-1].log for history in NIGHTS]
USUAL = parse("pagat ante=2")
Harm = Callable[[Path], object]


def reported_by(store: FolderStore) -> list[tuple[Problem, int | None, int]]:
    return [(finding.problem, finding.series, finding.count) for finding in store.findings()]


def catalogue(root: Path) -> Path:
    return root / "catalogue.tdb"


def entry(number: int, **said: object) -> dict[str, object]:
    return {"entries": {str(number): {"number": number, **said}}}


def without_last_dates(root: Path) -> None:
    """List the series as an older version did."""
    for number, noted in CatalogueFile(root).noted.items():
        doc = {key: value for key, value in noted_doc(noted).items() if key != "last"}
        add_line(catalogue(root), {"entries": {str(number): doc}})


LISTS: dict[str, Harm] = {
    "nothing": lambda _root: None,
    "gone": lambda root: catalogue(root).unlink(),
    "garbage": lambda root: catalogue(root).write_bytes(b"garbage\n" * 9),
    "a damaged line": lambda root: flip_line(catalogue(root), 4),
    "an entry of no shape": lambda root: add_line(catalogue(root), entry(2, name=7)),
    "an entry that is none": lambda root: add_line(catalogue(root), '{"entries":{"2":7}}'),
    "no entries": lambda root: add_line(catalogue(root), '{"entries":null}'),
    "entries under no numbers": lambda root: add_line(
        catalogue(root), {"entries": {"two": {}, "9" * 99: {}, "-1": {}}}
    ),
    "deep nesting": lambda root: add_line(catalogue(root), '{"entries":' * 9999 + "1" + "}" * 9999),
    "an older version's": without_last_dates,
    "a newer version's": lambda root: add_line(
        catalogue(root), {"schema": 2, "entries": {"2": {"number": 2}}}
    ),
}
"""Damage to the list, which is a cache."""
each_list = pytest.mark.parametrize("harm", LISTS.values(), ids=LISTS)


@each_list
def test_home_is_right_with_any_fault_in_the_catalogue(harm: Harm, root: Path) -> None:
    harm(root)
    with closing(FolderStore(root)) as store:
        assert store.entries() == tuple(entry_of(k, LOGS[k - 1].series) for k in (3, 2, 1))
        assert reported_by(store) == []
        assert store.choices.usual == USUAL
        choose(store, usual=parse("pagat ante=3"))
    with closing(FolderStore(root)) as store:
        assert store.entries() == tuple(entry_of(k, LOGS[k - 1].series) for k in (3, 2, 1))
        assert store.choices.usual == parse("pagat ante=3")
        assert reported_by(store) == []


def chosen(root: Path) -> Path:
    return root / "choices"


def older_choices(root: Path) -> None:
    """Restore the file of the last choice but one."""
    before = chosen(root).read_bytes()
    with closing(FolderStore(root)) as store:
        choose(store, usual=parse("pagat ante=3"))
        choose(store, usual=USUAL)
    chosen(root).write_bytes(before)


CHANGED: dict[str, tuple[Harm, str]] = {
    "gone": (lambda root: chosen(root).unlink(), "missing"),
    "empty": (lambda root: chosen(root).write_bytes(b""), "damaged"),
    "cut": (lambda root: chosen(root).write_bytes(chosen(root).read_bytes()[:-9]), "damaged"),
    "a series": (lambda root: shutil.copy(file_of(root, 1), chosen(root)), "damaged"),
    "the list": (lambda root: shutil.copy(catalogue(root), chosen(root)), "damaged"),
    "an older copy": (older_choices, "an older copy"),
}


@pytest.mark.parametrize(("harm", "detail"), CHANGED.values(), ids=CHANGED)
def test_harm_to_choices_is_reported_and_costs_none(harm: Harm, detail: str, root: Path) -> None:
    harm(root)
    with closing(FolderStore(root)) as store:
        found = [(finding.problem, finding.detail) for finding in store.findings()]
        assert found == [(Problem.CHOICES_RESTORED, detail)]
        assert store.choices.usual == USUAL
    with closing(FolderStore(root)) as store:
        assert (store.findings(), store.choices.usual) == ((), USUAL)


def test_any_byte_of_the_choices(root: Path) -> None:
    content = chosen(root).read_bytes()
    for at in range(len(content)):
        for changed in (flipped(content, at), content[:at], content[:at] + content[at + 1 :]):
            chosen(root).write_bytes(changed)
            with closing(FolderStore(root)) as store:
                assert [problem for problem, *_ in reported_by(store)] == [Problem.CHOICES_RESTORED]
                assert store.choices.usual == USUAL


def test_choices_that_are_lost_with_their_copy_are_reported_once(root: Path) -> None:
    chosen(root).unlink()
    (root / "choices.bak").write_bytes(b"")
    with closing(FolderStore(root)) as store:
        assert [problem for problem, *_ in reported_by(store)] == [Problem.CHOICES_LOST]
        assert store.choices.usual is None
    with closing(FolderStore(root)) as store:
        assert reported_by(store) == []


def test_a_kill_between_the_choices_and_their_copy_is_no_alarm(root: Path) -> None:
    before = (root / "choices.bak").read_bytes()
    with closing(FolderStore(root)) as store:
        choose(store, usual=parse("pagat ante=3"))
    (root / "choices.bak").write_bytes(before)
    with closing(FolderStore(root)) as store:
        assert reported_by(store) == []
        assert store.choices.usual == parse("pagat ante=3")
    assert (root / "choices.bak").read_bytes() == chosen(root).read_bytes()


def test_choices_that_were_kept_in_the_list_are_taken_over(root: Path) -> None:
    for path in root.glob("choices*"):
        path.unlink()
    said = {"1": {"rules": "pagat ante=2"}, "4": {"numbers": [2]}}
    add_line(catalogue(root), {"settings": said})
    for _ in range(2):
        with closing(FolderStore(root)) as store:
            assert reported_by(store) == []
            assert store.choices.usual == USUAL
            assert store.choices.removed == {2}


def test_another_versions_choices_stay(root: Path) -> None:
    line = chosen(root).read_bytes().rstrip().partition(b"{")[2]
    text = '{"colour":"red",' + line.decode()
    for path in root.glob("choices*"):
        path.write_bytes(write_line(zlib.crc32(b"choices"), 9, text))
    with closing(FolderStore(root)) as store:
        choose(store, usual=parse("bicycle"))
    assert b'"colour":"red"' in chosen(root).read_bytes()


def exchange(root: Path) -> None:
    one, two = (file_of(root, number).read_bytes() for number in (1, 2))
    file_of(root, 1).write_bytes(two)
    file_of(root, 2).write_bytes(one)


def older(root: Path) -> None:
    drop_lines(file_of(root, 1), -3, 10_000)


def from_another_folder(number: int) -> Harm:
    """Return the harm of the first series replaced by this night, saved in another folder."""

    def harm(root: Path) -> None:
        save(root.parent / "other", NIGHTS[number - 1])
        shutil.copy(file_of(root.parent / "other", 1), file_of(root, 1))

    return harm


def copied(number: int, place: int) -> Harm:
    return lambda root: shutil.copy(file_of(root, number), file_of(root, place))


PLACES: dict[str, tuple[Harm, list[tuple[Problem, int | None, int]]]] = {
    "exchanged": (exchange, [(Problem.SERIES_MISPLACED, 1, 2), (Problem.SERIES_MISPLACED, 2, 1)]),
    "copied": (copied(1, 2), [(Problem.SERIES_MISPLACED, 2, 1)]),
    "copied to a free place": (copied(2, 7), [(Problem.SERIES_MISPLACED, 7, 2)]),
    "moved": (
        lambda root: file_of(root, 3).rename(file_of(root, 7)),
        [(Problem.SERIES_MISPLACED, 7, 3), (Problem.SERIES_MISSING, 3, 0)],
    ),
    "older": (older, [(Problem.SERIES_OLDER, 1, 3)]),
    "from another folder": (from_another_folder(3), [(Problem.SERIES_EXCHANGED, 1, 0)]),
    "from another folder, as long": (from_another_folder(1), [(Problem.SERIES_EXCHANGED, 1, 0)]),
    "gone": (lambda root: file_of(root, 2).unlink(), [(Problem.SERIES_MISSING, 2, 0)]),
    "all gone": (
        lambda root: shutil.rmtree(root / "series"),
        [(Problem.SERIES_MISSING, number, 0) for number in (1, 2, 3)],
    ),
}
each_place = pytest.mark.parametrize(("harm", "reports"), PLACES.values(), ids=PLACES)


@each_place
def test_a_file_that_is_not_in_its_place_is_reported_and_refused(
    harm: Harm, reports: list[tuple[Problem, int | None, int]], root: Path
) -> None:
    harm(root)
    refused = {k for problem, k, _ in reports if k and problem is Problem.SERIES_MISPLACED}
    before = bytes_in(root / "series") if (root / "series").exists() else {}
    with closing(FolderStore(root)) as store:
        assert reported_by(store) == reports
        for number in refused:
            with pytest.raises(DamagedFileError, match="this is the file of series"):
                store.load(number)
        for number in {entry.number for entry in store.entries()} - refused:
            assert store.load(number).sealed is None
        assert reported_by(store) == reports
    assert bytes_in(root / "series") == before


@each_place
def test_a_repair_leaves_a_file_that_is_not_in_its_place(
    harm: Harm, reports: list[tuple[Problem, int | None, int]], root: Path
) -> None:
    harm(root)
    before = bytes_in(root / "series") if (root / "series").exists() else {}
    mend(root)
    assert bytes_in(root / "series") == before
    left = [found for found in reports if found[0] is Problem.SERIES_MISPLACED]
    again = looked_over(root)
    assert [(finding.problem, finding.series, finding.count) for finding in again.wrong] == left
    with closing(FolderStore(root)) as store:
        assert reported_by(store) == left


def test_a_file_that_is_put_back_as_the_report_says_is_opened(root: Path) -> None:
    file_of(root, 3).rename(file_of(root, 7))
    with closing(FolderStore(root)) as store:
        (moved, _) = store.findings()
    (root / moved.where).rename(root / moved.detail)
    with closing(FolderStore(root)) as store:
        assert store.load(3).log == LOGS[2]
        assert reported_by(store) == []


def made_a_folder(root: Path) -> None:
    file_of(root, 2).unlink()
    file_of(root, 2).mkdir()


def made_a_link(root: Path) -> None:
    file_of(root, 2).rename(root / "elsewhere")
    file_of(root, 2).symlink_to(root / "elsewhere")


def made_a_pipe(root: Path) -> None:
    import os  # noqa: PLC0415 - POSIX alone has them

    file_of(root, 2).unlink()
    os.mkfifo(file_of(root, 2))


@pytest.mark.parametrize("harm", [made_a_folder, made_a_link, made_a_pipe])
def test_a_path_that_is_no_file_is_reported_and_all_others_open(harm: Harm, root: Path) -> None:
    harm(root)
    with closing(FolderStore(root)) as store:
        assert [problem for problem, _, _ in reported_by(store)] == [Problem.SERIES_UNREADABLE]
        with pytest.raises(StoreFailedError):
            store.load(2)
        for number in (1, 3):
            assert store.load(number).log == LOGS[number - 1]
        assert keep(store, NIGHTS[0]) == 4


def test_a_left_over_link_is_not_followed(root: Path) -> None:
    letter = root / "letter"
    letter.write_text("dear")
    (root / "series" / "00004.tdb.tmp").symlink_to(letter)
    with closing(FolderStore(root)) as store:
        assert keep(store, NIGHTS[0]) == 4
    assert letter.read_text() == "dear"


def test_a_kill_leaves_home_right(root: Path) -> None:
    """A killed process leaves zeros at the end and an outdated list."""
    store = FolderStore(root)
    log = store.load(3).log
    behind = catalogue(root).read_bytes()
    store.save(3, log.without_last())
    store.save(3, log)
    left = shutil.copytree(root, root.parent / "left")
    store.close()
    catalogue(left).write_bytes(behind)
    assert file_of(left, 3).read_bytes().endswith(b"\0")
    with closing(FolderStore(left)) as store:
        assert store.entries() == tuple(entry_of(k, LOGS[k - 1].series) for k in (3, 2, 1))
        assert reported_by(store) == []
        assert not file_of(left, 3).read_bytes().endswith(b"\0")
        assert store.load(3).revision == len(NIGHTS[2]) + 2


def test_nobody_waits_for_the_list_while_playing(tmp_path: Path) -> None:
    """The list is written at the start and at the end only."""
    first, *rest = NIGHTS[0]
    data, killed = tmp_path / "data", tmp_path / "killed"
    with closing(FolderStore(data)) as store:
        store.create(first.log)
        for moment in rest:
            store.save(1, moment.log)
            assert store.entries() == (entry_of(1, moment.log.series),)
        assert not catalogue(data).exists()
        shutil.copytree(data, killed)
    assert catalogue(data).read_bytes().count(b'"number":1,') == 1
    with closing(FolderStore(killed)) as store:
        assert store.entries() == (entry_of(1, LOGS[0].series),)
        assert reported_by(store) == []


def test_any_byte_of_the_list(root: Path) -> None:
    content = catalogue(root).read_bytes()
    for at in range(0, len(content), 97):
        catalogue(root).write_bytes(flipped(content, at))
        with closing(FolderStore(root)) as store:
            assert store.entries() == tuple(entry_of(k, LOGS[k - 1].series) for k in (3, 2, 1))
            assert reported_by(store) == []


def test_a_list_that_is_behind_after_a_kill_is_no_alarm(root: Path) -> None:
    behind = catalogue(root).read_bytes()
    with closing(FolderStore(root)) as store:
        log = store.load(3).log
        while log.series.rounds[-1].over:
            store.save(3, log := log.without_last())
    catalogue(root).write_bytes(behind)
    assert looked_over(root).found == []
    with closing(FolderStore(root)) as store:
        assert store.findings() == ()
    assert looked_over(root).found == []
