"""What the page goes through once before its memory is kept, here under the tests' own Python."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path
from typing import Any, cast

import msgpack
import pytest

from companion.desk.archive import Archive
from companion.desk.runner import at_once
from companion.ui.start import in_page, rehearsal
from storage.store import FolderStore


def test_what_people_do_at_the_beginning_is_drawn_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []

    def told(*given: Any, **how: Any) -> None:
        sent.append(cast("bytes", msgpack.packb(*given, **how)))

    monkeypatch.setattr(rehearsal, "_packed", told)
    store = FolderStore(tmp_path)
    archive = Archive(store, date.today, at_once)
    in_page.go_through(archive)
    store.close()
    drawn = b"".join(sent).decode("utf-8", "replace")
    for shown in ("home-new-series", "home-resume", "play-7", "Ben to play", "Cem to play"):
        assert shown in drawn, shown
    assert len(archive.catalogue.entries) == 1
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
