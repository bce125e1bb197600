"""A tap that cannot be saved: the screen gives the error and the remedy, and a later tap works."""

from datetime import date
from pathlib import Path

import pytest

from companion.core.log import Log
from companion.core.presets import preset
from companion.desk.archive import Archive
from companion.desk.ports import at_once
from storage.files import WriteFailedError
from storage.store import FolderStore
from tests.desks import Desk
from tests.ui.headless import opened


class FullDisk(FolderStore):
    """A store on a disk that fills up and is freed again."""

    cause: OSError | None = None

    def save(self, number: int, log: Log) -> None:
        """Save while there is space."""
        if self.cause:
            raise WriteFailedError(Path("00001.tdb"), self.cause)
        super().save(number, log)


@pytest.mark.parametrize(
    ("number", "says"),
    [(28, "The disk is full"), (13, "may not be written"), (5, "reports an error")],
    ids=["full", "forbidden", "broken"],
)
async def test_the_same_tap_works_again(number: int, says: str, tmp_path: Path) -> None:
    store = FullDisk(tmp_path)
    desk = Desk(Archive(store, lambda: date(2026, 11, 20), at_once))
    desk.start("Friday night", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
    async with opened(desk, "/table") as app:
        store.cause = OSError(number, "as the system says it")
        await app.tap("play-7H")
        assert any(says in text for text in app.texts())
        assert app.text("turn-of") == "Ann to play"
        store.cause = None
        await app.tap("play-7H")
        assert app.text("turn-of") == "Ben to play"
        assert not any(says in text for text in app.texts())
    store.close()
