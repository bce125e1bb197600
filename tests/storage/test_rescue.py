"""Damaged rounds: what is intact is kept, the rest is told, and the rounds around it stand."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from companion.core.events import CalledOff, Passed
from companion.core.presets import preset
from companion.core.series import Series
from companion.core.sheet import loads
from companion.desk import Desk
from companion.ports import Entry, Loss
from companion.steps import steps_of
from storage.errors import WriteFailedError
from storage.folder import DataFolder
from storage.series_store import FolderStore

RECORD = Path(__file__).parents[1] / "records" / "people_join_and_leave.fantan"


def today() -> date:
    return date(2026, 11, 20)


def stored(folder: Path) -> Series:
    """A series of several rounds in the folder, saved tap by tap."""
    series = loads(RECORD.read_text("utf-8"))
    first, *steps = steps_of(series)
    with closing(FolderStore(DataFolder(folder))) as store:
        number = store.create(replace(series, rounds=()), [first])
        for step in steps:
            store.add(number, step)
    return series


def opened(folder: Path) -> Desk:
    """What a new process makes of the folder."""
    with closing(FolderStore(DataFolder(folder))) as store:
        desk = Desk(store, today)
        desk.open(1)
        return desk


def series_of(desk: Desk) -> Series:
    assert desk.state.night is not None
    return desk.state.night.series


def flip(file: Path, line: int) -> None:
    """Damage the middle of a line, counted from 0."""
    lines = file.read_bytes().splitlines(keepends=True)
    middle = bytearray(lines[line])
    middle[len(middle) // 2] ^= 1
    lines[line] = bytes(middle)
    file.write_bytes(b"".join(lines))


@pytest.mark.parametrize("line", [1, 2, 5, 20], ids=["deal", "first turn", "fifth", "twentieth"])
def test_a_damaged_round_costs_at_most_itself(line: int, tmp_path: Path) -> None:
    before = stored(tmp_path)
    file = tmp_path / "series" / "00001" / "r0001.tdb"
    damaged = file.read_bytes()
    flip(file, line)
    desk = opened(tmp_path)
    after = series_of(desk)
    assert after.rounds[1:] == before.rounds[1:]
    assert after.rounds[0].over
    assert after.rounds[0].turns == before.rounds[0].turns[: max(line - 2, 0)]
    (loss,) = desk.state.reports
    assert isinstance(loss, Loss)
    assert (loss.series, loss.number) == (1, 1)
    aside = loss.aside
    assert aside is not None
    assert len(aside.read_bytes()) == len(damaged)
    assert series_of(opened(tmp_path)) == after


def test_the_last_round_goes_on_from_what_is_kept(tmp_path: Path) -> None:
    before = stored(tmp_path)
    number = len(before.rounds)
    flip(tmp_path / "series" / "00001" / f"r{number:04d}.tdb", 10)
    after = series_of(opened(tmp_path))
    assert after.rounds[:-1] == before.rounds[:-1]
    assert after.rounds[-1].turns == before.rounds[-1].turns[:8]
    assert not after.rounds[-1].over


def night_of_passes(folder: Path, turns: int) -> None:
    """Three players who only pass: each turn looks like the one three turns before."""
    with closing(FolderStore(DataFolder(folder))) as store:
        desk = Desk(store, today)
        desk.start("", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
        for turn in range(turns):
            desk.record(Passed(turn % 3))


def test_turns_behind_a_gap_are_not_taken_for_the_ones_that_are_lost(tmp_path: Path) -> None:
    night_of_passes(tmp_path, 12)
    for line in (5, 6, 7):
        flip(tmp_path / "series" / "00001" / "r0001.tdb", line)
    assert len(series_of(opened(tmp_path)).rounds[0].turns) == 3


def test_undo_and_redo_reach_over_a_round_that_is_gone(tmp_path: Path) -> None:
    before = stored(tmp_path)
    (tmp_path / "series" / "00001" / "r0002.tdb").unlink()
    with closing(FolderStore(DataFolder(tmp_path))) as store:
        desk = Desk(store, today)
        desk.open(1)
        shown = series_of(desk)
        while desk.can_undo:
            desk.undo()
        while desk.can_redo:
            desk.redo()
        assert series_of(desk) == shown
    assert series_of(opened(tmp_path)) == shown
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
        desk.deal(series_of(desk).next_setup())
        assert store.entries() == desk.state.entries
