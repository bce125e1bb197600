"""Damage from outside: reported and kept aside, with the loss of one round at most."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from storage.diagnosis import diagnose, repaired, written
from storage.lines import Header

from companion.core.forecast import entry_of
from companion.core.log import Log
from companion.core.series import Series
from companion.desk.ports import Finding, Problem, Stored, StoreFailedError
from storage.store import FolderStore
from tests.storage.logs import (
    Moment,
    bytes_in,
    drop_lines,
    file_of,
    flip_line,
    flipped,
    lines_of,
    moments,
    night,
    revision_of,
    save,
    scratch,
)
from tests.strategies import luck

Harm = Callable[[Path], object]
HISTORY = night(rounds=4)
FIRST_LINE = 3
"""Line of the first deal, after two header lines and the head."""
PLACES = [
    k for k, moment in enumerate(HISTORY, FIRST_LINE) if type(moment.step).__name__ == "Dealt"
]
END = FIRST_LINE + len(HISTORY)


def differing(before: Series, after: Series) -> list[int]:
    """Return the numbers of changed rounds."""
    rounds = range(1, max(len(before.rounds), len(after.rounds)) + 1)
    return [k for k in rounds if before.rounds[k - 1 : k] != after.rounds[k - 1 : k]]


def found_in(history: list[Moment], harm: Callable[[list[bytes]], list[bytes]]) -> bytes:
    lines = written(Header("a" * 16, 1, 1), history[-1].log).splitlines(keepends=True)
    return b"".join(harm(lines))


def check(content: bytes, before: Series, revision: int) -> None:
    """Check the report, the cost and the repair of damage."""
    found = diagnose(content, 1)
    assert found.findings
    if found.failure:
        assert len(before.rounds) <= 1
        return
    assert found.damaged
    assert revision_of(found) == revision
    lost = differing(before, found.log.series)
    reported = {finding.round for finding in found.findings if finding.round}
    unclear = any(finding.problem is Problem.STEPS_LOST for finding in found.findings)
    assert unclear or len(lost) <= 1
    assert unclear or set(lost) <= reported
    right = repaired(found)
    again = diagnose(right, 1)
    assert again.findings == ()
    assert (again.log, revision_of(again)) == (found.log, revision)


@given(chance=luck(), count=st.integers(1, 5), at=st.integers(0), bit=st.integers(0, 7))
@settings(max_examples=80)
def test_any_byte(chance: Random, count: int, at: int, bit: int) -> None:
    history = night(chance.randrange(999), count)
    content = found_in(history, lambda lines: lines)
    lines = content.count(b"\n")
    end = content[:-1].rindex(b"\n") + 1
    check(flipped(content, at % end, 1 << bit), history[-1].log.series, lines - FIRST_LINE)


@given(chance=luck(), count=st.integers(1, 5), at=st.integers(0))
@settings(max_examples=80)
def test_any_line(chance: Random, count: int, at: int) -> None:
    history = night(chance.randrange(999), count)
    content = found_in(history, lambda lines: lines)
    *lines, last = content.splitlines(keepends=True)
    del lines[at % len(lines)]
    check(b"".join([*lines, last]), history[-1].log.series, len(history))


@given(chance=luck(), count=st.integers(2, 70), data=st.data())
@settings(max_examples=60)
def test_missing_lines_are_repaired_once(chance: Random, count: int, data: st.DataObject) -> None:
    history = moments(chance, count)
    with scratch() as root:
        save(root, history)
        lines = lines_of(file_of(root, 1))
    start = data.draw(st.integers(0, len(lines) - 2))
    stop = data.draw(st.integers(start + 1, len(lines) - 1))
    found = diagnose(b"".join(lines[:start] + lines[stop:]), 1)
    assert found.findings
    if not found.failure:
        again = diagnose(repaired(found), 1)
        assert again.findings == ()
        assert (again.log, revision_of(again)) == (found.log, count)


@given(chance=luck(), garbage=st.binary(max_size=90), at=st.integers(0), until=st.integers(0))
@settings(max_examples=80)
def test_garbage_is_never_believed(chance: Random, garbage: bytes, at: int, until: int) -> None:
    history = night(chance.randrange(99), 2)
    content = found_in(history, lambda lines: lines)
    start, stop = sorted((at % len(content), until % len(content)))
    found = diagnose(content[:start] + garbage + content[stop:], 1)
    steps = found.log.steps
    known = {moment.step for moment in history}
    assert sum(step not in known for step in steps) <= 2 * len(found.findings)
    if not found.findings:
        assert steps == history[-1].log.steps[: len(steps)]


def loaded(root: Path) -> tuple[Stored, tuple[Finding, ...]]:
    with closing(FolderStore(root)) as store:
        stored = store.load(1)
        assert store.entries() == (entry_of(1, stored.log.series),)
        return stored, store.findings()


def flips(*lines: int) -> Harm:
    """Return the harm of damage in the middle of these lines."""
    return lambda path: [*map(partial(flip_line, path), lines)]


def becomes(change: Callable[[list[bytes]], list[bytes]]) -> Harm:
    """Return the harm of other lines."""
    return lambda path: path.write_bytes(b"".join(change(lines_of(path))))


FIRST, SECOND, THIRD, LAST = PLACES
CASES: dict[str, tuple[Harm, str, list[int]]] = {
    "a turn of the first round": (flips(FIRST + 1), "ROUND_DAMAGED 1 called off", [1]),
    "the deal of the second round": (flips(SECOND), "ROUND_DAMAGED 2 called off", [2]),
    "a turn of the last round": (flips(LAST + 1), "ROUND_DAMAGED 4", [4]),
    "the deal of the last round": (flips(LAST), "ROUND_DAMAGED 4", [4]),
    "the second round whole": (
        lambda path: drop_lines(path, SECOND, THIRD - 1),
        "ROUND_DAMAGED 2 called off",
        [2],
    ),
    "two rounds whole, and what was decided late": (
        lambda path: drop_lines(path, SECOND, LAST),
        "ROUND_DAMAGED 2 called off, ROUND_DAMAGED 3 called off, STEPS_LOST",
        [1, 2, 3],
    ),
    "a late correction": (flips(THIRD - 1), "STEPS_LOST", [1]),
    "the first line": (flips(0), "NOTHING_LOST", []),
    "the first two lines": (flips(0, 1), "NOTHING_LOST", []),
    "the head": (flips(2), "HEAD_DAMAGED", []),
    "a line twice": (becomes(lambda lines: [*lines, lines[7]]), "NOTHING_LOST", []),
    "garbage behind": (becomes(lambda lines: [*lines, b"garbage\n", b"more\n"]), "STEPS_LOST", []),
    "line breaks of another system": (
        becomes(lambda lines: [line.replace(b"\n", b"\r\n") for line in lines]),
        "NOTHING_LOST",
        [],
    ),
}


def reported(finding: Finding) -> str:
    """Return the problem, the round if any, and whether the round was called off."""
    number, called_off = f" {finding.round}" * bool(finding.round), " called off"
    return f"{finding.problem.name}{number}{called_off * finding.called_off}"


@pytest.mark.parametrize(("harm", "expected", "lost"), CASES.values(), ids=CASES)
def test_damage_is_mended_once(harm: Harm, expected: str, lost: list[int], tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    path = file_of(tmp_path, 1)
    harm(path)
    damaged = path.read_bytes()
    stored, findings = loaded(tmp_path)
    newer = (finding for finding in findings if finding.problem is not Problem.SERIES_OLDER)
    assert ", ".join(map(reported, newer)) == expected
    assert differing(HISTORY[-1].log.series, stored.log.series) == lost
    assert stored.sealed is None
    assert stored.log.head.name == HISTORY[-1].log.head.name
    aside = path.with_name("00001.tdb.damaged")
    assert aside.read_bytes() == damaged
    assert {finding.aside for finding in findings} <= {aside, None}
    after = bytes_in(tmp_path)
    again, findings = loaded(tmp_path)
    assert (again, findings) == (stored, ())
    assert bytes_in(tmp_path) == after


def _spoilt(lines: list[bytes], *places: int) -> list[bytes]:
    return [line[:-2] + b"?\n" if k in places else line for k, line in enumerate(lines)]


REPAIRED: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int]] = {
    "its head is damaged": (lambda lines: _spoilt(lines, 2), 0),
    "its head is gone": (lambda lines: lines[:2] + lines[3:], 0),
    "all before its first round is damaged": (lambda lines: _spoilt(lines, 0, 1, 2), 0),
}


@pytest.mark.parametrize(("harm", "lost"), REPAIRED.values(), ids=REPAIRED)
def test_later_losses_are_counted(harm: Callable[[list[bytes]], list[bytes]], lost: int) -> None:
    """Lines of a repaired file have high numbers, because the last line keeps its number."""
    content = found_in(HISTORY, lambda lines: [*lines[: PLACES[1]], *lines[PLACES[1] + 1 :]])
    right = repaired(diagnose(content, 1)).splitlines(keepends=True)
    assert int(right[2].split()[1]) > 2
    noted = diagnose(b"".join(right), 1).noted
    found = diagnose(b"".join(harm(right)), 1, noted)
    counts = [finding.count for finding in found.findings if finding.problem is Problem.STEPS_LOST]
    assert sum(counts) == lost
    assert found.findings[0].problem is Problem.HEAD_DAMAGED


def test_a_damaged_round_goes_on_from_there(tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    flip_line(file_of(tmp_path, 1), PLACES[3] + 2)
    with closing(FolderStore(tmp_path)) as store:
        stored = store.load(1)
        log = stored.log.without_last()
        store.save(1, log)
        assert store.load(1).revision == stored.revision + 1
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(1).log == log
        assert store.findings() == ()


@pytest.mark.parametrize("line", range(3, 11), ids=lambda line: f"line {line}")
def test_damage_to_steps_taken_back_costs_nothing(line: int, tmp_path: Path) -> None:
    """Play two turns, take back both and the deal, then deal anew and play."""
    tried = [moment for moment in night(7, 1) if moment.step][:3]
    back = [Moment(moment.log, None) for moment in (tried[1], tried[0])]
    whole = [*tried, *back, Moment(Log.begin(HISTORY[0].log.head), None), *HISTORY]
    save(tmp_path, whole)
    flip_line(file_of(tmp_path, 1), line)
    stored, findings = loaded(tmp_path)
    assert stored.revision == len(whole)
    lost = [] if line < 9 else differing(HISTORY[-1].log.series, stored.log.series)
    assert differing(HISTORY[-1].log.series, stored.log.series) == lost
    assert [finding.problem for finding in findings] == (
        [Problem.NOTHING_LOST] if line < 9 else [Problem.ROUND_DAMAGED]
    )


def test_a_repair_that_fails_is_done_by_the_next_start(tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    path = file_of(tmp_path, 1)
    drop_lines(path, PLACES[0] + 1, PLACES[0] + 2)
    damaged = path.read_bytes()
    in_the_way = path.with_name("00001.tdb.damaged.tmp")
    in_the_way.mkdir()
    with closing(FolderStore(tmp_path)) as store:
        assert Problem.ROUND_DAMAGED in {finding.problem for finding in store.findings()}
        assert store.load(1).sealed
    assert path.read_bytes() == damaged
    in_the_way.rmdir()
    with closing(FolderStore(tmp_path)) as store:
        assert Problem.ROUND_DAMAGED in {finding.problem for finding in store.findings()}
    assert path.with_name("00001.tdb.damaged").read_bytes() == damaged
    assert diagnose(path.read_bytes(), 1).findings == ()


def test_another_damage_is_kept_under_another_name(tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    for line in (PLACES[0] + 1, PLACES[1]):
        flip_line(file_of(tmp_path, 1), line)
        loaded(tmp_path)
    assert sorted(path.name for path in (tmp_path / "series").iterdir()) == [
        "00001.tdb",
        "00001.tdb.damaged",
        "00001.tdb.damaged-2",
    ]


@pytest.mark.parametrize("kept", range(1, 60, 7))
def test_an_unfinished_write_is_cut_off_and_nobody_is_bothered(kept: int, tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    path = file_of(tmp_path, 1)
    whole, last = path.read_bytes(), lines_of(path)[-1]
    for tail in (last[:kept], last[:kept] + bytes(700)):
        path.write_bytes(whole + tail)
        stored, findings = loaded(tmp_path)
        assert stored.log == HISTORY[-1].log
        assert [finding.problem for finding in findings] == [Problem.UNFINISHED]
        assert findings[0].count == len(last[:kept])
        assert path.read_bytes() == whole
    assert not list(tmp_path.rglob("*.damaged*"))


def test_a_sector_that_did_not_arrive_is_an_unfinished_write(tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    path = file_of(tmp_path, 1)
    whole = path.read_bytes()
    behind = (len(whole) // 512 + 1) * 512
    path.write_bytes(whole + bytes(behind - len(whole)) + b'count":9,"event":"Ana 7D"}}}\n')
    stored, findings = loaded(tmp_path)
    assert stored.log == HISTORY[-1].log
    assert [finding.problem for finding in findings] == [Problem.UNFINISHED]


@pytest.mark.parametrize(
    "harm",
    [lambda path: drop_lines(path, END - 1, END), lambda path: flip_line(path, -1)],
    ids=["gone", "damaged"],
)
def test_the_last_line_is_missed_where_the_catalogue_knows_it(harm: Harm, tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    harm(file_of(tmp_path, 1))
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(1).log == HISTORY[-2].log
        older = [finding for finding in store.findings() if finding.problem is Problem.SERIES_OLDER]
        assert [(finding.series, finding.count) for finding in older] == [(1, 1)]


def test_a_series_of_which_nothing_is_left_is_reported_and_stays(tmp_path: Path) -> None:
    save(tmp_path, HISTORY, HISTORY)
    for number, content in ((1, b"garbage\n" * 9), (2, b"")):
        file_of(tmp_path, number).write_bytes(content)
    before = bytes_in(tmp_path / "series")
    with closing(FolderStore(tmp_path)) as store:
        for number in (1, 2):
            with pytest.raises(StoreFailedError):
                store.load(number)
        reported = {(finding.problem, finding.series) for finding in store.findings()}
        assert {(Problem.SERIES_UNREADABLE, 1), (Problem.SERIES_UNREADABLE, 2)} <= reported
    assert bytes_in(tmp_path / "series") == before
