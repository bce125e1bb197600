"""House rules to be read and to be changed, on every screen that shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.ui.looks.fonts import TEXT, widest_word
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.choice import Answer, segmented
from companion.ui.parts.basics.columns import column_width, side_by_side, stretched
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.pills import pill, pill_row
from companion.ui.parts.basics.stepper import Counting, stepper
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.text_scale import with_trailing
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes.screens import Room
from companion.views.setting_up.answers import AnswerView
from companion.views.setting_up.house_rules import (
    OptionGroup,
    OptionView,
    PresetsView,
    StepsView,
)

Choose = Callable[[Rules], Tap]
"""The handler that takes up these rules."""

_PILLS_FROM = 4
_TITLE, _BESIDE_TITLE = 15, 274
"""The size of a rule's title, and what stands beside it, in dp."""


def preset_choice(view: PresetsView, choose: Choose) -> ft.Control:
    """The named rules, and what the chosen ones are like."""
    presets = [
        pill(
            preset.words,
            choose(preset.rules),
            identifier=f"preset-{preset.name}",
            chosen=preset.chosen,
        )
        for preset in view.answers
    ]
    says = named("preset-says", preset_words(view), live=True)
    return stretched([pill_row(presets), says], spacing=12)


def preset_words(view: PresetsView) -> ft.Control:
    """What the chosen rules are like, what the table changed in them, and their source."""
    lines: list[ft.Control] = [text(view.says, size=15)]
    if view.changes:
        lines.append(text(view.changes, size=14, face=TEXT.medium, tone=Tone.HEADING))
    lines.append(text(view.source, size=13, tone=Tone.MUTED))
    return ft.Column(lines, spacing=4, tight=True)


def rule_groups(
    groups: Sequence[OptionGroup], choose: Choose | None, room: Room
) -> list[ft.Control]:
    """All rules under their headings; with `choose` they can be changed."""
    return [_group(group, choose, room) for group in groups]


def _group(group: OptionGroup, choose: Choose | None, room: Room) -> ft.Control:
    title = heading(group.title, size=17, tone=Tone.INK, level=3)
    rules = [_rule(option, choose, room) for option in group.options]
    column = stretched([title, *rules], spacing=4)
    column.key = f"group-{group.options[0].name}"
    return column


def rule_panels(
    head: ft.Control, groups: Sequence[OptionGroup], choose: Choose | None, room: Room
) -> list[ft.Control]:
    """A panel for each group after the head; in a wide window those about chips stand beside."""
    play, *costs = [panel([group]) for group in rule_groups(groups, choose, room)]
    return [side_by_side([head, play], costs)] if room.two_columns else [head, play, *costs]


def rule_choice(option: OptionView, choose: Choose | None, room: Room) -> ft.Control:
    """One rule with its words, alone in its panel; with `choose` it can be changed."""
    return _rule(option, choose, room, alone=True)


def _rule(
    option: OptionView, choose: Choose | None, room: Room, *, alone: bool = False
) -> ft.Control:
    needed = widest_word([option.title], _TITLE, TEXT.semibold) + _BESIDE_TITLE
    wide = choose is not None and option.steps is not None and needed > column_width(room)
    title = text(option.title, size=_TITLE, face=TEXT.semibold)
    trailing = _trailing(option, choose)
    lines = [
        with_trailing(title, trailing, below=room.large_text or wide),
        text(option.says, size=14, tone=Tone.MUTED),
    ]
    if choose is not None:
        lines += [_rail(option, rail, choose, large=room.large_text) for rail in option.rails]
    lines.append(text(option.source, size=12, tone=Tone.MUTED))
    return ft.Semantics(
        content=ft.Container(
            stretched(lines, spacing=2 if choose is None else 6),
            padding=None if alone else ft.Padding.symmetric(vertical=10),
            border=None if alone else ft.Border.only(top=ft.BorderSide(1, Tone.LINE)),
        ),
        identifier=f"rule-{option.name}",
        container=True,
        key=option.name,
    )


def _trailing(option: OptionView, choose: Choose | None) -> list[ft.Control]:
    """The rule's value, to be read or to be stepped; nothing where rails of answers show it."""
    if choose is None:
        return [_value(option)]
    return [] if option.steps is None else [_steps(option, option.steps, choose)]


def _value(option: OptionView) -> ft.Control:
    tone = Tone.HEADING if option.differs else Tone.INK
    return text(option.value, size=15, face=TEXT.semibold, tone=tone)


def _steps(option: OptionView, steps: StepsView, choose: Choose) -> ft.Control:
    counting = Counting(
        choose(steps.less) if steps.less else None,
        choose(steps.more) if steps.more else None,
        steps.less_says,
        steps.more_says,
    )
    return stepper(_value(option), counting, identifier=f"rule-{option.name}")


def _rail(
    option: OptionView, rail: Sequence[AnswerView], choose: Choose, *, large: bool
) -> ft.Control:
    """A few answers side by side in one rail, more of them as pills."""
    answers = [
        Answer(
            answer.words,
            f"rule-{option.name}-{answer.name}",
            choose(answer.rules),
            answer.chosen,
            answer.says,
        )
        for answer in rail
    ]
    if len(answers) < _PILLS_FROM:
        return segmented(answers, stacked=large)
    return pill_row(
        [
            pill(
                answer.words,
                answer.on_tap,
                identifier=answer.identifier,
                chosen=answer.chosen,
                label=answer.label,
            )
            for answer in answers
        ]
    )
