"""The journal on the page's two handles, without a browser."""

import errno
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from tinydb import TinyDB, where

from storage.files import NewerSchemaError, WriteFailedError
from storage.handles import PageJournal
from storage.journal import FORMAT, line_of
from tests.page.fuzz import Tree, fuzz, tree
from tests.page.media import MediumInMemory, Power, PowerCutError

RUNS = 120
Handles = tuple[MediumInMemory, MediumInMemory]


def two_handles(power: Power | None = None, seed: int = 1) -> Handles:
    chance = Random(seed)  # noqa: S311 - the same seed gives the same run
    power = power or Power()
    return MediumInMemory(power, chance), MediumInMemory(power, chance)


def with_content(*contents: bytes, handles: Handles | None = None) -> Handles:
    """Return handles that hold this content durably."""
    handles = handles or two_handles()
    for handle, content in zip(handles, contents, strict=False):
        handle.write(content, 0)
        handle.flush()
    return handles


def opened(journal: PageJournal, name: str) -> TinyDB:
    return TinyDB(storage=lambda: journal.database(name, {"id": name}))


def record(journal: PageJournal, turns: int, name: str = "00001") -> list[Tree]:
    """Insert turns, and return the state before them and after each."""
    states = [tree(journal)]
    table = opened(journal, name).table("round 1")
    for turn in range(turns):
        table.insert({"says": f"Ana {turn}D"})
        states.append(tree(journal))
    return states


def valid(handles: Handles) -> MediumInMemory:
    """Return the handle with more content."""
    return max(handles, key=lambda handle: len(handle.read()))


def test_what_was_acknowledged_is_there_after_every_power_cut() -> None:
    results = [fuzz(seed) for seed in range(RUNS)]
    assert sum(run.cuts for run in results) > RUNS
    assert sum(run.written_anew > 0 for run in results) > RUNS / 2
    assert sum(run.refused for run in results) > RUNS


def test_a_database_is_that_of_tinydb() -> None:
    handles = two_handles()
    journal = PageJournal(handles)
    ours, other = opened(journal, "00001"), opened(journal, "00002")
    ours.table("round 1").insert_multiple([{"says": "Ana 7D"}, {"says": "Ben --"}])
    ours.table("round 2").insert({"says": "Ben 7S"})
    other.table("round 1").insert({"says": "Eva 7C"})
    ours.table("round 1").update({"says": "Ben 8D"}, where("says") == "Ben --")
    ours.table("round 1").remove(where("says") == "Ana 7D")
    other.table("round 2").insert({"says": "gone"})
    other.drop_table("round 2")
    again = PageJournal(handles)
    assert [doc["says"] for doc in opened(again, "00001").table("round 1")] == ["Ben 8D"]
    assert opened(again, "00001").tables() == {"round 1", "round 2"}
    assert opened(again, "00002").table("round 1").all() == [{"says": "Eva 7C"}]
    assert again.database("00002").header["id"] == "00002"
    assert tree(again) == tree(journal)


def test_a_document_changed_by_the_caller_changes_nothing() -> None:
    journal = PageJournal(two_handles())
    record(journal, 1)
    before = tree(journal)
    for doc in opened(journal, "00001").table("round 1"):
        doc["says"] = "nothing"
    assert tree(journal) == before


def test_several_changes_are_there_whole_or_not_at_all() -> None:
    handles = two_handles()
    record(PageJournal(handles), 1)
    before, content = tree(PageJournal(handles)), valid(handles).read()
    database = PageJournal(handles).database("00002", {"id": "x"})
    database.extend([{"head": {"1": {"says": "a"}}}, {"round 1": {"2": {"says": "b"}}}])
    whole, after = valid(handles).read(), tree(PageJournal(handles))
    for size in range(len(content), len(whole)):
        assert tree(PageJournal(with_content(whole[:size]))) == before
    assert tree(PageJournal(with_content(whole))) == after != before


def test_a_removed_database_is_gone() -> None:
    handles = two_handles()
    journal = PageJournal(handles)
    record(journal, 2)
    record(journal, 1, "00002")
    journal.remove("00001")
    assert set(tree(journal)) == set(tree(PageJournal(handles))) == {"00002"}


def test_numbers_of_changes_grow_over_starts() -> None:
    handles = two_handles()
    journal = PageJournal(handles)
    record(journal, 3)
    table = opened(journal, "00001").table("round 1")
    table.remove(doc_ids=[2])
    journal.journal.write_anew()
    again = PageJournal(handles).database("00001")
    assert again.changes == journal.database("00001").changes == 4
    assert again.length == 4


def test_a_start_changes_nothing() -> None:
    handles = two_handles()
    record(PageJournal(handles), 3)
    contents = [handle.read() for handle in handles]
    PageJournal(handles)
    assert [handle.read() for handle in handles] == contents


def test_a_cut_anywhere_leaves_a_beginning() -> None:
    handles = two_handles()
    states = record(PageJournal(handles), 4)
    content = valid(handles).read()
    found = []
    for size in range(len(content) + 1):
        again = PageJournal(with_content(content[:size]))
        found.append(states.index(tree(again)))
        record(again, 1)  # and it goes on
    assert found == sorted(found)
    assert found[-1] == 4


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_is_told_or_costs_nothing(bit: int) -> None:
    handles = two_handles()
    states = record(PageJournal(handles), 3)
    content = valid(handles).read()
    lost = 0
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 1 << bit
        damaged = with_content(bytes(flipped))
        journal = PageJournal(damaged)
        assert tree(journal) in states
        if tree(journal) != states[-1]:
            lost += 1
            assert journal.lost
            assert bytes(flipped) in [handle.read() for handle in damaged], "it is kept aside"
            record(journal, 1)
            again = PageJournal(damaged)
            assert again.lost, "it goes on being told"
            again.answer()
            assert again.lost == PageJournal(damaged).lost == 0
    assert lost > len(content) / 2


