"""The news after an update: shown once, on home, and never on a first visit."""

import pytest

from companion.views.home import VERSION
from tests.desks import Desk, begin
from tests.ui.headless import Headless, opened

Kept = dict[str, object]
KEPT_AS = "fantan.version"
OLDER: Kept = {KEPT_AS: "0.0.9"}


def device(desk: Desk, kept: Kept, route: str = "/", **about: str) -> Headless:
    app = opened(desk, route, **about)  # type: ignore[arg-type]
    app.kept = kept
    return app


async def test_a_newer_version_tells_what_is_new_until_a_tap_puts_it_away(desk: Desk) -> None:
    async with device(desk, dict(OLDER)) as app:
        assert app.text("whats-new").startswith("New: ")
        await app.tap("whats-new-close")
        assert not app.has("whats-new")
        await app.tap("settings", "back")
        assert not app.has("whats-new")


async def test_that_it_was_shown_is_kept_once_however_often_home_shows(desk: Desk) -> None:
    async with device(desk, dict(OLDER)) as app:
        for _ in range(3):
            await app.tap("settings", "back")
        kept = [sent for _, method, sent in app.invoked if method == "set"]
        assert kept == [{"key": KEPT_AS, "value": VERSION}]


async def test_at_the_table_it_waits_for_home(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with device(desk, kept := dict(OLDER), "/table") as app:
        await app.tap("play-7H")
        assert not app.has("whats-new")
        assert kept[KEPT_AS] == OLDER[KEPT_AS]
        await app.go("/")
        assert app.has("whats-new")
        assert kept[KEPT_AS] == VERSION


@pytest.mark.parametrize("route", ["/", "/table"])
async def test_a_first_visit_is_shown_nothing(route: str, desk: Desk) -> None:
    async with device(desk, kept := Kept(), route) as app:
        await app.go("/")
        assert not app.has("whats-new")
        assert kept == {KEPT_AS: VERSION}


async def test_who_set_something_before_versions_is_shown_what_is_new(desk: Desk) -> None:
    async with device(desk, {"fantan.preferences": '{"look": "dark"}'}) as app:
        assert app.has("whats-new")


@pytest.mark.parametrize("seen", [VERSION, "99.0.0"], ids=["this version", "a newer one"])
async def test_nothing_is_new_after_another_version(seen: str, desk: Desk) -> None:
    async with device(desk, kept := Kept({KEPT_AS: seen})) as app:
        assert not app.has("whats-new")
        assert kept == {KEPT_AS: seen}


async def test_a_device_that_does_not_answer_is_shown_nothing(desk: Desk) -> None:
    app = device(desk, dict(OLDER))
    app.replies["SharedPreferences", "get"] = RuntimeError("it cannot")
    async with app:
        assert not app.has("whats-new")
        assert app.kept == OLDER
