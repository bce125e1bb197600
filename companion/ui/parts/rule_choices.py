"""Controls for house rules, the list of presets, and the chapters of *How to play*."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

import flet as ft

from companion.core.presets import SavedRules, renamed, with_rules, without
from companion.core.rules import Rules
from companion.ui.component import component, latest, use_state
from companion.ui.looks import TEXT, Tone, widest_word
from companion.ui.parts.basics.buttons import (
    PRIMARY,
    QUIET,
    SECONDARY,
    Answer,
    Counting,
    icon_button,
    low_button,
    pill,
    pill_row,
    segmented,
    stepper,
)
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.panels import (
    column_width,
    min_height,
    panel,
    row_or_column,
    side_by_side,
    spread_row,
    stretched,
    with_trailing,
)
from companion.ui.parts.basics.text import heading, kept_together, named, text
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.routes import Room
from companion.ui.session import Session
from companion.views.blocks import Panel, Text
from companion.views.setting_up.deal import PresetLine, name_obstacle, preset_list
from companion.views.setting_up.house_rules import (
    AnswerView,
    OptionGroup,
    OptionView,
    PresetsView,
    StepsView,
)


def chapters(shown: Sequence[Panel], room: Room) -> list[ft.Control]:
    """Build the chapters one below the other, in a wide window in two columns."""
    panels = [_chapter(chapter) for chapter in shown]
    if not room.two_columns:
        return panels
    half = (len(panels) + 1) // 2
    return [side_by_side(panels[:half], panels[half:])]


def _chapter(chapter: Panel) -> ft.Control:
    lines = [text(block.says) for block in chapter.blocks if isinstance(block, Text)]
    return named(chapter.id, panel(lines, title=chapter.title, spacing=6))


Choose = Callable[[Rules], Tap]
"""Return the handler that chooses these rules."""

_PILLS_FROM = 4
_TITLE, _BESIDE_TITLE = 15, 274
"""The size of a rule's title, and the width of the stepper beside it, in dp."""


def preset_choice(view: PresetsView, choose: Choose) -> ft.Control:
    """Build the pills of the presets, with a description of the chosen one."""
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
    """Describe the chosen rules, the changes of this table, and their source."""
    lines: list[ft.Control] = [text(view.says, size=15)]
    if view.changes:
        lines.append(text(view.changes, size=14, face=TEXT.medium, tone=Tone.HEADING))
    lines.append(text(view.source, size=13, tone=Tone.MUTED))
    return ft.Column(lines, spacing=4, tight=True)


def rule_groups(
    groups: Sequence[OptionGroup], choose: Choose | None, room: Room
) -> list[ft.Control]:
    """Build all rules under their headings; with `choose` they can be changed."""
    columns: list[ft.Control] = []
    for group in groups:
        title = heading(group.title, size=17, tone=Tone.INK, level=3)
        rules = [rule_choice(option, choose, room, alone=False) for option in group.options]
        columns.append(stretched([title, *rules], spacing=4))
        columns[-1].key = f"group-{group.options[0].name}"
    return columns


def rule_panels(
    head: ft.Control, groups: Sequence[OptionGroup], choose: Choose | None, room: Room
) -> list[ft.Control]:
    """Build a panel for each group after the head; a wide window has two columns."""
    play, *costs = [panel([group]) for group in rule_groups(groups, choose, room)]
    return [side_by_side([head, play], costs)] if room.two_columns else [head, play, *costs]


def rule_choice(
    option: OptionView, choose: Choose | None, room: Room, *, alone: bool = True
) -> ft.Control:
    """Build one rule, without a line above it if `alone`; with `choose` people can change it."""
    needed = widest_word([option.title], _TITLE, TEXT.semibold) + _BESIDE_TITLE
    wide = choose is not None and option.steps is not None and needed > column_width(room)
    title = text(option.title, size=_TITLE, face=TEXT.semibold)
    trailing: list[ft.Control] = []  # rails of answers show the value themselves
    if choose is None:
        trailing = [_value(option)]
    elif option.steps is not None:
        trailing = [_steps(option, option.steps, choose)]
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
    """Build a few answers side by side in one rail, or four and more as pills."""
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


