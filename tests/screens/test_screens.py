"""The text of screens in states that people meet; `python -m tests.screens` writes it anew."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import cast

import pytest

from companion.views.blocks import Act, Edit, Field, Submit
from tests.desks import desk_in
from tests.screens.states import STATES, State
from tests.screens.text import dump


def file_of(state: State) -> Path:
    """Return the file with the text of a state."""
    return Path(__file__).with_name(f"{state.name.replace(' ', '-')}.screen.txt")


@pytest.mark.parametrize("state", STATES, ids=str)
async def test_the_screen_has_the_kept_text(state: State, tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        screen = await state.screen(desk)
    assert dump(screen) == file_of(state).read_text("utf-8")
    # A closure is equal to no other, so that every drawing would draw its block anew.
    assert not [name for name in map(_name_of, functions_in(screen)) if "<" in name]


def functions_in(value: object) -> Iterator[object]:
    """Yield the functions of all intents in a value."""
    match value:
        case Act(name=function) | Submit(act=function) | Edit(step=function):
            yield function
        case Field(edit=function):
            yield function
        case _:
            pass
    if isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from functions_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from functions_in(getattr(value, part.name))


def _name_of(function: object) -> str:
    return str(getattr(function, "__qualname__", function))


def test_no_text_is_kept_without_its_state() -> None:
    kept = {path.name for path in Path(__file__).parent.glob("*.screen.txt")}
    assert kept == {file_of(state).name for state in STATES}
