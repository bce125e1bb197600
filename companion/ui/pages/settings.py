"""The settings: how this device shows the app, the house rules that a new series has, a backup."""

from __future__ import annotations

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.choice import Answer, segmented
from companion.ui.parts.basics.columns import WIDE, side_by_side
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.rules.rule_choices import preset_words
from companion.ui.parts.taking_along.backing_up import BackupPanel
from companion.ui.preferred import prefer
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.backing_up import backup_says
from companion.views.setting_up.house_rules import PresetsView
from companion.views.setting_up.settings import SettingGroup

RULES = "/settings/usual"


@ft.component
@boundary
def Settings(
    session: Session, groups: tuple[SettingGroup, ...], usual: PresetsView, room: Room, refusal: str
) -> ft.Control:
    """The whole screen: this device's settings, what a new series begins with, and the backup."""
    say, wide = session.words.say, room.two_columns
    language, theme, colours, *layout, motion = [_group(session, item, room) for item in groups]
    device = panel([language, theme, colours, motion], title=say("This device"), spacing=16)
    table = panel(layout, title=say("The layout"), spacing=16)
    rules = _usual_rules(session, usual)
    says = backup_says(session.shown.keeping, session.words)
    backup = keyed("backup", BackupPanel, session, says, large=room.large_text)
    body = [device, table, rules, backup]
    if wide:
        body = [side_by_side([device, backup], [table, rules])]
    return paper(
        say("Settings"),
        body,
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        widest=WIDE if wide else WIDEST,
    )


def _group(session: Session, group: SettingGroup, room: Room) -> ft.Control:
    answers = [
        Answer(item.words, item.name, session.tap(prefer, session, item.preferences), item.chosen)
        for item in group.answers
    ]
    lines: list[ft.Control] = [heading(group.title, size=15, tone=Tone.INK, level=3)]
    if group.says:
        lines.append(text(group.says, size=13, tone=Tone.MUTED))
    lines.append(segmented(answers, stacked=room.large_text))
    return ft.Column(
        lines,
        spacing=6,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        key=group.name,
    )


def _usual_rules(session: Session, usual: PresetsView) -> ft.Control:
    change = button(
        session.words.say("Change"),
        session.tap(session.go, RULES),
        identifier="usual-rules",
        look=SECONDARY,
        height=52,
    )
    title = session.words.say("House rules of a new series")
    preset = heading(usual.title, size=15, tone=Tone.INK, level=3)
    return panel([preset, preset_words(usual), change], title=title)
