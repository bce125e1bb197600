"""Parts of documents, collected by their identifiers and titles."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from companion.screens import blocks as b
from companion.screens.standings import StandingTable

_Value = TypeVar("_Value")


def numbers(text: str) -> list[int]:
    """Return the whole numbers in a text, whatever the words between them."""
    return [int(number) for number in re.findall(r"\d+", text)]


def chips_named(text: str) -> int:
    """Return the sum of the chips that go to somebody in a text, such as `3 to the pot`."""
    return sum(map(int, re.findall(r"\d+(?= to )", text)))


def blocks(view: b.Document) -> list[b.Block]:
    """Return all blocks in reading order, those of panels after their panel."""
    return [block for column in view.columns for block in _with_inner(column)]


def _with_inner(column: Sequence[b.Block]) -> Iterator[b.Block]:
    for block in column:
        yield block
        if isinstance(block, b.Panel):
            yield from _with_inner(block.blocks)


def panels(view: b.Document) -> dict[str, tuple[b.Block, ...]]:
    """Return the blocks of each panel by its title, or else by its key."""
    shown = [block for block in blocks(view) if isinstance(block, b.Panel)]
    return {panel.title or panel.key: panel.blocks for panel in shown}


def rows(view: b.Document, panel: str | None = None) -> list[b.Row]:
    """Return the rows of the panel, or of all lists."""
    inside = blocks(view) if panel is None else panels(view).get(panel, ())
    return [row for block in inside if isinstance(block, b.List) for row in block.rows]


def texts(view: b.Document) -> dict[str, str]:
    """Return the words of texts and notices by identifier."""
    shown = [block for block in blocks(view) if isinstance(block, b.Text | b.Notice)]
    return {block.id: block.says for block in shown if block.id}


def actions(view: b.Document) -> dict[str, b.Action]:
    """Return the actions of buttons, tiles, answers, counters, notices and footer by identifier."""
    shown = [*view.footer, *view.beside]
    for block in blocks(view):
        if isinstance(block, b.Actions):
            shown += block.actions
        elif isinstance(block, b.Choice):
            shown += block.answers
        elif isinstance(block, b.Counter):
            shown += (*block.less, *block.more)
        elif isinstance(block, b.Notice):
            shown += [action for action in (block.tap, block.close) if action]
    return {action.id: action for action in shown}


def people(view: b.Document) -> list[b.PersonOption]:
    """Return the people who can be chosen."""
    shown = [block for block in blocks(view) if isinstance(block, b.PeopleChoice)]
    return [option for block in shown for option in block.options]


def standing(view: b.Document) -> StandingTable:
    """Return the table of the standing."""
    (table,) = custom(view, StandingTable)
    return table


def heroes(view: b.Document) -> list[b.Hero]:
    """Return the headlines."""
    return [block for block in blocks(view) if isinstance(block, b.Hero)]


def custom(view: b.Document, kind: type[_Value]) -> list[_Value]:
    """Return the values of a type in custom blocks."""
    shown = [block.value for block in blocks(view) if isinstance(block, b.Custom)]
    return [value for value in shown if isinstance(value, kind)]
