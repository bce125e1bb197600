"""The state of a repair on one device, and how its parts change it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from companion.forms.repair import Repair
from companion.ui.hooks import use_state
from companion.ui.parts.basics.touch import Tap
from companion.ui.session import Session

RepairEdit = Callable[[Repair], Repair]
"""A change to the form."""


@dataclass(frozen=True, slots=True)
class Editing:
    """Where changes of the form go."""

    session: Session
    change: Callable[[RepairEdit], None]

    def on_tap(self, edit: RepairEdit, place: str) -> Tap:
        """A handler that makes this change by a tap on that place of the screen."""
        return self.session.tap(self._take, edit, place)

    async def _take(self, edit: RepairEdit, place: str) -> None:
        here, requests = f"{self.session.shown.screen.path} {place}", self.session.requests
        if not requests.bounced(here):
            with requests.answering(here):
                self.change(edit)
                await asyncio.sleep(0)  # Flet draws what changed in the loop's next turn


def use_repair(session: Session, begun: Repair) -> tuple[Repair, Editing]:
    """The form of a screen, `begun` at first, and what its parts change it with."""
    form, set_form = use_state(begun)
    change = cast("Callable[[RepairEdit], None]", set_form)
    return form, Editing(session, change)
