"""House rules to be read and to be changed, on every screen that shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.core.rules import Rules
from companion.ui.fonts import TEXT
from companion.ui.parts.basics.choice import Answer, segmented
from companion.ui.parts.basics.columns import side_by_side
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.pills import pill, pill_row
from companion.ui.parts.basics.stepper import Counting, stepper
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.text_scale import longest_word, with_trailing
from companion.ui.parts.basics.touch import Tap
from companion.ui.screens import Room, Shape
from companion.ui.theme import Tone
from companion.views.house_rules import (
    AnswerView,
    OptionGroup,
    OptionView,
    PresetsView,
    StepsView,
)

Choose = Callable[[Rules], Tap]
"""The handler that takes up these rules."""

_SIDE_BY_SIDE = 4
_PER_LETTER, _BESIDE_TITLE = 7.8, 274
"""About how wide a letter of a rule's title is, and what stands beside the title, in dp."""


def preset_choice(view: PresetsView, choose: Choose) -> ft.Control:
    """The named rules, and what the chosen ones are like."""
    cells = [
        pill(
            each.words,
            choose(each.rules),
            identifier=f"preset-{each.name}",
            chosen=each.chosen,
        )
        for each in view.answers
    ]
    return ft.Column(
        [
            pill_row(cells),
            named("preset-says", preset_words(view), live=True),
        ],
        spacing=12,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


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
    return [
        ft.Column(
            [
                heading(group.title, size=17, tone=Tone.INK, level=3),
                *(_rule(each, choose, room) for each in group.options),
            ],
            spacing=4,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            key=f"group-{place}",
        )
        for place, group in enumerate(groups)
    ]


def set_out(
    head: ft.Control, groups: Sequence[OptionGroup], choose: Choose | None, room: Room
) -> list[ft.Control]:
    """A panel for each group after the head; in a wide window those about chips stand beside."""
    play, *costs = [panel([group]) for group in rule_groups(groups, choose, room)]
    return [side_by_side([head, play], costs)] if room.shape is Shape.WIDE else [head, play, *costs]


def _rule(option: OptionView, choose: Choose | None, room: Room) -> ft.Control:
    changing, large = choose is not None, room.large_text
    needed = longest_word(option.title) * _PER_LETTER + _BESIDE_TITLE
    below = large or (option.steps is not None and changing and needed > room.width)
    value: list[ft.Control] = []
    if choose is None:
        value.append(_value(option))
    elif option.steps is not None:
        value.append(_steps(option, option.steps, choose))
    title = text(option.title, size=15, face=TEXT.semibold)
    words: list[ft.Control] = [
        with_trailing(title, value, below=below),
        text(option.says, size=14, tone=Tone.MUTED),
    ]
    if choose is not None:
        words += [_rail(option, rail, choose, large=large) for rail in option.rails]
    words.append(text(option.source, size=12, tone=Tone.MUTED))
    return ft.Semantics(
        content=ft.Container(
            ft.Column(
                words,
                spacing=6 if changing else 2,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
            padding=ft.Padding.symmetric(vertical=10),
            border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)),
        ),
        identifier=f"rule-{option.name}",
        container=True,
        key=option.name,
    )


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
    if len(rail) < _SIDE_BY_SIDE:
        return segmented(
            [
                Answer(
                    each.words,
                    f"rule-{option.name}-{each.name}",
                    choose(each.rules),
                    each.chosen,
                    each.says,
                )
                for each in rail
            ],
            stacked=large,
        )
    return pill_row(
        [
            pill(
                each.words,
                choose(each.rules),
                identifier=f"rule-{option.name}-{each.name}",
                chosen=each.chosen,
                label=each.says,
            )
            for each in rail
        ]
    )
