"""Which page a route names, and what of the desk's state that page is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import flet as ft

from companion.core.rules import Rules
from companion.desk.table import Night
from companion.preferences import Preferences
from companion.ui import taps
from companion.ui.hooks import keyed
from companion.ui.link import Link
from companion.ui.pages.hand import EnterHand
from companion.ui.pages.home import Home
from companion.ui.pages.import_sheet import ImportSheet
from companion.ui.pages.new_series import NewSeries
from companion.ui.pages.next_round import NextRound
from companion.ui.pages.pay import Pay
from companion.ui.pages.referee import Referee
from companion.ui.pages.reveal import Reveal
from companion.ui.pages.round_over import RoundOver
from companion.ui.pages.rules import InForce, RulesPage
from companion.ui.pages.series import SeriesPage
from companion.ui.pages.settings import Settings
from companion.ui.pages.table import TablePage
from companion.ui.pages.turns import TurnsPage
from companion.ui.pages.usual_rules import UsualRules
from companion.ui.pages.verdict import VerdictPage
from companion.ui.screens import Room, Screen
from companion.views.home import home
from companion.views.house_rules import option_groups, presets
from companion.views.next_round import can_deal_anew
from companion.views.reveal import hand, reveal
from companion.views.round_over import round_over
from companion.views.series import series_view
from companion.views.settings import settings
from companion.views.table import table
from companion.views.turns import turns
from companion.views.verdict import verdict


@dataclass(frozen=True, slots=True)
class Stage:
    """A screen that is to be drawn on one device."""

    link: Link
    screen: Screen
    room: Room
    refusal: str
    preferences: Preferences

    def speaks_of(self, night: Night) -> bool:
        """Whether the route means this series; one that names none means any."""
        named = [each.number for each in self.screen.stack if each.name == "series"]
        return named in ([], [None], [night.number])

    def round_number(self, night: Night) -> int:
        """The round that the route speaks of, else the last one."""
        named = (
            each.number for each in self.screen.stack if each.name in {"turns", "cards", "pay"}
        )
        number = next((each for each in named if each), night.round_number)
        return min(number, night.round_number)


def draw(stage: Stage) -> ft.Control:
    """The page of the screen; home where there is none, or nothing on the desk to show on it."""
    night, name = stage.link.desk.state.night, stage.screen.name
    stage.link.night = night.number if night else None
    if night and name in _OF_A_NIGHT and stage.speaks_of(night):
        return _OF_A_NIGHT[name](stage, night)
    return _ALONE.get(name, _home)(stage)


def _home(stage: Stage) -> ft.Control:
    link = stage.link
    return Home(link, home(link.desk.state, link.words), stage.room, stage.refusal)


def _new(stage: Stage) -> ft.Control:
    desk = stage.link.desk
    state = desk.state
    return NewSeries(stage.link, state.entries, desk.today, state.usual, stage.room, stage.refusal)


def _referee(stage: Stage) -> ft.Control:
    return Referee(stage.link, stage.link.desk.state.usual, stage.room)


def _import(stage: Stage) -> ft.Control:
    link = stage.link
    return ImportSheet(link, link.desk.state.entries, stage.room, stage.refusal)


def _settings(stage: Stage) -> ft.Control:
    link = stage.link
    groups = settings(stage.preferences, link.words)
    usual = presets(link.desk.state.usual, link.words)
    return Settings(link, groups, usual, stage.room, stage.refusal)


def _usual(stage: Stage) -> ft.Control:
    link, usual = stage.link, stage.link.desk.state.usual
    named, groups = presets(usual, link.words), option_groups(usual, link.words)
    return UsualRules(link, named, groups, stage.room, stage.refusal)


def _table(stage: Stage, night: Night) -> ft.Control:
    if night.round.over:
        return _round_over(stage, night)
    view = table(night, stage.link.words)
    return TablePage(stage.link, view, stage.room, stage.preferences, stage.refusal)


def _round_over(stage: Stage, night: Night) -> ft.Control:
    if not night.round.over:
        return _table(stage, night)
    link = stage.link
    view = round_over(night, link.words)
    setup, number = night.series.next_setup(), night.round_number + 1
    on_next = link.tap(link.ask, lambda: taps.deal(link.desk, setup, (), number))
    return RoundOver(link, view, stage.room, stage.refusal, on_next=on_next)


def _next_round(stage: Stage, night: Night) -> ft.Control:
    """The table between two rounds; once a turn was taken there is nothing to set up."""
    if not night.round.over and not can_deal_anew(night):
        return _table(stage, night)
    link, entries = stage.link, stage.link.desk.state.entries
    return keyed(
        f"next-{night.number}-{night.round_number}-{night.round.over}",
        NextRound,
        link,
        night,
        entries,
        stage.room,
        stage.refusal,
        base=stage.screen.path,
    )


def _pay(stage: Stage, night: Night) -> ft.Control:
    number = stage.round_number(night)
    return Pay(stage.link, night.series, number, stage.room, stage.refusal)


def _turns(stage: Stage, night: Night) -> ft.Control:
    view = turns(night.series, stage.round_number(night), stage.link.words)
    return TurnsPage(stage.link, view, stage.screen.path, stage.room, stage.refusal)


def _verdict(stage: Stage, night: Night) -> ft.Control:
    number, turn = stage.round_number(night), stage.screen.number or 0
    view = verdict(night.series, number, turn, stage.link.words)
    if view is None:
        return _turns(stage, night)
    cards = f"{stage.screen.stack[1].path}/cards/{number}"
    return VerdictPage(stage.link, view, stage.room, stage.refusal, cards=cards)


def _cards(stage: Stage, night: Night) -> ft.Control:
    view = reveal(night, stage.round_number(night), stage.link.words)
    return Reveal(stage.link, view, stage.room, stage.refusal)


def _hand(stage: Stage, night: Night) -> ft.Control:
    words, number = stage.link.words, night.round_number
    seats = range(len(night.round.setup.players))
    hands = tuple(hand(night.series, number, seat, words) for seat in seats)
    return EnterHand(stage.link, hands, stage.room, stage.refusal)


def _rules(stage: Stage, night: Night) -> ft.Control:
    link, series = stage.link, night.series
    rules = InForce(series.latest_rules, series.planned or series.latest_rules)

    async def change(planned: Rules) -> None:
        await link.ask(lambda: link.desk.plan(planned))

    return RulesPage(link, rules, stage.room, stage.refusal, change)


def _series(stage: Stage, night: Night) -> ft.Control:
    link = stage.link
    view = series_view(night.series, link.words)
    resume = None if stage.screen.stack[1].name == "table" else link.tap(link.go, "/table")
    return SeriesPage(
        link, view, stage.room, stage.refusal, base=stage.screen.path, on_resume=resume
    )


_ALONE: dict[str, Callable[[Stage], ft.Control]] = {
    "new": _new,
    "referee": _referee,
    "import": _import,
    "settings": _settings,
    "usual": _usual,
}
_OF_A_NIGHT: dict[str, Callable[[Stage, Night], ft.Control]] = {
    "table": _table,
    "over": _round_over,
    "next": _next_round,
    "deal": _next_round,
    "pay": _pay,
    "turns": _turns,
    "verdict": _verdict,
    "cards": _cards,
    "hand": _hand,
    "rules": _rules,
    "series": _series,
}
