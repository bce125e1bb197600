"""The app on one device: its session's link, and the stack of screens that its route names."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.core.objections import Objection
from companion.core.presets import preset
from companion.desk import Desk, Night
from companion.ui.link import Link, Shown, attach
from companion.ui.pages.home import Home
from companion.ui.pages.new_series import NewSeries
from companion.ui.pages.round_over import RoundOver
from companion.ui.pages.table import TablePage
from companion.ui.screens import Screen
from companion.ui.theme import Tone, dress
from companion.views.home import home
from companion.views.refusals import refusal_words
from companion.views.round_over import round_over
from companion.views.table import table
from companion.words import Words


def main_for(desk: Desk) -> Callable[[ft.Page], None]:
    """What Flet runs for each session that looks at the desk."""

    def main(page: ft.Page) -> None:
        page.title = "Fan Tan"
        dress(page)
        words = Words()
        link = attach(page, desk, words, lambda refused: _refusal(desk, refused, words))
        page.render_views(App, link, link.shown)

    return main


def _refusal(desk: Desk, refused: Objection, words: Words) -> str:
    night = desk.state.night
    return refusal_words(refused, words, night.series.name_of if night else str)


@ft.component
def App(link: Link, shown: Shown) -> list[ft.View]:
    """The screens that lie upon one another, home at the bottom."""
    return [_view(link, shown, screen) for screen in shown.screen.stack]


def _view(link: Link, shown: Shown, screen: Screen) -> ft.View:
    top = screen == shown.screen
    return ft.View(
        route=screen.path,
        key=screen.path,
        controls=[_page(link, shown, screen, shown.notice if top else "")],
        padding=0,
        spacing=0,
        bgcolor=Tone.PAPER,
    )


def _page(link: Link, shown: Shown, screen: Screen, refusal: str) -> ft.Control:
    night, words, room = link.desk.state.night, link.words, shown.room
    match screen.name:
        case "table" if night:
            view = table(night, words)
            return TablePage(link, view, room, flipped=shown.flipped, refusal=refusal)
        case "over" if night:
            on_next = link.tap(_deal_next, link, night)
            return RoundOver(link, round_over(night, words), room, refusal, on_next=on_next)
        case "new":
            rules, entries = preset("bicycle"), link.desk.state.entries
            return NewSeries(link, entries, link.desk.today, rules, room, refusal)
        case _:
            return Home(link, home(link.desk.state, words), room, refusal)


async def _deal_next(link: Link, night: Night) -> None:
    """One tap deals the next round as it follows from this one."""
    await link.ask(lambda: link.desk.deal(night.series.next_setup()))
