"""The app on one device: its session's link, and the stack of screens that its route names."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import cast

import flet as ft

from companion.core.objections import Objection
from companion.desk.archive import Desk
from companion.ui.boundary import boundary
from companion.ui.hearing import attach
from companion.ui.hooks import drawing, keyed
from companion.ui.link import Link
from companion.ui.pages.broken import broken
from companion.ui.screens import Screen
from companion.ui.shown import Pulse, Shown
from companion.ui.stage import Stage, draw
from companion.ui.theme import Tone
from companion.views.refusals import refusal_words
from companion.words import Words

_log = logging.getLogger(__name__)


def main_for(
    desk: Desk, fonts: Mapping[str, str] | None = None
) -> Callable[[ft.Page], Awaitable[None]]:
    """What Flet runs for each session that looks at the desk, with the files of the fonts that
    the client does not have by itself.
    """

    async def main(page: ft.Page) -> None:
        link = await attach(page, desk, partial(_refusal, desk))
        page.fonts = dict(fonts) if fonts else None
        page.title = link.words.say("Fan Tan")
        link.dress()
        await link.visit(link.shown.screen)
        page.render_views(App, link, link.shown)

    return main


def without_screens(page: ft.Page) -> None:
    """What Flet runs before `main`: the page begins without a screen. Over the empty one that Flet
    gives it, the first screen would come as the next one does, which takes it a frame in which only
    the paper of the screen below shows.
    """
    page.views.clear()


def _refusal(desk: Desk, refused: Objection, words: Words) -> str:
    night = desk.state.night
    return refusal_words(refused, words, night.series.name_of if night else str)


@ft.component
def App(link: Link, shown: Shown) -> list[ft.View]:
    """The screens that lie upon one another, home at the bottom."""
    with drawing():
        return [_view(link, shown, screen) for screen in shown.screen.stack]


@ft.component
@boundary
def Scene(stage: Stage, pulse: Pulse | None) -> ft.Control:
    """The page of one screen, drawn again with every beat of the pulse. One that lies beneath
    another has no pulse: it is as it was when it showed last, or not drawn if it never did.
    """
    last = ft.use_ref(cast("ft.Control | None", None))
    if pulse is not None:
        last.current = _page(stage)
    return last.current or ft.Container()


def _page(stage: Stage) -> ft.Control:
    """The page; a fault in what it shows costs that page alone."""
    try:
        return draw(stage)
    except Exception:  # noqa: BLE001 - this is the screen's outermost shell
        _log.exception("%s could not be drawn", stage.screen.path)
        return broken(stage.link)


def _view(link: Link, shown: Shown, screen: Screen) -> ft.View:
    on_top = screen == shown.screen
    refusal = shown.notice if on_top else ""
    stage = Stage(link, screen, shown.room, refusal, shown.preferences)
    name = f"{screen.path} {link.words.language}"
    return ft.View(
        route=screen.path,
        key=name,
        controls=[keyed(name, Scene, stage, link.pulse if on_top else None)],
        padding=0,
        spacing=0,
        bgcolor=Tone.PAPER,
    )
