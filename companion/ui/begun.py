"""What a device begins: a new series, and one that was brought."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.backup import BESIDE, Kin, Match
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
        session.keep_played(begun)
        await session.go(table_path(begun.snapshot.number))


async def adopt(session: Session, log: Log | None, matches: Sequence[Match]) -> None:
    """Add the series, or continue the one here that it goes on from, and open it; do nothing while
    a text is still being read.
    """
    if log is None:
        return
    archive, match = session.archive, next(iter(matches), Match(Kin.NEW))
    number: int | None = match.number
    if match.kin is Kin.FURTHER:
        number = await session.requests.alone(lambda: archive.carry_on(match.number, log))
    elif match.kin in {Kin.NEW, *BESIDE}:
        brought = await session.requests.alone(lambda: archive.adopt(log))
        number = brought.snapshot.number if brought else None
    if number:
        await session.go(f"/series/{number}")
