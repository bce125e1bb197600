"""Steps from screen to screen by a person faster than the client."""

import asyncio
from typing import Any

import pytest

from companion.desk.archive import Archive
from companion.desk.table import Table
from companion.ui.screens import main_for
from tests.desks import Desk, begin
from tests.ui.headless import Headless


class SlowClient(Headless):
    """A client that takes each requested step only when the test asks."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.told: list[dict[str, Any]] = []

    async def _answer(self, asked: dict[str, Any]) -> None:
        if asked["name"] == "push_route":
            self.told.append(asked)
        else:
            await super()._answer(asked)

    async def take_step(self) -> str:
        """Take the first waiting step, and report its destination."""
        asked = self.told.pop(0)
        await super()._answer(asked)
        await self.settle()
        return str(asked["args"]["route"])


async def test_an_earlier_step_does_not_lead_back_from_a_later_one(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with SlowClient(main_for(desk.archive), route="/series/1") as app:
        await app.tap("series-more", "delete-series", "home-deleted")
        assert app.has("put-back-1")
        assert await app.take_step() == "/"
        assert app.has("put-back-1")
        assert await app.take_step() == "/deleted"
        assert app.has("put-back-1")
        await app.go("/")
        assert app.has("home-deleted")


async def test_deleted_series_is_offered_back_as_home_comes(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with SlowClient(main_for(desk.archive), route="/series/1") as app:
        await app.tap("series-more", "delete-series")
        assert app.has("home-deleted")
        assert app.has("undo-delete")


async def test_a_later_screen_stays(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(desk, "Porch")
    begin(desk, "Friday night")
    opening = asyncio.Event()
    archive, opened = desk.archive, desk.archive.open

    async def slowly(_archive: Archive, number: int) -> Table:
        await opening.wait()
        return await opened(number)

    async with Headless(main_for(archive)) as app:
        monkeypatch.setattr(Archive, "open", slowly)
        await app.go("/series/1")
        await app.go("/settings")
        opening.set()
        await app.settle()
        assert app.has("language-de")
        assert not app.has("series-more")
