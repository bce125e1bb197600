"""Agreement of cached summaries with new ones."""

import errno
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.statistics import Sitting, sittings
from companion.desk.people import summed_up
from companion.desk.ports import StoreFailedError
from storage.doctor import Visit
from storage.store import FolderStore
from tests.storage.logs import (
    NIGHTS,
    add_line,
    bytes_in,
    file_of,
    flipped,
    keep,
    lines_of,
    save,
    scratch,
)
from tests.storage.system import every, system
from tests.strategies import logs

LOGS = [history[-1].log for history in NIGHTS]


def catalogue(root: Path) -> Path:
    return root / "catalogue.tdb"


def all_of(store: FolderStore) -> dict[int, tuple[Sitting, ...]]:
    """Return the summary of each series, cached or computed, and cache them."""
    missing = {entry.number for entry in store.entries()} - store.summaries().keys()
    store.keep_summaries({number: summed_up(store, number) for number in missing})
    return dict(store.summaries())


def anew(store: FolderStore) -> dict[int, tuple[Sitting, ...]]:
    numbers = [entry.number for entry in store.entries()]
    return {number: sittings(store.load(number).log.series) for number in numbers}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    save(tmp_path / "fantan", *NIGHTS)
    with closing(FolderStore(tmp_path / "fantan")) as store:
        assert all_of(store) == anew(store)
    return tmp_path / "fantan"


def test_stored_summaries_are_read_instead_of_series(root: Path) -> None:
    with closing(FolderStore(root)) as store:
        right = anew(store)
    with (
        closing(FolderStore(root)) as store,
        patch("storage.store.read_series", side_effect=AssertionError),
    ):
        assert store.summaries() == right
        assert sorted(right) == [1, 2, 3]


def test_a_step_renews_its_series_and_no_other(root: Path) -> None:
    with closing(FolderStore(root)) as store:
        log = store.load(2).log
        store.save(2, log.without_last())
        assert sorted(store.summaries()) == [1, 3]
        assert all_of(store) == anew(store)
        store.save(2, log)
        assert sorted(store.summaries()) == [1, 3]
        assert all_of(store) == anew(store)
        keep(store, NIGHTS[0])
        assert sorted(store.summaries()) == [1, 2, 3]
    with closing(FolderStore(root)) as store:
        assert sorted(store.summaries()) == [1, 2, 3]
        assert sorted(all_of(store)) == [1, 2, 3, 4]


def test_the_doctor_knows_it(root: Path) -> None:
    assert [*Visit(root).look()] == []


def _noted(change: Callable[[dict[str, Any]], dict[str, object]]) -> Callable[[Path], object]:
    """Change the entry of the last series in the list."""

    def write(root: Path) -> None:
        said = json.loads(lines_of(catalogue(root))[-1].split(b" ", 2)[2])
        ((number, doc),) = said["entries"].items()
        add_line(catalogue(root), {"entries": {number: {**doc, **change(doc)}}})

    return write


def _as_of(**changed: object) -> Callable[[Path], object]:
    """Replace a summary in the list."""
    return _noted(lambda doc: {"summary": {**doc["summary"], **changed}})


def _of_ana(**record: object) -> list[object]:
    return [{"date": "2026-11-20", "players": {"Ana": record}}]


HARMS: dict[str, Callable[[Path], object]] = {
    "missing": _noted(lambda _: {"summary": None}),
    "of another version": _as_of(version=0),
    "of another file": _noted(lambda _: {"id": "0" * 16}),
    "without numbers": _as_of(evenings=_of_ana()),
    "with too few numbers": _as_of(evenings=_of_ana(tally=[1], streak=[0] * 4, duels={})),
    "with words for numbers": _as_of(evenings=_of_ana(tally=["x"] * 15, streak=[0] * 4, duels={})),
    "without a date": _as_of(evenings=[{"players": {}}]),
    "with the list": lambda root: catalogue(root).unlink(),
}


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_damaged_summaries_are_computed_anew(harm: Callable[[Path], object], root: Path) -> None:
    harm(root)
    with closing(FolderStore(root)) as store:
        right = anew(store)
        assert store.summaries() != right
        assert all_of(store) == right
    with closing(FolderStore(root)) as store:
        assert store.summaries() == right


@pytest.mark.parametrize("part", range(8))
def test_one_damaged_bit_changes_no_number(part: int, root: Path) -> None:
    content = catalogue(root).read_bytes()
    catalogue(root).write_bytes(flipped(content, len(content) * (2 * part + 1) // 16, 2))
    with closing(FolderStore(root)) as store:
        assert all_of(store) == anew(store)


def test_a_disk_that_takes_nothing_costs_only_the_next_start(root: Path) -> None:
    HARMS["missing"](root)
    with closing(FolderStore(root)) as store:
        before, right = bytes_in(root), anew(store)
        with system(every("write", code=errno.ENOSPC)):
            assert all_of(store) == right
        assert bytes_in(root).keys() == before.keys()
        assert catalogue(root).read_bytes().rstrip(b"\0") == before["catalogue.tdb"]
        assert store.findings() == ()
    with closing(FolderStore(root)) as store:
        assert store.summaries() == right


def test_a_series_that_cannot_be_read_is_reported_and_the_others_are_summed_up(root: Path) -> None:
    with closing(FolderStore(root)) as store:
        file_of(root, 2).unlink()
        with pytest.raises(StoreFailedError):
            summed_up(store, 2)
        assert summed_up(store, 1) == (len(LOGS[0].steps), sittings(LOGS[0].series))


def test_a_summary_of_an_earlier_state_is_not_used(root: Path) -> None:
    with closing(FolderStore(root)) as store:
        summary_at, log = summed_up(store, 2), store.load(2).log
        store.save(2, log.without_last())
        store.keep_summaries({2: summary_at})
        assert sorted(store.summaries()) == [1, 3]


@settings(max_examples=15, deadline=None)
@given(
    st.lists(logs(most=2).filter(lambda log: bool(log.steps)), min_size=1, max_size=3),
    st.lists(st.integers(0, 99), max_size=12),
)
def test_it_is_right_after_any_changes(summary_at: list[object], acts: list[int]) -> None:
    with scratch() as root:
        store = FolderStore(root)
        undone: dict[int, list[object]] = {}
        for log in summary_at:
            store.create(log)  # type: ignore[arg-type]
        for act in acts:
            number = act % len(summary_at) + 1
            log = store.load(number).log
            if act % 5 == 0:
                store.close()
                store = FolderStore(root)
            elif act % 5 == 1:
                assert all_of(store) == anew(store)
            elif act % 5 == 2 and undone.get(number):
                step = undone[number].pop()
                store.save(number, log.after(step))  # type: ignore[arg-type]
            elif len(log.steps) > 1:
                undone.setdefault(number, []).append(log.steps[-1])
                store.save(number, log.without_last())
        assert all_of(store) == anew(store)
        store.close()