def test_a_damaged_copy_is_not_written_over_by_tidying(monkeypatch: pytest.MonkeyPatch) -> None:
    handles = two_handles()
    record(PageJournal(handles), 4)
    content = bytearray(valid(handles).read())
    content[-3] ^= 1
    damaged = with_content(bytes(content))
    monkeypatch.setattr("storage.handles._LONG_BYTES", 10)
    for _ in range(3):
        journal = PageJournal(damaged)
        assert journal.lost
        record(journal, 30)
    assert bytes(content) in [handle.read() for handle in damaged]


CALLS = 40
"""More than the calls below make."""


def work(journal: PageJournal) -> list[Callable[[], object]]:
    table = opened(journal, "00001").table("round 1")
    return [
        lambda: table.insert({"says": "Ana 7D"}),
        journal.journal.write_anew,
        lambda: table.insert({"says": "Ben 8D"}),
        lambda: table.remove(doc_ids=[1]),
        lambda: opened(journal, "00002").table("head").insert({"says": "fantan 1"}),
    ]


@pytest.mark.parametrize("count", range(1, 6))
def test_failing_calls_change_nothing_and_work_again(count: int) -> None:
    for first in range(1, CALLS):
        fail(first, count)


def fail(first: int, count: int) -> None:
    """Refuse some calls in a row, then cut the power after another write."""
    power = Power(refused=range(first, first + count))
    handles = two_handles(power)
    try:
        journal = PageJournal(handles)
    except OSError:
        return
    for act in range(5):
        before, acts = tree(journal), work(journal)
        try:
            acts[act]()
        except WriteFailedError:
            assert tree(journal) == before
            possible = PageJournal(with_content(*(handle.read() for handle in handles)))
            assert not possible.lost
    power.refused = ()
    before = tree(journal)
    record(journal, 1, "00003")
    for handle in handles:
        handle.cut_power()
    after = tree(PageJournal(handles))
    assert after.pop("00003")
    assert after == before


def test_zeros_in_a_part_of_a_former_mark_are_no_damage() -> None:
    handles = two_handles()
    journal = PageJournal(handles)
    states = record(journal, 2)
    former = valid(handles).read()
    journal.journal.write_anew()
    now = next(handle.read() for handle in handles if handle.read() != former)
    for size in range(1, 40):
        interrupted = with_content(bytes(size) + former[size:], now)
        again = PageJournal(interrupted)
        assert not again.lost
        assert tree(again) == states[-1]


@pytest.mark.parametrize("last", range(12))
def test_a_kill_while_everything_is_written_anew(last: int) -> None:
    for seed in range(20):
        power = Power()
        handles = two_handles(power, seed)
        journal = PageJournal(handles)
        for name in ("00001", "00002", "catalogue"):
            record(journal, 5, name)
        before = tree(journal)
        power.left = last
        with suppress(PowerCutError):
            journal.journal.write_anew()
            opened(journal, "00002").table("round 1").remove(doc_ids=[5])
        power.left = None
        for handle in handles:
            handle.cut_power()
        after = PageJournal(handles)
        assert not after.lost
        if tree(after) != before:
            assert last > 4
            before["00002"]["round 1"].pop("5")
        assert tree(after) == before


def test_a_start_with_much_rubbish_writes_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.handles._LONG_BYTES", 1000)
    handles = two_handles()
    journal = PageJournal(handles)
    for turn in range(200):
        journal.database("choices").write({"choices": {"1": {"usual": str(turn)}}})
    long = len(valid(handles).read())
    before = tree(journal)
    assert tree(PageJournal(handles)) == before
    assert min(len(handle.read()) for handle in handles) < 200, "the new copy"
    assert len(valid(handles).read()) == long, "the former copy stays for once"
    assert tree(PageJournal(handles)) == before
    assert max(len(handle.read()) for handle in handles) < 200


def test_a_full_device_is_told_and_nothing_is_lost() -> None:
    handles = two_handles()
    journal = PageJournal(handles)
    states = record(journal, 3)
    for handle in handles:
        handle.room = len(valid(handles).read()) + 20
    for _ in range(3):
        with pytest.raises(WriteFailedError) as full:
            opened(journal, "00001").table("round 1").insert({"says": "x" * 200})
        assert isinstance(full.value.__cause__, OSError)
        assert full.value.__cause__.errno == errno.ENOSPC
        assert tree(journal) == states[-1]
    for handle in handles:
        handle.room = None
    record(journal, 1)
    assert tree(PageJournal(handles)) == tree(journal) != states[-1]


def test_a_journal_of_a_newer_version_is_left_alone() -> None:
    handles = two_handles()
    record(PageJournal(handles), 1)
    mark, _, _ = valid(handles).read().partition(b"\n")
    for damage in (b"", b"a line that is damaged\n"):
        newer = mark + b"\n" + line_of({"fantan": FORMAT + 1}, 0) + damage
        handles = with_content(newer)
        with pytest.raises(NewerSchemaError):
            PageJournal(handles)
        assert handles[0].read() == newer


def test_a_storage_shows_only_its_own_tables() -> None:
    journal = PageJournal(two_handles())
    record(journal, 1)
    assert journal.database("00002").read() is None
    assert journal.names == ["00001"]
