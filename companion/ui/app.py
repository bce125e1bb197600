"""The app on one device: its session's link, and the stack of screens that its route names."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.core.objections import Objection
from companion.desk import Desk
from companion.ui.boundary import boundary
from companion.ui.link import Link, Shown, attach
from companion.ui.screens import Screen
from companion.ui.stage import Stage, draw
from companion.ui.theme import Tone, dress
from companion.views.refusals import refusal_words
from companion.words import Words


def main_for(desk: Desk) -> Callable[[ft.Page], None]:
    """What Flet runs for each session that looks at the desk."""

    def main(page: ft.Page) -> None:
        page.title = "Fan Tan"
        dress(page)
        words = Words()
        _lay_out(desk, Screen(page.route or "/"))
        link = attach(page, desk, words, lambda refused: _refusal(desk, refused, words))
        page.render_views(App, link, link.shown)

    return main


def _lay_out(desk: Desk, screen: Screen) -> None:
    """Puts the series on the desk that a route speaks of, as after the program was killed."""
    asked = next((each.number for each in screen.stack if each.name == "series"), None)
    on_table = any(each.name == "table" for each in screen.stack)
    if asked is None and on_table and desk.state.night is None:
        asked = next((each.number for each in desk.state.entries if not each.over), None)
    if asked in {each.number for each in desk.state.entries}:
        desk.open(asked)


def _refusal(desk: Desk, refused: Objection, words: Words) -> str:
    night = desk.state.night
    return refusal_words(refused, words, night.series.name_of if night else str)


@ft.component
def App(link: Link, shown: Shown) -> list[ft.View]:
    """The screens that lie upon one another, home at the bottom."""
    return [_view(link, shown, screen) for screen in shown.screen.stack]


@ft.component
@boundary
def Scene(stage: Stage) -> ft.Control:
    """The page of one screen; a fault in what it shows costs that page alone."""
    return draw(stage)


def _view(link: Link, shown: Shown, screen: Screen) -> ft.View:
    refusal = shown.notice if screen == shown.screen else ""
    stage = Stage(link, screen, shown.room, refusal, flipped=shown.flipped)
    return ft.View(
        route=screen.path,
        key=screen.path,
        controls=[Scene(stage)],
        padding=0,
        spacing=0,
        bgcolor=Tone.PAPER,
    )
