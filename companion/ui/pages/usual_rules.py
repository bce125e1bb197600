"""The house rules that a new series begins with, whoever starts it."""

from __future__ import annotations

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.desk.archive import Catalogue
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.parts.basics.columns import WIDE
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import named
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.rules.preset_list import PresetList, RuleBook, use_doing
from companion.ui.parts.rules.rule_choices import preset_words, rule_panels
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.setting_up.house_rules import OptionGroup, PresetsView


@ft.component
@boundary
def UsualRules(
    session: Session,
    catalogue: Catalogue,
    view: PresetsView,
    groups: tuple[OptionGroup, ...],
    room: Room,
    refusal: str,
) -> ft.Control:
    """The whole screen; every answer is kept at once."""
    say, wide = session.words.say, room.two_columns

    def choose(rules: Rules) -> Tap:
        return session.tap(session.archive.prefer, rules)

    presets = keyed(
        "presets",
        PresetList,
        session,
        RuleBook(catalogue.usual, catalogue.saved),
        choose,
        use_doing(),
        folds=False,
        large=room.large_text,
    )
    head = panel([named("preset-says", preset_words(view), live=True), presets])
    return paper(
        say("House rules of a new series"),
        rule_panels(head, groups, choose, room),
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        widest=WIDE if wide else WIDEST,
    )
