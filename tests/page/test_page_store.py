"""The store on the page's two handles, without a browser."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.core.log import Log
from companion.core.sheet import dumps, loads
from companion.desk.ports import Problem
from storage.page_store import PageStore
from tests.page.media import Power, PowerCutError
from tests.page.test_handles import Handles, two_handles, valid, with_content

RECORDS = Path(__file__).parents[1] / "records"
FORMER = Path(__file__).with_name("former")
"""A page of the former version, after two starts: what is on its handles, and its sheets."""


def night(name: str) -> Log:
    return loads((RECORDS / f"{name}.fantan").read_text("utf-8"))


def sheets(store: PageStore) -> dict[int, str]:
    return {entry.number: dumps(store.look_at(entry.number).log) for entry in store.entries()}


def former_page() -> Handles:
    return with_content(*((FORMER / name).read_bytes() for name in ("fantan.a", "fantan.b")))


def former_sheets() -> dict[int, str]:
    files = FORMER.glob("*.fantan")
    return {int(file.stem): dumps(loads(file.read_text("utf-8"))) for file in files}


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


def test_a_former_page_is_read_once() -> None:
    handles = former_page()
    before = contents(handles)
    store = PageStore(handles)
    assert store.findings() == ()
    assert sheets(store) == former_sheets()
    assert [entry.number for entry in store.removed()] == [3]
    assert before[1] in contents(handles), "the former log stays until the new one was opened"
    number = store.create(night("misdeal"))
    again = PageStore(handles)
    assert sheets(again) == {**former_sheets(), number: dumps(night("misdeal"))}
    assert before[1] not in contents(handles)


@pytest.mark.parametrize("last", range(8))
def test_a_kill_while_a_former_page_is_read(last: int) -> None:
    for seed in range(10):
        power = Power()
        handles = with_content(*contents(former_page()), handles=two_handles(power, seed))
        power.left = last
        with suppress(PowerCutError):
            PageStore(handles)
        power.left = None
        for handle in handles:
            handle.cut_power()
        store = PageStore(handles)
        assert store.findings() == ()
        assert sheets(store) == former_sheets()


ALTERED: dict[str, Callable[[bytes], bytes]] = {
    "a bit in the last record": lambda content: (
        content[:-3] + bytes([content[-3] ^ 1]) + content[-2:]
    ),
    "cut in half": lambda content: content[: len(content) // 2],
    "cut by the last record": lambda content: content[: content.rindex(b"[") - 8],
    "zeros": lambda content: bytes(len(content)),
    "noise": lambda content: Random(1).randbytes(len(content)),  # noqa: S311
    "no mark": lambda content: content.replace(b'"whole"', b'"while"'),
}


@pytest.mark.parametrize("alter", ALTERED.values(), ids=ALTERED)
def test_a_damaged_former_page_is_told_and_left_alone(alter: Callable[[bytes], bytes]) -> None:
    acknowledged, log = contents(former_page())
    handles = with_content(acknowledged, alter(log))
    for _ in range(2):
        told = PageStore(handles)
        assert [finding.problem for finding in told.findings()] == [Problem.MEMORY_DAMAGED]
        assert sheets(told).keys() <= {*former_sheets(), 3}, "a mark of deletion may be lost"
        assert any(alter(log)) <= (alter(log) in contents(handles))
    number = PageStore(handles).create(night("misdeal"))
    assert dumps(PageStore(handles).look_at(number).log) == dumps(night("misdeal"))
