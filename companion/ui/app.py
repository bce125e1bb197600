"""A screen that could not be drawn: the evening is not lost, for here is its score sheet."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import cast

import flet as ft

from companion.core.sheet import dumps
from companion.desk.archive import Archive
from companion.ui.client_events import attach
from companion.ui.component import component, keyed
from companion.ui.device import Kept
from companion.ui.drawing import draw
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import button
from companion.ui.parts.basics.frames import paper
from companion.ui.parts.basics.panels import WARNING, notice, panel
from companion.ui.parts.basics.text import text
from companion.ui.routes import Screen
from companion.ui.session import Session, Stage, apply_preferences
from companion.ui.shown import DeviceState, Watched


def broken(session: Session) -> ft.Control:
    """Says so, and shows the score sheet of the series."""
    say, snapshot = session.words.say, session.watched.snapshot
    told = say("This screen cannot be shown. What was recorded is safe; here is the score sheet.")
    sheet = dumps(snapshot.log) if snapshot else ""
    shown = [panel([text(sheet, size=13)], title=say("Score sheet"))] if sheet else []
    return paper(
        say("Something went wrong"),
        [notice(told, identifier="broken", look=WARNING), *shown],
        session.shown.room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        actions=[button(say("Home"), session.tap(session.go, "/"), identifier="home", expand=True)],
    )


_log = logging.getLogger(__name__)


def main_for(
    archive: Archive, fonts: Mapping[str, str] | None = None, kept: Kept | None = None
) -> Callable[[ft.Page], Awaitable[None]]:
    """What Flet runs for each session that looks at the archive, with the files of the fonts that
    the client does not have by itself; `kept` tells what a device that stores all by itself keeps.
    """

    async def main(page: ft.Page) -> None:
        session = await attach(page, archive, kept or Kept())
        page.fonts = dict(fonts) if fonts else None
        page.title = session.words.say("Fan Tan")
        apply_preferences(session)
        page.render_views(App, session, session.shown)

    return main


def without_screens(page: ft.Page) -> None:
    """What Flet runs before `main`: the page begins without a screen. Flet gives it an empty one,
    over which the first screen would come with the transition between screens: for a frame only the
    paper of the empty one would show.
    """
    page.views.clear()


@ft.component
def App(session: Session, shown: DeviceState) -> list[ft.View]:
    """The screens that lie upon one another, home at the bottom."""
    return [_view(session, shown, screen) for screen in shown.screen.stack]


@component
def Scene(stage: Stage, watched: Watched | None) -> ft.Control:
    """The page of one screen, drawn again with what is watched. One that lies beneath another
    watches nothing: it is as it was when it showed last, or not drawn if it never did.
    """
    last = ft.use_ref(cast("ft.Control | None", None))
    if watched is not None:
        last.current = _page(stage, watched)
    return last.current or ft.Container()


def _page(stage: Stage, watched: Watched) -> ft.Control:
    """The page; a fault in what it shows costs that page alone."""
    try:
        return draw(stage, watched.snapshot, watched.catalogue)
    except Exception:  # noqa: BLE001 - this is the screen's outermost shell
        _log.exception("%s could not be drawn", stage.screen.path)
        return broken(stage.session)


def _view(session: Session, shown: DeviceState, screen: Screen) -> ft.View:
    on_top = screen == shown.screen
    refusal = shown.notice if on_top else ""
    deleted = shown.deleted if on_top else None
    kept = (shown.denied, shown.handed_over, shown.keeping, shown.since)
    told = (refusal, shown.preferences, deleted, *kept)
    stage = Stage(session, screen, shown.room, *told)
    name = f"{screen.path} {session.words.language}"
    return ft.View(
        route=screen.path,
        key=name,
        controls=[keyed(name, Scene, stage, session.watched if on_top else None)],
        padding=0,
        spacing=0,
        bgcolor=Tone.PAPER,
    )
