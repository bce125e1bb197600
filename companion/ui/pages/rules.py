"""The game told in sentences, the house rules of a series, and how they shall be from the next
round on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.ui.boundary import boundary
from companion.ui.hooks import keyed, use_state
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, button
from companion.ui.parts.basics.columns import WIDE
from companion.ui.parts.basics.notices import refusals
from companion.ui.parts.basics.panels import REMARK, notice, panel
from companion.ui.parts.basics.paper import WIDEST, paper
from companion.ui.parts.basics.text import named
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.rules.chapters import chapters
from companion.ui.parts.rules.preset_list import HeldDoing, PresetList, RuleBook, use_doing
from companion.ui.parts.rules.rule_choices import preset_words, rule_panels
from companion.ui.routes.screens import Room
from companion.ui.session import Session
from companion.views.setting_up.game_told import Chapter, game_told
from companion.views.setting_up.house_rules import RulesView, house_rules

OnChange = Callable[[Rules], Awaitable[None]]
"""Takes up the rules that shall hold from the next round on."""


@dataclass(frozen=True, slots=True)
class InForce:
    """The rules of the round in play, and those of the next; the same while nothing changes."""

    now: Rules
    pending: Rules


@ft.component
@boundary
def RulesPage(
    session: Session, rules: InForce, room: Room, refusal: str, on_change: OnChange
) -> ft.Control:
    """The whole screen: the rules to be read, and after a tap to be changed."""
    changing, set_changing = use_state(initial=False)
    doing = use_doing()
    view = house_rules(rules.now, rules.pending, session.words)
    say, wide = session.words.say, room.two_columns

    async def turn_over() -> None:
        set_changing(not changing)

    told = game_told(rules.now, session.words)
    body = (
        _to_change(session, view, rules, doing, on_change, room)
        if changing
        else _to_read(view, told, room)
    )
    change = button(
        say("Done") if changing else say("Change from the next round on"),
        session.tap(turn_over),
        identifier="change-rules",
        look=PRIMARY if changing else SECONDARY,
        expand=True,
    )
    return paper(
        say("Rules from the next round on") if changing else say("How to play"),
        body,
        room,
        on_back=session.tap(session.back),
        back_says=say("Back"),
        notices=refusals(session, refusal),
        actions=[change],
        widest=WIDE if wide else WIDEST,
    )


def _to_read(view: RulesView, told: Sequence[Chapter], room: Room) -> list[ft.Control]:
    """The game told in sentences, then each rule with its source."""
    head = panel([preset_words(view.presets)], title=view.presets.title)
    rules = rule_panels(head, view.groups, None, room)
    return [*_pending(view), *chapters(told, room), *rules]


def _to_change(
    session: Session,
    view: RulesView,
    rules: InForce,
    doing: HeldDoing,
    on_change: OnChange,
    room: Room,
) -> list[ft.Control]:
    def choose(chosen: Rules) -> Tap:
        return session.tap(on_change, chosen)

    presets = keyed(
        "presets",
        PresetList,
        session,
        RuleBook(rules.pending, session.watched.catalogue.saved),
        choose,
        doing,
        folds=True,
        large=room.large_text,
    )
    head = panel([presets, named("preset-says", preset_words(view.pending), live=True)])
    body = rule_panels(head, view.pending_groups, choose, room)
    take_back = button(
        session.words.say("Leave the rules as they are"),
        choose(rules.now),
        identifier="leave-rules",
        look=QUIET,
        height=48,
    )
    return [*_pending(view), *([take_back] if view.pending_says else []), *body]


def _pending(view: RulesView) -> list[ft.Control]:
    """What changes with the next round, if anything does."""
    if not view.pending_says:
        return []
    return [notice(view.pending_says, identifier="pending-rules", look=REMARK, key="pending")]
