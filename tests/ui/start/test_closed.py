"""A window whose game nights cannot be opened shows the reason, and opens them once possible."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import app as composition
from companion.desk.archive import Archive
from companion.desk.ports import StoreFailedError
from companion.screens.findings import cannot_open
from companion.ui import run
from companion.ui.run import Opening, main_when_open
from companion.ui.web.door import Listening
from companion.words import ENGLISH, offered
from storage.files import NoLocksError, StoreLockedError
from storage.store import FolderStore
from tests.cases import cases
from tests.desks import Desk, begin
from tests.layout.boxes import Size
from tests.layout.faults import findings
from tests.layout.screen import screen
from tests.places import store_in
from tests.ui.every_screen.test_fits import ON_PAPER
from tests.ui.headless import Headless


class Door:
    """An archive that opens only while no obstacle is set, and not before it is let go."""

    def __init__(self, archive: Archive, against: Exception | None = None) -> None:
        self.archive, self.against, self.asked = archive, against, 0
        self.let_go = asyncio.Event()
        self.let_go.set()

    async def __call__(self) -> Archive:
        """Return the archive, or raise the obstacle."""
        self.asked += 1
        await asyncio.sleep(0)
        await self.let_go.wait()
        if self.against:
            raise self.against
        return self.archive


@pytest.fixture
def locked(desk: Desk) -> Door:
    begin(desk, "Friday night")
    return Door(desk.archive, StoreLockedError("/nights: in use"))


def in_use(door: Door) -> str:
    """Return the words for a store that is open elsewhere."""
    assert isinstance(door.against, StoreLockedError)
    return cannot_open(door.against, ENGLISH).why


def window(door: Door, route: str = "/", **about: object) -> Headless:
    return Headless(main_when_open(door), route=route, **about)  # type: ignore[arg-type]


async def test_it_says_why_and_where(locked: Door) -> None:
    async with window(locked) as app:
        assert app.text("cannot-open") == in_use(locked)
        assert app.text("cannot-open-details") == "/nights: in use"
        assert app.tree.root["title"]
        assert not app.has("home-new-series")


async def test_trying_again_opens_where_the_address_leads(locked: Door) -> None:
    async with window(locked, "/table") as app:
        locked.against = None
        await app.tap("try-again")
        assert app.due == "Ben"
        await app.tap("play-7H")
        assert app.due == "Cem"
        assert len(app.page.overlay) == 1, "one text measures how large the device writes"
        await app.go("/settings")
        assert app.has("language-de")
        assert not app.has("cannot-open")


async def test_a_finger_that_bounces_tries_once(locked: Door) -> None:
    async with window(locked) as app:
        locked.against = None
        await asyncio.gather(app.tap("try-again"), app.tap("try-again"))
        assert locked.asked == 2
        assert app.has("turn-of")


@pytest.mark.parametrize("language", offered())
async def test_it_fits(language: str, locked: Door) -> None:
    locked.against = NoLocksError("/home/somebody/.local/share/fantan/lock: no locks (ENOLCK)")
    async with window(locked, language=language) as app:
        for scale, sizes in ON_PAPER:
            for wide, high in sizes:
                await app.resize(wide, high, scale)
                laid = screen(app.tree.root, Size(wide, high), scale)
                assert [str(finding) for finding in findings(laid)] == []


async def test_what_nobody_expected_is_shown_too(locked: Door) -> None:
    locked.against = LookupError("odd")
    async with window(locked) as app:
        assert "The stored data cannot be used" in app.text("cannot-open")
        assert "odd" in app.text("cannot-open-details")


# --- Where everything is put together ---


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("FANTAN_HOME", str(folder))
    return folder


def windowed(monkeypatch: pytest.MonkeyPatch, look: Callable[[Opening], None]) -> None:
    """Let the app have a window that runs `look`."""
    monkeypatch.setattr(run, "has_window", lambda *_: True)
    monkeypatch.setattr(run, "in_window", look)


@contextmanager
def refused(home: Path) -> Generator[str]:
    """Keep the store in use, and yield what a second one says to that."""
    with store_in(home):
        with pytest.raises(StoreLockedError) as in_use:
            FolderStore(home)
        yield str(in_use.value)


def test_a_window_ends_with_3_and_a_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def look(opening: Opening) -> None:
        with pytest.raises(StoreFailedError):
            asyncio.run(_ask(opening))

    windowed(monkeypatch, look)
    with refused(home) as why:
        assert composition.open_app() == 3
    assert capsys.readouterr().err == f"fantan: {why}\n"


def test_a_window_asks_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(opening: Opening) -> None:
        store = FolderStore(home)
        with pytest.raises(StoreFailedError):
            asyncio.run(_ask(opening))
        store.close()
        assert asyncio.run(_ask(opening)) is asyncio.run(_ask(opening))

    windowed(monkeypatch, look)
    assert composition.open_app() == 0
    FolderStore(home).close()  # nobody holds it any more


@pytest.mark.usefixtures("home")
def test_a_port_for_a_window_is_reported_as_ignored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def look(opening: Opening) -> None:
        asyncio.run(_ask(opening))

    windowed(monkeypatch, look)
    assert composition.open_app(port=8555) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "--port" in line
    assert composition.open_app() == 0
    assert capsys.readouterr().err == ""


def test_served_it_ends_with_3_and_a_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "has_window", lambda *_: False)
    with refused(home) as why:
        assert composition.open_app(web=True) == 3
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"fantan: {why}\n")


@pytest.mark.usefixtures("home")
@cases(
    "failed, says",
    {"what it says": ("no such\nname", "no such\\nname"), "its kind": ("EOFError()", "EOFError()")},
)
def test_why_there_is_no_window_is_shown_in_one_line(
    failed: str,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def has_window(tell: Callable[[str], None], *_more: object) -> bool:
        tell(failed)
        return False

    def in_browser(_: Archive, listening: Listening, *_more: object, **_how: bool) -> None:
        listening.bound.close()

    monkeypatch.setattr(run, "has_window", has_window)
    monkeypatch.setattr(run, "in_browser", in_browser)
    assert composition.open_app() == 0
    printed = capsys.readouterr()
    assert printed.err == f"fantan: there is no window, for its client cannot be had: {says}\n"
    assert "Fan Tan is served on" in printed.out


async def _ask(opening: Opening) -> Archive:
    return await opening()
