"""What a device begins: a new series, and one that was brought."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.house_rules.rules import Rules
from companion.core.log import Log
from companion.core.objections import Objection
from companion.forms.drafts import NOTHING
from companion.ui.routes.screens import table_path
from companion.ui.session import Session


async def start(
    session: Session, name: str, names: Sequence[str], dealer: int, rules: Rules
) -> None:
    """Begin a series and go to its table."""
    archive = session.archive
    begun = await session.requests.alone(lambda: archive.start(name, names, dealer, rules))
    if isinstance(begun, Objection):
        session.refuse(begun)
    elif begun:
        await session.device.keep_draft(NOTHING)
        await session.go(table_path(begun.snapshot.number))


async def adopt(session: Session, log: Log | None) -> None:
    """Put the series among the others and open it; not while a text is still being read."""
    archive = session.archive
    brought = await session.requests.alone(lambda: archive.adopt(log)) if log else None
    if brought:
        await session.go(f"/series/{brought.snapshot.number}")
