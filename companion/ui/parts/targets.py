"""Blocks that are tapped or filled in: actions, choices, counters, fields and the footer."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import flet as ft

from companion.screens import blocks as b
from companion.screens.result import NumberCell, NumberTable
from companion.screens.speech import explained
from companion.ui.acting import Taps, tap
from companion.ui.component import Controls, component, use_begun
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import account_disc, person_pill
from companion.ui.parts.basics import panels
from companion.ui.parts.basics.buttons import (
    PRIMARY,
    QUIET,
    SECONDARY,
    button,
    icon_button,
    pill,
    pill_row,
    rail,
    segment,
)
from companion.ui.parts.basics.field import field, scroll_key, scroll_to, text_area
from companion.ui.parts.basics.frames import centred
from companion.ui.parts.basics.text import heading, named, text
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.routes import Space, Viewport

_HEIGHT = 48
_FOOTER_HEIGHT = 56
_TILE_HEIGHT = 42
_LONG_WORD = 11
"""The height of a tile inside its edge, in dp, and the most letters of a word of usual size."""
_GAP = 10
_WIDEST_COUNTER = 340
_BETWEEN_PEOPLE = 6
"""The gap between people, in dp."""
_PILLS_FROM = 4
_IN_RAIL = 32
_ABREAST = 26
"""The number of long answers that are drawn as pills, the most letters of short answers, and of
the longest words side by side in a rail.
"""
_DISC = 24
_FIELD = 16
"""The size of the text in a field of one line."""
_NUMBER = 44
_STEPPER = 84
"""The least width of a number at the end of a line, without and with words, in dp."""
_CELL = 68
_BETWEEN_CELLS = 4
"""The width of a number in a table of numbers, and the space around it, in dp."""
_LINES = 12
"""The height of a tall field, in lines."""
_LOOKS = {
    b.Emphasis.PRIMARY: PRIMARY,
    b.Emphasis.SECONDARY: SECONDARY,
    b.Emphasis.QUIET: QUIET,
}


_WORD = 12
_MOST_IN_BAR = 15
"""The size of a word below its icon, and the most that it grows to in a bar with large text, in dp.

