"""Another name for a series."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import flet as ft

from companion.core.names import tidy
from companion.desk.commands import rename
from companion.ui.boundary import boundary
from companion.ui.hooks import latest, use_state
from companion.ui.parts.basics.buttons import SECONDARY, button
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.field import field
from companion.ui.parts.basics.panels import panel
from companion.ui.session import Session


@dataclass(frozen=True, slots=True)
class Naming:
    """What somebody writes to take the place of `name`; it counts while the series is called so."""

    name: str = ""
    written: str = ""

    def over(self, name: str) -> str:
        """What stands in the field of a series of that name."""
        return self.written if self.name == name else name


def use_naming() -> tuple[Naming, Callable[[Naming], None]]:
    """What is being written, for a page to hold: its panel moves when the columns change."""
    return use_state(Naming())


@ft.component
@boundary
def SeriesName(
    session: Session, name: str, naming: Naming, write: Callable[[Naming], None]
) -> ft.Control:
    """The panel: the name as it is, and a button once another one is written there."""
    written = naming.over(name)
    change = cast("Callable[[Callable[[Naming], Naming]], None]", write)
    say = session.words.say

    async def take() -> None:
        await session.ask(rename(latest(change).over(name)), place="rename")

    line = field(
        written,
        lambda words: write(Naming(name, words)),
        identifier="series-name",
        hint=say("Name of the series"),
    )
    changed = tidy(written) not in {"", name}
    act = button(
        say("Rename"),
        session.tap(take) if changed else None,
        identifier="rename-series",
        look=SECONDARY,
        icon=ft.Icons.EDIT_OUTLINED,
        height=52,
    )
    return panel([stretched([line, act], spacing=10)], title=say("Name"))
