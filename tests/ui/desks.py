"""Desks over a folder of their own, as the app has one."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from companion.core.events import Played
from companion.core.presets import parse
from companion.desk.archive import Desk
from storage.folder import DataFolder
from storage.series_store import FolderStore

FRIDAY = date(2026, 11, 20)


@contextmanager
def desk_in(folder: Path) -> Generator[Desk]:
    """A desk that keeps its series there, on a Friday."""
    store = FolderStore(DataFolder(folder))
    try:
        yield Desk(store, lambda: FRIDAY)
    finally:
        store.close()


def begin(desk: Desk, name: str, players: str = "Ann Ben Cem", rules: str = "bicycle") -> None:
    """A series with its first round before the first turn; the first player deals."""
    assert desk.start(name, players.split(), 0, parse(rules)) is None


def turns(desk: Desk) -> list[str]:
    """The turns of the last round, as the score sheet writes them."""
    assert desk.state.night is not None
    made = desk.state.night.round.turns
    return [each.card.text if isinstance(each, Played) else "--" for each in made]