As in the bars of Material, three long words must stand abreast on a phone.
"""


def actions(taps: Taps, block: b.Actions, *, large: bool) -> ft.Control:
    """Draw buttons that share the width, or tiles.

    Tiles are in two columns, the first of an odd number in a row of its own, or in one column where
    text is large.
    """
    if not block.tiles:
        return _buttons(taps, block.actions, _HEIGHT, large=large)
    tiles = [_tile(taps, action) for action in block.actions]
    across = 1 if large else 2
    alone = len(tiles) % across
    rows = [*panels.in_rows(tiles[:alone], across), *panels.in_rows(tiles[alone:], across)]
    return panels.stretched(
        [panels.row_of_equal_height(row, spacing=_GAP) for row in rows], spacing=_GAP
    )


def _tile(taps: Taps, action: b.Action) -> ft.Control:
    assert action.icon, action.id
    sign = ft.Icon(sign_of(action.icon), size=20, color=Tone.HEADING)
    long = max(map(len, action.says.split())) > _LONG_WORD
    size = 13 if long else 15
    words = text(action.says, size=size, face=TEXT.semibold, leading=1.2, expand=True)
    return touchable(
        panels.min_height(ft.Row([sign, words], spacing=8), _TILE_HEIGHT),
        tap(taps, action.intent, action.id),
        identifier=action.id,
        radius=16,
        bgcolor=Tone.PANEL,
        border=ft.Border.all(1, Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=10, vertical=6),
        expand=True,
    )


def _buttons(taps: Taps, shown: Sequence[b.Action], height: float, *, large: bool) -> ft.Control:
    """Draw buttons that share a line, or below one another where text is large."""
    drawn = [_button(taps, action, height, narrow=len(shown) > 1) for action in shown]
    return panels.row_or_column(drawn, large=large, spacing=_GAP)


def _button(taps: Taps, action: b.Action, height: float, *, narrow: bool) -> ft.Control:
    """Draw a button with its obstacle above it, or the decision in force."""
    if action.chosen:
        return _decided(action, height)
    waits = bool(action.obstacle)
    said = explained(action.says, action.obstacle, taps.session.words)
    grey = waits or (action.look is b.Emphasis.PRIMARY and action.intent is None)
    shown = button(
        action.says,
        None if waits else tap(taps, action.intent, action.id),
        identifier=action.id,
        look=SECONDARY if grey else _LOOKS[action.look],
        icon=sign_of(action.icon) if action.icon else None,
        beneath="" if waits else action.beneath,
        label=said if waits else action.label,
        height=height,
        narrow=narrow,
    )
    if not waits:
        return shown
    why = text(action.obstacle, size=14, tone=Tone.MUTED, align=ft.TextAlign.CENTER)
    return panels.stretched([named("obstacle", why), shown], spacing=8)


def sign_of(icon: b.Icon) -> ft.IconData:
    """Return the icon of Material for the sign of an action."""
    return cast("ft.IconData", getattr(ft.Icons, icon.value))


def _decided(action: b.Action, height: float) -> ft.Control:
    """Draw the decision in force, in place of its button."""
    sign = ft.Icon(ft.Icons.CHECK_CIRCLE, size=18, color=Tone.HEADING)
    says = text(action.says, face=TEXT.semibold, tone=Tone.HEADING, leading=1.2)
    middle = ft.MainAxisAlignment.CENTER
    row = ft.Row([sign, says], spacing=4, alignment=middle, wrap=True, run_spacing=0)
    content = panels.min_height(row, height)
    return ft.Semantics(content=content, identifier=action.id, container=True, selected=True)


def footer(taps: Taps, shown: Sequence[b.Action], viewport: Viewport) -> Controls:
    """Return icons at the left and buttons that share the rest of the line, or a bar of ways.

    In a side bar the buttons are below the icons.
    """
    if is_bar(shown):
        size = _WORD if viewport.side_bar else min(_WORD, _MOST_IN_BAR / viewport.text_scale)
        ways = [_icon_and_word(taps, one, Tone.HEADING, size, expand=True) for one in shown]
        return ways if viewport.side_bar else [ft.Row(ways, spacing=4)]
    cells: Controls = [icon(taps, action, Tone.QUIET) for action in shown if not action.says]
    worded = [action for action in shown if action.says]
    if viewport.side_bar:
        icons = [ft.Row(cells, spacing=10)] if cells else []
        return [*icons, *(_button(taps, action, _FOOTER_HEIGHT, narrow=True) for action in worded)]
    if worded:
        buttons = _buttons(taps, worded, _FOOTER_HEIGHT, large=viewport.large_text)
        buttons.expand = True
        cells.append(buttons)
    return [ft.Row(cells, spacing=10)] if cells else []


def is_bar(shown: Sequence[b.Action]) -> bool:
    """Return whether actions lead to other screens, and are drawn as icons over their words."""
    quiet = (action.look is b.Emphasis.QUIET and action.icon is not None for action in shown)
    return bool(shown) and all(quiet)


def icon(
    taps: Taps, action: b.Action, ground: ft.Colors | None = None, tone: ft.Colors = Tone.INK
) -> ft.Control:
    """Draw an action without words; a tap tells its obstacle."""
    assert action.icon, action.id
    why = action.obstacle
    on_tap = tap(taps, action.intent, action.id)
    return icon_button(
        sign_of(action.icon),
        taps.session.tap(taps.session.explain, why, action.id) if why else on_tap,
        identifier=action.id,
        label=explained(action.label, why, taps.session.words),
        tone=tone,
        ground=ground,
        rests=bool(why),
    )


def beside(taps: Taps, shown: Sequence[b.Action], tone: ft.Colors) -> ft.Control:
    """Draw actions at the right of a title, each an icon over its word."""
    cells = [
        icon(taps, action, tone=tone) if action.obstacle else _icon_and_word(taps, action, tone)
        for action in shown
    ]
    return ft.Row(cells, spacing=8, tight=True)


def _icon_and_word(
    taps: Taps, action: b.Action, tone: ft.Colors, size: float = _WORD, *, expand: bool = False
) -> ft.Control:
    assert action.icon, action.id
    sign = ft.Icon(sign_of(action.icon), size=20, color=tone)
    word = action.says or action.label
    says = text(word, size=size, tone=tone, leading=1.1, align=ft.TextAlign.CENTER)
    lines = ft.Column(
        [sign, says], spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )
    return touchable(
        panels.min_height(lines, width=LEAST),
        tap(taps, action.intent, action.id),
        identifier=action.id,
        label=action.label,
        radius=12,
        height=None,
        padding=ft.Padding.symmetric(horizontal=2 if expand else 4),
        align=ft.Alignment.CENTER if expand else None,
        expand=expand,
        ink=tone,
    )


_LONG_NAME = 14
"""The least number of letters of a name that is broken, so that two stand abreast."""


def people_choice(taps: Taps, block: b.PeopleChoice, *, large: bool) -> ft.Control:
    """Draw people as pills; those with notes wait for a tap until one of them is chosen."""
    waits = not any(option.chosen for option in block.options)
    pills = [
        person_pill(
            option,
            tap(taps, option.intent, option.id),
            lit=waits and bool(option.note) and option.intent is not None,
        )
        for option in block.options
    ]
    if large or max(len(option.person.name) for option in block.options) < _LONG_NAME:
        return ft.Row(pills, spacing=_BETWEEN_PEOPLE, run_spacing=4, wrap=True)
    for shown in pills:
        shown.expand = True
    return panels.stretched(
        [ft.Row(row, spacing=_BETWEEN_PEOPLE) for row in panels.in_rows(pills, 2)], spacing=4
    )


def choice(taps: Taps, block: b.Choice, *, large: bool) -> ft.Control:
    """Draw a few answers as one rail, more as pills, below the title and the explanation."""
    lines: Controls = []
    if block.title:
        lines.append(heading(block.title, size=15, tone=Tone.INK, level=3))
    if block.says:
        lines.append(text(block.says, size=13, tone=Tone.MUTED))
    words = [answer.says for answer in block.answers]
    short = sum(map(len, words)) <= _IN_RAIL
    longest = max(len(word) for says in words for word in says.split())
    in_rail = len(words) < _PILLS_FROM + short and longest * len(words) <= _ABREAST
    draw = segment if in_rail else pill
    answers = [
        draw(
            answer.says,
            tap(taps, answer.intent, answer.id),
            identifier=answer.id,
            chosen=answer.chosen,
            label=answer.label,
        )
        for answer in block.answers
    ]
    if not in_rail:
        return panels.stretched([*lines, pill_row(answers)], spacing=6)
    return panels.stretched([*lines, rail(answers, stacked=large)], spacing=6)


def _sides(taps: Taps, block: b.Counter) -> tuple[Controls, Controls]:
    """Draw the buttons that make the number of a counter smaller, and those that make it larger."""
    less, more = (
        [icon(taps, _repeats(action), Tone.QUIET) for action in side]
        for side in (block.less, block.more)
    )
    return less, more


def _repeats(action: b.Action) -> b.Action:
    """Return the action of a counter, which people tap as fast as they can."""
    intent = action.intent
    if not isinstance(intent, b.Edit):
        return action
    return replace(action, intent=replace(intent, repeats=True))


def counter(taps: Taps, block: b.Counter, *, large: bool) -> ft.Control:
    """Draw a number between the buttons that change it, smaller where text is large."""
    size = 17 if large or block.value.style is b.Style.STRONG else 26
    centre = ft.TextAlign.CENTER
    number = text(block.value.says, size=size, face=TEXT.bold, leading=1.2, align=centre)
    middle = ft.Container(
        named(block.value.id, number, live=True), alignment=ft.Alignment.CENTER, expand=True
    )
    less, more = _sides(taps, block)
    return centred(ft.Row([*less, middle, *more], spacing=4), _WIDEST_COUNTER)


def stepper(taps: Taps, block: b.Counter) -> ft.Control:
    """Draw a counter that is as wide as needed, for the end of a line."""
    number = text(block.value.says, size=16, face=TEXT.bold, leading=1.2)
    width = _NUMBER if block.value.says.isdecimal() else _STEPPER
    middle = ft.Stack(
        [ft.Container(width=width, height=0), named(block.value.id, number, live=True)],
        alignment=ft.Alignment.CENTER,
        expand=True,
        expand_loose=True,
    )
    less, more = _sides(taps, block)
    return ft.Row([*less, middle, *more], spacing=2, tight=True)


def text_field(taps: Taps, block: b.Field, *, large: bool) -> ft.Control:
    """Draw a field whose letters become part of the form at once."""
    change = taps.change
    assert change, block.id

    def write(words: str) -> None:
        change(b.Edit(block.edit, (words,)))

    if block.tall:
        lines = _LINES // 2 if large else _LINES
        return text_area(block.value, write, identifier=block.id, hint=block.hint, lines=lines)
    enter = tap(taps, block.submit, block.id)
    line = field(
        block.value,
        write,
        _FIELD,
        identifier=block.id,
        hint=block.hint,
        on_submit=enter,
        longest=block.longest,
        code=block.code,
    )
    clear = [icon(taps, block.clear)] if block.clear else []
    return ft.Row([ft.Container(line, expand=True), *clear], spacing=4)


@component
def NumberLines(taps: Taps, table: NumberTable, space: Space) -> ft.Control:
    """Draw a line for each player, with numbers that open for entry, and scroll to the open one."""
    mark: ft.Ref[ft.Container] = use_begun(ft.Ref[ft.Container])
    at = next(
        place for place, (_, cells) in enumerate(table.lines) if any(cell.open for cell in cells)
    )
    # To the line before, so that the screen also shows where the finger was. A pad that is not
    # pinned scrolls as well, and would leave the finger.
    large = space.large
    pinned = not (large or space.beside)
    scroll = partial(scroll_to, mark, f"line-{at}") if at and pinned else lambda: None
    ft.use_effect(scroll, [at])
    centre = ft.TextAlign.CENTER
    titles: Controls = [
        _shared(text(title, size=11, tone=Tone.MUTED, align=centre), large=large)
        for title in table.titles
    ]
    free: Controls = [] if large else [ft.Container(expand=True)]
    lines: Controls = [ft.Row([*free, *titles], spacing=_BETWEEN_CELLS)]
    for player, cells in table.lines:
        name = text(player.name, size=15, face=TEXT.medium, leading=1.2, expand=True)
        person = ft.Row([account_disc(player, _DISC), name], spacing=_GAP, expand=not large)
        numbers = [_shared(_number(taps, cell), large=large) for cell in cells]
        above, beside = ([person], []) if large else ([], [person])
        row = ft.Row([*beside, *numbers], spacing=_BETWEEN_CELLS)
        lines.append(ft.Container(panels.stretched([*above, row], spacing=4), key=player.handle))
    marked: Controls = [
        panels.stretched([_scroll_mark(place, mark if place == at else None), line], spacing=0)
        for place, line in enumerate(lines)
    ]
    return panels.panel([panels.stretched(marked, spacing=_BETWEEN_CELLS)])


def _shared(cell: ft.Control, *, large: bool) -> ft.Control:
    """Return a cell of the table, which shares the width where text is large."""
    return ft.Container(cell, width=None if large else _CELL, expand=large or None)


def _scroll_mark(place: int, mark: ft.Ref[ft.Container] | None) -> ft.Control:
    return ft.Container(height=0, ref=mark, key=scroll_key(f"line-{place}"))


def _number(taps: Taps, cell: NumberCell) -> ft.Control:
    """Draw a number of the table, on brass while it is entered."""
    ink, ground = (Tone.ON_BRASS, Tone.BRASS) if cell.open else (Tone.INK, Tone.QUIET)
    says = text(cell.says.says, size=18, face=TEXT.bold, tone=ink, leading=1.2)
    return touchable(
        says,
        tap(taps, cell.intent, cell.says.id),
        identifier=cell.says.id,
        label=cell.label,
        selected=cell.open,
        height=_HEIGHT,
        bgcolor=ground,
    )
