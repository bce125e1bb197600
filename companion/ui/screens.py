"""The views of a session, with the score sheet in place of a screen that cannot be drawn."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import cast

import flet as ft

from companion.core.sheet import dumps
from companion.desk.archive import Archive
from companion.screens import blocks as b
from companion.screens.routes import Screen
from companion.ui.client_events import attach
from companion.ui.component import component, keyed
from companion.ui.device import Browser
from companion.ui.drawing import draw
from companion.ui.looks import Tone
from companion.ui.render import DocumentPage
from companion.ui.requests import Frames, Requests
from companion.ui.session import Session, apply_preferences
from companion.ui.shown import NO_MESSAGE, DeviceState, WatchedValues


def broken(session: Session) -> ft.Control:
    """Return a page that replaces a broken one, with the score sheet of the series."""
    say = session.words.say
    snapshot = session.watched.snapshot
    safe = say("This screen cannot be shown. Your game nights are safe; here is the score sheet.")
    blocks: list[b.Block] = [b.Notice(safe, "broken", b.Status.BAD)]
    if snapshot:
        sheet = b.Text(dumps(snapshot.log), style=b.Style.SMALL)
        blocks.append(b.Panel((sheet,), say("Score sheet")))
    home = b.Action("home", say("Home"), b.Go("/"), b.Emphasis.PRIMARY)
    document = b.Document(say("Something went wrong"), (tuple(blocks),), footer=(home,))
    return DocumentPage(session, session.shown.viewport, NO_MESSAGE, session.pointer, document)


_log = logging.getLogger(__name__)


def main_for(
    archive: Archive,
    fonts: Mapping[str, str] | None = None,
    browser: Browser | None = None,
    clock: Callable[[], float] = time.time,
) -> Callable[[ft.Page], Awaitable[None]]:
    """Return the function that Flet runs for each session.

    :param fonts: the files of the fonts that the client does not have by itself
    :param browser: the storage of a device that keeps all series by itself
    :param clock: the seconds since the epoch
    """

    async def main(page: ft.Page) -> None:
        requests = Requests(frames=Frames(clock))
        session = await attach(page, archive, browser or Browser(), requests)
        page.fonts = dict(fonts) if fonts else None
        apply_preferences(session)
        page.render_views(App, session, session.shown)

    return main


def without_screens(page: ft.Page) -> None:
    """Remove the screen that Flet adds before `main`.

    Otherwise the first screen would come over an empty one in a transition, with a frame of plain
    paper.
    """
    page.views.clear()


@ft.component
def App(session: Session, shown: DeviceState) -> list[ft.View]:
    """Return the screens that lie upon one another, home at the bottom."""
    return [_view(session, shown, screen) for screen in shown.screen.stack]


@component
def Scene(
    session: Session, screen: Screen, shown: DeviceState | None, watched: WatchedValues | None
) -> ft.Control:
    """Draw the page of a screen, again with every change of the device and the watched values.

    A screen beneath another watches nothing. Such a screen stays as last shown, or undrawn if it
    was never shown. So does a screen that is just being left, which would be drawn once more.
    """
    last = ft.use_ref(cast("ft.Control | None", None))
    if shown is not None and watched is not None and shown.screen == screen:
        last.current = _page(session, screen, watched)
    return last.current or ft.Container()


def _page(session: Session, screen: Screen, watched: WatchedValues) -> ft.Control:
    """Return the page, or a message if drawing it fails."""
    try:
        return draw(session, screen, watched.snapshot)
    except Exception:  # noqa: BLE001 - this is the screen's outermost shell
        _log.exception("%s could not be drawn", screen.path)
        return broken(session)


def _view(session: Session, shown: DeviceState, screen: Screen) -> ft.View:
    name = f"{screen.path} {session.words.language}"
    seen = (shown, session.watched) if screen == shown.screen else (None, None)
    return ft.View(
        route=screen.path,
        key=name,
        controls=[keyed(name, Scene, session, screen, *seen)],
        padding=0,
        spacing=0,
        bgcolor=Tone.PAPER,
    )