@dataclass(frozen=True, slots=True)
class ListState:
    """The state of the list of presets.

    An `unfolded` list shows all rules. `renaming` is the name of the rules that are being renamed;
    `written` is the new name so far, also while rules are being saved. `deleted` are the rules
    deleted last, with their place and name.
    """

    unfolded: bool = False
    renaming: str = ""
    saving: bool = False
    written: str = ""
    deleted: tuple[int, str, Rules] | None = None


class RuleBook(NamedTuple):
    """The rules as they are now, and the saved rules."""

    rules: Rules
    saved: SavedRules


HeldDoing = tuple[ListState, Callable[[ListState], None]]
"""The state of the list, and its setter."""


def use_doing() -> HeldDoing:
    """Keep the state of the list in the page, because the list moves when the columns change."""
    return use_state(ListState())


@dataclass(frozen=True, slots=True)
class _List:
    """The values and handlers shared by all pieces of the list."""

    session: Session
    saved: SavedRules
    rules: Rules
    choose: Choose
    state: ListState
    set_state: Callable[[ListState], None]
    large: bool

    def on_tap(self, state: ListState) -> Tap:
        """Return a handler that changes the state of the list."""

        async def change_state() -> None:
            self.set_state(state)

        return self.session.tap(change_state)

    def change_tap(self, change: Callable[[SavedRules], SavedRules], then: ListState) -> Tap:
        """Return a handler that changes the saved rules."""

        async def save() -> None:
            await self.session.archive.change_saved(change)
            self.set_state(then)

        return self.session.tap(save)

    def name_tap(self, change: Callable[[SavedRules, str], SavedRules], *, but: str = "") -> Tap:
        """Return a handler that gives rules the written name, if it is free.

        `but` is the name that the rules have now.
        """

        async def save_name() -> None:
            set_state = cast("Callable[[Callable[[ListState], ListState]], None]", self.set_state)
            written, words = latest(set_state).written, self.session.words
            if not name_obstacle(written, self.saved, words, but=but):
                await self.session.archive.change_saved(lambda saved: change(saved, written))
                self.set_state(ListState(self.state.unfolded))

        return self.session.tap(save_name)


@component
def PresetList(
    session: Session,
    book: RuleBook,
    choose: Choose,
    held: HeldDoing,
    *,
    folds: bool,
    large: bool,
) -> ft.Control:
    """Draw the list of presets and saved rules, in the state `held` by its page.

    A list that `folds` shows a few rules at first.
    """
    state = held[0]
    shown = _List(session, book.saved, book.rules, choose, *held, large)
    view = preset_list(book.rules, book.saved, session.words)
    unfolded = state.unfolded or not folds
    rows = [_row(shown, line) for line in (view.lines if unfolded else view.few)]
    if not unfolded:
        rows.append(
            low_button(
                view.all_says,
                shown.on_tap(replace(state, unfolded=True)),
                identifier="all-presets",
                look=QUIET,
            )
        )
    if state.deleted:  # saved rules come first, so this is the place of the deleted rules
        rows.insert(state.deleted[0], _deleted(shown, *state.deleted))
    return stretched([*rows, *_saving(shown, can_save=view.can_save)], spacing=4)


