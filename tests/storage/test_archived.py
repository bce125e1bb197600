"""Series that are archived or deleted, and house rules that are saved under a name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.house_rules.presets import parse
from companion.core.standings.entry import entry_of
from companion.desk.ports import Problem, SealedError, StoreFailedError, Trouble
from storage.doctor import NOTES, Visit, repair
from storage.lines import Header
from storage.store import FolderStore
from tests.storage.logs import drop_lines, file_of, flip_line, lines_of, night, save

BOTH = (night(1), night(2))
LOGS = {number: told[-1].log for number, told in enumerate(BOTH, 1)}


def numbers(store: FolderStore) -> tuple[list[int], list[int]]:
    """Those that home lists, and those that can be put back."""
    listed = [entry.number for entry in store.entries()]
    return listed, [entry.number for entry in store.removed()]


def test_a_deleted_series_is_listed_no_more_and_can_be_put_back_as_it_was(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    before = file_of(tmp_path, 1).read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        store.load(1)
        store.remove(1)
        assert numbers(store) == ([2], [1])
        assert store.removed() == (entry_of(1, LOGS[1].series),)
    with closing(FolderStore(tmp_path)) as store:
        assert numbers(store) == ([2], [1])
        assert store.findings() == ()
        store.put_back(1)
        assert numbers(store) == ([2, 1], [])
        assert store.load(1).log == LOGS[1]
    with closing(FolderStore(tmp_path)) as store:
        assert store.findings() == ()
        assert numbers(store) == ([2, 1], [])
    assert file_of(tmp_path, 1).read_bytes() == before


def test_what_was_recorded_just_before_it_was_deleted_comes_back(tmp_path: Path) -> None:
    with closing(FolderStore(tmp_path)) as store:
        told = night()
        number = store.create(told[0].log)
        for moment in told[1:]:
            assert moment.step
            store.add(number, moment.step, moment.log)
        store.remove(number)
        assert store.removed() == (entry_of(number, told[-1].log.series),)
        store.put_back(number)
        assert store.load(number).log == told[-1].log
        before = told[-1].log.without_last()
        store.take_back(number, before)
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(number).log == before
        assert store.findings() == ()


ASKED: dict[str, Callable[[FolderStore], object]] = {
    "opened": lambda store: store.load(2),
    "a step taken back": lambda store: store.take_back(2, LOGS[2].without_last()),
    "deleted once more": lambda store: store.remove(2),
}


@pytest.mark.parametrize("forgotten", [False, True], ids=["can be put back", "for good"])
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_what_is_asked_of_a_deleted_series_is_refused(
    tmp_path: Path, asked: Callable[[FolderStore], object], *, forgotten: bool
) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.load(2)
        store.remove(2)
        if forgotten:
            store.forget(2)
        with pytest.raises(StoreFailedError) as told:
            asked(store)
        assert told.value.trouble is Trouble.REMOVED
        assert numbers(store) == ([1], [] if forgotten else [2])


@pytest.mark.parametrize("forgotten", [False, True], ids=["can be put back", "for good"])
def test_the_number_of_a_deleted_series_is_never_taken_again(
    tmp_path: Path, *, forgotten: bool
) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(2)
        if forgotten:
            store.forget(2)
    for name in ("catalogue.tdb", "catalogue.tdb.bak"):
        (tmp_path / name).unlink(missing_ok=True)
    with closing(FolderStore(tmp_path)) as store:
        assert store.create(night(3)[0].log) == 3


def test_what_is_deleted_for_good_is_gone_from_the_disk(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(1)
        store.forget(1)
        store.forget(1)
        store.put_back(1)
        assert numbers(store) == ([2], [])
    assert (tmp_path / "series" / "00001.tdb.removed").read_bytes() == b""
    assert b'"number":1' not in (tmp_path / "catalogue.tdb").read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        assert (numbers(store), store.findings()) == (([2], []), ())


def _without_list(root: Path) -> None:
    for name in ("catalogue.tdb", "catalogue.tdb.bak"):
        (root / name).unlink(missing_ok=True)


def _behind(root: Path) -> None:
    """The list is of before there was any series."""
    (root / "catalogue.tdb").write_bytes(Header.of_new_file(0).lines())


HURT: dict[str, Callable[[Path], object]] = {
    "not at all": lambda _: None,
    "the list is gone": _without_list,
    "the list is behind": _behind,
}


@pytest.mark.parametrize("hurt", HURT.values(), ids=HURT.keys())
def test_where_the_file_is_says_whether_a_series_is_deleted(
    tmp_path: Path, hurt: Callable[[Path], object]
) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(1)
    hurt(tmp_path)
    with closing(FolderStore(tmp_path)) as store:
        assert store.removed() == (entry_of(1, LOGS[1].series),)
        assert numbers(store) == ([2], [1])


def test_a_series_that_was_copied_back_by_hand_is_not_written_over(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(1)
        beside = file_of(tmp_path, 1).with_name("00001.tdb.removed")
        file_of(tmp_path, 1).write_bytes(beside.read_bytes())
        with pytest.raises(StoreFailedError):
            store.put_back(1)
    with closing(FolderStore(tmp_path)) as store:
        assert numbers(store) == ([2, 1], [])
        with pytest.raises(StoreFailedError):
            store.remove(1)
        assert store.load(1).log == LOGS[1]
    assert [(told.problem, told.where) for told in Visit(tmp_path).look()] == [
        (Problem.STRANGE, "series/00001.tdb.removed")
    ]


def test_another_file_in_the_place_of_a_series_is_told_while_the_app_runs(tmp_path: Path) -> None:
    save(tmp_path / "data", *BOTH)
    save(tmp_path / "other", night(7))
    with closing(FolderStore(tmp_path / "data")) as store:
        file_of(tmp_path / "data", 1).write_bytes(file_of(tmp_path / "other", 1).read_bytes())
        assert store.load(1).log == night(7)[-1].log
        assert [told.problem for told in store.findings()] == [Problem.ENTRY_WRONG]


def test_damage_to_a_deleted_series_is_told_when_it_is_put_back(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(1)
    beside = file_of(tmp_path, 1).with_name("00001.tdb.removed")
    flip_line(beside, len(lines_of(beside)) // 2)
    with closing(FolderStore(tmp_path)) as store:
        assert store.findings() == ()
        store.put_back(1)
        assert [told.problem for told in store.findings()] == [Problem.ROUND_DAMAGED]
        assert store.entries()[1] == entry_of(1, store.load(1).log.series)


def removed_of(root: Path, number: int) -> Path:
    return file_of(root, number).with_name(f"{number:05d}.tdb.removed")


def _other(root: Path) -> None:
    """The file of a series that has the same number in another folder."""
    save(root.parent / "other", night(7))
    removed_of(root, 1).write_bytes(file_of(root.parent / "other", 1).read_bytes())


def _a_folder(root: Path) -> None:
    removed_of(root, 1).unlink()
    removed_of(root, 1).mkdir()


DAMAGES: dict[str, tuple[Callable[[Path], object], list[Problem], list[Problem]]] = {
    "destroyed": (
        lambda root: removed_of(root, 1).write_bytes(b"x" * 300),
        [Problem.SERIES_UNREADABLE],
        [],
    ),
    "a folder": (
        _a_folder,
        [Problem.SERIES_UNREADABLE],
        [],
    ),
    "a line is gone": (
        lambda root: drop_lines(removed_of(root, 1), 5, 6),
        [Problem.ROUND_DAMAGED],
        [Problem.ROUND_DAMAGED],
    ),
    "a line is damaged": (
        lambda root: flip_line(removed_of(root, 1), 5),
        [],
        [Problem.ROUND_DAMAGED],
    ),
    "an older copy": (
        lambda root: drop_lines(removed_of(root, 1), -3, 10_000),
        [Problem.SERIES_OLDER],
        [],
    ),
    "of another folder": (_other, [Problem.ENTRY_WRONG], []),
}


@pytest.mark.parametrize(("hurt", "at_start", "put_back"), DAMAGES.values(), ids=DAMAGES)
def test_what_was_done_to_a_deleted_series_is_told(
    tmp_path: Path,
    hurt: Callable[[Path], object],
    at_start: list[Problem],
    put_back: list[Problem],
) -> None:
    root = tmp_path / "data"
    save(root, *BOTH)
    with closing(FolderStore(root)) as store:
        store.remove(1)
    hurt(root)
    visit = Visit(root)
    told = [each.problem for each in visit.look()]
    offered = Problem.SERIES_UNREADABLE not in told
    assert told == [*(at_start or put_back), *([Problem.SERIES_REMOVED] if offered else [])]
    with closing(FolderStore(root)) as store:
        found = [(each.problem, each.where) for each in store.findings()]
        assert found == [(problem, "series/00001.tdb.removed") for problem in at_start]
        assert numbers(store) == ([2], [1] if offered else [])
        store.put_back(1)
        if offered:
            assert store.removed() == ()
            assert [each.problem for each in store.findings()[len(found) :]] == put_back
            assert store.entries()[1] == entry_of(1, store.load(1).log.series)


@pytest.mark.parametrize("hurt", ["destroyed", "a line is gone", "a line is damaged"])
def test_the_doctor_repairs_a_deleted_series(tmp_path: Path, hurt: str) -> None:
    root = tmp_path / "data"
    save(root, *BOTH)
    with closing(FolderStore(root)) as store:
        store.remove(1)
    DAMAGES[hurt][0](root)
    before = removed_of(root, 1).read_bytes()
    visit = Visit(root)
    list(visit.look())
    told = repair(root, visit.wrong)
    assert removed_of(root, 1).with_name("00001.tdb.removed.damaged").read_bytes() == before
    assert [each.aside for each in told if each.aside]
    again = Visit(root)
    assert {each.problem for each in again.look()} <= NOTES
    with closing(FolderStore(root)) as store:
        assert store.findings() == ()
        assert numbers(store) == ([2], [] if hurt == "destroyed" else [1])


PLACED = {
    "a copy": (1, 7, Problem.SERIES_COPIED),
    "a copy of a deleted one": (2, 7, Problem.SERIES_COPIED),
    "in the place of another": (1, 2, Problem.SERIES_COPIED),
}


@pytest.mark.parametrize(("of", "place", "problem"), PLACED.values(), ids=PLACED)
def test_a_deleted_series_in_anothers_place_is_told_and_only_looked_at(
    tmp_path: Path, of: int, place: int, problem: Problem
) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(2)
    source = file_of(tmp_path, of)
    content = (source if source.exists() else removed_of(tmp_path, of)).read_bytes()
    removed_of(tmp_path, place).write_bytes(content)
    visit = Visit(tmp_path)
    told = [(each.problem, each.where) for each in visit.look()]
    assert (problem, f"series/{place:05d}.tdb.removed") in told
    for _ in range(2):
        with closing(FolderStore(tmp_path)) as store:
            found = [(each.problem, each.where, each.count) for each in store.findings()]
            assert found == [(problem, f"series/{place:05d}.tdb.removed", of)]
    with closing(FolderStore(tmp_path)) as store:
        store.put_back(place)
        assert store.findings()[-1].problem is problem
        stored = store.load(place)
        assert stored.sealed is Trouble.UNCLEAR
        with pytest.raises(SealedError):
            store.take_back(place, stored.log.without_last())
    assert file_of(tmp_path, place).read_bytes() == content


def test_a_file_that_was_exchanged_while_the_app_runs_is_told_when_it_is_put_back(
    tmp_path: Path,
) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(2)
        removed_of(tmp_path, 2).write_bytes(file_of(tmp_path, 1).read_bytes())
        store.put_back(2)
        assert [told.problem for told in store.findings()] == [Problem.SERIES_COPIED]
        assert store.load(2).sealed is Trouble.UNCLEAR


def test_the_doctor_knows_a_deleted_series(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(1)
        store.remove(2)
        store.forget(2)
    visit = Visit(tmp_path)
    assert [(told.problem, told.where) for told in visit.look()] == [
        (Problem.SERIES_REMOVED, "series/00001.tdb.removed")
    ]
    assert visit.wrong == []


def test_a_series_is_archived_and_taken_out_again(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        assert store.archived() == frozenset()
        store.archive(2, whether=True)
        store.archive(2, whether=True)
        store.archive(1, whether=True)
        store.archive(1, whether=False)
    with closing(FolderStore(tmp_path)) as store:
        assert store.archived() == {2}
        assert numbers(store) == ([2, 1], [])


def test_rules_are_saved_under_names(tmp_path: Path) -> None:
    pub, home = parse("pagat ante=2"), parse("bicycle target=50")
    with closing(FolderStore(tmp_path)) as store:
        assert store.saved_rules() == {}
        store.keep_usual_rules(parse("kartendomino"))
        store.keep_saved_rules({"Zum Löwen": pub, "At home": home})
    with closing(FolderStore(tmp_path)) as store:
        assert list(store.saved_rules().items()) == [("Zum Löwen", pub), ("At home", home)]
        store.keep_saved_rules({"At home": home})
    with closing(FolderStore(tmp_path)) as store:
        assert store.saved_rules() == {"At home": home}
        assert store.usual_rules() == parse("kartendomino")
