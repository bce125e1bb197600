"""Deleted and restored series."""

import asyncio
from pathlib import Path

import pytest

from companion.desk.commands import pass_turn
from companion.desk.ports import StoreFailedError, Trouble
from tests.desks import Desk, begin, desk_in


def test_a_table_of_a_deleted_series_refuses_until_it_is_put_back(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday")
        other = Desk(desk.archive)
        before = other.night
        asyncio.run(desk.archive.remove(1))
        assert [entry.name for entry in desk.archive.catalogue.removed] == ["Friday"]
        assert desk.archive.catalogue.entries == ()
        with pytest.raises(StoreFailedError) as failure:
            other.do(pass_turn)
        assert failure.value.trouble is Trouble.REMOVED
        assert other.night == before
        asyncio.run(desk.archive.put_back(1))
        assert other.do(pass_turn) is None
        assert other.night.revision == before.revision + 1


def test_what_was_deleted_for_good_is_not_put_back(tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday")
        asyncio.run(desk.archive.remove(1))
        asyncio.run(desk.archive.forget(1))
        asyncio.run(desk.archive.put_back(1))
        assert not desk.archive.catalogue.entries
        assert not desk.archive.catalogue.removed
        begin(desk, "Saturday")
        assert [entry.number for entry in desk.archive.catalogue.entries] == [2]
