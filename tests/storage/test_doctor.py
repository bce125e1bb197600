"""The doctor: what it finds in a folder, that looking changes nothing, and what a repair leaves."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion.desk.ports import StoreFailedError, Unopened
from storage.doctor import Doctor
from storage.findings import DONE, Finding, What
from storage.journal_lines import Header
from tests.faults.faulty_os import Fault, FaultyOs, standing_in
from tests.storage.nights import (
    COMERS,
    FRIDAY,
    OVER,
    add_record,
    bytes_in,
    desk_on,
    flip,
    keep,
    opened,
    record,
)

Spoil = Callable[[Path], object]
Told = tuple[str, What]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three nights, of which the first has three rounds."""
    root = tmp_path_factory.mktemp("kept") / "fantan"
    keep(root, COMERS, FRIDAY, OVER)
    return root


@pytest.fixture
def root(kept: Path, tmp_path: Path) -> Path:
    return shutil.copytree(kept, tmp_path / "fantan")


def look(root: Path, *, repair: bool = False) -> tuple[list[Finding], int]:
    doctor = Doctor(root, repair=repair)
    return list(doctor.visit()), doctor.left


def told(findings: list[Finding]) -> list[Told]:
    return [(each.where, each.what) for each in findings]


def misdealt() -> dict[str, object]:
    """A deal of too few cards."""
    players = list(record(FRIDAY).rounds[0].setup.players)
    return {
        "rules": "bicycle",
        "players": players,
        "dealer": players[0],
        "sizes": [1] * len(players),
        "called": {},
    }


def event(words: object) -> dict[str, object]:
    return {"events": {"999": {"event": words}}}


R11, R12, R21 = "series/00001/r0001.tdb", "series/00001/r0002.tdb", "series/00002/r0001.tdb"
R13 = "series/00001/r0003.tdb"
H1, LIST = "series/00001/series.tdb", "catalogue.tdb"

WRONG: dict[str, tuple[Spoil, list[Told]]] = {
    "a turn in an earlier round": (
        lambda root: flip(root / R11, 10),
        [(R11, What.ROUND_DAMAGED)],
    ),
    "the deal of an earlier round": (
        lambda root: flip(root / R12, 1),
        [(R12, What.ROUND_DAMAGED)],
    ),
    "a turn of the last round": (
        lambda root: flip(root / R21, 9),
        [(R21, What.ROUND_DAMAGED)],
    ),
    "a round is gone": (
        lambda root: (root / R12).unlink(),
        [(R12, What.ROUND_MISSING)],
    ),
    "the first round is gone": (
        lambda root: (root / R11).unlink(),
        [(R11, What.ROUND_MISSING)],
    ),
    "a round of no bytes": (
        lambda root: (root / R12).write_bytes(b""),
        [(R12, What.ROUND_DAMAGED)],
    ),
    "a record that is not of its shape": (
        lambda root: add_record(root / R11, {"events": {"999": {"evnt": "Ana 7D"}}}),
        [(R11, What.NOT_ITS_SHAPE)],
    ),
    "a document that is none": (
        lambda root: add_record(root / R21, {"events": {"999": 7}}),
        [(R21, What.NOT_ITS_SHAPE)],
    ),
    "an event that the rules refuse": (
        lambda root: add_record(root / R21, event("Ben 7D")),
        [(R21, What.REFUSED)],
    ),
    "an earlier round that ends too early": (
        lambda root: (root / R11).write_bytes(
            (root / R11).read_bytes().rpartition(b"\n")[0].rpartition(b"\n")[0] + b"\n"
        ),
        [(R11, What.REFUSED)],
    ),
    "a round exchanged for another": (
        lambda root: shutil.copy(root / R13, root / R11),
        [(R11, What.REFUSED)],
    ),
    "a first deal that the rules refuse": (
        lambda root: add_record(root / R21, {"deals": {"1": misdealt()}}),
        [(R21, What.REFUSED), ("series/00002", What.NOTHING_LEFT)],
    ),
    "the head, header and all": (
        lambda root: (root / H1).write_bytes(b"garbage\n" * 9),
        [(H1, What.DAMAGED)],
    ),
    "the head is gone": (
        lambda root: (root / H1).unlink(),
        [(H1, What.HEAD_MISSING)],
    ),
    "a head that is not of its shape": (
        lambda root: add_record(root / H1, {"head": {"1": {"name": 7}}}),
        [(H1, What.HEAD_NOT_ITS_SHAPE)],
    ),
    "not one round is left": (
        lambda root: (root / R21).write_bytes(b"garbage\n" * 9),
        [(R21, What.ROUND_DAMAGED), ("series/00002", What.NOTHING_LEFT)],
    ),
    "the catalogue": (
        lambda root: flip(root / LIST, 3),
        [(LIST, What.DAMAGED), (LIST, What.NOT_LISTED)],
    ),
    "the catalogue is gone": (
        lambda root: (root / LIST).unlink(),
        [(LIST, What.CATALOGUE_MISSING)],
    ),
    "a series is gone": (
        lambda root: shutil.rmtree(root / "series" / "00002"),
        [(LIST, What.LISTED_ALONE)],
    ),
    "all series are gone": (
        lambda root: shutil.rmtree(root / "series"),
        [(LIST, What.LISTED_ALONE)] * 3,
    ),
    "something else is listed": (
        lambda root: add_record(root / LIST, {"entries": {"9": {"name": 7}}}),
        [(LIST, What.LISTED_BADLY)],
    ),
    "a list under no number": (
        lambda root: add_record(root / LIST, {"entries": {"nine": {}}}),
        [(LIST, What.LISTED_BADLY)],
    ),
    "a backup": (
        lambda root: (root / f"{H1}.bak").write_bytes(b"garbage\n" * 9),
        [(f"{H1}.bak", What.BACKUP_DAMAGED)],
    ),
}
each_harm = pytest.mark.parametrize(("spoil", "findings"), WRONG.values(), ids=WRONG)


