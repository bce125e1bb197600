"""A backup saved from the settings, and restored into an empty or a filled archive."""

from pathlib import Path

import pytest

from companion.core.backup import Backup, unpacked
from companion.core.kinship import Match
from companion.core.log import Log
from companion.core.sheet import loads
from companion.desk.backup_store import Backups
from companion.desk.ports import StoreFailedError
from tests.core.backup.test_backup import NIGHT, SHARED, packed, played
from tests.desks import Desk, desk_in
from tests.ui.headless import opened
from tests.ui.taking_along.test_import import picks


def names(desk: Desk) -> list[str]:
    return [entry.name for entry in reversed(desk.archive.catalogue.entries)]


async def test_it_goes_out_and_comes_back_elsewhere(tmp_path: Path) -> None:
    with desk_in(tmp_path / "here") as here:
        for text in (NIGHT, SHARED):
            here.adopt(loads(text))
        async with opened(here, "/settings") as app:
            await app.tap("backup")
            out = app.sent("save_file")[0]
            assert out["file_name"] == "Fan Tan 2026-11-20.zip"
            assert "2" in app.text("backed-up").split()
    content = out["src_bytes"]
    assert isinstance(content, bytes)
    with desk_in(tmp_path / "there") as there:
        async with opened(there, "/settings/import") as app:
            await picks(app, content)
            assert app.text("backup-1") == "new"
            assert names(there) == []
            await app.tap("import")
            assert "2" in app.text("restored").split()
            await app.tap("show-series")
            assert app.page.route == "/"
            assert app.has("home-resume")
            assert app.has("home-series-2")
        assert names(there) == names(here)


async def test_what_is_here_already_is_not_added_again(desk: Desk) -> None:
    desk.adopt(loads(NIGHT))
    async with opened(desk, "/settings/import") as app:
        await picks(app, packed([loads(NIGHT)]))
        assert app.text("backup-1")
        assert app.rests("import")
        await picks(app, packed([loads(NIGHT), played(["7C"])]), "import")
    assert names(desk) == ["Friday night", "Friday"]


async def test_no_backup_is_waited_for_in_vain(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(_backups: Backups, _backup: Backup) -> tuple[Match, ...]:
        raise StoreFailedError

    monkeypatch.setattr(Backups, "match", failing)
    async with opened(desk, "/settings/import") as app:
        before = app.texts()
        await picks(app, packed([loads(NIGHT)]))
        assert app.has("refusal")
        assert set(before) <= set(app.texts())


async def test_series_that_goes_further_can_be_left_out(desk: Desk) -> None:
    desk.adopt(played(["7C"]))
    async with opened(desk, "/settings/import") as app:
        further = played(["7C", "8C"]).known_as(desk.night.series.id)
        await picks(app, packed([further, played(["7H"], "Porch")]), "leave-1")
        await app.tap("import")
        assert app.has("restored")
    assert names(desk) == ["Friday", "Porch"]
    assert len(desk.night.round.turns) == 1


async def test_series_changed_here_and_there_waits_for_an_answer(desk: Desk) -> None:
    desk.adopt(played(["7C", "6C"]))
    ours = desk.night.log
    theirs = played(["7C", "8C"]).known_as(ours.series.id)
    async with opened(desk, "/settings/import") as app:
        await picks(app, packed([theirs]))
        assert app.rests("import")
        await app.tap("replace-1")
        await app.tap("import")
        assert app.page.route == "/series/1"
        assert desk.night.series == theirs.series
        await app.go("/table/1")
        await app.tap("undo")
        assert desk.night.log == ours


@pytest.mark.parametrize("log", [loads(NIGHT), played(["7C"])], ids=["a night", "in play"])
async def test_a_score_sheet_is_taken_where_a_backup_is_asked_for(log: Log, desk: Desk) -> None:
    content = unpacked(packed([log])).sheets[0].text.encode()
    async with opened(desk, "/settings/import") as app:
        await picks(app, content, "import")
        assert app.page.route == "/series/1"
