"""The app while its game nights cannot be opened."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.desk.archive import Archive
from companion.desk.ports import StoreFailedError
from companion.ui.component import component, observable
from companion.ui.device import Device, ruler
from companion.ui.looks import Tone, apply_look
from companion.ui.parts.basics.buttons import button
from companion.ui.parts.basics.frames import frame
from companion.ui.parts.basics.panels import WARNING, notice, panel
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes import Viewport
from companion.ui.screens import main_for
from companion.views.findings import CannotOpen, cannot_open
from companion.words import Words, words_in


@component
def CannotOpenPage(
    view: CannotOpen, words: Words, viewport: Viewport, again: Tap | None
) -> ft.Control:
    """Draw the whole screen; `again` is None during an attempt to open the store."""
    details = ft.Semantics(
        content=text(view.details, size=13, tone=Tone.MUTED),
        identifier="cannot-open-details",
        container=True,
    )
    try_again = button(words.say("Try again"), again, identifier="try-again", expand=True)
    body = [
        notice(view.why, identifier="cannot-open", look=WARNING),
        text(view.kept),
        panel([details], title=words.say("Details")),
    ]
    return frame(None, view.title, [body], viewport, actions=[try_again])


_log = logging.getLogger(__name__)
Opening = Callable[[], Awaitable[Archive]]
"""Opens the archive or raises `StoreFailedError`; may be called again."""


@observable
@dataclass(eq=False)
class Closed:
    """State of a device without an open store; `trying` during a further attempt to open it."""

    view: CannotOpen
    words: Words
    viewport: Viewport
    trying: bool = False


def main_when_open(
    opening: Opening, fonts: Mapping[str, str] | None = None
) -> Callable[[ft.Page], Awaitable[None]]:
    """Return the function that Flet runs for each session, as soon as the archive is open."""

    async def main(page: ft.Page) -> None:
        try:
            archive = await _opened(opening)
        except StoreFailedError as failed:
            await _show_closed(page, opening, failed, fonts)
        else:
            await main_for(archive, fonts)(page)

    return main


async def _opened(opening: Opening) -> Archive:
    try:
        return await opening()
    except StoreFailedError:
        raise
    except Exception as problem:  # no other code would show it
        _log.exception("the store could not be opened")
        raise StoreFailedError(repr(problem)) from problem


async def _show_closed(
    page: ft.Page, opening: Opening, failed: StoreFailedError, fonts: Mapping[str, str] | None
) -> None:
    device = Device(page)
    preferences, language = await device.meet()
    words = words_in(preferences.language or language)
    closed = Closed(cannot_open(failed, words), words, Viewport().of(page))
    _follow(page, closed)
    page.fonts = dict(fonts) if fonts else None
    page.title = words.say("Fan Tan")
    moves = preferences.moves(calm=device.calm)
    apply_look(page, preferences, moves=moves, language=words.language)

    async def again() -> None:
        if closed.trying:
            return
        closed.trying = True
        try:
            archive = await _opened(opening)
        except StoreFailedError as still:
            closed.view, closed.trying = cannot_open(still, words, again=True), False
        else:
            page.overlay.clear()
            await main_for(archive, fonts)(page)

    page.render_views(ClosedApp, closed, again)


def _follow(page: ft.Page, closed: Closed) -> None:
    """Lay the page out anew with every change of its window or of the size of its text."""

    def on_resize() -> None:
        closed.viewport = closed.viewport.of(page)

    def on_text_scale(scale: float) -> None:
        closed.viewport = replace(closed.viewport, text_scale=scale)

    page.on_resize = page.on_media_change = on_resize
    page.overlay.append(ruler(on_text_scale))


@ft.component
def ClosedApp(closed: Closed, again: Callable[[], Coroutine[Any, Any, None]]) -> list[ft.View]:
    """Return the only screen."""
    shown = CannotOpenPage(
        closed.view, closed.words, closed.viewport, None if closed.trying else again
    )
    return [ft.View(route="/", controls=[shown], padding=0, spacing=0, bgcolor=Tone.PAPER)]
