"""The steps of the page before the snapshot of its memory, under the tests' own Python."""

import asyncio
import sys
from collections import deque
from datetime import date
from pathlib import Path
from typing import Any, cast
from weakref import WeakKeyDictionary, WeakSet

import msgpack
import pytest

from companion.desk.archive import Archive
from companion.desk.ports import at_once
from companion.ui import in_page
from companion.ui import in_page as warm_up
from storage.store import FolderStore


def test_it_draws_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []

    def told(*given: Any, **how: Any) -> None:
        sent.append(cast("bytes", msgpack.packb(*given, **how)))

    monkeypatch.setattr(warm_up, "_packed", told)
    store = FolderStore(tmp_path)
    archive = Archive(store, date.today, at_once)
    before = sizes()
    assert asyncio.run(loops_around(archive)) == [True]
    store.close()
    assert len(before) > 50
    assert {name: size for name, size in sizes().items() if size != before.get(name, size)} == {}
    drawn = b"".join(sent).decode("utf-8", "replace")
    for shown in ("home-new-series", "home-resume", "play-7", "card-7"):
        assert shown in drawn, shown
    assert len(archive.catalogue.entries) == 1


async def loops_around(archive: Archive) -> list[bool]:
    """Return whether the running loop is still the same after the warm-up."""
    around = asyncio.get_running_loop()
    in_page.warm_up(archive)
    return [asyncio.get_running_loop() is around]


def sizes() -> dict[str, int]:
    """Return the sizes of the collections shared by all users of our modules."""
    return {
        f"{module}.{name}": len(held)
        for module, of in sys.modules.items()
        if module.startswith(("companion.", "storage."))
        for name, held in vars(of).items()
        if isinstance(held, (dict, list, set, deque, WeakKeyDictionary, WeakSet))
        and name != "__builtins__"
    }


def test_waiting_in_vain_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> None:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(warm_up, "_settle", never)
    store = FolderStore(tmp_path)
    with pytest.raises(RuntimeError, match="nothing is left to wait for"):
        in_page.warm_up(Archive(store, date.today, at_once))
    store.close()
