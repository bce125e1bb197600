"""Files of older schemas: readable, extensible, and then read-only for older versions."""

import shutil
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from storage.lines import Header, Lift, encode, image, scan, schema_today

from companion.core.presets import parse
from companion.core.sheet import dumps
from companion.desk.ports import Problem, SealedError, StoreFailedError, Trouble
from storage.store import FolderStore
from tests.choosing import choose
from tests.storage.logs import bytes_in, file_of, lines_of, looked_over, night, save

RECORDS = Path(__file__).parent / "records"
HISTORY = night(rounds=2)


def up_1_2(table: str, document: dict[str, Any]) -> dict[str, Any]:
    """Convert heads and steps to an example schema."""
    if table == "head":
        return {**document, "name": f"{document['name']}!"}
    return {**document, "lifted": table} if table == "settings" else document


def seats_from_letters(_table: str, document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "seat": "ABCD"[document["seat"]]} if "seat" in document else document


def later(*ups: Lift) -> AbstractContextManager[object]:
    """Simulate a later version with these conversions."""
    return patch("storage.lines.UPS", ups or (up_1_2,))


@pytest.mark.parametrize(
    ("schema", "seat", "read"),
    [
        (1, 0, {"seat": "A", "lifted": "settings"}),
        (2, 1, {"seat": "B"}),
        (3, "A", {"seat": "A"}),
        (4, None, {"seat": None}),
    ],
)
def test_each_schema_is_lifted_from_where_it_is(schema: int, seat: Any, read: object) -> None:
    with later(up_1_2, seats_from_letters):
        assert schema_today() == 3
        found = scan(
            image(Header("e" * 16, 0, schema), [encode({"settings": {"1": {"seat": seat}}})])
        )
    assert found.tables == {"settings": {"1": read}}
    assert found.newer is (schema == 4)


@pytest.mark.parametrize("schema", range(1, schema_today() + 1))
def test_a_kept_folder_of_each_schema_opens(schema: int, tmp_path: Path) -> None:
    root = shutil.copytree(RECORDS / f"schema_{schema}", tmp_path / "fantan")
    before = bytes_in(root)
    with closing(FolderStore(root)) as store:
        assert store.findings() == ()
        assert store.choices.usual == parse("pagat ante=2")
        for entry in store.entries():
            stored = store.load(entry.number)
            assert stored.sealed is None
            sheet = (RECORDS / f"schema_{schema}" / f"{entry.number}.fantan").read_text("utf-8")
            assert dumps(stored.log) == sheet
            assert entry.last == stored.log.series.dates[-1]
    after = bytes_in(root)
    del before["catalogue.tdb"]  # the list is a cache, and lacked dates of last rounds
    assert {name: after[name] for name in before} == before


def test_a_series_of_an_older_schema_is_lifted_and_goes_on(tmp_path: Path) -> None:
    save(tmp_path, HISTORY[:-1])
    before = file_of(tmp_path, 1).read_bytes()
    lifted = replace(HISTORY[0].log.head, name=f"{HISTORY[0].log.head.name}!")
    with later(), closing(FolderStore(tmp_path)) as store:
        log = store.load(1).log
        assert log.head == lifted
        assert file_of(tmp_path, 1).read_bytes() == before
        assert HISTORY[-1].step
        log = log.after(HISTORY[-1].step)
        store.save(1, log)
        choose(store, usual=parse("pagat"))
    with later(), closing(FolderStore(tmp_path)) as store:
        assert store.load(1).log == log
        assert store.findings() == ()
        assert store.choices.usual == parse("pagat")
    assert b'{"schema":2,"steps"' in lines_of(file_of(tmp_path, 1))[-1]


def test_files_of_a_newer_version_are_only_read(tmp_path: Path) -> None:
    with later(), closing(FolderStore(tmp_path)) as store:
        store.create(HISTORY[-1].log)
        choose(store, usual=parse("pagat ante=2"))
    (tmp_path / "catalogue.tdb").unlink()
    before = bytes_in(tmp_path)
    newer = [Problem.CHOICES_NEWER, Problem.SERIES_NEWER]
    visit = looked_over(tmp_path)
    assert [finding.problem for finding in visit.found] == newer
    assert visit.wrong == []
    with closing(FolderStore(tmp_path)) as store:
        stored = store.load(1)
        assert stored.sealed is Trouble.NEWER
        assert stored.log.steps == HISTORY[-1].log.steps
        assert store.choices.usual == parse("pagat ante=2")
        assert [finding.problem for finding in store.findings()] == newer
        with pytest.raises(SealedError) as failure:
            store.save(1, HISTORY[-2].log)
        assert failure.value.trouble is Trouble.NEWER
        with pytest.raises(StoreFailedError) as of_choices:
            choose(store, usual=parse("bicycle"))
        assert of_choices.value.trouble is Trouble.NEWER
        assert store.create(HISTORY[0].log) == 2
    after = bytes_in(tmp_path)
    assert {name: after[name] for name in before} == before


def test_a_newer_format_cannot_even_be_read(tmp_path: Path) -> None:
    save(tmp_path, HISTORY)
    path = file_of(tmp_path, 1)
    path.write_bytes(Header("d" * 16, 1, 9, format=2).lines() + b"\x00\x01\x02")
    before = path.read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        assert Problem.SERIES_NEWER in {finding.problem for finding in store.findings()}
        assert store.load(1).sealed is Trouble.NEWER
    assert path.read_bytes() == before


def test_damage_in_a_newer_file_is_left_to_the_newer_version(tmp_path: Path) -> None:
    with later(), closing(FolderStore(tmp_path)) as store:
        store.create(HISTORY[-1].log)
    lines = lines_of(file_of(tmp_path, 1))
    del lines[5]
    file_of(tmp_path, 1).write_bytes(b"".join(lines))
    with closing(FolderStore(tmp_path)) as store:
        assert store.load(1).sealed is Trouble.NEWER
        problems = {finding.problem for finding in store.findings()}
        assert {Problem.SERIES_NEWER, Problem.ROUND_DAMAGED} <= problems
    assert file_of(tmp_path, 1).read_bytes() == b"".join(lines)
