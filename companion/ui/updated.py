"""What a device tells after an update: what is new, once, on home alone, where nobody is in the
middle of a round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.routes.screens import Screen
from companion.views.whats_new import VERSION, whats_new

if TYPE_CHECKING:
    from companion.ui.session import Session


def meet(session: Session) -> None:
    """Take in which version the device showed last; on a first visit nothing is new."""
    seen = session.device.seen
    if seen is None:
        session.begin(session.device.keep_version)
    elif whats_new(seen, session.words):
        session.shown.since = seen


def look_at(session: Session, screen: Screen) -> None:
    """What shows now is not told at the next start again."""
    if session.shown.since is not None and not screen.name and session.device.seen != VERSION:
        session.begin(session.device.keep_version)


async def put_away(session: Session) -> None:
    """Tell it no more."""
    session.shown.since = None