def test_a_sound_folder_is_well(root: Path) -> None:
    assert look(root) == ([], 0)


@each_harm
def test_what_is_wrong_is_found_and_nothing_is_changed(
    spoil: Spoil, findings: list[Told], root: Path
) -> None:
    spoil(root)
    before = bytes_in(root)
    found, left = look(root)
    assert [each for each in told(found) if each[1] is not What.LISTED_OTHERWISE] == findings
    assert left == len(found)
    assert bytes_in(root) == before


@each_harm
def test_a_repair_puts_it_right(spoil: Spoil, findings: list[Told], root: Path) -> None:
    spoil(root)
    before = bytes_in(root)
    found, left = look(root, repair=True)
    assert left == 0
    assert any(each.what in DONE for each in found)
    after = bytes_in(root)
    again, left = look(root, repair=True)
    assert left == 0
    assert [each for each in again if each.wrong or each.what in DONE] == []
    assert bytes_in(root) == after
    replaced = {before[name] for name in before if after.get(name) != before[name]}
    if spoil is not WRONG["something else is listed"][0]:
        kept = {digest for name, digest in after.items() if ".damaged" in name}
        assert replaced - kept <= {before.get(LIST)}, "a file was replaced and not kept"
    with desk_on(root) as desk:
        assert desk.state.reports == ()
        for entry in desk.state.entries:
            assert opened(desk, entry.number).sealed is None
    assert findings


@pytest.mark.parametrize("harm", ["a turn in an earlier round", "a round is gone"])
def test_rounds_around_a_repaired_one_stand(harm: str, root: Path) -> None:
    WRONG[harm][0](root)
    look(root, repair=True)
    before = record(COMERS)
    with desk_on(root) as desk:
        after = opened(desk, 1).series
    assert [mended == sound for mended, sound in zip(after.rounds, before.rounds, strict=True)] == [
        harm == "a round is gone",
        harm != "a round is gone",
        True,
    ]
    assert after.name == before.name


def test_a_lost_head_is_told_from_what_is_listed(root: Path) -> None:
    (root / H1).unlink()
    look(root, repair=True)
    with desk_on(root) as desk:
        series = opened(desk, 1).series
    before = record(COMERS)
    assert (series.name, series.date, series.rounds) == (before.name, before.date, before.rounds)


def without_head(root: Path) -> None:
    """As when the app is stopped while it makes a series."""
    (root / "series" / "00004").mkdir()
    lines = (root / R21).read_bytes().splitlines(keepends=True)
    (root / "series" / "00004" / "r0001.tdb").write_bytes(b"".join(lines[:2]))


NOTED: dict[str, tuple[Spoil, Told]] = {
    "an unfinished write": (
        lambda root: (root / R21).write_bytes((root / R21).read_bytes() + b"00c0ffee 52 {"),
        (R21, What.UNFINISHED_WRITE),
    ),
    "a newer round": (
        lambda root: add_record(root / R11, event("Ben 7D"), schema=2),
        (R11, What.NEWER),
    ),
    "a newer format": (
        lambda root: (root / R11).write_bytes(Header(1, 1, format=2).line()),
        (R11, What.NEWER),
    ),
    "a newer head": (
        lambda root: add_record(root / H1, {"head": {"1": {"title": 7}}}, schema=2),
        (H1, What.NEWER),
    ),
    "a newer catalogue": (
        lambda root: add_record(root / LIST, {"entries": {"1": {"title": 7}}}, schema=2),
        (LIST, What.NEWER),
    ),
    "an event of an unknown kind": (
        lambda root: add_record(root / R21, event("bet Ana 3")),
        (R21, What.UNKNOWN_KIND),
    ),
    "a table of an unknown kind": (
        lambda root: add_record(root / R21, {"photos": {"999": {}}}),
        (R21, What.UNKNOWN_KIND),
    ),
    "rules of an unknown kind": (
        lambda root: add_record(root / R21, {"plans": {"999": {"rules": "bicycle stakes=7"}}}),
        (R21, What.UNKNOWN_KIND),
    ),
    "a series that was never begun": (
        without_head,
        ("series/00004", What.NOT_BEGUN),
    ),
    "a write that was cut off": (
        lambda root: (root / f"{H1}.tmp").touch(),
        (f"{H1}.tmp", What.LEFT_OVER),
    ),
    "a damaged file that was kept": (
        lambda root: shutil.copy(root / R11, root / f"{R11}.damaged-2"),
        (f"{R11}.damaged-2", What.KEPT_ASIDE),
    ),
    "a stranger": (
        lambda root: (root / "notes.txt").touch(),
        ("notes.txt", What.STRANGE),
    ),
    "a strange folder": (
        lambda root: (root / "series" / "photos").mkdir(),
        ("series/photos", What.STRANGE),
    ),
}


