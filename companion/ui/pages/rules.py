"""The pages of settings, house rules and *How to play*."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.core.rules import Rules
from companion.desk.archive import Catalogue
from companion.ui.component import component, keyed, use_state
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, button
from companion.ui.parts.basics.frames import WIDEST, frame
from companion.ui.parts.basics.panels import REMARK, WIDE, notice, panel
from companion.ui.parts.basics.text import named
from companion.ui.parts.basics.touch import Tap
from companion.ui.parts.rule_choices import (
    HeldDoing,
    PresetList,
    RuleBook,
    chapters,
    preset_words,
    rule_panels,
    use_doing,
)
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.blocks import Panel
from companion.views.setting_up.explanation import explanation
from companion.views.setting_up.house_rules import OptionGroup, PresetsView, RulesView, house_rules

OnChange = Callable[[Rules], Awaitable[None]]
"""A function that changes the rules from the next round on."""


@dataclass(frozen=True, slots=True)
class InForce:
    """The rules of the round in play, and the pending rules of the next round."""

    now: Rules
    pending: Rules


@component
def RulesPage(
    session: Session, rules: InForce, room: Room, refusal: str, on_change: OnChange
) -> ft.Control:
    """Draw the page to read the rules, and after a tap to change them."""
    changing, set_changing = use_state(initial=False)
    doing = use_doing()
    view = house_rules(rules.now, rules.pending, session.words)
    say, wide = session.words.say, room.two_columns

    async def turn_over() -> None:
        set_changing(not changing)

    body = (
        _to_change(session, view, rules, doing, on_change, room)
        if changing
        else _to_read(view, explanation(rules.now, session.words), room)
    )
    change = button(
        say("Done") if changing else say("Change from the next round on"),
        session.tap(turn_over),
        identifier="change-rules",
        look=PRIMARY if changing else SECONDARY,
        expand=True,
    )
    return frame(
        session,
        say("Rules from the next round on") if changing else say("How to play"),
        [body],
        room,
        refusal,
        actions=[change],
        widest=WIDE if wide else WIDEST,
    )


def _to_read(view: RulesView, game: Sequence[Panel], room: Room) -> list[ft.Control]:
    """Return the game explained in sentences, then each rule with its source."""
    head = panel([preset_words(view.presets)], title=view.presets.title)
    rules = rule_panels(head, view.groups, None, room)
    return [*_pending(view), *chapters(game, room), *rules]


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
    """Return the notice of rules that change with the next round."""
    if not view.pending_says:
        return []
    return [notice(view.pending_says, identifier="pending-rules", look=REMARK, key="pending")]


@component
def UsualRules(
    session: Session,
    catalogue: Catalogue,
    view: PresetsView,
    groups: tuple[OptionGroup, ...],
    room: Room,
    refusal: str,
) -> ft.Control:
    """Draw the page of the usual rules, which stores each answer at once."""
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
    return frame(
        session,
        say("House rules of a new series"),
        [rule_panels(head, groups, choose, room)],
        room,
        refusal,
        widest=WIDE if wide else WIDEST,
    )
