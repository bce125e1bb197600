"""Which page of the players over all evenings a route names."""

from __future__ import annotations

import flet as ft

from companion.desk.archive import Catalogue
from companion.ui.hooks import keyed
from companion.ui.pages.player import PlayerPage
from companion.ui.pages.player_name import PlayerName
from companion.ui.pages.players import PlayersPage
from companion.ui.pages.same_player import SamePlayer
from companion.ui.people import PeopleNow
from companion.ui.routes.stage import Stage
from companion.views.of_players.players import named, progress

_OF_A_PLAYER = {"player": PlayerPage, "name": PlayerName, "same": SamePlayer}
NAMES = ("players", *_OF_A_PLAYER)
"""The last words of these routes."""


def people_page(stage: Stage, _catalogue: Catalogue) -> ft.Control:
    """The page of a player; that of all while there is none of that number, or nothing is added up
    yet.
    """
    session, name = stage.session, stage.screen.name
    evenings, renamed = session.watched.statistics.evenings, session.watched.renamed
    numbers = (screen.number for screen in stage.screen.stack if screen.name == "player")
    number = next(numbers, None)
    player = named(evenings, number) if evenings else None
    if evenings is None or player is None:
        statistics, room = session.watched.statistics, stage.room
        return PlayersPage(session, statistics, renamed, room, stage.refusal, wanted=number)
    page = _OF_A_PLAYER[name]
    now = PeopleNow(evenings, renamed, progress(session.watched.statistics, session.words))
    return keyed(f"{name} {player}", page, session, now, player, stage.room, stage.refusal)
