"""The text of screens in states that people meet; `python -m tests.screens` writes it anew."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import cast

import pytest

from companion.screens import blocks as b
from tests.desks import desk_in
from tests.screens.states import STATES, State
from tests.screens.tables import TABLES, TableState
from tests.screens.text import dump


def file_of(state: State | TableState) -> Path:
    """Return the file with the text of a state."""
    kind = "screen" if isinstance(state, State) else "table"
    return Path(__file__).with_name(f"{state.name.replace(' ', '-')}.{kind}.txt")


@pytest.mark.parametrize("state", STATES, ids=str)
async def test_the_screen_has_the_kept_text(state: State, tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        screen = await state.screen(desk)
    assert dump(screen) == file_of(state).read_text("utf-8")
    assert not [*find_closures(screen)], "a closure is equal to no other, so its block is redrawn"


@pytest.mark.parametrize("state", TABLES, ids=str)
def test_the_table_has_the_kept_text(state: TableState) -> None:
    assert state.text == file_of(state).read_text("utf-8")


def find_closures(value: object) -> Iterator[str]:
    """Yield the names of functions in the intents of a value that are no methods or functions."""
    match value:
        case b.Act(task) | b.Submit(task) | b.Edit(task):
            name = str(getattr(task, "__qualname__", "<partial>"))
            yield from [name] * ("<" in name)
        case tuple():
            for item in cast("tuple[object, ...]", value):
                yield from find_closures(item)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from find_closures(getattr(value, field.name))
        case _:
            pass


def test_closure_in_an_intent_is_found() -> None:
    async def task(_: object) -> None: ...

    action = b.Action("done", "Done", b.Act(task))
    screen = b.Document("Screen", ((b.Panel((b.Actions((action,)),)),),))
    assert len([*find_closures(screen)]) == 1


def test_no_text_is_kept_without_its_state() -> None:
    kept = {path.name for path in Path(__file__).parent.glob("*.*.txt")}
    assert kept == {file_of(state).name for state in (*STATES, *TABLES)}
