"""The settings: each is shown at once, kept by the device, and there again the next time."""

import flet as ft
import pytest

from companion.preferences import Preferences
from companion.screens.table import turn_of
from companion.words import words_in
from tests.cases import cases
from tests.desks import Desk, begin
from tests.ui.headless import Headless, opened

KEPT_AS = "fantan.preferences"
ANSWERED = (
    ("Page", "get_device_info"),
    ("SharedPreferences", "get"),
    ("SharedPreferences", "set"),
    ("SemanticsService", "get_accessibility_features"),
)


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night")
    return desk


def device(desk: Desk, route: str = "/settings", **about: object) -> Headless:
    return opened(desk, route, **about)  # type: ignore[arg-type]


def kept(app: Headless) -> Preferences:
    return Preferences.read(app.kept[KEPT_AS])


async def test_the_language_is_the_device_s_own_until_another_is_chosen(desk: Desk) -> None:
    async with device(desk, "/table", language="de") as app:
        assert app.text("turn-of") == turn_of(desk.night, words_in("de"))
        await app.go("/settings")
        await app.tap("language-en")
        assert "Settings" in app.texts()
        await app.go("/table")
        assert app.text("turn-of") == turn_of(desk.night, words_in("en"))
        assert kept(app).language == "en"


async def test_a_device_that_changes_its_language_is_followed(desk: Desk) -> None:
    async with device(desk, "/table") as app:
        locale = {"language_code": "de", "country_code": "AT", "script_code": None}
        await app.page_event("locale_change", {"locales": [locale]})
        assert app.text("turn-of") == turn_of(desk.night, words_in("de"))


async def test_what_was_kept_is_there_at_the_next_start(desk: Desk) -> None:
    async with device(desk) as app:
        await app.tap("theme-dark", "language-de")
        remembered = app.kept
    again = device(desk)
    again.kept = remembered
    async with again as app:
        assert "Einstellungen" in app.texts()
        assert app.page.theme_mode == ft.ThemeMode.DARK


async def test_what_a_device_cannot_do_is_no_harm(desk: Desk) -> None:
    app = device(desk, "/table", platform="android", calm=False)
    for ability in (*ANSWERED, ("HapticFeedback", "light_impact"), ("Wakelock", "enable")):
        app.replies[ability] = RuntimeError("not on this device")
    async with app:
        await app.tap("more", "layout-menu", "flip", "play-7H")
        assert app.due == "Cem"


STRANGE: dict[str, object] = {
    "nothing": None,
    "a number": 7,
    "a list": [[]],
    "an empty map": {},
    "locales that are none": {"locales": 3, "browser_name": "chrome"},
    "a language that is none": {"locales": [{"language_code": None}], "browser_name": "chrome"},
    "a locale that is none": {"locales": [None], "browser_name": "chrome"},
    "too much": {"locales": [{"language_code": "en"}], "browser_name": "x", "more": {"a": [1]}},
}


@cases("answer", STRANGE)
@pytest.mark.parametrize("platform", ["android", "linux"])
async def test_a_strange_answer_is_no_harm(platform: str, answer: object, desk: Desk) -> None:
    app = device(desk, "/settings", platform=platform, web=False, calm=False)
    for ability in ANSWERED:
        app.replies[ability] = lambda _asked: answer
    async with app:
        await app.tap("suit-colours-two")
        assert app.find("suit-colours-two")["selected"]


def asked(app: Headless, service: str) -> list[str]:
    return [name for kind, name, _ in app.invoked if kind == service]


async def test_a_phone_ticks_with_every_turn_and_stays_awake_at_the_table(desk: Desk) -> None:
    async with device(desk, "/", platform="android") as app:
        await app.tap("play-7H", "pass")
        assert asked(app, "HapticFeedback") == ["light_impact"] * 2
        assert asked(app, "Wakelock") == ["enable"]
        await app.go("/")
        assert asked(app, "Wakelock") == ["enable", "disable"]


async def test_the_screen_stays_on_again_after_another_tab_was_in_front(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with opened(desk, "/table") as app:
        before = len(asked(app, "Wakelock"))
        await app.page_event("app_lifecycle_state_change", {"state": "show"})
        assert asked(app, "Wakelock")[before:] == ["enable"]
