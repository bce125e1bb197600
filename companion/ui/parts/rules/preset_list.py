"""The house rules to choose from, in a list: those that people saved can be renamed and deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

import flet as ft

from companion.core.house_rules.rules import Rules
from companion.core.house_rules.saved import SavedRules, renamed, with_rules, without
from companion.ui.boundary import boundary
from companion.ui.hooks import latest, use_state
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, button, icon_button
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.text import kept_together, named, text
from companion.ui.parts.basics.text_scale import min_height, row_or_column
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.session import Session
from companion.views.setting_up.preset_list import PresetLine, name_obstacle, preset_list

Choose = Callable[[Rules], Tap]
"""The handler that takes up these rules."""


@dataclass(frozen=True, slots=True)
class Doing:
    """What somebody is about to do: whether all rules show, the name of the rules that are being
    renamed, whether these are being saved, the name as it is written, and what was deleted here
    just now with its place.
    """

    unfolded: bool = False
    renaming: str = ""
    saving: bool = False
    written: str = ""
    deleted: tuple[int, str, Rules] | None = None


class RuleBook(NamedTuple):
    """The rules as they are now, and those that people saved."""

    rules: Rules
    saved: SavedRules


HeldDoing = tuple[Doing, Callable[[Doing], None]]
"""That, and what changes it."""


def use_doing() -> HeldDoing:
    """What is about to be done, for a page to hold: the list moves when the columns change."""
    return use_state(Doing())


@dataclass(frozen=True, slots=True)
class _List:
    """What every piece of the list draws from, and where its taps go."""

    session: Session
    saved: SavedRules
    rules: Rules
    choose: Choose
    doing: Doing
    set_doing: Callable[[Doing], None]
    large: bool

    def on_tap(self, doing: Doing) -> Tap:
        """A handler that goes on to what is about to be done."""

        async def go_on() -> None:
            self.set_doing(doing)

        return self.session.tap(go_on)

    def changing(self, change: Callable[[SavedRules], SavedRules], then: Doing) -> Tap:
        """A handler that changes what is saved."""

        async def changed() -> None:
            await self.session.archive.change_saved(change)
            self.set_doing(then)

        return self.session.tap(changed)

    def naming(self, change: Callable[[SavedRules, str], SavedRules], *, but: str = "") -> Tap:
        """A handler that gives rules the name as it is written by now, if they can be called so;
        those called `but` have it already.
        """

        async def named_so() -> None:
            set_doing = cast("Callable[[Callable[[Doing], Doing]], None]", self.set_doing)
            written, words = latest(set_doing).written, self.session.words
            if not name_obstacle(written, self.saved, words, but=but):
                await self.session.archive.change_saved(lambda saved: change(saved, written))
                self.set_doing(Doing(self.doing.unfolded))

        return self.session.tap(named_so)


@ft.component
@boundary
def PresetList(
    session: Session,
    book: RuleBook,
    choose: Choose,
    held: HeldDoing,
    *,
    folds: bool,
    large: bool,
) -> ft.Control:
    """The list, with the rules as they are now; one that `folds` shows a few of them at first. What
    is about to be done its page has `held` for it.
    """
    doing = held[0]
    shown = _List(session, book.saved, book.rules, choose, *held, large)
    view = preset_list(book.rules, book.saved, session.words)
    unfolded = doing.unfolded or not folds
    rows = [_row(shown, line) for line in (view.lines if unfolded else view.few)]
    if not unfolded:
        rows.append(
            button(
                view.all_says,
                shown.on_tap(replace(doing, unfolded=True)),
                identifier="all-presets",
                look=QUIET,
                height=48,
            )
        )
    if doing.deleted:  # saved rules come first, so that it shows where they stood
        rows.insert(doing.deleted[0], _deleted(shown, *doing.deleted))
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
        height=None,
        align=None,
        expand=True,
    )
    if not line.saved:
        return ft.Row([row], key=line.identifier)
    edit = icon_button(
        ft.Icons.EDIT_OUTLINED,
        shown.on_tap(Doing(shown.doing.unfolded, line.saved, written=line.saved)),
        identifier=f"{line.identifier}-edit",
        label=shown.session.words.say("Rename or delete {name}", name=line.title),
        tone=Tone.MUTED,
    )
    below = [_renaming(shown, line)] if shown.doing.renaming == line.saved else []
    return ft.Column([ft.Row([row, edit], spacing=4), *below], spacing=6, key=line.identifier)


def _renaming(shown: _List, line: PresetLine) -> ft.Control:
    """The field with the name, and what renames or deletes the rules."""
    say, doing, name = shown.session.words.say, shown.doing, line.saved
    then = Doing(doing.unfolded)
    place = [one for one, _ in shown.saved].index(name)
    obstacle = name_obstacle(doing.written, shown.saved, shown.session.words, but=name)
    takes = shown.naming(lambda saved, written: renamed(saved, name, written), but=name)
    rename = button(
        say("Rename"),
        None if obstacle or doing.written == name else takes,
        identifier="rename-rules",
        look=SECONDARY,
        height=48,
    )
    delete = button(
        say("Delete"),
        shown.changing(
            lambda saved: without(saved, name), replace(then, deleted=(place, name, line.rules))
        ),
        identifier="delete-rules",
        look=SECONDARY,
        icon=ft.Icons.DELETE_OUTLINE,
        height=48,
    )
    return _form(shown, obstacle, takes, [rename, delete])


def _deleted(shown: _List, place: int, name: str, rules: Rules) -> ft.Control:
    """What takes back that rules were deleted just now."""
    say = shown.session.words.say
    undo = button(
        say("Undo"),
        shown.changing(
            lambda saved: with_rules(saved, name, rules, place), Doing(shown.doing.unfolded)
        ),
        identifier="undo-delete-rules",
        look=SECONDARY,
        icon=ft.Icons.UNDO,
        height=48,
        tight=True,
    )
    said = named("deleted-rules", text(say("“{name}” was deleted.", name=name)), live=True)
    row = ft.Row(
        [said, undo],
        spacing=12,
        run_spacing=8,
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(row, key="deleted-rules")


def _saving(shown: _List, *, can_save: bool) -> list[ft.Control]:
    """What saves the rules as they are now under a name."""
    say, doing = shown.session.words.say, shown.doing
    if not can_save:
        return []
    if not doing.saving:
        begin = shown.on_tap(Doing(doing.unfolded, saving=True))
        save = button(
            say("Save these rules under a name"),
            begin,
            identifier="save-rules",
            look=QUIET,
            icon=ft.Icons.BOOKMARK_ADD_OUTLINED,
            height=48,
        )
        return [save]
    obstacle = name_obstacle(doing.written, shown.saved, shown.session.words)
    takes = shown.naming(lambda saved, written: with_rules(saved, written, shown.rules))
    keep = button(
        say("Save"),
        None if obstacle else takes,
        identifier="save-rules-yes",
        look=SECONDARY if obstacle else PRIMARY,
        height=48,
    )
    leave = button(
        say("Not yet"),
        shown.on_tap(Doing(doing.unfolded)),
        identifier="save-rules-no",
        look=SECONDARY,
        height=48,
    )
    return [_form(shown, obstacle, takes, [leave, keep])]


def _form(shown: _List, obstacle: str, takes: Tap, acts: Sequence[ft.Control]) -> ft.Control:
    """The field for a name, which Enter takes, why it cannot be taken, and what can be done."""
    doing = shown.doing
    line = field(
        doing.written,
        lambda written: shown.set_doing(replace(doing, written=written)),
        identifier="rules-name",
        hint=shown.session.words.say("Name"),
        on_submit=takes,
    )
    said = text(obstacle, size=14, tone=Tone.MUTED)
    why = [named("rules-obstacle", said, live=True)] if obstacle and doing.written else []
    return stretched([line, *why, row_or_column(acts, large=shown.large, spacing=8)], spacing=8)
