"""The pages that need no series: home, and what one comes to from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.core.judging.referee import Situation
from companion.desk.archive import Catalogue
from companion.ui.pages.archived import ArchivedPage
from companion.ui.pages.home import Home
from companion.ui.pages.how_to_play import HowToPlay
from companion.ui.pages.import_sheet import ImportSheet
from companion.ui.pages.new_series import NewSeries
from companion.ui.pages.referee import Referee
from companion.ui.pages.settings import Settings
from companion.ui.pages.usual_rules import UsualRules
from companion.ui.routes.people_pages import NAMES, people_page
from companion.ui.routes.stage import Stage
from companion.views.archived import archived_view
from companion.views.at_table.last_pass import RefereeStart
from companion.views.setting_up.game_told import game_told
from companion.views.setting_up.house_rules import option_groups, presets
from companion.views.setting_up.settings import settings


def home(stage: Stage, catalogue: Catalogue) -> ft.Control:
    """Home, which shows too where there is nothing else to show."""
    told = (stage.refusal, stage.deleted, stage.since)
    return Home(stage.session, _of_device(stage, catalogue), stage.room, *told)


def _of_device(stage: Stage, catalogue: Catalogue) -> Catalogue:
    return replace(catalogue, played=stage.preferences.played)


def _archived(stage: Stage, catalogue: Catalogue) -> ft.Control:
    session = stage.session
    view = archived_view(catalogue, session.archive.today, session.words)
    return ArchivedPage(session, view, stage.room, stage.refusal)


def _new(stage: Stage, catalogue: Catalogue) -> ft.Control:
    session = stage.session
    return NewSeries(
        session,
        _of_device(stage, catalogue).played_first,
        session.archive.today,
        catalogue.usual,
        stage.room,
        stage.refusal,
    )


def _referee(stage: Stage, catalogue: Catalogue) -> ft.Control:
    begins = RefereeStart(Situation(catalogue.usual))
    return Referee(stage.session, begins, catalogue.saved, stage.room)


def _import(stage: Stage, _catalogue: Catalogue) -> ft.Control:
    return ImportSheet(stage.session, stage.room, stage.refusal)


def _restore(stage: Stage, _catalogue: Catalogue) -> ft.Control:
    return ImportSheet(stage.session, stage.room, stage.refusal, restores=True)


def _settings(stage: Stage, catalogue: Catalogue) -> ft.Control:
    session = stage.session
    groups = settings(stage.preferences, session.words)
    usual = presets(catalogue.usual, session.words, catalogue.saved)
    return Settings(session, groups, usual, stage.room, stage.refusal)


def _how(stage: Stage, catalogue: Catalogue) -> ft.Control:
    session, usual = stage.session, catalogue.usual
    named = presets(usual, session.words, catalogue.saved)
    told = game_told(usual, session.words)
    return HowToPlay(session, told, named, stage.room, stage.refusal)


def _usual(stage: Stage, catalogue: Catalogue) -> ft.Control:
    session, usual = stage.session, catalogue.usual
    view = presets(usual, session.words, catalogue.saved)
    groups = option_groups(usual, session.words)
    return UsualRules(session, catalogue, view, groups, stage.room, stage.refusal)


ALONE: dict[str, Callable[[Stage, Catalogue], ft.Control]] = {
    "new": _new,
    "referee": _referee,
    "import": _import,
    "restore": _restore,
    "settings": _settings,
    "usual": _usual,
    "archived": _archived,
    "how": _how,
    **dict.fromkeys(NAMES, people_page),
}
