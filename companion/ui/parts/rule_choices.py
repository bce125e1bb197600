"""The list of presets and saved rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import flet as ft

from companion.core.presets import SavedRules, renamed, with_rules, without
from companion.core.rules import Rules
from companion.forms.rules import ListState
from companion.ui.acting import Hands, edit, handler
from companion.ui.component import latest
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.buttons import PRIMARY, QUIET, SECONDARY, icon_button, low_button
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.panels import (
    min_height,
    row_or_column,
    spread_row,
    stretched,
)
from companion.ui.parts.basics.text import kept_together, named, text
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.routes import Room
from companion.views.blocks import Edit
from companion.views.setting_up.rules import PresetLine, PresetListView, name_obstacle


@dataclass(frozen=True, slots=True)
class _List:
    """The values and handlers shared by all pieces of the list."""

    hands: Hands
    view: PresetListView
    large: bool

    @property
    def folded(self) -> ListState:
        """The state of the list with no rules being saved, renamed or put back."""
        return ListState(self.view.state.unfolded)

    def on_tap(self, state: ListState, place: str) -> Tap:
        """Return a handler that changes the state of the list."""
        return handler(self.hands, Edit("listing", (state,)), place)

    def change_tap(self, change: Callable[[SavedRules], SavedRules], then: ListState) -> Tap:
        """Return a handler that changes the saved rules."""

        async def save() -> None:
            await self.hands.session.archive.change_saved(change)
            edit(self.hands, Edit("listing", (then,)))

        return self.hands.session.tap(save)

    def name_tap(self, change: Callable[[SavedRules, str], SavedRules], *, but: str = "") -> Tap:
        """Return a handler that gives rules the written name, if it is free.

        `but` is the name that the rules have now.
        """
        session, form = self.hands.session, self.hands.change
        assert form

        async def save_name() -> None:
            written = latest(form).presets.written
            if not name_obstacle(written, self.view.saved, session.words, but=but):
                await session.archive.change_saved(lambda saved: change(saved, written))
                edit(self.hands, Edit("listing", (self.folded,)))

        return session.tap(save_name)


def preset_rows(hands: Hands, view: PresetListView, room: Room) -> ft.Control:
    """Draw the list of presets and saved rules."""
    shown = _List(hands, view, room.large_text)
    rows = [_row(shown, line) for line in view.lines]
    if view.all_says:
        unfolded = replace(view.state, unfolded=True)
        on_tap = shown.on_tap(unfolded, "all-presets")
        rows.append(low_button(view.all_says, on_tap, identifier="all-presets", look=QUIET))
    if view.state.deleted:  # saved rules come first, so this is the place of the deleted rules
        rows.insert(view.state.deleted[0], _deleted(shown, *view.state.deleted))
    return stretched([*rows, *_saving(shown)], spacing=4)


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
        handler(shown.hands, line.intent, line.identifier),
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
    identifier, renaming = f"{line.identifier}-edit", shown.view.state.renaming == line.saved
    change = icon_button(
        ft.Icons.EDIT_OUTLINED,
        shown.on_tap(replace(shown.folded, renaming=line.saved, written=line.saved), identifier),
        identifier=identifier,
        label=shown.hands.session.words.say("Rename or delete {name}", name=line.title),
        tone=Tone.MUTED,
    )
    below = [_renaming(shown, line)] if renaming else []
    return ft.Column([ft.Row([row, change], spacing=4), *below], spacing=6, key=line.identifier)


def _renaming(shown: _List, line: PresetLine) -> ft.Control:
    """Build the field with the name, and the buttons that rename or delete the rules."""
    words, written, name = shown.hands.session.words, shown.view.state.written, line.saved
    place = [saved for saved, _ in shown.view.saved].index(name)
    obstacle = name_obstacle(written, shown.view.saved, words, but=name)
    submit = shown.name_tap(lambda saved, written: renamed(saved, name, written), but=name)
    rename = low_button(
        words.say("Rename"),
        None if obstacle or written == name else submit,
        identifier="rename-rules",
        look=SECONDARY,
    )
    delete = low_button(
        words.say("Delete"),
        shown.change_tap(
            lambda saved: without(saved, name),
            replace(shown.folded, deleted=(place, name, line.rules)),
        ),
        identifier="delete-rules",
        look=SECONDARY,
        icon=ft.Icons.DELETE_OUTLINE,
    )
    return _form(shown, obstacle, submit, [rename, delete])


def _deleted(shown: _List, place: int, name: str, rules: Rules) -> ft.Control:
    """Build the line that takes back the deletion of rules."""
    say = shown.hands.session.words.say
    undo = low_button(
        say("Undo"),
        shown.change_tap(lambda saved: with_rules(saved, name, rules, place), shown.folded),
        identifier="undo-delete-rules",
        look=SECONDARY,
        icon=ft.Icons.UNDO,
        tight=True,
    )
    said = named("deleted-rules", text(say("“{name}” was deleted.", name=name)), live=True)
    return ft.Container(spread_row([said, undo]), key="deleted-rules")


def _saving(shown: _List) -> list[ft.Control]:
    """Build the button that saves the rules, or the field for their name."""
    words, view = shown.hands.session.words, shown.view
    say, state = words.say, view.state
    if not view.can_save:
        return []
    if not state.saving:
        begin = shown.on_tap(replace(shown.folded, saving=True), "save-rules")
        save = low_button(
            say("Save these rules under a name"),
            begin,
            identifier="save-rules",
            look=QUIET,
            icon=ft.Icons.BOOKMARK_ADD_OUTLINED,
        )
        return [save]
    obstacle = name_obstacle(state.written, view.saved, words)
    submit = shown.name_tap(lambda saved, written: with_rules(saved, written, view.rules))
    keep = low_button(
        say("Save"),
        None if obstacle else submit,
        identifier="save-rules-yes",
        look=SECONDARY if obstacle else PRIMARY,
    )
    leave = low_button(
        say("Not yet"),
        shown.on_tap(shown.folded, "save-rules-no"),
        identifier="save-rules-no",
        look=SECONDARY,
    )
    return [_form(shown, obstacle, submit, [leave, keep])]


def _form(shown: _List, obstacle: str, submit: Tap, acts: Sequence[ft.Control]) -> ft.Control:
    """Build the field for a name, the obstacle to it, and the buttons `acts`."""
    state, hands = shown.view.state, shown.hands
    line = field(
        state.written,
        lambda written: edit(hands, Edit("listing", (replace(state, written=written),))),
        identifier="rules-name",
        hint=hands.session.words.say("Name"),
        on_submit=submit,
    )
    said = text(obstacle, size=14, tone=Tone.MUTED)
    why = [named("rules-obstacle", said, live=True)] if obstacle and state.written else []
    return stretched([line, *why, row_or_column(acts, large=shown.large, spacing=8)], spacing=8)
