"""Archived and deleted series, and saved house rules."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from dataclasses import astuple, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from storage.lines import HEADER_LINES, Header

from companion.cli import main
from companion.core.forecast import entry_of
from companion.core.presets import parse
from companion.desk.archive import Archive
from companion.desk.ports import Choices, Problem, RemovedError, StoreFailedError, Trouble, at_once
from storage.doctor import Visit
from storage.files import DamagedFileError
from storage.store import FolderStore
from tests.choosing import archive, choose, put_back, remove
from tests.storage.logs import (
    bytes_in,
    drop_lines,
    file_of,
    flip_line,
    looked_over,
    night,
    save,
    unreadable,
)

BOTH = (night(1), night(2))
LOGS = {number: history[-1].log for number, history in enumerate(BOTH, 1)}


def numbers(store: FolderStore) -> tuple[list[int], list[int]]:
    """Return the numbers of listed and of deleted series."""
    listed = [entry.number for entry in store.entries()]
    return listed, [entry.number for entry in store.removed()]


def save_both(root: Path, *removed: int, forgotten: bool = False) -> None:
    """Save two series, and delete some of them."""
    save(root, *BOTH)
    with closing(FolderStore(root)) as store:
        for number in removed:
            remove(store, number)
            if forgotten:
                store.forget(number)


def test_a_deleted_series_is_listed_no_more_and_can_be_put_back_as_it_was(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    before = file_of(tmp_path, 1).read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        store.load(1)
        remove(store, 1)
        assert numbers(store) == ([2], [1])
        assert store.removed() == (entry_of(1, LOGS[1].series),)
    with closing(FolderStore(tmp_path)) as store:
        assert numbers(store) == ([2], [1])
        assert store.findings() == ()
        put_back(store, 1)
        assert numbers(store) == ([2, 1], [])
        assert store.load(1).log == LOGS[1]
    with closing(FolderStore(tmp_path)) as store:
        assert store.findings() == ()
        assert numbers(store) == ([2, 1], [])
    assert file_of(tmp_path, 1).read_bytes() == before


ASKED: dict[str, Callable[[FolderStore], object]] = {
    "opened": lambda store: store.load(2),
    "a step taken back": lambda store: store.save(2, LOGS[2].without_last()),
    "looked at": lambda store: store.look_at(2),
}


@pytest.mark.parametrize("forgotten", [False, True], ids=["can be put back", "for good"])
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED.keys())
def test_requests_for_a_deleted_series_are_refused(
    tmp_path: Path, asked: Callable[[FolderStore], object], *, forgotten: bool
) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.load(2)
        remove(store, 2)
        if forgotten:
            store.forget(2)
        with pytest.raises(StoreFailedError) as failure:
            asked(store)
        assert failure.value.trouble is Trouble.REMOVED
        assert numbers(store) == ([1], [] if forgotten else [2])


def test_the_number_of_a_deleted_series_is_never_taken_again(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        remove(store, 2)
        store.forget(2)
        assert store.create(night(3)[0].log) == 3
        remove(store, 3)
        store.forget(3)
    with closing(FolderStore(tmp_path)) as store:
        assert store.create(night(3)[0].log) == 4


def test_a_series_deleted_for_good_is_gone_from_the_disk(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        remove(store, 1)
        store.forget(1)
        store.forget(1)
        assert numbers(store) == ([2], [])
    assert not file_of(tmp_path, 1).exists()
    assert not any(b'"number":1' in content for content in bytes_in(tmp_path).values())
    with closing(FolderStore(tmp_path)) as store:
        assert (numbers(store), store.findings()) == (([2], []), ())
    assert [*Visit(tmp_path).look()] == []


def test_a_series_that_was_not_deleted_is_not_taken_away_for_good(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        store.forget(1)
        assert store.load(1).log == LOGS[1]


def _without_list(root: Path) -> None:
    (root / "catalogue.tdb").unlink(missing_ok=True)


def _cut_to_its_header(root: Path) -> None:
    drop_lines(file_of(root, 1), HEADER_LINES, 10_000)


def _cut_without_list(root: Path) -> None:
    _cut_to_its_header(root)
    _without_list(root)


EMPTIED: dict[str, Callable[[Path], object]] = {
    "cut to its header": _cut_to_its_header,
    "cut to its header, without the list": _cut_without_list,
}


@pytest.mark.parametrize("hurt", EMPTIED.values(), ids=EMPTIED.keys())
def test_a_file_with_nothing_in_it_is_reported_where_its_series_was_not_deleted(
    tmp_path: Path, hurt: Callable[[Path], object]
) -> None:
    root = tmp_path / "data"
    save(root, *BOTH)
    hurt(root)
    for _ in range(2):
        with closing(FolderStore(root)) as store:
            assert Problem.SERIES_UNREADABLE in [finding.problem for finding in store.findings()]
            with pytest.raises(StoreFailedError):
                store.load(1)
    assert [finding.problem for finding in Visit(root).look()] == [Problem.SERIES_UNREADABLE]


def test_a_series_is_deleted_for_good_though_its_file_is_gone(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        remove(store, 1)
        file_of(tmp_path, 1).unlink()
        store.forget(1)
        assert numbers(store) == ([2], [])


ASKED_FOR: dict[str, Callable[[FolderStore], object]] = {
    "usual rules": lambda store: choose(store, usual=parse("kartendomino")),
    "rules that are saved": lambda store: choose(store, saved=(("B", parse("pagat")),)),
    "archived": lambda store: archive(store, 1),
    "deleted": lambda store: remove(store, 1),
}


def save_with_choices(root: Path) -> Choices:
    """Save three series and a choice of each kind."""
    save(root, *BOTH, night(3))
    chosen = Choices(parse("pagat"), (("A", parse("bicycle")),), frozenset({2}), frozenset({3}))
    with closing(FolderStore(root)) as store:
        store.choose(chosen)
    return chosen


@pytest.mark.parametrize("ask", ASKED_FOR.values(), ids=ASKED_FOR.keys())
@pytest.mark.parametrize("readable", [False, True], ids=["still not", "again"])
def test_no_choice_is_written_over_those_that_could_not_be_read_at_the_start(
    tmp_path: Path, ask: Callable[[FolderStore], object], *, readable: bool
) -> None:
    before = save_with_choices(tmp_path)
    with unreadable(tmp_path / "choices"):
        store = FolderStore(tmp_path)
        if not readable:
            with pytest.raises(StoreFailedError):
                ask(store)
    if readable:
        assert store.choices == before
        ask(store)
    store.close()
    with closing(FolderStore(tmp_path)) as again:
        now = again.choices
    pairs = list(zip(astuple(now), astuple(before), strict=True))
    assert sum(left != right for left, right in pairs) == int(readable)
    assert now.archived >= before.archived
    assert now.removed >= before.removed


def _behind(root: Path) -> None:
    """Restore the list of an empty store."""
    (root / "catalogue.tdb").write_bytes(Header.of_new_file(0).lines())


HURT: dict[str, Callable[[Path], object]] = {
    "the list is gone": _without_list,
    "the list is behind": _behind,
}


@pytest.mark.parametrize("hurt", HURT.values(), ids=HURT.keys())
def test_a_deleted_series_stays_deleted(tmp_path: Path, hurt: Callable[[Path], object]) -> None:
    save_both(tmp_path, 1)
    hurt(tmp_path)
    with closing(FolderStore(tmp_path)) as store:
        assert (numbers(store), store.findings()) == (([2], [1]), ())


def test_another_file_in_the_place_of_a_series_is_reported(tmp_path: Path) -> None:
    save(tmp_path / "data", *BOTH)
    save(tmp_path / "other", night(7))
    with closing(FolderStore(tmp_path / "data")) as store:
        file_of(tmp_path / "data", 1).write_bytes(file_of(tmp_path / "other", 1).read_bytes())
        assert store.load(1).log == night(7)[-1].log
        assert [finding.problem for finding in store.findings()] == [Problem.SERIES_EXCHANGED]


def _other(root: Path) -> None:
    """Return the file of a series with the same number from another folder."""
    save(root.parent / "other", night(7))
    file_of(root, 1).write_bytes(file_of(root.parent / "other", 1).read_bytes())


def _a_folder(root: Path) -> None:
    file_of(root, 1).unlink()
    file_of(root, 1).mkdir()


DAMAGES: dict[str, tuple[Callable[[Path], object], list[Problem]]] = {
    "ruined": (lambda root: file_of(root, 1).write_bytes(b"x" * 300), [Problem.SERIES_UNREADABLE]),
    "a folder": (_a_folder, [Problem.SERIES_UNREADABLE]),
    "a line is gone": (lambda root: drop_lines(file_of(root, 1), 5, 6), [Problem.ROUND_DAMAGED]),
    "an old copy": (lambda root: drop_lines(file_of(root, 1), -3, 10_000), [Problem.SERIES_OLDER]),
    "of another folder": (_other, [Problem.SERIES_EXCHANGED]),
}


@pytest.mark.parametrize(("hurt", "problems"), DAMAGES.values(), ids=DAMAGES)
def test_damage_to_a_deleted_series_is_reported_as_to_any_other(
    tmp_path: Path, hurt: Callable[[Path], object], problems: list[Problem]
) -> None:
    root = tmp_path / "data"
    save_both(root, 1)
    hurt(root)
    readable = Problem.SERIES_UNREADABLE not in problems
    assert [one.problem for one in Visit(root).look()] == [
        *problems,
        *([Problem.SERIES_REMOVED] if readable else []),
    ]
    with closing(FolderStore(root)) as store:
        assert [(one.problem, one.where) for one in store.findings()] == [
            (problem, "series/00001.tdb") for problem in problems
        ]
        assert numbers(store) == ([2], [1])
        put_back(store, 1)
        assert numbers(store) == ([2, 1], [])
        if readable:
            assert store.entries()[1] == entry_of(1, store.load(1).log.series)
            assert len(store.findings()) == len(problems)


def test_a_damaged_line_of_a_deleted_series_is_reported_once_it_is_read(tmp_path: Path) -> None:
    save_both(tmp_path, 1)
    flip_line(file_of(tmp_path, 1), 5)
    with closing(FolderStore(tmp_path)) as store:
        assert store.findings() == ()
        put_back(store, 1)
        store.load(1)
        assert [finding.problem for finding in store.findings()] == [Problem.ROUND_DAMAGED]
        assert store.entries()[1] == entry_of(1, store.load(1).log.series)


@pytest.mark.parametrize("deleted", [False, True], ids=["in play", "deleted"])
def test_a_file_exchanged_while_the_app_runs_is_refused(tmp_path: Path, *, deleted: bool) -> None:
    save(tmp_path, *BOTH)
    content = file_of(tmp_path, 1).read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        if deleted:
            remove(store, 2)
        file_of(tmp_path, 2).write_bytes(content)
        put_back(store, 2)
        with pytest.raises(DamagedFileError, match="the file of series 1"):
            store.load(2)
        found = [(one.problem, one.where, one.detail) for one in store.findings()]
        assert found == [(Problem.SERIES_MISPLACED, "series/00002.tdb", "series/00001.tdb")]
    assert file_of(tmp_path, 2).read_bytes() == content


def test_the_doctor_knows_a_deleted_series(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        remove(store, 1)
        remove(store, 2)
        store.forget(2)
    visit = looked_over(tmp_path)
    found = [(finding.problem, finding.where) for finding in visit.found]
    assert found == [(Problem.SERIES_REMOVED, "series/00001.tdb")]
    assert (visit.wrong, visit.series) == ([], 0)


def test_each_choice_is_kept_beside_the_others(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    pub, inn, expected = ("Zum Löwen", parse("pagat ante=2")), ("Inn", parse("bicycle")), Choices()
    chosen: list[dict[str, Any]] = [
        *({"usual": parse("bicycle")}, {"usual": parse("kartendomino")}, {"saved": (pub, inn)}),
        *({"archived": frozenset({1, 2})}, {"archived": frozenset({2})}, {"saved": (inn,)}),
    ]
    for choice in chosen:
        with closing(FolderStore(tmp_path)) as store:
            assert store.choices == expected
            choose(store, **choice)
            expected = replace(expected, **choice)
            assert store.choices == expected
    with closing(FolderStore(tmp_path)) as store:
        assert store.choices == expected
        assert numbers(store) == ([2, 1], [])


@pytest.mark.parametrize("ask", ["remove", "put back"])
def test_a_choice_is_refused_while_the_others_cannot_be_read(tmp_path: Path, ask: str) -> None:
    before = save_with_choices(tmp_path)
    with unreadable(tmp_path / "choices"):
        store = FolderStore(tmp_path)
        desk = Archive(store, date.today, at_once)
    acts = {"remove": lambda: desk.remove(1), "put back": lambda: desk.put_back(3)}
    with unreadable(tmp_path / "choices", reads=1), pytest.raises(StoreFailedError):
        asyncio.run(acts[ask]())
    assert replace(store.choices, colours={}) == before
    asyncio.run(acts[ask]())
    store.close()
    with closing(FolderStore(tmp_path)) as again:
        now = again.choices
    assert now.removed == ({1, 3} if ask == "remove" else set())
    assert replace(now, removed=before.removed, colours={}) == before


def test_while_the_list_cannot_be_read_no_number_is_given_twice(tmp_path: Path) -> None:
    save_both(tmp_path, 2, forgotten=True)
    with unreadable(tmp_path / "choices"):
        store = FolderStore(tmp_path)
        for act in (lambda: store.create(night(3)[0].log), lambda: store.forget(2)):
            with pytest.raises(StoreFailedError):
                act()
    assert store.create(night(3)[0].log) == 3
    store.close()


def test_damage_of_choices_that_could_not_be_read_at_first_is_reported(tmp_path: Path) -> None:
    save(tmp_path, *BOTH)
    with closing(FolderStore(tmp_path)) as store:
        choose(store, usual=parse("pagat"), archived=frozenset({1}))
    chosen = tmp_path / "choices"
    flip_line(chosen, 0)
    with unreadable(chosen):
        store = FolderStore(tmp_path)
    archive(store, 2)
    assert [finding.detail for finding in store.findings()] == ["Input/output error", "damaged"]
    assert store.choices.usual == parse("pagat")
    assert store.choices.archived == {1, 2}
    store.close()


def test_deletions_are_read_from_the_copy_of_unreadable_choices(tmp_path: Path) -> None:
    save_both(tmp_path, 2)
    with unreadable(tmp_path / "choices"), closing(FolderStore(tmp_path)) as store:
        assert numbers(store) == ([1], [2])
        with pytest.raises(RemovedError):
            store.load(2)
        with pytest.raises(StoreFailedError):
            store.forget(2)


def test_a_deleted_series_whose_file_is_gone_is_no_alarm(tmp_path: Path) -> None:
    save_both(tmp_path, 2)
    file_of(tmp_path, 2).unlink()
    assert [*Visit(tmp_path).look()] == []
    with closing(FolderStore(tmp_path)) as store:
        assert (numbers(store), store.findings()) == (([1], []), ())
        assert store.create(night(3)[0].log) == 3


def test_another_file_in_the_place_of_a_deleted_series_stays(tmp_path: Path) -> None:
    save(tmp_path / "others", *BOTH)
    theirs = file_of(tmp_path / "others", 2).read_bytes()
    save(tmp_path, *BOTH)
    first, second = file_of(tmp_path, 1), file_of(tmp_path, 2)
    with closing(FolderStore(tmp_path)) as store:
        remove(store, 2)
        contents = first.read_bytes(), second.read_bytes()
        first.write_bytes(contents[1])
        for other in (contents[0], theirs):
            second.write_bytes(other)
            with pytest.raises(DamagedFileError, match="another series"):
                store.forget(2)
            assert second.read_bytes() == other
            assert numbers(store) == ([1], [2])


def test_what_is_no_file_in_the_place_of_the_choices_is_reported_and_series_are_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path, *BOTH)
    (tmp_path / "choices").mkdir()
    with closing(FolderStore(tmp_path)) as store:
        assert [finding.problem for finding in store.findings()] == [Problem.CHOICES_UNREADABLE]
        store.save(1, LOGS[1].without_last())
        with pytest.raises(StoreFailedError):
            archive(store, 1)
    for arguments in ([], ["--repair"]):
        assert main(["doctor", *arguments, str(tmp_path)]) == 1
        assert "the file of choices cannot be read (not a file)" in capsys.readouterr().out
    (tmp_path / "choices").rmdir()
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(1).log == LOGS[1].without_last()
