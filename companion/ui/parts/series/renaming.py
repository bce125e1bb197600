"""Another name for a series."""

from __future__ import annotations

from collections.abc import Callable
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


@ft.component
@boundary
def Renaming(session: Session, name: str) -> ft.Control:
    """The panel: the name as it is, and a button once another one is written there."""
    written, set_written = use_state(name)
    change = cast("Callable[[Callable[[str], str]], None]", set_written)
    say = session.words.say

    async def take() -> None:
        await session.ask(rename(latest(change)), place="rename")

    line = field(written, set_written, identifier="series-name", hint=say("Name of the series"))
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
