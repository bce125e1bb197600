"""Findings and repairs of the doctor."""

import shutil
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from storage.lines import write_line

from companion.desk.ports import Finding, Problem, StoreFailedError
from storage.doctor import NOTES, repair, says
from storage.store import FolderStore
from tests.storage.logs import (
    add_line,
    bytes_in,
    drop_lines,
    flip_line,
    lines_of,
    looked_over,
    mend,
)
from tests.storage.system import only, system

Harm = Callable[[Path], object]
ONE, TWO, LIST, CHOSEN = "series/00001.tdb", "series/00002.tdb", "catalogue.tdb", "choices"


def look(root: Path) -> list[Finding]:
    visit = looked_over(root)
    assert visit.wrong == [finding for finding in visit.found if finding.problem not in NOTES]
    return visit.found


def problems(findings: list[Finding]) -> list[tuple[str, Problem]]:
    return [(finding.where, finding.problem) for finding in findings]


def made_a_folder(root: Path) -> None:
    (root / TWO).unlink()
    (root / TWO).mkdir()


def flips(name: str, line: int) -> Harm:
    return lambda root: flip_line(root / name, line)


def adds(name: str, change: object) -> Harm:
    return lambda root: add_line(root / name, change)


def drops(name: str, first: int) -> Harm:
    """Return the harm of a file cut off before the line."""
    return lambda root: drop_lines(root / name, first, 10_000)


WRONG: dict[str, tuple[Harm, list[tuple[str, Problem]]]] = {
    "a turn": (flips(ONE, 5), [(ONE, Problem.ROUND_DAMAGED)]),
    "a deal": (flips(ONE, 3), [(ONE, Problem.ROUND_DAMAGED)]),
    "the head": (flips(ONE, 2), [(ONE, Problem.HEAD_DAMAGED)]),
    "the header": (flips(ONE, 0), [(ONE, Problem.NOTHING_LOST)]),
    "the last line": (flips(ONE, -1), [(ONE, Problem.STEPS_LOST), (ONE, Problem.SERIES_OLDER)]),
    "the last line is gone": (drops(ONE, -1), [(ONE, Problem.SERIES_OLDER)]),
    "an event that the rules refuse": (
        adds(ONE, {"steps": {"9": {"round": 9, "count": 1, "undo": 1}}}),
        [(ONE, Problem.STEP_REFUSED)],
    ),
    "not a line is left": (
        lambda root: (root / TWO).write_bytes(b"garbage\n" * 9),
        [(TWO, Problem.SERIES_UNREADABLE)],
    ),
    "not a round is left": (drops(TWO, 3), [(TWO, Problem.SERIES_OLDER)]),
    "choices": (flips(CHOSEN, 0), [(CHOSEN, Problem.CHOICES_RESTORED)]),
    "no choices": (lambda root: (root / CHOSEN).unlink(), [(CHOSEN, Problem.CHOICES_RESTORED)]),
    "choices and their copy": (
        lambda root: [path.write_bytes(b"garbage\n" * 9) for path in root.glob(f"{CHOSEN}*")],
        [(CHOSEN, Problem.CHOICES_LOST)],
    ),
    "a series is gone": (lambda root: (root / TWO).unlink(), [(TWO, Problem.SERIES_MISSING)]),
}
each_harm = pytest.mark.parametrize(("harm", "findings"), WRONG.values(), ids=WRONG)


def write_newer_choices(root: Path) -> None:
    """Write choices of a newer version in a later generation."""
    for path in root.glob(f"{CHOSEN}*"):
        path.write_bytes(write_line(zlib.crc32(b"choices"), 99, '{"schema":2}'))


def test_a_sound_folder_is_well(root: Path) -> None:
    before = bytes_in(root)
    assert look(root) == []
    assert bytes_in(root) == before


@each_harm
def test_faults_are_found(harm: Harm, findings: list[tuple[str, Problem]], root: Path) -> None:
    harm(root)
    before = bytes_in(root)
    found = look(root)
    assert [finding for finding in problems(found) if finding in findings] == findings
    extra = {problem for _, problem in problems(found)} - {problem for _, problem in findings}
    assert extra <= {Problem.STEPS_LOST}
    assert bytes_in(root) == before
    assert all(says(finding) for finding in found)


@each_harm
def test_a_repair_mends_it(harm: Harm, findings: list[tuple[str, Problem]], root: Path) -> None:
    harm(root)
    before = bytes_in(root)
    mend(root)
    again = look(root)
    assert {finding.problem for finding in again} <= {Problem.KEPT_ASIDE}
    after = bytes_in(root)
    repair(root, [])
    assert bytes_in(root) == after
    lost = {name for name in before if before[name] not in after.values()}
    assert lost <= {LIST, CHOSEN, f"{CHOSEN}.bak"}, "a file was replaced and not kept"
    with closing(FolderStore(root)) as store:
        assert store.findings() == ()
        for entry in store.entries():
            assert store.load(entry.number).sealed is None
    assert findings


