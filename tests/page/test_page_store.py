"""The store on the page's two handles, without a browser."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.core.log import Log
from companion.core.sheet import dumps, loads
from companion.desk.ports import Problem
from storage.page_store import PageStore
from tests.page.test_handles import Handles, two_handles, valid, with_content

RECORDS = Path(__file__).parents[1] / "records"


def night(name: str) -> Log:
    return loads((RECORDS / f"{name}.fantan").read_text("utf-8"))


def sheets(store: PageStore) -> dict[int, str]:
    return {
        entry.number: dumps(store.look_at(entry.number).log.known_as(""))
        for entry in store.entries()
    }


def contents(handles: Handles) -> list[bytes]:
    return [handle.read() for handle in handles]


@pytest.mark.parametrize("seed", range(8))
def test_series_come_back_as_they_were(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - the same seed gives the same run
    handles = two_handles()
    store = PageStore(handles)
    nights = [night(name) for name in ("all_that_a_table_writes", "misdeal", "corrections")]
    revisions: dict[int, int] = {}
    for log in nights:
        number = store.create(Log.of(log.head, log.steps[:1]))
        at = 1
        while at < len(log.steps):
            at = max(1, at - 1) if chance.random() < 0.3 else at + 1
            if store.load(number).log.steps != log.steps[:at]:
                store.save(number, Log.of(log.head, log.steps[:at]))
            if chance.random() < 0.05:
                revisions[number] = store.load(number).revision
                before = sheets(store)
                store = PageStore(handles)
                assert store.findings() == ()
                assert sheets(store) == before
                assert store.load(number).revision == revisions[number]
        store.release(number)
    again = PageStore(handles)
    assert sheets(again) == {number: dumps(log) for number, log in enumerate(nights, 1)}
    assert again.entries() == store.entries()
    assert again.summaries() == PageStore(handles).summaries()
    assert again.findings() == ()


def test_a_start_that_only_reads_changes_nothing() -> None:
    handles = two_handles()
    PageStore(handles).close()
    assert contents(handles) == [b"", b""]
    store = PageStore(handles)
    store.create(night("misdeal"))
    store.close()
    before = contents(handles)
    again = PageStore(handles)
    again.look_at(1)
    again.load(1)
    again.close()
    assert contents(handles) == before


def test_a_series_that_is_removed_for_good_leaves_its_number() -> None:
    handles = two_handles()
    store = PageStore(handles)
    for name in ("misdeal", "corrections"):
        store.create(night(name))
    store.choose(replace(store.choices, removed=frozenset({2})))
    store.forget(2)
    again = PageStore(handles)
    assert set(sheets(again)) == {1}
    assert again.findings() == ()
    assert again.create(night("misdeal")) == 3


def test_damage_is_told_until_it_is_answered() -> None:
    handles = two_handles()
    store = PageStore(handles)
    store.create(night("misdeal"))
    before = sheets(store)
    store.create(night("corrections"))
    content = bytearray(valid(handles).read())
    content[-9] ^= 4
    damaged = with_content(bytes(content))
    told = PageStore(damaged)
    for _ in range(3):
        told = PageStore(damaged)
        assert [finding.problem for finding in told.findings()] == [Problem.MEMORY_DAMAGED]
        assert sheets(told).items() >= before.items()
        assert bytes(content) in contents(damaged)
    told.answer()
    assert PageStore(damaged).findings() == told.findings() == ()
    assert bytes(content) not in contents(damaged)