@pytest.mark.parametrize(("spoil", "note"), NOTED.values(), ids=NOTED)
def test_what_does_no_harm_is_told_and_left_alone(spoil: Spoil, note: Told, root: Path) -> None:
    spoil(root)
    before = bytes_in(root)
    for repair in (False, True):
        found, left = look(root, repair=repair)
        assert told(found) == [note]
        assert left == 0
        assert bytes_in(root) == before


def test_a_series_that_is_not_ours_alone_is_not_repaired(root: Path) -> None:
    add_record(root / R12, event("bet Ana 3"), schema=2)
    flip(root / R11, 10)
    before = bytes_in(root)
    found, left = look(root, repair=True)
    assert told(found) == [
        (R12, What.NEWER),
        (R11, What.ROUND_DAMAGED),
        (R11, What.NOT_REPAIRED),
    ]
    assert left == 1
    assert bytes_in(root) == before


def test_a_file_that_cannot_be_read_is_told(root: Path) -> None:
    (root / R12).unlink()
    (root / R12).mkdir()
    found, left = look(root, repair=True)
    assert told(found)[0] == (R12, What.UNREADABLE)
    assert left == 1


def test_what_can_be_saved_is_said(root: Path) -> None:
    flip(root / R11, 10)
    (root / R12).unlink()
    found, _ = look(root)
    assert list(map(str, found)) == [
        f"{R11}: damaged: 58 records are intact, lost: 10; its deal and 8 entries can be saved",
        f"{R12}: missing: a later round is there; it can stand there as called off",
    ]


def test_a_repair_that_fails_anywhere_can_be_done_again(tmp_path: Path) -> None:
    root = tmp_path / "fantan"
    keep(root, FRIDAY)
    flip(root / R11, 9)
    (root / H1).unlink()
    (root / f"{H1}.bak").write_bytes(b"garbage")
    flip(root / LIST, 1)
    at = 1
    for at in count(1, 3):
        copy = shutil.copytree(root, tmp_path / str(at))
        with standing_in(faulty := FaultyOs(Fault(at=at))), suppress(StoreFailedError):
            look(copy, repair=True)
        if not faulty.reached:
            break
        assert look(copy, repair=True)[1] == 0
        assert look(copy)[1] == 0
    assert at > 50


def harm(root: Path, random: Random) -> None:
    """Whatever a disk, or somebody with an editor, may do to one of the files."""
    path = random.choice(sorted(root.rglob("*.tdb")))
    content = bytearray(path.read_bytes())
    start = random.randrange(len(content) + 1)
    end = start + random.choice((1, 40, 512))
    other = random.choice(sorted(root.rglob("*.tdb"))).read_bytes()
    ways = (
        content[:start],
        content[:start] + content[end:],
        content[:start] + bytes(end - start) + content[end:],
        content[:start] + random.randbytes(end - start) + content[end:],
        content[:start] + content[start:end] + content[start:],
        other,
    )
    path.write_bytes(random.choice(ways))


@pytest.mark.parametrize("seed", range(40))
def test_whatever_was_done_is_repaired_once(seed: int, root: Path) -> None:
    random = Random(seed)  # noqa: S311 - it need not be secret
    for _ in range(random.choice((1, 1, 3))):
        harm(root, random)
    before = bytes_in(root)
    found, _ = look(root)
    assert bytes_in(root) == before
    strange = any(each.what is What.UNKNOWN_KIND for each in found)
    _, left = look(root, repair=True)
    again, _ = look(root, repair=True)
    assert strange or not left
    assert not any(each.what in DONE for each in again)
    with desk_on(root) as desk:
        for entry in desk.state.entries if not strange else ():
            assert opened(desk, entry.number).sealed is None
        assert strange or desk.state.reports == ()


@pytest.mark.parametrize("seed", range(40, 60))
def test_the_app_starts_whatever_was_done(seed: int, root: Path) -> None:
    for _ in range(3):
        harm(root, Random(seed))  # noqa: S311 - likewise
    with desk_on(root) as desk:
        for entry in desk.state.entries:
            failed = None
            try:
                opened(desk, entry.number)
            except StoreFailedError as problem:
                failed = Unopened(entry.number, problem.trouble)
            assert failed is None or failed in desk.state.reports