def test_a_path_that_is_no_file_cannot_be_repaired(root: Path) -> None:
    made_a_folder(root)
    found = look(root)
    assert problems(found) == [(TWO, Problem.SERIES_UNREADABLE)]
    repair(root, found)
    assert problems(look(root)) == problems(found)


NOTED: dict[str, tuple[Harm, tuple[str, Problem]]] = {
    "an unfinished write": (
        lambda root: (root / ONE).write_bytes((root / ONE).read_bytes() + b"00c0ffee 52 {"),
        (ONE, Problem.UNFINISHED),
    ),
    "a newer line": (adds(ONE, {"schema": 2, "steps": {}}), (ONE, Problem.SERIES_NEWER)),
    "an event of an unknown kind": (
        adds(ONE, {"steps": {"9": {"round": 0, "count": 1, "photo": "a.png"}}}),
        (ONE, Problem.SERIES_UNCLEAR),
    ),
    "a cut write": (lambda root: (root / f"{ONE}.tmp").touch(), (f"{ONE}.tmp", Problem.LEFT_OVER)),
    "a damaged file that was kept": (
        lambda root: shutil.copy(root / ONE, root / f"{ONE}.damaged-2"),
        (f"{ONE}.damaged-2", Problem.KEPT_ASIDE),
    ),
    "newer choices": (write_newer_choices, (CHOSEN, Problem.CHOICES_NEWER)),
    "a stranger": (lambda root: (root / "notes.txt").touch(), ("notes.txt", Problem.STRANGE)),
    "a folder": (lambda root: (root / "series/pics").mkdir(), ("series/pics", Problem.STRANGE)),
}


@pytest.mark.parametrize(("harm", "note"), NOTED.values(), ids=NOTED)
def test_harmless_things_are_reported(harm: Harm, note: tuple[str, Problem], root: Path) -> None:
    harm(root)
    before = bytes_in(root)
    visit = looked_over(root)
    assert (problems(visit.found), visit.wrong) == ([note], [])
    assert bytes_in(root) == before


def test_a_file_with_lines_of_a_newer_version_is_not_repaired(root: Path) -> None:
    flip_line(root / ONE, 5)
    add_line(root / ONE, {"schema": 2, "steps": {}})
    before = (root / ONE).read_bytes()
    found = look(root)
    repair(root, found)
    assert (root / ONE).read_bytes() == before
    assert problems(look(root)) == problems(found)


def test_a_repair_that_fails_anywhere_can_be_done_again(root: Path, tmp_path: Path) -> None:
    flip_line(root / ONE, 5)
    (root / TWO).write_bytes(b"garbage")
    (root / f"{CHOSEN}.bak").write_bytes(b"garbage")
    flip_line(root / LIST, 3)
    wrong = look(root)
    at, failed = 0, 1
    while failed:
        at += 1
        copy = shutil.copytree(root, tmp_path / str(at))
        with system(only(at)) as calls:
            with suppress(StoreFailedError):
                repair(copy, wrong)
            failed = calls.failed
        repair(copy, look(copy))
        assert {finding.problem for finding in look(copy)} <= {
            Problem.KEPT_ASIDE,
            Problem.LEFT_OVER,
        }
        shutil.rmtree(copy)
    assert at > 50


def harm_at_random(root: Path, random: Random) -> None:
    """Choose a random harm to a file."""
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
        b"".join(random.sample(lines_of(path), len(lines_of(path)))),
        other,
    )
    path.write_bytes(random.choice(ways))


@pytest.mark.parametrize("seed", range(40))
def test_any_damage_is_repaired_once(seed: int, root: Path) -> None:
    random = Random(seed)  # noqa: S311 - it need not be secret
    for _ in range(random.choice((1, 1, 3))):
        harm_at_random(root, random)
    before = bytes_in(root)
    wrong = [finding for finding in look(root) if finding.problem not in NOTES]
    assert bytes_in(root) == before
    repair(root, wrong)
    left = [finding for finding in look(root) if finding.problem not in NOTES]
    assert {finding.problem for finding in left} <= {Problem.SERIES_MISPLACED}
    after = bytes_in(root)
    repair(root, left)
    assert bytes_in(root) == after
    with closing(FolderStore(root)) as store:
        refused = {finding.series for finding in store.findings()}
        for number in {entry.number for entry in store.entries()} - refused:
            store.load(number)


@pytest.mark.parametrize("seed", range(40, 70))
def test_the_app_starts_after_any_damage(seed: int, root: Path) -> None:
    random = Random(seed)  # noqa: S311 - likewise
    for _ in range(3):
        harm_at_random(root, random)
    with closing(FolderStore(root)) as store:
        for entry in store.entries():
            with suppress(StoreFailedError):
                store.load(entry.number)
                continue
            assert entry.number in {finding.series for finding in store.findings()}