def _row(shown: _List, line: PresetLine) -> ft.Control:
    icon = ft.Icons.RADIO_BUTTON_CHECKED if line.chosen else ft.Icons.RADIO_BUTTON_UNCHECKED
    words = ft.Column(
        [
            text(line.title, size=16, face=TEXT.semibold, leading=1.2),
            text(kept_together(line.differs), size=13, tone=Tone.MUTED, leading=1.25),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    face = ft.Row(
        [ft.Icon(icon, size=20, color=Tone.HEADING if line.chosen else Tone.MUTED), words],
        spacing=12,
    )
    row = touchable(
        min_height(ft.Container(face, padding=ft.Padding.symmetric(vertical=8))),
        shown.choose(line.rules),
        identifier=line.identifier,
        label=f"{line.title}, {line.differs}",
        selected=line.chosen,
        radius=12,
        padding=ft.Padding.symmetric(horizontal=6),
        align=None,
        expand=True,
    )
    if not line.saved:
        return ft.Row([row], key=line.identifier)
    edit = icon_button(
        ft.Icons.EDIT_OUTLINED,
        shown.on_tap(ListState(shown.state.unfolded, line.saved, written=line.saved)),
        identifier=f"{line.identifier}-edit",
        label=shown.session.words.say("Rename or delete {name}", name=line.title),
        tone=Tone.MUTED,
    )
    below = [_renaming(shown, line)] if shown.state.renaming == line.saved else []
    return ft.Column([ft.Row([row, edit], spacing=4), *below], spacing=6, key=line.identifier)


def _renaming(shown: _List, line: PresetLine) -> ft.Control:
    """Build the field with the name, and the buttons that rename or delete the rules."""
    say, state, name = shown.session.words.say, shown.state, line.saved
    then = ListState(state.unfolded)
    place = [one for one, _ in shown.saved].index(name)
    obstacle = name_obstacle(state.written, shown.saved, shown.session.words, but=name)
    submit = shown.name_tap(lambda saved, written: renamed(saved, name, written), but=name)
    rename = low_button(
        say("Rename"),
        None if obstacle or state.written == name else submit,
        identifier="rename-rules",
        look=SECONDARY,
    )
    delete = low_button(
        say("Delete"),
        shown.change_tap(
            lambda saved: without(saved, name), replace(then, deleted=(place, name, line.rules))
        ),
        identifier="delete-rules",
        look=SECONDARY,
        icon=ft.Icons.DELETE_OUTLINE,
    )
    return _form(shown, obstacle, submit, [rename, delete])


def _deleted(shown: _List, place: int, name: str, rules: Rules) -> ft.Control:
    """Build the line that submit back the deletion of rules."""
    say = shown.session.words.say
    undo = low_button(
        say("Undo"),
        shown.change_tap(
            lambda saved: with_rules(saved, name, rules, place), ListState(shown.state.unfolded)
        ),
        identifier="undo-delete-rules",
        look=SECONDARY,
        icon=ft.Icons.UNDO,
        tight=True,
    )
    said = named("deleted-rules", text(say("“{name}” was deleted.", name=name)), live=True)
    return ft.Container(spread_row([said, undo]), key="deleted-rules")


def _saving(shown: _List, *, can_save: bool) -> list[ft.Control]:
    """Build the button that saves the rules, or the field for their name."""
    say, state = shown.session.words.say, shown.state
    if not can_save:
        return []
    if not state.saving:
        begin = shown.on_tap(ListState(state.unfolded, saving=True))
        save = low_button(
            say("Save these rules under a name"),
            begin,
            identifier="save-rules",
            look=QUIET,
            icon=ft.Icons.BOOKMARK_ADD_OUTLINED,
        )
        return [save]
    obstacle = name_obstacle(state.written, shown.saved, shown.session.words)
    submit = shown.name_tap(lambda saved, written: with_rules(saved, written, shown.rules))
    keep = low_button(
        say("Save"),
        None if obstacle else submit,
        identifier="save-rules-yes",
        look=SECONDARY if obstacle else PRIMARY,
    )
    leave = low_button(
        say("Not yet"),
        shown.on_tap(ListState(state.unfolded)),
        identifier="save-rules-no",
        look=SECONDARY,
    )
    return [_form(shown, obstacle, submit, [leave, keep])]


def _form(shown: _List, obstacle: str, submit: Tap, acts: Sequence[ft.Control]) -> ft.Control:
    """Build the field for a name, the obstacle to it, and the buttons `acts`."""
    state = shown.state
    line = field(
        state.written,
        lambda written: shown.set_state(replace(state, written=written)),
        identifier="rules-name",
        hint=shown.session.words.say("Name"),
        on_submit=submit,
    )
    said = text(obstacle, size=14, tone=Tone.MUTED)
    why = [named("rules-obstacle", said, live=True)] if obstacle and state.written else []
    return stretched([line, *why, row_or_column(acts, large=shown.large, spacing=8)], spacing=8)
