"""Damaged rounds: what is intact is kept, the rest is told, and the rounds around it stand."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.core.events import CalledOff, Passed
from companion.core.presets import preset
from companion.core.series import Series
from companion.desk.archive import Desk
from companion.core.entry import Entry, Loss
from storage.errors import WriteFailedError
from storage.folder import DataFolder
from storage.series_store import FolderStore
from tests.storage.nights import (
    COMERS,
    desk_on,
    flip,
    keep,
    opened,
    record,
    round_of,
    there_and_back,
    today,
    without_lines,
)


def series_in(folder: Path) -> Series:
    """What a new process makes of the first series."""
    with desk_on(folder) as desk:
        return opened(desk, 1).series


@pytest.mark.parametrize("line", [1, 2, 5, 20], ids=["deal", "first turn", "fifth", "twentieth"])
def test_a_damaged_round_costs_at_most_itself(line: int, tmp_path: Path) -> None:
    before = record(COMERS)
    keep(tmp_path, COMERS)
    file = round_of(tmp_path, 1, 1)
    flip(file, line)
    damaged = file.read_bytes()
    with desk_on(tmp_path) as desk:
        after = opened(desk, 1).series
        (loss,) = desk.state.reports
    assert after.rounds[1:] == before.rounds[1:]
    assert after.rounds[0].over
    assert after.rounds[0].turns == before.rounds[0].turns[: max(line - 2, 0)]
    assert isinstance(loss, Loss)
    assert (loss.series, loss.number) == (1, 1)
    assert loss.aside
    assert loss.aside.read_bytes() == damaged
    assert series_in(tmp_path) == after


def test_the_last_round_goes_on_from_what_is_kept(tmp_path: Path) -> None:
    before = record(COMERS)
    keep(tmp_path, COMERS)
    flip(round_of(tmp_path, 1, len(before.rounds)), 10)
    after = series_in(tmp_path)
    assert after.rounds[:-1] == before.rounds[:-1]
    assert after.rounds[-1].turns == before.rounds[-1].turns[:8]
    assert not after.rounds[-1].over


def night_of_passes(folder: Path, turns: int) -> None:
    """Three players who only pass: each turn looks like the one three turns before."""
    with desk_on(folder) as desk:
        desk.start("", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
        for turn in range(turns):
            desk.record(Passed(turn % 3))


def test_turns_behind_a_gap_are_not_taken_for_the_ones_that_are_lost(tmp_path: Path) -> None:
    night_of_passes(tmp_path, 12)
    without_lines(round_of(tmp_path, 1, 1), range(5, 8))
    assert len(series_in(tmp_path).rounds[0].turns) == 3


def test_undo_and_redo_reach_over_a_round_that_is_gone(tmp_path: Path) -> None:
    before = record(COMERS)
    keep(tmp_path, COMERS)
    round_of(tmp_path, 1, 2).unlink()
    with desk_on(tmp_path) as desk:
        shown = opened(desk, 1).series
        there_and_back(desk)
        assert desk.state.night
        assert desk.state.night.series == shown
    assert series_in(tmp_path) == shown
    assert shown.rounds[1].void
    assert shown.rounds[0] == before.rounds[0]
    assert shown.rounds[2] == before.rounds[2]


def test_a_note_that_fails_leaves_what_is_recorded_recorded(tmp_path: Path) -> None:
    class Forgetful(FolderStore):
        """A store whose catalogue cannot be written to for a while."""

        fails = False

        def note(self, entry: Entry) -> None:
            """As its parent, or not."""
            if self.fails:
                raise WriteFailedError(tmp_path, OSError(28, "full"))
            super().note(entry)

    with closing(Forgetful(DataFolder(tmp_path))) as store:
        desk = Desk(store, today)
        desk.start("", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
        store.fails = True
        assert desk.record(CalledOff()) is None
        assert desk.state.entries[0].rounds == 1
        assert store.entries()[0].rounds == 0
        store.fails = False
        assert desk.state.night
        desk.deal(desk.state.night.series.next_setup())
        assert store.entries() == desk.state.entries
