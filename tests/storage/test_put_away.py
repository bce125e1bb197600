"""Series that are put away or deleted, and house rules that are saved under a name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.house_rules.presets import parse
from companion.core.standings.entry import entry_of
from companion.desk.ports import Problem, StoreFailedError, Trouble
from storage.doctor import Visit
from storage.lines import Header
from storage.store import FolderStore
from tests.storage.logs import file_of, flip_line, lines_of, night, save

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


def test_damage_to_a_deleted_series_is_told_when_it_is_put_back(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.remove(1)
    beside = file_of(tmp_path, 1).with_name("00001.tdb.removed")
    flip_line(beside, len(lines_of(beside)) // 2)
    with closing(FolderStore(tmp_path)) as store:
        assert store.findings() == ()
        store.put_back(1)
        store.load(1)
        assert store.findings()


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


def test_a_series_is_put_away_and_taken_out_again(tmp_path: Path) -> None:
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
