"""The pages of settings and *How to play*."""

from collections.abc import Sequence

import flet as ft

from companion.ui.component import component, keyed
from companion.ui.looks import Tone
from companion.ui.parts.basics.buttons import SECONDARY, Answer, button, segmented
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import WIDE, panel, side_by_side
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.rule_choices import chapters, preset_words
from companion.ui.parts.saving import BackupPanel
from companion.ui.routes import Room
from companion.ui.session import Session, prefer
from companion.views.backups import backup_says
from companion.views.setting_up.explanation import Chapter
from companion.views.setting_up.house_rules import PresetsView
from companion.views.setting_up.settings import SettingGroup

RULES = "/settings/usual"


@component
def Settings(
    session: Session, groups: tuple[SettingGroup, ...], usual: PresetsView, room: Room, refusal: str
) -> ft.Control:
    """Draw the page of the settings of this device, the usual rules and the backup."""
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
    return frame(session, say("Settings"), [body], room, refusal, widest=WIDE if wide else WIDEST)


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


@component
def HowToPlay(
    session: Session, game: Sequence[Chapter], usual: PresetsView, room: Room, refusal: str
) -> ft.Control:
    """Draw the page that explains the game by the usual rules."""
    say, wide = session.words.say, room.two_columns
    other = button(
        say("Other house rules"),
        session.tap(session.open, "usual"),
        identifier="change-usual",
        look=SECONDARY,
        icon=ft.Icons.TUNE,
        height=52,
    )
    rules = panel([preset_words(usual), other], title=say("By the rules: {name}", name=usual.title))
    body = [*chapters(game, room), rules]
    widest = WIDE if wide else WIDEST
    return frame(session, say("How to play"), [body], room, refusal, widest=widest)
