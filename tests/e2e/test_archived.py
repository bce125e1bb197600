"""Two devices and many series in the browser: archived, deleted, put back, searched."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.sheet import loads
from tests.desks import desk_in, log_of
from tests.e2e.conftest import Place
from tests.e2e.driver import Server
from tests.e2e.evening import RECORD
from tests.e2e.forks import QuickServer

EARLIER = 10
DELETED = "“Friday” was deleted on another device. It can be put back here."


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield the app with ten series that are over, and Friday's in play."""
    told = loads(RECORD.read_text("utf-8")).series
    with desk_in(tmp_path / "data") as desk:
        for number in range(EARLIER):
            desk.adopt(log_of(replace(told, name=f"Cabin, day {number}", date="2025-07-02")))
            desk.end()
        desk.start("Friday", ("Ann", "Ben", "Cem"), 2, desk.archive.catalogue.usual)
    with QuickServer(tmp_path) as serving:
        yield serving


def test_a_series_is_archived_deleted_undone_and_put_back_on_two_devices(
    server: Server, sit_down: Place
) -> None:
    ann, ben = sit_down(), sit_down((1180, 820))
    ann.open(f"{server.url}/table/11")
    ann.see("turn-of", "Ann to play")
    ben.open(f"{server.url}/series/11")
    ben.tap("delete-series")
    ben.see("undo-delete")
    ann.see("refusal")
    assert ann.text("refusal").startswith(DELETED)
    assert not ann.has("turn-of")
    ben.tap("undo-delete")
    ann.see("home-resume")
    ann.tap("home-resume")
    ann.tap("play-7H")
    ann.see("turn-of", "Ben to play")
    ben.tap("home-resume")
    ben.see("turn-of", "Ben to play")
    ann.open(f"{server.url}/series/3")
    ann.tap("archive-series")
    ann.see("undo-delete")
    ann.open(f"{server.url}/series/3")
    ann.tap("delete-series")
    ann.tap("home-archived")
    ann.tap("put-back-3")
    ann.tap("bring-back-3")
    ann.tap("back")
    ann.see("home-series-3")
    server.kill()
    with desk_in(server.home / "data") as desk:
        assert len(desk.archive.catalogue.entries) == EARLIER + 1
        assert not desk.archive.catalogue.archived
        assert not desk.archive.catalogue.removed


def test_a_series_is_searched_by_its_name(server: Server, sit_down: Place) -> None:
    ann = sit_down()
    ann.open(server.url)
    ann.type_into("home-search", "day 7")
    ann.see("home-found", "1 of 10 series")
    ann.see("home-series-8")
    assert not ann.has("home-series-7")
    ann.tap("home-series-8")
    ann.see("archive-series")
