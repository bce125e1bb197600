"""How to play, by the house rules that a new series begins with, for whoever has no series yet."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.columns import WIDE
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.rules.chapters import chapters
from companion.ui.parts.rules.rule_choices import preset_words
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.setting_up.game_told import Chapter
from companion.views.setting_up.house_rules import PresetsView


@ft.component
@boundary
def HowToPlay(
    session: Session, told: Sequence[Chapter], usual: PresetsView, room: Room, refusal: str
) -> ft.Control:
    """The whole screen: the game in sentences, and by which rules it is told."""
    say, wide = session.words.say, room.two_columns
    other = button(
        say("Other house rules"),
        session.tap(session.open, "usual"),
        identifier="change-usual",
        look=SECONDARY,
        icon=ft.Icons.TUNE,
        height=52,
    )
    rules = panel(
        [preset_words(usual), other], title=say("Told by the rules: {name}", name=usual.title)
    )
    return paper(
        say("How to play"),
        [*chapters(told, room), rules],
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        widest=WIDE if wide else WIDEST,
    )
